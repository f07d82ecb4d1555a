"""Downloads beside each other: of one program, of two, and of one that is killed in the middle."""

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from engine import Stopped
from engine.library import Catalogue, DownloadProgress, DownloadStage, Hub, Library
from tests.engine.library.conftest import CONTENT, DIGEST, FILE, REPO
from tests.hub_server import HubServer

_HELD = 150_000
"""Bytes after which the store falls silent, so that something can happen in the middle."""


def library_of(root: Path, hub_server: HubServer) -> Library:
    """Open a library as another program would, with a lock of its own."""
    hub = Hub(endpoint=hub_server.endpoint, retry_delay_s=0.0)
    return Library(root, Catalogue([]), hub=hub)


def program(root: Path, hub_server: HubServer) -> "subprocess.Popen[str]":
    """Start a program that fetches the model of these tests."""
    code = (
        "import sys; from pathlib import Path; from engine.library import Catalogue, Hub, Library\n"
        "library = Library(Path(sys.argv[1]), Catalogue([]), hub=Hub(endpoint=sys.argv[2]))\n"
        "print(library.get(sys.argv[3]).digest)"
    )
    words = [sys.executable, "-c", code, str(root), hub_server.endpoint, f"{REPO}/{FILE}"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_several_arrive_whole_beside_each_other(root: Path, hub_server: HubServer) -> None:
    """Each with faults of its own; none of them takes another's bytes."""
    contents = {f"maker/m{n}": b"GGUF" + bytes([n]) * (200_000 + n) for n in range(4)}
    hub_server.repos = {repo: {"m.gguf": content} for repo, content in contents.items()}
    hub_server.faults.cuts = [1_000, 70_000, 150_000]
    library = library_of(root, hub_server)
    threads = [Thread(target=library.get, args=(repo,)) for repo in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    arrived = {entry.id: entry.path for entry in library.installed()}
    assert {id: path.read_bytes() for id, path in arrived.items() if path} == contents
    assert library.unfinished() == []


def test_one_is_paused_while_another_goes_on(root: Path, hub_server: HubServer) -> None:
    """And is gone on with from where it was."""
    hub_server.repos["maker/other"] = {"m.gguf": b"GGUF" + bytes(1000)}
    library, stop = library_of(root, hub_server), Event()
    hub_server.faults.stalls_after = _HELD
    hub_server.faults.on_stall = stop.set
    with pytest.raises(Stopped):
        library.get(REPO, stop=stop)
    (paused,) = library.unfinished()
    assert (paused.id, paused.total_bytes) == (REPO, len(CONTENT))
    library.get("maker/other")
    hub_server.release()
    assert library.get(REPO).digest == DIGEST
    kept = paused.done_bytes
    assert hub_server.ranges[-1] == (f"bytes={kept}-" if kept else "")


def test_a_killed_program_s_download_is_gone_on_with(root: Path, hub_server: HubServer) -> None:
    """Its lock goes with it, and what it has brought stays."""
    has_begun = Event()
    hub_server.faults.stalls_after = _HELD
    hub_server.faults.on_stall = has_begun.set
    killed = program(root, hub_server)
    assert has_begun.wait(60)
    part = next(root.rglob("*.part"))
    killed.kill()
    killed.communicate()
    hub_server.release()
    kept = part.stat().st_size
    spec = library_of(root, hub_server).get(f"{REPO}/{FILE}")
    assert spec.path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == (f"bytes={kept}-" if kept else "")


def test_whoever_waits_for_a_program_that_is_killed_goes_on(
    root: Path, hub_server: HubServer
) -> None:
    """Nobody has to clear a lock away."""
    has_begun, waits = Event(), Event()
    hub_server.faults.stalls_after = _HELD
    hub_server.faults.on_stall = has_begun.set
    killed = program(root, hub_server)
    assert has_begun.wait(60)
    digests = []

    def told(progress: DownloadProgress) -> None:
        if progress.stage is DownloadStage.WAITING:
            waits.set()

    def fetch() -> None:
        spec = library_of(root, hub_server).get(f"{REPO}/{FILE}", progress=told)
        digests.append(spec.digest)

    second = Thread(target=fetch)
    second.start()
    assert waits.wait(60)
    killed.kill()
    killed.communicate()
    hub_server.release()
    second.join()
    assert digests == [DIGEST]
