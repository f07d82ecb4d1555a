"""What a turn or a load is asked to do: validated once, on construction, and never changed after.

Owns the value objects that travel inside commands. Knows no tensor, no model and no window, so
that the window can build them without importing torch.
"""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Event

from engine.errors import BadParameter
from engine.language import say

MAX_LOOKAHEAD = 16
MAX_SEED = 2**63 - 1


class Role(StrEnum):
    """Who wrote a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class SamplingRule(StrEnum):
    """How drafted tokens are judged when the temperature is above zero."""

    REJECTION = "rejection"
    """Leviathan et al. 2023, algorithm 1: same distribution, most acceptance."""
    COUPLED = "coupled"
    """Shared Gumbel noise (Daliri et al. 2024): same text with and without speculation."""


class ContextPolicy(StrEnum):
    """What to do with a conversation that has grown too long for the context."""

    LEAVE_OUT_OLDEST = "leave out oldest"
    """Leave out whole oldest turns; the system prompt stays."""
    STOP_WHEN_FULL = "stop when full"
    """Leave nothing out; the reply ends where the context does."""
    REFUSE = "refuse"
    """Leave nothing out, and start no reply there is no room for."""


class DeviceChoice(StrEnum):
    """Where the models should live; `auto` takes the best device that is present."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"
    MPS = "mps"


class Precision(StrEnum):
    """How the weights of a safetensors folder are held; a GGUF file decides for itself."""

    AUTO = "auto"
    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"
    INT8 = "int8"
    INT4 = "int4"
    NF4 = "nf4"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    Args:
        role: who wrote it.
        content: its text.
        token_ids: the ids the target generated for it; given for replies only, so that the next
            turn reuses them as they were and the text is never tokenised a second time.
    """

    role: Role
    content: str
    token_ids: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingParams:
    """How the next token is chosen.

    Args:
        temperature: 0 is greedy; at most 5.
        top_k: keep the k most likely tokens; 0 keeps all.
        top_p: keep the smallest set whose mass reaches this; in (0, 1].
        min_p: drop tokens below this share of the most likely one; in [0, 1).
        repetition_penalty: above 1 discourages tokens already in the context; in (0, 10].
        presence_penalty: taken from the logit of each token the reply has; in [-10, 10].
        frequency_penalty: the same for each time the reply has it; in [-10, 10].
        no_repeat_ngram: no n tokens in a row occur twice; 0 allows it.
        logit_bias: (id, bias) pairs, biases in [-100, 100].
        banned_words: texts the reply never contains, none empty.
        min_new_tokens: the reply does not end by itself before it has these.
        seed: 0 .. 2**63 - 1, or None to have one drawn and reported in `TurnStarted`.
        rule: how drafts are judged when sampling.
        max_new_tokens: at least 1, or None for as many as the context holds.
        stop: texts that end the reply, none of them empty; the reply ends right before.
        context_policy: what to do when the conversation is too long.

    Raises:
        BadParameter: a value is out of range, naming it and what is allowed.
    """

    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    no_repeat_ngram: int = 0
    logit_bias: tuple[tuple[int, float], ...] = ()
    banned_words: tuple[str, ...] = ()
    min_new_tokens: int = 0
    seed: int | None = None
    rule: SamplingRule = SamplingRule.REJECTION
    max_new_tokens: int | None = None
    stop: tuple[str, ...] = ()
    context_policy: ContextPolicy = ContextPolicy.LEAVE_OUT_OLDEST

    def __post_init__(self) -> None:
        _number("temperature", self.temperature, 0.0, 5.0)
        _integer("top_k", self.top_k, 0, 1_000_000)
        _number("top_p", self.top_p, 0.0, 1.0, low_is_open=True)
        _number("min_p", self.min_p, 0.0, 1.0, high_is_open=True)
        _number("repetition_penalty", self.repetition_penalty, 0.0, 10.0, low_is_open=True)
        _number("presence_penalty", self.presence_penalty, -10.0, 10.0)
        _number("frequency_penalty", self.frequency_penalty, -10.0, 10.0)
        _integer("no_repeat_ngram", self.no_repeat_ngram, 0, 64)
        _integer("min_new_tokens", self.min_new_tokens, 0, 10_000_000)
        for id, bias in self.logit_bias:
            _integer("logit_bias", id, 0, 10_000_000)
            _number("logit_bias", bias, -100.0, 100.0)
        if self.seed is not None:
            _integer("seed", self.seed, 0, MAX_SEED)
        if self.max_new_tokens is not None:
            _integer("max_new_tokens", self.max_new_tokens, 1, 10_000_000)
            if self.min_new_tokens > self.max_new_tokens:
                raise BadParameter(
                    name="min_new_tokens",
                    value=str(self.min_new_tokens),
                    allowed=say("at most max_new_tokens, {max_new_tokens}").format(
                        max_new_tokens=self.max_new_tokens
                    ),
                )
        _texts("stop", self.stop)
        _texts("banned_words", self.banned_words)

    @property
    def is_greedy(self) -> bool:
        """Whether the most likely token is always taken."""
        return self.temperature == 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """A model that lies on this machine.

    Args:
        id: the name it is listed under, or the path it was given by.
        name: what a person calls it.
        path: a `.gguf` file or a folder with `config.json` and safetensors.
        digest: SHA-256 of the file in lower-case hex where it is known, else empty.
    """

    id: str
    name: str
    path: Path
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where and how models are loaded.

    Args:
        device: which device is wanted.
        num_threads: processor threads, or None for the physical cores.
        context_length: positions to make room for, or None for what the model and memory allow.
        precision: for safetensors folders only.

    Raises:
        BadParameter: a value is out of range.
    """

    device: DeviceChoice = DeviceChoice.AUTO
    num_threads: int | None = None
    context_length: int | None = None
    precision: Precision = Precision.AUTO

    def __post_init__(self) -> None:
        if self.num_threads is not None:
            _integer("num_threads", self.num_threads, 1, 1024)
        if self.context_length is not None:
            _integer("context_length", self.context_length, 16, 10_000_000)


