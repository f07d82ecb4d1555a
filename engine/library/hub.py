"""Files from a Hugging Face hub: what a repository holds, and the patience to fetch it.

What an answer means is `huggingface_hub`'s to say; it comes, as the bytes do, through
`transfer.py`, which sets bounds. A token is shown only where the hub refuses without one, and no
telemetry is ever sent. Both libraries are imported, and clients built, only when something is
fetched.
"""

import re
from collections.abc import Callable
from threading import Event
from typing import Any
from urllib.parse import quote

from engine.errors import (
    BadModelFile,
    DigestMismatch,
    DownloadRefused,
    NoNetwork,
    Stopped,
)
from engine.language import say
from engine.library.access import Access
from engine.library.catalogue import HubSource
from engine.library.hub_errors import hub_errors
from engine.library.online import Online
from engine.library.part import Part, RemoteFile
from engine.library.repository import choose_files, stated_file
from engine.library.stated import stated_by_head
from engine.library.tokens import Tokens
from engine.library.transfer import (
    bearer,
    open_client,
    read_answer,
    stream_into,
)

_MAX_FAILURES = 3
_TEMPORARY = {408, 429, 500, 502, 503, 504}
_LONGEST_WAIT_S = 60.0
"""How long a busy hub is waited for; whoever asks for more is believed, and the download ends."""


class Hub:
    """A hub, reached over the network only by the methods.

    Args:
        endpoint: its address, or None for `HF_ENDPOINT` or else the public one.
        retry_delay_s: how long to wait before asking again after a broken connection.
        online: whether anything may be fetched.
        tokens: what is shown to a hub that refuses.
    """

    def __init__(
        self,
        *,
        endpoint: str | None = None,
        retry_delay_s: float = 1.0,
        online: Online | None = None,
        tokens: Tokens | None = None,
    ) -> None:
        self.online = online or Online()
        self.access = Access(endpoint, tokens=tokens or Tokens())
        self._retry_delay_s = retry_delay_s

    @property
    def host(self) -> str:
        """The hub's name for people."""
        return self.access.host

    def list_files(
        self, source: HubSource, *, stop: Event | None = None
    ) -> tuple[str, list[RemoteFile]]:
        """Find what a model of a repository is made of.

        Args:
            source: a repository; with a file, only that one.
            stop: set to leave.

        Returns:
            The commit that was looked at, and the files with sizes and digests.

        Raises:
            Offline: nothing may be fetched.
            NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
            BadModelFile: the repository holds nothing that can be run.
            BadParameter: it holds several models and the name says not which.
        """
        info = self.info(source.repo, revision=source.revision, stop=stop)
        with hub_errors(self.access, source.repo):
            found = {file.path: file for file in map(stated_file, info.siblings or ())}
        chosen = [found[name] for name in choose_files(source, sorted(found))]
        if any(not file.digest for file in chosen):
            raise BadModelFile(source.repo, say("the hub states no digest for its files"))
        return str(info.sha or source.revision), chosen

    def info(self, repo: str, *, revision: str = "main", stop: Event | None = None) -> Any:
        """Ask for everything the hub tells of a repository: its `ModelInfo`, with files.

        Raises:
            Offline: nothing may be fetched.
            NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
            Stopped: stop was set.
        """
        self.online.check()
        from huggingface_hub import hf_raise_for_status
        from huggingface_hub.hf_api import ModelInfo

        read: Any = ModelInfo  # its arguments are what a hub sends, whatever that is
        url = f"{self.access.address}/api/models/{repo}/revision/{quote(revision, safe='')}"

        def ask(token: str | None) -> Any:
            with (
                hub_errors(self.access, repo, had_token=token is not None),
                open_client() as client,
            ):
                # Not by the library's own call, which takes an answer of any size.
                answer = read_answer(
                    url,
                    client=client,
                    params=[("blobs", "true")],
                    headers=bearer(token),
                    stop=stop,
                )
                hf_raise_for_status(answer)
                return read(**answer.json())

        return self.access.try_with_token(repo, ask)

    def confirm(self, source: HubSource, file: RemoteFile) -> None:
        """Ask whether the hub still has the very file, before gigabytes are fetched in vain.

        Raises:
            Offline: nothing may be fetched.
            NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
            DigestMismatch: it has another one under that name.
        """
        self.online.check()
        url = self.access.url(source, source.file)

        def ask(token: str | None) -> tuple[str, int | None]:
            with (
                hub_errors(self.access, source.repo, had_token=token is not None),
                open_client() as client,
            ):
                return stated_by_head(url, client=client, headers=bearer(token))

        etag, size = self.access.try_with_token(source.repo, ask)
        has_other_size = size not in (None, file.size_bytes)
        if has_other_size or (re.fullmatch(r"[0-9a-f]{64}", etag) and etag != file.digest):
            raise DigestMismatch(
                file.name,
                expected=file.digest,
                actual=etag,
                expected_bytes=file.size_bytes,
                actual_bytes=size or file.size_bytes,
            )

    def fetch(
        self,
        source: HubSource,
        part: Part,
        *,
        revision: str,
        stop: Event,
        report: Callable[[int], None],
    ) -> None:
        """Append what an incomplete part lacks, taking a broken connection up again where it broke.

        Args:
            source: the repository.
            part: receives the bytes; of a folder, the file of its name is asked for.
            revision: the branch, tag or commit to read.
            stop: set to leave; the part keeps what it has.
            report: receives the length of the part as it grows.

        Raises:
            Offline: nothing may be fetched.
            NoNetwork: the connection could not be made, or broke again and again.
            DownloadRefused: the hub does not hand the file out.
            DigestMismatch: the hub's file has another size.
            Stopped: stop was set.
        """
        self.online.check()
        path = source.file or part.file.path or part.file.name
        url = self.access.url(source, path, revision=revision)

        def ask(token: str | None) -> None:
            with (
                hub_errors(self.access, source.repo, had_token=token is not None),
                open_client() as client,
            ):
                stream_into(
                    part, url, client=client, headers=bearer(token), stop=stop, report=report
                )

        furthest, failures = part.length, 0
        while True:
            if stop.is_set():
                raise Stopped
            self.online.check()
            error: NoNetwork | DownloadRefused = NoNetwork(
                self.host, say("the connection broke off")
            )
            try:
                self.access.try_with_token(source.repo, ask)
            except (NoNetwork, DownloadRefused) as refusal:
                error = refusal
            if part.is_complete:
                return
            wait_s = self._retry_delay_s
            if isinstance(error, DownloadRefused):
                wait_s = max(wait_s, error.retry_after_s)
                if error.status not in _TEMPORARY or wait_s > _LONGEST_WAIT_S:
                    raise error
            # Only new ground counts: a server that ignores ranges may break at one place for ever.
            failures = 0 if part.length > furthest else failures + 1
            furthest = max(furthest, part.length)
            if failures >= _MAX_FAILURES:
                raise error
            stop.wait(wait_s)
