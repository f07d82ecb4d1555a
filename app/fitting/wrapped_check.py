"""A box to tick whose words go on in further lines where there is too little room for one."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)


class WrappedCheck(QCheckBox):
    """A check box that can be narrower than its words."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        line = super().sizeHint().height()
        room = QRect(0, 0, max(1, width - self._indent()), 10_000)
        words = self.fontMetrics().boundingRect(room, self._flags(), self.text()).height()
        return max(line, words + line - self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = self.text().split()
        # Chinese has no spaces, and breaks anywhere.
        breaks = any("\u3000" <= char <= "\u9fff" for char in self.text())
        parts = ["\u8bcd\u5143"] if breaks else words
        widest = max((metrics.horizontalAdvance(part) for part in parts), default=0)
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), widest + self._indent()), hint.height())

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words = option.text
        line = QRect(0, 0, self.width(), super().sizeHint().height())
        if self.heightForWidth(self.width()) <= line.height():
            line.setHeight(self.height())
        option.rect, option.text = line, ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        above = (line.height() - self.fontMetrics().height()) // 2
        room = self.rect().adjusted(self._indent(), above, 0, 0)
        painter.drawItemText(
            QStyle.visualRect(self.layoutDirection(), self.rect(), room),
            self._flags(),
            self.palette(),
            self.isEnabled(),
            words,
            self.foregroundRole(),
        )

    def _flags(self) -> int:
        side = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        wraps = int(Qt.TextFlag.TextWordWrap) | int(Qt.TextFlag.TextShowMnemonic)
        return int((side | Qt.AlignmentFlag.AlignTop).value) | wraps

    def _indent(self) -> int:
        words = self.fontMetrics().horizontalAdvance(self.text().replace("&", ""))
        return max(0, super().sizeHint().width() - words)