@dataclass(slots=True)
class Controls:
    """The few things a running turn may still be told; the only shared mutable object.

    Each field is written by one side and read by the other, one word at a time. `stop` is set at
    most once and never cleared: a new turn brings new controls.

    Args:
        stop: set to end the turn within one pass.
        speculate: obeyed from the next round on.
        num_draft_tokens: tokens to draft a round, 0 .. 16, or None for automatic.
        show_proposed: whether `Proposed` events are wanted.
    """

    stop: Event = field(default_factory=Event)
    speculate: bool = True
    num_draft_tokens: int | None = None
    show_proposed: bool = False

    def __post_init__(self) -> None:
        if self.num_draft_tokens is not None:
            _integer("num_draft_tokens", self.num_draft_tokens, 0, MAX_LOOKAHEAD)


def _number(
    name: str,
    value: float,
    low: float,
    high: float,
    *,
    low_is_open: bool = False,
    high_is_open: bool = False,
) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if (
        not is_number
        or not math.isfinite(value)
        or value < low
        or value > high
        or (low_is_open and value == low)
        or (high_is_open and value == high)
    ):
        bounds = f"{'above' if low_is_open else 'from'} {low:g} "
        bounds += f"{'to below' if high_is_open else 'to'} {high:g}"
        raise BadParameter(name=name, value=repr(value), allowed=bounds)


def _texts(name: str, values: tuple[str, ...]) -> None:
    for text in values:
        if not isinstance(text, str) or not text:
            raise BadParameter(name=name, value=repr(text), allowed=say("a text that is not empty"))


def _integer(name: str, value: int, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadParameter(
            name=name,
            value=repr(value),
            allowed=say("a whole number from {low} to {high}").format(low=low, high=high),
        )
