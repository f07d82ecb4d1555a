"""The words about a draft that is made: stages, how far it is, and what came of it.

Owns wording only.
"""

from app.draft_views import MakingPhase, MakingView
from app.language.numbers import decimal, integer, percent
from app.language.text import mark, translate
from engine import Acceptance, TrainedDraft, TrainingProgress, TrainingStage, format_bytes

_STAGES = {
    TrainingStage.WRITING: mark("Making", "The model writes conversations"),
    TrainingStage.LEARNING: mark("Making", "The draft learns to foretell them"),
    TrainingStage.KEEPING: mark("Making", "The draft is packed and kept"),
}
_PLACES = (
    mark("Making", "First word ahead"),
    mark("Making", "Second word ahead"),
    mark("Making", "Third word ahead"),
    mark("Making", "Fourth word ahead"),
)


def headline(view: MakingView) -> str:
    """Say in a few words what is being done."""
    match view.phase:
        case MakingPhase.PREPARING:
            return translate("Making", "Getting ready")
        case MakingPhase.PAUSING:
            return translate("Making", "Pausing: what was done is being kept")
        case MakingPhase.DISCARDING:
            return translate("Making", "Deleting what is unfinished")
        case MakingPhase.PAUSED:
            return translate("Making", "Paused")
        case MakingPhase.DONE:
            return translate("Making", "The draft is ready")
        case MakingPhase.RUNNING if view.progress is not None:
            return translate("Making", _STAGES[view.progress.stage])
        case _:
            return ""


def step_of(progress: TrainingProgress) -> str:
    """Say which of the long stages this is."""
    match progress.stage:
        case TrainingStage.WRITING:
            return translate("Making", "Step 1 of 2")
        case TrainingStage.LEARNING:
            return translate("Making", "Step 2 of 2")
        case TrainingStage.KEEPING:
            return translate("Making", "Nearly done")


def progress_line(progress: TrainingProgress, *, is_paused: bool = False) -> str:
    """Say how far a stage is: share and tokens, and while it runs speed and what is left."""
    parts = [percent(progress.share)]
    if progress.num_tokens:
        parts.append(
            translate("Making", "{tokens} tokens").format(tokens=integer(progress.num_tokens))
        )
    if is_paused:
        return " · ".join(parts)
    if progress.tokens_per_s >= 1:
        parts.append(
            translate("Making", "{speed} tokens/s").format(
                speed=integer(round(progress.tokens_per_s))
            )
        )
    if progress.seconds_left is not None:
        parts.append(
            translate("Making", "{duration} left").format(duration=duration(progress.seconds_left))
        )
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """Write a time for people, no finer than it is known."""
    if seconds < 50:
        return translate("Making", "less than a minute")
    return translate("Making", "about {time}").format(time=length(seconds))


def length(seconds: float) -> str:
    """Write how long something took, in minutes or hours."""
    minutes = round(seconds / 60)
    if minutes < 100:
        return translate("Making", "{minutes} min").format(minutes=max(minutes, 1))
    return translate("Making", "{hours} h").format(hours=decimal(seconds / 3600, 1))


def places(held_out: Acceptance) -> list[tuple[str, str]]:
    """Name the chance that a drafted token stands, by place."""
    named = zip(_PLACES, held_out.greedy, strict=False)
    return [(translate("Making", name), percent(rate)) for name, rate in named]


def describe_draft(draft: TrainedDraft) -> str:
    """Say in one line what a draft is, for a list of drafts."""
    parts = [
        translate("Making", "Made for this model from {written} of its own tokens").format(
            written=integer(draft.num_written)
        )
    ]
    if draft.held_out is not None:
        stands = 100 * draft.held_out.greedy[0] if draft.held_out.greedy else 0.0
        parts.append(
            translate(
                "Making", "{stands} % of its first words stand on text it has not seen"
            ).format(stands=decimal(stands, 0))
        )
    text = "; ".join(parts) + "."
    if draft.is_private:
        text += translate(
            "Making", " Private: it learnt from your questions too, so keep it on this computer."
        )
    return text


def done_rows(draft: TrainedDraft) -> list[tuple[str, str]]:
    """Give the figures of a draft that is done."""
    rows = [] if draft.held_out is None else places(draft.held_out)
    rows.append((translate("Making", "Tokens written"), integer(draft.num_written)))
    rows.append((translate("Making", "Tokens learnt, again and again"), integer(draft.num_learnt)))
    if draft.learning_s:
        rows.append(
            (
                translate("Making", "Learning took"),
                length(draft.learning_s),
            )
        )
    rows.append((translate("Making", "Size"), format_bytes(draft.size_bytes)))
    rows.append(
        (
            translate("Making", "Private"),
            translate("Making", "yes: it learnt from your questions")
            if draft.is_private
            else translate("Making", "no"),
        )
    )
    return rows


def banner_line(view: MakingView) -> str:
    """Say above the conversation that a draft is being made."""
    progress = view.progress if view.phase is MakingPhase.RUNNING else None
    if progress is None:
        text = translate("Making", "Making a draft for {name}")
    elif progress.seconds_left is None:
        text = translate("Making", "Making a draft for {name}: {step}, {share}")
    else:
        text = translate("Making", "Making a draft for {name}: {step}, {share}, {time} left")
    text = text.format(
        name=view.target_name,
        step="" if progress is None else step_of(progress).lower(),
        share="" if progress is None else percent(progress.share),
        time="" if progress is None else duration(progress.seconds_left or 0.0),
    )
    return translate("Making", "{text}. The chat waits until it is paused or done.").format(
        text=text
    )
