"""What somebody does with the list of chats: pins, folders, and moves between them.

Keeps it and tells the list anew. Knows no widget.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.chat_list.rows import CONTEXT
from app.controller import Controller
from app.error_text import sentence
from app.errors import AppError
from app.keeping.places import Folder
from app.language.text import translate
from app.whole_text import whole_characters
from engine import EngineError


class ChatPlaces(QObject):
    """Change where chats stand.

    Args:
        controller: its list is told anew after each change.
    """

    folders_changed = Signal(list)
    """list[Folder]; told before the chats are"""
    folder_made = Signal(int)
    """A new folder is in the list, and may be given its name"""
    failed = Signal(str, str)
    """"error", and a sentence"""

    def __init__(self, controller: Controller, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._places = controller.chats.places
        self._folders: list[Folder] = []

    def start(self) -> None:
        """Tell which folders there are."""
        self._change(lambda: None)

    def pin(self, conversation_id: int, is_pinned: bool) -> None:
        """Keep a chat at the top, or let it go back among the others."""
        self._change(lambda: self._places.pin(conversation_id, is_pinned))

    def move(self, conversation_id: int, folder_id: int | None) -> None:
        """Put a chat into a folder, or out of any."""
        self._change(lambda: self._places.move(conversation_id, folder_id))

    def make_folder(self, conversation_id: int) -> None:
        """Put a chat into a new folder, which then may be given its name."""
        names = {folder.name for folder in self._folders}
        first = name = translate(CONTEXT, "New folder")
        number = 1
        while name in names:
            number += 1
            name = f"{first} {number}"
        made: list[int] = []

        def make() -> None:
            made.append(self._places.add_folder(name))
            self._places.move(conversation_id, made[0])
            # A chat that is kept at the top would not be seen to go there.
            self._places.pin(conversation_id, False)

        self._change(make)
        if made:
            self.folder_made.emit(made[0])

    def rename_folder(self, folder_id: int, name: str) -> None:
        """Give a folder another name."""
        self._change(lambda: self._places.rename_folder(folder_id, whole_characters(name)))

    def remove_folder(self, folder_id: int) -> None:
        """Take a folder away; its chats stay."""
        self._change(lambda: self._places.remove_folder(folder_id))

    def fold(self, folder_id: int, is_folded: bool) -> None:
        """Show a folder's name only, or its chats too."""
        self._change(lambda: self._places.fold(folder_id, is_folded))

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
            self._folders = self._places.folders()
        except (EngineError, AppError) as error:
            self.failed.emit("error", sentence(error))
        self.folders_changed.emit(self._folders)
        self._controller.refresh_list()
