"""Cuts a stream of JSON into its records, so that a bad one does not take the others along.

Knows strings and brackets only: a record is what stands between two brackets of one depth. A file
of any size is read a piece at a time.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.exchange.imported import Reason

# One chat of this many characters is a damaged file rather than a chat.
MAX_CHARACTERS = 64_000_000

# In the order of our own export and of those that keep their chats below a name.
_LISTS = ("chats", "conversations")

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|["\[\]{}]', re.S)
_STRING_END = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.S)
_WORDS = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """One record.

    Args:
        text: its JSON, or what stands in its place.
        reason: why it is known to be bad already, or None.
    """

    text: str
    reason: Reason | None = None


def pieces_of(chunks: Iterable[str]) -> Iterator[Piece]:
    """Give the records of a JSON text: the elements of its list, or else the whole of it.

    Args:
        chunks: the text in order, cut anywhere.
    """
    scanner = _Scanner()
    for chunk in chunks:
        yield from scanner.feed(chunk)
    yield from scanner.end()


class _Scanner:
    def __init__(self) -> None:
        self._text = ""
        self._at = 0  # up to where it has been looked at
        self._depth = 0
        self._list_depth: int | None = None  # where records stand, once that is known
        self._start = 0  # of the record that is being read, or of what stands between two
        self._key = ""
        self._string_start = 0
        self._is_in_string = False
        self._is_too_large = False
        self._has_list = False

    def feed(self, chunk: str) -> Iterator[Piece]:
        """Take more of the text, and give the records that are whole by now."""
        self._text = self._text[self._start :] + chunk
        self._at -= self._start
        self._string_start -= self._start
        self._start = 0
        while True:
            if self._is_in_string and not self._leave_string():
                break
            found = _TOKEN.search(self._text, self._at)
            if found is None:
                self._at = len(self._text)
                break
            token = found.group()
            self._at = found.end()
            if token == '"':
                self._is_in_string = True
                self._string_start = found.start()
            elif token[0] == '"':
                self._note_key(token)
            else:
                yield from self._step(token, found.start())
        self._drop_what_is_too_large()

    def end(self) -> Iterator[Piece]:
        """Give what is left when the text has come to its end."""
        rest = self._text[self._start :]
        if self._list_depth is None and not self._has_list:
            if rest.strip():
                yield Piece(rest, Reason.TOO_LARGE if self._is_too_large else None)
        elif self._list_depth is not None:
            if self._depth > self._list_depth or self._is_in_string:
                yield Piece(rest, Reason.CUT_OFF)
            else:
                yield from self._between(len(self._text))

    def _leave_string(self) -> bool:
        found = _STRING_END.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
            self._is_in_string = False
            self._note_key(self._text[max(0, self._string_start) : self._at])
            return True
        # A sign and the backslash before it may be cut apart.
        tail = len(self._text) - len(self._text.rstrip("\\"))
        self._at = max(self._at, len(self._text) - tail % 2)
        return False

    def _note_key(self, token: str) -> None:
        if self._depth == 1:
            self._key = token[1:-1]

    def _step(self, token: str, at: int) -> Iterator[Piece]:
        if token in "[{":
            is_list = token == "[" and (
                self._depth == 0 or (self._depth == 1 and self._key in _LISTS)
            )
            if self._list_depth is None and not self._has_list and is_list:
                self._list_depth = self._depth + 1
                self._has_list = True
                self._start = at + 1
            elif self._depth == self._list_depth:
                yield from self._between(at)
                self._start = at
            self._depth += 1
            return
        self._depth -= 1
        if self._list_depth is None:
            return
        if self._depth == self._list_depth:
            yield self._record(at + 1)
        elif self._depth < self._list_depth:
            yield from self._between(at)
            self._list_depth = None  # what follows the list is nobody's record

    def _record(self, end: int) -> Piece:
        text = self._text[self._start : end]
        reason = Reason.TOO_LARGE if self._is_too_large else None
        self._start = end
        self._is_too_large = False
        return Piece(text, reason)

    def _between(self, end: int) -> Iterator[Piece]:
        """Give what stands between two records and is none: a number, a word, a stray string."""
        for word in _WORDS.findall(self._text[self._start : end]):
            yield Piece(word)
        self._start = end

    def _drop_what_is_too_large(self) -> None:
        if len(self._text) - self._start > MAX_CHARACTERS:
            self._is_too_large = True
            self._start = self._at
