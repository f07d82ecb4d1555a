"""Connects the window with the program behind it: every signal of one to a slot of the other.

The only module that knows both. Owns the dialogs; decides nothing about chats or models.
"""

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtGui import QGuiApplication

from app.about.wiring import AboutWiring
from app.actions.wiring import ActionsWiring
from app.branches.wiring import MessagesWiring
from app.bug_dialog import BugDialog
from app.bundle.cuda_missing import explain_missing_cuda
from app.bundle.cuda_offer import offer_cuda
from app.bundle.replaced import watch_replacement
from app.chat_list.wiring import ChatListWiring
from app.compare.wiring import CompareWiring
from app.crash import report_text
from app.desktop.wiring import DesktopWiring
from app.error_text import explain_not_now
from app.exchange.wiring import ExchangeWiring
from app.language.stages import loading
from app.language.text import translate
from app.main_window import MainWindow
from app.model_control import OWN_DRAFT_KIND
from app.models_wiring import ModelsWiring
from app.notices import Notices
from app.presets.wiring import PresetsWiring
from app.program import Program
from app.settings import SETTINGS, spec_of
from app.settings_dialog import SettingsDialog
from app.speed.wiring import SpeedWiring
from app.view_types import EngineState, MessageStatus, MessageView, SendKey, Theme
from engine import (
    LoadProgress,
    ModelsLoaded,
    TextDelta,
    TurnStats,
    Unexpected,
    explain,
    user_paths,
)


