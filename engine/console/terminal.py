"""What a terminal can show: colour, a line that changes, and text that cannot command it.

Where the stream is a file or a pipe, there is no colour, no line that changes, and text goes out
as it is.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import TextIO

_RESET = "\x1b[0m"
# What a model writes must not move the cursor or retitle the window: control characters are
# shown as pictures of themselves, but for the line break and the tab.
_PICTURES = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"}
_LINE_BREAK = chr(0x240A)
# What turns the direction of writing would show one name as another.
_TURNS = dict.fromkeys(
    [*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\N{REPLACEMENT CHARACTER}"
)
_HARMLESS = str.maketrans(
    {**_PICTURES, **dict.fromkeys(range(0x7F, 0xA0), "\N{REPLACEMENT CHARACTER}")}
)


def harmless(text: str) -> str:
    """Show control characters as pictures, on one line: names of files may hold any."""
    return text.translate(_HARMLESS | _TURNS).replace("\n", _LINE_BREAK).replace("\t", " ")


class Style(StrEnum):
    """How a piece of text is set apart; each is the terminal's own code for it."""

    PLAIN = ""
    FAINT = "\x1b[2m"
    DRAFTED = "\x1b[32m"
    SEEN_BEFORE = "\x1b[36m"


class Terminal:
    """A stream that may be a terminal.

    Args:
        stream: standard output or standard error.
        environ: tells whether colour is wanted (`NO_COLOR`, `TERM`).
    """

    def __init__(self, stream: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self.is_terminal = stream.isatty()
        self._has_colour = self.is_terminal and _has_colour(environ)
        self._status_width = 0

    def write(self, text: str, style: Style = Style.PLAIN) -> None:
        """Write a piece of text at once."""
        if self.is_terminal:
            text = text.translate(_HARMLESS)
        if self._has_colour and style is not Style.PLAIN and text:
            text = f"{style.value}{text}{_RESET}"
        self._stream.write(text)
        self._stream.flush()

    def line(self, text: str, style: Style = Style.PLAIN) -> None:
        """Write a whole line, in place of a status line if there is one."""
        self.clear_status()
        self.write(text, style)
        self._stream.write("\n")
        self._stream.flush()

    def status(self, text: str) -> None:
        """Show a line that the next one takes the place of; nothing where that is impossible."""
        if self.is_terminal:
            # A line that wraps could not be taken back.
            text = text[: shutil.get_terminal_size().columns - 1]
            self._stream.write(f"\r{text.translate(_HARMLESS).ljust(self._status_width)}")
            self._stream.flush()
            self._status_width = len(text)

    def clear_status(self) -> None:
        """Take the status line away."""
        if self._status_width:
            self._stream.write(f"\r{' ' * self._status_width}\r")
            self._stream.flush()
            self._status_width = 0


def _has_colour(environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    # The old Windows console shows the codes instead of obeying them.
    return sys.platform != "win32" or "WT_SESSION" in environ
