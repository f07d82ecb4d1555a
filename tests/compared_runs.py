"""Finished comparisons made of a few figures, for tests of what is done with them."""

from app.compare.prompts import PromptKind
from app.compare.runs import ComparedRun


def compared_run(
    *,
    plain: float = 10.0,
    speculative: float = 15.0,
    kind: PromptKind = PromptKind.CODE,
    prompt: str = "code-1",
    series: str = "s",
    at: float = 1_000_000.0,
    draft: str = "Small",
    tokens_a_round: float = 2.0,
    others_share: float | None = 0.0,
    first_difference: int | None = None,
    is_same_text_promised: bool = True,
    is_speculative_first: bool = False,
    id: int = 0,
) -> ComparedRun:
    """Make a run that is plausible and undisturbed unless told otherwise."""
    return ComparedRun(
        id=id,
        series=series,
        at=at,
        target="Big",
        form="int4",
        draft=draft,
        device="CPU",
        kind=kind,
        prompt=prompt,
        temperature=0.0,
        is_speculative_first=is_speculative_first,
        plain_tokens_per_s=plain,
        speculative_tokens_per_s=speculative,
        plain_first_token_s=0.5,
        speculative_first_token_s=0.6,
        num_tokens=64,
        acceptance_rate=0.75,
        tokens_a_round=tokens_a_round,
        num_compared=64,
        first_difference=first_difference,
        is_same_text_promised=is_same_text_promised,
        others_share=others_share,
    )
