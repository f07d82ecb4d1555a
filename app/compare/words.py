"""The verdict of a comparison in words, short and no stronger than the runs behind it.

Knows no widget but what a label shows of markup.
"""

from html import escape

from app.compare.control import SeriesEnd
from app.compare.runs import Summary
from app.language.numbers import decimal, integer
from app.language.text import plural, translate
from engine import CompareFinished

NO_FIGURE = "–"


def ratio_words(ratio: float) -> str:
    """Write a ratio large."""
    return f"{decimal(ratio, 2)}×" if ratio else NO_FIGURE


def verdict_words(summary: Summary) -> str:
    """Say what the ratio means, and over how many runs it was found."""
    ratio = summary.ratio
    if not ratio:
        return _no_ratio(summary)
    if summary.num_prompts > 1:
        return translate(
            "Compare",
            "as fast as plain on this computer: the median of {prompts} prompts, which "
            "range from {lowest}× to {highest}×.",
        ).format(
            prompts=summary.num_prompts,
            lowest=decimal(summary.lowest, 2),
            highest=decimal(summary.highest, 2),
        )
    if summary.num_told > 1:
        return translate(
            "Compare",
            "as fast as plain for this question on this computer ({lowest}× to {highest}× "
            "over {told} runs).",
        ).format(
            lowest=decimal(summary.lowest, 2),
            highest=decimal(summary.highest, 2),
            told=summary.num_told,
        )
    if ratio >= 1.02:
        return translate("Compare", "as fast as plain for this question on this computer.")
    if ratio > 0.98:
        return translate("Compare", "as fast as plain: the draft neither helps nor hurts here.")
    return translate("Compare", "as fast as plain: the draft costs more than it brings here.")


def caveat_words(summary: Summary, end: SeriesEnd) -> str:
    """Say what speaks against the figures, or nothing."""
    words = []
    if end.problem:
        words.append(end.problem)
    if len(end.runs) < end.num_runs and not end.problem:
        words.append(
            translate("Compare", "Stopped after {runs} of {runs2} runs, which are kept.").format(
                runs=len(end.runs), runs2=end.num_runs
            )
        )
    num_refused = sum(run.is_refused and run.ratio > 0 for run in summary.runs)
    if num_refused and summary.num_told:
        words.append(
            translate("Compare", "One run is left out, since drafts alone cannot be that fast.")
            if num_refused == 1
            else translate(
                "Compare", "{refused} runs are left out, since drafts alone cannot be that fast."
            ).format(refused=num_refused)
        )
    num_busy = summary.num_busy
    if num_busy and summary.num_told:
        words.append(
            translate("Compare", "The computer was busy with something else meanwhile.")
            if len(summary.runs) == 1
            else translate(
                "Compare", "The computer was busy with something else during {busy} of {runs} runs."
            ).format(busy=num_busy, runs=len(summary.runs))
        )
    return " ".join(words)


def proof_words(
    summary: Summary, last: CompareFinished | None, *, parting: tuple[str, str] | None = None
) -> str:
    """Say whether the texts are alike, with markup for a label.

    Args:
        summary: of all runs.
        last: what the engine found of the newest one.
        parting: the newest run's first differing words, plain and speculative.
    """
    if last is None:
        return ""
    if last.is_sampled and not last.is_coupled:
        return translate(
            "Compare",
            "<b>Sampled by rejection:</b> each text is its own draw from the same "
            "distribution, so they may differ. The rule Coupled, or temperature 0, shows "
            "the same text twice.",
        )
    if len(summary.runs) > 1:
        if not summary.num_different:
            return translate(
                "Compare", "<b>Identical:</b> both texts are the same in all {alike} runs."
            ).format(alike=summary.num_alike)
        if last.first_difference is None:
            return translate(
                "Compare",
                "<b>Alike in {alike} of {runs} runs:</b> in the others two words were so close "
                "that rounding decided between them.",
            ).format(alike=summary.num_alike, runs=len(summary.runs))
    if last.first_difference is None:
        ties = last.speculative.num_near_ties if last.speculative else 0
        text = translate("Compare", "<b>Identical:</b> all {tokens} tokens are the same.")
        if ties:
            text += " " + plural("Compare", "%Ln near-ties.", "%Ln near-tie.", ties)
        return text.format(tokens=integer(last.num_compared))
    if last.gap is None:
        place = translate("Compare", "<b>First difference at token {place}</b>")
    else:
        place = translate("Compare", "<b>First difference at token {place}</b>, gap {gap}")
    place = place.format(place=integer(last.first_difference + 1), gap=decimal(last.gap or 0.0, 4))
    if parting is None:
        return translate(
            "Compare", "{place}: two words were so close that rounding decided between them."
        ).format(place=place)
    plain, speculative = (escape(_shown(word)) for word in parting)
    return translate(
        "Compare",
        "{place}: {plain} plainly, {speculative} speculatively. They were so close that rounding "
        "decided between them.",
    ).format(place=place, plain=plain, speculative=speculative)


def _no_ratio(summary: Summary) -> str:
    fastest = max((run.ratio for run in summary.runs), default=0.0)
    if not fastest:
        return translate("Compare", "The replies are too short to tell their speed.")
    return translate(
        "Compare",
        "{fastest} times as fast was measured, which drafts alone cannot bring: the "
        "computer was busy with something else. Run it again.",
    ).format(fastest=decimal(fastest, 1))


def _shown(word: str) -> str:
    return (
        f"“{word.strip()}”"
        if word.strip()
        else translate("Compare", "the end")
        if not word
        else translate("Compare", "a blank")
    )
