"""Ids and tokens of a reply as compact bytes for the store, and back.

A blob is one version byte and then records of one size, little-endian: 4 bytes an id, 20 bytes a
token with who wrote it, what became of it and its flags (19 without them in version 1, which is
still read). Anything else is refused with ValueError.
"""

import struct
from collections.abc import Sequence

from engine import TokenInfo, TokenSource, TokenStatus

IDS_VERSION = 1
TOKENS_VERSION = 2

_ID = struct.Struct("<I")
_TOKEN = struct.Struct("<IIIBBBfB")
_FIRST_TOKEN = struct.Struct("<IIIBBBf")
_THINKING_FLAG = 1
# The order is part of the format: append, never reorder.
_SOURCES = (TokenSource.TARGET, TokenSource.MODEL, TokenSource.NGRAM, TokenSource.HEAD)
_STATUSES = (TokenStatus.PLAIN, TokenStatus.ACCEPTED, TokenStatus.RECOVERED, TokenStatus.BONUS)


def pack_ids(ids: Sequence[int]) -> bytes:
    """Write ids, each 0 .. 2**32 - 1."""
    return bytes([IDS_VERSION]) + struct.pack(f"<{len(ids)}I", *ids)


def unpack_ids(blob: bytes) -> tuple[int, ...]:
    """Read what `pack_ids` wrote.

    Raises:
        ValueError: the blob is damaged or of a newer version.
    """
    body = _body(blob, IDS_VERSION, _ID.size)
    return struct.unpack(f"<{len(body) // _ID.size}I", body)


def pack_tokens(tokens: Sequence[TokenInfo]) -> bytes:
    """Write tokens with their provenance."""
    records = [
        _TOKEN.pack(
            token.id,
            token.start,
            token.end,
            _SOURCES.index(token.source),
            token.position_in_round,
            _STATUSES.index(token.status),
            token.probability,
            _THINKING_FLAG if token.is_thinking else 0,
        )
        for token in tokens
    ]
    return bytes([TOKENS_VERSION]) + b"".join(records)


def unpack_tokens(blob: bytes) -> tuple[TokenInfo, ...]:
    """Read what `pack_tokens` wrote; probabilities come back as float32.

    Raises:
        ValueError: the blob is damaged or of a newer version.
    """
    try:
        if blob[:1] == b"\x01":
            body = _body(blob, 1, _FIRST_TOKEN.size)
            return tuple(_token(*record) for record in _FIRST_TOKEN.iter_unpack(body))
        body = _body(blob, TOKENS_VERSION, _TOKEN.size)
        return tuple(_token(*record) for record in _TOKEN.iter_unpack(body))
    except IndexError as error:
        raise ValueError("a token of an unknown kind") from error


def _token(
    id: int,
    start: int,
    end: int,
    source: int,
    position: int,
    status: int,
    share: float,
    flags: int = 0,
) -> TokenInfo:
    is_thinking = bool(flags & _THINKING_FLAG)
    return TokenInfo(
        id, start, end, _SOURCES[source], position, _STATUSES[status], share, is_thinking
    )


def _body(blob: bytes, version: int, record_bytes: int) -> bytes:
    if not blob or blob[0] != version or (len(blob) - 1) % record_bytes:
        raise ValueError("not a blob of this version")
    return blob[1:]
