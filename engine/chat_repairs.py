"""Conversations that a chat template refuses, rewritten so that it takes them.

Owns what may be changed: who speaks when, never what was said. Knows no template and no token.
"""

from collections.abc import Iterator, Sequence

from engine.params import Message, Role


def without_empty_answers(messages: Sequence[Message]) -> list[Message]:
    """Leave out replies that were stopped before they said anything."""
    return [m for m in messages if m.role is not Role.ASSISTANT or m.content]


def repairs(messages: Sequence[Message]) -> Iterator[list[Message]]:
    """Yield what to try, the conversation as it is first, each different from those before."""
    tried: list[list[Message]] = []
    candidates = (
        list(messages),
        _merge_neighbours(messages),
        _fold_system(messages),
        _merge_neighbours(_fold_system(messages)),
    )
    for candidate in candidates:
        if candidate not in tried:
            tried.append(candidate)
            yield candidate


def _merge_neighbours(messages: Sequence[Message]) -> list[Message]:
    """Make one message of those that follow each other with the same role."""
    merged: list[Message] = []
    for message in messages:
        if merged and merged[-1].role is message.role:
            merged[-1] = _joined(message.role, merged[-1].content, message.content)
        else:
            merged.append(message)
    return merged


def _fold_system(messages: Sequence[Message]) -> list[Message]:
    """Put each system message in front of the user's message after it."""
    folded: list[Message] = []
    waiting = ""
    for message in messages:
        if message.role is Role.SYSTEM:
            waiting = _joined(Role.SYSTEM, waiting, message.content).content
        elif message.role is Role.USER and waiting:
            folded.append(_joined(Role.USER, waiting, message.content))
            waiting = ""
        else:
            folded.append(message)
    return folded


def _joined(role: Role, first: str, second: str) -> Message:
    return Message(role, "\n\n".join(text for text in (first, second) if text))
