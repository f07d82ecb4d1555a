"""Ids and tokens as bytes: exact both ways, and damage is refused."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.token_blob import pack_ids, pack_tokens, unpack_ids, unpack_tokens
from engine import TokenInfo, TokenSource, TokenStatus

UINT32 = st.integers(0, 2**32 - 1)
TOKENS = st.lists(
    st.builds(
        TokenInfo,
        id=UINT32,
        start=UINT32,
        end=UINT32,
        source=st.sampled_from(TokenSource),
        position_in_round=st.integers(0, 255),
        status=st.sampled_from(TokenStatus),
        probability=st.floats(0, 1, width=32),
        is_thinking=st.booleans(),
    ),
    max_size=20,
)


@given(st.lists(UINT32, max_size=50))
def test_ids_come_back(ids: list[int]) -> None:
    """Every id of every vocabulary there is fits 32 bits."""
    assert unpack_ids(pack_ids(ids)) == tuple(ids)


@given(TOKENS)
def test_tokens_come_back(tokens: list[TokenInfo]) -> None:
    """Every kind and source is drawn, so a missing one in the tables would fail."""
    assert unpack_tokens(pack_tokens(tokens)) == tuple(tokens)


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused(blob: bytes) -> None:
    """Nothing but ValueError ever comes out of damaged bytes."""
    for unpack in (unpack_ids, unpack_tokens):
        try:
            unpack(blob)
        except ValueError:
            continue


def test_tokens_of_the_first_version_are_read() -> None:
    """Bytes as the first version wrote them: nineteen a token, none of them thought."""
    blob = b"\x01" + struct.pack("<IIIBBBf", 7, 0, 2, 1, 3, 1, 0.5)
    token = TokenInfo(7, 0, 2, TokenSource.MODEL, 3, TokenStatus.ACCEPTED, 0.5)
    assert unpack_tokens(blob) == (token,)


def test_a_newer_version_is_refused() -> None:
    """Its records may mean something else."""
    with pytest.raises(ValueError, match="version"):
        unpack_ids(b"\x02" + pack_ids([1])[1:])
