"""The models of this machine: what there is, what is installed, how to get and remove one.

Owns the folder of downloaded models. Listing, resolving and removing touch no network; only `get`
does. Imports neither torch nor transformers.
"""

import hashlib
import shutil
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event
from typing import NoReturn

from engine.errors import (
    BadModelFile,
    BadParameter,
    CameWithProgram,
    LinkInTheWay,
    ModelNotFound,
    ModelNotInstalled,
    ProgramDamaged,
    RefusedCode,
    UnsupportedModel,
)
from engine.language import say
from engine.library.bundled import bundled_spec
from engine.library.catalogue import Catalogue, CatalogueEntry, entry_of_repo, load_catalogue
from engine.library.fetch import Fetch
from engine.library.hub import Hub
from engine.library.listing import LibraryEntry, imported_entry, spec_of
from engine.library.local import (
    ImportedModel,
    add_imported,
    check_model_path,
    forget_imported,
    lies_there,
    read_imported,
)
from engine.library.locks import LOCKS_NAME, Wait, lock_model
from engine.library.names import folder_name
from engine.library.part import digest_of, writing_to
from engine.library.pending import Pending, read_pending
from engine.library.progress import DownloadProgress, DownloadStage, Meter, Progress
from engine.library.receipts import RECEIPT_NAME, Receipt, read_receipt
from engine.library.room import FreeBytes, Room
from engine.library.soundness import judge
from engine.library.verification import verify_folder
from engine.models.packed_copies import forget_copies
from engine.params import ModelSpec
from engine.paths import bundled_models, expanded, user_paths


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def _ignore(_: DownloadProgress) -> None:
    """Take a report nobody asked for."""


