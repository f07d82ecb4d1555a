"""Files from a Hugging Face hub: what a repository holds, and the patience to fetch it.

Metadata comes through `huggingface_hub`, the bytes through `transfer.py`. No token and no
telemetry is ever sent. `huggingface_hub` is imported only when a download starts.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from urllib.parse import urlsplit

from engine.errors import (
    BadModelFile,
    DigestMismatch,
    DownloadRefused,
    ModelNotFound,
    NoNetwork,
    Stopped,
)
from engine.library.catalogue import HubSource
from engine.library.part import DigestKind, Part, RemoteFile
from engine.library.repository import choose_files
from engine.library.transfer import HEADERS, TIMEOUT_S, stream_into

_MAX_FAILURES = 3
_TEMPORARY = {408, 429, 500, 502, 503, 504}


class Hub:
    """A hub, reached over the network only by the methods.

    Args:
        endpoint: its address, or None for `HF_ENDPOINT` or else the public one.
        retry_delay_s: how long to wait before asking again after a broken connection.
    """

    def __init__(self, *, endpoint: str | None = None, retry_delay_s: float = 1.0) -> None:
        self._endpoint = endpoint
        self._retry_delay_s = retry_delay_s

    @property
    def host(self) -> str:
        """The hub's name for people."""
        return urlsplit(self._address()).netloc

    def list_files(self, source: HubSource) -> tuple[str, list[RemoteFile]]:
        """Find what a model of a repository is made of.

        Args:
            source: a repository; with a file, only that one.

        Returns:
            The commit that was looked at, and the files with sizes and digests.

        Raises:
            NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
            BadModelFile: the repository holds nothing that can be run.
            BadParameter: it holds several models and the name says not which.
        """
        from huggingface_hub import HfApi

        with self._errors(source.repo):
            # The user agent given here replaces the library's own, which lists what is installed.
            api = HfApi(endpoint=self._address(), token=False, headers=dict(HEADERS))
            info = api.model_info(
                source.repo, revision=source.revision, files_metadata=True, timeout=TIMEOUT_S
            )
            found = {
                item.rfilename: RemoteFile(
                    name=item.rfilename,
                    size_bytes=item.lfs.size if item.lfs else (item.size or 0),
                    digest=item.lfs.sha256 if item.lfs else (item.blob_id or ""),
                    kind=DigestKind.SHA256 if item.lfs else DigestKind.GIT_SHA1,
                )
                for item in info.siblings or ()
            }
        chosen = [found[name] for name in choose_files(source, sorted(found))]
        if any(not file.digest for file in chosen):
            raise BadModelFile(source.repo, "the hub states no digest for its files")
        return info.sha or source.revision, chosen

    def confirm(self, source: HubSource, file: RemoteFile) -> None:
        """Ask whether the hub still has the very file, before gigabytes are fetched in vain.

        Raises:
            NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
            DigestMismatch: it has another one under that name.
        """
        from huggingface_hub import get_hf_file_metadata

        with self._errors(source.repo):
            stated = get_hf_file_metadata(
                self._url(source, source.file, source.revision),
                token=False,
                timeout=TIMEOUT_S,
                headers=dict(HEADERS),
                endpoint=self._address(),
            )
        etag = (stated.etag or "").lower()
        has_other_size = stated.size not in (None, file.size_bytes)
        if has_other_size or (re.fullmatch(r"[0-9a-f]{64}", etag) and etag != file.digest):
            raise DigestMismatch(
                file.name,
                expected=file.digest,
                actual=etag,
                expected_bytes=file.size_bytes,
                actual_bytes=stated.size or file.size_bytes,
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
            NoNetwork: the connection could not be made, or broke again and again.
            DownloadRefused: the hub does not hand the file out.
            DigestMismatch: the hub's file has another size.
            Stopped: stop was set.
        """
        url = self._url(source, source.file or part.file.name, revision)
        furthest, failures = part.length, 0
        while True:
            if stop.is_set():
                raise Stopped
            error: NoNetwork | DownloadRefused = NoNetwork(self.host, "the connection broke off")
            try:
                with self._errors(source.repo):
                    stream_into(part, url, stop=stop, report=report)
            except (NoNetwork, DownloadRefused) as refusal:
                error = refusal
            if part.is_complete:
                return
            if isinstance(error, DownloadRefused) and error.status not in _TEMPORARY:
                raise error
            # Only new ground counts: a server that ignores ranges may break at one place for ever.
            failures = 0 if part.length > furthest else failures + 1
            furthest = max(furthest, part.length)
            if failures >= _MAX_FAILURES:
                raise error
            stop.wait(self._retry_delay_s)

    def _address(self) -> str:
        from huggingface_hub import constants

        return (self._endpoint or os.environ.get("HF_ENDPOINT") or constants.ENDPOINT).rstrip("/")

    def _url(self, source: HubSource, file: str, revision: str) -> str:
        from huggingface_hub import hf_hub_url

        return hf_hub_url(source.repo, file, revision=revision, endpoint=self._address())

    @contextmanager
    def _errors(self, repo: str) -> Iterator[None]:
        """Turn what the two libraries raise into typed errors."""
        import httpx2
        from huggingface_hub.errors import (
            HfHubHTTPError,
            HFValidationError,
            OfflineModeIsEnabled,
        )

        try:
            yield
        except HfHubHTTPError as error:
            status = error.response.status_code
            raise DownloadRefused(f"{self.host}/{repo}", status) from error
        except OfflineModeIsEnabled as error:
            raise NoNetwork(self.host, "HF_HUB_OFFLINE is set") from error
        except httpx2.TimeoutException as error:
            raise NoNetwork(self.host, f"no answer in {TIMEOUT_S:g} s") from error
        except httpx2.ConnectError as error:
            raise NoNetwork(self.host, "no connection") from error
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            raise NoNetwork(self.host, "the connection broke off") from error
        except HFValidationError as error:
            raise ModelNotFound(repo) from error
        except (ValueError, KeyError, TypeError) as error:
            # A page of a café's network, for one, answers 200 to everything.
            raise NoNetwork(self.host, "something else answered in its place") from error
