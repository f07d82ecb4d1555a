"""A model as the library lists it, whether it comes from the catalogue, a receipt or the user."""

from dataclasses import dataclass
from pathlib import Path

from engine.library.local import ImportedModel, size_of
from engine.library.receipts import Receipt
from engine.params import ModelSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """A model as it is listed.

    Args:
        id: the name it is asked for by.
        name: what a person calls it.
        note: one line for people.
        licence: an SPDX identifier, or empty where unknown.
        size_bytes: on this machine, or of the download; 0 where unknown.
        drafts: ids of models that serve well as its draft.
        spec: what the engine loads, or None while it is not installed.
        is_imported: whether it is a file of the user's own, used where it lies.
        family: what it belongs to, for people; empty where unknown.
        memory_bytes: about what running it takes, 0 where unknown.
        is_gated: whether its licence has to be accepted before it is handed out.
        refusal: why it cannot be run here yet, as a clause; empty where it can.
    """

    id: str
    name: str
    note: str
    licence: str
    size_bytes: int
    drafts: tuple[str, ...]
    spec: ModelSpec | None
    is_imported: bool = False
    family: str = ""
    memory_bytes: int = 0
    is_gated: bool = False
    refusal: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether it can be loaded right now."""
        return self.spec is not None

    @property
    def path(self) -> Path | None:
        """Where it lies, or None while it is not installed."""
        return self.spec.path if self.spec else None


def spec_of(folder: Path, receipt: Receipt) -> ModelSpec:
    """Describe an installed model to the engine: its one file, or its folder."""
    first = receipt.files[0]
    path = folder / first.name if len(receipt.files) == 1 else folder
    return ModelSpec(id=receipt.id, name=receipt.name, path=path, digest=receipt.digest)


def imported_entry(model: ImportedModel) -> LibraryEntry:
    """List a model of the user's own."""
    return LibraryEntry(
        id=model.id,
        name=model.name,
        note=str(model.path),
        licence="",
        size_bytes=size_of(model.path),
        drafts=(),
        spec=model.spec if model.is_there else None,
        is_imported=True,
    )
