"""A chat as a text to be read: who said what, on the path that is shown. Knows no store."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.language.text import translate
from app.thinking import answer_of
from app.view_types import MessageStatus, MessageView
from engine import Role

CONTEXT = "Exchange"


def markdown_of(
    title: str, messages: Sequence[MessageView], *, system_prompt: str, created_at: float
) -> str:
    """Write a chat; what a model thought before it answered is left out.

    Args:
        title: its title.
        messages: as they are shown.
        system_prompt: what the model was told before them.
        created_at: in unix seconds.
    """
    day = datetime.fromtimestamp(created_at, tz=UTC).astimezone().date().isoformat()
    parts = [f"# {' '.join(title.split()) or translate(CONTEXT, 'Untitled')}", f"*{day}*"]
    if system_prompt.strip():
        parts.append(_quoted(system_prompt))
    for message in messages:
        parts.append(f"## {_name(message)}")
        parts += [
            f"*{translate(CONTEXT, 'Attached: {name}').format(name=file.name)}*"
            for file in message.files
        ]
        text = answer_of(message.text, message.tokens).strip()
        if text:
            parts.append(text)
        match message.status:
            case MessageStatus.STOPPED:
                parts.append(f"*{translate(CONTEXT, 'Stopped here.')}*")
            case MessageStatus.INTERRUPTED | MessageStatus.GENERATING:
                parts.append(f"*{translate(CONTEXT, 'Interrupted here.')}*")
            case MessageStatus.FAILED:
                parts.append(f"*{translate(CONTEXT, 'Failed here.')}*")
            case MessageStatus.COMPLETE:
                pass
    return "\n\n".join(parts) + "\n"


def _name(message: MessageView) -> str:
    if message.role is Role.USER:
        return translate(CONTEXT, "You")
    return message.target_id or translate(CONTEXT, "Reply")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
