"""Conversations that write themselves: turns, whose tokens are whose, and circles."""

from random import Random

import pytest

from engine.errors import CannotTrain
from engine.training.conversation import TEMPERATURES, Conversation, Kind, is_loop
from engine.training.openers import first_message, next_message
from engine.training.turn_marks import TurnMarks, turn_marks
from tests.tiny_tokenizers import tiny_tokenizer

END = 99
MARKS = TurnMarks(
    before=(1, 2), to_answer=(END, 3, 4), to_question=(END, 5), end_ids=frozenset({END})
)


def conversation(seed: int = 0) -> Conversation:
    return Conversation(MARKS, encode=lambda text: [50] * len(text.split()), random=Random(seed))


def push_all(talk: Conversation, drawn: list[int]) -> list[int]:
    return [talk.push(id) for id in drawn]


def test_it_begins_with_what_the_template_writes() -> None:
    assert push_all(conversation(), [7, 7]) == [1, 2]


def test_turns_change_at_an_end_that_is_not_written_twice() -> None:
    seed = next(n for n in range(100) if Random(n).random() > 0.8)
    talk = conversation(seed)
    ids = push_all(talk, [0, 0, 10, 11, END, 0, 0, 20, END, 0])
    assert ids == [1, 2, 10, 11, END, 3, 4, 20, END, 5]
    assert talk.kinds[2:5] == [Kind.QUESTION] * 3
    assert talk.kinds[7] in (Kind.GREEDY, Kind.SAMPLED, Kind.WARM)
    assert talk.kinds[9] is Kind.GIVEN


def test_a_question_of_ours_is_given_whole() -> None:
    seed = next(n for n in range(100) if Random(n).random() < 0.5)
    talk = conversation(seed)
    ids = push_all(talk, [7] * 60)
    first = ids.index(END)
    assert set(ids[2:first]) == {50}
    assert set(talk.kinds[: first + 3]) == {Kind.GIVEN}
    assert talk.temperature == TEMPERATURES[talk.mode]
    assert talk.kinds[first + 3] is talk.mode


def test_circles_are_cut_and_marked() -> None:
    talk = conversation()
    push_all(talk, [n % 5 + 10 for n in range(300)])
    assert Kind.LOOP in talk.kinds
    assert is_loop([1, 2, 3] * 40)
    assert not is_loop(list(range(90)))


def test_the_marks_of_a_template_are_found_by_writing_one() -> None:
    tokenizer = tiny_tokenizer()
    marks = turn_marks(tokenizer, name="Tiny")
    text = [tokenizer.token_text(id) for id in (*marks.before, *marks.to_answer)]
    assert text[0] == "<|im_start|>"
    assert text.count("<|im_end|>") == 1
    assert marks.end_ids == tokenizer.end_ids


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        (None, "no chat template"),
        ("{% for m in messages %}{{ m['content'] | upper }}{% endfor %}", "rewrites"),
    ],
)
def test_a_template_of_no_use_is_refused(template: str | None, reason: str) -> None:
    with pytest.raises(CannotTrain, match=reason):
        turn_marks(tiny_tokenizer(chat_template=template), name="Tiny")


def test_openers_are_many_and_repeatable() -> None:
    texts = [first_message(Random(seed)).text for seed in range(400)]
    assert texts == [first_message(Random(seed)).text for seed in range(400)]
    assert len(set(texts)) > 250
    assert 20 < texts.count("") < 180
    assert {next_message(Random(seed)).is_whole for seed in range(20)} == {True, False}


def test_own_questions_are_asked_among_the_others_and_cut_to_leave_room() -> None:
    """Half of all questions; without any, nothing else is drawn than before."""
    tokenizer = tiny_tokenizer()
    marks = turn_marks(tokenizer, name="Tiny")
    long = "word " * 400

    def first_given(seed: int, questions: tuple[str, ...]) -> tuple[int, ...]:
        talk = Conversation(
            marks, encode=tokenizer.encode, random=Random(seed), questions=questions
        )
        return tuple(talk._given)

    texts = [first_given(seed, (long,)) for seed in range(100)]
    own = [ids for ids in texts if len(ids) > 192]
    assert 30 < len(own) < 70
    assert all(len(ids) <= len(marks.before) + 192 + len(marks.to_answer) for ids in own)
    plain = Conversation(marks, encode=tokenizer.encode, random=Random(5))
    assert first_given(5, ()) == tuple(plain._given)
