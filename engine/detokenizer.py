"""Ids to printable text, one token at a time.

Bytes of an unfinished character are held, so nothing shown is ever taken back. The joined pieces
are what decoding all the bytes at once would give. Knows no vocabulary and no model.
"""

import codecs
from collections.abc import Callable

_UTF8 = codecs.getincrementaldecoder("utf-8")


class Detokenizer:
    """The state between two tokens of one reply.

    Args:
        token_bytes: the exact bytes of a token; b"" for one that is never text.
    """

    def __init__(self, token_bytes: Callable[[int], bytes]) -> None:
        self._token_bytes = token_bytes
        self._decoder = _UTF8(errors="replace")

    @property
    def has_pending(self) -> bool:
        """Whether bytes of an unfinished character are held."""
        return bool(self._decoder.getstate()[0])

    def push(self, id: int) -> str:
        """Add a token; return the characters it completes, U+FFFD for bytes known to be wrong."""
        return self._decoder.decode(self._token_bytes(id))

    def flush(self) -> str:
        """End the text as decoding it all at once would: held bytes become U+FFFD."""
        return self._decoder.decode(b"", final=True)

    def drop(self) -> None:
        """Forget held bytes, so that a reply that was stopped ends with a whole character."""
        self._decoder.reset()
