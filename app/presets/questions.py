"""What the dialog of presets asks before something typed, or a preset, would be lost.

Owns the words and the buttons; what follows from an answer is the dialog's.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.language.text import translate


def leaving_question(
    name: str | None, parent: QWidget, *, save: Callable[[], None], drop: Callable[[], None]
) -> QMessageBox:
    """Ask what is to become of what was typed; going back to it is always possible.

    Args:
        name: of the preset that was changed, empty for a new one, None for the open chat.
        parent: the dialog that waits.
        save: called to keep it.
        drop: called to go on without it.
    """
    box = _box(parent)
    if name is None:
        box.setText(translate("Presets", "Use what you changed for this chat?"))
        word = translate("Presets", "Use for this chat")
    elif name:
        box.setText(translate("Presets", "Save the changes to {name}?").format(name=name))
        word = translate("Presets", "Save")
    else:
        box.setText(translate("Presets", "Save the new preset?"))
        word = translate("Presets", "Save")
    box.setInformativeText(translate("Presets", "Otherwise what you typed here is lost."))
    keep = box.addButton(word, QMessageBox.ButtonRole.AcceptRole)
    lose = box.addButton(translate("Presets", "Don't save"), QMessageBox.ButtonRole.DestructiveRole)
    back = box.addButton(translate("Presets", "Go back"), QMessageBox.ButtonRole.RejectRole)
    keep.clicked.connect(save)
    lose.clicked.connect(drop)
    box.setDefaultButton(keep)
    box.setEscapeButton(back)
    return box


def deletion_question(name: str, parent: QWidget, *, delete: Callable[[], None]) -> QMessageBox:
    """Ask whether a preset is to go.

    Args:
        name: of the preset.
        parent: the dialog that waits.
        delete: called if it is.
    """
    box = _box(parent)
    box.setText(translate("Presets", "Delete the preset {name}?").format(name=name))
    box.setInformativeText(
        translate(
            "Presets", "It cannot be brought back. Chats that have it keep what they were given."
        )
    )
    go = box.addButton(translate("Presets", "Delete"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(translate("Presets", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    go.clicked.connect(delete)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    return box


def _box(parent: QWidget) -> QMessageBox:
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    # A preset may be named like markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box
