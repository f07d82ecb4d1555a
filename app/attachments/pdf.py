"""The text of a PDF, page by page, by pypdf."""

import io
import logging
from collections.abc import Callable

from pypdf import PdfReader
from pypdf.errors import DependencyError

from app.attachments.refusals import AttachmentRefused, RefusalReason

# It tells the log of every oddity of a file, and may quote it.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def read(
    name: str, data: bytes, *, max_pages: int, should_stop: Callable[[], bool]
) -> tuple[str, int]:
    """Read all pages.

    Args:
        name: of the file, for the sentence.
        data: all of it.
        max_pages: more are refused.
        should_stop: asked before each page.

    Returns:
        the text, and how many pages there are.

    Raises:
        AttachmentRefused: it is protected, or too long.
    """
    reader = PdfReader(io.BytesIO(data))
    try:
        # Many are locked against changes only: those open without a password.
        if reader.is_encrypted and not reader.decrypt(""):
            raise AttachmentRefused(name, RefusalReason.PROTECTED)
    except DependencyError as error:
        raise AttachmentRefused(name, RefusalReason.PROTECTED) from error
    num_pages = len(reader.pages)
    if num_pages > max_pages:
        raise AttachmentRefused(name, RefusalReason.TOO_MANY_PAGES, max_pages)
    texts: list[str] = []
    for page in reader.pages:
        if should_stop():
            break
        texts.append(page.extract_text().strip())
    return "\n\n".join(text for text in texts if text), num_pages
