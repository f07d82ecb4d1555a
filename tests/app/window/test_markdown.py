"""Markdown becomes pieces that know their source; nothing in it is trusted."""

import pytest

from app.transcript.markdown import read_block
from app.transcript.pieces import Code, Paragraph, Prose, Rule, Run, Table


def runs_of(source: str) -> list[Run]:
    (piece,) = read_block(source)
    assert isinstance(piece, Prose)
    return [run for paragraph in piece.paragraphs for run in paragraph.runs]


@pytest.mark.parametrize(
    "source",
    [
        "plain **bold** *it* ~~gone~~ `code` end",
        r"escaped \* and &amp; and **b** after",
        "a [link](https://example.org/a_b) then text",
        "emoji 👩‍👩‍👧 and **bold 🎉** after",
        "line one  \nline two\nline three",
        "formula $x_1 + y_1$ and \\(a_b\\) and text",
        "> quote *one*\n> two",
        "- item **one**\n  continued",
        "the the the **the** the",
    ],
)
def test_each_run_knows_where_it_was_written(source: str) -> None:
    """The source at a run's place is what it shows, except for escapes and line ends."""
    for run in runs_of(source):
        assert run.source is not None
        written = source[run.source : run.source + run.source_length]
        special = {"\u2028": "\n", "*": r"\*", "&": "&amp;"}
        assert written == run.text or written == special[run.text]


def test_runs_go_forward() -> None:
    """Words that come twice are not taken for one another."""
    starts = [run.source for run in runs_of("the **the** the `the` the")]
    assert starts == [0, 6, 11, 17, 21]


def test_html_is_text() -> None:
    """Neither inline nor block HTML is anything but characters."""
    text = "".join(
        run.text for run in runs_of('a <b onclick="x()">b</b> <script>alert(1)</script>')
    )
    assert text == 'a <b onclick="x()">b</b> <script>alert(1)</script>'
    (piece,) = read_block("<img src=x onerror=y>\n")
    assert piece == Prose(
        paragraphs=(
            Paragraph(runs=(Run(text="<img src=x onerror=y>", source=0, source_length=21),)),
        )
    )


@pytest.mark.parametrize(
    ("target", "href"),
    [
        ("https://example.org", "https://example.org"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("file:///etc/passwd", ""),
        ("ftp://example.org", ""),
        ("relative/path", ""),
    ],
)
def test_only_safe_links_are_links(target: str, href: str) -> None:
    """A link goes to the web or to a mail program, or it is plain text."""
    assert {run.href for run in runs_of(f"[words]({target})")} == {href}


def test_bare_links() -> None:
    """An address in running text is a link without the full stop after it."""
    assert [(run.text, run.href) for run in runs_of("See https://example.org/a?b=c.")] == [
        ("See ", ""),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        (".", ""),
    ]


def test_prices_are_no_formula() -> None:
    """Two dollar signs in a sentence leave its emphasis alone."""
    runs = runs_of("from $5 to *about* $6")
    assert [run.text for run in runs if run.is_italic] == ["about"]
    assert not any(run.is_code for run in runs)


def test_code_knows_its_lines() -> None:
    """Each line of code is found again in the source, nested in a list too."""
    source = "- item\n  ```py\n  x = 1\n\n    y\n  ```\n"
    code = next(piece for piece in read_block(source) if isinstance(piece, Code))
    assert (code.language, code.text, code.depth) == ("py", "x = 1\n\n  y", 1)
    for line, start in zip(code.text.split("\n"), code.line_sources, strict=True):
        assert source[start : start + len(line)] == line


def test_unclosed_code() -> None:
    """A reply that was stopped inside a code block still shows it as code."""
    (code,) = read_block("```py\nx = 1\ny =")
    assert isinstance(code, Code)
    assert (code.text, code.line_sources) == ("x = 1\ny =", (6, 12))


def test_table() -> None:
    """Cells keep their runs, columns their side, and every cell its place in the source."""
    source = "| a | b |\n|:--|--:|\n| a | **b** |\n"
    (table,) = read_block(source)
    assert isinstance(table, Table)
    assert table.alignments == ("left", "right")
    assert [[run.source for cell in row for run in cell] for row in table.rows] == [
        [2, 6],
        [22, 28],
    ]


def test_numbers_and_rules() -> None:
    """A list that begins at three says so, at nought too, and a rule is a rule."""
    for start in (0, 3):
        (piece,) = read_block(f"{start}. item\n")
        assert isinstance(piece, Prose)
        assert piece.paragraphs[0].marker == f"{start}."
    assert read_block("---\n") == [Rule()]
