"""Joins events that come faster than an eye can follow, on the engine's side of the thread.

A small model writes a hundred tokens a second, and to lay out and paint each by itself would take
a fifth of a small machine from the model. What is held goes with the next event, or where none
comes when somebody asks; every event that is no text goes at once, after what was held. Knows no
Qt and no thread.
"""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from app.thinking import has_thinking
from engine import Event, Proposed, TextDelta

INTERVAL_S = 1 / 30


class Pacer:
    """Lets through what is due of the engine's events.

    Args:
        interval_s: between two looks at a growing text, in seconds.
        clock: seconds, only ever growing.
    """

    def __init__(
        self, *, interval_s: float = INTERVAL_S, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._due_at = self._proposed_due_at = clock() - interval_s
        self._told_s = 0.0
        """What the engine's clock said in the newest text that was told."""
        self._delta: TextDelta | None = None
        self._proposed: Proposed | None = None

    def take(self, event: Event) -> list[Event]:
        """Take an event; give what is to be told now, in order."""
        match event:
            case TextDelta():
                return self._take_delta(event)
            case Proposed():
                return self._take_proposed(event)
        return [*self.rest(), event]

    def overdue(self) -> list[Event]:
        """Give what is held, if nothing has been told for longer than a text that goes on takes."""
        return self.rest() if self._clock() >= self._due_at + self._interval_s else []

    def rest(self) -> list[Event]:
        """Give what is held, as where nothing more will come."""
        now = self._clock()
        held: list[Event] = [event for event in (self._delta, self._proposed) if event is not None]
        if held:
            self._due_at = self._next(self._due_at, now)
        if self._delta is not None:
            self._told_s = self._delta.stats.elapsed_s
        if self._proposed is not None:
            self._proposed_due_at = self._next(self._proposed_due_at, now)
        self._delta = self._proposed = None
        return held

    def _next(self, due_at: float, now: float) -> float:
        """Say when the next is due. That counts from when this one was: rounds a little shorter
        than the interval would else be told every other time."""
        return max(due_at + self._interval_s, now + 0.5 * self._interval_s)

    def _take_delta(self, event: TextDelta) -> list[Event]:
        # Where drafts are quick the next one is moments away, and both are painted in one go.
        waits_s = 0.0 if self._proposed is None else self._interval_s
        # Words ahead of a text that has grown are ahead no more.
        self._proposed = None
        other: list[Event] = []
        if self._delta is not None and not _are_alike(self._delta, event):
            other = self.rest()
        self._delta = event if self._delta is None else _joined(self._delta, event)
        # By the engine's own clock too: whoever replays a text may run through its times quicker.
        is_due = event.stats.elapsed_s - self._told_s >= self._interval_s + waits_s
        if is_due or self._clock() >= self._due_at + waits_s:
            return [*other, *self.rest()]
        return other

    def _take_proposed(self, event: Proposed) -> list[Event]:
        self._proposed = event
        return self.rest() if self._clock() >= self._proposed_due_at else []


def _are_alike(first: TextDelta, second: TextDelta) -> bool:
    """Whether two steps are of one text, and of one part of it: when thinking ended is told."""
    ours, theirs = (
        (delta.turn_id, delta.pane, has_thinking(delta.tokens)) for delta in (first, second)
    )
    return ours == theirs


def _joined(first: TextDelta, second: TextDelta) -> TextDelta:
    """Give one step for two; the counters are those of the later one."""
    return replace(second, text=first.text + second.text, tokens=first.tokens + second.tokens)
