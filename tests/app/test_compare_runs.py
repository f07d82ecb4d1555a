"""What several runs say together, and how honestly: each figure can be worked out by hand."""

import csv
from pathlib import Path

import pytest

from app.compare.control import SeriesEnd
from app.compare.export import COLUMNS, write_csv
from app.compare.prompts import PromptKind, PromptSet, prompts_of
from app.compare.runs import grouped, summarise
from app.compare.words import caveat_words, proof_words, verdict_words
from engine import CompareFinished, TurnStats
from tests.compared_runs import compared_run


def test_the_ratio_is_that_of_medians() -> None:
    """One run whose plain half was slow would say 1.9 alone; the medians say 1.5."""
    runs = [
        compared_run(plain=10.0, speculative=15.0),
        compared_run(plain=8.0, speculative=15.2),
        compared_run(plain=10.0, speculative=14.0),
    ]
    summary = summarise(runs)
    assert summary.ratio == pytest.approx(1.5)
    assert (summary.lowest, summary.highest) == pytest.approx((1.4, 1.9))
    assert (summary.plain.median, summary.speculative.median) == (10.0, 15.0)
    assert "1.40× to 1.90× over 3 runs" in verdict_words(summary)


def test_several_prompts_count_alike() -> None:
    """A prompt that was run often decides no more than one that was run once."""
    runs = [
        *[compared_run(prompt="code-1", speculative=18.0)] * 5,
        compared_run(prompt="code-2", speculative=12.0),
        compared_run(prompt="chat-1", kind=PromptKind.CHAT, speculative=11.0),
    ]
    summary = summarise(runs)
    assert summary.ratio == pytest.approx(1.2)
    assert (summary.lowest, summary.highest) == pytest.approx((1.1, 1.8))
    assert "the median of 3 prompts" in verdict_words(summary)


def test_own_questions_of_two_series_are_two_prompts() -> None:
    """They have no name, and nothing says that they were the same."""
    runs = [
        compared_run(kind=PromptKind.LAST, prompt="", series="a", speculative=12.0),
        compared_run(kind=PromptKind.LAST, prompt="", series="b", speculative=16.0),
    ]
    assert summarise(runs).num_prompts == 2


def test_what_drafts_cannot_bring_is_refused() -> None:
    """Two tokens a round cannot make a reply five times as fast: the run counts for nothing."""
    impossible = compared_run(speculative=50.0)
    assert impossible.is_refused
    assert impossible.is_busy
    alone = summarise([impossible])
    assert alone.ratio == 0.0
    assert "busy with something else" in verdict_words(alone)
    summary = summarise([impossible, compared_run(speculative=15.0)])
    assert summary.ratio == pytest.approx(1.5)
    end = SeriesEnd(runs=summary.runs, num_runs=2)
    assert caveat_words(summary, end) == (
        "One run is left out, since drafts alone cannot be that fast. The computer was busy with "
        "something else during 1 of 2 runs."
    )


def test_too_short_is_not_busy() -> None:
    """Without a speed there is nothing to refuse, and nobody to blame."""
    short = compared_run(plain=0.0, speculative=0.0)
    assert not short.is_busy
    assert verdict_words(summarise([short])) == "The replies are too short to tell their speed."


@pytest.mark.parametrize(("share", "is_busy"), [(None, False), (0.1, False), (0.2, True)])
def test_a_busy_computer_is_marked(share: float | None, is_busy: bool) -> None:
    """By what others took of it meanwhile."""
    summary = summarise([compared_run(others_share=share)])
    assert summary.num_busy == is_busy
    words = caveat_words(summary, SeriesEnd(runs=summary.runs, num_runs=1))
    assert words == ("The computer was busy with something else meanwhile." if is_busy else "")


def test_what_stopping_keeps_is_said() -> None:
    summary = summarise([compared_run()])
    words = caveat_words(summary, SeriesEnd(runs=summary.runs, num_runs=3))
    assert words == "Stopped after 1 of 3 runs, which are kept."


def finished(
    *,
    first_difference: int | None = None,
    gap: float | None = None,
    is_sampled: bool = False,
    is_coupled: bool = False,
) -> CompareFinished:
    return CompareFinished(
        turn_id=1,
        plain=TurnStats(),
        speculative=TurnStats(num_near_ties=1),
        ratio=1.5,
        num_compared=128,
        first_difference=first_difference,
        gap=gap,
        is_sampled=is_sampled,
        is_whole=True,
        is_coupled=is_coupled,
    )


@pytest.mark.parametrize(
    ("last", "parting", "words"),
    [
        (finished(), None, "all 128 tokens are the same. 1 near-tie."),
        (finished(is_sampled=True, is_coupled=True), None, "all 128 tokens are the same"),
        (finished(is_sampled=True), None, "same distribution"),
        (finished(first_difference=9, gap=0.0041), None, "token 10</b>, gap 0.0041: two words"),
        (
            finished(first_difference=9, gap=0.0041),
            (" <fast>", " quick"),
            "token 10</b>, gap 0.0041: “&lt;fast&gt;” plainly, “quick” speculatively",
        ),
        (finished(first_difference=9), ("\n", ""), "a blank plainly, the end speculatively"),
    ],
)
def test_the_proof_in_words(
    last: CompareFinished, parting: tuple[str, str] | None, words: str
) -> None:
    """No stronger than what was found; the words that differ are quoted, as text."""
    summary = summarise([compared_run(first_difference=last.first_difference)])
    assert words in proof_words(summary, last, parting=parting)


def test_the_proof_of_several_runs() -> None:
    alike = summarise([compared_run(), compared_run()])
    assert "the same in all 2 runs" in proof_words(alike, finished())
    mixed = summarise([compared_run(first_difference=3), compared_run()])
    assert "Alike in 1 of 2 runs" in proof_words(mixed, finished())


def test_groups_are_series_and_kinds() -> None:
    runs = [
        compared_run(series="a"),
        compared_run(series="a", kind=PromptKind.CHAT, prompt="chat-1"),
        compared_run(series="b"),
        compared_run(series="a"),
    ]
    assert [len(group) for group in grouped(runs).values()] == [2, 1, 1]


def test_built_in_sets() -> None:
    """Two prompts of each kind, by name, and no random words, which nothing can draft."""
    everything = prompts_of(PromptSet.ALL)
    assert len(everything) == 8
    assert {prompt.kind for prompt in everything} == {
        PromptKind.CHAT,
        PromptKind.CODE,
        PromptKind.EDIT,
        PromptKind.SUMMARY,
    }
    assert [prompt.name for prompt in prompts_of(PromptSet.CODE)] == ["code-1", "code-2"]
    assert prompts_of(PromptSet.LAST) == prompts_of(PromptSet.OWN) == ()


def test_csv_has_every_figure_and_no_word(tmp_path: Path) -> None:
    """One line a run under a heading, read back by the standard reader."""
    path = tmp_path / "runs.csv"
    busy = compared_run(speculative=50.0, first_difference=4, is_speculative_first=True)
    write_csv(path, [compared_run(), busy])
    with path.open(encoding="utf-8", newline="") as file:
        first, second = csv.DictReader(file)
    assert tuple(first) == COLUMNS
    assert (first["ratio"], first["note"], first["first"]) == ("1.5000", "", "plain")
    assert first["finished_at"] == "1970-01-12T13:46:40+00:00"
    assert (second["first_difference"], second["first"]) == ("4", "speculative")
    assert second["note"] == "refused: the computer was busy"
