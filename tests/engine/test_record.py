"""Values that a type checker keeps from being changed."""

import pytest

from engine.record import record


@record
class Point:
    x: int
    y: int = 2


@record(kw_only=True)
class Named:
    name: str


def test_records_are_compared_and_hashed_by_their_fields() -> None:
    assert Point(1) == Point(1, 2) != Point(1, 3)
    assert len({Point(1), Point(1, 2), Point(2)}) == 2
    assert repr(Point(1)) == "Point(x=1, y=2)"


def test_a_record_has_no_fields_but_its_own() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 3  # type: ignore[attr-defined]


def test_fields_may_have_to_be_named() -> None:
    assert Named(name="a").name == "a"
    with pytest.raises(TypeError):
        Named("a")  # type: ignore[call-arg]


def test_a_match_takes_fields_by_place() -> None:
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_a_change_is_refused_by_the_type_checker() -> None:
    """At run time nobody looks; an ignore that were not needed would be refused itself."""
    point = Point(1)
    point.x = 5  # type: ignore[misc]
    assert point.x == 5
