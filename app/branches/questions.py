"""What is asked before a message goes for good.

Owns the words and the buttons; what follows from an answer is the caller's.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.language.text import plural, translate


def deletion_question(
    parent: QWidget, *, is_reply: bool, num_below: int, delete: Callable[[bool], None]
) -> QMessageBox:
    """Ask whether a message is to go, and whether those that follow it go with it.

    Args:
        parent: the window that waits.
        is_reply: whether it is a reply, not something the user wrote.
        num_below: how many messages follow it.
        delete: called if it is to go, with whether it goes alone.
    """
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(translate("Replies", "Delete"))
    box.setText(
        translate("Replies", "Delete this reply?")
        if is_reply
        else translate("Replies", "Delete your message?")
    )
    if num_below:
        box.setInformativeText(
            plural(
                "Replies",
                "The %Ln messages that follow it can go with it, or stay. What is deleted "
                "cannot be brought back.",
                "The message that follows it can go with it, or stay. What is deleted cannot "
                "be brought back.",
                num_below,
            )
        )
        with_all = box.addButton(
            translate("Replies", "Delete all of it"), QMessageBox.ButtonRole.DestructiveRole
        )
        with_all.clicked.connect(lambda: delete(False))
        alone = (
            translate("Replies", "Only this reply")
            if is_reply
            else translate("Replies", "Only your message")
        )
    else:
        box.setInformativeText(translate("Replies", "It cannot be brought back."))
        alone = translate("Replies", "Delete")
    only = box.addButton(alone, QMessageBox.ButtonRole.DestructiveRole)
    only.clicked.connect(lambda: delete(True))
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    return box