class Library:
    """The models of one folder, with a catalogue of what could be there.

    Args:
        root: the folder; it need not exist.
        catalogue: models known by name.
        hub: where downloads come from.
        free_bytes: tells the room on a folder's disk.
        bundled: where models lie that came with the program, if any did.
    """

    def __init__(
        self,
        root: Path,
        catalogue: Catalogue,
        *,
        hub: Hub | None = None,
        free_bytes: FreeBytes = _free_bytes,
        bundled: Path | None = None,
    ) -> None:
        self._bundled = bundled
        self._root = root
        self._catalogue = catalogue
        self.hub = hub or Hub()
        """Where downloads come from; it is asked nothing unless a method says so."""
        self._room = Room(free_bytes)

    def entries(self) -> list[LibraryEntry]:
        """List the catalogue, then what else is installed, then what was imported."""
        receipts = {receipt.id: receipt for receipt in self._receipts()}
        listed = [self._entry(known, receipts.pop(known.id, None)) for known in self._catalogue]
        for receipt in receipts.values():
            bare = CatalogueEntry(id=receipt.id, name=receipt.name)
            listed.append(self._entry(bare, receipt))
        return listed + [imported_entry(model) for model in read_imported(self._root)]

    def installed(self) -> list[LibraryEntry]:
        """List what can be loaded right now."""
        return [entry for entry in self.entries() if entry.is_installed]

    def resolve(self, id_or_path: str) -> ModelSpec:
        """Find a model that lies on this machine.

        Args:
            id_or_path: a `.gguf` file, a folder with `config.json` and safetensors, or an id.

        Raises:
            ModelNotInstalled: the id is known, but its files are not here.
            ModelNotFound: nothing goes by that name.
            BadModelFile: there is such a file or folder, but it holds no model.
        """
        path = expanded(Path(id_or_path))
        entry = self._listed(id_or_path)
        if lies_there(path) and (entry is None or _holds_model(path)):
            path = check_model_path(path)
            return ModelSpec(id=id_or_path, name=path.stem, path=path)
        if entry is None:
            raise ModelNotFound(id_or_path)
        if entry.spec is None:
            raise ModelNotInstalled(entry.id, entry.size_bytes)
        return entry.spec

    def get(
        self, id_or_repo: str, *, progress: Progress = _ignore, stop: Event | None = None
    ) -> ModelSpec:
        """Download a model unless it is here already.

        Args:
            id_or_repo: an id of the catalogue, "owner/name", "owner/name:Q4_K_M" or
                "owner/name/file.gguf" on the hub, or the address of a page there.
            progress: receives reports, on the calling thread.
            stop: set to leave; what arrived is kept for the next time.

        Raises:
            ModelNotFound: the name is neither.
            Offline: nothing may be fetched.
            NoNetwork, DownloadRefused, DigestMismatch, BadModelFile, BadParameter: no source
                brought it.
            UnsupportedModel: it cannot be run here, as its first bytes tell.
            OutOfDisk, FileTooLarge, NotWritable, LinkInTheWay: it cannot be kept.
            Stopped: stop was set.
        """
        stop = stop or Event()
        listed = self._listed(id_or_repo)
        if listed is not None and listed.spec is not None:
            return listed.spec
        entry = self._wanted(id_or_repo)
        meter = Meter(entry.id, progress)
        folder = self._folder(entry.id)
        with self._lock(folder, entry.id, wait=Wait(stop, meter)):
            # Another process may have brought it while this one waited.
            receipt = read_receipt(folder)
            if receipt is None:
                fetch = Fetch(
                    entry,
                    folder,
                    hub=self.hub,
                    meter=meter,
                    stop=stop,
                    room=self._room,
                )
                receipt = fetch.run_locally() or fetch.run()
        return spec_of(folder, receipt)

    def unfinished(self) -> list[Pending]:
        """List the downloads that were begun and can be gone on with by `get`."""
        with writing_to(self._root):
            folders = sorted(self._root.iterdir()) if self._root.is_dir() else []
        found = [read_pending(folder) for folder in folders if not folder.is_symlink()]
        return [pending for pending in found if pending is not None]

    def discard(self, id: str) -> None:
        """Delete what a download has brought so far; a model that is whole stays.

        Raises:
            ModelBusy: it is being downloaded.
            NotWritable: its files cannot be deleted.
        """
        folder = self._folder(id)
        if not folder.is_dir() or folder.is_symlink():
            return
        with self._lock(folder, id), writing_to(folder):
            if read_receipt(folder) is None:
                shutil.rmtree(folder)

    def remove(self, id: str) -> None:
        """Delete a downloaded model and what a download of it left, or forget an imported one.

        Raises:
            ModelNotFound, ModelNotInstalled: there is nothing to remove.
            ModelBusy: it is being downloaded.
            ListBusy: another program is writing the list of imported models and does not end.
            CameWithProgram: it is part of the program.
            NotWritable: its files cannot be deleted.
        """
        own = self._imported(id)
        if own is not None:
            forget_imported(self._root, own.id)
            forget_copies(own.path)
            return
        folder = self._known_folder(id)
        if folder.is_symlink():
            raise LinkInTheWay(str(folder))
        if not folder.is_dir():
            if self._bundled_spec(id) is not None:
                raise CameWithProgram(id)
            self._raise_missing(id)
        with self._lock(folder, id), writing_to(folder):
            # The receipt goes first, so that a half-deleted model is never listed.
            (folder / RECEIPT_NAME).unlink(missing_ok=True)
            shutil.rmtree(folder)

    def verify(
        self, id: str, *, progress: Progress = _ignore, stop: Event | None = None
    ) -> ModelSpec:
        """Read a downloaded model again and compare it with its digests.

        A file that differs is deleted, and the model is no longer listed as installed. An imported
        model is never deleted, and only looked at where nobody stated its digest.

        Raises:
            DigestMismatch: a file changed.
            ProgramDamaged: a file that came with the program changed.
            BadModelFile: an imported model is gone, no longer one, or another than was stated.
            ModelNotFound, ModelNotInstalled: it is not here.
            ModelBusy: it is being downloaded.
            Stopped: stop was set.
        """
        stop = stop or Event()
        own = self._imported(id)
        if own is not None:
            is_known = check_model_path(own.path).is_file() and own.digest
            if is_known and not _is_as_stated(own.spec, Meter(own.id, progress), stop):
                detail = say("its bytes are not those of the digest that was stated for it")
                raise BadModelFile(str(own.path), detail)
            return own.spec
        folder = self._known_folder(id)
        receipt = read_receipt(folder, trusts_times=False)
        if receipt is None:
            return self._verify_bundled(id, Meter(id, progress), stop)
        with self._lock(folder, id):
            receipt = verify_folder(folder, receipt, meter=Meter(id, progress), stop=stop)
        return spec_of(folder, receipt)

    def import_file(self, path: Path) -> ModelSpec:
        """List a model of the user's own where it lies; nothing is copied.

        Args:
            path: a `.gguf` file or a folder with `config.json` and safetensors.

        Raises:
            BadModelFile: it is no model, or a file cut short.
            UnsupportedModel, RefusedCode: it cannot be run here.
            NotWritable: the list cannot be written.
            ListBusy: another program is writing the list and does not end.
        """
        path = check_model_path(path)
        problem = judge(path)
        if problem is not None:
            # A download that broke off is refused here, not at a chat.
            raise problem
        taken = frozenset(entry.id for entry in self.entries())
        return add_imported(self._root, path, taken=taken)

    def _bundled_spec(self, id: str) -> ModelSpec | None:
        known = self._catalogue.find(id)
        return bundled_spec(known, self._bundled) if known else None

    def _verify_bundled(self, id: str, meter: Meter, stop: Event) -> ModelSpec:
        spec = self._bundled_spec(id)
        if spec is None:
            self._raise_missing(id)
        if not _is_as_stated(spec, meter, stop):
            # It stays: only installing the program again brings another.
            raise ProgramDamaged(str(spec.path))
        return spec

    def _imported(self, id: str) -> ImportedModel | None:
        """Find a model of the user's own; one written just so comes before other capitals."""
        imported = read_imported(self._root)
        found = next((model for model in imported if model.id == id), None)
        if found or self._catalogue.find(id) or read_receipt(self._folder(id)):
            return found
        return next((model for model in imported if model.id.casefold() == id.casefold()), None)

    def _wanted(self, name: str) -> CatalogueEntry:
        """Find what is to be fetched.

        Raises:
            ModelNotFound, BadParameter: it has no name that could be.
            UnsupportedModel: the catalogue knows that it cannot be run.
        """
        entry = self._catalogue.find(name) or entry_of_repo(name)
        if entry is None and "://" in name:
            allowed = f"a page of {self.hub.host}, or owner/name"
            raise BadParameter("The address", repr(name), allowed)
        if entry is None:
            raise ModelNotFound(name)
        if entry.refusal:
            raise UnsupportedModel(entry.name, "obstacle", entry.refusal)
        return entry

    def _listed(self, id: str) -> LibraryEntry | None:
        """Find one by its id without reading every folder; letters may be written otherwise."""
        known = self._catalogue.find(id)
        receipt = read_receipt(self._folder(known.id if known else id))
        if known is not None:
            return self._entry(known, receipt)
        own = self._imported(id)
        if own is not None:
            return imported_entry(own)
        if receipt is None or receipt.id != id:
            same = (other for other in self._receipts() if other.id.casefold() == id.casefold())
            receipt = next(same, None)
        if receipt is None:
            return None
        return self._entry(CatalogueEntry(id=receipt.id, name=receipt.name), receipt)

    def _raise_missing(self, id: str) -> NoReturn:
        entry = self._listed(id)
        raise ModelNotInstalled(id, entry.size_bytes) if entry else ModelNotFound(id)

    def _receipts(self) -> list[Receipt]:
        with writing_to(self._root):
            folders = sorted(self._root.iterdir()) if self._root.is_dir() else []
        found = ((folder, read_receipt(folder)) for folder in folders)
        return [
            receipt for folder, receipt in found if receipt and self._folder(receipt.id) == folder
        ]

    def _entry(self, known: CatalogueEntry, receipt: Receipt | None) -> LibraryEntry:
        return LibraryEntry(
            id=known.id,
            name=known.name,
            note=known.note,
            licence=known.licence,
            size_bytes=receipt.size_bytes if receipt else known.size_bytes,
            drafts=known.drafts,
            spec=spec_of(self._folder(known.id), receipt)
            if receipt
            else bundled_spec(known, self._bundled),
            family=known.family,
            memory_bytes=known.memory_bytes,
            is_gated=known.is_gated,
            refusal=known.refusal,
        )

    def _known_folder(self, id: str) -> Path:
        """The folder of a model that is listed or could be had: never one outside the root."""
        known = self._listed(id) or entry_of_repo(id)
        if known is None:
            raise ModelNotFound(id)
        return self._folder(known.id)

    def _folder(self, id: str) -> Path:
        return self._root / folder_name(id)

    def _lock(
        self, folder: Path, id: str, *, wait: Wait | None = None
    ) -> AbstractContextManager[None]:
        return lock_model(self._root / LOCKS_NAME / f"{folder.name}.lock", id, wait=wait)


def open_library() -> Library:
    """Open the user's own library, with the shipped catalogue and the one for development."""
    return Library(user_paths().models, load_catalogue(), bundled=bundled_models())


def _is_as_stated(spec: ModelSpec, meter: Meter, stop: Event) -> bool:
    """Read a model's one file and hold it to its digest; it stays whatever comes of it."""
    meter.expect(spec.path.stat().st_size)
    meter.begin(DownloadStage.VERIFYING, file=spec.path.name)
    actual = digest_of(spec.path, hashlib.sha256(), stop=stop, report=meter.advance_to)
    return actual == spec.digest


def _holds_model(path: Path) -> bool:
    try:
        check_model_path(path)
    except (BadModelFile, RefusedCode):
        return False
    return True
