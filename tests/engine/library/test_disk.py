"""Disks that are full, small or not ours, links, and downloads that are gone on with later."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from engine import (
    DigestMismatch,
    FileTooLarge,
    LinkInTheWay,
    ModelNotInstalled,
    NoNetwork,
    NotWritable,
    OutOfDisk,
)
from engine.library import Catalogue, Hub, Library
from engine.library.catalogue import HubSource
from engine.library.part import Part, writing_to
from engine.library.receipts import write_json
from engine.library.room import MARGIN_BYTES, Room
from tests.engine.library.conftest import CONTENT, DIGEST, ENTRY, FILE, REPO
from tests.gguf_files import write_tiny_llama_gguf
from tests.hub_server import HubServer


def test_downloads_at_once_share_the_room(tmp_path: Path) -> None:
    """What one still lacks is not promised to another; what arrived is not counted twice."""
    free = MARGIN_BYTES + 1000
    room = Room(lambda _: free)
    room.claim("one", tmp_path, 800)
    with pytest.raises(OutOfDisk) as caught:
        room.claim("two", tmp_path, 300)
    assert caught.value.free_bytes == free - 800
    room.claim("two", tmp_path, 200)
    room.claim("two", tmp_path, 150)
    room.release("one")
    room.claim("three", tmp_path, 850)
    room.arrived("three", 850)
    room.claim("one", tmp_path, 800)


def test_a_second_download_is_refused_while_the_first_has_the_room(
    root: Path, hub_server: HubServer
) -> None:
    """The first is held in the middle; what it still needs is not there for the second."""
    second = replace(ENTRY, id="second")
    free = len(CONTENT) + MARGIN_BYTES + 1000
    hub = Hub(endpoint=hub_server.endpoint)
    library = Library(root, Catalogue([ENTRY, second]), hub=hub, free_bytes=lambda _: free)
    has_begun = Event()
    hub_server.faults.stalls_after = 1000
    hub_server.faults.on_stall = has_begun.set
    first = Thread(target=library.get, args=("tiny",))
    first.start()
    assert has_begun.wait(30)
    with pytest.raises(OutOfDisk):
        library.get("second")
    hub_server.release()
    first.join()
    assert library.get("second").path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (errno.ENOSPC, OutOfDisk),
        (errno.EDQUOT, OutOfDisk),
        (errno.EFBIG, FileTooLarge),
        (errno.EROFS, NotWritable),
        (errno.EACCES, NotWritable),
        (errno.EIO, NotWritable),
    ],
)
def test_a_disk_that_refuses_in_the_middle(
    library: Library,
    hub_server: HubServer,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    error: type[Exception],
) -> None:
    """Each refusal has its own sentence, the part stays, and the next try goes on from it."""
    append, num_appended = Part.append, 0

    def refuse(self: Part, block: bytes) -> None:
        nonlocal num_appended
        num_appended += 1
        if num_appended == 3:
            with writing_to(self.path):
                raise OSError(code, "the disk refuses")
        append(self, block)

    monkeypatch.setattr(Part, "append", refuse)
    with pytest.raises(error):
        library.get("tiny")
    kept = (root / "tiny" / f"{FILE}.part").read_bytes()
    assert kept == CONTENT[: len(kept)]
    assert kept
    assert library.installed() == []
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == f"bytes={len(kept)}-"


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is a POSIX one")
def test_a_disk_without_large_files_says_so(tmp_path: Path, hub_server: HubServer) -> None:
    """A process that may write no file above 100 kB meets what FAT32 gives above 4 GB."""
    code = f"""
import resource, signal
from pathlib import Path
from engine import FileTooLarge
from engine.library import Catalogue, CatalogueEntry, Hub, Library
from engine.library.catalogue import HubSource
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
entry = CatalogueEntry(id="tiny", name="Tiny", file="{FILE}", size_bytes={len(CONTENT)},
    sha256="{DIGEST}", sources=(HubSource(repo="{REPO}", file="{FILE}"),))
hub = Hub(endpoint="{hub_server.endpoint}")
library = Library(Path({str(tmp_path)!r}), Catalogue([entry]), hub=hub)
try:
    library.get("tiny")
except FileTooLarge as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "FAT32" in done.stdout


