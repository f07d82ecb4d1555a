"""Blocks are found as they end, the same however the reply was cut into pieces."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.transcript.splitting import BlockKind, BlockSplitter

REPLY = """A paragraph
over two lines.

# A heading
- one
  - nested

- two
1. first
```python
x = 1

y = 2
```
> quoted

    indented

    more

Heading below
---
| a | b |
|---|---|
| 1 | 2 |

The end"""


def split(text: str, sizes: list[int]) -> list[tuple[BlockKind, str]]:
    splitter = BlockSplitter()
    blocks = []
    while text:
        size = sizes.pop() if sizes else len(text)
        blocks += splitter.feed(text[:size])
        text = text[size:]
    return [(block.kind, block.text) for block in blocks + splitter.finish()]


def test_kinds() -> None:
    """Each construct is one block, and a list is one block an item."""
    assert [(kind, text.strip().split("\n")[0]) for kind, text in split(REPLY, [])] == [
        (BlockKind.PROSE, "A paragraph"),
        (BlockKind.PROSE, "# A heading"),
        (BlockKind.LIST_ITEM, "- one"),
        (BlockKind.LIST_ITEM, "- two"),
        (BlockKind.LIST_ITEM, "1. first"),
        (BlockKind.FENCE, "```python"),
        (BlockKind.QUOTE, "> quoted"),
        (BlockKind.INDENTED, "indented"),
        (BlockKind.PROSE, "Heading below"),
        (BlockKind.TABLE, "| a | b |"),
        (BlockKind.PROSE, "The end"),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_pieces_do_not_matter(seed: int) -> None:
    """Twenty cuts at seeded random places give the blocks of the whole."""
    sizes = [random.Random(seed).randint(1, 9) for _ in range(len(REPLY))]
    assert split(REPLY, sizes) == split(REPLY, [])


@given(st.text(alphabet="ab -#>`~*1.|\n", max_size=80), st.lists(st.integers(1, 5)))
def test_nothing_is_lost(text: str, sizes: list[int]) -> None:
    """Blocks hold every character but the blank lines between them, in order, at their offset."""
    splitter = BlockSplitter()
    blocks = []
    rest = text
    while rest:
        size = sizes.pop() if sizes else len(rest)
        blocks += splitter.feed(rest[:size])
        rest = rest[size:]
    blocks += splitter.finish()
    for block in blocks:
        assert text[block.start : block.start + len(block.text)] == block.text
    kept = "".join(block.text for block in blocks)
    assert "".join(kept.split()) == "".join(text.split())


def test_unclosed_fence_is_one_block() -> None:
    """Blank lines and headings inside code end nothing."""
    assert split("```\n# no\n\n- no\n", []) == [(BlockKind.FENCE, "```\n# no\n\n- no\n")]


def test_an_endless_paragraph_is_cut() -> None:
    """Text without a line end is cut at a space, so that its layout stays cheap."""
    blocks = split("word " * 4000, [])
    assert len(blocks) > 1
    assert max(len(text) for _, text in split("word " * 4000, [7] * 4000)) < 5000
    assert "".join(text for _, text in blocks) == "word " * 4000


def test_a_list_ends_when_the_next_line_begins() -> None:
    """The paragraph after a list does not have to wait for its own end."""
    splitter = BlockSplitter()
    assert splitter.feed("- item\n\n") == []
    (done,) = splitter.feed("It")
    assert done.kind is BlockKind.LIST_ITEM
    assert splitter.open_text == "It"
