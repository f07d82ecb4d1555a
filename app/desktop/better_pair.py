"""Which pair of the library is worth offering beside the starter. Knows no widget.

A pair has to leave the computer room and to answer faster than one reads; the latter is expected
from what was measured of this computer, and until something was, nothing is offered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.model_shelf import EntryLike
from engine import expected_tokens_per_s

MIN_TOKENS_PER_S = 5.0
"""Somebody who reads along would wait for anything slower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A model with the draft that writes ahead of it.

    Args:
        id: the model's.
        draft_id: the draft's.
        name: the model's.
        draft_name: the draft's.
        size_bytes: of all that has to be downloaded; 0 where both are here.
        tokens_per_s: how fast it is expected to answer, without the draft's help.
    """

    id: str
    draft_id: str
    name: str
    draft_name: str
    size_bytes: int
    tokens_per_s: float


def better_pair(
    entries: Sequence[EntryLike],
    *,
    starter_id: str,
    memory_bytes: int,
    weights_per_s: float | None,
    loaded_id: str = "",
) -> Pair | None:
    """Choose the largest model with a draft that is here, or else the largest that could be.

    Args:
        entries: the library's.
        starter_id: the one that it has to be better than.
        memory_bytes: what this computer has in all.
        weights_per_s: what a pass gets through here, or None where nothing was measured.
        loaded_id: the model in use; what is smaller is no better.
    """
    if weights_per_s is None:
        return None
    known = {entry.id: entry for entry in entries}
    starter, loaded = known.get(starter_id), known.get(loaded_id)
    floor = max(2 * (starter.size_bytes if starter else 0), loaded.size_bytes if loaded else 0)
    pairs = [
        (target, draft)
        for target, draft in _pairs(known)
        if target.size_bytes > floor
        and 2 * (target.size_bytes + draft.size_bytes) <= memory_bytes
        and expected_tokens_per_s(target.size_bytes, weights_per_s) >= MIN_TOKENS_PER_S
    ]
    here = [pair for pair in pairs if pair[0].is_installed and pair[1].is_installed]
    if not here and not pairs:
        return None
    target, draft = max(here or pairs, key=lambda pair: pair[0].size_bytes)
    return Pair(
        id=target.id,
        draft_id=draft.id,
        name=target.name,
        draft_name=draft.name,
        size_bytes=sum(model.size_bytes for model in (target, draft) if not model.is_installed),
        tokens_per_s=expected_tokens_per_s(target.size_bytes, weights_per_s),
    )


def _pairs(known: dict[str, EntryLike]) -> Iterator[tuple[EntryLike, EntryLike]]:
    """Give each model that may be offered, with its smallest draft, or one that is here."""
    for entry in known.values():
        drafts = [known[id] for id in entry.drafts if id in known and _may_be_had(known[id])]
        # What was never taught to chat would be a bad surprise, and what was taught to write code
        # answers other questions worse; whoever has it may have wanted just that.
        name = entry.id.lower()
        chats = "instruct" in name or "chat" in name
        is_general = "coder" not in name or entry.is_installed
        if drafts and chats and is_general and _may_be_had(entry):
            yield entry, min(drafts, key=lambda draft: (not draft.is_installed, draft.size_bytes))


def _may_be_had(entry: EntryLike) -> bool:
    """Whether a press of one button is enough to run it."""
    return entry.is_installed or not (entry.refusal or entry.is_gated)
