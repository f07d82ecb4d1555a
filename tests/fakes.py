"""An engine that follows a script.

The scripted engine tells the same events in the same order as the real one, with times that are
written in the script and not measured. It waits only where a test holds a gate.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import (
    Command,
    Compare,
    CompareFinished,
    Controls,
    CountTokens,
    DiscardTraining,
    EngineError,
    Event,
    Failed,
    FinishReason,
    Generate,
    LoadModels,
    LoadProgress,
    MeasurePair,
    ModelInfo,
    ModelsLoaded,
    ModelSpec,
    NoModelLoaded,
    Pane,
    PromptProgress,
    Proposed,
    ReplyVerified,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    Stopped,
    TextDelta,
    TokenInfo,
    TokensCounted,
    TokenSource,
    TokenStatus,
    TrainDraft,
    TrainingDiscarded,
    TurnFinished,
    TurnStarted,
    TurnStats,
    Unload,
    Unloaded,
    VerifyReply,
    work_folder,
)
from engine.training.run_folder import discard_run
from tests.fake_drafts import DraftScript
from tests.gates import Gate as Gate

END_ID = 2
CONTEXT_LENGTH = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What one turn says.

    Args:
        words: the tokens' texts, in order.
        tokens_per_event: how many come at once.
        prefill_s: when the first event comes, in seconds of the scripted clock.
        event_s: from one event to the next.
        is_plain: no drafts are used, whatever the switch says.
        gate: holds each event of text.
        error: raised (a bug) or told (an `EngineError`) after the words.
        num_dropped_messages: as if the context were full.
        reason: why it ends.
        ignores_stop: as if a pass never came back; only the gate ends it.
        num_thinking: how many of the words are thought, not said.
    """

    words: tuple[str, ...] = ("Once", " upon", " a", " time", ".")
    tokens_per_event: int = 1
    prefill_s: float = 0.5
    event_s: float = 0.05
    is_plain: bool = False
    gate: Gate | None = None
    error: Exception | None = None
    num_dropped_messages: int = 0
    reason: FinishReason = FinishReason.END
    ignores_stop: bool = False
    num_thinking: int = 0


