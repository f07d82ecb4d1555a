"""Puts what is thought of drafts into the lines of the models dialog."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.language.text import translate
from app.view_types import ModelChoice
from engine.pairing import DraftVerdict, Verdict

_REFUSED = (Verdict.DOES_NOT_FIT, Verdict.UNREADABLE, Verdict.ITSELF)


def judged(choice: ModelChoice, verdicts: Mapping[str, DraftVerdict]) -> ModelChoice:
    """Say in a draft's line what is thought of it; one nobody judged stays as it is."""
    verdict = verdicts.get(choice.id)
    if verdict is None:
        return choice
    if verdict.verdict in _REFUSED:
        return replace(choice, can_draft=False, draft_reason=verdict.reason)
    return replace(choice, note=verdict.reason)


def itself_reason() -> str:
    """Say why a model does not draft for itself."""
    return translate("Models", "It is the model itself: nothing would be gained.")


def best_first(
    choices: Sequence[ModelChoice], verdicts: Mapping[str, DraftVerdict]
) -> list[ModelChoice]:
    """Put the drafts in the order of their verdicts; those without one come last, as listed."""
    places = {id: place for place, id in enumerate(verdicts)}
    return sorted(choices, key=lambda choice: places.get(choice.id, len(places)))
