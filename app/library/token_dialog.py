"""The question for an access token: what it is for, where it goes, and whether it is kept."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.fitting.wrapped_check import WrappedCheck
from app.language.text import translate


class TokenDialog(QDialog):
    """Ask for a token.

    Args:
        id: of the download that needs it.
        host: the only one it is sent to.
    """

    given = Signal(str, str, bool)
    """The download's id, the token, and whether to keep it"""

    def __init__(self, id: str, host: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._id = id
        self.setWindowTitle(translate("Library", "Access token"))
        heading = QLabel(translate("Library", "Access token for {host}").format(host=host))
        heading.setProperty("role", "heading")
        told = QLabel(
            translate(
                "Library",
                "{host} hands this model only to people it knows. Make a token for reading in "
                "your account there and paste it here. It is sent to {host} only.",
            ).format(host=host)
        )
        told.setWordWrap(True)
        told.setProperty("role", "muted")
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(translate("Library", "Access token"))
        self.field.setPlaceholderText("hf_…")
        self.field.textChanged.connect(self._on_text)
        self.keep = WrappedCheck(translate("Library", "Keep it in the system's key store"))
        self.keep.setEnabled(False)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.use = QPushButton(translate("Library", "Use it"))
        self.use.setProperty("role", "primary")
        self.use.setDefault(True)
        self.use.setEnabled(False)
        self.use.clicked.connect(self._give)
        cancel = QPushButton(translate("Library", "Cancel"))
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.use)
        self.resize(440, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        for widget in (heading, told, self.field, self.keep, self.note):
            column.addWidget(widget)
        column.addLayout(foot)
        self.note.hide()

    def set_can_keep(self, can_keep: bool) -> None:
        """Offer the key store, or say that there is none."""
        self.keep.setEnabled(can_keep)
        self.keep.setChecked(can_keep)
        self.note.setVisible(not can_keep)
        self.note.setText(
            translate(
                "Library",
                "This system has no key store, so the token is used until Foreword closes and "
                "kept nowhere.",
            )
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        layout = self.layout()
        if layout is not None:
            # Narrower, its sentences take more lines, which a dialog does not see by itself.
            self.setMinimumHeight(layout.totalHeightForWidth(self.width()))

    def _on_text(self, text: str) -> None:
        self.use.setEnabled(bool(text.strip()))

    def _give(self) -> None:
        self.given.emit(self._id, self.field.text().strip(), self.keep.isChecked())
        self.field.clear()
        self.accept()
