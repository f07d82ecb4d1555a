"""Formulas are set in type where they can be, in steps, and never in place of prices."""

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot
from ziamath.nodes.mrow import Mrow

from app.transcript import formulas
from app.transcript.formula_object import OBJECT
from app.transcript.formulas import FormulaKey, formula, is_known, is_readable, set_in_type
from app.transcript.markdown import read_block
from app.transcript.messages import Reply
from app.transcript.pieces import Display, Prose
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView
from tests.app.window.conftest import REPLY_ID, question, reply, stream


def latex_in(source: str) -> list[str]:
    """All formulas of a block, in order."""
    found = []
    for piece in read_block(source):
        match piece:
            case Prose(paragraphs=paragraphs):
                found += [run.latex for p in paragraphs for run in p.runs if run.latex]
            case Display(run=run):
                found.append(run.latex)
    return found


def set_now(latex: str, *, is_display: bool = False) -> FormulaKey:
    key = FormulaKey(latex, is_display, 15)
    for _ in set_in_type(key):
        pass
    return key


def settle(view: TranscriptView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not view.page.is_busy)


def only_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("so $x_1$ and \\(y^2\\) here", ["x_1", "y^2"]),
        ("the $n$th term, $k$-means", ["n", "k"]),
        ("$1/2$ of $2 \\sin x$", ["1/2", "2 \\sin x"]),
        ("spaced $ x^2 $ too", ["x^2"]),
        ("$$a + b$$", ["a + b"]),
        ("Text\n\\[\na_1\n\\]\nmore", ["a_1"]),
        ("- item\n  $$\n  z\n  $$", ["z"]),
        ("\\begin{align}\na &= b\n\\end{align}", ["\\begin{align}\na &= b\n\\end{align}"]),
        ("$$x$$ is not $$y$$", ["x", "y"]),
        ("$5 and $6, from US$7 to US$8", []),
        ("$5-$10 or $5/month, or 50$ a year", []),
        ("$HOME/$PATH and a $20 bill or a 10$ bill", []),
        ("\\$5$ and `$x$`", []),
        ("$$\nnever closed", [""]),
    ],
)
def test_what_is_a_formula(source: str, expected: list[str]) -> None:
    """Dollars are prices unless they stand tight around something that is no sentence."""
    assert latex_in(source) == expected


def test_a_formula_knows_its_source() -> None:
    """So that its tokens are tinted, on lines of its own as well."""
    source = "Text\n$$\nx_1\n$$\nmore $y$."
    runs = [
        run
        for piece in read_block(source)
        for run in (
            (piece.run,)
            if isinstance(piece, Display)
            else tuple(r for p in piece.paragraphs for r in p.runs)
            if isinstance(piece, Prose)
            else ()
        )
        if run.latex
    ]
    written = [source[run.source : run.source + run.source_length] for run in runs if run.source]
    assert written == ["$$\nx_1\n$$", "$y$"]


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\sum_{n=1}^\infty \frac{1}{n^2} \tag{1}",
        r"\mathbb{R}^n \to \mathbb{R}",
    ],
)
def test_what_can_be_read_has_a_drawing(latex: str) -> None:
    """It has a width, and hangs below the line no further than it is high."""
    found = formula(set_now(latex, is_display=True))
    assert found is not None
    assert found.width > 5
    assert found.ascent > 5
    assert formulas.INK in found.svg


@pytest.mark.parametrize(
    "latex",
    [
        "",
        r"\frac{1",
        r"x & y",
        r"\nosuchcommand{x}",
        r"\text{中文}",
        r"\def\x{\x\x}\x",
        "{" * 400,
        r"\left(" * 40 + "x" + r"\right)" * 40,
        "x^" * 300 + "x",
        "x" * 10_000,
        r"\hat" * 150 + "x",
    ],
)
def test_what_cannot_be_read_has_none(latex: str) -> None:
    """Broken, unknown, endless or deep: it is tried at most once, and shown as it was written."""
    key = set_now(latex)
    assert is_known(key)
    assert formula(key) is None


