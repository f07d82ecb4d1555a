"""The reason behind a verdict, as a sentence of numbers; for the console and the window alike."""

from engine.draft_events import WORTH_HAVING
from engine.pairing.verdict import Estimate, Verdict


def explain_estimate(estimate: Estimate) -> str:
    """Say what a draft that fits brings here, and why."""
    step = f"{100 * estimate.step:.0f} %" if estimate.step < 1.0 else f"{estimate.step:.1f} times"
    cost = f"a word ahead costs {step} of one of the model's own"
    if estimate.step >= 1.0:
        cost = f"a word ahead costs {step} one of the model's own"
    if estimate.speedup is None:
        if estimate.verdict is Verdict.DOES_NOT_PAY:
            return f"Fits, but cannot pay: by its size {cost}."
        return f"Fits; not measured on this computer yet. By its size {cost}."
    speedup = f"{estimate.speedup:.1f}×"
    if estimate.rate is None:
        if estimate.verdict is Verdict.DOES_NOT_PAY:
            return f"Fits, but cannot pay on this computer: {cost}."
        if estimate.speedup < WORTH_HAVING:
            return f"Fits; pays only where it is nearly always right: {cost}."
        return f"Fits; about {speedup} is to be expected: {cost}."
    standing = f"{100 * estimate.rate:.0f} % of its first words stand"
    if estimate.verdict is Verdict.PAYS:
        return f"Pays: {speedup} on this computer; {cost}, and {standing}."
    return f"Fits, but does not pay on this computer: {cost}, and {standing}."
