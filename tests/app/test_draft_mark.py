"""Which draft is loaded when the button is pressed, whatever came first."""

import pytest

from app.draft_mark import DraftMark
from app.model_control import NO_DRAFT_ID
from app.view_types import ModelChoice


def made(id: str) -> ModelChoice:
    """Describe a draft that was made for a model."""
    return ModelChoice(id=id, name="Its own draft", size_bytes=5, is_installed=True, note="Own.")


def on_another_model(before: str | None) -> DraftMark:
    """Mark another model, with this draft marked for the one before."""
    mark = DraftMark()
    mark.begin_target("first")
    mark.find_own(made("first's"))
    mark.set(before)
    mark.begin_target("second")
    return mark


@pytest.mark.parametrize("before", ["first's", None, "second"])
def test_its_own_draft_is_loaded_before_and_after_it_is_found(before: str | None) -> None:
    mark = on_another_model(before)
    assert (mark.to_load, mark.is_settled) == (None, False)
    assert mark.find_own(made("second's"))
    assert (mark.to_load, mark.is_settled) == ("second's", True)


def test_without_one_there_is_no_draft() -> None:
    mark = on_another_model("first's")
    assert mark.find_own(None)
    assert mark.to_load == NO_DRAFT_ID


@pytest.mark.parametrize("is_found_first", [True, False])
def test_what_is_marked_meanwhile_stays(is_found_first: bool) -> None:
    for marked, loaded in (("small", "small"), (None, NO_DRAFT_ID)):
        mark = on_another_model("first's")
        if is_found_first:
            mark.find_own(made("second's"))
        mark.set(marked)
        mark.find_own(made("second's"))
        assert mark.to_load == loaded


@pytest.mark.parametrize("is_found_first", [True, False])
def test_a_draft_that_cannot_serve_gives_way_to_its_own(is_found_first: bool) -> None:
    mark = on_another_model("small")
    assert mark.to_load == "small"
    if is_found_first:
        mark.find_own(made("second's"))
        assert mark.to_load == "small"
    mark.refuse({"small"})
    assert mark.to_load == ("second's" if is_found_first else None)
    mark.find_own(made("second's"))
    assert mark.to_load == "second's"


def test_one_that_replaces_it_is_marked_in_its_place() -> None:
    mark = on_another_model("first's")
    mark.find_own(made("shipped"))
    assert mark.find_own(made("newer"))
    assert mark.to_load == "newer"
    assert not mark.find_own(made("newer"))
