"""What a draft brings on this machine: from what passes and steps cost, and how much stands.

Source: Leviathan et al. 2023, section 3.4 (expected tokens a round).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.calibration import measure_draft, measure_passes
from engine.drafting.head_file import load_head
from engine.models.loader import LoadedModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The best there is to make of a draft.

    Args:
        num_draft_tokens: to draft a round.
        speed_up: over plain decoding, on answers like those it was measured on.
        step: time to draft one token, in target passes.
        wider: time of the target pass that judges the draft, in passes over one token.
        tokens_a_round: expected.
    """

    num_draft_tokens: int
    speed_up: float
    step: float
    wider: float
    tokens_a_round: float

    @property
    def pays(self) -> bool:
        """Whether drafting is quicker than not."""
        return self.speed_up > 1.0


def advise(passes: Mapping[int, float], *, step: float, rates: Sequence[float]) -> Advice:
    """Choose how far to draft.

    Args:
        passes: seconds of a target pass by its width; 1 and those from 2 on that were measured.
        step: time to draft one token, in target passes over one.
        rates: chance that each place stands, given those before it; one or more.
    """
    best: Advice | None = None
    expected = reach = 1.0
    for count, rate in enumerate(rates, start=1):
        reach *= rate
        expected += reach
        # A width that was not measured costs at least what the next narrower one does.
        width = max(known for known in passes if known <= count + 1)
        wider = passes[width] / passes[1]
        found = Advice(
            num_draft_tokens=count,
            speed_up=expected / (count * step + wider),
            step=step,
            wider=wider,
            tokens_a_round=expected,
        )
        if best is None or found.speed_up > best.speed_up:
            best = found
    if best is None:
        raise ValueError("no place of a draft to judge")
    return best


def measure_advice(target: LoadedModel, head: Path, rates: Sequence[float]) -> Advice | None:
    """Measure a trained head beside its target, in a second or two; None where that fails.

    The target's cache is empty afterwards.
    """
    drafter = load_head(head, target.model)
    passes = measure_passes(target.model)
    if not passes:
        return None
    num_tokens = min(target.tokenizer.num_tokens, target.model.num_rows)
    cost = measure_draft(drafter, target.model, num_tokens=num_tokens, pass_s=passes[1])
    return None if cost is None else advise(passes, step=cost.step, rates=rates)
