"""How a vocabulary writes bytes: every byte as a character, or text with spelled-out bytes.

GPT-2 and its heirs write each byte as a printable character. SentencePiece writes text, a low bar
for each space, and `<0x0A>` for a byte that no piece covers. Knows no vocabulary.
"""

import re
from enum import StrEnum

SPACE = "▁"
"""U+2581, which stands for a space in SentencePiece's pieces."""
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


def _byte_of_character() -> dict[str, int]:
    """Invert GPT-2's table: printable Latin-1 stands for itself, other bytes from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(printable)]
    table = {chr(byte): byte for byte in printable}
    table.update({chr(0x100 + n): byte for n, byte in enumerate(others)})
    return table


_BYTE_OF_CHARACTER = _byte_of_character()
_CHARACTER_OF_BYTE = {byte: character for character, byte in _BYTE_OF_CHARACTER.items()}


class Spelling(StrEnum):
    """The two ways."""

    BYTE_LEVEL = "byte-level"
    PIECES = "pieces"

    def bytes_of(self, token: str) -> bytes:
        """Give the bytes that a token of text stands for."""
        if self is Spelling.PIECES:
            byte = _BYTE.fullmatch(token)
            return bytes([int(byte[1], 16)]) if byte else token.replace(SPACE, " ").encode()
        try:
            return bytes(_BYTE_OF_CHARACTER[character] for character in token)
        except KeyError:
            return token.encode()

    def token_of(self, byte: int) -> str:
        """Give the token that stands for one byte."""
        return f"<0x{byte:02X}>" if self is Spelling.PIECES else _CHARACTER_OF_BYTE[byte]
