"""What does not fit loses the draft, then layers, and never the context that was asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.planning import DraftNeed, Outcome, TargetNeed, explain_plan, plan_lines
from engine.planning.plan import LONGEST_AUTOMATIC, SHORTEST_AUTOMATIC, make_plan

TARGET = TargetNeed(
    name="T",
    kind="8 bits",
    weight_bytes=1_000_000,
    bytes_per_position=100,
    working_bytes=50_000,
    longest_context=100_000,
)
DRAFT = DraftNeed(
    name="D", kind="8 bits", weight_bytes=200_000, bytes_per_position=20, working_bytes=10_000
)
LAYERED = TargetNeed(
    name="T",
    kind="16 bits",
    weight_bytes=1_000_000,
    bytes_per_position=100,
    working_bytes=50_000,
    longest_context=100_000,
    layer_bytes=(100_000,) * 8,
)


def test_both_fit() -> None:
    plan = make_plan(TARGET, DRAFT, device="CPU", free_bytes=2_000_000, context_length=1000)

    assert plan.outcome is Outcome.FITS
    assert plan.needed_bytes == 1_050_000 + 100_000 + 210_000 + 20_000
    assert "Fits" in explain_plan(plan)
    assert sum(size for _, _, size in plan_lines(plan)) == plan.needed_bytes


def test_the_draft_goes_first() -> None:
    plan = make_plan(TARGET, DRAFT, device="CPU", free_bytes=1_300_000, context_length=2000)

    assert plan.outcome is Outcome.WITHOUT_DRAFT
    assert plan.context_length == 2000
    assert "draft would be left out" in explain_plan(plan)


def test_a_shorter_context_is_only_proposed() -> None:
    plan = make_plan(TARGET, None, device="CPU", free_bytes=1_200_000, context_length=4000)

    assert plan.outcome is Outcome.DOES_NOT_FIT
    assert plan.context_length == 4000
    assert "With a context of 1,500 tokens it would fit" in explain_plan(plan)


def test_nothing_helps() -> None:
    plan = make_plan(TARGET, None, device="CPU", free_bytes=900_000, context_length=4000)

    assert plan.fitting_context == 0
    assert "Choose a smaller model" in explain_plan(plan)


def test_layers_go_where_there_is_room() -> None:
    plan = make_plan(
        LAYERED,
        DRAFT,
        device="GPU",
        free_bytes=900_000,
        free_ram_bytes=10_000_000,
        context_length=1000,
    )

    assert plan.outcome is Outcome.OFFLOADED
    assert plan.num_offloaded == 3
    assert "3 of 8 layers" in explain_plan(plan)


def test_layers_stay_where_there_is_none() -> None:
    plan = make_plan(
        LAYERED,
        None,
        device="GPU",
        free_bytes=900_000,
        free_ram_bytes=200_000,
        context_length=1000,
    )

    assert plan.outcome is Outcome.DOES_NOT_FIT


def test_the_automatic_context_counts_both_caches() -> None:
    alone = make_plan(TARGET, None, device="CPU", free_bytes=6_000_000)
    both = make_plan(TARGET, DRAFT, device="CPU", free_bytes=6_000_000)

    assert alone.is_automatic
    assert SHORTEST_AUTOMATIC < both.context_length < alone.context_length <= LONGEST_AUTOMATIC


@pytest.mark.parametrize("wanted", [16, 99_999, 100_000, 10_000_000])
def test_a_context_that_was_asked_for_is_kept_up_to_the_models_own(wanted: int) -> None:
    plan = make_plan(TARGET, DRAFT, device="CPU", free_bytes=10**6, context_length=wanted)

    assert plan.context_length == min(wanted, TARGET.longest_context)


@given(
    free=st.integers(0, 10**10),
    context=st.one_of(st.none(), st.integers(16, 10**6)),
    has_draft=st.booleans(),
    is_layered=st.booleans(),
    ram=st.one_of(st.none(), st.integers(0, 10**10)),
)
def test_a_plan_never_promises_more_than_there_is(
    free: int, context: int | None, has_draft: bool, is_layered: bool, ram: int | None
) -> None:
    target = LAYERED if is_layered else TARGET
    draft = DRAFT if has_draft else None
    plan = make_plan(
        target,
        draft,
        device="CPU",
        free_bytes=free,
        free_ram_bytes=ram,
        context_length=context,
    )

    match plan.outcome:
        case Outcome.FITS:
            assert plan.needed_bytes <= free
        case Outcome.WITHOUT_DRAFT:
            assert has_draft
            assert plan.target_bytes <= free < plan.needed_bytes
        case Outcome.OFFLOADED:
            kept = sum(target.layer_bytes[: len(target.layer_bytes) - plan.num_offloaded])
            assert plan.target_bytes - sum(target.layer_bytes) + kept <= free
        case Outcome.DOES_NOT_FIT:
            assert plan.target_bytes > free
    assert explain_plan(plan)
