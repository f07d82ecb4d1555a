"""A file as a small card: what it is called, how large it is, and what is to be said of it."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from app.icons import icon
from app.language.text import translate
from app.theme import Look

_MARGIN, _GAP, _ICON = 10, 7, 16
_NAME_WIDTH = 190


class FileChip(QAbstractButton):
    """A file; pressing it shows what is in it.

    Args:
        name: of the file.
        look: fonts and colours.
        is_removable: whether it has a cross that takes it away.
    """

    remove_pressed = Signal()

    def __init__(
        self, name: str, look: Look, *, is_removable: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._name = " ".join(name.split()) or translate("Attachments", "file")
        self._note = ""
        self._warns = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.cross = QPushButton(self)
        self.cross.setProperty("role", "icon")
        self.cross.setIcon(icon("close", look.palette.muted))
        self.cross.setIconSize(QSize(12, 12))
        self.cross.setAccessibleName(
            translate("Attachments", "Remove {name}").format(name=self._name)
        )
        self.cross.setToolTip(translate("Attachments", "Remove"))
        self.cross.setCursor(Qt.CursorShape.PointingHandCursor)
        self.cross.setVisible(is_removable)
        self.cross.clicked.connect(self.remove_pressed)
        self.set_note("")

    @property
    def note(self) -> str:
        """What stands behind the name."""
        return self._note

    @property
    def warns(self) -> bool:
        """Whether something about it is wrong."""
        return self._warns

    def set_note(self, note: str, *, warns: bool = False, reason: str = "") -> None:
        """Say something of it behind its name, whether that is bad news, and why it is."""
        self._note = note
        self._warns = warns
        self.setText(self._name)
        self.setAccessibleName(
            translate("Attachments", "Attached file {name}").format(name=self._name)
        )
        self.setAccessibleDescription(f"{note}. {reason}" if reason else note)
        # A sentence names the file itself.
        self.setToolTip(reason or f"{self._name}\n{note}".strip())
        self.updateGeometry()
        self.adjustSize()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._metrics()
        width = _MARGIN + _ICON + _GAP + metrics.horizontalAdvance(self._elided())
        if self._note:
            width += _GAP + self._small().horizontalAdvance(self._note)
        width += 26 if self._is_removable() else _MARGIN
        return QSize(width + 2, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        # Else the page beneath would take it as the beginning of a selection.
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._look.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        line = "accent" if self.hasFocus() else "danger" if self._warns else "line_strong"
        painter.setPen(QPen(color(line), 1))
        painter.setBrush(color("hover" if self.underMouse() else "raised"))
        painter.drawRoundedRect(outline, 8, 8)
        drawing = icon(
            "file", self._look.palette.danger if self._warns else self._look.palette.muted
        )
        drawing.paint(painter, _MARGIN, (self.height() - _ICON) // 2, _ICON, _ICON)
        left = _MARGIN + _ICON + _GAP
        metrics = self._metrics()
        # In a small window the name gives way, never what is said of the file.
        lacking = max(0, self.sizeHint().width() - self.width())
        name = self._elided()
        if lacking:
            # Only then: a whole name measured in whole pixels may lack a part of one to itself.
            shown = metrics.horizontalAdvance(name) - lacking
            name = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, max(0, shown))
        painter.setFont(self._look.font(0.9))
        painter.setPen(color("text"))
        # Drawn from the left in every language: a name and its size are one thing.
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        side |= Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), side, name)
        left += metrics.horizontalAdvance(name) + _GAP
        painter.setFont(self._look.figure_font(0.82, weight=QFont.Weight.Normal))
        painter.setPen(color("danger" if self._warns else "muted"))
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), side, self._note)

    def resizeEvent(self, event: QEvent) -> None:
        size = 20
        self.cross.setGeometry(self.width() - size - 4, (self.height() - size) // 2, size, size)

    def _elided(self) -> str:
        return self._metrics().elidedText(self._name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)

    def _is_removable(self) -> bool:
        return not self.cross.isHidden()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._look.font(0.9))

    def _small(self) -> QFontMetrics:
        return QFontMetrics(self._look.figure_font(0.82, weight=QFont.Weight.Normal))
