"""Models on this machine: the catalogue, downloads that are verified, and which draft fits.

Importing this package imports neither torch nor transformers, and no network library.
"""

from engine.library.catalogue import Catalogue, CatalogueEntry, load_catalogue
from engine.library.hub import Hub
from engine.library.library import Library, open_library
from engine.library.listing import LibraryEntry
from engine.library.pairing import draft_fit
from engine.library.pending import Pending
from engine.library.progress import DownloadProgress, DownloadStage
from engine.library.search import (
    FoundFile,
    FoundModel,
    FoundRepository,
    ModelKind,
    SearchQuery,
    look_at,
    search_hub,
)
from engine.library.updates import newer_version

__all__ = [
    "Catalogue",
    "CatalogueEntry",
    "DownloadProgress",
    "DownloadStage",
    "FoundFile",
    "FoundModel",
    "FoundRepository",
    "Hub",
    "Library",
    "LibraryEntry",
    "ModelKind",
    "Pending",
    "SearchQuery",
    "draft_fit",
    "load_catalogue",
    "look_at",
    "newer_version",
    "open_library",
    "search_hub",
]
