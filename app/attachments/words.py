"""The words about attached files: what they are, how long, and why one cannot be used.

Owns wording only.
"""

from app.attachments.attachment import AttachedFile, Attachment, FileKind
from app.attachments.refusals import AttachmentRefused, RefusalReason
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


def explain_refusal(refused: AttachmentRefused) -> str:
    """Say why a file cannot be attached, and what to do instead where there is something."""
    name, limit = refused.name, refused.limit
    match refused.reason:
        case RefusalReason.MISSING:
            return f"{name} cannot be read: it is not there, or may not be opened."
        case RefusalReason.FOLDER:
            return f"{name} is a folder. Attach the files in it that matter."
        case RefusalReason.EMPTY:
            return f"{name} is empty."
        case RefusalReason.TOO_LARGE:
            return f"{name} is larger than {format_bytes(limit)}, the most that can be attached."
        case RefusalReason.TOO_LONG:
            return (
                f"{name} holds more than {limit:,} characters, the most that can be attached. "
                "Attach a part of it."
            )
        case RefusalReason.TOO_MANY_PAGES:
            return (
                f"{name} has more than {limit:,} pages, the most that can be attached. Attach a "
                "part of it."
            )
        case RefusalReason.UNPACKS_TOO_LARGE:
            return (
                f"{name} unpacks to more than {format_bytes(limit)}, which no document does. It "
                "was not opened."
            )
        case RefusalReason.BINARY:
            return f"{name} is not a text. Texts, code, PDF and office documents can be attached."
        case RefusalReason.PICTURE:
            return f"{name} is a picture, and the models here read text only."
        case RefusalReason.OLD_OFFICE:
            return (
                f"{name} is in an old office format. Save it as .docx, .xlsx or .pptx and attach "
                "that."
            )
        case RefusalReason.ENCODING:
            return f"{name} is in an unknown encoding. Save it as UTF-8 and attach it again."
        case RefusalReason.NO_TEXT:
            return f"There is no text in {name}."
        case RefusalReason.PICTURES_ONLY:
            return (
                f"There is no text in {name}: its pages are pictures, as a scanner makes them. "
                "Have the text recognised first."
            )
        case RefusalReason.PROTECTED:
            return f"{name} is protected by a password. Save a copy without one and attach that."
        case RefusalReason.DAMAGED:
            return f"{name} is damaged, or not what its name says: it cannot be read."


def explain_too_many(name: str, most: int) -> str:
    """Say that there are more files than go with one message."""
    return f"{name} is left out: at most {most} files go with one message."
