"""Columns of names that come from strangers: nothing in them breaks a row, or widens all others."""

import pytest

from engine.console.tables import write_table


def lines(capsys: pytest.CaptureFixture[str], *rows: tuple[str, ...]) -> list[str]:
    """Write a table and read it back."""
    write_table(rows)
    return capsys.readouterr().out.splitlines()


def test_columns_are_lined_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, ("a", "b"), ("long", "c")) == ["a     b", "long  c"]


def test_a_long_name_moves_its_own_row_only(capsys: pytest.CaptureFixture[str]) -> None:
    """It is written whole, so that it can be copied."""
    name = "n" * 200
    first, second = lines(capsys, ("a", "b"), (name, "c"))
    assert first == "a  b"
    assert second == f"{name}  c"


def test_a_name_of_a_million_letters_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, ("n" * 10**6, "m" * 10**6))
    assert len(line) < 1000
    assert line.count("…") == 2


def test_wide_letters_count_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal gives a Chinese character two cells, and an accent of its own none."""
    accented = "e\N{COMBINING ACUTE ACCENT}"
    assert lines(capsys, ("模型", "x"), ("abcd", "x"), (accented, "x")) == [
        "模型  x",
        "abcd  x",
        f"{accented}     x",
    ]


def test_names_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, ("\x1b]0;owned\x07", "a\nb\u202ec"))
    assert "\x1b" not in line
    assert "\x07" not in line
    assert "\u202e" not in line
