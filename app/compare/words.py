"""The verdict of a comparison in words, short and no stronger than the runs behind it.

Knows no Qt but what a label shows of markup.
"""

from html import escape

from app.compare.control import SeriesEnd
from app.compare.runs import Summary
from engine import CompareFinished

NO_FIGURE = "–"


def ratio_words(ratio: float) -> str:
    """Write a ratio large."""
    return f"{ratio:.2f}×" if ratio else NO_FIGURE


def verdict_words(summary: Summary) -> str:
    """Say what the ratio means, and over how many runs it was found."""
    ratio = summary.ratio
    if not ratio:
        return _no_ratio(summary)
    if summary.num_prompts > 1:
        return (
            f"as fast as plain on this computer: the median of {summary.num_prompts} prompts, "
            f"which range from {summary.lowest:.2f}× to {summary.highest:.2f}×."
        )
    if summary.num_told > 1:
        return (
            f"as fast as plain for this question on this computer "
            f"({summary.lowest:.2f}× to {summary.highest:.2f}× over {summary.num_told} runs)."
        )
    if ratio >= 1.02:
        return "as fast as plain for this question on this computer."
    if ratio > 0.98:
        return "as fast as plain: the draft neither helps nor hurts here."
    return "as fast as plain: the draft costs more than it brings here."


def caveat_words(summary: Summary, end: SeriesEnd) -> str:
    """Say what speaks against the figures, or nothing."""
    words = []
    if end.problem:
        words.append(end.problem)
    if len(end.runs) < end.num_runs and not end.problem:
        words.append(f"Stopped after {len(end.runs)} of {end.num_runs} runs, which are kept.")
    num_refused = sum(run.is_refused and run.ratio > 0 for run in summary.runs)
    if num_refused and summary.num_told:
        words.append(
            "One run is left out, since drafts alone cannot be that fast."
            if num_refused == 1
            else f"{num_refused} runs are left out, since drafts alone cannot be that fast."
        )
    num_busy = summary.num_busy
    if num_busy and summary.num_told:
        words.append(
            "The computer was busy with something else meanwhile."
            if len(summary.runs) == 1
            else f"The computer was busy with something else during {num_busy} of "
            f"{len(summary.runs)} runs."
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
        return (
            "<b>Sampled by rejection:</b> each text is its own draw from the same distribution, "
            "so they may differ. The rule Coupled, or temperature 0, shows the same text twice."
        )
    if len(summary.runs) > 1:
        if not summary.num_different:
            return f"<b>Identical:</b> both texts are the same in all {summary.num_alike} runs."
        if last.first_difference is None:
            return (
                f"<b>Alike in {summary.num_alike} of {len(summary.runs)} runs:</b> in the others "
                "two words were so close that rounding decided between them."
            )
    if last.first_difference is None:
        ties = last.speculative.num_near_ties if last.speculative else 0
        near = f" {ties} near-tie{'s' if ties != 1 else ''}." if ties else ""
        return f"<b>Identical:</b> all {last.num_compared:,} tokens are the same.{near}"
    gap = f", gap {last.gap:.4f}" if last.gap is not None else ""
    place = f"<b>First difference at token {last.first_difference + 1:,}</b>{gap}"
    if parting is None:
        return f"{place}: two words were so close that rounding decided between them."
    plain, speculative = (escape(_shown(word)) for word in parting)
    return (
        f"{place}: {plain} plainly, {speculative} speculatively. They were so close that rounding "
        "decided between them."
    )


def _no_ratio(summary: Summary) -> str:
    fastest = max((run.ratio for run in summary.runs), default=0.0)
    if not fastest:
        return "The replies are too short to tell their speed."
    return (
        f"{fastest:.1f} times as fast was measured, which drafts alone cannot bring: the "
        "computer was busy with something else. Run it again."
    )


def _shown(word: str) -> str:
    return f"“{word.strip()}”" if word.strip() else "the end" if not word else "a blank"
