"""Sentences about results: what a proof has shown, short and no stronger than it is.

Owns wording only, for the console and the window alike.
"""

from engine.draft_events import WORTH_HAVING, Gain, PairAdvice
from engine.events import ReplyVerified


def explain_verdict(verdict: ReplyVerified) -> str:
    """Say in one or two sentences whose tokens a reply is made of.

    Greedy and coupled replies are held against the target's own choice, token by token. A reply
    drawn by rejection cannot be drawn again, so only this is claimed: that the settings allow
    each token, and how likely the target found it.
    """
    num_judged = len(verdict.probabilities)
    is_choice = not verdict.is_sampled or verdict.is_coupled
    if not num_judged:
        return "Stopped before a token was checked."
    text = f"{verdict.num_own:,} of {num_judged:,} tokens are "
    text += "the target's own" if is_choice else "ones your settings allow"
    details = []
    if verdict.num_near_ties:
        plural = "" if verdict.num_near_ties == 1 else "s"
        gap = verdict.smallest_gap
        smallest = "smallest gap" if plural else "gap"
        details.append(
            f"{verdict.num_near_ties:,} near-tie{plural}"
            + (f", {smallest} {_gap(gap)}" if gap is not None else "")
        )
    if not is_choice:
        mean = sum(verdict.probabilities) / num_judged
        details.append(f"the target gave them {_percent(mean)} on average")
    if verdict.first_foreign is not None:
        details.append(_foreign(verdict))
    text = "; ".join([text, *details]) + "."
    if not verdict.is_whole:
        text += f" Stopped before the other {verdict.num_tokens - num_judged:,} were checked."
    return text


def explain_advice(advice: PairAdvice) -> str:
    """Say in two sentences what a draft brings on this machine, and why."""
    if not advice.gains:
        return "Stopped before anything was measured."
    if advice.pays:
        each = [f"{_speedup(gain)} on {gain.subject}" for gain in advice.gains]
        text = f"Expect {' and '.join(each)} on this computer"
    else:
        text = "Does not pay on this computer"
    return f"{text}: {_because(advice)}."


def _cost(step: float) -> str:
    return f"{_percent(step)} of" if step < 1 else f"{step:.1f} times"


def _speedup(gain: Gain) -> str:
    return f"{gain.speedup:.1f}×" if gain.speedup >= WORTH_HAVING else "no gain"


def _because(advice: PairAdvice) -> str:
    best = max(advice.gains, key=lambda gain: gain.speedup)
    count = best.num_draft_tokens
    words = [
        f"a word ahead costs {_cost(advice.step)} one of the model's own",
        f"checking {count + 1} words at once costs {advice.passes[count]:.2f} times one",
        f"and {_standing(advice.gains)} of the first words ahead stand",
    ]
    return ", ".join(words)


def _standing(gains: tuple[Gain, ...]) -> str:
    shares = [_percent(gain.rates[0] if gain.rates else 0.0) for gain in gains]
    return " to ".join(dict.fromkeys(sorted(shares, key=lambda text: (len(text), text))))


def _foreign(verdict: ReplyVerified) -> str:
    place = (verdict.first_foreign or 0) + 1
    num_foreign = len(verdict.probabilities) - verdict.num_own
    first = "token" if num_foreign == 1 else "the first that is not is token"
    which = f"{first} {place:,}" + (" is not" if num_foreign == 1 else "")
    # There is no distance where the settings or the model lack the token altogether.
    if verdict.is_sampled or not verdict.largest_gap:
        return which
    largest = "" if num_foreign == 1 else "up to "
    return f"{which}, {largest}{_gap(verdict.largest_gap)} below its choice"


def _gap(gap: float) -> str:
    # Three digits after the point where there are any; a gap is never shown as none.
    return f"{gap:.3f}" if gap >= 0.0005 else f"{gap:.1e}" if gap else "0"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.005 else "less than 1 %"
