"""A hostile hub: answers that never end, unpack to any size, or are nested without end."""

import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer

import pytest

from engine import NoNetwork, Stopped
from engine.library import Library, SearchQuery, look_at, search_hub, transfer
from engine.library.catalogue import HubSource
from engine.library.part import Part, RemoteFile
from engine.library.transfer import MOST_ANSWER_BYTES
from engine.library.updates import newer_version
from tests.engine.library.conftest import REPO
from tests.hub_server import HubServer

Ask = Callable[[Library], object]

ASKS: dict[str, Ask] = {
    "search": lambda library: search_hub(library.hub, SearchQuery(text="x")),
    "look": lambda library: look_at(library.hub, REPO),
    "get": lambda library: library.get(REPO),
}


@pytest.fixture(params=ASKS)
def ask(request: pytest.FixtureRequest) -> Ask:
    """Each way to ask a hub for more than a file."""
    return ASKS[request.param]


def packed(num_bytes: int) -> bytes:
    """Zeros, packed as small as can be."""
    packer = zlib.compressobj(9, wbits=31)
    return packer.compress(bytes(num_bytes)) + packer.flush()


def test_an_answer_that_never_ends_is_not_read_to_its_end(
    library: Library, hub_server: HubServer, ask: Ask
) -> None:
    """The memory that it takes is bounded, too."""
    hub_server.faults.answers_endlessly = True
    tracemalloc.start()
    try:
        with pytest.raises(NoNetwork, match="something else answered"):
            ask(library)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 4 * MOST_ANSWER_BYTES


def test_an_answer_that_unpacks_to_more_than_it_can_need(
    library: Library, hub_server: HubServer, ask: Ask
) -> None:
    hub_server.faults.packing = "gzip"
    hub_server.faults.packed = packed(MOST_ANSWER_BYTES + 2**20)
    assert len(hub_server.faults.packed) < 2**16
    with pytest.raises(NoNetwork, match="something else answered"):
        ask(library)


def test_what_is_packed_twice_is_not_unpacked(
    library: Library, hub_server: HubServer, ask: Ask
) -> None:
    """A thousand times a thousand times as large: one block of it would fill any memory."""
    hub_server.faults.packing = "gzip, gzip"
    hub_server.faults.packed = zlib.compress(packed(2**20))
    with pytest.raises(NoNetwork, match="something else answered"):
        ask(library)


def test_an_answer_nested_without_end(library: Library, hub_server: HubServer, ask: Ask) -> None:
    hub_server.faults.packing = "identity"
    hub_server.faults.packed = b"[" * 100_000
    with pytest.raises(NoNetwork, match="something else answered"):
        ask(library)


def test_a_packed_answer_is_understood(library: Library, hub_server: HubServer) -> None:
    """Nobody asked for it, but some mirror may do it all the same."""
    hub_server.faults.packing = "gzip"
    packer = zlib.compressobj(wbits=31)
    hub_server.faults.packed = packer.compress(b"[]") + packer.flush()
    assert search_hub(library.hub, SearchQuery(text="x")) == []


def test_stop_ends_the_wait_for_a_list(library: Library, hub_server: HubServer) -> None:
    """A hub may be as silent, or as talkative, as its store."""
    hub_server.faults.answers_endlessly = True
    stop = Event()
    stop.set()
    with pytest.raises(Stopped):
        library.hub.list_files(HubSource(repo=REPO), stop=stop)


@pytest.mark.parametrize("way", [*ASKS, "confirm", "newer"])
def test_headers_that_come_byte_by_byte_hold_nobody(
    library: Library, hub_server: HubServer, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Each byte comes in time, so that only the request as a whole can be bounded."""
    monkeypatch.setattr(transfer, "LONGEST_ANSWER_S", 0.3)
    hub_server.faults.drips = True
    file = RemoteFile(name="x.gguf", size_bytes=1, digest="0" * 64)
    ways: dict[str, Ask] = {
        **ASKS,
        "confirm": lambda library: library.hub.confirm(HubSource(repo=REPO, file="x.gguf"), file),
        "newer": lambda library: newer_version(hub_server.endpoint, "1.0"),
    }
    with pytest.raises(NoNetwork):
        ways[way](library)


def test_a_file_whose_headers_never_end(
    library: Library, hub_server: HubServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is asked for again a few times, as after any broken connection, and then given up."""
    monkeypatch.setattr(transfer, "LONGEST_ANSWER_S", 0.2)
    hub_server.faults.drips = True
    file = RemoteFile(name="x.gguf", size_bytes=9, digest="0" * 64)
    source, stop = HubSource(repo=REPO, file="x.gguf"), Event()
    with (
        Part(tmp_path, file, stop=stop) as part,
        pytest.raises(NoNetwork, match="no answer in time"),
    ):
        library.hub.fetch(source, part, revision="main", stop=stop, report=lambda length: None)
    assert len(hub_server.requests) == 3


def test_stop_does_not_wait_for_headers(library: Library, hub_server: HubServer) -> None:
    """Not even where the server goes on sending them."""
    stop = Event()
    hub_server.faults.drips = True
    Timer(0.2, stop.set).start()
    with pytest.raises(Stopped):
        library.hub.list_files(HubSource(repo=REPO), stop=stop)
