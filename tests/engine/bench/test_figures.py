"""From runs to figures, on runs whose medians and ratios are worked out by hand."""

from engine.bench.figures import Figures, figures_by_kind
from engine.bench.prompts import WRITTEN_KINDS, Kind, bench_prompts
from engine.bench.runs import Run, Side


def run(
    side: Side,
    speed: float,
    *,
    kind: Kind = Kind.CODE,
    prompt: str = "a",
    repeat: int = 0,
    ids: tuple[int, ...] = (1, 2, 3),
    counts: tuple[int, int, int] | None = None,
) -> Run:
    rounds, drafted, accepted = counts or (None, None, None)
    return Run(
        kind=kind,
        prompt=prompt,
        repeat=repeat,
        side=side,
        ids=ids,
        num_prompt_tokens=5,
        tokens_per_s=speed,
        first_s=1.0 / (1 + repeat),
        num_rounds=rounds,
        num_drafted=drafted,
        num_accepted=accepted,
    )


def one(runs: list[Run]) -> Figures:
    (figures,) = figures_by_kind(runs)
    return figures


def test_medians_and_rates() -> None:
    """Rates come from the sums of the counters, not from the means of rates."""
    figures = one(
        [
            *(run(Side.PLAIN, 10.0, repeat=repeat) for repeat in range(3)),
            run(Side.SPECULATIVE, 10.0, counts=(10, 10, 1)),
            run(Side.SPECULATIVE, 30.0, repeat=1, counts=(90, 30, 29)),
            run(Side.SPECULATIVE, 20.0, repeat=2, counts=(0, 0, 0)),
        ]
    )
    found = figures.sides[Side.SPECULATIVE]
    assert found.tokens_per_s == 20.0
    assert found.first_s == 0.5
    assert found.acceptance_rate == 30 / 40
    assert found.tokens_per_round == 1 + 30 / 100
    assert figures.sides[Side.PLAIN].acceptance_rate is None


def test_a_ratio_is_taken_within_each_repeat() -> None:
    """A machine that runs at half its speed from the second repeat on changes no ratio."""
    runs = []
    for repeat, (pace, gain) in enumerate([(1.0, 2.0), (0.5, 3.0), (0.5, 1.0)]):
        runs += [
            run(Side.PLAIN, 10.0 * pace, repeat=repeat),
            run(Side.SPECULATIVE, 10.0 * pace * gain, repeat=repeat),
        ]
    ratio = one(runs).speculative_over_plain
    assert ratio is not None
    assert (ratio.ratio, ratio.least, ratio.most) == (2.0, 1.0, 3.0)


def test_the_best_of_llamas_ways_counts_in_each_repeat() -> None:
    """Plain is against plain; speculation against whatever was quickest there just then."""
    runs = []
    for repeat, (plain, draft, lookup) in enumerate([(10.0, 5.0, 8.0), (10.0, 5.0, 16.0)]):
        runs += [
            run(Side.PLAIN, 20.0, repeat=repeat),
            run(Side.SPECULATIVE, 32.0, repeat=repeat),
            run(Side.LLAMA, plain, repeat=repeat),
            run(Side.LLAMA_DRAFT, draft, repeat=repeat),
            run(Side.LLAMA_LOOKUP, lookup, repeat=repeat),
        ]
    figures = one(runs)
    assert figures.plain_over_llama is not None
    assert figures.plain_over_llama.ratio == 2.0
    assert figures.speculative_over_llama is not None
    assert (figures.speculative_over_llama.least, figures.speculative_over_llama.most) == (2.0, 3.2)


def test_a_ratio_is_over_the_prompts_that_all_answered() -> None:
    """A slow prompt that only one side was asked would make the other look quick."""
    figures = one(
        [
            run(Side.PLAIN, 20.0),
            run(Side.PLAIN, 1.0, prompt="b"),
            run(Side.PLAIN, 1.0, prompt="c"),
            run(Side.LLAMA, 10.0),
        ]
    )
    assert figures.plain_over_llama is not None
    assert figures.plain_over_llama.ratio == 2.0


def test_a_reply_of_one_event_has_no_speed() -> None:
    """It is left out; where all are such, there is no median and no ratio."""
    some = one([run(Side.PLAIN, 0.0), run(Side.PLAIN, 8.0, repeat=1), run(Side.SPECULATIVE, 4.0)])
    assert some.sides[Side.PLAIN].tokens_per_s == 8.0
    none = one([run(Side.PLAIN, 0.0), run(Side.SPECULATIVE, 4.0)])
    assert none.sides[Side.PLAIN].tokens_per_s is None
    assert none.speculative_over_plain is None


def test_agreement_of_speculation_is_of_whole_replies() -> None:
    """A reply that breaks off earlier is another reply."""
    agreement = one(
        [
            run(Side.PLAIN, 1.0, ids=(1, 2, 3)),
            run(Side.SPECULATIVE, 1.0, ids=(1, 2, 3)),
            run(Side.PLAIN, 1.0, prompt="b", ids=(1, 2, 3)),
            run(Side.SPECULATIVE, 1.0, prompt="b", ids=(1, 2)),
        ]
    ).speculative_agrees
    assert (agreement.num_same, agreement.num_pairs, agreement.least_common) == (1, 2, 2)


def test_agreement_with_transformers_is_as_far_as_it_wrote() -> None:
    """It writes fewer tokens; a difference within them counts."""
    agreement = one(
        [
            run(Side.PLAIN, 1.0, ids=(1, 2, 3)),
            run(Side.SPECULATIVE, 1.0),
            run(Side.TRANSFORMERS, 1.0, ids=(1, 2)),
            run(Side.PLAIN, 1.0, prompt="b", ids=(1, 2, 3)),
            run(Side.TRANSFORMERS, 1.0, prompt="b", ids=(1, 5)),
        ]
    ).transformers_agrees
    assert agreement is not None
    assert (agreement.num_same, agreement.num_pairs, agreement.least_common) == (1, 2, 1)


def test_all_kinds_together_come_last() -> None:
    """Kinds in their own order, and a line for all only where there are several."""
    runs = [run(side, 1.0, kind=kind) for kind in (Kind.EDIT, Kind.CODE) for side in Side]
    assert [figures.kind for figures in figures_by_kind(runs)] == [Kind.CODE, Kind.EDIT, None]
    assert [figures.kind for figures in figures_by_kind(runs[:4])] == [Kind.EDIT]


def test_there_are_two_prompts_of_each_kind() -> None:
    """In the kinds' order; those that paste a text are long enough to be quoted from."""
    prompts = bench_prompts(tuple(Kind))
    assert [prompt.kind for prompt in prompts] == [kind for kind in Kind for _ in range(2)]
    assert bench_prompts() == [prompt for prompt in prompts if prompt.kind in WRITTEN_KINDS]
    for prompt in prompts:
        least = 600 if prompt.kind in (Kind.SUMMARY, Kind.EDIT) else 40
        assert len(prompt.text) > least
        assert (prompt.temperature is None) == (prompt.kind is not Kind.RANDOM)
    assert [prompt.name for prompt in bench_prompts([Kind.CHAT])] == ["chat-1", "chat-2"]
