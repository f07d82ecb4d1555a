"""One file over plain HTTP: a range request, the answer checked, the bytes appended to a part.

Written out here because `huggingface_hub`'s own download can be neither stopped nor resumed in
place, and prefers Xet. Knows nothing of repositories; what the HTTP library raises goes through.
"""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine.errors import DownloadRefused, Stopped
from engine.library.part import Part

if TYPE_CHECKING:
    import httpx2

TIMEOUT_S = 10.0
HEADERS = {"user-agent": "foreword", "accept-encoding": "identity"}

_STOP_EVERY_S = 0.1


def stream_into(part: Part, url: str, *, stop: Event, report: Callable[[int], None]) -> None:
    """Ask once for what a part lacks, and append what comes; it may be less.

    Args:
        part: receives the bytes.
        url: of the whole file; redirects are followed.
        stop: set to leave, even while the server is silent.
        report: receives the length of the part as it grows.

    Raises:
        DownloadRefused: the server does not hand the file out.
        DigestMismatch: its file has another size.
        Stopped: stop was set.
        httpx2.RequestError: the connection could not be made, or broke.
    """
    from huggingface_hub import get_session

    headers = dict(HEADERS)
    if part.length:
        headers["range"] = f"bytes={part.length}-"
    with get_session().stream(
        "GET", url, headers=headers, timeout=TIMEOUT_S, follow_redirects=True
    ) as response:
        match response.status_code:
            case 206 if _range_start(response) == part.length:
                pass
            case 200:
                # The server sends the whole file, whatever was asked for.
                part.restart()
            case 206 | 416:
                part.restart()
                return
            case status:
                raise DownloadRefused(urlsplit(url).netloc, status)
        total = _stated_total(response)
        if total is not None and total != part.file.size_bytes:
            raise part.wrong_size(total)
        with _woken_by(stop, response):
            for block in response.iter_bytes():
                if stop.is_set():
                    raise Stopped
                part.append(block)
                report(part.length)


def _range_start(response: "httpx2.Response") -> int | None:
    """Where a partial answer begins: Content-Range is "bytes 10-99/100"."""
    match = re.match(r"bytes (\d+)-", response.headers.get("content-range", ""))
    return int(match.group(1)) if match else None


def _stated_total(response: "httpx2.Response") -> int | None:
    """How large the whole file is according to the answer, if it says so."""
    if response.status_code == 206:
        match = re.search(r"/(\d+)$", response.headers.get("content-range", ""))
        return int(match.group(1)) if match else None
    if response.headers.get("content-encoding", "identity") != "identity":
        return None
    length = response.headers.get("content-length", "")
    return int(length) if length.isdecimal() else None


@contextmanager
def _woken_by(stop: Event, response: "httpx2.Response") -> Iterator[None]:
    """Make Stop end a read that waits on a silent server, by closing its connection."""
    connection = response.extensions["network_stream"].get_extra_info("socket")
    is_over = Event()

    def watch() -> None:
        while not is_over.wait(_STOP_EVERY_S):
            if stop.is_set():
                # The base class's own method: TLS must not be wound up from a second thread.
                with suppress(OSError):
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)
                return

    watcher = Thread(target=watch, name="download-stop", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
