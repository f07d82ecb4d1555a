"""Rows of the store as values, and values as rows.

Reads with care: damage in one column never takes the others along. Knows no connection.
"""

import dataclasses
import json
import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.token_blob import pack_ids, pack_tokens, unpack_ids, unpack_tokens
from app.view_types import MessageStatus, MessageView
from engine import (
    BadParameter,
    ContextPolicy,
    FinishReason,
    Role,
    SamplingParams,
    SamplingRule,
    TokenInfo,
    TurnStats,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a reply was asked with; enough, with its prompt ids and seed, to run it again.

    Args:
        target_id: the target's name in the library.
        target_digest: the SHA-256 of its file, empty where unknown.
        draft_id: the draft's name, or None without one.
        sampling: how tokens were chosen.
    """

    target_id: str
    target_digest: str
    draft_id: str | None
    sampling: SamplingParams


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage:
    """One message as it is kept.

    Args:
        view: what the window shows of it.
        token_ids: all ids of a reply, an end id included; empty for a message of the user's.
        target_id, target_digest: of the target that wrote it, empty where unknown.
    """

    view: MessageView
    token_ids: tuple[int, ...] = ()
    target_id: str = ""
    target_digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """What it takes to prove a reply; None or empty where it was not kept.

    Args:
        prompt_ids, token_ids: what was asked and answered.
        sampling: how tokens were chosen.
        seed: of the turn.
        target_id, target_digest: of the target that wrote it.
        num_carried: how many of its first tokens were written after a prompt that was not kept.
    """

    prompt_ids: tuple[int, ...]
    token_ids: tuple[int, ...]
    sampling: SamplingParams | None
    seed: int | None
    target_id: str
    target_digest: str
    num_carried: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyState:
    """A reply at some moment of its growth, as it is to be kept."""

    view: MessageView
    token_ids: tuple[int, ...] = ()
    prompt_ids: tuple[int, ...] = ()
    num_carried: int = 0


def read_message(row: sqlite3.Row) -> StoredMessage:
    """Turn a row into a message.

    Raises:
        ValueError: the row says nothing that can be shown.
    """
    if not isinstance(row["text"], str):
        raise ValueError("a message without a text")
    tokens = _tokens(row["tokens"])
    status = MessageStatus(row["status"])
    reason = row["finish_reason"]
    view = MessageView(
        id=row["id"],
        role=Role(row["role"]),
        text=row["text"],
        status=status,
        # Offsets beyond the text would colour what is not there.
        tokens=tokens if _end(tokens) <= _utf16_length(row["text"]) else (),
        stats=_stats(row["stats"]),
        reason=FinishReason(reason) if reason in list(FinishReason) else None,
        error=str(row["error"]),
        seed=row["seed"],
        num_dropped_messages=row["num_dropped"],
        thinking_s=row["thinking_s"],
        verdict=row["verdict"],
        target_id=str(row["target_id"]),
        draft_id=row["draft_id"],
        sampling=_sampling(row["params"]),
    )
    return StoredMessage(
        view=view,
        token_ids=_ids(row["token_ids"]),
        target_id=str(row["target_id"]),
        target_digest=str(row["target_digest"]),
    )


def read_turn(row: sqlite3.Row) -> StoredTurn:
    """Turn a row into what proves its reply."""
    return StoredTurn(
        prompt_ids=_ids(row["prompt_ids"]),
        token_ids=generated_ids(
            _ids(row["token_ids"]), _tokens(row["tokens"]), reason=row["finish_reason"]
        ),
        sampling=_sampling(row["params"]),
        seed=row["seed"],
        target_id=str(row["target_id"]),
        target_digest=str(row["target_digest"]),
        num_carried=row["num_carried"],
    )


def generated_ids(
    token_ids: tuple[int, ...], tokens: tuple[TokenInfo, ...], *, reason: str | None
) -> tuple[int, ...]:
    """Give the ids that were really written.

    Where a stop text began inside a token, the ids kept for the next turn are those of the text
    that is left; the tokens still say what the model wrote.
    """
    if reason == FinishReason.STOP_STRING and tokens:
        return tuple(token.id for token in tokens)
    return token_ids


def reply_columns(state: ReplyState) -> dict[str, str | int | float | bytes | None]:
    """Give the columns of a reply that change while it grows."""
    view = state.view
    stats = None if view.stats is None else json.dumps(dataclasses.asdict(view.stats))
    return {
        "id": view.id,
        "text": view.text,
        "status": view.status.value,
        "error": view.error,
        "tokens": pack_tokens(view.tokens),
        "token_ids": pack_ids(state.token_ids),
        "prompt_ids": pack_ids(state.prompt_ids),
        "seed": view.seed,
        "stats": stats,
        "finish_reason": None if view.reason is None else view.reason.value,
        "num_dropped": view.num_dropped_messages,
        "thinking_s": view.thinking_s,
        "num_carried": state.num_carried,
    }


def provenance_columns(provenance: Provenance) -> dict[str, str | None]:
    """Give the columns of a reply that are known before it begins."""
    return {
        "target_id": provenance.target_id,
        "target_digest": provenance.target_digest,
        "draft_id": provenance.draft_id,
        "params": json.dumps(dataclasses.asdict(provenance.sampling)),
    }


def _tokens(blob: object) -> tuple[TokenInfo, ...]:
    if not isinstance(blob, bytes):
        return ()
    try:
        return unpack_tokens(blob)
    except ValueError:
        return ()


def _ids(blob: object) -> tuple[int, ...]:
    if not isinstance(blob, bytes):
        return ()
    try:
        return unpack_ids(blob)
    except ValueError:
        return ()


@lru_cache(maxsize=64)
def _sampling(text: object) -> SamplingParams | None:
    """Read settings; None where they are damaged, or have one that is not known here.

    Remembered, since the replies of a chat have hardly ever more than one.
    """
    if not isinstance(text, str):
        return None
    try:
        values = json.loads(text)
        values["rule"] = SamplingRule(values.get("rule", SamplingRule.REJECTION))
        policy = values.get("context_policy", ContextPolicy.LEAVE_OUT_OLDEST)
        values["context_policy"] = ContextPolicy(policy)
        for name in ("stop", "banned_words"):
            values[name] = tuple(values.get(name, ()))
        biases = values.get("logit_bias", ())
        values["logit_bias"] = tuple((id, bias) for id, bias in biases)
        return SamplingParams(**values)
    except (ValueError, TypeError, AttributeError, RecursionError, BadParameter):
        return None


def _stats(text: object) -> TurnStats | None:
    if not isinstance(text, str):
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict):
        return None
    known = {field.name: field.default for field in dataclasses.fields(TurnStats)}
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name == "gained":
            if isinstance(value, list) and all(isinstance(count, int) for count in value):
                values[name] = tuple(value)
        # A count that is a fraction is damage; a time that is whole is not.
        elif name in known and isinstance(value, (int, type(known[name]))):
            values[name] = value
    return dataclasses.replace(TurnStats(), **values)


def _end(tokens: tuple[TokenInfo, ...]) -> int:
    return max((token.end for token in tokens), default=0)


def _utf16_length(text: str) -> int:
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
