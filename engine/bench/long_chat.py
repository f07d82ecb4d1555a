"""A conversation of many turns, held twice: does memory grow, and does the first token come later?

The first time the cache's memory is touched as it fills; the second conversation overwrites it, so
that from its beginning to its end nothing may be added. Bytes of the tensors that torch makes are
counted in an early turn and in the last: a copy of the cache anywhere would show there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median

from engine import ModelsLoaded, format_bytes
from engine.bench.load_memory import LoadMemory, load_lines, loads_to_json
from engine.bench.machine import Machine
from engine.bench.memory import memory_now
from engine.bench.report import described, heading, table
from engine.bench.runs import Tell, begin_anew, whole_turn
from engine.commands import Generate
from engine.handling import EngineLike
from engine.models.allocations import Allocations
from engine.params import Controls, Message, Role, SamplingParams

NUM_CHATS = 2
_FIRST_PROBE = 3
_NUM_NEAR = 5
_TOLERANCE = 0.01
_TOLERANCE_BYTES = 8 * 2**20
_QUESTIONS = (
    "Tell me one thing about rivers.",
    "And one about bridges?",
    "Name a colour that goes with that.",
    "Give me a short rhyme about it.",
    "Why is that so?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatTurn:
    """One turn.

    Args:
        resident_bytes: memory of the process after it, mapped files included.
        num_read_tokens: prompt tokens that had to be read.
        num_context_tokens: positions in use after it.
        first_s: time to the first token.
        allocated_bytes: of the tensors made during it, in all; None where it was not counted.
    """

    resident_bytes: int
    num_read_tokens: int
    num_context_tokens: int
    first_s: float
    allocated_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryReport:
    """What was found.

    Args:
        loads: the first and the second load in processes of their own.
        chats: the same conversation, as often as it was held.
    """

    machine: Machine
    loaded: ModelsLoaded
    loads: tuple[LoadMemory, LoadMemory]
    chats: Sequence[Sequence[ChatTurn]]

    @property
    def growth_bytes(self) -> int:
        """Memory the last conversation added after its first turn."""
        turns = self.chats[-1]
        return turns[-1].resident_bytes - turns[0].resident_bytes

    @property
    def is_good(self) -> bool:
        """Whether memory is flat, within a hundredth or a few megabytes."""
        allowed = max(_TOLERANCE * self.chats[-1][0].resident_bytes, _TOLERANCE_BYTES)
        return self.growth_bytes <= allowed

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "loads": loads_to_json(self.loads),
            "growth_bytes": self.growth_bytes,
            "chats": [[asdict(turn) for turn in turns] for turns in self.chats],
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield ""
        yield from load_lines(self.loads)
        for number, turns in enumerate(self.chats, start=1):
            yield ""
            yield f"Conversation {number}, {len(turns)} turns:"
            yield from table(_rows(turns))
        yield ""
        yield f"The last conversation added {format_bytes(max(self.growth_bytes, 0))} of memory."


def _rows(turns: Sequence[ChatTurn]) -> Iterator[tuple[str, ...]]:
    shown = sorted({0, 1, _FIRST_PROBE - 1, 9, 19, len(turns) - 1} & set(range(len(turns))))
    yield ("", "", "", "", "", "")
    yield ("TURN", "memory", "in context", "read anew", "first s", "allocated")
    for index in shown:
        # Times by themselves are noise: the middle of the turns around.
        near = turns[max(0, index + 1 - _NUM_NEAR) : index + 1]
        turn = turns[index]
        yield (
            str(index + 1),
            format_bytes(turn.resident_bytes),
            str(turn.num_context_tokens),
            str(turn.num_read_tokens),
            f"{median(each.first_s for each in near):.3f}",
            "-" if turn.allocated_bytes is None else format_bytes(turn.allocated_bytes),
        )


def converse(
    engine: EngineLike, num_turns: int, *, sampling: SamplingParams, tell: Tell
) -> Iterator[list[ChatTurn]]:
    """Hold a conversation of so many turns, twice.

    Args:
        engine: with its models loaded; one that does everything on this thread.
        num_turns: 1 or more.
        sampling: of each reply, with a limit; every reply is made as long as that.
        tell: told before each turn.

    Raises:
        EngineError: a turn failed.
    """
    # Replies of one length, so that turns compare.
    sampling = replace(sampling, min_new_tokens=sampling.max_new_tokens or 1)
    for chat in range(NUM_CHATS):
        begin_anew(engine)
        messages: list[Message] = []
        turns: list[ChatTurn] = []
        for number in range(num_turns):
            tell(f"conversation {chat + 1} of {NUM_CHATS}, turn {number + 1} of {num_turns}")
            question = _QUESTIONS[number % len(_QUESTIONS)]
            messages.append(Message(Role.USER, question))
            command = Generate(
                turn_id=1, messages=tuple(messages), sampling=sampling, controls=Controls()
            )
            is_counted = number + 1 in (_FIRST_PROBE, num_turns)
            turns.append(_turn(engine, command, messages, is_counted=is_counted))
        yield turns


def _turn(
    engine: EngineLike, command: Generate, messages: list[Message], *, is_counted: bool
) -> ChatTurn:
    """Answer, append the reply to the messages, and say what it took."""
    allocated = None
    if is_counted:
        with Allocations() as made:
            started, finished = whole_turn(engine, command)
        allocated = made.num_bytes
    else:
        started, finished = whole_turn(engine, command)
    messages.append(Message(Role.ASSISTANT, finished.text, finished.token_ids))
    return ChatTurn(
        resident_bytes=memory_now().resident_bytes,
        num_read_tokens=started.num_prompt_tokens - started.num_reused_tokens,
        num_context_tokens=finished.stats.num_context_tokens,
        first_s=finished.stats.time_to_first_token_s,
        allocated_bytes=allocated,
    )
