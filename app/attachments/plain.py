"""The text of a plain file, by the encoding it is in."""

import codecs
import locale

from app.attachments.refusals import AttachmentRefused, RefusalReason

_MARKS = (
    # The longer marks first: one begins with the other.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 8192
_MOST_CONTROLS = 0.02


def decoded(name: str, data: bytes) -> str:
    """Decode a file.

    Args:
        name: of the file, for the sentence.
        data: all of it.

    Raises:
        AttachmentRefused: it is no text, or in an encoding that cannot be told.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                raise AttachmentRefused(name, RefusalReason.ENCODING) from error
    beginning = data[:_LOOKED_AT]
    num_controls = sum(byte < 0x20 and byte not in b"\t\n\r\f\x1b" for byte in beginning)
    if b"\0" in beginning or num_controls > _MOST_CONTROLS * len(beginning):
        raise AttachmentRefused(name, RefusalReason.BINARY)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = _in_the_systems_encoding(name, data)
    return text


def _in_the_systems_encoding(name: str, data: bytes) -> str:
    encoding = locale.getpreferredencoding(False)
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise AttachmentRefused(name, RefusalReason.ENCODING) from error
