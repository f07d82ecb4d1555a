"""The text of a plain file, by the encoding it is in.

A file says it by a mark at its start, or is UTF-8; anything else is a guess, of which the reader
is told. Nothing is guessed of a file that would not look like a text then.
"""

import codecs
import locale
import re
import unicodedata

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


_WESTERN = "Windows-1252"
_AS_GOOD_AS_WESTERN = ("utf-8", "ascii", "cp1252", "iso8859-1", "iso8859-15")
"""Where the system says one of these, a file that is no UTF-8 may still be Western."""
_FOREIGN = re.compile("[^\x00-\x7f]+")
_LONGEST_RUN = 4
_LARGEST_SHARE, _FEW = 0.25, 8
_MARKS_OF_TEXT = "«»‹›“”„‘’‚–—…•·€£¥¢§¶©®™°±×÷¿¡ªº²³¹¼½¾µ†‡‰¦¬´¨¸ˆ˜\xa0\xad"


def decoded(name: str, data: bytes) -> tuple[str, str]:
    """Decode a file.

    Args:
        name: of the file, for the sentence.
        data: all of it.

    Returns:
        The text, and the encoding that was guessed; an empty one where nothing had to be.

    Raises:
        AttachmentRefused: it is no text, or in an encoding that cannot be told.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), ""
            except UnicodeDecodeError as error:
                raise AttachmentRefused(name, RefusalReason.ENCODING) from error
    if _is_binary(data[:_LOOKED_AT]):
        raise AttachmentRefused(name, RefusalReason.BINARY)
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        pass
    if b"\0" in data or any(_is_binary(part) for part in (data[-_LOOKED_AT:], _middle(data))):
        raise AttachmentRefused(name, RefusalReason.BINARY)
    guessed = _damaged_utf8(data) or _in_the_systems_encoding(data) or _western(data)
    if guessed is None:
        raise AttachmentRefused(name, RefusalReason.ENCODING)
    return guessed


def _is_binary(part: bytes) -> bool:
    num_controls = sum(byte < 0x20 and byte not in b"\t\n\r\f\x1b" for byte in part)
    return b"\0" in part or num_controls > _MOST_CONTROLS * len(part)


def _middle(data: bytes) -> bytes:
    start = max(0, (len(data) - _LOOKED_AT) // 2)
    return data[start : start + _LOOKED_AT]


def _damaged_utf8(data: bytes) -> tuple[str, str] | None:
    """Read what is UTF-8 but for a few bytes: by chance nothing else has whole sequences of it."""
    text = data.decode("utf-8", "replace")
    num_bad = text.count("\ufffd")
    num_good = sum(map(len, _FOREIGN.findall(text))) - num_bad
    return (text, "UTF-8") if num_good > 2 * num_bad else None


def _in_the_systems_encoding(data: bytes) -> tuple[str, str] | None:
    try:
        encoding = codecs.lookup(locale.getpreferredencoding(False)).name
        if encoding in _AS_GOOD_AS_WESTERN:
            return None
        return data.decode(encoding), encoding
    except (UnicodeDecodeError, LookupError):
        return None


def _western(data: bytes) -> tuple[str, str] | None:
    """Read Western European text, of which Latin-1 is a part, if it looks like such a text then.

    Its letters with marks stand alone among plain ones. Of other alphabets, of Chinese and of what
    is no text at all, long runs would come out.
    """
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    runs = _FOREIGN.findall(text)
    foreign = "".join(runs)
    is_plausible = (
        max(map(len, runs), default=0) <= _LONGEST_RUN
        and len(foreign) <= max(_FEW, _LARGEST_SHARE * len(text))
        and all(unicodedata.category(c).startswith("L") or c in _MARKS_OF_TEXT for c in foreign)
    )
    return (text, _WESTERN) if is_plausible else None
