"""Chats as ChatGPT exports them: a tree of messages by name, of which one branch is current.

Takes that branch, leaves out what was never shown, and puts the pieces of one reply together.
"""

import re
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

# Thoughts, their summaries and notes about the user: none of them was part of what was said.
_UNSAID = {
    "thoughts",
    "reasoning_recap",
    "user_editable_context",
    "model_editable_context",
    "system_error",
    "app_pairing_content",
}
# Marks of citations, in characters for private use, that nothing but their own page shows.
_MARKS = re.compile("\ue200[^\ue201]*\ue201|[\ue200-\ue20f]")


def is_chat(record: Mapping[str, object]) -> bool:
    """Say whether a record looks like one of these."""
    return isinstance(record.get("mapping"), dict)


def read_chat(record: Mapping[str, object]) -> ImportedChat:
    """Read a record.

    Raises:
        BadRecord: it has no tree of messages.
    """
    nodes = record.get("mapping")
    if not isinstance(nodes, dict):
        raise BadRecord(Reason.UNKNOWN)
    prompts: list[str] = []
    messages: list[ImportedMessage] = []
    for name in _branch(nodes, record.get("current_node")):
        message = nodes[name].get("message")
        if not isinstance(message, dict):
            continue
        role, text = _said(message)
        if not text:
            continue
        if role == "system":
            prompts.append(text)
        elif role in (Role.USER.value, Role.ASSISTANT.value):
            _add(messages, Role(role), text, message)
    return ImportedChat(
        title=text_of(record.get("title")).strip(),
        messages=tuple(messages),
        system_prompt="\n\n".join(prompts),
        created_at=seconds_of(record.get("create_time")),
        updated_at=seconds_of(record.get("update_time")),
        is_pinned=record.get("is_starred") is True,
    )


def _branch(nodes: Mapping[str, object], current: object) -> list[str]:
    """Give the names of the messages that were shown, the first one first."""
    last = current if isinstance(current, str) and current in nodes else _last_leaf(nodes)
    path: list[str] = []
    seen: set[str] = set()
    name: object = last
    while isinstance(name, str) and name in nodes and name not in seen:
        node = nodes[name]
        if not isinstance(node, dict):
            raise BadRecord(Reason.DAMAGED)
        seen.add(name)
        path.append(name)
        name = node.get("parent")
    return path[::-1]


def _last_leaf(nodes: Mapping[str, object]) -> str | None:
    """Find the newest message that nothing follows, where none is said to be current."""
    leaves = [
        name for name, node in nodes.items() if isinstance(node, dict) and not node.get("children")
    ]
    return max(leaves, key=lambda name: _time(nodes[name]), default=None)


def _time(node: object) -> float:
    message = node.get("message") if isinstance(node, dict) else None
    time = seconds_of(message.get("create_time")) if isinstance(message, dict) else None
    return time or 0.0


def _said(message: Mapping[str, object]) -> tuple[str, str]:
    """Give the role and the text of a message; no text for one that was not shown."""
    author, content = message.get("author"), message.get("content")
    metadata = message.get("metadata")
    if not isinstance(author, dict) or not isinstance(content, dict):
        return "", ""
    role = text_of(author.get("role"))
    is_hidden = isinstance(metadata, dict) and bool(
        metadata.get("is_visually_hidden_from_conversation")
    )
    is_to_a_tool = message.get("recipient") not in (None, "all", "assistant")
    kind = text_of(content.get("content_type"))
    if is_hidden or is_to_a_tool or kind in _UNSAID:
        return role, ""
    if kind == "code":
        language = text_of(content.get("language"))
        fence = "" if language == "unknown" else language
        code = text_of(content.get("text")).strip("\n")
        return role, f"```{fence}\n{code}\n```" if code else ""
    parts = content.get("parts")
    if isinstance(parts, list):
        text = "\n\n".join(filter(None, map(_part, parts)))
    else:
        text = text_of(content.get("text")) or text_of(content.get("result"))
    return role, _MARKS.sub("", text).strip()


def _part(part: object) -> str:
    if not isinstance(part, dict):
        return text_of(part)
    kind = text_of(part.get("content_type"))
    if kind == "image_asset_pointer":
        return "[Image]"
    return text_of(part.get("text"))


def _add(
    messages: list[ImportedMessage], role: Role, text: str, message: Mapping[str, object]
) -> None:
    metadata = message.get("metadata")
    model = text_of(metadata.get("model_slug")) if isinstance(metadata, dict) else ""
    if messages and role is Role.ASSISTANT and messages[-1].role is role:
        # What it said before and after it used a tool is one reply.
        before = messages.pop()
        text = f"{before.text}\n\n{text}"
        model = before.model or model
    messages.append(
        ImportedMessage(
            role=role, text=text, created_at=seconds_of(message.get("create_time")), model=model
        )
    )
