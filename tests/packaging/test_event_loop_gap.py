"""The figures of `event_loop_gap.py`; what it drives is the real program, no business of a test."""

import threading

from event_loop_gap import Lateness, _named, _places


def test_figures_are_by_stage() -> None:
    """The largest, and what 99 in a hundred stay below; nothing is nought."""
    lateness = Lateness()
    for ms in range(200):
        lateness.add("reading", float(ms))
    lateness.add("idle", 7.0)
    assert lateness.largest("reading") == 199.0
    assert lateness.percentile("reading") == 198.0
    assert lateness.largest("idle") == lateness.percentile("idle") == 7.0
    assert lateness.largest("never") == 0.0


def test_places_name_the_innermost_frames_of_wanted_threads() -> None:
    """This one, here."""
    (place,) = _places(lambda ident: ident == threading.get_ident())
    assert " < test_event_loop_gap.py:" in _named(place)
    assert _places(lambda ident: False) == []
