"""The meter, driven by a clock of the test's own."""

import pytest

from engine.library import DownloadProgress, DownloadStage
from engine.library.progress import Meter


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_rate_and_time_left() -> None:
    """250 bytes a half second, of 2,000: 500 a second, and three seconds left after 500."""
    clock, reports = Clock(), list[DownloadProgress]()
    meter = Meter("m", reports.append, clock=clock)
    meter.expect(2000)
    meter.begin(DownloadStage.DOWNLOADING, source="s", file="f")
    for done in (0, 250, 500):
        meter.advance_to(done)
        clock.now += 0.5
    last = reports[-1]
    assert (last.done_bytes, last.total_bytes, last.fraction) == (500, 2000, 0.25)
    assert last.bytes_per_s == pytest.approx(500)
    assert last.seconds_left == pytest.approx(3)
    assert (last.id, last.source, last.file) == ("m", "s", "f")


def test_a_restart_forgets_the_rate() -> None:
    """Going back to zero is reported, never as a negative rate."""
    clock, reports = Clock(), list[DownloadProgress]()
    meter = Meter("m", reports.append, clock=clock)
    meter.expect(1000)
    meter.begin(DownloadStage.DOWNLOADING)
    for done in (300, 600, 0):
        clock.now += 1
        meter.advance_to(done)
    assert reports[-1].done_bytes == 0
    assert reports[-1].bytes_per_s == 0
    assert reports[-1].seconds_left is None


def test_reports_are_few_but_the_last_always_comes() -> None:
    """A thousand blocks within one tick of the clock: the change of stage and the end."""
    reports: list[DownloadProgress] = []
    meter = Meter("m", reports.append, clock=Clock())
    meter.expect(1000)
    meter.begin(DownloadStage.DOWNLOADING)
    for done in range(1, 1001):
        meter.advance_to(done)
    assert [report.done_bytes for report in reports] == [0, 1000]


def test_files_add_up() -> None:
    """The second file is counted behind the first."""
    reports: list[DownloadProgress] = []
    meter = Meter("m", reports.append, clock=Clock())
    meter.expect(30)
    for size in (10, 20):
        meter.begin(DownloadStage.DOWNLOADING)
        meter.advance_to(size)
        meter.finish_file(size)
    assert reports[-1].done_bytes == 30


def test_an_unknown_size_has_no_fraction() -> None:
    """Rather than a made-up one."""
    progress = DownloadProgress(id="m", stage=DownloadStage.CONNECTING)
    assert progress.fraction is None
    assert progress.seconds_left is None
