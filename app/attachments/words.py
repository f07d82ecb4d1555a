"""The words about attached files: what they are, how long, and why one cannot be used.

Owns wording only.
"""

from app.attachments.attachment import AttachedFile, Attachment, FileKind
from app.attachments.refusals import AttachmentRefused, RefusalReason
from app.language.numbers import integer
from app.language.text import plural, translate
from engine import format_bytes


def file_note(file: Attachment | AttachedFile) -> str:
    """Say of a file how large it is, in pages where it has some."""
    size = format_bytes(file.size_bytes)
    pages = pages_of(file.kind, file.num_pages)
    note = f"{pages} \u00b7 {size}" if pages else size
    if isinstance(file, Attachment) and file.guessed_encoding:
        return translate("Attachments", "{note} · read as {encoding}").format(
            note=note, encoding=file.guessed_encoding
        )
    return note


def pages_of(kind: FileKind, count: int) -> str:
    """Count pages in the word that a kind of file has for them; empty where it has none."""
    match kind:
        case FileKind.SHEETS:
            return plural("Attachments", "%Ln sheets", "%Ln sheet", count)
        case FileKind.SLIDES:
            return plural("Attachments", "%Ln slides", "%Ln slide", count)
        case FileKind.PDF:
            return plural("Attachments", "%Ln pages", "%Ln page", count)
        case FileKind.TEXT | FileKind.WORD:
            return ""


def tokens_note(note: str, num_tokens: int) -> str:
    """Add to what is said of a file how long it is for the model."""
    return plural("Attachments", "{note} · %Ln tokens", "{note} · %Ln token", num_tokens).format(
        note=note
    )


def too_long_note(note: str, num_tokens: int) -> str:
    """Say in a few words that a file alone is more than the model can hold."""
    return translate("Attachments", "{note} · {tokens} tokens: too long").format(
        note=note, tokens=integer(num_tokens)
    )


def explain_file_too_long(name: str, num_tokens: int, context_length: int) -> str:
    """Say that a file has no room, and what to do."""
    return translate(
        "Attachments",
        "{name} has {tokens} tokens, and the model can hold {context_length}. Remove "
        "it, attach a part of it, or choose a model with a longer context.",
    ).format(name=name, tokens=integer(num_tokens), context_length=integer(context_length))


def explain_refusal(refused: AttachmentRefused) -> str:
    """Say why a file cannot be attached, and what to do instead where there is something."""
    name, limit = refused.name, refused.limit
    match refused.reason:
        case RefusalReason.MISSING:
            return translate(
                "Attachments", "{name} cannot be read: it is not there, or may not be opened."
            ).format(name=name)
        case RefusalReason.FOLDER:
            return translate(
                "Attachments", "{name} is a folder. Attach the files in it that matter."
            ).format(name=name)
        case RefusalReason.EMPTY:
            return translate("Attachments", "{name} is empty.").format(name=name)
        case RefusalReason.TOO_LARGE:
            return translate(
                "Attachments", "{name} is larger than {limit}, the most that can be attached."
            ).format(name=name, limit=format_bytes(limit))
        case RefusalReason.TOO_LONG:
            return translate(
                "Attachments",
                "{name} holds more than {limit} characters, the most that can be attached. "
                "Attach a part of it.",
            ).format(name=name, limit=integer(limit))
        case RefusalReason.TOO_MANY_PAGES:
            return translate(
                "Attachments",
                "{name} has more than {limit} pages, the most that can be attached. Attach a "
                "part of it.",
            ).format(name=name, limit=integer(limit))
        case RefusalReason.UNPACKS_TOO_LARGE:
            return translate(
                "Attachments",
                "{name} unpacks to more than {limit}, which no document does. It was not opened.",
            ).format(name=name, limit=format_bytes(limit))
        case RefusalReason.BINARY:
            return translate(
                "Attachments",
                "{name} is not a text. Texts, code, PDF and office documents can be attached.",
            ).format(name=name)
        case RefusalReason.PICTURE:
            return translate(
                "Attachments", "{name} is a picture, and the models here read text only."
            ).format(name=name)
        case RefusalReason.OLD_OFFICE:
            return translate(
                "Attachments",
                "{name} is in an old office format. Save it as .docx, .xlsx or .pptx and "
                "attach that.",
            ).format(name=name)
        case RefusalReason.ENCODING:
            return translate(
                "Attachments",
                "{name} is in an unknown encoding. Save it as UTF-8 and attach it again.",
            ).format(name=name)
        case RefusalReason.NO_TEXT:
            return translate("Attachments", "There is no text in {name}.").format(name=name)
        case RefusalReason.PICTURES_ONLY:
            return translate(
                "Attachments",
                "There is no text in {name}: its pages are pictures, as a scanner makes them. "
                "Have the text recognised first.",
            ).format(name=name)
        case RefusalReason.PROTECTED:
            return translate(
                "Attachments",
                "{name} is protected by a password. Save a copy without one and attach that.",
            ).format(name=name)
        case RefusalReason.DAMAGED:
            return translate(
                "Attachments", "{name} is damaged, or not what its name says: it cannot be read."
            ).format(name=name)


def explain_too_many(name: str, most: int) -> str:
    """Say that there are more files than go with one message."""
    return translate(
        "Attachments", "{name} is left out: at most {most} files go with one message."
    ).format(name=name, most=most)
