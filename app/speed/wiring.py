"""Connects the speed panel and its details with the program: figures, costs, and why it is on."""

from PySide6.QtCore import QObject, Qt, QTimer

from app.charts.plotting import preload
from app.main_window import MainWindow
from app.program import Program
from app.speed.details import SpeedDetails
from app.speed.record import SpeedRecord
from app.view_types import EngineState, MessageView
from engine import (
    ModelsLoaded,
    SpeculationReason,
    TextDelta,
    TurnStats,
    explain_speculation,
)

REFRESH_MS = 250


class SpeedWiring(QObject):
    """The connections of everything that shows speed.

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
        self._panel = window.speed_panel
        self._record = SpeedRecord()
        self._plain: float | None = None
        self.details: SpeedDetails | None = None
        """The window of details while it is open."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._show_replies)
        controller, turns = program.controller, program.turns
        controller.messages_reset.connect(self._on_chat)
        program.messages.branch_shown.connect(self._on_chat)
        turns.delta.connect(self._on_delta)
        turns.message_finished.connect(self._on_finished)
        turns.speed_changed.connect(self._on_speed)
        controller.setting_changed.connect(self._on_setting)
        # After what the load itself has to say.
        queued = Qt.ConnectionType.QueuedConnection
        program.models.models_changed.connect(self._on_models, queued)
        controller.state_changed.connect(self._on_state)
        self._panel.details_requested.connect(self.show_details)
        window.commands.bind("speed.details", self.show_details)
        self._show_state()

    def show_details(self) -> None:
        """Show the details, or bring them to the front."""
        if self.details is None:
            dialog = SpeedDetails(self._window.look, self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.finished.connect(self._on_closed)
            self.details = dialog
            self._show_costs(self._program.models.loaded)
            self._show_replies()
            dialog.show()
        self.details.raise_()
        self.details.activateWindow()

    def _on_closed(self) -> None:
        self._timer.stop()
        self.details = None

    def _on_chat(self, views: list[MessageView]) -> None:
        self._record.reset(views)
        replies = self._record.replies
        if replies and not self._program.turns.are_running:
            stats = replies[-1].stats
            self._panel.clear()
            self._panel.set_live(stats, stats.tokens_per_s, self._plain)
            self._panel.set_idle()
        elif not replies:
            self._panel.clear()
        self._show_replies()

    def _on_delta(self, message_id: int, event: TextDelta) -> None:
        self._record.grow(message_id, event.stats)
        if self.details is not None and not self._timer.isActive():
            self._timer.start()

    def _on_finished(self, view: MessageView) -> None:
        self._record.finish(view)
        self._timer.stop()
        self._show_replies()

    def _on_speed(self, stats: TurnStats, tokens_per_s: float, plain: float | None) -> None:
        self._plain = plain

    def _on_setting(self, key: str, value: object) -> None:
        if key in ("speculate", "lookahead"):
            self._show_state()

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        self._show_costs(loaded)
        self._show_state()

    def _on_state(self, state: EngineState) -> None:
        if state is EngineState.READY:
            self._program.controller.state_changed.disconnect(self._on_state)
            # While nothing is being written, and before anybody asks for a plot.
            preload()

    def _show_costs(self, loaded: ModelsLoaded | None) -> None:
        if self.details is not None:
            self.details.set_calibration(None if loaded is None else loaded.calibration)

    def _show_replies(self) -> None:
        if self.details is not None:
            self.details.set_replies(self._record.replies, plain=self._plain)

    def _show_state(self) -> None:
        """Say why speculation is as it is before a reply says so; a running one knows better."""
        if self._program.turns.are_running:
            return
        loaded, settings = self._program.models.loaded, self._program.settings
        if loaded is None:
            self._panel.set_state("")
        elif not settings.flag("speculate"):
            self._panel.set_state(explain_speculation(SpeculationReason.SWITCHED_OFF))
        elif settings.integer("lookahead") == 0:
            self._panel.set_state(explain_speculation(SpeculationReason.LOOKAHEAD_ZERO))
        elif loaded.draft_refusal is not None:
            reason = SpeculationReason.DRAFT_REFUSED
            self._panel.set_state(explain_speculation(reason, loaded.draft_refusal))
        elif loaded.draft is None:
            self._panel.set_state(explain_speculation(SpeculationReason.LOOKUP_ONLY))
        else:
            self._panel.set_state("")
