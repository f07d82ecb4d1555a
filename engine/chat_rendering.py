"""A conversation through the model's chat template, into parts that remember who wrote them.

A template gives back one text. This finds out which of it the template wrote and which it was
given, so that only the former can become control tokens. Knows no ids but the markers'.
"""

import re
import secrets
from collections.abc import Sequence

from engine.errors import BadTemplate
from engine.models.tokenizer import Tokenizer
from engine.params import Message, Role
from engine.prompt_parts import Part, Said, Written, part_of
from engine.templates import ChatTemplate

# Private-use characters and digits only: no change of case, trimming or escaping touches them.
_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_NUM_NONCE_DIGITS = 20


class TemplateRenderer:
    """One model's template and the markers it can write.

    Args:
        source: the Jinja text.
        tokenizer: knows the control markers.

    Raises:
        BadTemplate: it does not compile.
    """

    def __init__(self, source: str, tokenizer: Tokenizer) -> None:
        self._template = ChatTemplate(source)
        self._tokenizer = tokenizer

    def parts(self, messages: Sequence[Message]) -> list[Part]:
        """Render, and tell what the template wrote from what it was given.

        First every content is a stand-in. If putting the contents back gives what the template
        makes of the contents themselves, it does not look inside them, and the parts are known
        for sure. Otherwise it changes them (trims, drops thoughts), and what it makes of them is
        taken, with the markers inside the contents broken up; the replies that it does no more
        than trim still keep their ids. Should its changes turn contents into markers, the
        stand-ins' parts are taken after all.

        Raises:
            TemplateLimit: it did not stay within its limits.
            BadTemplate: it refused the messages, or left out one that must be there.
        """
        stand_ins = _StandIns(len(messages))
        contents = [message.content for message in messages]
        skeleton = self._render(messages, stand_ins.texts)
        for index, message in enumerate(messages):
            is_needed = message.role is Role.SYSTEM or index == len(messages) - 1
            if is_needed and message.content and stand_ins.texts[index] not in skeleton:
                raise BadTemplate(detail=f"it leaves out the {message.role}'s message")
        given = [part_of(message) for message in messages]
        exact = stand_ins.split(skeleton, given)
        if stand_ins.put_back(skeleton, contents) == self._render(messages, contents):
            return exact

        broken = [self._break_markers(content, stand_ins.breaker) for content in contents]
        rewritten = self._render(messages, broken)
        if self._markers(rewritten) != self._markers(skeleton):
            return exact
        trimmed = [content.strip() for content in broken]
        mixed = [
            stand_ins.texts[index]
            if message.token_ids is not None and trimmed[index] in rewritten
            else broken[index]
            for index, message in enumerate(messages)
        ]
        with_replies = self._render(messages, mixed)
        if rewritten not in (
            stand_ins.put_back(with_replies, broken),
            stand_ins.put_back(with_replies, trimmed),
        ):
            with_replies = rewritten
        parts: list[Part] = []
        for part in stand_ins.split(with_replies, given):
            parts += self._mended(part, stand_ins.breaker) if isinstance(part, Written) else [part]
        return parts

    def _render(self, messages: Sequence[Message], contents: Sequence[str]) -> str:
        return self._template.render(
            [
                {"role": str(message.role), "content": content}
                for message, content in zip(messages, contents, strict=True)
            ],
            bos_token=self._text_of(self._tokenizer.bos_id),
            eos_token=self._text_of(self._tokenizer.eos_id),
        )

    def _text_of(self, id: int | None) -> str:
        return "" if id is None else self._tokenizer.token_text(id)

    def _markers(self, text: str) -> list[int]:
        return [piece for piece in self._tokenizer.split_markers(text) if isinstance(piece, int)]

    def _break_markers(self, content: str, breaker: str) -> str:
        texts: list[str] = []
        for piece in self._tokenizer.split_markers(content):
            if isinstance(piece, str):
                texts.append(piece)
            else:
                marker = self._tokenizer.token_text(piece)
                texts += [marker[:1], breaker, marker[1:]]
        return "".join(texts)

    def _mended(self, part: Written, breaker: str) -> list[Part]:
        """Take the breakers out again, where nothing can take the text for a marker any more."""
        return [
            Said(piece.replace(breaker, ""))
            if isinstance(piece, str)
            else Written(self._tokenizer.token_text(piece))
            for piece in self._tokenizer.split_markers(part.text)
        ]


class _StandIns:
    """Texts that stand for contents, which nothing else can contain.

    Args:
        num_contents: how many there are.
    """

    def __init__(self, num_contents: int) -> None:
        nonce = f"{secrets.randbelow(10**_NUM_NONCE_DIGITS):0{_NUM_NONCE_DIGITS}}"
        self.texts = [f"{_OPEN}{nonce}{index:08}{_CLOSE}" for index in range(num_contents)]
        self.breaker = f"{_OPEN}{nonce}{_CLOSE}"
        self._pattern = re.compile(f"{_OPEN}{nonce}([0-9]{{8}}){_CLOSE}")

    def put_back(self, text: str, contents: Sequence[str]) -> str:
        """Replace each stand-in by its content."""
        return self._pattern.sub(lambda match: contents[int(match[1])], text)

    def split(self, text: str, given: Sequence[Part]) -> list[Part]:
        """Cut a rendered text into what the template wrote and what it was given."""
        return [
            given[int(piece)] if index % 2 else Written(piece)
            for index, piece in enumerate(self._pattern.split(text))
        ]
