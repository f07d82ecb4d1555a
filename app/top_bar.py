"""The line above the conversation: which models, on which device, how much context is used.

Owns the pills and, where the speed panel is folded away, its one figure.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.figures import FigureLabel
from app.icons import icon
from app.language.numbers import integer
from app.language.text import translate
from app.theme import Look

Part = tuple[str, bool]
MARGIN = 11


class Pill(QAbstractButton):
    """A rounded outline with words in two weights; it gives way to elision, never to overlap.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._parts: tuple[Part, ...] = ()
        self._note = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    def set_parts(self, parts: Sequence[Part], *, spoken: str = "") -> None:
        """Show words, each bold or not; `spoken` is what a screen reader says."""
        self._parts = tuple(parts)
        plain = " ".join(text for text, _ in parts)
        self.setText(plain)
        self.setAccessibleName(spoken or plain)
        self.updateGeometry()
        self.update()
        self._tell()

    def set_note(self, note: str) -> None:
        """Say more to whoever rests the mouse on it."""
        self._note = note
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        is_cut = self.sizeHint().width() > self.width()
        self.setToolTip("\n".join(filter(None, (self.text() if is_cut else "", self._note))))

    def sizeHint(self) -> QSize:
        gap = self._metrics(False).horizontalAdvance(" ")
        width = sum(self._metrics(bold).horizontalAdvance(text) for text, bold in self._parts)
        width += gap * (len(self._parts) - 1)
        return QSize(width + 2 * MARGIN + 2, self._metrics(False).height() + 10)

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * MARGIN + 24, self.sizeHint().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._look.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(color("accent" if self.hasFocus() else "line"), 1))
        painter.setBrush(color("hover" if self.underMouse() else "ground"))
        painter.drawRoundedRect(outline, outline.height() / 2, outline.height() / 2)
        painter.setPen(color("text"))
        left = float(MARGIN)
        right = self.width() - MARGIN
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        absolute = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        for text, bold in self._parts:
            metrics = self._metrics(bold)
            painter.setFont(self._font(bold))
            # Models of one family differ in how their names end.
            mode = Qt.TextElideMode.ElideMiddle if bold else Qt.TextElideMode.ElideRight
            shown = metrics.elidedText(text, mode, int(right - left) + 1)
            room = QRectF(left, 0, right - left + 2, self.height())
            side = Qt.AlignmentFlag.AlignLeft
            if is_mirrored:
                room.moveLeft(self.width() - room.right())
                side = Qt.AlignmentFlag.AlignRight
            painter.drawText(room, absolute | side, shown)
            left += metrics.horizontalAdvance(shown) + self._metrics(False).horizontalAdvance(" ")

    def _font(self, bold: bool) -> QFont:
        weight = QFont.Weight.DemiBold if bold else QFont.Weight.Normal
        return self._look.font(0.9, weight=weight)

    def _metrics(self, bold: bool) -> QFontMetrics:
        return QFontMetrics(self._font(bold))


