"""A reply without the signs of Markdown."""

import pytest

from app.branches.plain_text import plain_text


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("**Bold**, *soft* and `code`.", "Bold, soft and code."),
        ("# Title\n\nText\nmore", "Title\n\nText\nmore"),
        ("1. one\n2. two\n   - a\n   - b\n\nend", "1. one\n2. two\n  - a\n  - b\n\nend"),
        ("```py\nx = 1\n\ny = 2\n```\nend", "x = 1\n\ny = 2\n\nend"),
        ("| a | b |\n|---|---|\n| 1 | **2** |\n\nend", "a\tb\n1\t2\n\nend"),
        ("<https://a.example> [b](https://b.example)", "https://a.example b (https://b.example)"),
        ("a <b>c</b>", "a <b>c</b>"),
        ("> said", "said"),
        ("", ""),
    ],
)
def test_what_is_left(source: str, plain: str) -> None:
    """Words, lists, code and tables; nothing of what only made them look so."""
    assert plain_text(source) == plain
