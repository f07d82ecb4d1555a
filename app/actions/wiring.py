"""Binds the actions that need more than the window: settings, chats, replies.

What another part of the program offers is bound by that part's own wiring.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.chat_list.rows import RowKind
from app.main_window import MainWindow
from app.program import Program
from app.settings import ZOOM_PERCENTS
from app.transcript.messages import Reply
from app.view_types import EngineState, SendKey, Theme


class ActionsWiring(QObject):
    """The connections of one window's actions.

    Args:
        program: what acts.
        window: whose actions they are.
        compare: what begins a comparison.
    """

    def __init__(
        self,
        program: Program,
        *,
        window: MainWindow,
        compare: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._controller = program.controller
        self._settings = program.settings
        commands, panel = window.commands, window.speed_panel
        commands.bind("chat.next", lambda: self._step_chat(1))
        commands.bind("chat.previous", lambda: self._step_chat(-1))
        commands.bind("reply.regenerate", self._regenerate, is_possible=self._has_reply_and_rest)
        commands.bind("reply.copy", self._copy, is_possible=lambda: self._last_reply() is not None)
        commands.bind("reply.verify", self._verify, is_possible=self._has_reply_and_rest)
        commands.bind("speed.speculate", lambda: self._toggle("speculate"))
        commands.bind("speed.compare", compare, is_possible=panel.compare.isEnabled)
        commands.bind("view.tint", lambda: self._toggle("tint"))
        commands.bind("view.zoom_in", lambda: self._zoom(1))
        commands.bind("view.zoom_out", lambda: self._zoom(-1))
        commands.bind("view.zoom_reset", lambda: self._change("zoom", "100"))
        commands.bind("view.theme", self._swap_theme)
        commands.bind("view.theme_system", lambda: self._change("theme", Theme.SYSTEM.value))
        self._controller.state_changed.connect(commands.refresh)
        # When the transcript shows them: it is told in the same breath.
        self._controller.messages_reset.connect(
            commands.refresh, Qt.ConnectionType.QueuedConnection
        )
        window.composer.edit.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # In an empty box there is no line above: Up means the message before.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_up = event.key() == Qt.Key.Key_Up
            is_plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            if is_up and is_plain and not self._window.composer.text():
                self._window.commands.trigger("message.edit_last")
                return True
        return False

    def _regenerate(self) -> None:
        composer = self._window.composer
        if composer.text() and composer.edit.hasFocus():
            # Something is being written: the key means that, as the settings have it.
            if composer.edit.send_key is SendKey.CTRL_ENTER:
                composer.edit.submitted.emit()
            else:
                composer.edit.insertPlainText("\n")
            return
        message_id = self._last_reply()
        if message_id is not None and self._controller.state is EngineState.READY:
            self._window.transcript.regenerate_requested.emit(message_id)

    def _copy(self) -> None:
        message_id = self._last_reply()
        if message_id is not None:
            self._window.transcript.copy_requested.emit(message_id)

    def _verify(self) -> None:
        message_id = self._last_reply()
        if message_id is not None:
            self._window.transcript.verify_requested.emit(message_id)

    def _last_reply(self) -> int | None:
        messages = self._window.transcript.body.messages
        last = messages[-1] if messages else None
        return last.id if isinstance(last, Reply) else None

    def _has_reply_and_rest(self) -> bool:
        return self._last_reply() is not None and self._controller.state is EngineState.READY

    def _step_chat(self, step: int) -> None:
        # As the list has them, pins and folders included.
        rows = self._window.sidebar.list.rows.rows
        chats = [row.id for row in rows if row.kind is RowKind.CHAT]
        if not chats:
            return
        current = self._controller.chats.current_id
        # From a chat that has not begun the first one is the next, either way.
        index = chats.index(current) + step if current in chats else 0
        self._window.sidebar.opened.emit(chats[index % len(chats)])

    def _toggle(self, key: str) -> None:
        self._change(key, not self._settings.flag(key))

    def _change(self, key: str, value: object) -> None:
        self._controller.change_setting(key, value)

    def _zoom(self, step: int) -> None:
        steps = [str(percent) for percent in ZOOM_PERCENTS]
        index = steps.index(self._settings.text("zoom")) + step
        self._change("zoom", steps[max(0, min(index, len(steps) - 1))])

    def _swap_theme(self) -> None:
        theme = Theme.LIGHT if self._window.look.is_dark else Theme.DARK
        self._change("theme", theme.value)
