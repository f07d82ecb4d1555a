"""A conversation at the keyboard: lines in, answers out, and errors that do not end it."""

import io
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import pytest

from engine import (
    Command,
    Event,
    Generate,
    LoadModels,
    ModelSpec,
    Placement,
    Role,
    SamplingParams,
    open_engine,
)
from engine.console.conversation import Conversation
from engine.console.repl import converse
from engine.console.terminal import Terminal
from engine.handling import EngineLike


class Watched:
    """A real engine that keeps what it was asked."""

    def __init__(self, engine: EngineLike) -> None:
        self._engine = engine
        self.asked: list[Generate] = []

    def handle(self, command: Command) -> Generator[Event]:
        if isinstance(command, Generate):
            self.asked.append(command)
        yield from self._engine.handle(command)


def typing(*lines: str) -> Callable[[str], str]:
    """Type lines, then end the input."""
    waiting = iter(lines)

    def read_line(_: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read_line


@pytest.fixture
def engine(tiny: str) -> Watched:
    """An engine with the tiny model loaded."""
    engine = open_engine()
    spec = ModelSpec(id="tiny", name="tiny", path=Path(tiny))
    with closing(engine.handle(LoadModels(target=spec, placement=Placement(num_threads=1)))) as it:
        list(it)
    return Watched(engine)


def talk(engine: Watched, *lines: str, is_raw: bool = False) -> tuple[str, str]:
    """Have a conversation; give both streams."""
    output, errors = io.StringIO(), io.StringIO()
    conversation = Conversation(
        engine=engine,
        sampling=SamplingParams(max_new_tokens=6),
        output=Terminal(output, {}),
        errors=Terminal(errors, {}),
        system="Be brief.",
        is_raw=is_raw,
    )
    converse(conversation, errors=Terminal(errors, {}), read_line=typing(*lines))
    return output.getvalue(), errors.getvalue()


def test_replies_are_remembered_by_their_ids(engine: Watched) -> None:
    """The second turn has the first with the ids that were generated, and the system's message."""
    talk(engine, "one", "two")
    first, second = engine.asked
    assert [message.role for message in first.messages] == [Role.SYSTEM, Role.USER]
    roles = [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.USER]
    assert [message.role for message in second.messages] == roles
    assert second.messages[2].token_ids is not None
    assert len(second.messages[2].token_ids) == 6


def test_new_forgets(engine: Watched) -> None:
    """What was said, not what the model was told beforehand."""
    talk(engine, "one", "/new", "two")
    assert engine.asked[1].messages[1].content == "two"
    assert engine.asked[1].messages[0].role is Role.SYSTEM


def test_the_switch_is_obeyed(engine: Watched) -> None:
    """From the next reply on, both ways."""
    _, told = talk(engine, "a", "/speculation off", "b", "/speculation on", "c")
    assert [asked.controls.speculate for asked in engine.asked] == [True, False, True]
    assert "speculation off: you switched it off\n" in told


def test_a_line_may_go_on(engine: Watched) -> None:
    """A backslash at its end is a line break; a command's look is no command there."""
    talk(engine, "one \\", "/quit\\", "three")
    assert engine.asked[0].messages[-1].content == "one \n/quit\nthree"


def test_quit_and_unknown_commands(engine: Watched) -> None:
    """A path is no command; nothing is read after `/quit`."""
    _, told = talk(engine, "/what", "/usr/bin is what?", "", "/help", "/quit", "never")
    assert [asked.messages[-1].content for asked in engine.asked] == ["/usr/bin is what?"]
    assert "/what is not a command: /help lists them." in told
    assert "/speculation on|off" in told


def test_an_error_does_not_end_it(engine: Watched) -> None:
    """A message that cannot fit is told, counts as never said, and the next is answered."""
    output, told = talk(engine, "x" * 600, "hello")
    assert "Shorten it" in told
    assert engine.asked[1].messages[-1].content == "hello"
    assert len(engine.asked[1].messages) == 2
    assert output


def test_raw_lines_are_continued_alone(engine: Watched) -> None:
    """Each without the ones before."""
    talk(engine, "one", "two", is_raw=True)
    assert [asked.raw for asked in engine.asked] == ["one", "two"]
    assert engine.asked[1].messages == ()


def test_an_interrupt_at_the_prompt_leaves(engine: Watched) -> None:
    """As the end of the input does."""

    def read_line(_: str) -> str:
        raise KeyboardInterrupt

    conversation = Conversation(
        engine=engine,
        sampling=SamplingParams(),
        output=None,
        errors=Terminal(io.StringIO(), {}),
    )
    converse(conversation, errors=Terminal(io.StringIO(), {}), read_line=read_line)
    assert engine.asked == []
