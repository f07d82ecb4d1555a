"""How a draft is made: every number that decides what comes out, and defaults for a machine.

Validated once, on construction. Imports no torch, so that a command can be read without it.
"""

from dataclasses import asdict, dataclass

from engine.errors import BadParameter
from engine.params import MAX_SEED

_MIN_TOKENS, _MAX_TOKENS = 256, 10**10
_MIX = 1_000_003


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The settings of a run.

    With `minutes` the run ends in time and what is learnt depends on the machine; without, it
    depends on these numbers alone.

    Args:
        seed: of all chance.
        num_tokens: ids the target writes, at least; whole groups of conversations are.
        num_passes: how often each is learnt from.
        minutes: for all of it, at most, or None.
        length: ids of a conversation.
        num_sequences: conversations side by side on a thread.
        num_layers: of the head.
        vocabulary: ids it may propose, at most.
        coverage: share of the target's words that is enough, so that the vocabulary is smaller.
        batch_size: conversations a thread learns from at once.
        peak_rate: learning rate.

    Raises:
        BadParameter: a value is out of range.
    """

    seed: int = 1
    num_tokens: int = 1_000_000
    num_passes: float = 3.0
    minutes: float | None = None
    length: int = 512
    num_sequences: int = 64
    num_layers: int = 1
    vocabulary: int = 16_384
    coverage: float = 0.99
    batch_size: int = 2
    peak_rate: float = 6e-3

    def __post_init__(self) -> None:
        _within("seed", self.seed, 0, MAX_SEED)
        _within("num_tokens", self.num_tokens, _MIN_TOKENS, _MAX_TOKENS)
        _within("num_passes", self.num_passes, 0.01, 1000)
        if self.minutes is not None:
            _within("minutes", self.minutes, 0.05, 100_000)
        _within("length", self.length, 64, 8192)
        _within("num_sequences", self.num_sequences, 1, 4096)
        _within("num_layers", self.num_layers, 1, 8)
        _within("vocabulary", self.vocabulary, 64, 1_000_000)
        _within("coverage", self.coverage, 0.5, 1.0)
        _within("batch_size", self.batch_size, 1, 64)
        _within("peak_rate", self.peak_rate, 1e-6, 1.0)

    def to_json(self) -> dict[str, object]:
        """Put the numbers into words for a file."""
        return asdict(self)


def mixed_seed(seed: int, number: int) -> int:
    """Give part `number` of a run a seed of its own, such as a generator takes."""
    return (seed * _MIX + number) % (MAX_SEED + 1)


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadParameter(name, f"{value:g}", f"a number from {low:g} to {high:g}")
