"""One sentence across the conversation, with at most one thing to do about it."""

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.icons import icon
from app.language.text import translate
from app.theme import Look

BannerKind = Literal["error", "notice"]


class Banner(QWidget):
    """A notice or an error that stays until it is read; hidden while there is nothing to say.

    Args:
        look: where its colours come from.
    """

    action_triggered = Signal()
    dismissed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setObjectName("banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.action = QPushButton()
        self.action.setAccessibleName(translate("Banner", "Action"))
        self.action.setProperty("role", "link")
        self.action.clicked.connect(self.action_triggered)
        self.close_button = QPushButton()
        self.close_button.setProperty("role", "icon")
        self.close_button.setAccessibleName(translate("Banner", "Dismiss the notice"))
        self.close_button.clicked.connect(self._dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 10, 8)
        row.addWidget(self.label, 1)
        row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        look.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def show_message(self, text: str, kind: BannerKind, action_label: str = "") -> None:
        """Say one sentence; an action label puts a button beside it."""
        is_news = self.isHidden() or (kind == "error" and text != self.label.text())
        word = translate("Banner", "Error") if kind == "error" else translate("Banner", "Notice")
        self.label.setText(text)
        self.label.setAccessibleName(f"{word}: {text}")
        self.action.setText(action_label)
        self.action.setAccessibleName(action_label or translate("Banner", "Action"))
        self.action.setVisible(bool(action_label))
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self.show()
        if is_news:
            # Not each change of it: a notice may count on while it stands there.
            spoken = self.label.accessibleName()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.label, spoken))

    def clear(self) -> None:
        """Take the sentence away without telling anybody."""
        self.hide()

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _restyle(self) -> None:
        self.close_button.setIcon(icon("close", self._look.palette.muted))
