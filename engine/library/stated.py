"""What a hub says of a file without sending it: its digest and its size, from the headers alone.

A hub leads on to its store for the bytes and states the file's own digest and size on the way, so
that only steps within the hub itself are followed. What `huggingface_hub` does for this bounds no
request as a whole.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.library.transfer import read_answer

if TYPE_CHECKING:
    import httpx2

_MOST_STEPS = 10


def stated_by_head(
    url: str, *, client: "httpx2.Client", headers: Mapping[str, str]
) -> tuple[str, int | None]:
    """Ask what a file is.

    Args:
        url: of the file.
        client: asks.
        headers: sent beside the client's own.

    Returns:
        Its digest in small letters, or whatever else the hub knows it by, and its size if the hub
        says it.

    Raises:
        HfHubHTTPError: the hub refuses.
        ValueError: it leads round in circles.
        httpx2.RequestError: the connection could not be made, broke, or brings too little.
    """
    import httpx2
    from huggingface_hub import hf_raise_for_status

    at = httpx2.URL(url)
    for _ in range(_MOST_STEPS):
        answer = read_answer(str(at), client=client, headers=headers, method="HEAD", follows=False)
        place = httpx2.URL(answer.headers.get("location", ""))
        if not answer.is_redirect or place.is_absolute_url or place.host:
            hf_raise_for_status(answer)
            return _etag(answer), _size(answer)
        at = at.join(place)
    raise ValueError("a hub that leads round in circles")


def _etag(answer: "httpx2.Response") -> str:
    etag = str(answer.headers.get("x-linked-etag") or answer.headers.get("etag", ""))
    return etag.removeprefix("W/").strip('"').lower()


def _size(answer: "httpx2.Response") -> int | None:
    size = str(answer.headers.get("x-linked-size", ""))
    if not size and not answer.is_redirect:
        size = str(answer.headers.get("content-length", ""))
    return int(size) if size.isdecimal() and size.isascii() else None
