"""What the engine tells about a target's own draft: how its making goes, and what a pair brings.

Frozen values like those of `events.py`, which lists them among its own. Imports no torch.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.training.progress import Acceptance, TrainingProgress


class Subject(StrEnum):
    """What a measured reply is about; drafts are believed more often on code."""

    CHAT = "chat"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedDraft:
    """A draft that was made for a target, as people are told of it.

    Args:
        path: its file; also the name it is loaded by.
        target_name: whose words it learnt.
        is_private: whether it learnt from somebody's own questions and must not leave the machine.
        size_bytes: of the file.
        num_written: tokens the target wrote for it.
        num_learnt: tokens it learnt from, those seen again counted again.
        learning_s: seconds of that.
        held_out: how often its tokens stand on text it has not seen; None where it is not known.
    """

    path: Path
    target_name: str
    is_private: bool
    size_bytes: int
    num_written: int
    num_learnt: int
    learning_s: float
    held_out: Acceptance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a draft brings on one subject.

    Args:
        subject: what was asked.
        rates: chance that a drafted token stands, by its place in the draft.
        num_draft_tokens: how many a round pay best.
        speedup: expected speed with so many, over plain decoding; below 1 it costs.
    """

    subject: Subject
    rates: tuple[float, ...]
    num_draft_tokens: int
    speedup: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAdvice:
    """What a draft brings for a target on this machine, and why.

    Args:
        target: its name.
        draft: its name.
        step: what drafting a token costs, in target passes over one token.
        passes: what checking costs: `passes[k]` is a pass over k + 1 tokens, in the same unit.
        gains: by subject.
    """

    target: str
    draft: str
    step: float
    passes: tuple[float, ...]
    gains: tuple[Gain, ...]

    @property
    def pays(self) -> bool:
        """Whether there is a subject on which it is worth having."""
        return any(gain.speedup >= WORTH_HAVING for gain in self.gains)


WORTH_HAVING = 1.05
"""A speed-up below this is lost in what the estimate leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingAdvanced:
    """How far the making of a draft is; `progress` is None while it is being prepared."""

    turn_id: int
    progress: TrainingProgress | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTrained:
    """A draft is whole and kept; it is used from the next load on."""

    turn_id: int
    draft: TrainedDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingDiscarded:
    """What was unfinished of a draft is gone."""

    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMeasured:
    """What the loaded pair brings. Stop leaves out what was not measured by then."""

    turn_id: int
    advice: PairAdvice


DraftEvent = TrainingAdvanced | DraftTrained | TrainingDiscarded | PairMeasured
