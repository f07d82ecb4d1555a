"""Titles from first messages."""

import pytest

from app.keeping.titles import LONGEST, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Why is the sky blue?", "Why is the sky blue?"),
        ("Why is the sky blue? And the sea? Tell me.", "Why is the sky blue?"),
        ("Hi! Can you help me with my tax return?", "Hi! Can you help me with my tax return?"),
        ("Explain it to me. Slowly.", "Explain it to me"),
        (
            "Compare e.g. Rust with C. Which is faster?",
            "Compare e.g. Rust with C. Which is faster?",
        ),
        ("# A **bold** heading\n\nand a text", "A bold heading"),
        ("- [ ] buy `milk` and *eggs*", "buy milk and eggs"),
        ("> quoted by [a friend](https://example.org/x) today", "quoted by a friend today"),
        ("snake_case_name and __dunder__ stay?", "snake_case_name and __dunder__ stay?"),
        ("Fix this:\n```python\ndef add(a, b):\n    return a - b\n```", "Fix this"),
        ("```python\ndef add(a, b):\n    return a - b\n```", "python: add"),
        ("```\nprint(1)\n```", "Code: print(1)"),
        ("```sql\nSELECT * FROM t\n", "sql: SELECT * FROM t"),
        ("今天天气怎么样？请告诉我明天的天气预报。", "今天天气怎么样？请告诉我明天的天气预报"),
        ("---\n\nAfter a rule", "After a rule"),
        ("  \n\n  spaces \t and\tlines  \nmore", "spaces and lines"),
        ("???", "???"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("", ""),
    ],
)
def test_titles(text: str, title: str) -> None:
    """What a person would call it, as far as rules go."""
    assert title_of(text) == title


@pytest.mark.parametrize(
    "text",
    [
        "word " * 4000,
        "x" * 1_000_000,
        "天气" * 5000,
        "Please write a long essay about the history of the railway in the mountains of Norway",
        "**" * 5000,
        "[" * 5000 + "](",
        "`" * 5000,
        "> " * 5000,
        "```\n" * 5000,
        "👩‍👩‍👧" * 100,
    ],
)
def test_titles_are_short_whatever_is_written(text: str) -> None:
    """And made at once: the longest of these would take hours if a rule looked back."""
    title = title_of(text)
    assert 0 < len(title) <= LONGEST
    assert "\n" not in title


def test_a_title_is_cut_between_words() -> None:
    """With a sign that there is more."""
    text = "Please write a long essay about the history of the railway in the mountains"
    assert title_of(text) == "Please write a long essay about the history of the railway…"
