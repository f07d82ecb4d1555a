"""Sentences about results: what a proof has shown, short and no stronger than it is.

Owns wording only, for the console and the window alike.
"""

from engine.draft_events import WORTH_HAVING, Gain, PairAdvice, Subject
from engine.events import ReplyVerified
from engine.language import number, say, say_count


def explain_verdict(verdict: ReplyVerified) -> str:
    """Say in one or two sentences whose tokens a reply is made of.

    Greedy and coupled replies are held against the target's own choice, token by token. A reply
    drawn by rejection cannot be drawn again, so only this is claimed: that the settings allow
    each token, and how likely the target found it.
    """
    num_judged = len(verdict.probabilities)
    is_choice = not verdict.is_sampled or verdict.is_coupled
    if not num_judged:
        return say("Stopped before a token was checked.")
    text = (
        say("{own} of {all} tokens are the target's own")
        if is_choice
        else say("{own} of {all} tokens are ones your settings allow")
    ).format(own=number(verdict.num_own), all=number(num_judged))
    details = []
    if verdict.num_near_ties:
        details.append(_near_ties(verdict))
    if not is_choice:
        mean = sum(verdict.probabilities) / num_judged
        details.append(say("the target gave them {share} on average").format(share=_percent(mean)))
    if verdict.first_foreign is not None:
        details.append(_foreign(verdict))
    text = say("; ").join([text, *details]) + say(".")
    if not verdict.is_whole:
        rest = number(verdict.num_tokens - num_judged)
        text += say(" Stopped before the other {rest} were checked.").format(rest=rest)
    return text


def explain_advice(advice: PairAdvice) -> str:
    """Say in two sentences what a draft brings on this machine, and why."""
    if not advice.gains:
        return say("Stopped before anything was measured.")
    why = _because(advice)
    if not advice.pays:
        return say("Does not pay on this computer: {why}.").format(why=why)
    each = say(" and ").join(_speedup(gain) for gain in advice.gains)
    return say("Expect {gains} on this computer: {why}.").format(gains=each, why=why)


def _speedup(gain: Gain) -> str:
    subject = {Subject.CHAT: say("chat"), Subject.CODE: say("code")}[gain.subject]
    if gain.speedup < WORTH_HAVING:
        return say("no gain on {subject}").format(subject=subject)
    factor = number(gain.speedup, 1)
    return say("{factor}× on {subject}").format(factor=factor, subject=subject)


def _because(advice: PairAdvice) -> str:
    best = max(advice.gains, key=lambda gain: gain.speedup)
    count = best.num_draft_tokens
    if advice.step < 1:
        cost = say("a word ahead costs {share} of one of the model's own")
    else:
        cost = say("a word ahead costs {times} times one of the model's own")
    words = [
        cost.format(share=_percent(advice.step), times=number(advice.step, 1)),
        say("checking {count} words at once costs {times} times one").format(
            count=number(count + 1), times=number(advice.passes[count], 2)
        ),
        say("and {share} of the first words ahead stand").format(share=_standing(advice.gains)),
    ]
    return say(", ").join(words)


def _standing(gains: tuple[Gain, ...]) -> str:
    shares = [_percent(gain.rates[0] if gain.rates else 0.0) for gain in gains]
    in_order = dict.fromkeys(sorted(shares, key=lambda text: (len(text), text)))
    return say(" to ").join(in_order)


def _near_ties(verdict: ReplyVerified) -> str:
    count, gap = verdict.num_near_ties, verdict.smallest_gap
    if gap is None:
        return say_count("%Ln near-ties", "%Ln near-tie", count)
    text = say_count("%Ln near-ties, smallest gap {gap}", "%Ln near-tie, gap {gap}", count)
    return text.format(gap=_gap(gap))


def _foreign(verdict: ReplyVerified) -> str:
    place = number((verdict.first_foreign or 0) + 1)
    num_foreign = len(verdict.probabilities) - verdict.num_own
    # There is no distance where the settings or the model lack the token altogether.
    has_gap = bool(verdict.largest_gap) and not verdict.is_sampled
    gap = _gap(verdict.largest_gap) if has_gap else ""
    match num_foreign == 1, has_gap:
        case True, True:
            text = say("token {place} is not, {gap} below its choice")
        case True, False:
            text = say("token {place} is not")
        case False, True:
            text = say("the first that is not is token {place}, up to {gap} below its choice")
        case _:
            text = say("the first that is not is token {place}")
    return text.format(place=place, gap=gap)


def _gap(gap: float) -> str:
    # Three digits after the point where there are any; a gap is never shown as none.
    return number(gap, 3) if gap >= 0.0005 else f"{gap:.1e}" if gap else "0"


def _percent(share: float) -> str:
    text = say("less than 1 %") if share < 0.005 else say("{share} %")
    # A line never ends between a number and its sign.
    return text.replace(" %", "\u00a0%").format(share=number(100 * share))
