"""Records cut from a stream, wherever its chunks end."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exchange import pieces
from app.exchange.imported import Reason
from app.exchange.pieces import Piece, pieces_of

# What the cutting might trip over, and little else.
TEXTS = st.text(alphabet='"\\[]{},:a \u00e9', max_size=5)
VALUES = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
RECORDS = st.lists(st.dictionaries(TEXTS, VALUES, max_size=3), max_size=4)


def cut(text: str, size: int) -> list[Piece]:
    """The records of a text that comes in chunks."""

    def chunks() -> Iterator[str]:
        for start in range(0, len(text), size):
            yield text[start : start + size]

    return list(pieces_of(chunks()))


@given(records=RECORDS, size=st.integers(1, 40))
def test_every_record_comes_whole(records: list[dict[str, object]], size: int) -> None:
    """Of a bare list, and of a list below a name with other things around it."""
    for text in (
        json.dumps(records, ensure_ascii=False),
        json.dumps({"format": 'a "chats": [', "chats": records, "more": [1, {"a": 2}]}),
    ):
        assert [json.loads(piece.text) for piece in cut(text, size)] == records


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("text", "records"),
    [
        ('{"messages": [{"a": 1}], "chats_": []}', ['{"messages": [{"a": 1}], "chats_": []}']),
        (
            '[{"a": tru}, {"b": "]}\\"{["}, 7, null]',
            ['{"a": tru}', '{"b": "]}\\"{["}', "7", "null"],
        ),
        ("hello", ["hello"]),
        ("", []),
        (" \n", []),
        ("[]", []),
    ],
)
def test_what_is_no_list_of_chats(text: str, records: list[str], size: int) -> None:
    """One object is one record; what is no JSON is told as it stands, record by record."""
    assert [piece.text for piece in cut(text, size)] == records


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("text", ['[{"a": 1}, {"b": [2', '[{"a": 1}, {"b": "2', '[{"a": 1}, {"b\\'])
def test_a_text_that_ends_too_early(text: str, size: int) -> None:
    """What was whole is given; what was cut off is called that."""
    first, second = cut(text, size)
    assert first == Piece('{"a": 1}')
    assert second.reason is Reason.CUT_OFF


def test_a_record_that_is_too_large_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not held in memory, and those around it are read."""
    monkeypatch.setattr(pieces, "MAX_CHARACTERS", 1000)
    text = json.dumps([{"a": 1}, {"b": "x" * 5000}, {"c": [["y"] * 20] * 100}, {"d": 4}])
    first, second, third, last = cut(text, 100)
    assert (first.text, last.text) == ('{"a": 1}', '{"d": 4}')
    assert (second.reason, third.reason) == (Reason.TOO_LARGE, Reason.TOO_LARGE)
    assert len(second.text) < 1200
    assert first.reason is last.reason is None
