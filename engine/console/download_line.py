"""A download's progress in a terminal: one line that changes, or plain lines where it cannot."""

import shutil
from typing import TextIO

from engine import format_bytes
from engine.console.terminal import harmless
from engine.library import DownloadProgress, DownloadStage

_BAR_CELLS = 24


class DownloadLine:
    """Show reports on a stream; call `close` to leave the line.

    Args:
        stream: standard error, as a rule.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._width = 0
        self._said: tuple[DownloadStage, str] | None = None
        self._next_tenth = 0

    def show(self, progress: DownloadProgress) -> None:
        """Show how far a download is."""
        if self._is_terminal:
            # A line that wraps could not be taken back.
            text = _line(progress)[: shutil.get_terminal_size().columns - 1]
            self._stream.write(f"\r{text.ljust(self._width)}")
            self._width = len(text)
            self._stream.flush()
            return
        heading = (progress.stage, progress.source)
        if heading != self._said:
            self._said, self._next_tenth = heading, 0
            print(_heading(progress), file=self._stream, flush=True)
        is_counting = progress.stage in (DownloadStage.DOWNLOADING, DownloadStage.VERIFYING)
        if not is_counting or not progress.total_bytes:
            return
        # In whole numbers: a tenth added up ten times is not one.
        tenth = progress.done_bytes * 10 // progress.total_bytes
        if tenth >= self._next_tenth:
            self._next_tenth = tenth + 1
            print(f"  {_figures(progress)}", file=self._stream, flush=True)

    def close(self) -> None:
        """End the line, if one was begun."""
        if self._width:
            self._stream.write("\n")
            self._stream.flush()


def _line(progress: DownloadProgress) -> str:
    if progress.fraction is None or progress.stage in (
        DownloadStage.WAITING,
        DownloadStage.CONNECTING,
    ):
        return _heading(progress)
    full = round(progress.fraction * _BAR_CELLS)
    bar = "#" * full + "." * (_BAR_CELLS - full)
    return f"{harmless(progress.id)} [{bar}] {_figures(progress)}"


def _heading(progress: DownloadProgress) -> str:
    word = "to" if progress.stage is DownloadStage.CONNECTING else "from"
    origin = f" {word} {progress.source}" if progress.source else ""
    return harmless(f"{progress.id}: {progress.stage}{origin}")


def _figures(progress: DownloadProgress) -> str:
    text = f"{format_bytes(progress.done_bytes)} of {format_bytes(progress.total_bytes)}"
    if progress.stage is DownloadStage.VERIFYING:
        return f"{text} verified"
    if progress.bytes_per_s:
        text += f", {format_bytes(round(progress.bytes_per_s))}/s"
    left = progress.seconds_left
    if left is not None and progress.done_bytes < progress.total_bytes:
        text += f", {_duration(left)} left"
    return text


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
