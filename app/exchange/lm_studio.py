"""Chats as LM Studio keeps them, and plain lists of messages as many programs write them.

Of several versions of a message the selected one is taken; steps that are no text, and what a
model thought, are left out.
"""

from collections.abc import Mapping

from app.exchange.imported import (
    BadRecord,
    ImportedChat,
    ImportedMessage,
    Reason,
    seconds_of,
    text_of,
)
from engine import Role

_MILLISECONDS = 0.001
# Beyond this a number of seconds would be a date in the far future: it counts milliseconds.
_SURELY_MILLISECONDS = 100_000_000_000

_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "gpt": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
}


def is_chat(record: Mapping[str, object]) -> bool:
    """Say whether a record looks like one of these."""
    return isinstance(record.get("messages", record.get("conversations")), list)


def read_chat(record: Mapping[str, object]) -> ImportedChat:
    """Read a record.

    Raises:
        BadRecord: it has no list of messages, or one with something else in it.
    """
    items = record.get("messages", record.get("conversations"))
    if not isinstance(items, list):
        raise BadRecord(Reason.UNKNOWN)
    prompts = [text_of(record.get("systemPrompt")) or text_of(record.get("system_prompt"))]
    messages: list[ImportedMessage] = []
    for item in items:
        if not isinstance(item, dict):
            raise BadRecord(Reason.DAMAGED)
        version = _selected(item)
        role = _role(version)
        text = _text(version).strip()
        if role is Role.SYSTEM:
            prompts.append(text)
        elif role is not None and text:
            messages.append(
                ImportedMessage(
                    role=role,
                    text=text,
                    created_at=_time(item, "createdAt", "created_at", "timestamp"),
                    model=_model(version),
                )
            )
    return ImportedChat(
        title=(text_of(record.get("name")) or text_of(record.get("title"))).strip(),
        messages=tuple(messages),
        system_prompt="\n\n".join(prompt for prompt in prompts if prompt),
        created_at=_time(record, "createdAt", "created_at", "create_time"),
        updated_at=_time(record, "assistantLastMessagedAt", "updatedAt", "updated_at"),
        is_pinned=record.get("pinned") is True,
    )


def _selected(item: Mapping[str, object]) -> Mapping[str, object]:
    versions = item.get("versions")
    if not isinstance(versions, list):
        return item
    index = item.get("currentlySelected")
    number = index if isinstance(index, int) and 0 <= index < len(versions) else -1
    version = versions[number] if versions else {}
    if not isinstance(version, dict):
        raise BadRecord(Reason.DAMAGED)
    return version


def _role(version: Mapping[str, object]) -> Role | None:
    name = text_of(version.get("role")) or text_of(version.get("from"))
    return _ROLES.get(name.lower())


def _text(version: Mapping[str, object]) -> str:
    steps = version.get("steps")
    if isinstance(steps, list):
        return "\n\n".join(filter(None, map(_step, steps)))
    for name in ("content", "value", "text"):
        if version.get(name) is not None:
            return _content(version[name])
    return ""


def _step(step: object) -> str:
    if not isinstance(step, dict) or step.get("type") != "contentBlock":
        return ""
    style = step.get("style")
    if isinstance(style, dict) and style.get("type") == "thinking":
        return ""
    return _content(step.get("content")).strip()


def _content(content: object) -> str:
    if isinstance(content, list):
        return "".join(
            text_of(part.get("text")) if isinstance(part, dict) else text_of(part)
            for part in content
        )
    return text_of(content)


def _model(version: Mapping[str, object]) -> str:
    sender = version.get("senderInfo")
    name = sender.get("senderName") if isinstance(sender, dict) else version.get("model")
    return text_of(name)


def _time(record: Mapping[str, object], *names: str) -> float | None:
    for name in names:
        value = record.get(name)
        if isinstance(value, (int, float)) and value > _SURELY_MILLISECONDS:
            return seconds_of(value, unit=_MILLISECONDS)
        if (seconds := seconds_of(value)) is not None:
            return seconds
    return None
