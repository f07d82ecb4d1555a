"""Sentences of the window's own: errors outside the engine, and notices about kept chats.

Owns wording only. The engine's errors are explained by `engine.explain`.
"""

from app.errors import AppError, ChatsDamaged, ChatsTooNew
from app.language.numbers import integer
from app.language.text import plural, translate
from app.view_types import CountTone, EngineState
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
            return translate(
                "Errors",
                "Your chats were kept by a newer Foreword (format {version}, this one knows "
                "{known_version}) and are left untouched in {path}. Update Foreword to open "
                "them; until then, chats are not kept.",
            ).format(version=version, known_version=known_version, path=path)
        case ChatsDamaged(path):
            return translate(
                "Errors",
                "The file of chats cannot be read ({path}). Start Foreword again: what can be "
                "saved of it will be.",
            ).format(path=path)
    return f"{type(error).__name__}."


def sentence(error: EngineError | AppError) -> str:
    """Explain an error of either family, with a next step that can be taken in the window."""
    match error:
        case ModelNotInstalled(id, size_bytes):
            return translate(
                "Errors", "{id} is not on this machine yet ({size_bytes}). Get it in Models."
            ).format(id=id, size_bytes=format_bytes(size_bytes))
        case ModelNotFound(name):
            return translate(
                "Errors",
                "There is no model called {name!r} here any more. Choose another one in Models.",
            ).format(name=name)
        case EngineError():
            return explain(error)
        case AppError():
            return explain_app(error)


def explain_no_draft(error: EngineError) -> str:
    """Say that speculation does without the draft that was chosen, and why."""
    return translate(
        "Errors", "Speculation is off because the draft cannot be used. {error}"
    ).format(error=sentence(error))


def explain_not_now(state: EngineState) -> str:
    """Say why nothing new can be asked in a state."""
    match state:
        case EngineState.NO_MODEL:
            return translate("Errors", "No model is loaded. Choose one in Models first.")
        case EngineState.LOADING:
            return translate("Errors", "The model is still loading. Send it again in a moment.")
        case EngineState.GENERATING:
            return translate(
                "Errors", "A reply is still being written. Stop it first, or wait for its end."
            )
        case EngineState.STOPPING:
            return translate(
                "Errors", "The last reply is just being stopped. Try again in a moment."
            )
        case EngineState.TRAINING:
            return translate(
                "Errors",
                "A draft is being made, which takes the whole computer. Pause it in Models first.",
            )
        case EngineState.MEASURING:
            return translate(
                "Errors", "What the draft brings is just being measured. Try again in a moment."
            )
        case EngineState.READY:
            return translate("Errors", "The message is empty. Write something to answer.")


def count_words(count: TokensCounted) -> tuple[str, CountTone]:
    """Say how long a prompt would be, and whether part of the chat has no room."""
    tokens = plural("Errors", "%Ln tokens", "%Ln token", count.num_tokens)
    match count.num_dropped_messages:
        case 0:
            return tokens, CountTone.PLAIN
        case num_dropped:
            left_out = plural(
                "Errors",
                "{tokens} · the %Ln oldest messages will be left out",
                "{tokens} · the oldest message will be left out",
                num_dropped,
            )
            return left_out.format(tokens=tokens), CountTone.WARNS


def explain_too_long(error: PromptTooLong) -> str:
    """Say before sending that a message has no room."""
    return translate(
        "Errors",
        "Too long: {tokens} tokens, and the model can hold {context_length} with its reply",
    ).format(tokens=integer(error.num_tokens), context_length=integer(error.context_length))


def explain_unprovable(error: EngineError | AppError) -> str:
    """Say why a proof came to no end."""
    if isinstance(error, PromptTooLong):
        return translate(
            "Errors",
            "Cannot be verified: the chat was read with a longer context than is loaded "
            "now. Set a longer one in Settings.",
        )
    return translate("Errors", "Cannot be verified: {error}").format(error=sentence(error))


def explain_unkept(error: EngineError | AppError) -> str:
    """Say why chats are not kept in this session."""
    if isinstance(error, ChatsTooNew):
        return explain_app(error)
    return translate("Errors", "{error} Until then, chats are not kept.").format(
        error=sentence(error)
    )


def explain_rescue(damaged_path: str, num_kept: int, num_lost: int) -> str:
    """Say what became of a damaged file of chats."""
    if num_kept == 0:
        return translate(
            "Errors",
            "The file of chats was damaged and could not be read. It was kept as {damaged_path}.",
        ).format(damaged_path=damaged_path)
    text = plural(
        "Errors",
        "The file of chats was damaged: %Ln messages were saved from it.",
        "The file of chats was damaged: one message was saved from it.",
        num_kept,
    )
    if num_lost:
        text += plural(
            "Errors", " %Ln others could not be read.", " One could not be read.", num_lost
        )
    kept = translate("Errors", " The damaged file was kept as {path}.")
    return text + kept.format(path=damaged_path)


def explain_left_out(num_bad: int) -> str:
    """Say that messages of the chat that was opened cannot be read."""
    return plural(
        "Errors",
        "%Ln messages of this chat cannot be read and are left out.",
        "One message of this chat cannot be read and is left out.",
        num_bad,
    )
