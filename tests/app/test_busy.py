"""How much of the processor others took, by counters that a test turns."""

import pytest

from app.busy import ProcessorWatch, Usage, read_usage


def test_the_processor_is_watched() -> None:
    """Of ten seconds of all cores, six busy and four of those our own: a fifth was others'."""
    usages = iter([Usage(100.0, 50.0, 20.0), Usage(110.0, 56.0, 24.0)])
    watch = ProcessorWatch(lambda: next(usages))
    assert watch.others_share() is None
    watch.begin()
    assert watch.others_share() == pytest.approx(0.2)


def test_no_time_at_all_says_nothing() -> None:
    watch = ProcessorWatch(lambda: Usage(1.0, 1.0, 1.0))
    watch.begin()
    assert watch.others_share() is None


def test_the_systems_counters_make_sense() -> None:
    usage = read_usage()
    assert usage.total_s >= usage.busy_s > 0.0
    assert usage.own_s > 0.0


def test_counters_that_cannot_be_read_say_nothing() -> None:
    """At either moment: in a container they may be out of reach."""

    def refuse() -> Usage:
        raise PermissionError(13, "not for you")

    watch = ProcessorWatch(refuse)
    watch.begin()
    assert watch.others_share() is None
    assert not watch.was_busy()
    answers = iter([Usage(1.0, 1.0, 0.0)])
    watch = ProcessorWatch(lambda: next(answers, None) or refuse())
    watch.begin()
    assert not watch.was_busy()
