"""Connects the list of chats with what is behind it: chats, places, deletion and unsent text."""

from PySide6.QtCore import QObject, Qt

from app.chat_list.control import ChatPlaces
from app.main_window import MainWindow
from app.notices import Notices
from app.program import Program
from app.transcript.view import TranscriptView


class ChatListWiring(QObject):
    """The connections of one window's list.

    Args:
        program: what acts.
        window: whose sidebar it is.
        notices: where what went wrong is said.
    """

    def __init__(
        self,
        program: Program,
        *,
        window: MainWindow,
        notices: Notices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = program.controller
        self._messages = program.messages
        self._window = window
        sidebar, rows = window.sidebar, window.sidebar.list
        self.places = ChatPlaces(program.controller, parent=self)
        """Pins and folders."""
        places, deletion, unsent = self.places, program.deletion, program.unsent
        places.folders_changed.connect(sidebar.set_folders)
        places.failed.connect(notices.say)
        program.controller.conversations_changed.connect(sidebar.set_conversations)
        # Queued: the list is filled anew, which must not happen while it tells of a click.
        queued = Qt.ConnectionType.QueuedConnection
        places.folder_made.connect(sidebar.edit_folder, queued)
        sidebar.hit_opened.connect(self._on_hit, queued)
        sidebar.renamed.connect(program.controller.rename, queued)
        sidebar.search_changed.connect(program.controller.search, queued)
        sidebar.delete_requested.connect(deletion.delete, queued)
        rows.pinned.connect(places.pin, queued)
        rows.moved.connect(places.move, queued)
        rows.new_folder_requested.connect(places.make_folder, queued)
        rows.folder_renamed.connect(places.rename_folder, queued)
        rows.folder_removed.connect(places.remove_folder, queued)
        rows.folded.connect(places.fold, queued)
        deletion.offered.connect(sidebar.undo_bar.offer)
        deletion.failed.connect(notices.say)
        sidebar.undo_bar.undo_requested.connect(deletion.undo, queued)
        sidebar.undo_bar.hovered.connect(deletion.hold)
        program.exchange.list_changed.connect(places.start)
        window.composer.text_changed.connect(unsent.follow)
        unsent.restored.connect(window.composer.set_text)
        places.start()

    def _on_hit(self, conversation_id: int, message_id: int) -> None:
        if self._controller.chats.current_id != conversation_id:
            self._controller.open_conversation(conversation_id)
        self._window.shell.close_overlays()
        self._window.show_chat()
        if not show_message(self._window.transcript, message_id):
            # It stands on a path that is not the one shown now.
            self._messages.pick(message_id)
            show_message(self._window.transcript, message_id)


def show_message(transcript: TranscriptView, message_id: int) -> bool:
    """Scroll to a message's beginning; False where it is not there."""
    ids = [message.id for message in transcript.body.messages]
    if message_id not in ids:
        return False
    index, page = ids.index(message_id), transcript.page
    page.follows = False
    page.bar.setValue(transcript.body.top_of(index))
    # What is around it has got its widgets by now, and with them its true height.
    page.bar.setValue(transcript.body.top_of(index))
    return True
