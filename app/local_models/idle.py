"""Lets go of models that nobody used for a while, and brings them back when somebody writes.

Knows no widget. A message that is sent before they are back waits for them.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from app.controller import Controller
from app.engine_thread import EngineThread
from app.model_control import ModelControl
from app.settings_file import Settings
from app.view_types import EngineState
from engine import ModelsLoaded, Unload

IDLE_KEY = "unload_after_min"
_MINUTE_MS = 60_000


class IdleModels(QObject):
    """Unload and load again.

    Args:
        controller: tells what the program is doing.
        engine: where the models are let go.
        models: loads them again.
        settings: after how many minutes; 0 for never.
    """

    slept = Signal(str)
    """The name of a model that was let go"""
    woke = Signal()
    """It is being loaded again, or another was chosen"""
    back = Signal()
    """It is there again, and a message waits to be sent"""

    def __init__(
        self,
        controller: Controller,
        *,
        engine: EngineThread,
        models: ModelControl,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._engine = engine
        self._models = models
        self._settings = settings
        self._asleep: tuple[str, str | None] | None = None
        self._has_message = False
        self._is_waking = False
        self.timer = QTimer(self)
        """Runs while nothing is done."""
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._sleep)
        controller.state_changed.connect(self._on_state)
        controller.setting_changed.connect(self._on_setting)
        controller.ended.connect(self.timer.stop)
        models.models_changed.connect(self._on_models)

    @property
    def is_asleep(self) -> bool:
        """Whether models were let go and can be brought back."""
        return self._asleep is not None

    def wake(self) -> None:
        """Load again what was let go."""
        if self._asleep is None:
            return
        pair, self._asleep = self._asleep, None
        self._is_waking = True
        self.woke.emit()
        self._models.load(*pair)

    def follow(self, text: str) -> None:
        """Follow what is written: the first letter brings the models back."""
        if text.strip():
            self.wake()
            # Somebody who writes is somebody who uses them.
            self._restart()

    def hold(self) -> None:
        """Have a message sent that somebody sends while nothing is loaded."""
        if self.is_asleep or self._is_waking:
            self._has_message = True
            self.wake()

    def _sleep(self) -> None:
        loaded = self._models.loaded
        if loaded is None or self._controller.state is not EngineState.READY:
            return
        self._asleep = (
            loaded.target.spec.id,
            self._settings.text("draft_id") or None,
        )
        self._engine.post(Unload())
        self.slept.emit(loaded.target.spec.name)

    def _restart(self) -> None:
        minutes = self._settings.integer(IDLE_KEY) or 0
        self.timer.stop()
        if minutes and self._controller.state is EngineState.READY:
            self.timer.start(minutes * _MINUTE_MS)

    def _on_state(self, state: EngineState) -> None:
        self._restart()
        if self._is_waking and state is not EngineState.LOADING:
            self._is_waking = False
            has_message, self._has_message = self._has_message, False
            if has_message and state is EngineState.READY:
                self.back.emit()

    def _on_setting(self, key: str, value: object) -> None:
        if key == IDLE_KEY:
            self._restart()

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        if loaded is not None and self._asleep is not None:
            # Another was chosen meanwhile.
            self._asleep = None
            self.woke.emit()
