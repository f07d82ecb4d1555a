"""A prompt as parts that remember who wrote them, and those parts to ids.

The one place where text becomes a control id: only what the template itself wrote can. Knows no
template language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.models.tokenizer import Tokenizer
from engine.params import Message


@dataclass(frozen=True, slots=True)
class Written:
    """What the template wrote itself; its control markers are real."""

    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody wrote; control markers in it are ordinary characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Generated:
    """A reply with the ids the target generated."""

    ids: tuple[int, ...]


Part = Written | Said | Generated


def part_of(message: Message) -> Part:
    """Make the part a message stands for."""
    return Said(message.content) if message.token_ids is None else Generated(message.token_ids)


def encode_parts(tokenizer: Tokenizer, parts: Sequence[Part]) -> list[int]:
    """Encode parts, plain text between two markers as one text, as it was in training.

    A reply that already ends with an end id loses it where the template writes its own.
    """
    ids: list[int] = []
    text = ""
    is_after_end = False
    for part in parts:
        for piece in _pieces(tokenizer, part):
            if isinstance(piece, str):
                text += piece
                continue
            if is_after_end and piece in tokenizer.end_ids and not text.strip():
                ids.pop()
            ids += tokenizer.encode(text, begins=not ids)
            text = ""
            if isinstance(piece, Generated):
                ids += piece.ids
                is_after_end = bool(piece.ids) and piece.ids[-1] in tokenizer.end_ids
            else:
                ids.append(piece)
                is_after_end = False
    return ids + tokenizer.encode(text, begins=not ids)


def _pieces(tokenizer: Tokenizer, part: Part) -> Sequence[str | int | Generated]:
    match part:
        case Said(text):
            return [text]
        case Written(text):
            return tokenizer.split_markers(text)
        case Generated():
            return [part]
