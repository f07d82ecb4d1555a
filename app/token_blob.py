"""Ids and tokens of a reply as compact bytes for the store, and back.

A blob is one version byte and then records of one size, little-endian: 4 bytes an id, 19 bytes a
token with who wrote it and what became of it. Anything else is refused with ValueError.
"""

import struct
from collections.abc import Sequence

from engine import TokenInfo, TokenSource, TokenStatus

VERSION = 1

_ID = struct.Struct("<I")
_TOKEN = struct.Struct("<IIIBBBf")
# The order is part of the format: append, never reorder.
_SOURCES = (TokenSource.TARGET, TokenSource.MODEL, TokenSource.NGRAM, TokenSource.HEAD)
_STATUSES = (TokenStatus.PLAIN, TokenStatus.ACCEPTED, TokenStatus.RECOVERED, TokenStatus.BONUS)


def pack_ids(ids: Sequence[int]) -> bytes:
    """Write ids, each 0 .. 2**32 - 1."""
    return bytes([VERSION]) + struct.pack(f"<{len(ids)}I", *ids)


def unpack_ids(blob: bytes) -> tuple[int, ...]:
    """Read what `pack_ids` wrote.

    Raises:
        ValueError: the blob is damaged or of a newer version.
    """
    body = _body(blob, _ID.size)
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
        )
        for token in tokens
    ]
    return bytes([VERSION]) + b"".join(records)


def unpack_tokens(blob: bytes) -> tuple[TokenInfo, ...]:
    """Read what `pack_tokens` wrote; probabilities come back as float32.

    Raises:
        ValueError: the blob is damaged or of a newer version.
    """
    records = _TOKEN.iter_unpack(_body(blob, _TOKEN.size))
    try:
        return tuple(
            TokenInfo(token_id, start, end, _SOURCES[source], position, _STATUSES[status], share)
            for token_id, start, end, source, position, status, share in records
        )
    except IndexError as error:
        raise ValueError("a token of an unknown kind") from error


def _body(blob: bytes, record_bytes: int) -> bytes:
    if not blob or blob[0] != VERSION or (len(blob) - 1) % record_bytes:
        raise ValueError("not a blob of this version")
    return blob[1:]
