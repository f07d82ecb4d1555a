"""What the pictures of speed in detail show: figures that stand in for measured ones."""

import math
from dataclasses import replace

from screen_content import stats

from app.speed.record import Point, ReplyFigures
from engine import Calibration, DraftCost, TokenSource

CALIBRATION = Calibration(
    passes=(
        *((1, 0.1204), (2, 0.1236), (3, 0.1271), (4, 0.1302), (5, 0.1344), (6, 0.1398)),
        *((8, 0.1481), (9, 0.1530), (12, 0.1752), (16, 0.2031), (24, 0.2764), (32, 0.3489)),
    ),
    drafts=(
        DraftCost(source=TokenSource.NGRAM, step=0.0, reading=0.0),
        DraftCost(source=TokenSource.HEAD, step=0.051, reading=0.006),
    ),
)


def replies() -> list[ReplyFigures]:
    """A chat of three replies, the newest with its course."""
    points = []
    for number in range(4, 128, 2):
        swing = 1.6 * math.sin(number / 9) + 0.8 * math.sin(number / 3.7)
        speed = 11.0 + 4.2 * (1 - math.exp(-number / 30)) + swing
        share = 0.74 + 0.12 * math.sin(number / 9) + 0.04 * math.sin(number / 2.3)
        points.append(Point(number, speed, share))
    whole = stats()
    return [
        ReplyFigures(id=1, name="Here's a simple function", stats=whole, points=()),
        ReplyFigures(
            id=2,
            name="With type hints it reads",
            stats=replace(whole, gained=(0, 8, 12, 7, 15, 2)),
            points=(),
        ),
        ReplyFigures(
            id=3,
            name="It walks both lists once",
            stats=replace(whole, gained=(0, 8, 11, 11, 9, 3, 1, 1)),
            points=tuple(points),
        ),
    ]
