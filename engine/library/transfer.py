"""One file over plain HTTP: a range request, the answer checked, the bytes appended to a part; and
whatever is small, read whole within bounds.

Written out here because `huggingface_hub`'s own download can be neither stopped nor resumed in
place, and prefers Xet. Knows nothing of repositories; what the HTTP library raises goes through.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import TYPE_CHECKING

from engine.errors import DownloadRefused, Stopped
from engine.library.guard import Guard
from engine.library.names import host_of
from engine.library.part import Part

if TYPE_CHECKING:
    import httpx2

TIMEOUT_S = 10.0
HEADERS = {"user-agent": "foreword", "accept-encoding": "identity"}

MOST_ANSWER_BYTES = 16 * 2**20
"""Of a hub's own answers, such as a list of files: many times what the largest repository needs."""

LONGEST_ANSWER_S = 120.0
"""From asking to the last byte of a hub's own answer, or to the first of a file."""

_LONGEST_WAIT_S = 3600.0
_ENCODINGS = ("", "identity", "gzip", "deflate")
_TOLD = (
    "content-length",
    "content-type",
    "etag",
    "location",
    "retry-after",
    "x-error-code",
    "x-error-message",
    "x-linked-etag",
    "x-linked-size",
    "x-request-id",
)
"""Headers of an answer that is read whole that are of use to whoever judges it."""


def open_client() -> "httpx2.Client":
    """Open a client for one errand; close it after.

    It takes proxies and certificates from the environment, no password file, and leaves out
    `Authorization` when it is sent on to another host.
    """
    import httpx2

    return httpx2.Client(follow_redirects=True, timeout=TIMEOUT_S, headers=HEADERS)


def bearer(token: str | None) -> dict[str, str]:
    """Give the header that shows a token, or none."""
    return {"authorization": f"Bearer {token}"} if token else {}


def read_answer(
    url: str,
    *,
    client: "httpx2.Client",
    params: Sequence[tuple[str, str]] = (),
    headers: Mapping[str, str],
    stop: Event | None = None,
    method: str = "GET",
    follows: bool = True,
    most_bytes: int = MOST_ANSWER_BYTES,
) -> "httpx2.Response":
    """Ask for something small and read it whole; whatever its status is, it is given.

    Args:
        url: what is asked for.
        client: asks.
        params: of the query.
        headers: sent beside the client's own, to this host only.
        stop: set to leave, even while the server is silent.
        method: "GET" or "HEAD".
        follows: whether redirects are followed.
        most_bytes: that it may have.

    Raises:
        ValueError: it is larger than it can need, or packed in a way that nobody asked for.
        Stopped: stop was set.
        httpx2.RequestError: the connection could not be made, broke, or brings too little.
    """
    import httpx2

    stop, body = stop or Event(), bytearray()
    with Guard(stop, within_s=LONGEST_ANSWER_S) as guard:
        try:
            with client.stream(
                method,
                url,
                params=list(params) or None,
                headers=headers,
                follow_redirects=follows,
                extensions=guard.extensions,
            ) as response:
                check_encoding(response)
                for block in response.iter_bytes():
                    if stop.is_set():
                        raise Stopped
                    body += block
                    if len(body) > most_bytes:
                        raise ValueError("an answer larger than it can need")
            # A closed connection may look like the end of an answer.
            if stop.is_set():
                raise Stopped
            if guard.is_late:
                raise httpx2.ReadTimeout("an answer that never ends")
        except httpx2.RequestError as error:
            if stop.is_set():
                raise Stopped from error
            if guard.is_late:
                raise httpx2.ReadTimeout("an answer that never ends") from error
            raise
    kept = [(name, value) for name, value in response.headers.items() if name in _TOLD]
    return httpx2.Response(
        response.status_code, headers=kept, content=bytes(body), request=response.request
    )


def check_encoding(response: "httpx2.Response") -> None:
    """Refuse what unpacks to any size: plain bytes were asked for, and one packing is borne with.

    Raises:
        ValueError: the bytes are packed otherwise.
    """
    if response.headers.get("content-encoding", "identity").strip().lower() not in _ENCODINGS:
        raise ValueError("a packing that nobody asked for")


def stream_into(
    part: Part,
    url: str,
    *,
    client: "httpx2.Client",
    headers: Mapping[str, str],
    stop: Event,
    report: Callable[[int], None],
) -> None:
    """Ask once for what a part lacks, and append what comes; it may be less.

    Args:
        part: receives the bytes.
        url: of the whole file; redirects are followed.
        client: asks.
        headers: sent beside the client's own, to this host only.
        stop: set to leave, even while the server is silent.
        report: receives the length of the part as it grows.

    Raises:
        DownloadRefused: the server does not hand the file out.
        DigestMismatch: its file has another size.
        Stopped: stop was set.
        ValueError: what it sends is packed in a way that nobody asked for.
        httpx2.RequestError: the connection could not be made, or broke.
    """
    import httpx2

    asked = dict(headers)
    if part.length:
        asked["range"] = f"bytes={part.length}-"
    with Guard(stop, within_s=LONGEST_ANSWER_S) as guard:
        try:
            _append(part, url, client=client, headers=asked, guard=guard, stop=stop, report=report)
        except httpx2.RequestError as error:
            if stop.is_set():
                raise Stopped from error
            if guard.is_late:
                raise httpx2.ReadTimeout("an answer that never begins") from error
            raise


def _append(
    part: Part,
    url: str,
    *,
    client: "httpx2.Client",
    headers: Mapping[str, str],
    guard: Guard,
    stop: Event,
    report: Callable[[int], None],
) -> None:
    with client.stream("GET", url, headers=headers, extensions=guard.extensions) as response:
        guard.lift_limit()
        check_encoding(response)
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
                raise refusal(response, status)
        total = _stated_total(response)
        if total is not None and total != part.file.size_bytes:
            raise part.wrong_size(total)
        for block in response.iter_bytes():
            if stop.is_set():
                raise Stopped
            part.append(block)
            report(part.length)
        if stop.is_set():
            raise Stopped


def refusal(response: "httpx2.Response", status: int) -> DownloadRefused:
    """Make the error for an answer that hands nothing out; its host is the last one asked."""
    stated = response.headers.get("retry-after", "")
    wait_s = min(float(stated), _LONGEST_WAIT_S) if stated.isdecimal() else 0.0
    return DownloadRefused(host_of(str(response.url)), status, wait_s)


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
