"""The dialog that shows a bug of ours: one sentence, and the text to copy into a report.

Knows no thread and no log. It never blocks: the chat behind it goes on.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.language.text import translate


class BugDialog(QDialog):
    """Show one bug.

    Args:
        sentence: what happened.
        report: the text to copy.
    """

    def __init__(self, sentence: str, *, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Foreword")
        self._report = report
        label = QLabel(
            translate(
                "BugDialog", "{sentence} Nothing was sent anywhere. Your chats are kept."
            ).format(sentence=sentence)
        )
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        text = QPlainTextEdit(report)
        text.setReadOnly(True)
        text.setAccessibleName(translate("BugDialog", "Report"))
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(
            translate("BugDialog", "Copy"), QDialogButtonBox.ButtonRole.ActionRole
        )
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label)
        column.addWidget(text, 1)
        column.addWidget(buttons)
        self.resize(640, 400)

    def copy(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)
