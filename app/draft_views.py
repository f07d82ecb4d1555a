"""What is shown of a target's own draft while it is made: frozen values, no Qt, no engine thread.

The seam between `draft_control.py` and the dialog; both know these and the engine's value types.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine import Recipe, TrainedDraft, TrainingProgress


class MakingPhase(StrEnum):
    """Where the making of a draft stands."""

    IDLE = "idle"
    PREPARING = "preparing"
    """It was asked for; the model is being loaded, or a reply is still being written."""
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    """What was done is kept, perhaps by an earlier start of the program."""
    DISCARDING = "discarding"
    DONE = "done"

    @property
    def is_busy(self) -> bool:
        """Whether the engine works on it."""
        return self in _BUSY


_BUSY = (
    MakingPhase.PREPARING,
    MakingPhase.RUNNING,
    MakingPhase.PAUSING,
    MakingPhase.DISCARDING,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakingView:
    """The making of one target's draft.

    Args:
        target_id: of the model.
        target_name: what a person calls it.
        phase: where it stands.
        recipe: the settings, or those suggested for this machine.
        learns_from_chats: whether the user's own questions are among what is learnt.
        num_questions: how many of those there are.
        progress: how far it is, or was when it was paused.
        problem: the sentence to show where it did not end well, empty otherwise.
        expectation: what a draft is expected to bring here, empty where nothing is known.
        draft: the draft that is done, or an earlier one that is there.
        advice: what was measured of it, empty until it is.
    """

    target_id: str
    target_name: str
    phase: MakingPhase
    recipe: Recipe
    learns_from_chats: bool = False
    num_questions: int = 0
    progress: TrainingProgress | None = None
    problem: str = ""
    expectation: str = ""
    draft: TrainedDraft | None = None
    advice: str = ""
