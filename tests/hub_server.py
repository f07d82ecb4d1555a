"""A hub on this machine's loopback, with the real one's routes and faults on demand.

Two servers, as in life: the hub states a file's size and digest and redirects; the store, of
another origin, hands out the bytes, whole or in ranges. Each request is kept for a look.
"""

import hashlib
import json
import re
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

COMMIT = "c0ffee" + "0" * 34


@dataclass(frozen=True, slots=True)
class Request:
    """A request that arrived; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]


@dataclass(slots=True)
class Faults:
    """What goes wrong; everything is well by default.

    Args:
        hub_status: answered by the hub in place of anything else.
        store_statuses: answered by the store, one a request, before it works.
        ignores_ranges: the store always sends the whole file.
        cuts: bytes of the body after which the connection breaks, one for each request.
        flips: how many answers have one bit wrong, at the first byte of the body.
        extra_bytes: how much longer the store's file is than stated; negative for shorter.
        retry_after: what a refusal of the hub or the store tells in its `Retry-After`.
        redirects_to: where the hub sends for a file in place of its store.
        stalls_after: bytes after which the store falls silent until `release` is called.
        on_stall: called by the store's thread when it has fallen silent.
        answers_endlessly: the hub's lists never end.
        drips: the hub sends its headers byte by byte, without end.
        packing: what the hub and the store call their bytes' packing, whatever it is.
        packed: bytes sent as the body of every answer of the hub.
    """

    hub_status: int | None = None
    store_statuses: list[int] = field(default_factory=list)
    ignores_ranges: bool = False
    cuts: list[int] = field(default_factory=list)
    flips: int = 0
    extra_bytes: int = 0
    retry_after: str = ""
    redirects_to: str = ""
    stalls_after: int | None = None
    on_stall: Callable[[], None] = lambda: None
    answers_endlessly: bool = False
    drips: bool = False
    packing: str = ""
    packed: bytes = b""


class HubServer:
    """The hub and its store; a context manager.

    Args:
        repos: contents by repository and file. Files that end in `.gguf` or `.safetensors` are
            stored like large files, known by SHA-256; others by git's own digest.

    `cards` adds to what is told of a repository, and `gates` names the tokens that open one: True
    lets in, False knows the token but has not granted access.
    """

    def __init__(self, repos: dict[str, dict[str, bytes]]) -> None:
        self.repos = repos
        self.cards: dict[str, dict[str, object]] = {}
        self.gates: dict[str, dict[str, bool]] = {}
        self.faults = Faults()
        self.requests: list[Request] = []
        self._released = Event()
        self._store = self._serve(self._answer_store)
        self._hub = self._serve(self._answer_hub)
        self.endpoint = f"http://127.0.0.1:{self._hub.server_port}"
        self._threads = [
            Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            for server in (self._store, self._hub)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
        for server, thread in zip((self._store, self._hub), self._threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()

    @property
    def ranges(self) -> list[str]:
        """The range each download asked for, "" for the whole file."""
        return [
            request.headers.get("range", "")
            for request in self.requests
            if request.path.startswith("/store/")
        ]

    def release(self) -> None:
        """Let a store that fell silent go on."""
        self._released.set()

    def _serve(self, answer: Callable[[BaseHTTPRequestHandler], None]) -> ThreadingHTTPServer:
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                requests.append(Request(self.command, unquote(self.path), headers))
                answer(self)

            def do_HEAD(self) -> None:
                self.do_GET()

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        return _Server(("127.0.0.1", 0), Handler)

    def _answer_hub(self, handler: BaseHTTPRequestHandler) -> None:
        path = urlsplit(unquote(handler.path)).path
        if self.faults.hub_status is not None:
            _send(handler, self.faults.hub_status, headers=self._refusal_headers())
        elif self.faults.drips:
            _drip(handler, until=self._released)
        elif self.faults.answers_endlessly:
            _send_endlessly(handler)
        elif self.faults.packing:
            headers = {"Content-Encoding": self.faults.packing}
            _send(handler, 200, body=self.faults.packed, headers=headers)
        elif path == "/api/models":
            self._send_search(handler)
        elif listing := re.fullmatch(r"/api/models/([^/]+/[^/]+)/revision/[^/]+", path):
            self._send_listing(handler, listing.group(1))
        elif file := re.fullmatch(r"/([^/]+/[^/]+)/resolve/[^/]+/(.+)", path):
            self._send_redirect(handler, file.group(1), file.group(2))
        else:
            _send(handler, 404)

    def _send_listing(self, handler: BaseHTTPRequestHandler, repo: str) -> None:
        if repo not in self.repos:
            _send(handler, 404, headers={"X-Error-Code": "RepoNotFound"})
            return
        siblings = []
        for name, content in self.repos[repo].items():
            item: dict[str, object] = {"rfilename": name, "size": len(content)}
            item["blobId"] = _git_digest(content)
            if _is_large(name):
                item["lfs"] = {
                    "size": len(content),
                    "sha256": hashlib.sha256(content).hexdigest(),
                    "pointerSize": 134,
                }
            siblings.append(item)
        told = {"id": repo, "sha": COMMIT, "siblings": siblings, **self.cards.get(repo, {})}
        _send(handler, 200, body=json.dumps(told).encode())

    def _send_search(self, handler: BaseHTTPRequestHandler) -> None:
        asked = parse_qs(urlsplit(handler.path).query)
        words = asked.get("search", [""])[0].lower().split()
        found = []
        for repo, files in self.repos.items():
            card = {"tags": [], "gated": False, "downloads": 0, **self.cards.get(repo, {})}
            tags = card["tags"]
            assert isinstance(tags, list)
            has_tags = all(tag in tags for tag in asked.get("filter", []))
            if has_tags and all(word in repo.lower() for word in words):
                found.append(
                    {"id": repo, "siblings": [{"rfilename": name} for name in files], **card}
                )
        found.sort(key=lambda item: -int(str(item["downloads"])))
        limit = int(asked.get("limit", ["100"])[0])
        _send(handler, 200, body=json.dumps(found[:limit]).encode())

    def _is_let_in(self, handler: BaseHTTPRequestHandler, repo: str) -> bool:
        """Send the hub's own refusal unless the repository is open to whoever asks."""
        gate = self.gates.get(repo)
        if gate is None:
            return True
        token = handler.headers.get("Authorization", "").removeprefix("Bearer ")
        if gate.get(token):
            return True
        if not token:
            _send(handler, 401, headers={"X-Error-Code": "GatedRepo"})
        elif token in gate:
            _send(handler, 403, headers={"X-Error-Code": "GatedRepo"})
        else:
            message = "Invalid credentials in Authorization header"
            _send(handler, 401, headers={"X-Error-Message": message})
        return False

    def _refusal_headers(self) -> dict[str, str]:
        return {"Retry-After": self.faults.retry_after} if self.faults.retry_after else {}

    def _send_redirect(self, handler: BaseHTTPRequestHandler, repo: str, name: str) -> None:
        if not self._is_let_in(handler, repo):
            return
        content = self.repos.get(repo, {}).get(name)
        if content is None:
            _send(handler, 404, headers={"X-Error-Code": "EntryNotFound"})
            return
        digest = hashlib.sha256(content).hexdigest() if _is_large(name) else _git_digest(content)
        place = (
            self.faults.redirects_to
            or f"http://127.0.0.1:{self._store.server_port}/store/{repo}/{quote(name)}"
        )
        _send(
            handler,
            302,
            headers={
                "Location": place,
                "X-Repo-Commit": COMMIT,
                "X-Linked-Size": str(len(content)),
                "X-Linked-Etag": f'"{digest}"',
            },
        )

    def _answer_store(self, handler: BaseHTTPRequestHandler) -> None:
        faults = self.faults
        if faults.store_statuses:
            status = faults.store_statuses.pop(0)
            _send(handler, status, headers=self._refusal_headers())
            return
        _, _, owner, repo, name = unquote(handler.path).split("/", 4)
        content = self.repos[f"{owner}/{repo}"][name]
        if faults.extra_bytes:
            content = (content + bytes(max(faults.extra_bytes, 0)))[
                : len(content) + faults.extra_bytes
            ]
        asked = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range", ""))
        start = 0
        if asked and not faults.ignores_ranges:
            start = int(asked.group(1))
            if start >= len(content):
                _send(handler, 416, headers={"Content-Range": f"bytes */{len(content)}"})
                return
            handler.send_response(206)
            stated = f"bytes {start}-{len(content) - 1}/{len(content)}"
            handler.send_header("Content-Range", stated)
        else:
            handler.send_response(200)
        body = content[start:]
        if faults.flips:
            faults.flips -= 1
            body = bytes([body[0] ^ 1]) + body[1:]
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        self._send_body(handler, body)

    def _send_body(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        faults = self.faults
        if faults.stalls_after is not None:
            handler.wfile.write(body[: faults.stalls_after])
            handler.wfile.flush()
            faults.on_stall()
            self._released.wait()
            body, faults.stalls_after = body[faults.stalls_after :], None
        cut = faults.cuts.pop(0) if faults.cuts else None
        try:
            handler.wfile.write(body[:cut])
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True  # The other side has left; that is its right.
            return
        if cut is not None:
            handler.wfile.flush()
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    """Says nothing about clients that hang up in the middle: here they do it on purpose."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _send(
    handler: BaseHTTPRequestHandler,
    status: int,
    *,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
) -> None:
    handler.send_response(status)
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(body)


def _send_endlessly(handler: BaseHTTPRequestHandler) -> None:
    """Send a list for as long as anybody listens."""
    handler.send_response(200)
    handler.end_headers()
    handler.close_connection = True
    block = b"[" + b"[]," * 2**18
    try:
        while True:
            handler.wfile.write(block)
    except (BrokenPipeError, ConnectionResetError):
        return  # The other side has heard enough; that is its right.


def _drip(handler: BaseHTTPRequestHandler, *, until: Event) -> None:
    """Send a header as slowly as can be, for as long as anybody listens."""
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    try:
        while not until.wait(0.02):
            handler.wfile.write(b"x")
            handler.wfile.flush()
    except (BrokenPipeError, ConnectionResetError):
        return  # As above.


def _is_large(name: str) -> bool:
    return name.endswith((".gguf", ".safetensors"))


def _git_digest(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
