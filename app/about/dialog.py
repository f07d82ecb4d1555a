"""About Foreword: what it is, the versions of its parts, whose licences they are under.

Knows no chats and no models. Looks for a newer version only when the button is pressed.
"""

from collections.abc import Sequence
from importlib.resources import files

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.icons import icon
from app.language.text import mark, translate
from engine import __version__

WHAT_IT_IS = mark(
    "About",
    "A model on this computer answers; a draft writes ahead, and the model checks every word of "
    "it. Nothing you write leaves this computer.",
)


class AboutDialog(QDialog):
    """Show what this is.

    Args:
        versions: names and versions of the parts.
        has_homepage: whether it is known where newer versions are to be had.
    """

    check_requested = Signal()
    licences_requested = Signal()
    """The texts of all licences, in a program of their own"""

    def __init__(
        self,
        versions: Sequence[tuple[str, str]],
        *,
        has_homepage: bool,
        has_licence_texts: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("About", "About Foreword"))
        self._versions = tuple(versions)
        self.answer = QLabel()
        self.answer.setProperty("role", "muted")
        self.answer.setWordWrap(True)
        self.answer.hide()
        self.check = QPushButton(translate("About", "Look for a newer version"))
        self.check.clicked.connect(self.check_requested)
        self.check.setVisible(has_homepage)
        tabs = QTabWidget()
        # The versions of this computer may be more than a small window holds.
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._first_page())
        tabs.addTab(area, translate("About", "Foreword"))
        tabs.addTab(self._licences(has_licence_texts), translate("About", "Licences"))
        tabs.setAccessibleName(translate("About", "About Foreword"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(
            translate("About", "Copy versions"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(tabs, 1)
        column.addWidget(buttons)
        self.resize(560, 560)

    def say(self, text: str) -> None:
        """Show what came of looking for a newer version."""
        self.answer.setText(text)
        self.answer.show()
        self.check.setEnabled(True)

    def copy(self) -> None:
        """Put the versions on the clipboard, for a report."""
        text = "\n".join(f"{name} {version}" for name, version in self._versions)
        QGuiApplication.clipboard().setText(text)

    def _first_page(self) -> QWidget:
        page = QWidget()
        drawing = QLabel()
        drawing.setPixmap(icon("foreword", "#000000", size=64).pixmap(64, 64))
        title = QLabel(f"Foreword {__version__}")
        title.setProperty("role", "strong")
        what = QLabel(translate("About", WHAT_IT_IS))
        what.setWordWrap(True)
        terms = QLabel(translate("About", "Licensed under the Apache License 2.0."))
        terms.setProperty("role", "muted")
        table = QFormLayout()
        table.setLabelAlignment(Qt.AlignmentFlag.AlignLeading)
        for name, version in self._versions:
            value = QLabel(version)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setWordWrap(True)
            table.addRow(name, value)
        column = QVBoxLayout(page)
        column.setSpacing(12)
        for widget in (drawing, title, what, terms):
            column.addWidget(widget)
        column.addLayout(table)
        column.addWidget(self.check, 0, Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self.answer)
        column.addStretch(1)
        return page

    def _licences(self, has_texts: bool) -> QWidget:
        page = QWidget()
        text = QTextBrowser()
        text.setOpenLinks(False)
        text.setAccessibleName(translate("About", "Licences"))
        listed = files("resources").joinpath("licences", "THIRD_PARTY.md")
        text.setMarkdown(listed.read_text("utf-8"))
        column = QVBoxLayout(page)
        column.addWidget(text, 1)
        if has_texts:
            all_texts = QPushButton(translate("About", "Show the texts of all licences"))
            all_texts.clicked.connect(self.licences_requested)
            column.addWidget(all_texts, 0, Qt.AlignmentFlag.AlignLeading)
        return page
