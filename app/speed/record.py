"""How the replies of the open chat went: curves of those written since the start, runs of all.

A curve has a point an event, thinned out when it grows long, so that a day's chat stays small.
Knows no Qt.
"""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.live_rate import LiveRate
from app.view_types import MessageView
from engine import Role, TurnStats

MOST_POINTS = 400
MOST_CURVES = 100
_WINDOW_ROUNDS = 16
"""Rounds that an acceptance is told over."""
_MOST_WORDS = 40


@dataclass(frozen=True, slots=True)
class Point:
    """A moment of a reply.

    Args:
        num_tokens: of the reply by then.
        tokens_per_s: over the last moments.
        acceptance: 0 .. 1 over the last rounds; None while nothing was drafted in them.
    """

    num_tokens: int
    tokens_per_s: float
    acceptance: float | None


class Curve:
    """The course of one reply."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._rate = LiveRate()
        self._rounds: deque[tuple[int, int, int]] = deque([(0, 0, 0)])
        self._num_left_out = 0
        self._stride = 1

    def add(self, stats: TurnStats) -> None:
        """Take in newer counters."""
        speed = self._rate.add(stats)
        self._rounds.append((stats.num_rounds, stats.num_drafted, stats.num_accepted))
        while len(self._rounds) > 2 and stats.num_rounds - self._rounds[1][0] >= _WINDOW_ROUNDS:
            self._rounds.popleft()
        self._num_left_out += 1
        if speed <= 0.0 or self._num_left_out < self._stride:
            return
        self._num_left_out = 0
        _, drafted, accepted = self._rounds[0]
        num_drafted = stats.num_drafted - drafted
        acceptance = (stats.num_accepted - accepted) / num_drafted if num_drafted > 0 else None
        self.points.append(Point(stats.num_tokens, speed, acceptance))
        if len(self.points) > MOST_POINTS:
            self.points = self.points[::2]
            self._stride *= 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyFigures:
    """What is known of one reply.

    Args:
        id: of its message.
        name: its first words.
        stats: its counters.
        points: its course; empty for one of an earlier session.
    """

    id: int
    name: str
    stats: TurnStats
    points: tuple[Point, ...]


class SpeedRecord:
    """The replies of the chat that is open, oldest first."""

    def __init__(self) -> None:
        self._replies: dict[int, tuple[str, TurnStats]] = {}
        self._curves: OrderedDict[int, Curve] = OrderedDict()

    def reset(self, views: Iterable[MessageView]) -> None:
        """Take the messages of a chat in the place of those before; curves are kept."""
        self._replies = {}
        for view in views:
            self.finish(view)

    def grow(self, message_id: int, stats: TurnStats, text: str = "") -> None:
        """Take in newer counters of a reply, and its words so far where they are known."""
        curve = self._curves.setdefault(message_id, Curve())
        curve.add(stats)
        self._curves.move_to_end(message_id)
        while len(self._curves) > MOST_CURVES:
            self._curves.popitem(last=False)
        name = _name(text) or self._replies.get(message_id, ("", stats))[0]
        self._replies[message_id] = (name, stats)

    def finish(self, view: MessageView) -> None:
        """Take in a reply as it is kept."""
        if view.role is Role.ASSISTANT and view.stats is not None and view.stats.num_tokens:
            self._replies[view.id] = (_name(view.text), view.stats)

    @property
    def replies(self) -> list[ReplyFigures]:
        """All of them, oldest first."""
        return [
            ReplyFigures(
                id=id,
                name=name,
                stats=stats,
                points=tuple(self._curves[id].points) if id in self._curves else (),
            )
            for id, (name, stats) in self._replies.items()
        ]


def total_gained(replies: Sequence[ReplyFigures]) -> tuple[int, ...]:
    """Add up how many rounds brought n tokens."""
    longest = max((len(reply.stats.gained) for reply in replies), default=0)
    counts = [0] * longest
    for reply in replies:
        for length, count in enumerate(reply.stats.gained):
            counts[length] += count
    return tuple(counts)


def _name(text: str) -> str:
    line = " ".join(text[: 4 * _MOST_WORDS].split())
    return line if len(line) <= _MOST_WORDS else f"{line[: _MOST_WORDS - 1]}…"
