"""The question before a model goes: what is deleted, how much that frees, and what stays."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.language.text import translate
from app.library.suggestions import KnownModel
from engine import format_bytes


def removal_question(entry: KnownModel, parent: QWidget | None) -> QMessageBox:
    """Ask whether a model is to go; `accepted` is told if it is.

    Args:
        entry: the model; one of the user's own is only forgotten.
        parent: the window that waits for the answer.
    """
    question = QMessageBox(parent)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.setIcon(QMessageBox.Icon.NoIcon)
    if entry.is_imported:
        question.setText(translate("Library", "Take {name} off the list?").format(name=entry.name))
        question.setInformativeText(translate("Library", "Its file stays where it is."))
        word = translate("Library", "Take it off")
    else:
        question.setText(
            translate("Library", "Delete {name} from this computer?").format(name=entry.name)
        )
        text = translate("Library", "This frees {size}. It can be fetched again at any time.")
        question.setInformativeText(text.format(size=format_bytes(entry.size_bytes)))
        word = translate("Library", "Delete")
    question.addButton(word, QMessageBox.ButtonRole.AcceptRole)
    cancel = question.addButton(translate("Library", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(cancel)
    return question
