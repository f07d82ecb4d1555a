"""One turn: a prompt in, events out.

Owns the translation from the loop's rounds to events, so that the loop knows no text for people
and the engine no rounds. Quick rounds are told together. Knows no command and no loading.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from engine.decoding import Decoding, Drafted, Prefilled, Reading, Round
from engine.drafting.protocol import Drafter
from engine.errors import EngineError
from engine.events import (
    FinishReason,
    Pane,
    PromptProgress,
    Proposed,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TokenInfo,
    TokenSource,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.models.tokenizer import Tokenizer
from engine.pacing import Pace
from engine.params import MAX_SEED, Controls, SamplingParams, SamplingRule
from engine.processors import Processors
from engine.sampling import Sampler
from engine.stats import TurnMeter
from engine.stopping import ReplyText, ThinkingMarkers


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a turn works with; the models outlive it."""

    turn_id: int
    pane: Pane | None
    prompt: Sequence[int]
    num_dropped_messages: int
    target: CachedModel
    tokenizer: Tokenizer
    drafters: Sequence[Drafter]
    draft_refusal: EngineError | None
    lookahead: Lookahead
    sampling: SamplingParams
    seed: int
    stop: tuple[str, ...]
    controls: Controls
    resumed: tuple[TokenInfo, ...] = ()
    """Tokens the reply has from before."""
    new_pace: Callable[[], Pace] = Pace
    """Decides which rounds are told together."""


def run_turn(turn: Turn) -> Generator[TurnEvent]:
    """Answer a prompt.

    Yields:
        `TurnStarted`, then progress and text, then `TurnFinished`.

    Raises:
        EngineError: the target failed; what was told before it stands.
    """
    reply = ReplyText(
        token_bytes=turn.tokenizer.token_bytes,
        end_ids=turn.tokenizer.end_ids,
        stop=(*turn.sampling.stop, *turn.stop),
        max_new_tokens=turn.sampling.max_new_tokens,
        thinking=_thinking(turn.tokenizer, turn.prompt),
    )
    resumed_text, resumed_tokens = reply.resume(turn.resumed)
    known = [*turn.prompt, *reply.ids]
    num_reused = min(len(turn.prompt), turn.target.num_common(known[:-1]))
    meter = TurnMeter(
        num_prompt_tokens=len(turn.prompt),
        num_reused_tokens=num_reused,
        context_length=turn.target.capacity,
    )
    yield TurnStarted(
        turn_id=turn.turn_id,
        num_prompt_tokens=len(turn.prompt),
        num_reused_tokens=num_reused,
        num_dropped_messages=turn.num_dropped_messages,
        seed=turn.seed,
        prompt_ids=tuple(turn.prompt),
        pane=turn.pane,
        resumed_text=resumed_text,
        resumed_tokens=resumed_tokens,
    )
    # A tokenizer may know more than the model has rows for: those are never said.
    num_tokens = min(turn.tokenizer.num_tokens, turn.target.num_rows)
    sampler = new_sampler(
        turn.sampling, seed=_seed(turn), num_tokens=num_tokens, tokenizer=turn.tokenizer
    )
    decoding = Decoding(
        turn.target,
        turn.prompt,
        reply=reply,
        sampler=sampler,
        drafters=turn.drafters,
        lookahead=turn.lookahead,
        controls=turn.controls,
        max_new_tokens=turn.sampling.max_new_tokens,
    )
    teller = _Teller(turn, decoding, reply=reply, meter=meter)
    try:
        with closing(decoding.run()) as steps:
            for step in steps:
                match step:
                    case Round():
                        if teller.count(step):
                            yield from teller.news()
                    case Drafted(ids):
                        yield from teller.words_ahead(ids)
                    case Reading():
                        yield from teller.news()
                    case Prefilled(num_done, num_total):
                        yield PromptProgress(
                            turn_id=turn.turn_id,
                            num_done=num_done,
                            num_total=num_total,
                            pane=turn.pane,
                        )
    except Exception:
        # What the reply had until then stands.
        yield from teller.text()
        raise
    # What is left of a token that a stop string cut has ids only if it is encoded anew.
    ids = (*reply.kept_ids(), *turn.tokenizer.encode(reply.cut_text()))
    yield TurnFinished(
        turn_id=turn.turn_id,
        reason=teller.reason,
        text=reply.text,
        token_ids=ids,
        stats=meter.stats(),
        pane=turn.pane,
    )


def new_sampler(
    sampling: SamplingParams, *, seed: int, num_tokens: int, tokenizer: Tokenizer
) -> Sampler:
    """Set up the choice of tokens for a turn of this tokenizer.

    Args:
        sampling: the settings.
        seed: of the turn.
        num_tokens: ids that may be chosen.
        tokenizer: knows the end ids and each token's text.
    """
    processors = Processors(
        sampling,
        num_tokens=num_tokens,
        end_ids=tokenizer.end_ids,
        token_bytes=tokenizer.token_bytes,
    )
    return Sampler(sampling, seed=seed, num_tokens=num_tokens, processors=processors)