class Wiring(QObject):
    """The connections between one window and one program.

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
        self._controller = program.controller
        self._notices = Notices(window.banner, parent=self)
        self._settings_dialog: SettingsDialog | None = None
        self._bug_dialog: BugDialog | None = None
        self._needs_reload = False
        self._connect_chats()
        self._connect_replies()
        self._connect_models()
        ChatListWiring(program, window=window, notices=self._notices, parent=self)
        ExchangeWiring(program, window=window, notices=self._notices, parent=self)
        MessagesWiring(program, window=window, parent=self)
        PresetsWiring(program, window=window, parent=self)
        # After the others: its offers come after what they withdraw.
        self.models = ModelsWiring(program, window=window, notices=self._notices, parent=self)
        """The dialogs about models and drafts."""
        self._connect_settings()
        self.desktop = DesktopWiring(
            program, window=window, notices=self._notices, paths=user_paths(), parent=self
        )
        """Tray, folders, welcome and what the window remembers."""
        compare = CompareWiring(program, window=window, parent=self)
        self.speed = SpeedWiring(program, window=window, parent=self)
        """The speed panel's details."""
        ActionsWiring(program, window=window, compare=compare.compare, parent=self)
        offer_cuda(program, notices=self._notices, parent=self)
        explain_missing_cuda(program, notices=self._notices, parent=self)
        watch_replacement(self._notices, parent=self)
        self.about = AboutWiring(program, window=window, notices=self._notices, parent=self)
        """The About box and the look for a newer version."""

    def show_bug(self, error: Unexpected) -> None:
        """Show a bug of ours with the text to copy; one at a time, since bugs come in swarms."""
        if self._bug_dialog is None:
            dialog = BugDialog(explain(error), report=report_text(error), parent=self._window)
            dialog.finished.connect(self._on_bug_closed)
            self._bug_dialog = dialog
            dialog.show()

    def keep_geometry(self) -> None:
        """Remember where the window stands."""
        geometry = self._window.saveGeometry().toBase64().toStdString()
        self._controller.change_setting("geometry", geometry)

    def _on_bug_closed(self) -> None:
        self._bug_dialog = None

    def _connect_chats(self) -> None:
        controller, window = self._controller, self._window
        controller.state_changed.connect(self._on_state)
        controller.messages_reset.connect(window.transcript.set_messages)
        controller.messages_reset.connect(self._show_context)
        self._program.messages.branch_shown.connect(self._show_context)
        controller.message_added.connect(self._on_message_added)
        controller.notice.connect(self._notices.say)
        controller.bug_found.connect(self.show_bug)
        window.composer.text_changed.connect(self._program.counter.follow)
        self._program.counter.counted.connect(window.composer.set_count)
        window.stop_requested.connect(controller.stop)
        window.new_chat_requested.connect(self._on_new_chat)
        # Queued: the list is filled anew, which must not happen while it tells of a click.
        queued = Qt.ConnectionType.QueuedConnection
        window.sidebar.opened.connect(self._on_opened, queued)

    def _connect_replies(self) -> None:
        controller, turns, window = self._controller, self._program.turns, self._window
        turns.delta.connect(self._on_delta)
        turns.proposed.connect(window.transcript.set_proposed)
        turns.prompt_progress.connect(window.transcript.set_prompt_progress)
        turns.message_finished.connect(window.transcript.finish)
        turns.messages_dropped.connect(window.transcript.set_left_out)
        turns.proof_changed.connect(window.transcript.set_verdict)
        turns.speed_changed.connect(window.speed_panel.set_live)
        window.speed_panel.shown.connect(self._on_stats)
        controller.speculation_state.connect(window.speed_panel.set_state)
        window.transcript.copy_requested.connect(self._copy)
        window.transcript.verify_requested.connect(self._program.messages.verify)
        window.transcript.regenerate_requested.connect(
            self._program.messages.regenerate, Qt.ConnectionType.QueuedConnection
        )
        window.transcript.example_chosen.connect(self._on_example)

    def _connect_models(self) -> None:
        models = self._program.models
        models.load_begun.connect(self._on_load_begun)
        models.load_progress.connect(self._on_load_progress)
        models.models_changed.connect(self._on_models)

    def _connect_settings(self) -> None:
        controller, window = self._controller, self._window
        controller.setting_changed.connect(self._apply_setting)
        window.settings_requested.connect(self._show_settings)
        window.speed_panel.speculation_toggled.connect(controller.set_speculation)
        window.speed_panel.lookahead_changed.connect(controller.set_lookahead)
        window.speed_panel.tint_toggled.connect(self._on_tint_toggled)
        window.speed_panel.proposed_toggled.connect(self._on_proposed_toggled)
        for key, value in self._program.settings.values.items():
            self._apply_setting(key, value)
        geometry = self._program.settings.text("geometry")
        if geometry:
            window.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "ignore")))

    def _on_state(self, state: EngineState) -> None:
        window = self._window
        window.apply_state(state)
        for other in EngineState:
            if other is not state:
                # Why nothing could be asked before is no news now.
                self._notices.take_back(explain_not_now(other))
        if state is EngineState.STOPPING:
            # The next message may be sent at once; it waits for the reply that is being stopped.
            window.composer.set_busy(False)
            window.composer.set_send_enabled(True)

    def _on_message_added(self, message: MessageView) -> None:
        self._window.transcript.append(message)
        if message.status is MessageStatus.GENERATING:
            self._window.speed_panel.begin_turn()

    def _on_new_chat(self) -> None:
        self._controller.new_chat()
        self._window.speed_panel.clear()
        self._window.show_chat()

    def _on_opened(self, conversation_id: int) -> None:
        self._controller.open_conversation(conversation_id)
        self._window.show_chat()

    def _on_example(self, text: str) -> None:
        if self._controller.state is EngineState.READY:
            self._controller.send(text)
        else:
            self._window.composer.set_text(text)

    def _on_delta(self, message_id: int, event: TextDelta) -> None:
        self._window.transcript.append_delta(message_id, event.text, event.tokens, event.stats)

    def _on_stats(self, stats: TurnStats) -> None:
        self._set_context(stats.num_context_tokens)

    def _show_context(self, views: Sequence[MessageView]) -> None:
        used = [view.stats.num_context_tokens for view in views if view.stats is not None]
        # What the last reply filled; another model counts a little otherwise.
        self._set_context(used[-1] if used else 0)

    def _set_context(self, used: int) -> None:
        loaded = self._program.models.loaded
        if loaded is not None:
            self._window.top_bar.set_context(used, loaded.context_length)

    def _copy(self, message_id: int) -> None:
        text = self._program.messages.text_of(message_id)
        if text:
            QGuiApplication.clipboard().setText(text)

    def _on_load_begun(self) -> None:
        # The engine itself takes seconds to start, before it has anything to tell.
        self._window.set_loading(translate("Window", "starting the engine"), None)

    def _on_load_progress(self, progress: LoadProgress) -> None:
        self._window.set_loading(loading(progress.stage, progress.model), progress.fraction)

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        top_bar = self._window.top_bar
        if loaded is None:
            top_bar.set_models("", "", None, "")
            top_bar.set_device("")
            return
        note = "" if loaded.draft_refusal is None else explain(loaded.draft_refusal)
        draft = None if loaded.draft is None else loaded.draft.spec.name
        is_own = loaded.draft is not None and loaded.draft.kind == OWN_DRAFT_KIND
        draft = translate("Window", "its own") if is_own else draft
        top_bar.set_models(loaded.target.spec.name, loaded.target.kind, draft, note)
        top_bar.set_device(loaded.device)
        self._show_context(self._controller.shown())
        self._notices.withdraw()

    def _show_settings(self) -> None:
        if self._settings_dialog is not None:
            self._settings_dialog.raise_()
            return
        dialog = SettingsDialog(
            SETTINGS,
            dict(self._program.settings.values),
            look=self._window.look,
            folders=self.desktop.folders(),
            parent=self._window,
        )
        self.desktop.connect_settings(dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.changed.connect(self._controller.change_setting)
        dialog.reset_requested.connect(self._on_reset)
        dialog.finished.connect(self._on_settings_closed)
        self._settings_dialog = dialog
        dialog.open()

    def _on_reset(self) -> None:
        self._controller.reset_settings()
        if self._settings_dialog is not None:
            self._settings_dialog.set_values(dict(self._program.settings.values))

    def _on_settings_closed(self) -> None:
        self._settings_dialog = None
        loaded = self._program.models.loaded
        if self._needs_reload and loaded is not None:
            settings = self._program.settings
            self._program.models.load(loaded.target.spec.id, settings.text("draft_id") or None)
        self._needs_reload = False

    def _on_tint_toggled(self, is_on: bool) -> None:
        self._controller.change_setting("tint", is_on)

    def _on_proposed_toggled(self, is_on: bool) -> None:
        self._controller.change_setting("show_proposed", is_on)

    def _apply_setting(self, key: str, value: object) -> None:
        if self._settings_dialog is not None:
            # A value that was refused, or changed elsewhere, is shown as it is in force.
            self._settings_dialog.set_values({key: value})
        window, settings = self._window, self._program.settings
        match key:
            case "theme":
                window.look.set_mode(Theme(settings.text(key)))
            case "send_key":
                window.composer.set_send_key(SendKey(settings.text(key)))
            case "speculate":
                window.speed_panel.set_speculation(settings.flag(key))
            case "lookahead":
                window.speed_panel.set_lookahead(settings.integer(key))
            case "tint":
                window.speed_panel.set_tint(settings.flag(key))
                window.transcript.set_tint_enabled(settings.flag(key))
                window.compare_view.set_tint_enabled(settings.flag(key))
            case "show_proposed":
                window.speed_panel.set_proposed(settings.flag(key))
                window.transcript.set_proposed_enabled(settings.flag(key))
            case _ if spec_of(key).is_load_time:
                self._needs_reload = self._settings_dialog is not None
