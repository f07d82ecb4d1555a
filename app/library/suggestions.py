"""The models the catalogue knows, as the window suggests them: what each needs, what drafts for it.

Knows no widget; whether a model suits this computer is a comparison of two numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.language.text import translate
from engine import format_bytes

_COMFORTABLE_SHARE = 0.75
"""Of the computer's memory: the rest is for everything else that runs on it."""


class KnownModel(Protocol):
    """What is read of an entry of the library."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def licence(self) -> str: ...
    @property
    def size_bytes(self) -> int: ...
    @property
    def is_installed(self) -> bool: ...
    @property
    def drafts(self) -> tuple[str, ...]: ...
    @property
    def memory_bytes(self) -> int: ...
    @property
    def is_gated(self) -> bool: ...
    @property
    def refusal(self) -> str: ...
    @property
    def is_imported(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A model that can be had.

    Args:
        id: what it is asked for by.
        name: what a person calls it.
        size_bytes: of the download.
        lines: what is said of it: its note, then its figures.
        is_roomy: whether it suits this computer's memory.
        is_installed: whether it is here.
        refusal: why it cannot be run here yet; empty where it can.
    """

    id: str
    name: str
    size_bytes: int
    lines: tuple[str, ...]
    is_roomy: bool
    is_installed: bool
    refusal: str = ""


def suggestions(entries: Iterable[KnownModel], *, memory_bytes: int) -> list[Suggestion]:
    """Make suggestions of the catalogue's entries, in its order.

    Args:
        entries: what the library lists.
        memory_bytes: of this computer.
    """
    known = [entry for entry in entries if not entry.is_imported and entry.memory_bytes]
    names = {entry.id: entry.name for entry in known}
    return [
        Suggestion(
            id=entry.id,
            name=entry.name,
            size_bytes=entry.size_bytes,
            lines=(translate("Catalogue", entry.note), _figures(entry, names)),
            is_roomy=entry.memory_bytes <= memory_bytes * _COMFORTABLE_SHARE,
            is_installed=entry.is_installed,
            refusal=entry.refusal,
        )
        for entry in known
    ]


def worth_listing(
    entries: Sequence[KnownModel], *, target_id: str, busy_ids: Iterable[str], starter_id: str
) -> set[str]:
    """Say which models belong into the lists to choose from: what is here, and what goes with it.

    Args:
        entries: what the library lists.
        target_id: the model that is marked; drafts made for it are offered.
        busy_ids: those being fetched.
        starter_id: offered while there is nothing else.
    """
    here = {entry.id for entry in entries if entry.is_installed or entry.is_imported}
    for entry in entries:
        if entry.id == target_id:
            here.update(entry.drafts)
    return here | set(busy_ids) | (set() if here else {starter_id})


def _figures(entry: KnownModel, names: dict[str, str]) -> str:
    needs = translate("Library", "Needs about {memory} of memory").format(
        memory=format_bytes(entry.memory_bytes)
    )
    parts = [needs, entry.licence]
    draft = next((names[id] for id in entry.drafts if id in names), "")
    if draft:
        parts.append(translate("Library", "draft: {name}").format(name=draft))
    if entry.is_gated:
        parts.append(translate("Library", "its licence has to be accepted on the hub"))
    return " · ".join(part for part in parts if part)
