"""The words about a draft that is made: stages, how far it is, and what came of it.

Owns wording only.
"""

from app.draft_views import MakingPhase, MakingView
from engine import Acceptance, TrainedDraft, TrainingProgress, TrainingStage, format_bytes

_STAGES = {
    TrainingStage.WRITING: "The model writes conversations",
    TrainingStage.LEARNING: "The draft learns to foretell them",
    TrainingStage.KEEPING: "The draft is packed and kept",
}
_PLACES = ("First word ahead", "Second word ahead", "Third word ahead", "Fourth word ahead")


def headline(view: MakingView) -> str:
    """Say in a few words what is being done."""
    match view.phase:
        case MakingPhase.PREPARING:
            return "Getting ready"
        case MakingPhase.PAUSING:
            return "Pausing: what was done is being kept"
        case MakingPhase.DISCARDING:
            return "Deleting what is unfinished"
        case MakingPhase.PAUSED:
            return "Paused"
        case MakingPhase.DONE:
            return "The draft is ready"
        case MakingPhase.RUNNING if view.progress is not None:
            return _STAGES[view.progress.stage]
        case _:
            return ""


def step_of(progress: TrainingProgress) -> str:
    """Say which of the long stages this is."""
    match progress.stage:
        case TrainingStage.WRITING:
            return "Step 1 of 2"
        case TrainingStage.LEARNING:
            return "Step 2 of 2"
        case TrainingStage.KEEPING:
            return "Nearly done"


def progress_line(progress: TrainingProgress, *, is_paused: bool = False) -> str:
    """Say how far a stage is: share and tokens, and while it runs speed and what is left."""
    parts = [f"{100 * progress.share:.0f} %"]
    if progress.num_tokens:
        parts.append(f"{progress.num_tokens:,} tokens")
    if is_paused:
        return " · ".join(parts)
    if progress.tokens_per_s >= 1:
        parts.append(f"{progress.tokens_per_s:,.0f} tokens/s")
    if progress.seconds_left is not None:
        parts.append(f"{duration(progress.seconds_left)} left")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """Write a time for people, no finer than it is known."""
    minutes = round(seconds / 60)
    if seconds < 50:
        return "less than a minute"
    if minutes < 100:
        return f"about {max(minutes, 1)} min"
    return f"about {seconds / 3600:.1f} h"


def places(held_out: Acceptance) -> list[tuple[str, str]]:
    """Name the chance that a drafted token stands, by place."""
    named = zip(_PLACES, held_out.greedy, strict=False)
    return [(name, f"{100 * rate:.0f} %") for name, rate in named]


def describe_draft(draft: TrainedDraft) -> str:
    """Say in one line what a draft is, for a list of drafts."""
    parts = [f"Made for this model from {draft.num_written:,} of its own tokens"]
    if draft.held_out is not None:
        stands = 100 * draft.held_out.greedy[0] if draft.held_out.greedy else 0.0
        parts.append(f"{stands:.0f} % of its first words stand on text it has not seen")
    text = "; ".join(parts) + "."
    if draft.is_private:
        text += " Private: it learnt from your questions too, so keep it on this computer."
    return text


def done_rows(draft: TrainedDraft) -> list[tuple[str, str]]:
    """Give the figures of a draft that is done."""
    rows = [] if draft.held_out is None else places(draft.held_out)
    rows.append(("Tokens written", f"{draft.num_written:,}"))
    rows.append(("Tokens learnt, again and again", f"{draft.num_learnt:,}"))
    if draft.learning_s:
        rows.append(("Learning took", duration(draft.learning_s).removeprefix("about ")))
    rows.append(("Size", format_bytes(draft.size_bytes)))
    rows.append(("Private", "yes: it learnt from your questions" if draft.is_private else "no"))
    return rows


def banner_line(view: MakingView) -> str:
    """Say above the conversation that a draft is being made."""
    text = f"Making a draft for {view.target_name}"
    if view.progress is not None and view.phase is MakingPhase.RUNNING:
        text += f": {step_of(view.progress).lower()}, {100 * view.progress.share:.0f} %"
        if view.progress.seconds_left is not None:
            text += f", {duration(view.progress.seconds_left)} left"
    return f"{text}. The chat waits until it is paused or done."
