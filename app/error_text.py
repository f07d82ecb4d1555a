"""Sentences of the window's own: errors outside the engine, and notices about kept chats.

Owns wording only. The engine's errors are explained by `engine.explain`.
"""

from app.errors import AppError, ChatsDamaged, ChatsTooNew
from engine import EngineError, explain


def explain_app(error: AppError) -> str:
    """Say in one or two sentences what went wrong and what to do next."""
    match error:
        case ChatsTooNew(path, version, known_version):
            return (
                f"Your chats were kept by a newer Foreword (format {version}, this one knows "
                f"{known_version}) and are left untouched in {path}. Update Foreword to open them; "
                "until then, chats are not kept."
            )
        case ChatsDamaged(path):
            return (
                f"The file of chats cannot be read ({path}). Start Foreword again: what can be "
                "saved of it will be."
            )
    return f"{type(error).__name__}."


def sentence(error: EngineError | AppError) -> str:
    """Explain an error of either family."""
    return explain(error) if isinstance(error, EngineError) else explain_app(error)


def explain_unkept(error: EngineError | AppError) -> str:
    """Say why chats are not kept in this session."""
    if isinstance(error, ChatsTooNew):
        return explain_app(error)
    return f"{sentence(error)} Until then, chats are not kept."


def explain_rescue(damaged_path: str, num_kept: int, num_lost: int) -> str:
    """Say what became of a damaged file of chats."""
    if num_kept == 0:
        return (
            f"The file of chats was damaged and could not be read. It was kept as {damaged_path}."
        )
    lost = "" if num_lost == 0 else f"; {num_lost:,} could not be read"
    return (
        f"The file of chats was damaged: {num_kept:,} messages were saved from it{lost}. "
        f"The damaged file was kept as {damaged_path}."
    )


def explain_left_out(num_bad: int) -> str:
    """Say that messages of the chat that was opened cannot be read."""
    if num_bad == 1:
        return "One message of this chat cannot be read and is left out."
    return f"{num_bad:,} messages of this chat cannot be read and are left out."