def _seed(turn: Turn) -> int:
    """Give the seed of the draws to come.

    Coupled noise belongs to a position, and that of a resumed reply's next one is still unused.
    Other draws come one after the other: from the same seed they would be those that have made
    the text so far, and so depend on it.
    """
    if turn.sampling.rule is SamplingRule.COUPLED:
        return turn.seed
    return (turn.seed + len(turn.resumed)) % MAX_SEED


def _thinking(tokenizer: Tokenizer, prompt: Sequence[int]) -> ThinkingMarkers | None:
    """Find the markers, and whether the prompt ends with thinking still open."""
    ids = tokenizer.thinking_ids
    if ids is None:
        return None
    open_id, close_id = ids
    last = next((id for id in reversed(prompt) if id in ids), close_id)
    return ThinkingMarkers(open_id, close_id, starts_inside=last == open_id)


class _Teller:
    """Turns what the loop brings into events."""

    def __init__(
        self, turn: Turn, decoding: Decoding, *, reply: ReplyText, meter: TurnMeter
    ) -> None:
        self._turn = turn
        self._reply = reply
        self._meter = meter
        self._watch = _SpeculationWatch(turn, decoding)
        self._pace = turn.new_pace()
        self.reason = FinishReason.STOPPED
        """Why the reply ended."""

    def count(self, round: Round) -> bool:
        """Take note of a round; say whether it is time for news."""
        reply, meter = self._reply, self._meter
        # Stop comes before a pass, so that there is none to count.
        if round.reason is not FinishReason.STOPPED:
            meter.count(round, reply.num_tokens, reply.num_thinking_tokens)
        if round.reason is None:
            return self._pace.is_text_due()
        self.reason = round.reason
        reply.finish(is_stopped=round.reason is FinishReason.STOPPED)
        meter.settle(num_tokens=reply.num_tokens, num_thinking_tokens=reply.num_thinking_tokens)
        return True

    def news(self) -> Iterator[TurnEvent]:
        """Tell what has come since the last time."""
        if (change := self._watch.change()) is not None:
            yield change
        yield from self.text()

    def text(self) -> Iterator[TurnEvent]:
        """Tell of the text alone."""
        text, tokens = self._reply.take()
        if text or tokens:
            yield TextDelta(
                turn_id=self._turn.turn_id,
                text=text,
                tokens=tokens,
                stats=self._meter.stats(),
                pane=self._turn.pane,
            )

    def words_ahead(self, ids: Sequence[int]) -> Iterator[TurnEvent]:
        """Tell of a draft, if it is time; the text goes first that it is ahead of."""
        if not self._pace.is_ahead_due():
            return
        yield from self.news()
        ahead = b"".join(map(self._turn.tokenizer.token_bytes, ids))
        yield Proposed(
            turn_id=self._turn.turn_id,
            text=ahead.decode("utf-8", errors="ignore"),
            pane=self._turn.pane,
        )


class _SpeculationWatch:
    """Tells when speculation goes on, is paused or is off, and why."""

    def __init__(self, turn: Turn, decoding: Decoding) -> None:
        self._turn = turn
        self._decoding = decoding
        self._last: tuple[SpeculationState, SpeculationReason] | None = None
        sources = [drafter.source for drafter in turn.drafters]
        drafts = [source for source in sources if source != TokenSource.NGRAM]
        self._has_draft = bool(drafts)
        # Looking words up is nearly free: whether speculation pays is the draft's question.
        self._deciding = drafts or sources

    def change(self) -> SpeculationChanged | None:
        """Give an event if the state is another than at the last call."""
        now = self._now()
        if now == self._last:
            return None
        self._last = now
        state, reason = now
        return SpeculationChanged(
            turn_id=self._turn.turn_id,
            state=state,
            reason=reason,
            detail=self._turn.draft_refusal,
            pane=self._turn.pane,
        )

    def _now(self) -> tuple[SpeculationState, SpeculationReason]:
        turn = self._turn
        if not turn.target.can_crop:
            return SpeculationState.OFF, SpeculationReason.CANNOT_CROP
        if not turn.controls.speculate:
            return SpeculationState.OFF, SpeculationReason.SWITCHED_OFF
        if turn.controls.num_draft_tokens == 0:
            return SpeculationState.OFF, SpeculationReason.LOOKAHEAD_ZERO
        if not turn.drafters:
            return SpeculationState.OFF, SpeculationReason.NO_DRAFT
        if self._decoding.has_failed_draft:
            # The others go on; which one failed stands in the log.
            return SpeculationState.ON, SpeculationReason.DRAFT_FAILED
        is_fixed = turn.controls.num_draft_tokens is not None
        if not is_fixed and all(map(turn.lookahead.is_paused, self._deciding)):
            return SpeculationState.PAUSED, SpeculationReason.DOES_NOT_PAY
        if not self._has_draft:
            return SpeculationState.ON, SpeculationReason.LOOKUP_ONLY
        # Nobody asks there whether it pays.
        reason = SpeculationReason.CHOSEN if is_fixed else SpeculationReason.PAYS
        return SpeculationState.ON, reason
