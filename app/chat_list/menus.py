"""What can be done with a chat or a folder, as menus that say what was chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.chat_list.rows import CONTEXT, Row
from app.keeping.places import Folder
from app.language.text import translate


class ChatMenu(QMenu):
    """The menu of a chat.

    Args:
        row: the chat.
        folders: where it can be moved to.
    """

    rename_chosen = Signal()
    pin_chosen = Signal(bool)
    move_chosen = Signal(object)
    """The folder's id, or None"""
    new_folder_chosen = Signal()
    export_chosen = Signal()
    delete_chosen = Signal()

    def __init__(self, row: Row, folders: Sequence[Folder], parent: QWidget) -> None:
        super().__init__(parent)
        self.addAction(translate(CONTEXT, "Rename"), self.rename_chosen.emit)
        pin = translate(CONTEXT, "Unpin") if row.is_pinned else translate(CONTEXT, "Pin")
        self.addAction(pin, lambda: self.pin_chosen.emit(not row.is_pinned))
        self._places = QMenu(translate(CONTEXT, "Move to folder"), self)
        self.addMenu(self._places)
        for folder in folders:
            self._add_folder(folder, is_checked=folder.id == row.folder_id)
        if folders:
            self._places.addSeparator()
        if row.folder_id is not None:
            self._places.addAction(
                translate(CONTEXT, "No folder"), lambda: self.move_chosen.emit(None)
            )
        self._places.addAction(translate(CONTEXT, "New folder"), self.new_folder_chosen.emit)
        self.addAction(translate(CONTEXT, "Export…"), self.export_chosen.emit)
        self.addSeparator()
        self.addAction(translate(CONTEXT, "Delete"), self.delete_chosen.emit)

    def _add_folder(self, folder: Folder, *, is_checked: bool) -> None:
        # An ampersand in a name is no menu key, and a menu is no wider than a name.
        name = folder.name if len(folder.name) <= 40 else f"{folder.name[:39]}…"
        action = self._places.addAction(name.replace("&", "&&"))
        action.triggered.connect(lambda: self.move_chosen.emit(folder.id))
        action.setCheckable(True)
        action.setChecked(is_checked)


class FolderMenu(QMenu):
    """The menu of a folder.

    Args:
        row: the folder.
    """

    rename_chosen = Signal()
    fold_chosen = Signal(bool)
    remove_chosen = Signal()

    def __init__(self, row: Row, parent: QWidget) -> None:
        super().__init__(parent)
        self.addAction(translate(CONTEXT, "Rename"), self.rename_chosen.emit)
        fold = translate(CONTEXT, "Unfold") if row.is_folded else translate(CONTEXT, "Fold")
        self.addAction(fold, lambda: self.fold_chosen.emit(not row.is_folded))
        self.addSeparator()
        self.addAction(translate(CONTEXT, "Remove folder, keep its chats"), self.remove_chosen.emit)
