"""One conversation that writes itself: which ids are given, which are drawn, and whose they are.

Owns the change of turns and the watch for text that goes round in circles. Knows no tensor: it is
asked what comes next and told what was drawn.
"""

from collections import deque
from collections.abc import Callable, Sequence
from enum import IntEnum
from random import Random

from engine.training.openers import Opener, first_message, next_message
from engine.training.turn_marks import TurnMarks

_MAX_QUESTION, _MAX_ANSWER = 96, 320
_LOOP_SPAN, _MAX_PERIOD, _LOOP_CHECK = 36, 36, 12
_SHARES = (0.5, 0.4)
_OWN = 0.5
"""Share of questions that are the user's own, where there are any."""
_MAX_GIVEN = 192
"""Ids of a question of the user's own, so that there is room to answer."""


class Kind(IntEnum):
    """Whose a token is; only answers are learnt in full."""

    GIVEN = 0
    """The template's, or words of ours."""
    QUESTION = 1
    GREEDY = 2
    """An answer's, the most likely each time."""
    SAMPLED = 3
    """An answer's, drawn at `SAMPLED_TEMPERATURE`."""
    WARM = 4
    """An answer's, drawn at temperature 1."""
    LOOP = 5
    """An answer's that goes round in circles; not learnt."""


SAMPLED_TEMPERATURE = 0.7
TEMPERATURES = {
    Kind.GIVEN: 1.0,
    Kind.QUESTION: 0.9,
    Kind.GREEDY: 0.0,
    Kind.SAMPLED: SAMPLED_TEMPERATURE,
    Kind.WARM: 1.0,
}


class Conversation:
    """Writes one sequence.

    Args:
        marks: the template's.
        encode: text to ids.
        random: its own source of chance.
        questions: the user's own, if they are to be learnt from.
    """

    def __init__(
        self,
        marks: TurnMarks,
        *,
        encode: Callable[[str], list[int]],
        random: Random,
        questions: Sequence[str] = (),
    ) -> None:
        self._marks = marks
        self._encode = encode
        self._random = random
        self._questions = questions
        self._given: deque[int] = deque(marks.before)
        self._num_drawn = 0
        self.ids: list[int] = []
        self.kinds: list[Kind] = []
        self.mode = Kind.QUESTION
        self._ask(self._own_question() or first_message(random))

    @property
    def temperature(self) -> float:
        """How the next id is to be drawn; 0 takes the most likely."""
        return TEMPERATURES[self.mode]

    def push(self, drawn: int) -> int:
        """Say which id comes next, given the one the target has drawn."""
        if self._given:
            return self._append(self._given.popleft(), Kind.GIVEN)
        self._num_drawn += 1
        id = self._append(drawn, self.mode)
        limit = _MAX_QUESTION if self.mode is Kind.QUESTION else _MAX_ANSWER
        if drawn in self._marks.end_ids:
            self._change_turn(ended_by=drawn)
        elif self._num_drawn >= limit:
            self._change_turn()
        elif self._goes_in_circles():
            self.kinds[-_LOOP_SPAN:] = [Kind.LOOP] * _LOOP_SPAN
            self._change_turn()
        return id

    def _goes_in_circles(self) -> bool:
        is_due = self._num_drawn % _LOOP_CHECK == 0 and self._num_drawn >= 2 * _LOOP_SPAN
        return is_due and is_loop(self.ids[-2 * _LOOP_SPAN :])

    def _append(self, id: int, kind: Kind) -> int:
        self.ids.append(id)
        self.kinds.append(kind)
        return id

    def _change_turn(self, *, ended_by: int | None = None) -> None:
        self._num_drawn = 0
        is_question = self.mode is Kind.QUESTION
        marks = self._marks.to_answer if is_question else self._marks.to_question
        # The template writes the end mark too; the model has just written it.
        self._given.extend(marks[1:] if marks and marks[0] == ended_by else marks)
        if is_question:
            chance = self._random.random()
            greedy, sampled = _SHARES
            self.mode = Kind.GREEDY if chance < greedy else Kind.SAMPLED
            if chance >= greedy + sampled:
                self.mode = Kind.WARM
        else:
            self.mode = Kind.QUESTION
            self._ask(self._own_question() or next_message(self._random))

    def _own_question(self) -> Opener | None:
        if not self._questions or self._random.random() >= _OWN:
            return None
        return Opener(self._random.choice(self._questions), is_whole=True)

    def _ask(self, opener: Opener) -> None:
        self._given.extend(self._encode(opener.text)[:_MAX_GIVEN])
        if opener.is_whole:
            self._change_turn()


def is_loop(ids: Sequence[int]) -> bool:
    """Say whether the last `_LOOP_SPAN` ids repeat what stood shortly before them."""
    tail = list(ids[-_LOOP_SPAN:])
    return any(
        list(ids[-_LOOP_SPAN - period : -period]) == tail for period in range(1, _MAX_PERIOD + 1)
    )
