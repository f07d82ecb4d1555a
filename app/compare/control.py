"""Has prompts answered both ways, run by run, and keeps what came of each.

One series at a time: every prompt as often as was asked for. Stopping it, or an error, ends it
with the runs that were whole. Knows no widget; `TurnControl` talks to the engine.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from app.busy import ProcessorWatch
from app.compare.history import CompareHistory
from app.compare.prompts import Plan, Prompt, PromptKind
from app.compare.runs import ComparedRun
from app.controller import Controller
from app.error_text import explain_not_now, sentence
from app.errors import AppError
from app.language.text import mark, translate
from app.model_control import OWN_DRAFT_KIND, OWN_DRAFT_NAME, ModelControl
from app.settings_file import Settings
from app.turn_control import TurnControl
from app.view_types import EngineState
from engine import (
    CompareFinished,
    Controls,
    EngineError,
    Failed,
    Message,
    ModelsLoaded,
    Pane,
    Role,
    SamplingParams,
    TurnEvent,
    TurnStarted,
    TurnStats,
)

NO_QUESTION = mark(
    "Compare", "There is no question in this chat yet. Write a prompt below, or choose a set."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The run that begins now.

    Args:
        prompt: with the text that is really asked.
        number: of the run in its series, from 1 on.
        num_runs: of the series.
        repeat: of this prompt, from 1 on.
        num_repeats: of this prompt.
    """

    prompt: Prompt
    number: int
    num_runs: int
    repeat: int
    num_repeats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesEnd:
    """What came of a series.

    Args:
        runs: those that were whole.
        num_runs: as many as were asked for.
        problem: the sentence of the error that ended it, or empty.
        last: what the engine found of the newest run; None where there is none.
    """

    runs: tuple[ComparedRun, ...]
    num_runs: int
    problem: str = ""
    last: CompareFinished | None = None


@dataclass(slots=True)
class _Series:
    name: str
    plan: Plan
    sampling: SamplingParams
    steps: Iterator[Step]
    prompt: Prompt
    controls: Controls = field(default_factory=Controls)
    runs: list[ComparedRun] = field(default_factory=list)
    first: Pane | None = None
    last: CompareFinished | None = None


