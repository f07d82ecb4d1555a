"""From a path to an attachment: what kind of file it is, by its bytes, and who reads it.

Slow, so for another thread. Whatever is wrong with a file ends as `AttachmentRefused`; nothing of
what stands in it is ever logged.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from app.attachments.attachment import Attachment, FileKind
from app.attachments.plain import decoded
from app.attachments.refusals import AttachmentRefused, RefusalReason

log = logging.getLogger(__name__)

MAX_BYTES = 50_000_000
MAX_CHARS = 2_000_000
MAX_PAGES = 2_000
MAX_UNPACKED_BYTES = 300_000_000
MAX_PARTS = 20_000

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURE_ENDINGS = (".heic", ".avif", ".webp")

ShouldStop = Callable[[], bool]


def read_attachment(path: Path, *, should_stop: ShouldStop = lambda: False) -> Attachment:
    """Read a file.

    Args:
        path: of the file.
        should_stop: asked between pages; the text then ends there.

    Raises:
        AttachmentRefused: it cannot be attached.
    """
    name = path.name
    try:
        if path.is_dir():
            raise AttachmentRefused(name, RefusalReason.FOLDER)
        size_bytes = path.stat().st_size
        if size_bytes == 0:
            raise AttachmentRefused(name, RefusalReason.EMPTY)
        if size_bytes > MAX_BYTES:
            raise AttachmentRefused(name, RefusalReason.TOO_LARGE, MAX_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise AttachmentRefused(name, RefusalReason.MISSING) from error
    kind, text, num_pages, encoding = _read(name, data, should_stop)
    if not text.strip():
        pages = RefusalReason.PICTURES_ONLY if kind is FileKind.PDF else RefusalReason.NO_TEXT
        raise AttachmentRefused(name, pages)
    if len(text) > MAX_CHARS:
        raise AttachmentRefused(name, RefusalReason.TOO_LONG, MAX_CHARS)
    return Attachment(
        name=name,
        kind=kind,
        size_bytes=len(data),
        num_pages=num_pages,
        text=_tidy(text),
        guessed_encoding=encoding,
    )


def _read(name: str, data: bytes, should_stop: ShouldStop) -> tuple[FileKind, str, int, str]:
    ending = Path(name).suffix.lower()
    if data.startswith(_PICTURES) or ending in _PICTURE_ENDINGS:
        raise AttachmentRefused(name, RefusalReason.PICTURE)
    if data.startswith(_OLD_OFFICE):
        # A document with a password is wrapped in the old format, whatever it is inside.
        is_new = ending in (".docx", ".xlsx", ".pptx")
        reason = RefusalReason.PROTECTED if is_new else RefusalReason.OLD_OFFICE
        raise AttachmentRefused(name, reason)
    try:
        if b"%PDF-" in data[:1024]:
            # Imported where they are needed: each of these libraries takes a while to load.
            from app.attachments import pdf

            text, num_pages = pdf.read(name, data, max_pages=MAX_PAGES, should_stop=should_stop)
            return FileKind.PDF, text, num_pages, ""
        if data.startswith(b"PK\x03\x04"):
            return *_read_packed(name, data, should_stop), ""
    except AttachmentRefused:
        raise
    except Exception as error:
        # The libraries that read files of strangers fail in any way there is, and each of them
        # means the same to whoever attached the file.
        log.info("An attachment cannot be read: %s", type(error).__name__)
        raise AttachmentRefused(name, RefusalReason.DAMAGED) from error
    text, encoding = decoded(name, data)
    return FileKind.TEXT, text, 0, encoding


def _read_packed(name: str, data: bytes, should_stop: ShouldStop) -> tuple[FileKind, str, int]:
    from app.attachments import office

    with office.opened(data) as package:
        parts = package.infolist()
        # A part never unpacks to more than its entry says: what does is an error to zipfile.
        unpacked_bytes = sum(part.file_size for part in parts)
        if unpacked_bytes > MAX_UNPACKED_BYTES or len(parts) > MAX_PARTS:
            raise AttachmentRefused(name, RefusalReason.UNPACKS_TOO_LARGE, MAX_UNPACKED_BYTES)
        names = {part.filename for part in parts}
    readers = {
        "word/document.xml": (FileKind.WORD, office.read_word),
        "xl/workbook.xml": (FileKind.SHEETS, office.read_sheets),
        "ppt/presentation.xml": (FileKind.SLIDES, office.read_slides),
        "content.xml": (FileKind.WORD, office.read_open_document),
    }
    for part, (kind, read) in readers.items():
        if part in names:
            text, num_pages = read(data, max_chars=MAX_CHARS, should_stop=should_stop)
            return kind, text, num_pages
    raise AttachmentRefused(name, RefusalReason.BINARY)


def _tidy(text: str) -> str:
    """Use one kind of line break, and none of the characters that no text has."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    # Halves of characters, which a file may hold and neither store nor tokenizer takes.
    return text.encode("utf-8", "replace").decode("utf-8")
