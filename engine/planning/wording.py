"""A memory plan in sentences and lines: what it takes, what there is, and what to change.

Owns wording only, for the console and the window alike.
"""

from engine.error_text import format_bytes
from engine.language import number, say
from engine.planning.plan import DraftNeed, MemoryPlan, Outcome


def explain_plan(plan: MemoryPlan) -> str:
    """Say in one or two sentences what becomes of a load, and what to change where it fails."""
    needed, free = format_bytes(plan.needed_bytes), format_bytes(plan.free_bytes)
    alone, device = format_bytes(plan.target_bytes), plan.device
    match plan.outcome:
        case Outcome.FITS:
            return say("Fits: {needed} of the {free} that are free on the {device}.").format(
                needed=needed, free=free, device=device
            )
        case Outcome.WITHOUT_DRAFT:
            text = say(
                "The draft would be left out: both need {needed}, the model alone {alone}, and "
                "{free} are free on the {device}."
            ).format(needed=needed, alone=alone, free=free, device=device)
            return f"{text} {_shorter_for_both(plan)}"
        case Outcome.OFFLOADED:
            return _offloaded(plan)
        case Outcome.DOES_NOT_FIT:
            text = say(
                "Does not fit: the model alone needs {alone}, and {free} are free on the {device}."
            ).format(alone=alone, free=free, device=device)
            return f"{text} {_what_would_fit(plan)}"


def _offloaded(plan: MemoryPlan) -> str:
    if plan.device == "CPU":
        text = say(
            "{count} of {layers} layers would stay on the disk, which makes each word much slower."
        )
    else:
        text = say(
            "{count} of {layers} layers would stay off the {device}, which makes each word much "
            "slower."
        )
    text = text.format(
        count=plan.num_offloaded, layers=len(plan.target.layer_bytes), device=plan.device
    )
    return f"{text} {say('The draft would be left out.')}" if plan.draft else text


def plan_lines(plan: MemoryPlan) -> list[tuple[str, str, int]]:
    """List what takes how much: a name, a word on how, and bytes.

    A model whose loading takes more than its use is counted with what that takes.
    """
    words = (
        say("Model: weights"),
        say("Model: context"),
        say("Model: working room"),
        say("Model: while loading"),
    )
    lines = list(_model_lines(plan.target, words, plan.context_length))
    if plan.draft is not None:
        words = (
            say("Draft: weights"),
            say("Draft: context"),
            say("Draft: working room"),
            say("Draft: while loading"),
        )
        lines += _model_lines(plan.draft, words, plan.context_length)
    return lines


def _model_lines(
    need: DraftNeed, words: tuple[str, str, str, str], context_length: int
) -> tuple[tuple[str, str, int], ...]:
    cache = need.bytes_per_position * context_length
    settled = need.weight_bytes + cache + need.working_bytes
    more = max(0, need.loading_bytes - settled)
    lines: tuple[tuple[str, str, int], ...] = (
        (words[0], f"{need.name}, {need.kind}", need.weight_bytes),
        (words[1], say("{count} tokens").format(count=number(context_length)), cache),
        (words[2], say("for one pass"), need.working_bytes),
    )
    if more:
        lines += ((words[3], say("given back afterwards"), more),)
    return lines


def _shorter_for_both(plan: MemoryPlan) -> str:
    """Say which context both would fit with."""
    context = _context_for_both(plan)
    if context >= _WORTH_NAMING:
        return say("With a context of {context} tokens both would fit.").format(
            context=number(context)
        )
    return say("Choose a smaller draft, or close other programs.")


def _what_would_fit(plan: MemoryPlan) -> str:
    if _WORTH_NAMING <= plan.fitting_context < plan.context_length:
        return say("With a context of {context} tokens it would fit.").format(
            context=number(plan.fitting_context)
        )
    missing = format_bytes(max(0, plan.target_bytes - plan.free_bytes))
    return say("Choose a smaller model, or close other programs that hold {missing}.").format(
        missing=missing
    )


_WORTH_NAMING = 256
"""A shorter context than this is of no use to anybody."""


def _context_for_both(plan: MemoryPlan) -> int:
    if plan.draft is None:
        return 0
    fixed = plan.target.weight_bytes + plan.target.working_bytes
    fixed += plan.draft.weight_bytes + plan.draft.working_bytes
    each = plan.target.bytes_per_position + plan.draft.bytes_per_position
    return max(0, (plan.free_bytes - fixed) // max(1, each))
