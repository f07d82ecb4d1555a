"""Text to ids and ids to bytes, with typed control markers kept apart from real ones.

Sits on the `tokenizers` library. `encode` is for what people and models write and never yields a
control id; `split_markers` finds those that the model's own chat template writes. Knows no chat,
no model and no tensor.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Self

from engine.models.tokenizer_folder import parts_from_folder
from engine.models.tokenizer_parts import TokenizerParts, parts_from_gguf

_THINKING = ("<think>", "</think>")


class Tokenizer:
    """One model's vocabulary.

    Args:
        parts: see `TokenizerParts`.
    """

    def __init__(self, parts: TokenizerParts) -> None:
        self._parts = parts
        self._backend = parts.backend
        self._backend.encode_special_tokens = True
        self._id_of_marker = {
            parts.tokens[id]: id for id in sorted(parts.control_ids) if parts.tokens[id]
        }
        # The longest first, since one marker may begin another.
        by_length = sorted(self._id_of_marker, key=len, reverse=True)
        # "(?!)" never matches.
        self._markers = re.compile(f"({'|'.join(map(re.escape, by_length)) or '(?!)'})")
        self._bytes_of_id: dict[int, bytes] = {}

    @classmethod
    def from_gguf_metadata(cls, metadata: Mapping[str, object], path: str) -> Self:
        """Read the vocabulary from a GGUF file's metadata; `path` is named in errors.

        Raises:
            UnsupportedModel: a kind of vocabulary or word rule that is not known.
            BadModelFile: keys are missing or contradict each other.
        """
        return cls(parts_from_gguf(metadata, path))

    @classmethod
    def from_folder(cls, path: Path) -> Self:
        """Read the vocabulary from a safetensors folder.

        Raises:
            UnsupportedModel: a kind of vocabulary that is not known.
            BadModelFile: files are missing or damaged.
        """
        return cls(parts_from_folder(path))

    @property
    def num_tokens(self) -> int:
        """Ids from here on are padding of the model's matrices and never stand for anything."""
        return len(self._parts.tokens)

    @property
    def end_ids(self) -> frozenset[int]:
        """Ids that end a reply; may be empty."""
        return self._parts.end_ids

    @property
    def bos_id(self) -> int | None:
        """The id that begins a text, if the model names one."""
        return self._parts.bos_id

    @property
    def eos_id(self) -> int | None:
        """The id that templates call `eos_token`, if the model names one."""
        return self._parts.eos_id

    @property
    def adds_bos(self) -> bool:
        """Whether a raw text starts with `bos_id`."""
        return self._parts.adds_bos

    @property
    def chat_template(self) -> str | None:
        """The Jinja source of the model's chat template."""
        return self._parts.chat_template

    @cached_property
    def thinking_ids(self) -> tuple[int, int] | None:
        """The ids that open and close a model's thinking, if it has a token for each."""
        places = {text: id for id, text in enumerate(self._parts.tokens) if text in _THINKING}
        return (places[_THINKING[0]], places[_THINKING[1]]) if len(places) == 2 else None

    def is_control(self, id: int) -> bool:
        """Say whether a token is a marker that is never shown."""
        return id in self._parts.control_ids

    def token_text(self, id: int) -> str:
        """Give a token as the vocabulary writes it, "" outside; for templates and comparison."""
        return self._parts.tokens[id] if 0 <= id < self.num_tokens else ""

    def token_bytes(self, id: int) -> bytes:
        """Give the exact bytes a token stands for; b"" for control tokens and outside."""
        known = self._bytes_of_id.get(id)
        if known is None:
            known = self._bytes_of_id[id] = self._find_bytes(id)
        return known

    def encode(self, text: str, *, begins: bool = False) -> list[int]:
        """Encode what a person or a model wrote; a typed control marker stays ordinary text.

        Args:
            text: to encode.
            begins: whether it is the beginning of all; some vocabularies put a space before that.
        """
        if begins and text and self._parts.begins_with_space:
            text = " " + text
        ids = self._backend.encode(_encodable(text), add_special_tokens=False).ids
        if self._parts.control_ids.isdisjoint(ids):
            return ids
        # Merges, or words taken whole, can still arrive at a control token: spell it out.
        plain: list[int] = []
        for token in ids:
            plain += self._spell(token) if self.is_control(token) else [token]
        return plain

    def split_markers(self, text: str) -> list[str | int]:
        """Cut a text at its control markers: plain texts, none empty, and the markers' ids."""
        parts = self._markers.split(text)
        return [
            self._id_of_marker[part] if index % 2 else part
            for index, part in enumerate(parts)
            if part
        ]

    def _find_bytes(self, id: int) -> bytes:
        if not 0 <= id < self.num_tokens or id in self._parts.control_ids:
            return b""
        text = self._parts.tokens[id]
        if id in self._parts.literal_ids:
            return text.encode()
        return self._parts.spelling.bytes_of(text)

    def _spell(self, id: int) -> list[int]:
        spelling = self._parts.spelling
        tokens = (spelling.token_of(byte) for byte in self._parts.tokens[id].encode())
        ids = (self._backend.token_to_id(token) for token in tokens)
        return [found for found in ids if found is not None and not self.is_control(found)]


def _encodable(text: str) -> str:
    """Replace lone surrogates, which a window's text may hold and UTF-8 may not."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
