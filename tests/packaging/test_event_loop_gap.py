"""What `event_loop_gap.py` tells; what it drives is the real program, no business of a test."""

import threading

from event_loop_gap import _named, _places


def test_places_name_the_innermost_frames_of_wanted_threads() -> None:
    """This one, here."""
    (place,) = _places(lambda ident: ident == threading.get_ident())
    assert " < test_event_loop_gap.py:" in _named(place)
    assert _places(lambda ident: False) == []
