"""An engine that replays texts at a set pace, with the events of the real one.

Runs on the thread of the engine like any other, so that what it tells crosses to the window the
usual way, and no oftener than the engine tells. Its tokens are words; who wrote them goes round,
so that there are signs to paint.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

from engine import (
    Command,
    CountTokens,
    Event,
    FinishReason,
    Generate,
    LoadModels,
    ModelInfo,
    ModelsLoaded,
    Pace,
    PromptProgress,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TokenInfo,
    TokensCounted,
    TokenSource,
    TokenStatus,
    TurnFinished,
    TurnStarted,
    TurnStats,
    Unload,
    Unloaded,
)

CONTEXT_LENGTH = 131_072
_TOKEN = re.compile(r"\s*\S{1,5}|\s+\Z")
_END_ID = 2
_FAST, _FAST_BURST = 20, 40
_SOURCES = (
    (TokenSource.TARGET, TokenStatus.PLAIN),
    (TokenSource.MODEL, TokenStatus.ACCEPTED),
    (TokenSource.NGRAM, TokenStatus.ACCEPTED),
    (TokenSource.TARGET, TokenStatus.RECOVERED),
)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a turn says, and how fast.

    Args:
        text: the whole reply.
        tokens_per_s: the pace; 0 for as fast as it goes.
        burst: tokens a round.
        num_fast: characters at the beginning that come in large bursts, twenty times as fast.
    """

    text: str = "Once upon a time there was a **short** reply, and that was all of it."
    tokens_per_s: float = 0.0
    burst: int = 1
    num_fast: int = 0


@dataclass(slots=True)
class ReplayEngine:
    """Replays what it was given, one a turn, and a short reply when there is nothing left."""

    replays: list[Replay] = field(default_factory=list)

    def handle(self, command: Command) -> Iterator[Event]:
        """Carry out one command; what no measurement asks for is not answered."""
        match command:
            case LoadModels():
                info = ModelInfo(
                    spec=command.target,
                    kind="replayed",
                    num_parameters=1,
                    size_bytes=1,
                    has_chat_template=True,
                )
                yield ModelsLoaded(
                    target=info,
                    draft=None,
                    draft_refusal=None,
                    device="replayed",
                    context_length=CONTEXT_LENGTH,
                    load_s=0.0,
                )
            case Unload():
                yield Unloaded()
            case CountTokens(turn_id=turn_id, messages=messages):
                num_tokens = sum(len(message.content) // 4 for message in messages)
                yield TokensCounted(
                    num_tokens=num_tokens,
                    num_dropped_messages=0,
                    context_length=CONTEXT_LENGTH,
                    turn_id=turn_id,
                )
            case Generate():
                yield from self._turn(command, self.replays.pop(0) if self.replays else Replay())

    def _turn(self, command: Generate, replay: Replay) -> Iterator[Event]:
        turn_id, stop = command.turn_id, command.controls.stop
        yield TurnStarted(
            turn_id=turn_id,
            num_prompt_tokens=3,
            num_reused_tokens=0,
            num_dropped_messages=0,
            seed=7,
            prompt_ids=(11, 12, 13),
        )
        yield PromptProgress(turn_id=turn_id, num_done=3, num_total=3)
        yield SpeculationChanged(
            turn_id=turn_id, state=SpeculationState.ON, reason=SpeculationReason.PAYS
        )
        said, telling = _Said(turn_id), Pace()
        untold: list[list[str]] = []
        num_untold = 0
        reason = FinishReason.END
        pieces = _TOKEN.findall(replay.text)
        due = perf_counter()
        at = 0
        while at < len(pieces):
            is_fast = len(said.text) + num_untold < replay.num_fast
            burst = _FAST_BURST if is_fast else replay.burst
            words = pieces[at : at + burst]
            at += burst
            pace = replay.tokens_per_s * (_FAST if is_fast else 1)
            if pace:
                due = max(due, perf_counter() - 1) + len(words) / pace
                stop.wait(max(0.0, due - perf_counter()))
            if stop.is_set():
                reason = FinishReason.STOPPED
                break
            untold.append(words)
            num_untold += sum(map(len, words))
            if telling.is_text_due():
                yield said.delta(untold)
                untold, num_untold = [], 0
        if untold:
            yield said.delta(untold)
        yield TurnFinished(
            turn_id=turn_id,
            reason=reason,
            text=said.text,
            token_ids=(*range(100, 100 + said.num_tokens), _END_ID),
            stats=said.stats(),
        )


class _Said:
    """What a turn has said so far."""

    def __init__(self, turn_id: int) -> None:
        self.text = ""
        self.num_tokens = 0
        self._num_rounds = 0
        self._turn_id = turn_id
        self._began_at = perf_counter()

    def delta(self, rounds: list[list[str]]) -> TextDelta:
        """Say more; the text is all in the basic plane, so that characters are UTF-16 units."""
        tokens = []
        places = ((place, word) for words in rounds for place, word in enumerate(words))
        for place, word in places:
            source, status = _SOURCES[(self.num_tokens // 3) % len(_SOURCES)]
            start = len(self.text)
            self.text += word
            tokens.append(
                TokenInfo(
                    id=100 + self.num_tokens,
                    start=start,
                    end=len(self.text),
                    source=source,
                    position_in_round=place,
                    status=status,
                    probability=0.5,
                )
            )
            self.num_tokens += 1
        self._num_rounds += len(rounds)
        start = tokens[0].start
        return TextDelta(
            turn_id=self._turn_id,
            text=self.text[start:],
            tokens=tuple(tokens),
            stats=self.stats(),
        )

    def stats(self) -> TurnStats:
        """Count what was said."""
        return TurnStats(
            num_prompt_tokens=3,
            num_tokens=self.num_tokens,
            num_first_tokens=1,
            num_rounds=self._num_rounds,
            time_to_first_token_s=0.01,
            elapsed_s=perf_counter() - self._began_at,
            context_length=CONTEXT_LENGTH,
            num_context_tokens=3 + self.num_tokens,
        )
