"""What goes to a terminal and what to a file: colour, status lines, characters that command."""

import io
from collections.abc import Iterator

import pytest

from engine import TextDelta, TokenInfo, TokenSource, TokenStatus, TurnStats
from engine.console.chat_view import ReplyView
from engine.console.tables import write_table
from engine.console.terminal import Style, Terminal


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_file_gets_the_text_and_nothing_else() -> None:
    """No colour, no status line, and control characters as they are."""
    stream = io.StringIO()
    terminal = Terminal(stream, {})
    terminal.status("working")
    terminal.write("a\x1b[31mb\x00\n", Style.DRAFTED)
    terminal.clear_status()
    assert stream.getvalue() == "a\x1b[31mb\x00\n"


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_refused(environ: dict[str, str]) -> None:
    """By the variable that programs have agreed on, or by the kind of terminal."""
    stream = Screen()
    Terminal(stream, environ).write("word", Style.DRAFTED)
    assert stream.getvalue() == "word"


def test_a_model_cannot_command_a_terminal() -> None:
    """It could clear the screen, retitle the window, or answer for the user."""
    stream = Screen()
    Terminal(stream, {"NO_COLOR": "1"}).write("\x1b[2J\x07\x9b1m\r\x7f\tone\ntwo")
    assert (
        stream.getvalue() == "␛[2J␇\N{REPLACEMENT CHARACTER}1m␍\N{REPLACEMENT CHARACTER}\tone\ntwo"
    )


def test_a_status_line_leaves_nothing_behind() -> None:
    """A shorter one covers a longer one, a line takes its place, and none is wider than the
    terminal."""
    stream = Screen()
    terminal = Terminal(stream, {})
    terminal.status("a long one")
    terminal.status("short")
    terminal.line("done")
    terminal.status("x" * 5000)
    shown = stream.getvalue().split("\r")
    assert shown[1:4] == ["a long one", "short     ", "     "]
    assert shown[4] == "done\n"
    assert len(shown[5]) < 5000


def token(start: int, end: int, *, status: TokenStatus, source: TokenSource) -> TokenInfo:
    return TokenInfo(
        id=1,
        start=start,
        end=end,
        source=source,
        position_in_round=0,
        status=status,
        probability=1.0,
    )


def deltas() -> Iterator[TextDelta]:
    """Two deltas with characters beyond the basic plane, which count as two units."""
    accepted, plain = TokenStatus.ACCEPTED, TokenStatus.PLAIN
    yield TextDelta(
        turn_id=1,
        text="😀a",
        tokens=(token(0, 3, status=plain, source=TokenSource.TARGET),),
        stats=TurnStats(),
    )
    yield TextDelta(
        turn_id=1,
        text="b😀c",
        tokens=(
            token(3, 4, status=TokenStatus.RECOVERED, source=TokenSource.TARGET),
            token(4, 6, status=accepted, source=TokenSource.MODEL),
            token(6, 7, status=accepted, source=TokenSource.NGRAM),
        ),
        stats=TurnStats(),
    )


def test_accepted_tokens_are_tinted() -> None:
    """Each in its source's colour, at its place in UTF-16 units; the target's own are plain."""
    output = Screen()
    view = ReplyView(Terminal(output, {}), Terminal(io.StringIO(), {}))
    for delta in deltas():
        view.show(delta)
    assert output.getvalue() == "😀ab\x1b[32m😀\x1b[0m\x1b[36mc\x1b[0m"


def test_tint_never_changes_the_text() -> None:
    """What a pipe gets is the text, whatever the offsets say."""
    output = io.StringIO()
    view = ReplyView(Terminal(output, {}), Terminal(io.StringIO(), {}))
    for delta in deltas():
        view.show(delta)
    view.close()
    assert output.getvalue() == "😀ab😀c\n"


def test_a_table_obeys_no_name_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Names of files and of repositories are a stranger's."""
    write_table([("NAME", "NOTE"), ("a\x1b[31m\nb", "\u202egpj.exe\t\x9b")])
    assert capsys.readouterr().out.splitlines() == ["NAME      NOTE", "a␛[31m␊b  �gpj.exe �"]
