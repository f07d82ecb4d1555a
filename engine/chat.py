"""A conversation to ids, by the model's own chat template, and what to leave out when it is full.

What people and models wrote is encoded apart from what the template wrote, so that a typed control
marker stays text; replies keep the ids they were generated with. Knows no model and no cache.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from engine.chat_rendering import TemplateRenderer
from engine.chat_repairs import repairs, without_empty_answers
from engine.errors import BadTemplate, EmptyPrompt, PromptTooLong
from engine.models.tokenizer import Tokenizer
from engine.params import Message, Role
from engine.prompt_parts import Generated, Part, Said, encode_parts
from engine.templates import TemplateLimit


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """A prompt that fits, and how many of the oldest messages were left out for that."""

    ids: tuple[int, ...]
    num_dropped_messages: int


_DROPPED_SHARE = 4
"""What is left out comes in steps of this share of the context."""


class ChatFormat:
    """How one model wants its conversations written.

    Args:
        tokenizer: the target's; its `chat_template` is compiled at first use.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._renderer: TemplateRenderer | None = None

    @property
    def has_template(self) -> bool:
        """Whether the model brings a chat template; base models do not."""
        return self._tokenizer.chat_template is not None

    @property
    def stop(self) -> tuple[str, ...]:
        """Texts that end a reply because the user would speak next; only without a template."""
        return () if self.has_template else ("\nUser:",)

    def encode(self, messages: Sequence[Message]) -> list[int]:
        """Write a conversation up to where the model answers.

        Args:
            messages: oldest first, the last one the user's. Where the template demands it, a
                system message is put in front of the user's and neighbours of one role are
                merged; empty replies are left out always.

        Returns:
            The prompt's ids, with a bos token where the template writes it, or without a template
            where the tokenizer adds it.

        Raises:
            EmptyPrompt: there is no message, or the last one is blank.
            BadTemplate: the template fails on every way to put it.
        """
        if not messages or not messages[-1].content.strip():
            raise EmptyPrompt()
        spoken = without_empty_answers(messages)
        source = self._tokenizer.chat_template
        if source is None:
            return self._bos() + encode_parts(self._tokenizer, self._plain_parts(spoken))
        if self._renderer is None:
            self._renderer = TemplateRenderer(source, self._tokenizer)
        refusals: list[BadTemplate] = []
        for candidate in repairs(spoken):
            try:
                return encode_parts(self._tokenizer, self._renderer.parts(candidate))
            except TemplateLimit:
                raise
            except BadTemplate as refusal:
                refusals.append(refusal)
        raise refusals[0]

    def encode_raw(self, text: str) -> list[int]:
        """Encode a text to continue, with the bos token if the tokenizer adds one.

        Raises:
            EmptyPrompt: there is nothing to continue.
        """
        ids = self._bos() + self._tokenizer.encode(text, begins=True)
        if not ids:
            raise EmptyPrompt()
        return ids

    def fit(
        self, messages: Sequence[Message], context_length: int, *, num_reserved: int
    ) -> FittedPrompt:
        """Encode a conversation, leaving out whole oldest turns until it fits.

        Once something has to go, a quarter of the context goes with it: were it only as much as
        is needed, each turn of a full conversation would begin at another message, and the whole
        of it be read again.

        Args:
            messages: as for `encode`. System messages stay.
            context_length: positions the cache holds.
            num_reserved: positions to leave for the reply.

        Raises:
            PromptTooLong: the last turn alone does not fit.
            EmptyPrompt, BadTemplate: as `encode`.
        """
        # Leave out nothing, or everything before the second, third ... user message.
        starts = [index for index, message in enumerate(messages) if message.role is Role.USER]
        firsts = [0, *starts[1:]]
        encoded: dict[int, list[int]] = {}

        def fits(first: int) -> bool:
            encoded[first] = self.encode(_from(messages, first))
            return len(encoded[first]) + num_reserved <= context_length

        index = 0 if fits(0) else bisect_left(firsts, True, lo=1, key=fits)
        if index == len(firsts):
            num_tokens = len(encoded[firsts[-1]])
            raise PromptTooLong(num_tokens=num_tokens, context_length=context_length)
        if index > 0:
            # Whole steps from the conversation's beginning, so that the next turns begin there too.
            step = max(1, context_length // _DROPPED_SHARE)
            whole = len(encoded[0])
            least = -(-(whole - len(encoded[firsts[index]])) // step) * step

            def drops_enough(first: int) -> bool:
                fits(first)
                return whole - len(encoded[first]) >= least

            index = bisect_left(firsts, True, lo=index, hi=len(firsts) - 1, key=drops_enough)
        first = firsts[index]
        num_dropped = len(messages) - len(_from(messages, first))
        return FittedPrompt(tuple(encoded[first]), num_dropped)

    def _bos(self) -> list[int]:
        bos_id = self._tokenizer.bos_id
        return [bos_id] if self._tokenizer.adds_bos and bos_id is not None else []

    def _plain_parts(self, messages: Sequence[Message]) -> list[Part]:
        """Put a conversation as a base model may have read one."""
        parts: list[Part] = []
        for message in messages:
            match message.role:
                case Role.SYSTEM:
                    parts.append(Said(f"{message.content}\n\n"))
                case Role.USER:
                    parts.append(Said(f"User: {message.content}\n"))
                case Role.ASSISTANT if message.token_ids is None:
                    parts.append(Said(f"Assistant: {message.content}\n"))
                case Role.ASSISTANT:
                    ids = [id for id in message.token_ids if id not in self._tokenizer.end_ids]
                    parts += [Said("Assistant:"), Generated(tuple(ids)), Said("\n")]
        return [*parts, Said("Assistant:")]


def _from(messages: Sequence[Message], first: int) -> list[Message]:
    """Leave out what stands before `first`, but not the system's messages."""
    return [m for i, m in enumerate(messages) if i >= first or m.role is Role.SYSTEM]