class CompareControl(QObject):
    """Compare both ways.

    Args:
        controller: knows whether anything may be asked now.
        turns: where runs are asked for.
        models: what is loaded.
        settings: how tokens are chosen.
        history: where runs are kept.
        watch: tells how busy the computer was with something else.
        clock: unix seconds.
    """

    begun = Signal(object)
    """Plan"""
    advanced = Signal(object)
    """Step"""
    happened = Signal(object)
    """TurnEvent of the run under way"""
    run_finished = Signal(object)
    """ComparedRun"""
    ended = Signal(object)
    """SeriesEnd"""
    refused = Signal(str)
    """Why nothing can be compared now"""
    history_changed = Signal()

    def __init__(
        self,
        controller: Controller,
        *,
        turns: TurnControl,
        models: ModelControl,
        settings: Settings,
        history: CompareHistory,
        watch: ProcessorWatch | None = None,
        clock: Callable[[], float] = time.time,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._turns = turns
        self._models = models
        self._settings = settings
        self.history = history
        """What was compared so far."""
        self._watch = watch or ProcessorWatch()
        self._clock = clock
        self._series: _Series | None = None
        turns.compare_event.connect(self._on_event)

    @property
    def is_running(self) -> bool:
        """Whether a series is under way."""
        return self._series is not None

    def last_question(self) -> str:
        """Give the open chat's last question, empty where there is none."""
        messages = self._messages(Prompt(kind=PromptKind.LAST, name="", text=""))
        return messages[-1].content if messages else ""

    def start(self, plan: Plan) -> None:
        """Begin a series, or say why not."""
        if self._models.loaded is None or self._controller.state is not EngineState.READY:
            self.refused.emit(explain_not_now(self._controller.state))
            return
        sampling = self._sampling(plan)
        if not plan.prompts or not all(map(self._messages, plan.prompts)):
            self.refused.emit(translate("Compare", NO_QUESTION))
            return
        self._series = _Series(
            name=secrets.token_hex(8),
            plan=plan,
            sampling=sampling,
            steps=_steps(plan),
            prompt=plan.prompts[0],
        )
        self.begun.emit(plan)
        self._go_on(self._series)

    def stop(self) -> None:
        """End the series with the runs that are whole."""
        if self._series is not None:
            self._series.controls.stop.set()
            self._controller.stop()

    def delete(self, ids: list[int]) -> None:
        """Forget runs of the history."""
        if not self.history.delete(ids):
            self.refused.emit(translate("Compare", "The history cannot be changed on disk."))
        self.history_changed.emit()

    def _go_on(self, series: _Series) -> None:
        step = next(series.steps, None)
        if step is None:
            self._end(series)
            return
        messages = self._messages(step.prompt)
        if not messages:
            self._end(series, problem=translate("Compare", NO_QUESTION))
            return
        series.first = None
        series.prompt = replace(step.prompt, text=messages[-1].content)
        self.advanced.emit(replace(step, prompt=series.prompt))
        self._watch.begin()
        series.controls = Controls(num_draft_tokens=self._settings.integer("lookahead"))
        self._turns.compare(messages, sampling=series.sampling, controls=series.controls)

    def _on_event(self, event: TurnEvent) -> None:
        series = self._series
        if series is None:
            return
        self.happened.emit(event)
        match event:
            case TurnStarted(pane=Pane() as pane):
                series.first = series.first or pane
            case CompareFinished(is_whole=True):
                series.last = event
                self._keep(series, event)
                # Stop may have come when the run was over, but not yet told.
                if series.controls.stop.is_set():
                    self._end(series)
                else:
                    self._go_on(series)
            case CompareFinished():
                self._end(series)
            case Failed(error=error):
                self._end(series, problem=sentence(error))
            case _:
                pass

    def _keep(self, series: _Series, event: CompareFinished) -> None:
        loaded, speculative = self._models.loaded, event.speculative
        if loaded is None or speculative is None:
            return
        run = _run_of(
            series,
            event,
            speculative=speculative,
            loaded=loaded,
            at=self._clock(),
            others_share=self._watch.others_share(),
        )
        series.runs.append(run)
        if not self.history.add(run):
            self.refused.emit(translate("Compare", "This run could not be kept in the history."))
        self.run_finished.emit(run)
        self.history_changed.emit()

    def _end(self, series: _Series, *, problem: str = "") -> None:
        self._series = None
        self.ended.emit(
            SeriesEnd(
                runs=tuple(series.runs),
                num_runs=series.plan.num_runs,
                problem=problem,
                last=series.last,
            )
        )

    def _sampling(self, plan: Plan) -> SamplingParams:
        asked = self._controller.provenance()
        sampling = self._settings.sampling() if asked is None else asked.sampling
        longest = sampling.max_new_tokens
        if plan.max_new_tokens is not None:
            longest = min(plan.max_new_tokens, longest or plan.max_new_tokens)
            longest = max(longest, sampling.min_new_tokens, 1)
        seed = sampling.seed
        if seed is None:
            # One for all repeats, so that what differs between them is the computer's doing.
            seed = secrets.randbelow(2**31)
        return replace(sampling, max_new_tokens=longest, seed=seed)

    def _messages(self, prompt: Prompt) -> tuple[Message, ...]:
        """Give what a prompt is asked with: one from a chat with all that was said before it."""
        loaded = self._models.loaded
        system = self._settings.text("system_prompt")
        if prompt.kind is PromptKind.LAST:
            try:
                spec = None if loaded is None else loaded.target.spec
                chats = self._controller.chats
                return () if spec is None else chats.compared(prompt.text, spec, system)
            except (EngineError, AppError) as error:
                self.refused.emit(sentence(error))
                return ()
        if not prompt.text.strip():
            return ()
        before = (Message(Role.SYSTEM, system),) if system.strip() else ()
        return (*before, Message(Role.USER, prompt.text))


def _steps(plan: Plan) -> Iterator[Step]:
    number = 0
    for prompt in plan.prompts:
        for repeat in range(1, plan.num_repeats + 1):
            number += 1
            yield Step(
                prompt=prompt,
                number=number,
                num_runs=plan.num_runs,
                repeat=repeat,
                num_repeats=plan.num_repeats,
            )


def _run_of(
    series: _Series,
    event: CompareFinished,
    *,
    speculative: TurnStats,
    loaded: ModelsLoaded,
    at: float,
    others_share: float | None,
) -> ComparedRun:
    draft = ""
    if loaded.draft is not None:
        is_own = loaded.draft.kind == OWN_DRAFT_KIND
        draft = OWN_DRAFT_NAME if is_own else loaded.draft.spec.name
    return ComparedRun(
        series=series.name,
        at=at,
        target=loaded.target.spec.name,
        form=loaded.target.kind,
        draft=draft,
        device=loaded.device,
        kind=series.prompt.kind,
        prompt=series.prompt.name,
        temperature=series.sampling.temperature,
        is_speculative_first=series.first is Pane.SPECULATIVE,
        plain_tokens_per_s=event.plain.tokens_per_s,
        speculative_tokens_per_s=speculative.tokens_per_s,
        plain_first_token_s=event.plain.time_to_first_token_s,
        speculative_first_token_s=speculative.time_to_first_token_s,
        num_tokens=speculative.num_tokens,
        acceptance_rate=speculative.acceptance_rate if speculative.num_drafted else None,
        tokens_a_round=speculative.mean_acceptance_length,
        num_compared=event.num_compared,
        first_difference=event.first_difference,
        is_same_text_promised=not event.is_sampled or event.is_coupled,
        others_share=others_share,
    )