def test_a_folder_that_is_a_link_is_left_alone(
    library: Library, root: Path, tmp_path: Path
) -> None:
    """Neither written into nor deleted: what lies behind it is somebody else's."""
    elsewhere = tmp_path / "documents"
    elsewhere.mkdir()
    (elsewhere / "letter.txt").write_text("mine")
    root.mkdir()
    (root / "tiny").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(LinkInTheWay):
        library.get("tiny")
    with pytest.raises(LinkInTheWay):
        library.remove("tiny")
    library.discard("tiny")
    assert [path.name for path in elsewhere.iterdir()] == ["letter.txt"]


def test_the_models_folder_itself_may_be_a_link(
    root: Path, tmp_path: Path, hub_server: HubServer
) -> None:
    """People keep their models on another disk that way."""
    disk = tmp_path / "other disk"
    disk.mkdir()
    root.symlink_to(disk, target_is_directory=True)
    library = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint=hub_server.endpoint))
    assert library.get("tiny").path.read_bytes() == CONTENT
    library.remove("tiny")
    assert not (disk / "tiny").exists()


def test_an_unfinished_download_is_listed_and_can_be_thrown_away(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """After another start of the program too, since it is read from the disk."""
    hub_server.faults.cuts = [1000, 0, 0, 0]
    with pytest.raises(NoNetwork):
        library.get(f"{REPO}/{FILE}")
    [pending] = Library(root, Catalogue([ENTRY])).unfinished()
    assert (pending.id, pending.name) == (f"{REPO}/{FILE}", "tiny.Q4_1")
    assert (pending.done_bytes, pending.total_bytes) == (1000, len(CONTENT))
    library.discard(pending.id)
    assert library.unfinished() == []
    assert not list(root.glob("maker*"))


def test_throwing_away_never_touches_a_whole_model(library: Library) -> None:
    """It is no download any more."""
    spec = library.get("tiny")
    assert library.unfinished() == []
    library.discard("tiny")
    library.discard("never heard of")
    assert library.resolve("tiny") == spec


def test_a_model_that_was_copied_is_listed_again_once_it_was_read(
    library: Library, hub_server: HubServer
) -> None:
    """Its times are new, so it is not taken on trust; its bytes are, without a connection."""
    path = library.get("tiny").path
    path.write_bytes(CONTENT)
    assert library.installed() == []
    num_requests = len(hub_server.requests)
    assert library.verify("tiny").digest == DIGEST
    assert [entry.id for entry in library.installed()] == ["tiny"]
    path.write_bytes(CONTENT)
    assert library.get("tiny").digest == DIGEST
    assert len(hub_server.requests) == num_requests


def test_a_model_whose_file_is_gone_is_not_there(library: Library) -> None:
    """The check says so, and the list as well."""
    library.get("tiny").path.unlink()
    with pytest.raises(ModelNotInstalled):
        library.verify("tiny")
    assert library.installed() == []


def test_of_several_files_only_the_bad_one_is_fetched_again(
    root: Path, hub_server: HubServer
) -> None:
    """Each file of a folder has a digest of its own."""
    from tests.engine.library.test_downloads import FOLDER

    hub_server.repos["maker/folder"] = FOLDER
    library = Library(root, Catalogue([]), hub=Hub(endpoint=hub_server.endpoint))
    path = library.get("maker/folder").path / "model.safetensors"
    path.write_bytes(bytes(len(FOLDER["model.safetensors"])))
    with pytest.raises(DigestMismatch):
        library.verify("maker/folder")
    num_fetched = len(hub_server.ranges)
    library.get("maker/folder")
    assert len(hub_server.ranges) == num_fetched + 1
    assert path.read_bytes() == FOLDER["model.safetensors"]


@pytest.mark.parametrize("name", ["../../notes.txt", "/etc/hostname", "..", "", "a/b"])
def test_a_receipt_that_names_files_elsewhere_is_not_believed(
    library: Library,
    root: Path,
    tmp_path: Path,
    name: str,
    expected_warnings: list[str],
) -> None:
    """In a folder that came from somebody else: what a check finds to differ is deleted."""
    library.get("tiny")
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    receipt = root / "tiny" / "receipt.json"
    fields = json.loads(receipt.read_text("utf-8"))
    fields["files"].append({**fields["files"][0], "name": name, "size_bytes": 4})
    receipt.write_text(json.dumps(fields), encoding="utf-8")

    assert library.installed() == []
    with pytest.raises(ModelNotInstalled):
        library.verify("tiny")
    assert notes.read_text("utf-8") == "mine"
    assert library.get("tiny").path.read_bytes() == CONTENT


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("name", ["receipt.json", "pending.json", "../imported.json"])
def test_a_pipe_in_place_of_a_note_is_not_waited_for(
    library: Library, root: Path, name: str, request: pytest.FixtureRequest
) -> None:
    """A folder may come from anybody; whoever looks at it must not wait for a writer."""
    library.get("tiny")
    if name != "pending.json":
        request.getfixturevalue("expected_warnings")
    (root / "tiny" / name).unlink(missing_ok=True)
    os.mkfifo(root / "tiny" / name)
    library.unfinished()
    assert len(library.entries()) == 1
    assert bool(library.installed()) == (name != "receipt.json")


def test_a_file_of_one_s_own_that_became_a_pipe_is_missing(
    library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "own.gguf"
    write_tiny_llama_gguf(path, num_layers=1)
    library.import_file(path)
    path.unlink()
    if sys.platform != "win32":
        os.mkfifo(path)
    assert [entry.is_installed for entry in library.entries()] == [False, False]


def test_a_note_that_is_larger_than_any_is_not_read(
    library: Library, root: Path, expected_warnings: list[str]
) -> None:
    library.get("tiny")
    with (root / "tiny" / "receipt.json").open("r+b") as stream:
        stream.truncate(2**40)
    assert library.installed() == []


def test_letters_written_otherwise_are_the_same_model(
    library: Library, hub_server: HubServer
) -> None:
    """Nothing is fetched twice for a capital letter."""
    spec = library.get("TINY")
    assert spec.id == "tiny"
    other = library.get(REPO)
    num_requests = len(hub_server.requests)
    assert library.get(REPO.upper()) == other
    assert library.resolve(REPO.upper()) == other
    assert len(hub_server.requests) == num_requests


@pytest.mark.parametrize("name", ["модель Q4_0.gguf", "模型-Q4_0.gguf"])
def test_files_in_any_script_arrive(library: Library, hub_server: HubServer, name: str) -> None:
    """The address is encoded for the hub, the name is the person's own here."""
    hub_server.repos["maker/world"] = {name: CONTENT}
    spec = library.get(f"maker/world/{name}")
    assert spec.path.name == name
    assert spec.path.read_bytes() == CONTENT
    assert library.resolve(f"maker/world/{name}") == spec


def test_two_programs_fetch_the_same_file_once(root: Path, hub_server: HubServer) -> None:
    """Two processes, started together, on one folder: the bytes travel once, both have them."""
    code = f"""
import sys
from pathlib import Path
from engine.library import Catalogue, Hub, Library
library = Library(Path({str(root)!r}), Catalogue([]), hub=Hub(endpoint="{hub_server.endpoint}"))
print(library.get("{REPO}/{FILE}").digest)
"""
    command = [sys.executable, "-c", code]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [program.communicate()[0].strip() for program in programs] == [DIGEST, DIGEST]
    assert len(hub_server.ranges) == 1


def test_a_busy_store_says_when_to_come_back(root: Path, hub_server: HubServer) -> None:
    """A second is waited for; an hour is told to the person instead."""
    hub = Hub(endpoint=hub_server.endpoint, retry_delay_s=0.0)
    library = Library(root, Catalogue([ENTRY]), hub=hub)
    hub_server.faults.store_statuses = [429]
    hub_server.faults.retry_after = "3000"
    with pytest.raises(Exception, match="50 min"):
        library.get("tiny")
    hub_server.faults.store_statuses = [429]
    hub_server.faults.retry_after = "0"
    assert library.get("tiny").path.read_bytes() == CONTENT


def test_the_source_of_another_entry_keeps_its_own_name(hub_server: HubServer, root: Path) -> None:
    """A file in a folder of its repository, asked for by its path there."""
    hub_server.repos["maker/nested"] = {"q4/m-Q4_0.gguf": CONTENT}
    library = Library(root, Catalogue([]), hub=Hub(endpoint=hub_server.endpoint))
    spec = library.get("maker/nested/q4/m-Q4_0.gguf")
    assert spec.path.name == "m-Q4_0.gguf"
    assert spec.path.parent.parent == root
    assert HubSource(repo="maker/nested").file == ""


def test_a_note_that_found_no_room_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try would leave another on a disk that is full as it is."""

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OutOfDisk):
        write_json(tmp_path / "note.json", {})
    assert list(tmp_path.iterdir()) == []
