"""Asks before an address of a reply is opened, and shows where it really leads.

The words of a link may say anything, and its address may hide the site behind a name or signs that
look like another's; the question shows the site alone, and all of the address without such signs.
"""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QGuiApplication, QTextOption
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.language.text import translate

SAFE_SCHEMES = ("http", "https", "mailto")
_ADDRESS_LINES = 4
_ASCII = QUrl.ComponentFormattingOption.FullyEncoded


class LinkPrompt(QDialog):
    """Shows one address.

    Args:
        url: of the web, or of somebody's mail.
    """

    def __init__(self, url: QUrl, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("LinkPrompt", "Open a link"))
        self.url = url
        # Encoded, no letter can pass for another, and no sign can turn the text round.
        self.address = bytes(url.toEncoded().data()).decode("ascii")
        is_mail = url.scheme().lower() == "mailto"
        question = QLabel(
            translate("LinkPrompt", "Write to this address with your mail program?")
            if is_mail
            else translate("LinkPrompt", "Open this page in your browser?")
        )
        self.site = QLabel(url.path(_ASCII) if is_mail else url.host(_ASCII))
        self.site.setTextFormat(Qt.TextFormat.PlainText)
        self.site.setWordWrap(True)
        font = self.site.font()
        font.setWeight(QFont.Weight.DemiBold)
        self.site.setFont(font)
        self.site.setAccessibleDescription(translate("LinkPrompt", "Where it leads"))
        text = QPlainTextEdit(self.address)
        text.setReadOnly(True)
        text.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        text.setAccessibleName(translate("LinkPrompt", "The whole address"))
        text.setFixedHeight(text.fontMetrics().lineSpacing() * _ADDRESS_LINES + 12)
        note = QLabel(
            translate(
                "LinkPrompt", "A model wrote this address. It may not exist, or lead elsewhere."
            )
        )
        note.setProperty("role", "muted")
        note.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = self.buttons.addButton(
            translate("LinkPrompt", "Open"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.copy_button = self.buttons.addButton(
            translate("LinkPrompt", "Copy address"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.clicked.connect(self._copy)
        self.buttons.accepted.connect(self._open)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (question, self.site, text, note, self.buttons):
            column.addWidget(widget)
        self.resize(460, self.sizeHint().height())
        self.open_button.setFocus()

    def _open(self) -> None:
        QDesktopServices.openUrl(self.url)
        self.accept()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address)
        self.reject()


def ask_to_open(address: str, *, parent: QWidget) -> LinkPrompt | None:
    """Ask whether to open an address; one that neither browser nor mail program takes is ignored.

    Args:
        address: of a reply, which may hold anything.
        parent: the window.

    Returns:
        The question that is on screen now, or None.
    """
    url = QUrl(address)
    if not url.isValid() or url.scheme().lower() not in SAFE_SCHEMES:
        return None
    prompt = LinkPrompt(url, parent=parent)
    prompt.open()
    return prompt
