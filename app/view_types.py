"""What the controller shows and the widgets draw: frozen values, no Qt, no store, no thread.

The seam between `controller.py` and every widget; both sides know these types and the engine's.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.attachments.attachment import AttachedFile
from engine import FinishReason, Role, SamplingParams, TokenInfo, TurnStats


class EngineState(StrEnum):
    """The one state machine of the program; widgets follow it."""

    NO_MODEL = "no model"
    LOADING = "loading"
    READY = "ready"
    GENERATING = "generating"
    STOPPING = "stopping"
    TRAINING = "training"
    """A draft is being made, which takes the whole computer."""
    MEASURING = "measuring"


class Theme(StrEnum):
    """Which colours the window wears."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Language(StrEnum):
    """What language the window speaks; the names are Qt's own for locales."""

    SYSTEM = "system"
    ENGLISH = "en"
    GERMAN = "de"
    CHINESE = "zh_CN"


class SendKey(StrEnum):
    """Which key sends the message."""

    ENTER = "enter"
    CTRL_ENTER = "ctrl+enter"


class CountTone(StrEnum):
    """What the length of a prompt means."""

    PLAIN = "plain"
    WARNS = "warns"
    """Part of the chat has to be left out."""
    TOO_LONG = "too long"
    """The message alone has no room."""


class MessageStatus(StrEnum):
    """What became of a message."""

    COMPLETE = "complete"
    GENERATING = "generating"
    STOPPED = "stopped"
    """The user pressed Stop; what was written by then is kept."""
    INTERRUPTED = "interrupted"
    """The program ended while it was being written."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageView:
    """One message of the open conversation.

    Args:
        id: its id in the store; unique over all conversations.
        role: who wrote it.
        text: what it says so far.
        status: what became of it.
        tokens: a reply's tokens, offsets in UTF-16 units of `text`.
        stats: a reply's counters, or None where none were kept.
        reason: why a reply ended, or None while it has not.
        error: the sentence to show under a failed reply.
        seed: the seed a reply was drawn with.
        num_dropped_messages: the oldest messages that were left out of its prompt.
        thinking_s: how long the model thought before it answered, in seconds.
        verdict: the sentence of its proof, empty while there is none.
        target_id: the model that wrote it.
        draft_id: the draft beside it, or None.
        siblings: all messages that stand in its place, itself included, by age; empty for one that
            stands alone.
        files: what goes with it.
        sampling: how a reply's tokens were chosen, or None where it was not kept.
        differs_at: where a token stands that another reply to the same question has not, in
            UTF-16 units of `text`; None where none is pointed out.
    """

    id: int
    role: Role
    text: str
    status: MessageStatus
    tokens: tuple[TokenInfo, ...] = ()
    stats: TurnStats | None = None
    reason: FinishReason | None = None
    error: str = ""
    seed: int | None = None
    num_dropped_messages: int = 0
    thinking_s: float = 0.0
    verdict: str = ""
    target_id: str = ""
    draft_id: str | None = None
    differs_at: int | None = None
    siblings: tuple[int, ...] = ()
    files: tuple[AttachedFile, ...] = ()
    sampling: SamplingParams | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Where a search found a chat.

    Args:
        is_in_title: whether its title holds what was searched for.
        message_id: the first message that does, or None.
        snippet: a line of that message.
        ranges: what was found in the snippet, as start and end.
    """

    is_in_title: bool
    message_id: int | None = None
    snippet: str = ""
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSummary:
    """A line of the sidebar.

    Args:
        id: of the chat.
        title: as it was given.
        updated_at: when it was last written in, in unix seconds.
        is_pinned: whether it is kept at the top.
        folder_id: the folder it lies in, or None.
        hit: where a search found it, or None where none was asked for.
    """

    id: int
    title: str
    updated_at: float
    is_pinned: bool = False
    folder_id: int | None = None
    hit: Hit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A line of the models dialog.

    Args:
        id: its name in the library.
        name: what a person calls it.
        size_bytes: of its file, 0 where unknown.
        is_installed: whether it lies on this machine.
        note: one line about it.
        can_draft: whether it can draft for the target that is chosen.
        draft_reason: why not, as a sentence.
    """

    id: str
    name: str
    size_bytes: int
    is_installed: bool
    note: str
    can_draft: bool = True
    draft_reason: str = ""
