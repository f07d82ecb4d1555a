"""A file that goes with a message, as a value, and how the model is told of it.

Knows no Qt, no store and no library that reads files.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class FileKind(StrEnum):
    """What a file is, as far as reading it goes."""

    TEXT = "text"
    PDF = "pdf"
    WORD = "word"
    SHEETS = "sheets"
    SLIDES = "slides"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that was read.

    Args:
        name: without folders.
        kind: of file.
        size_bytes: of the file itself.
        num_pages: pages, slides or sheets; 0 where it has none.
        text: all that could be read of it; never blank.
        guessed_encoding: how its bytes were read, where the file does not say it and it could
            be another one; known only until the message is sent.
    """

    name: str
    kind: FileKind
    size_bytes: int
    num_pages: int
    text: str
    guessed_encoding: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedFile:
    """What is shown of a file that is kept with a message; its text stays in the store.

    Args:
        id: in the store.
        name, kind, size_bytes, num_pages: as in `Attachment`.
        num_chars: of its text.
    """

    id: int
    name: str
    kind: FileKind
    size_bytes: int
    num_pages: int
    num_chars: int


def prompt_text(text: str, files: Sequence[Attachment]) -> str:
    """Put files before what was written, each between marks that its own text cannot hold."""
    return "\n\n".join([*map(file_text, files), *([text] if text.strip() else [])])


def file_text(file: Attachment) -> str:
    """Write a file as the model reads it."""
    longest = max((len(run) for run in re.findall(r"^~{3,}", file.text, re.MULTILINE)), default=2)
    fence = "~" * (longest + 1)
    # A name may hold whatever a file system allows, a line break included.
    name = " ".join(file.name.split())
    return f"Attached file: {name}\n{fence}\n{file.text.rstrip()}\n{fence}"
