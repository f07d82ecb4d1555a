"""Where a hub is, and who may see its token: the token's own host, over a line nobody reads.

Knows addresses and tokens; asks nothing of the network itself.
"""

import os
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import quote, urlsplit

from engine.errors import AccessDenied, BadParameter, NotOnHub
from engine.library.catalogue import HubSource
from engine.library.names import host_of
from engine.library.tokens import Tokens

PUBLIC_ADDRESS = "https://huggingface.co"

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

T = TypeVar("T")


class Access:
    """A hub's address, and the token that it may be shown.

    Args:
        endpoint: the address, or None for `HF_ENDPOINT` or else the public one.
        tokens: where tokens are found.
    """

    def __init__(self, endpoint: str | None, *, tokens: Tokens) -> None:
        self.tokens = tokens
        self._endpoint = endpoint
        self._closed_repos: set[str] = set()

    @property
    def address(self) -> str:
        """The hub's address, without a slash at its end."""
        return (self._endpoint or os.environ.get("HF_ENDPOINT") or PUBLIC_ADDRESS).rstrip("/")

    @property
    def host(self) -> str:
        """The hub's name for people, and of its token."""
        return host_of(self.address)

    def page(self, repo: str) -> str:
        """The page where a repository's licence is accepted."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{self.host}{parts.path}/{repo}"

    def url(self, source: HubSource, file: str, *, revision: str = "") -> str:
        """The address of a file."""
        revision = quote(revision or source.revision, safe="")
        return f"{self.address}/{source.repo}/resolve/{revision}/{quote(file)}"

    def try_with_token(self, repo: str, ask: Callable[[str | None], T]) -> T:
        """Ask without a token, and with the one there is only where that is refused.

        Args:
            repo: what is asked for; once refused, it is asked for with the token at once.
            ask: is given the token or None.

        Raises:
            AccessDenied, NotOnHub: the hub refuses all the same, or there is no token.
            BadParameter: the hub's address is none.
        """
        if not (self.host and self.address.lower().startswith(("http://", "https://"))):
            shown = repr(self.address.rpartition("@")[2])
            raise BadParameter("HF_ENDPOINT", shown, f"an address such as {PUBLIC_ADDRESS}")
        if repo not in self._closed_repos:
            try:
                return ask(None)
            except (AccessDenied, NotOnHub):
                if self._token() is None:
                    raise
        answer = ask(self._token())
        self._closed_repos.add(repo)
        return answer

    def _token(self) -> str | None:
        address = urlsplit(self.address)
        # Anybody on the way could read it from an unencrypted line.
        if address.scheme != "https" and address.hostname not in _LOOPBACK:
            return None
        return self.tokens.find(self.host)
