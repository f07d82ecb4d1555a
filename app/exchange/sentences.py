"""What came of an import or an export, in words."""

from app.exchange.imported import Reason
from app.exchange.importing import ImportOutcome, UnreadChat
from app.language.text import mark, plural, translate

CONTEXT = "Exchange"

_MOST_NAMED = 3

_REASONS = {
    Reason.NO_JSON: mark(CONTEXT, "it is not valid JSON"),
    Reason.CUT_OFF: mark(CONTEXT, "the file ends in the middle of it"),
    Reason.TOO_LARGE: mark(CONTEXT, "it is too large to be a chat"),
    Reason.UNKNOWN: mark(CONTEXT, "it is no chat of a known form"),
    Reason.DAMAGED: mark(CONTEXT, "part of it is damaged"),
}

NOT_KEPT = mark(CONTEXT, "Chats are not kept in this session, so none can be imported or exported.")
BUSY = mark(CONTEXT, "Another import or export is still running.")


def explain_import(outcome: ImportOutcome) -> tuple[str, str]:
    """Give the kind of a notice, "error" or "notice", and its sentences."""
    added = plural(CONTEXT, "%Ln chats were imported.", "One chat was imported.", outcome.num_added)
    if outcome.num_added == 0:
        added = translate(CONTEXT, "No chat was imported.")
    parts = [added]
    if outcome.was_stopped:
        parts.append(translate(CONTEXT, "The import was stopped; what was read is kept."))
    if outcome.num_known:
        parts.append(
            plural(
                CONTEXT,
                "%Ln were there already.",
                "One was there already.",
                outcome.num_known,
            )
        )
    if outcome.num_empty:
        parts.append(
            plural(CONTEXT, "%Ln had no messages.", "One had no messages.", outcome.num_empty)
        )
    if outcome.num_unread:
        parts.append(_unread(outcome))
    if outcome.unreadable:
        text = translate(CONTEXT, "These files could not be opened: {names}.")
        parts.append(text.format(names=", ".join(outcome.unreadable)))
    if outcome.num_all == 0 and not outcome.unreadable:
        parts = [translate(CONTEXT, "There are no chats in what was chosen.")]
    failed = bool(outcome.num_unread or outcome.unreadable)
    return "error" if failed and not outcome.num_added else "notice", " ".join(parts)


def explain_export(num_chats: int, file_name: str) -> str:
    """Say that chats were written."""
    text = plural(
        CONTEXT,
        "%Ln chats were exported as {name}.",
        "The chat was exported as {name}.",
        num_chats,
    )
    return text.format(name=file_name)


def _unread(outcome: ImportOutcome) -> str:
    named = [_named(one, outcome) for one in outcome.unread[:_MOST_NAMED]]
    if outcome.num_unread > len(named):
        text = translate(CONTEXT, "{bad} of {all} chats could not be read: {which}, and others.")
    else:
        text = translate(CONTEXT, "{bad} of {all} chats could not be read: {which}.")
    return text.format(
        bad=f"{outcome.num_unread:,}", all=f"{outcome.num_all:,}", which="; ".join(named)
    )


def _named(one: UnreadChat, outcome: ImportOutcome) -> str:
    reason = translate(CONTEXT, _REASONS[one.reason])
    names = {other.file_name for other in outcome.unread}
    if len(names) > 1:
        text = translate(CONTEXT, "number {number} in {file} ({reason})")
        return text.format(number=one.number, file=one.file_name, reason=reason)
    return translate(CONTEXT, "number {number} ({reason})").format(number=one.number, reason=reason)
