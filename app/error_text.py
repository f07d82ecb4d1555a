"""Sentences of the window's own: errors outside the engine, and notices about kept chats.

Owns wording only. The engine's errors are explained by `engine.explain`.
"""

from app.errors import AppError, ChatsDamaged, ChatsTooNew
from app.view_types import EngineState
from engine import (
    EngineError,
    ModelNotFound,
    ModelNotInstalled,
    PromptTooLong,
    TokensCounted,
    explain,
    format_bytes,
)


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
    """Explain an error of either family, with a next step that can be taken in the window."""
    match error:
        case ModelNotInstalled(id, size_bytes):
            return (
                f"{id} is not on this machine yet ({format_bytes(size_bytes)}). Get it in Models."
            )
        case ModelNotFound(name):
            return f"There is no model called {name!r} here any more. Choose another one in Models."
        case EngineError():
            return explain(error)
        case AppError():
            return explain_app(error)


def explain_no_draft(error: EngineError) -> str:
    """Say that speculation does without the draft that was chosen, and why."""
    return f"Speculation is off because the draft cannot be used. {sentence(error)}"


def explain_not_now(state: EngineState) -> str:
    """Say why nothing new can be asked in a state."""
    match state:
        case EngineState.NO_MODEL:
            return "No model is loaded. Choose one in Models first."
        case EngineState.LOADING:
            return "The model is still loading. Send it again in a moment."
        case EngineState.GENERATING:
            return "A reply is still being written. Stop it first, or wait for its end."
        case EngineState.STOPPING:
            return "The last reply is just being stopped. Try again in a moment."
        case EngineState.TRAINING:
            return (
                "A draft is being made, which takes the whole computer. Pause it in Models first."
            )
        case EngineState.MEASURING:
            return "What the draft brings is just being measured. Try again in a moment."
        case EngineState.READY:
            return "The message is empty. Write something to answer."


def count_words(count: TokensCounted) -> tuple[str, bool]:
    """Say how long a prompt would be, and whether part of the chat has no room."""
    tokens = f"{count.num_tokens:,} token{'' if count.num_tokens == 1 else 's'}"
    match count.num_dropped_messages:
        case 0:
            return tokens, False
        case 1:
            return f"{tokens} \u00b7 the oldest message will be left out", True
        case num_dropped:
            return f"{tokens} \u00b7 the {num_dropped:,} oldest messages will be left out", True


def explain_too_long(error: PromptTooLong) -> str:
    """Say before sending that a message has no room."""
    return (
        f"Too long: {error.num_tokens:,} tokens, and the model can hold "
        f"{error.context_length:,} with its reply"
    )


def explain_unprovable(error: EngineError | AppError) -> str:
    """Say why a proof came to no end."""
    if isinstance(error, PromptTooLong):
        return (
            "Cannot be verified: the chat was read with a longer context than is loaded now. "
            "Set a longer one in Settings."
        )
    return f"Cannot be verified: {sentence(error)}"


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
