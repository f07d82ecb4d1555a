"""What the marked pair would take of this computer's memory, before it is loaded."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.language.text import translate
from app.theme import Look
from engine import format_bytes
from engine.planning import MemoryPlan, Outcome, explain_plan, plan_lines

_BAR_HEIGHT = 6


class MemoryView(QWidget):
    """A bar of what is taken, and a sentence; hidden while nothing is known.

    Args:
        look: colours.
        use: takes the pair. Where it does not fit it invites nobody, and can still be pressed: what
            is free changes.
    """

    def __init__(self, look: Look, *, use: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._use = use
        self._bar = _Bar(look)
        self.line = QLabel()
        self.line.setWordWrap(True)
        self.line.setProperty("role", "muted")
        self.line.setAccessibleDescription(translate("Memory", "What both would take of memory"))
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 12, 22, 0)
        column.setSpacing(6)
        column.addWidget(self._bar)
        column.addWidget(self.line)
        self.hide()

    def show_plan(self, plan: MemoryPlan | None) -> None:
        """Show a plan, or nothing."""
        self.setVisible(plan is not None)
        is_refused = plan is not None and plan.outcome is Outcome.DOES_NOT_FIT
        _set_role(self._use, "" if is_refused else "primary")
        try_it = translate("Models", "Try anyway")
        self._use.setText(try_it if is_refused else translate("Models", "Use these"))
        spoken = try_it if is_refused else translate("Models", "Use these models")
        self._use.setAccessibleName(spoken)
        if plan is None:
            return
        self.line.setText(explain_plan(plan))
        _set_role(self.line, "muted" if plan.outcome is Outcome.FITS else "danger")
        self._bar.show_shares(plan)
        details = "\n".join(
            f"{name}: {format_bytes(size)} ({how})" for name, how, size in plan_lines(plan)
        )
        self.setToolTip(details)
        self.line.setAccessibleDescription(details)


def _set_role(widget: QWidget, role: str) -> None:
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class _Bar(QWidget):
    """Model, draft and both caches as shares of what is free."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._shares: tuple[float, float, float] = (0.0, 0.0, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(120, _BAR_HEIGHT)

    def show_shares(self, plan: MemoryPlan) -> None:
        """Work out the three parts."""
        whole = max(plan.free_bytes, plan.needed_bytes, 1)
        cache = plan.cache_bytes
        draft_cache = 0
        if plan.draft is not None:
            draft_cache = plan.draft.bytes_per_position * plan.context_length
        target = plan.target_bytes - (cache - draft_cache)
        draft = plan.draft_bytes - draft_cache
        self._shares = (target / whole, max(draft, 0) / whole, cache / whole)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._look.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        painter.setBrush(QColor(palette.line))
        painter.drawRoundedRect(whole, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        accent = QColor(palette.accent)
        left = whole.left()
        for share, strength in zip(self._shares, (1.0, 0.65, 0.35), strict=True):
            part = QRectF(left, whole.top(), share * whole.width(), whole.height())
            accent.setAlphaF(strength)
            painter.setBrush(accent)
            painter.drawRoundedRect(part, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
            left = part.right()
