"""Looking for a newer version, against a server that may answer anything."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from engine.errors import DownloadRefused, NamesNoVersion, NoNetwork, Offline
from engine.library import newer_version


class Feed(ThreadingHTTPServer):
    """Answers with whatever it is told to, and writes down what it was asked."""

    status = 200
    content = b""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, dict[str, str]]] = []

    @property
    def page(self) -> str:
        """Where the feed lies below."""
        return f"http://127.0.0.1:{self.server_port}/releases/latest/"


class _Handler(BaseHTTPRequestHandler):
    server: Feed

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append((self.path, headers))
        self.send_response(self.server.status)
        self.send_header("content-length", str(len(self.server.content)))
        self.end_headers()
        self.wfile.write(self.server.content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    monkeypatch.setenv("NO_PROXY", "*")
    with Feed() as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("newest", "current", "expected"),
    [
        ("0.2.0", "0.1.0", "0.2.0"),
        ("0.1.0", "0.1.0", None),
        ("0.1.0", "0.2.0", None),
        ("0.10.0", "0.9.0", "0.10.0"),
        ("1.0", "1.0.0", None),
        ("1.0.1", "1.0", "1.0.1"),
    ],
)
def test_versions_are_compared_as_numbers(
    feed: Feed, newest: str, current: str, expected: str | None
) -> None:
    feed.content = f'{{"version": "{newest}", "page": "http://elsewhere.example"}}'.encode()
    assert newer_version(feed.page, current) == expected


def test_nothing_is_told_but_the_address(feed: Feed) -> None:
    feed.content = b'{"version": "0.1.0"}'
    newer_version(feed.page, "0.1.0")
    ((path, headers),) = feed.asked
    assert path == "/releases/latest/download/latest.json"
    assert set(headers) <= {"host", "user-agent", "accept", "accept-encoding", "connection"}
    assert headers["user-agent"] == "foreword"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"version": 2}',
        b'{"version": "new"}',
        b'{"version": "1.0; rm -rf"}',
        b'{"version": "' + b"9" * 100 + b'.0"}',
        b'{"version": "1.0"' + b" " * 100_000 + b"}",
        b"[" * 50_000,
        b"\xff\xfe\x00",
    ],
    ids=["empty", "page", "list", "number", "word", "command", "huge", "long", "deep", "bytes"],
)
def test_an_answer_that_names_no_version_is_refused(feed: Feed, content: bytes) -> None:
    feed.content = content
    with pytest.raises(NamesNoVersion):
        newer_version(feed.page, "0.1.0")


def test_a_page_that_is_not_there_is_told(feed: Feed) -> None:
    feed.status = 404
    with pytest.raises(DownloadRefused):
        newer_version(feed.page, "0.1.0")


def test_nobody_there_is_told(feed: Feed, unused_tcp_port_page: str) -> None:
    with pytest.raises(NoNetwork):
        newer_version(unused_tcp_port_page, "0.1.0")


@pytest.fixture
def unused_tcp_port_page() -> str:
    """A page on a port that nobody listens on any more."""
    with Feed() as server:
        return server.page


@pytest.mark.parametrize("by", ["settings", "environment"])
def test_offline_asks_nobody(feed: Feed, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    if by == "environment":
        monkeypatch.setenv("FOREWORD_OFFLINE", "1")
    with pytest.raises(Offline):
        newer_version(feed.page, "0.1.0", is_offline=by == "settings")
    assert feed.asked == []