def test_depth_costs_no_more_than_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would build each level twice; fifteen levels would build thousands of rows."""
    counted = 0
    set_up = Mrow._setup

    def count(self: Mrow, **kwargs: object) -> None:
        nonlocal counted
        counted += 1
        set_up(self, **kwargs)

    monkeypatch.setattr(Mrow, "_setup", count)
    latex = r"\left(" * 15 + "x" + r"\right)" * 15
    assert is_readable(latex)
    assert formula(set_now(latex)) is not None
    assert 15 < counted < 600


def test_it_stands_in_the_text_and_is_copied_as_written(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    """One character on screen; what is marked, copied and read out is the source."""
    transcript.set_messages([whole("Take $x_1$ and $y^2$ now.")])
    settle(transcript, qtbot)
    (block,) = only_reply(transcript).blocks
    assert block.document.toPlainText() == f"Take {OBJECT} and {OBJECT} now."
    block.select(0, block.length)
    assert block.selected_text() == "Take $x_1$ and $y^2$ now."
    block.select(7, block.length)
    assert block.selected_text() == "and $y^2$ now."
    assert block.accessibleName() == "Take $x_1$ and $y^2$ now."


def test_a_broken_one_is_shown_as_written(transcript: TranscriptView, qtbot: QtBot) -> None:
    """In a line and on its own."""
    transcript.set_messages([whole("See $\\frac{1$ here.\n\n$$\n\\frac{2\n$$")])
    settle(transcript, qtbot)
    first, second = only_reply(transcript).blocks
    assert first.document.toPlainText() == "See $\\frac{1$ here."
    assert second.document.toPlainText().replace("\n", "") == "$$\\frac{2$$"


def test_a_letter_that_stands_for_drawings_is_no_drawing(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    """A reply that holds Qt's own sign for an object does not shift the formulas."""
    transcript.set_messages([whole(f"{OBJECT} then $a$.")])
    settle(transcript, qtbot)
    (block,) = only_reply(transcript).blocks
    block.select(0, block.length)
    assert block.selected_text() == "\ufffd then $a$."


def test_thousands_are_set_a_few_at_a_time(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Not even those on screen are all set at once; in the end all are that are near it."""
    text = "".join(f"Point {n}: $q_{{{n}}} + {n}$.\n\n" for n in range(400))
    transcript.set_messages([whole(text)])
    built = only_reply(transcript).blocks
    assert sum(OBJECT in block.document.toPlainText() for block in built) < len(built)
    slices = transcript.work.num_slices
    settle(transcript, qtbot)
    assert transcript.work.num_slices > slices
    texts = [block.document.toPlainText() for block in only_reply(transcript).blocks]
    assert len(texts) > len(built)
    assert all(OBJECT in text for text in texts)


def test_while_it_is_written(transcript: TranscriptView, qtbot: QtBot) -> None:
    """A formula is set as soon as it is closed, in the block that still grows."""
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    stream(transcript, "Take $u_1$ and")
    QCoreApplication.processEvents()
    settle(transcript, qtbot)
    (block,) = only_reply(transcript).blocks
    assert block.document.toPlainText() == f"Take {OBJECT} and"


def test_it_waits_for_what_sets_it(
    transcript: TranscriptView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until that is imported the source is shown; nothing else waits."""
    loaded = False
    monkeypatch.setattr("app.transcript.building.is_loaded", lambda: loaded)
    monkeypatch.setattr("app.transcript.building.load_soon", lambda: None)
    transcript.set_messages([whole("Take $w_{77}$ now.")])
    (block,) = only_reply(transcript).blocks
    assert block.document.toPlainText() == "Take $w_{77}$ now."
    loaded = True
    settle(transcript, qtbot)
    (block,) = only_reply(transcript).blocks
    assert block.document.toPlainText() == f"Take {OBJECT} now."


def whole(text: str) -> MessageView:
    return reply(REPLY_ID, text, MessageStatus.COMPLETE)