@dataclass(slots=True)
class ScriptedEngine:
    """An engine that follows scripts, one a turn, and the plainest one when they run out.

    Args:
        scripts: for the turns to come.
        load_gate: holds each step of a load.
        load_error: told by the next loads instead of `ModelsLoaded`.
        draft_refusal: told with every load that asks for a draft.
        proof_gate: holds each step of a proof.
        proof_error: told by proofs instead of a verdict.
        drafts: how makings and measurements go.
        count: the next counts' answers: dropped messages, or an error.
    """

    scripts: list[Script] = field(default_factory=list)
    load_gate: Gate | None = None
    load_error: EngineError | None = None
    draft_refusal: EngineError | None = None
    proof_gate: Gate | None = None
    proof_error: EngineError | None = None
    count: int | EngineError = 0
    drafts: DraftScript = field(default_factory=DraftScript)
    target: ModelSpec | None = None
    """What was loaded last."""
    commands: list[Command] = field(default_factory=list)
    """Everything it was asked, in order."""
    speculate_seen: list[bool] = field(default_factory=list)
    """The speculation switch as each event of text found it."""
    _texts: dict[tuple[int, ...], str] = field(default_factory=lambda: {(): ""})

    def handle(self, command: Command) -> Iterator[Event]:
        """Carry out one command."""
        self.commands.append(command)
        match command:
            case LoadModels():
                yield from self._load(command)
            case Unload():
                yield Unloaded()
            case Generate():
                script = self.scripts.pop(0) if self.scripts else Script()
                yield from self._turn(command, script, None)
            case Compare():
                yield from self._compare(command)
            case VerifyReply():
                yield from self._prove(command)
            case TrainDraft():
                if self.target is None:
                    yield Failed(turn_id=command.turn_id, error=NoModelLoaded())
                else:
                    yield from self.drafts.make(command, self.target)
            case DiscardTraining():
                discard_run(work_folder(command.target))
                yield TrainingDiscarded(turn_id=command.turn_id)
            case MeasurePair():
                yield from self.drafts.measure(command)
            case CountTokens(turn_id=turn_id):
                if isinstance(self.count, EngineError):
                    yield Failed(turn_id=turn_id, error=self.count)
                    return
                yield TokensCounted(
                    num_tokens=sum(len(text.split()) for text in _counted(command)),
                    num_dropped_messages=self.count,
                    context_length=CONTEXT_LENGTH,
                    turn_id=turn_id,
                )

    def _prove(self, command: VerifyReply) -> Iterator[Event]:
        num_judged = 0
        total = len(command.prompt_ids) + len(command.reply_ids)
        for num_judged in range(1, len(command.reply_ids) + 1):
            if self.proof_gate is not None:
                self.proof_gate.wait(command.controls.stop)
            if command.controls.stop.is_set():
                num_judged -= 1
                break
            done = len(command.prompt_ids) + num_judged
            yield PromptProgress(turn_id=command.turn_id, num_done=done, num_total=total)
        if self.proof_error is not None:
            yield Failed(turn_id=command.turn_id, error=self.proof_error)
            return
        yield ReplyVerified(
            turn_id=command.turn_id,
            num_tokens=len(command.reply_ids),
            num_own=num_judged,
            num_near_ties=0,
            smallest_gap=None,
            largest_gap=0.0,
            first_foreign=None,
            probabilities=(0.5,) * num_judged,
            is_sampled=not command.sampling.is_greedy,
            is_whole=num_judged == len(command.reply_ids),
        )

    def _load(self, command: LoadModels) -> Iterator[Event]:
        for step in (0.0, 0.5, 1.0):
            if self.load_gate is not None:
                self.load_gate.wait(command.controls.stop)
            if command.controls.stop.is_set():
                yield Failed(turn_id=None, error=Stopped())
                return
            yield LoadProgress(stage="reading", model=command.target.name, fraction=step)
        if self.load_error is not None:
            yield Failed(turn_id=None, error=self.load_error)
            return
        self.target = command.target
        refusal = self.draft_refusal if command.draft is not None else None
        draft = None if refusal is not None or command.draft is None else _info(command.draft)
        yield ModelsLoaded(
            target=_info(command.target),
            draft=draft,
            draft_refusal=refusal,
            device="scripted",
            context_length=CONTEXT_LENGTH,
            load_s=0.1,
        )

    def _turn(
        self, command: Generate | Compare, script: Script, pane: Pane | None
    ) -> Iterator[Event]:
        turn_id, controls = command.turn_id, command.controls
        resume = command.resume if isinstance(command, Generate) else None
        old = () if resume is None else resume.tokens
        said = _Said(tuple(token.id for token in old), self._texts)
        yield TurnStarted(
            turn_id=turn_id,
            num_prompt_tokens=3,
            num_reused_tokens=1,
            num_dropped_messages=script.num_dropped_messages,
            seed=7 if command.sampling.seed is None else command.sampling.seed,
            prompt_ids=(11, 12, 13) if resume is None else resume.prompt_ids,
            pane=pane,
            resumed_text=said.text,
            resumed_tokens=old,
        )
        yield PromptProgress(turn_id=turn_id, num_done=2, num_total=2, pane=pane)
        drafts = pane is not Pane.PLAIN and controls.speculate and not script.is_plain
        yield SpeculationChanged(
            turn_id=turn_id,
            state=SpeculationState.ON if drafts else SpeculationState.OFF,
            reason=SpeculationReason.PAYS if drafts else SpeculationReason.SWITCHED_OFF,
            pane=pane,
        )
        reason = script.reason
        for group in _groups(script):
            self._hold(script, controls)
            if controls.stop.is_set() and not script.ignores_stop:
                reason = FinishReason.STOPPED
                break
            self.speculate_seen.append(controls.speculate)
            drafts = pane is not Pane.PLAIN and controls.speculate and not script.is_plain
            if drafts and controls.show_proposed:
                yield Proposed(turn_id=turn_id, text="".join(group), pane=pane)
            yield said.delta(group, script=script, turn_id=turn_id, drafts=drafts, pane=pane)
        if script.error is not None and reason is not FinishReason.STOPPED:
            if not isinstance(script.error, EngineError):
                raise script.error
            yield Failed(turn_id=turn_id, error=script.error, pane=pane)
            return
        yield TurnFinished(
            turn_id=turn_id,
            reason=reason,
            text=said.text,
            token_ids=said.ids + ((END_ID,) if reason is FinishReason.END else ()),
            stats=said.stats,
            pane=pane,
        )

    def _hold(self, script: Script, controls: Controls) -> None:
        if script.gate is not None:
            script.gate.wait(threading.Event() if script.ignores_stop else controls.stop)

    def _compare(self, command: Compare) -> Iterator[Event]:
        finished: list[TurnFinished] = []
        for pane in (Pane.PLAIN, Pane.SPECULATIVE):
            script = self.scripts.pop(0) if self.scripts else Script()
            for event in self._turn(command, script, pane):
                if isinstance(event, TurnFinished):
                    finished.append(event)
                yield event
        if len(finished) < 2:
            return  # a way that failed has said so
        plain, speculative = (event.stats for event in finished)
        ratio = speculative.tokens_per_s / plain.tokens_per_s if plain.tokens_per_s else 0.0
        yield CompareFinished(
            turn_id=command.turn_id,
            plain=plain,
            speculative=speculative,
            ratio=ratio,
            num_compared=plain.num_tokens,
            first_difference=None,
            gap=None,
            is_sampled=not command.sampling.is_greedy,
            is_whole=not command.controls.stop.is_set(),
        )


