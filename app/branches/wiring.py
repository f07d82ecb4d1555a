"""Connects single messages and the box below them with what acts on them.

Edits take place in the box: what was being written meanwhile is set aside and comes back. Owns
the questions before something is deleted; decides nothing else.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.attachments.attachment import AttachedFile, Attachment
from app.attachments.dropping import FileDrop
from app.attachments.viewer import AttachmentViewer
from app.branches.plain_text import plain_text
from app.branches.questions import deletion_question
from app.language.text import translate
from app.main_window import MainWindow
from app.program import Program
from app.transcript.acts import Act
from app.view_types import EngineState, MessageView
from engine import Role

_ATTACHABLE = (
    "*.pdf *.docx *.xlsx *.pptx *.odt *.txt *.md *.csv *.json *.xml *.html "
    "*.py *.js *.ts *.c *.h *.cpp *.rs *.go *.java *.rb *.sh *.sql *.toml *.yaml *.yml *.log"
)


class MessagesWiring(QObject):
    """The connections of one window's messages and its box.

    Args:
        program: what acts.
        window: what shows.
    """

    def __init__(
        self, program: Program, *, window: MainWindow, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._messages = program.messages
        self._attachments = program.attachments
        self._edited: int | None = None
        self._set_aside: tuple[str, list[Attachment]] = ("", [])
        self.question: QMessageBox | None = None
        """What is being asked before a deletion, or None."""
        self._connect_messages()
        self._connect_composer()
        self._bind_actions()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_plain_escape = event.key() == Qt.Key.Key_Escape
            if is_plain_escape and self._edited is not None:
                # Before the window's own Esc, which stops a reply.
                self._cancel_edit()
                event.accept()
                return True
        return False

    def _connect_messages(self) -> None:
        transcript, turns = self._window.transcript, self._program.turns
        queued = Qt.ConnectionType.QueuedConnection
        # Queued: the buttons that are pressed may go with their message.
        transcript.acted.connect(self._act, queued)
        transcript.picked.connect(self._messages.pick, queued)
        transcript.file_opened.connect(self._open_file, queued)
        self._messages.branch_shown.connect(transcript.show_branch)
        self._messages.edit_begun.connect(self._begin_edit)
        turns.message_reopened.connect(self._on_reopened)

    def _connect_composer(self) -> None:
        composer, controller = self._window.composer, self._program.controller
        composer.submitted.connect(self._submit)
        composer.attach_requested.connect(self._choose_files)
        composer.files_given.connect(self._attach)
        composer.edit_cancelled.connect(self._cancel_edit)
        composer.tray.removed.connect(self._attachments.remove)
        composer.tray.opened.connect(self._open_staged)
        composer.edit.installEventFilter(self)
        drop = FileDrop(self._window)
        drop.dropped.connect(self._attach)
        self._attachments.changed.connect(self._show_attachments)
        controller.sent.connect(self._on_sent)
        controller.send_refused.connect(self._on_refused)
        # Another chat: an edit of this one is over.
        controller.messages_reset.connect(self._on_reset)
        controller.message_added.connect(self._on_added)

    def _bind_actions(self) -> None:
        commands = self._window.commands
        commands.bind("message.edit_last", self._messages.edit_last)
        commands.bind("message.attach", self._choose_files)
        commands.bind("reply.continue", self._continue_last, is_possible=self._is_ready)

    def _act(self, message_id: int, act: Act) -> None:
        match act:
            case Act.COPY:
                _copy(self._messages.text_of(message_id))
            case Act.COPY_PLAIN:
                _copy(plain_text(self._messages.text_of(message_id)))
            case Act.EDIT:
                self._messages.edit(message_id)
            case Act.REGENERATE:
                self._messages.regenerate(message_id)
            case Act.GO_ON:
                self._messages.go_on(message_id)
            case Act.DELETE:
                self._ask_to_delete(message_id)
            case Act.VERIFY | Act.DETAILS:
                pass  # the reply's own line does these

    def _ask_to_delete(self, message_id: int) -> None:
        if self._program.turns.are_running:
            self._program.controller.refuse()
            return
        shown = {view.id: view for view in self._program.controller.shown()}
        view = shown.get(message_id)
        if view is None:
            return
        box = deletion_question(
            self._window,
            is_reply=view.role is Role.ASSISTANT,
            num_below=self._messages.num_below(message_id),
            delete=partial(self._messages.delete, message_id),
        )
        box.finished.connect(self._on_answered)
        self.question = box
        box.open()

    def _on_answered(self) -> None:
        self.question = None

    def _begin_edit(self, message_id: int, text: str, files: list[Attachment]) -> None:
        composer = self._window.composer
        if self._edited is None:
            self._set_aside = (composer.text(), self._attachments.attachments)
        self._edited = message_id
        composer.editing.show()
        self._attachments.put(files)
        composer.set_text(text)
        composer.setFocus()

    def _cancel_edit(self) -> None:
        if self._edited is None:
            return
        text, files = self._set_aside
        self._end_edit()
        self._attachments.put(files)
        self._window.composer.set_text(text)

    def _end_edit(self) -> None:
        self._edited = None
        self._set_aside = ("", [])
        self._window.composer.editing.hide()

    def _submit(self, text: str) -> None:
        files = self._attachments.attachments
        if self._edited is None:
            self._program.controller.send(text, files)
        else:
            self._messages.resend(self._edited, text, files)

    def _on_sent(self) -> None:
        if self._edited is not None:
            written, files = self._set_aside
            self._end_edit()
            self._attachments.put(files)
            self._window.composer.set_text(written)
        else:
            self._attachments.clear()

    def _on_refused(self, text: str) -> None:
        self._window.composer.set_text(text)

    def _on_reset(self, views: list[MessageView]) -> None:
        if self._edited is not None and self._edited not in {view.id for view in views}:
            self._cancel_edit()
        # After the edit: what it had set aside belongs to the chat before.
        self._attachments.open_chat(self._program.controller.chats.current_id)

    def _on_added(self) -> None:
        chat = self._program.controller.chats.current_id
        if chat is not None:
            self._attachments.begin_chat(chat)

    def _on_reopened(self, view: MessageView) -> None:
        self._window.transcript.reopen(view)
        self._window.speed_panel.begin_turn()

    def _continue_last(self) -> None:
        shown = self._program.controller.shown()
        if shown:
            self._messages.go_on(shown[-1].id)

    def _is_ready(self) -> bool:
        return self._program.controller.state is EngineState.READY

    def _choose_files(self) -> None:
        dialog = QFileDialog(self._window, translate("Replies", "Attach files"))
        documents = translate("Replies", "Documents and texts")
        dialog.setNameFilters(
            [f"{documents} ({_ATTACHABLE})", f"{translate('Replies', 'All files')} (*)"]
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._on_chosen)
        dialog.open()

    def _on_chosen(self, names: list[str]) -> None:
        self._attach([Path(name) for name in names])

    def _attach(self, paths: list[Path]) -> None:
        self._attachments.add(paths)
        self._window.show_chat()

    def _show_attachments(self) -> None:
        control, composer = self._attachments, self._window.composer
        composer.tray.show_files(control.staged, control.problem)
        hold = translate("Replies", "Reading the files…") if control.is_reading else ""
        composer.set_has_files(bool(control.attachments), hold)
        self._program.counter.set_files(control.attachments)

    def _open_staged(self, key: int) -> None:
        for staged in self._attachments.staged:
            if staged.key == key and staged.attachment is not None:
                self._view(staged.name, staged.attachment.text)

    def _open_file(self, file: AttachedFile) -> None:
        controller = self._program.controller
        text = controller.attempt(lambda: controller.chats.rows.file_text(file.id))
        if text:
            self._view(file.name, text)

    def _view(self, name: str, text: str) -> None:
        viewer = AttachmentViewer(name, text, self._window.look, self._window)
        viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        viewer.open()


def _copy(text: str) -> None:
    if text:
        QGuiApplication.clipboard().setText(text)
