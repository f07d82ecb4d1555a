"""Which models of the library are worth offering beside the starter. Knows no widget."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.model_shelf import EntryLike


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A model with the draft that writes ahead of it.

    Args:
        id: the model's.
        draft_id: the draft's.
        name: the model's.
        draft_name: the draft's.
        size_bytes: of all that has to be downloaded.
    """

    id: str
    draft_id: str
    name: str
    draft_name: str
    size_bytes: int


def better_pair(entries: Sequence[EntryLike], *, starter_id: str, memory_bytes: int) -> Pair | None:
    """Choose the largest model that comes with a draft and leaves this computer room.

    Args:
        entries: the library's.
        starter_id: the one that it has to be better than.
        memory_bytes: what this computer has in all.
    """
    known = {entry.id: entry for entry in entries}
    starter = known.get(starter_id)
    floor = 2 * (starter.size_bytes if starter else 0)
    best: Pair | None = None
    best_bytes = floor
    for entry in known.values():
        drafts = [known[id] for id in entry.drafts if id in known]
        # What was never taught to chat would be a bad surprise.
        chats = "instruct" in entry.id.lower() or "chat" in entry.id.lower()
        if not drafts or not chats or entry.size_bytes <= best_bytes:
            continue
        draft = min(drafts, key=lambda other: other.size_bytes)
        both = entry.size_bytes + draft.size_bytes
        if 2 * both > memory_bytes:
            continue
        lacking = [model for model in (entry, draft) if not model.is_installed]
        best_bytes = entry.size_bytes
        best = Pair(
            id=entry.id,
            draft_id=draft.id,
            name=entry.name,
            draft_name=draft.name,
            size_bytes=sum(model.size_bytes for model in lacking),
        )
    return best