class TopBar(QWidget):
    """The models in use and the context they have left.

    Args:
        look: where its colours come from.
    """

    models_requested = Signal()
    panel_toggled = Signal()
    sidebar_toggled = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._fold = 0
        self._has_draft_note = False
        self._context = self._figures = ""
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menu_button = QPushButton()
        self.menu_button.setProperty("role", "icon")
        self.menu_button.setAccessibleName(translate("TopBar", "Show chats"))
        self.menu_button.setToolTip(translate("TopBar", "Chats"))
        self.menu_button.clicked.connect(self.sidebar_toggled)
        self.target = Pill(look)
        self.draft = Pill(look)
        self.device = Pill(look)
        for pill in (self.target, self.draft, self.device):
            pill.clicked.connect(self.models_requested)
        self.context = FigureLabel(look, scale=0.9, weight=QFont.Weight.Normal)
        self.context.setProperty("role", "row")
        self.figure = QPushButton()
        self.figure.setProperty("role", "pill")
        self.figure.setAccessibleName(translate("TopBar", "Speed panel"))
        self.figure.setToolTip(translate("TopBar", "Speed panel"))
        self.figure.clicked.connect(self.panel_toggled)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(translate("TopBar", "Loading"))

        row = QHBoxLayout()
        row.setContentsMargins(16, 9, 16, 9)
        row.setSpacing(10)
        for widget in (self.menu_button, self.target, self.draft, self.device):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.context)
        row.addWidget(self.figure)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 1)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.progress)
        self.set_models("", "", None, "")
        self.set_device("")
        self.set_figure("")
        self.set_fold(0)
        look.changed.connect(self._restyle)
        self._restyle()

    def set_models(
        self, target_name: str, target_kind: str, draft_name: str | None, draft_note: str
    ) -> None:
        """Name the models in use; a note says why there is no draft, or what it is."""
        self.progress.hide()
        if not target_name:
            self.target.set_parts([(translate("TopBar", "Choose a model"), True)])
            self.draft.set_parts([], spoken=translate("TopBar", "No draft"))
            self.draft.hide()
            self._has_draft_note = False
            self.set_context(0, 0)
            return
        parts = [(target_name, True)] + ([(target_kind, False)] if target_kind else [])
        self.target.set_parts(
            parts,
            spoken=translate("TopBar", "Target {target_name} {target_kind}, choose models").format(
                target_name=target_name, target_kind=target_kind
            ),
        )
        self._has_draft_note = True
        if draft_name:
            self.draft.set_parts(
                [(translate("TopBar", "draft"), False), (draft_name, True)],
                spoken=translate("TopBar", "Draft {draft_name}, choose models").format(
                    draft_name=draft_name
                ),
            )
        else:
            self.draft.set_parts(
                [(translate("TopBar", "no draft"), False)],
                spoken=translate("TopBar", "No draft, choose models"),
            )
        self.draft.set_note(draft_note)
        self._refold()

    def set_device(self, text: str) -> None:
        """Say what the models run on, such as "CPU · 2 threads"; empty hides it."""
        self.device.set_parts(
            [(text, False)],
            spoken=translate("TopBar", "Runs on {value}").format(
                value=text or translate("TopBar", "no device yet")
            ),
        )
        self._refold()

    def set_context(self, used: int, total: int) -> None:
        """Say how many positions of the context are taken; a total of 0 hides it."""
        text = translate("TopBar", "Context {used} / {total}").format(
            used=integer(used), total=integer(total)
        )
        self._context = text if total else ""
        self._figures = f"{integer(used)} / {integer(total)}" if total else ""
        self.context.setAccessibleName(self._context)
        self.context.setToolTip(
            translate("TopBar", "Tokens of this chat that the model can see, and how many fit")
        )
        self._refold()

    def set_loading(self, stage: str, fraction: float | None) -> None:
        """Show how far a load is; an empty stage ends it, None is an unknown length."""
        self.progress.setVisible(bool(stage))
        if not stage:
            return
        self.target.set_parts([(stage[:1].upper() + stage[1:], False)])
        self.draft.hide()
        self.progress.setAccessibleDescription(stage)
        self.progress.setRange(0, 0 if fraction is None else 1000)
        if fraction is not None:
            self.progress.setValue(round(1000 * fraction))

    def set_figure(self, text: str) -> None:
        """Show the live figure that stands for the folded panel."""
        self.figure.setText(text or translate("TopBar", "Speed"))
        self.figure.setAccessibleDescription(text)

    def set_fold(self, fold: int) -> None:
        """Fit the room: 0 is all, 1 stands in for the speed panel, 2 for the sidebar as well."""
        self._fold = fold
        self._refold()

    def _refold(self) -> None:
        self.menu_button.setVisible(self._fold >= 2)
        self.figure.setVisible(self._fold >= 1)
        self.context.setVisible(self._fold < 2)
        # Its word would cost the models' names their ends.
        self.context.setText(self._figures if self._fold else self._context)
        self.device.setVisible(self._fold < 1 and bool(self.device.text()))
        self.draft.setVisible(self._has_draft_note and self._fold < 2)

    def _restyle(self) -> None:
        self.menu_button.setIcon(icon("sidebar", self._look.palette.muted))
