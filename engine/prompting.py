"""From a conversation, or a raw text, to ids that fit the context.

Owns the policies for a context that is too small, and how much of it is kept for the reply.
"""

from collections.abc import Sequence

from engine.chat import ChatFormat, FittedPrompt
from engine.commands import Resume
from engine.errors import PromptTooLong
from engine.params import ContextPolicy, Message, SamplingParams

_RESERVED_TOKENS = 512


def fit_prompt(
    chat: ChatFormat,
    *,
    messages: Sequence[Message],
    raw: str | None,
    sampling: SamplingParams,
    capacity: int,
    resume: Resume | None = None,
) -> FittedPrompt:
    """Encode what the model is to answer.

    Args:
        chat: the target's format.
        messages: the conversation; not read where there is a raw text.
        raw: a text to continue.
        sampling: the reply's length and the policy.
        capacity: positions of the cache.
        resume: a reply to go on with, by its own prompt as long as there is room for both.

    Raises:
        EmptyPrompt: there is nothing to answer.
        PromptTooLong: it does not fit under the policy.
        BadTemplate: the model's template cannot be used.
    """
    if resume is not None:
        return _resumed(chat, resume, messages, sampling, capacity)
    if raw is not None:
        return _whole(chat.encode_raw(raw), capacity, num_reserved=1)
    wanted = sampling.max_new_tokens or _RESERVED_TOKENS
    num_reserved = max(1, min(wanted, _RESERVED_TOKENS, capacity // 4))
    match sampling.context_policy:
        case ContextPolicy.LEAVE_OUT_OLDEST:
            return chat.fit(messages, capacity, num_reserved=num_reserved)
        case ContextPolicy.STOP_WHEN_FULL:
            return _whole(chat.encode(messages), capacity, num_reserved=1)
        case ContextPolicy.REFUSE:
            return _whole(chat.encode(messages), capacity, num_reserved=num_reserved)


def _resumed(
    chat: ChatFormat,
    resume: Resume,
    messages: Sequence[Message],
    sampling: SamplingParams,
    capacity: int,
) -> FittedPrompt:
    num_written = len(resume.tokens)
    if len(resume.prompt_ids) + num_written < capacity:
        return FittedPrompt(resume.prompt_ids, 0)
    if sampling.context_policy is not ContextPolicy.LEAVE_OUT_OLDEST or not messages:
        num_tokens = len(resume.prompt_ids) + num_written
        raise PromptTooLong(num_tokens=num_tokens, context_length=capacity)
    num_reserved = num_written + max(1, min(_RESERVED_TOKENS, capacity // 4))
    return chat.fit(messages, capacity, num_reserved=num_reserved)


def _whole(ids: list[int], capacity: int, *, num_reserved: int) -> FittedPrompt:
    if len(ids) + num_reserved > capacity:
        raise PromptTooLong(num_tokens=len(ids), context_length=capacity)
    return FittedPrompt(tuple(ids), 0)
