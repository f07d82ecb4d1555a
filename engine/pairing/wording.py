"""The reason behind a verdict, in whole sentences; for the console and the window alike."""

from engine.draft_events import WORTH_HAVING
from engine.errors import TokenizerMismatch
from engine.language import number, say
from engine.pairing.verdict import Estimate, Verdict


def explain_estimate(estimate: Estimate) -> str:
    """Say what a draft that fits brings here, and why."""
    sentences = [_verdict(estimate), _cost(estimate.step)]
    if estimate.speedup is not None and estimate.rate is not None:
        rate = number(100 * estimate.rate)
        sentences.append(say("{rate} % of its first words stand.").format(rate=rate))
    return " ".join(sentences)


def explain_mismatch(error: TokenizerMismatch) -> str:
    """Say where the tokens of two models part."""
    first = number(error.first_id)
    if error.num_different == 1:
        return say("Does not fit: one of its tokens is another, id {first}.").format(first=first)
    return say(
        "Does not fit: its tokens are others, first at id {first}; {count} of them in all."
    ).format(first=first, count=number(error.num_different))


def _verdict(estimate: Estimate) -> str:
    pays_never = estimate.verdict is Verdict.DOES_NOT_PAY
    if estimate.speedup is None:
        if pays_never:
            return say("Fits, but by its size it cannot pay.")
        return say("Fits; not measured on this computer yet, so that its size has to tell.")
    if estimate.rate is None:
        if pays_never:
            return say("Fits, but cannot pay on this computer.")
        if estimate.speedup < WORTH_HAVING:
            return say("Fits; pays only where it is nearly always right.")
        return say("Fits; about {speedup}× is to be expected.").format(
            speedup=number(estimate.speedup, 1)
        )
    if estimate.verdict is Verdict.PAYS:
        return say("Pays: {speedup}× on this computer.").format(speedup=number(estimate.speedup, 1))
    return say("Fits, but does not pay on this computer.")


def _cost(step: float) -> str:
    """Say what a word ahead costs, in passes of the model."""
    if step >= 1.0:
        return say("A word ahead costs {times} times one of the model's own.").format(
            times=number(step, 1)
        )
    # A trained draft's step may be less than a hundredth of a large model's.
    share = number(100 * step, 0 if step >= 0.01 else 1)
    return say("A word ahead costs {share} % of one of the model's own.").format(share=share)
