"""Up to where a part is sound: its running digest, noted every few megabytes beside it.

A hub states one digest for a whole file, so it cannot tell which bytes are wrong. These notes can,
for whatever went wrong on this machine: a part is taken up again from its last good byte.
"""

from contextlib import suppress
from pathlib import Path

STEP_BYTES = 16 << 20


class Marks:
    """The notes of one part: length to digest in hex.

    Args:
        path: of the file that holds them; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[int, str]:
        """Give what is noted, in order; a line cut short by a crash is left out."""
        marks = {}
        try:
            lines = self._path.read_text("ascii", errors="replace").splitlines()
        except OSError:
            return {}
        for line in lines:
            length, _, digest = line.partition(" ")
            if length.isdecimal() and digest.endswith("."):
                marks[int(length)] = digest[:-1]
        return dict(sorted(marks.items()))

    def add(self, length: int, digest: str) -> None:
        """Note that the first `length` bytes have this digest."""
        with self._path.open("a", encoding="ascii") as stream:
            # The full stop says that the line is whole.
            stream.write(f"{length} {digest}.\n")

    def clear(self) -> None:
        """Forget everything."""
        with suppress(FileNotFoundError):
            self._path.unlink()
