"""What a model's chat template writes around messages, as ids: before, between and after them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.chat import ChatFormat
from engine.errors import CannotTrain
from engine.models.tokenizer import Tokenizer
from engine.params import Message, Role

_QUESTION, _ANSWER = "zebra", "walnut"


@dataclass(frozen=True, slots=True)
class TurnMarks:
    """The template's ids.

    Args:
        before: what stands before the first message of the user's.
        to_answer: what stands between a question and its answer.
        to_question: what stands between an answer and the next question.
        end_ids: what the model itself ends a message with.
    """

    before: tuple[int, ...]
    to_answer: tuple[int, ...]
    to_question: tuple[int, ...]
    end_ids: frozenset[int]


def turn_marks(tokenizer: Tokenizer, *, name: str) -> TurnMarks:
    """Find out by writing a conversation of known words; `name` is the model's, for errors.

    Raises:
        CannotTrain: there is no template, or it rewrites what it is given.
    """
    if tokenizer.chat_template is None or not tokenizer.end_ids:
        raise CannotTrain(name, "it has no chat template to write conversations by")
    question, answer = tokenizer.encode(_QUESTION), tokenizer.encode(_ANSWER)
    ids = ChatFormat(tokenizer).encode(
        (
            Message(Role.USER, _QUESTION),
            Message(Role.ASSISTANT, _ANSWER, tuple(answer)),
            Message(Role.USER, _QUESTION),
        )
    )
    first = _find(ids, question, 0)
    reply = _find(ids, answer, first + len(question))
    second = _find(ids, question, reply + len(answer))
    if min(first, reply, second) < 0:
        raise CannotTrain(name, "its chat template rewrites what it is given")
    return TurnMarks(
        before=tuple(ids[:first]),
        to_answer=tuple(ids[first + len(question) : reply]),
        to_question=tuple(ids[reply + len(answer) : second]),
        end_ids=tokenizer.end_ids,
    )


def _find(ids: Sequence[int], part: Sequence[int], start: int) -> int:
    """Say where a part begins, or give -1."""
    places = range(start, len(ids) - len(part) + 1)
    return next((i for i in places if list(ids[i : i + len(part)]) == list(part)), -1)
