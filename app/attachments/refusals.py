"""Why a file cannot be attached, as fields; the sentences stand in `words.py`."""

from dataclasses import dataclass
from enum import StrEnum


class RefusalReason(StrEnum):
    """What is wrong with a file."""

    MISSING = "missing"
    FOLDER = "folder"
    EMPTY = "empty"
    TOO_LARGE = "too large"
    """`limit` is in bytes."""
    TOO_LONG = "too long"
    """`limit` is in characters."""
    TOO_MANY_PAGES = "too many pages"
    """`limit` is in pages."""
    UNPACKS_TOO_LARGE = "unpacks too large"
    """`limit` is in bytes."""
    BINARY = "binary"
    PICTURE = "picture"
    OLD_OFFICE = "old office"
    ENCODING = "encoding"
    NO_TEXT = "no text"
    PICTURES_ONLY = "pictures only"
    PROTECTED = "protected"
    DAMAGED = "damaged"


@dataclass(unsafe_hash=True)
class AttachmentRefused(Exception):
    """A file cannot be attached.

    Args:
        name: of the file.
        reason: why.
        limit: what is allowed, where the reason is too much of something.
    """

    name: str
    reason: RefusalReason
    limit: int = 0
