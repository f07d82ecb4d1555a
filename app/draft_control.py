"""Has drafts made and pairs measured: what is asked of the engine for it, and where that stands.

Listens to the engine's thread by itself, as the token counter does, so that the turns know nothing
of it. Knows no widget; the chats only as questions that may be learnt from.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal

from app.draft_views import MakingPhase, MakingView
from app.engine_thread import EngineThread
from app.error_text import sentence
from app.language.text import translate
from app.model_control import ModelControl
from app.model_shelf import ModelShelf
from engine import (
    Controls,
    DiscardTraining,
    DraftTrained,
    EngineError,
    Event,
    Failed,
    MeasurePair,
    ModelSpec,
    PairMeasured,
    Recipe,
    Stopped,
    TrainDraft,
    TrainedDraft,
    TrainingAdvanced,
    TrainingDiscarded,
    Unexpected,
    expected_gain,
    explain_advice,
    explain_expectation,
    suggested_recipe,
    unfinished_run,
    work_folder,
)

_NOTHING = MakingView(target_id="", target_name="", phase=MakingPhase.IDLE, recipe=Recipe())
Pair = tuple[str, str]
"""Ids of a target and of its draft; the latter is empty where the engine finds it."""


class DraftControl(QObject):
    """Make drafts and measure pairs.

    Args:
        engine: where both are posted.
        models: loads what has to be loaded first.
        shelf: finds models and the drafts made for them.
        questions: gives what the user has asked in chats.
        new_id: gives a number that no turn has had.
    """

    making_changed = Signal(object)
    """MakingView"""
    advice_changed = Signal(str, str, str)
    """A target's id, a draft's, and what is to be said of the pair"""
    busy_changed = Signal()
    bug_found = Signal(object)
    """Unexpected"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        models: ModelControl,
        shelf: ModelShelf,
        questions: Callable[[], tuple[str, ...]],
        new_id: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._models = models
        self._shelf = shelf
        self._questions = questions
        self._new_id = new_id
        self._view = _NOTHING
        self._training: TrainDraft | None = None
        self._discarding: DiscardTraining | None = None
        self._discards_next = False
        self._measuring: tuple[MeasurePair, Pair] | None = None
        self._advice: dict[Pair, str] = {}
        shelf.own_draft_found.connect(self._on_own_draft)
        engine.happened.connect(self._on_event, Qt.ConnectionType.QueuedConnection)

    @property
    def is_training(self) -> bool:
        """Whether the engine is making a draft, or about to."""
        return self._training is not None or self._discarding is not None

    @property
    def is_measuring(self) -> bool:
        """Whether the engine is measuring a pair, or about to."""
        return self._measuring is not None

    @property
    def view(self) -> MakingView:
        """The making that was looked at last."""
        return self._view

    def look_at(self, target_id: str) -> MakingView | None:
        """Find out where a target's draft stands; one under way or just done stays in view.

        Returns:
            What to show, or None if the target is not on this machine.
        """
        is_done = self._view.phase is MakingPhase.DONE and self._view.target_id == target_id
        if self.is_training or is_done:
            return self._view
        try:
            target = self._shelf.resolve(target_id)
        except EngineError as error:
            self._models.failed.emit(error)
            return None
        run = unfinished_run(work_folder(target))
        self._view = MakingView(
            target_id=target_id,
            target_name=target.name,
            phase=MakingPhase.IDLE if run is None else MakingPhase.PAUSED,
            recipe=self._suggested(target) if run is None else run.recipe,
            learns_from_chats=run is not None and bool(run.questions),
            num_questions=len(self._questions()),
            expectation=self._expectation(target),
        )
        self.making_changed.emit(self._view)
        self._shelf.find_own_draft(target_id)
        return self._view

    def start(self, recipe: Recipe, learns_from_chats: bool) -> None:
        """Make a draft for the target in view."""
        if self.is_training:
            return
        questions = self._questions() if learns_from_chats else ()
        self._train(recipe, questions)

    def resume(self) -> None:
        """Go on where the making was stopped."""
        if self.is_training:
            return
        try:
            run = unfinished_run(work_folder(self._shelf.resolve(self._view.target_id)))
        except EngineError as error:
            self._models.failed.emit(error)
            return
        if run is None:
            self._show(replace(self._view, phase=MakingPhase.IDLE, problem="", progress=None))
        else:
            self._train(run.recipe, run.questions)

    def pause(self) -> None:
        """Stop the making; what was done is kept."""
        if self._training is not None:
            self._training.controls.stop.set()
            self._show(replace(self._view, phase=MakingPhase.PAUSING))

    def discard(self) -> None:
        """Stop the making, if it runs, and delete what is unfinished."""
        if self._training is not None:
            self._discards_next = True
            self.pause()
        else:
            self._post_discard()

    def use(self) -> None:
        """Load the draft that is done beside its target, and measure what it brings."""
        view = self._view
        if view.draft is not None:
            self.measure(view.target_id, str(view.draft.path), is_new=True)

    def measure(self, target_id: str, draft_id: str, *, is_new: bool = False) -> None:
        """Measure a pair, which is loaded for it if it is not.

        Args:
            target_id: the model.
            draft_id: the draft.
            is_new: whether its file may be another one than was loaded.
        """
        if self.is_training or self.is_measuring:
            return
        loaded = self._models.loaded
        is_loaded = (
            loaded is not None
            and loaded.draft is not None
            and (loaded.target.spec.id, loaded.draft.spec.id) == (target_id, draft_id)
        )
        if (is_new or not is_loaded) and not self._models.load(target_id, draft_id):
            return
        command = MeasurePair(turn_id=self._new_id())
        self._measuring = (command, (target_id, draft_id))
        self._engine.post(command)
        self._tell_advice(
            (target_id, draft_id), translate("Making", "Measuring: a few short replies…")
        )
        self.busy_changed.emit()

    def advice(self, target_id: str, draft_id: str) -> str:
        """Give what was measured of a pair since the start, or an empty text."""
        return self._advice.get((target_id, draft_id), "")

    def stop(self) -> None:
        """Stop whatever the engine does for it; a draft can be resumed."""
        self.pause()
        self.stop_measuring()

    def stop_measuring(self) -> None:
        """Stop a measurement."""
        if self._measuring is not None:
            self._measuring[0].controls.stop.set()

    def _train(self, recipe: Recipe, questions: tuple[str, ...]) -> None:
        loaded, target_id = self._models.loaded, self._view.target_id
        is_loaded = loaded is not None and loaded.target.spec.id == target_id
        if not is_loaded and not self._models.load(target_id, None):
            return
        command = TrainDraft(
            turn_id=self._new_id(), recipe=recipe, questions=questions, controls=Controls()
        )
        self._training = command
        self._discards_next = False
        self._engine.post(command)
        self._show(
            replace(
                self._view,
                phase=MakingPhase.PREPARING,
                recipe=recipe,
                learns_from_chats=bool(questions),
                problem="",
                advice="",
            )
        )
        self.busy_changed.emit()

    def _post_discard(self) -> None:
        try:
            target = self._shelf.resolve(self._view.target_id)
        except EngineError as error:
            self._models.failed.emit(error)
            return
        self._discarding = DiscardTraining(turn_id=self._new_id(), target=target)
        self._engine.post(self._discarding)
        self._show(replace(self._view, phase=MakingPhase.DISCARDING))
        self.busy_changed.emit()

    def _on_own_draft(self, target_id: str, draft: TrainedDraft | None) -> None:
        view = self._view
        if view.target_id == target_id and view.draft is None and draft is not None:
            self._show(replace(view, draft=draft, advice=self.advice(target_id, str(draft.path))))

    def _on_event(self, event: Event) -> None:
        match event:
            case TrainingAdvanced() if self._is_training(event.turn_id):
                self._on_progress(event)
            case DraftTrained() if self._is_training(event.turn_id):
                self._training = None
                self._show(
                    replace(self._view, phase=MakingPhase.DONE, draft=event.draft, problem="")
                )
                self.busy_changed.emit()
            case TrainingDiscarded():
                self._discarding = None
                self._show(replace(self._view, phase=MakingPhase.IDLE, progress=None, problem=""))
                self.busy_changed.emit()
            case PairMeasured() if self._is_measuring(event.turn_id):
                self._end_measuring(explain_advice(event.advice))
            case Failed(error=error) if self._is_training(event.turn_id):
                self._on_training_failed(error)
            case Failed(error=error) if self._is_measuring(event.turn_id):
                self._end_measuring("" if isinstance(error, Stopped) else sentence(error))
                self._report(error)
            case Failed() if self._discarding and self._discarding.turn_id == event.turn_id:
                self._discarding = None
                self._show(
                    replace(self._view, phase=MakingPhase.PAUSED, problem=sentence(event.error))
                )
                self.busy_changed.emit()
            case _:
                pass

    def _on_progress(self, event: TrainingAdvanced) -> None:
        view = self._view
        if event.progress is None:
            return
        is_pausing = view.phase is MakingPhase.PAUSING
        held_out = event.progress.held_out
        if held_out is None and view.progress is not None:
            # The latest look at held-out text stays in view until there is another.
            held_out = view.progress.held_out
        self._show(
            replace(
                self._view,
                phase=MakingPhase.PAUSING if is_pausing else MakingPhase.RUNNING,
                progress=replace(event.progress, held_out=held_out),
            )
        )

    def _on_training_failed(self, error: EngineError) -> None:
        self._training = None
        is_quiet = isinstance(error, Stopped)
        has_work = self._has_work()
        self._show(
            replace(
                self._view,
                phase=MakingPhase.PAUSED if has_work else MakingPhase.IDLE,
                problem="" if is_quiet else sentence(error),
            )
        )
        self._report(error)
        if self._discards_next:
            self._discards_next = False
            self._post_discard()
        self.busy_changed.emit()

    def _has_work(self) -> bool:
        try:
            target = self._shelf.resolve(self._view.target_id)
        except EngineError:
            # The model was removed meanwhile; what there is of its draft is of no use.
            return False
        return unfinished_run(work_folder(target)) is not None

    def _end_measuring(self, text: str) -> None:
        if self._measuring is None:
            return
        pair = self._measuring[1]
        self._measuring = None
        self._tell_advice(pair, text)
        self.busy_changed.emit()

    def _tell_advice(self, pair: Pair, text: str) -> None:
        self._advice[pair] = text
        self.advice_changed.emit(*pair, text)
        draft = self._view.draft
        if draft is not None and str(draft.path) == pair[1]:
            self._show(replace(self._view, advice=text))

    def _report(self, error: EngineError) -> None:
        if isinstance(error, Unexpected):
            self.bug_found.emit(error)

    def _show(self, view: MakingView) -> None:
        self._view = view
        self.making_changed.emit(view)

    def _is_training(self, turn_id: int | None) -> bool:
        return self._training is not None and self._training.turn_id == turn_id

    def _is_measuring(self, turn_id: int | None) -> bool:
        return self._measuring is not None and self._measuring[0].turn_id == turn_id

    def _suggested(self, target: ModelSpec) -> Recipe:
        size_bytes = target.path.stat().st_size if target.path.is_file() else 0
        return suggested_recipe(size_bytes)

    def _expectation(self, target: ModelSpec) -> str:
        loaded = self._models.loaded
        if loaded is None or loaded.target.spec.id != target.id or loaded.calibration is None:
            return ""
        return explain_expectation(expected_gain(loaded.calibration))