class _Said:
    """What a scripted turn has said so far, and what all turns have, by their ids."""

    def __init__(self, ids: tuple[int, ...], texts: dict[tuple[int, ...], str]) -> None:
        self._texts = texts
        self.text = texts[ids]
        self.ids = ids
        self.stats = TurnStats(num_prompt_tokens=3, context_length=CONTEXT_LENGTH)

    def delta(
        self,
        words: tuple[str, ...],
        *,
        script: Script,
        turn_id: int,
        drafts: bool,
        pane: Pane | None,
    ) -> TextDelta:
        """Say one more group of words."""
        tokens = []
        for place, word in enumerate(words):
            start = _utf16_length(self.text)
            self.text += word
            token_id = 100 + len(self.ids)
            self.ids += (token_id,)
            is_draft = drafts and place < len(words) - 1
            tokens.append(
                TokenInfo(
                    id=token_id,
                    start=start,
                    end=_utf16_length(self.text),
                    source=TokenSource.MODEL if is_draft else TokenSource.TARGET,
                    position_in_round=place,
                    status=TokenStatus.ACCEPTED if is_draft else TokenStatus.PLAIN,
                    probability=0.5,
                    is_thinking=len(self.ids) <= script.num_thinking,
                )
            )
        old = self.stats
        is_first = old.num_tokens == 0
        self._texts[self.ids] = self.text
        num_drafted = len(words) - 1 if drafts else 0
        self.stats = TurnStats(
            num_prompt_tokens=3,
            num_reused_tokens=1,
            num_tokens=len(self.ids),
            num_thinking_tokens=min(len(self.ids), script.num_thinking),
            num_first_tokens=len(self.ids) if is_first else old.num_first_tokens,
            num_rounds=old.num_rounds + 1,
            num_drafted=old.num_drafted + num_drafted,
            num_accepted=old.num_accepted + num_drafted,
            time_to_first_token_s=script.prefill_s,
            elapsed_s=script.prefill_s if is_first else old.elapsed_s + script.event_s,
            num_draft_tokens=num_drafted,
            context_length=CONTEXT_LENGTH,
            num_context_tokens=3 + len(self.ids),
        )
        return TextDelta(
            turn_id=turn_id,
            text="".join(words),
            tokens=tuple(tokens),
            stats=self.stats,
            pane=pane,
        )


def _counted(command: CountTokens) -> list[str]:
    return [command.raw or "", *(message.content for message in command.messages)]


def _info(model: ModelSpec) -> ModelInfo:
    return ModelInfo(
        spec=model, kind="int4", num_parameters=1, size_bytes=1, has_chat_template=True
    )


def _groups(script: Script) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(script.words), script.tokens_per_event):
        yield script.words[start : start + script.tokens_per_event]


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
