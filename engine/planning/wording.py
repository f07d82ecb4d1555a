"""A memory plan in sentences and lines: what it takes, what there is, and what to change.

Owns wording only, for the console and the window alike.
"""

from engine.error_text import format_bytes
from engine.planning.plan import DraftNeed, MemoryPlan, Outcome


def explain_plan(plan: MemoryPlan) -> str:
    """Say in one or two sentences what becomes of a load, and what to change where it fails."""
    needed, free = format_bytes(plan.needed_bytes), format_bytes(plan.free_bytes)
    match plan.outcome:
        case Outcome.FITS:
            return f"Fits: {needed} of the {free} that are free on the {plan.device}."
        case Outcome.WITHOUT_DRAFT:
            alone = format_bytes(plan.target_bytes)
            return (
                f"The draft would be left out: both need {needed}, the model alone {alone}, and "
                f"{free} are free on the {plan.device}. {_shorter_for_both(plan)}"
            )
        case Outcome.OFFLOADED:
            num_layers = len(plan.target.layer_bytes)
            place = "on the disk" if plan.device == "CPU" else f"off the {plan.device}"
            text = (
                f"{plan.num_offloaded} of {num_layers} layers would stay {place}, "
                "which makes each word much slower"
            )
            return f"{text}, and the draft would be left out." if plan.draft else f"{text}."
        case Outcome.DOES_NOT_FIT:
            alone = format_bytes(plan.target_bytes)
            return (
                f"Does not fit: the model alone needs {alone}, and {free} are free on the "
                f"{plan.device}. {_what_would_fit(plan)}"
            )


def plan_lines(plan: MemoryPlan) -> list[tuple[str, str, int]]:
    """List what takes how much: a name, a word on how, and bytes.

    A model whose loading takes more than its use is counted with what that takes.
    """
    lines = list(_model_lines(plan.target, "Model", plan.context_length))
    if plan.draft is not None:
        lines += _model_lines(plan.draft, "Draft", plan.context_length)
    return lines


def _model_lines(
    need: DraftNeed, what: str, context_length: int
) -> tuple[tuple[str, str, int], ...]:
    cache = need.bytes_per_position * context_length
    settled = need.weight_bytes + cache + need.working_bytes
    more = max(0, need.loading_bytes - settled)
    lines: tuple[tuple[str, str, int], ...] = (
        (f"{what}: weights", f"{need.name}, {need.kind}", need.weight_bytes),
        (f"{what}: context", f"{context_length:,} tokens", cache),
        (f"{what}: working room", "for one pass", need.working_bytes),
    )
    if more:
        lines += ((f"{what}: while loading", "given back afterwards", more),)
    return lines


def _shorter_for_both(plan: MemoryPlan) -> str:
    """Say which context both would fit with."""
    context = _context_for_both(plan)
    if context >= _WORTH_NAMING:
        return f"With a context of {context:,} tokens both would fit."
    return "Choose a smaller draft, or close other programs."


def _what_would_fit(plan: MemoryPlan) -> str:
    if _WORTH_NAMING <= plan.fitting_context < plan.context_length:
        return f"With a context of {plan.fitting_context:,} tokens it would fit."
    missing = format_bytes(max(0, plan.target_bytes - plan.free_bytes))
    return f"Choose a smaller model, or close other programs that hold {missing}."


_WORTH_NAMING = 256
"""A shorter context than this is of no use to anybody."""


def _context_for_both(plan: MemoryPlan) -> int:
    if plan.draft is None:
        return 0
    fixed = plan.target.weight_bytes + plan.target.working_bytes
    fixed += plan.draft.weight_bytes + plan.draft.working_bytes
    each = plan.target.bytes_per_position + plan.draft.bytes_per_position
    return max(0, (plan.free_bytes - fixed) // max(1, each))
