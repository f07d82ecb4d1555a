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
        self.has_pending = False
        """Whether bytes of an unfinished character are held."""

    def push(self, id: int) -> str:
        """Add a token; return the characters it completes, U+FFFD for bytes known to be wrong."""
        added = self._token_bytes(id)
        if not self.has_pending and added.isascii():
            return added.decode("ascii")
        text = self._decoder.decode(added)
        self.has_pending = bool(self._decoder.getstate()[0])
        return text

    def flush(self) -> str:
        """End the text as decoding it all at once would: held bytes become U+FFFD."""
        self.has_pending = False
        return self._decoder.decode(b"", final=True)

    def drop(self) -> None:
        """Forget held bytes, so that a reply that was stopped ends with a whole character."""
        self.has_pending = False
        self._decoder.reset()
