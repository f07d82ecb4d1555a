"""Replies as JSON: what `foreword chat --json` writes of one, and what a proof reads of it.

A file may come from anybody: everything in it is checked before it is used.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from engine import MAX_SEED, BadParameter, ContextPolicy, SamplingParams, SamplingRule

_MAX_ID = 2**31 - 1
_LARGEST_FILE_BYTES = 256 * 2**20
_FLAG = "--from"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedReply:
    """All that a proof needs.

    Args:
        prompt_ids: one or more.
        reply_ids: as they were chosen, one or more.
        sampling: the settings.
        seed: the turn's.
        target: the target's path, as it was then.
        digest: SHA-256 of the target's file, or empty.
    """

    prompt_ids: tuple[int, ...]
    reply_ids: tuple[int, ...]
    sampling: SamplingParams
    seed: int
    target: str
    digest: str


def described_sampling(sampling: SamplingParams) -> dict[str, object]:
    """Put settings into words for a program."""
    return asdict(sampling)


def read_saved(path: Path) -> SavedReply:
    """Read what `foreword chat --json` wrote.

    Raises:
        BadParameter: it is something else, or a value in it is out of range.
    """
    try:
        if path.stat().st_size > _LARGEST_FILE_BYTES:
            raise _refusal(path)
        saved = json.loads(path.read_text("utf-8"))
        target = saved["models"]["target"]
        seed, sampling = saved["seed"], saved["sampling"]
        found = SavedReply(
            prompt_ids=_ids(saved["prompt_ids"]),
            reply_ids=_ids(saved["chosen_ids"]),
            sampling=_sampling(sampling),
            seed=seed,
            target=target["path"],
            digest=target["sha256"],
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _refusal(path) from error
    is_seed = type(seed) is int and 0 <= seed <= MAX_SEED
    if not (is_seed and isinstance(found.target, str) and isinstance(found.digest, str)):
        raise _refusal(path)
    return found


def _ids(values: Any) -> tuple[int, ...]:
    is_right = isinstance(values, list) and all(
        type(value) is int and 0 <= value <= _MAX_ID for value in values
    )
    if not is_right or not values:
        raise ValueError("not a list of ids")
    return tuple(values)


def _sampling(saved: Mapping[str, Any]) -> SamplingParams:
    """Read settings; one that is unknown is refused, since it could not be honoured."""
    known = {field.name for field in fields(SamplingParams)}
    if not set(saved) <= known:
        raise ValueError("a setting that is unknown")
    values = dict(saved)
    for name in ("stop", "banned_words"):
        values[name] = tuple(values.get(name, ()))
    values["logit_bias"] = tuple((id, bias) for id, bias in values.get("logit_bias", ()))
    if "rule" in values:
        values["rule"] = SamplingRule(values["rule"])
    if "context_policy" in values:
        values["context_policy"] = ContextPolicy(values["context_policy"])
    return SamplingParams(**values)


def _refusal(path: Path) -> BadParameter:
    allowed = "a file with a reply that `foreword chat --json` wrote"
    return BadParameter(name=_FLAG, value=str(path), allowed=allowed)
