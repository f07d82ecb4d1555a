"""What the window shows of downloads: frozen values, and the sentences in them.

Knows no widget and no thread.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.language.text import translate
from engine import format_bytes


class ProgressLike(Protocol):
    """What is read of a download's progress."""

    @property
    def stage(self) -> str: ...
    @property
    def done_bytes(self) -> int: ...
    @property
    def total_bytes(self) -> int: ...
    @property
    def bytes_per_s(self) -> float: ...
    @property
    def fraction(self) -> float | None: ...


class DownloadState(StrEnum):
    """Where a download stands."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    FAILED = "failed"

    @property
    def is_under_way(self) -> bool:
        """Whether it goes on by itself."""
        return self in (DownloadState.QUEUED, DownloadState.RUNNING, DownloadState.PAUSING)


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadView:
    """A download as a line shows it.

    Args:
        id: the model's.
        name: what a person calls it.
        state: where it stands.
        fraction: 0 .. 1, None where unknown.
        line: how far it is, or why it is not.
        needs_token: whether an access token would help.
        page: where its licence is accepted, if that is what is missing.
    """

    id: str
    name: str
    state: DownloadState
    fraction: float | None = None
    line: str = ""
    needs_token: bool = False
    page: str = ""


def progress_line(progress: ProgressLike) -> str:
    """Say how far a download is, how fast, and how long it takes yet."""
    if not progress.total_bytes or not progress.done_bytes:
        return translate("Download", str(progress.stage))
    sizes = {
        "done": format_bytes(progress.done_bytes),
        "total": format_bytes(progress.total_bytes),
        "rate": format_bytes(round(progress.bytes_per_s)),
    }
    if not progress.bytes_per_s:
        return translate("Library", "{done} of {total}").format(**sizes)
    left = (progress.total_bytes - progress.done_bytes) / progress.bytes_per_s
    if left <= 0:
        return translate("Library", "{done} of {total}, {rate}/s").format(**sizes)
    text = translate("Library", "{done} of {total}, {rate}/s, {time} left")
    return text.format(time=duration(left), **sizes)


def paused_line(done_bytes: int, total_bytes: int) -> str:
    """Say how much of a download is kept."""
    if not total_bytes:
        return translate("Library", "Paused")
    return translate("Library", "Paused at {done} of {total}").format(
        done=format_bytes(done_bytes), total=format_bytes(total_bytes)
    )


def duration(seconds: float) -> str:
    """Write a time for people, as exact as they need it."""
    if seconds < 60:
        return translate("Library", "{count} s").format(count=max(round(seconds), 1))
    if seconds < 3600:
        return translate("Library", "{count} min").format(count=round(seconds / 60))
    hours, minutes = divmod(round(seconds / 60), 60)
    return translate("Library", "{hours} h {minutes} min").format(hours=hours, minutes=minutes)
