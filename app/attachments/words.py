"""The words about attached files: what they are, how long, and why one cannot be used.

Owns wording only.
"""

from app.attachments.attachment import AttachedFile, Attachment, FileKind
from engine import format_bytes


def file_note(file: Attachment | AttachedFile) -> str:
    """Say of a file how large it is, in pages where it has some."""
    size = format_bytes(file.size_bytes)
    pages = pages_of(file.kind, file.num_pages)
    return f"{pages} \u00b7 {size}" if pages else size


def pages_of(kind: FileKind, count: int) -> str:
    """Count pages in the word that a kind of file has for them; empty where it has none."""
    match kind:
        case FileKind.SHEETS:
            return "1 sheet" if count == 1 else f"{count:,} sheets"
        case FileKind.SLIDES:
            return "1 slide" if count == 1 else f"{count:,} slides"
        case FileKind.PDF:
            return "1 page" if count == 1 else f"{count:,} pages"
        case FileKind.TEXT | FileKind.WORD:
            return ""


def tokens_note(note: str, num_tokens: int) -> str:
    """Add to what is said of a file how long it is for the model."""
    if num_tokens == 1:
        return f"{note} \u00b7 1 token"
    return f"{note} \u00b7 {num_tokens:,} tokens"


def too_long_note(note: str, num_tokens: int) -> str:
    """Say in a few words that a file alone is more than the model can hold."""
    return f"{note} \u00b7 {num_tokens:,} tokens: too long"


def explain_file_too_long(name: str, num_tokens: int, context_length: int) -> str:
    """Say that a file has no room, and what to do."""
    return (
        f"{name} has {num_tokens:,} tokens, and the model can hold {context_length:,}. Remove it, "
        "attach a part of it, or choose a model with a longer context."
    )
