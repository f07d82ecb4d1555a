"""Several downloads in the window: begun, paused, gone on with, thrown away, and after a failure.

The library is one without files whose downloads stand at a gate, so that each state lasts until
the test lets it pass.
"""

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.library.downloads import MOST_AT_ONCE, Downloads
from app.library.views import DownloadState, DownloadView, duration, progress_line
from app.model_shelf import ModelShelf
from engine import AccessDenied, NoNetwork, OutOfDisk
from tests.app.conftest import Recorder
from tests.fake_library import FakeEntry, FakeLibrary, FakePending, FakeProgress
from tests.fakes import Gate


class Shelf:
    """A shelf over a library without files, and what its downloads said."""

    def __init__(self, qtbot: QtBot, library: FakeLibrary) -> None:
        self.qtbot = qtbot
        self.library = library
        self.shelf = ModelShelf(library, draft_fit=lambda target, draft: None)
        self.downloads: Downloads = self.shelf.downloads
        self.got = Recorder(self.downloads.got)
        self.removed = Recorder(self.downloads.removed)

    def state(self, id: str) -> DownloadState | None:
        """Where a download stands; None if there is none."""
        view = self.downloads.view(id)
        return view.state if view else None

    def wait(self, id: str, state: DownloadState | None) -> DownloadView | None:
        """Wait until a download stands there."""
        self.qtbot.waitUntil(lambda: self.state(id) is state, timeout=30_000)
        return self.downloads.view(id)

    def wait_idle(self) -> None:
        """Wait until no thread is left."""
        self.qtbot.waitUntil(lambda: not self.shelf.is_busy, timeout=30_000)


def make(qtbot: QtBot, *, gate: Gate | None = None, num_models: int = 5) -> Shelf:
    entries = [
        FakeEntry(id=f"m{n}", name=f"Model {n}", is_installed=False) for n in range(num_models)
    ]
    return Shelf(qtbot, FakeLibrary(models=entries, gate=gate))


def test_several_run_at_once_and_the_rest_wait_their_turn(qtbot: QtBot) -> None:
    """Three lines of work; a fourth begins when one is done, and all arrive."""
    gate = Gate()
    stage = make(qtbot, gate=gate)
    for number in range(5):
        stage.downloads.get(f"m{number}", name=f"Model {number}")
    states = [view.state for view in stage.downloads.views]
    assert states == [DownloadState.RUNNING] * MOST_AT_ONCE + [DownloadState.QUEUED] * 2
    gate.open()
    stage.wait_idle()
    qtbot.waitUntil(lambda: len(stage.got.calls) == 5, timeout=30_000)
    assert stage.downloads.views == []


def test_a_paused_download_is_kept_and_goes_on(qtbot: QtBot) -> None:
    """Its place is shown; a second Pause or Resume changes nothing."""
    gate = Gate()
    stage = make(qtbot, gate=gate)
    stage.downloads.get("m0", name="Model 0")
    stage.downloads.pause("m0")
    stage.downloads.pause("m0")
    view = stage.wait("m0", DownloadState.PAUSED)
    assert view is not None
    assert "Paused" in view.line
    assert stage.library.discarded == []
    stage.wait_idle()
    gate.open()
    stage.downloads.get("m0")
    stage.downloads.get("m0")
    stage.wait("m0", None)
    assert stage.got.calls == [("m0",)]


def test_pausing_one_lets_the_next_begin(qtbot: QtBot) -> None:
    """A place on the line is free."""
    stage = make(qtbot, gate=Gate())
    for number in range(4):
        stage.downloads.get(f"m{number}")
    assert stage.state("m3") is DownloadState.QUEUED
    stage.downloads.pause("m0")
    stage.wait("m3", DownloadState.RUNNING)
    stage.shelf.stop()
    stage.wait_idle()


def test_a_cancelled_download_is_thrown_away(qtbot: QtBot) -> None:
    """While it runs, while it waits, and when it was paused."""
    stage = make(qtbot, gate=Gate())
    for number in range(4):
        stage.downloads.get(f"m{number}")
    stage.downloads.cancel("m3")
    stage.downloads.cancel("m0")
    stage.downloads.pause("m1")
    stage.wait("m1", DownloadState.PAUSED)
    stage.downloads.cancel("m1")
    stage.downloads.cancel("never asked for")
    for id in ("m0", "m1", "m3"):
        stage.wait(id, None)
    assert sorted(stage.library.discarded) == ["m0", "m1", "m3"]
    stage.shelf.stop()
    stage.wait_idle()


class SlowToDelete(FakeLibrary):
    """A library that deletes nothing until it may.

    Args:
        models: what is listed.
        gate: holds each step of a download.
        deleting: holds each deletion.
    """

    def __init__(self, models: list[FakeEntry], gate: Gate, deleting: threading.Event) -> None:
        super().__init__(models=models, gate=gate)
        self._deleting = deleting

    def discard(self, id: str, /) -> None:
        """Wait, then note down what is thrown away."""
        self._deleting.wait()
        super().discard(id)


def test_one_cancelled_while_it_waited_never_begins(qtbot: QtBot) -> None:
    """Nor while it is still being deleted: the one behind it takes the place that came free."""
    deleting = threading.Event()
    entries = [FakeEntry(id=f"m{n}", is_installed=False) for n in range(MOST_AT_ONCE + 2)]
    stage = Shelf(qtbot, SlowToDelete(entries, Gate(), deleting))
    for entry in entries:
        stage.downloads.get(entry.id)
    waiting, behind = entries[-2].id, entries[-1].id
    try:
        stage.downloads.cancel(waiting)
        stage.downloads.pause("m0")
        stage.wait("m0", DownloadState.PAUSED)
        states = {id: stage.state(id) for id in (waiting, behind)}
    finally:
        deleting.set()
    assert states == {waiting: DownloadState.PAUSED, behind: DownloadState.RUNNING}
    stage.wait(waiting, None)
    stage.shelf.stop()
    stage.wait_idle()
    assert stage.library.discarded == [waiting]


def test_what_an_earlier_run_began_is_listed_as_paused(qtbot: QtBot) -> None:
    """With how much of it is here; one that runs already is left alone."""
    stage = make(qtbot)
    stage.library.pending = [FakePending(id="m0", name="Model 0")]
    stage.downloads.look_for_unfinished()
    stage.downloads.look_for_unfinished()
    [view] = stage.downloads.views
    assert view.state is DownloadState.PAUSED
    assert view.line == "Paused at 40 MB of 100 MB"
    assert view.fraction == pytest.approx(0.4)
    stage.downloads.get("m0")
    stage.wait("m0", None)
    stage.wait_idle()


def test_a_failure_says_why_and_can_be_tried_again(qtbot: QtBot) -> None:
    """The line stays, with the sentence and the next step."""
    stage = make(qtbot)
    stage.library.error = NoNetwork(source="the hub", detail="no connection")
    failures = Recorder(stage.downloads.failed)
    stage.downloads.get("m0", name="Model 0")
    view = stage.wait("m0", DownloadState.FAILED)
    assert view is not None
    assert "cannot be reached" in view.line
    assert not view.needs_token
    assert len(failures.calls) == 1
    stage.wait_idle()
    stage.library.error = None
    stage.downloads.get("m0")
    stage.wait("m0", None)
    stage.wait_idle()


def test_a_gated_model_offers_its_page_and_a_token(qtbot: QtBot) -> None:
    """Both steps that lead on."""
    stage = make(qtbot)
    page = "https://huggingface.co/maker/closed"
    stage.library.error = AccessDenied("huggingface.co", 401, repo="maker/closed", page=page)
    stage.downloads.get("m0")
    view = stage.wait("m0", DownloadState.FAILED)
    assert view is not None
    assert (view.needs_token, view.page) == (True, page)
    stage.wait_idle()


def test_one_failure_does_not_hold_up_the_others(qtbot: QtBot) -> None:
    """Full is full for one; the next may be smaller."""
    stage = make(qtbot)
    stage.library.error = OutOfDisk(str(Path("models")), 10, 1)
    for number in range(5):
        stage.downloads.get(f"m{number}")
    for number in range(5):
        stage.wait(f"m{number}", DownloadState.FAILED)
    stage.wait_idle()


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (FakeProgress(), "downloading"),
        (FakeProgress(done_bytes=5, total_bytes=0), "downloading"),
        (FakeProgress(done_bytes=25_000_000, total_bytes=100_000_000), "25 MB of 100 MB"),
        (
            FakeProgress(done_bytes=25_000_000, total_bytes=100_000_000, bytes_per_s=5e6),
            "25 MB of 100 MB, 5 MB/s, 15 s left",
        ),
        (
            FakeProgress(done_bytes=100_000_000, total_bytes=100_000_000, bytes_per_s=5e6),
            "100 MB of 100 MB, 5 MB/s",
        ),
    ],
)
def test_lines_of_progress(progress: FakeProgress, line: str) -> None:
    """As much as is known, and no more."""
    assert progress_line(progress) == line


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (59, "59 s"), (61, "1 min"), (3599, "60 min"), (7300, "2 h 2 min")],
)
def test_durations(seconds: float, text: str) -> None:
    """As exact as anybody needs."""
    assert duration(seconds) == text


def test_a_stop_flag_reaches_the_library(qtbot: QtBot) -> None:
    """Closing the program ends what runs; it stays where it is."""
    stage = make(qtbot, gate=Gate())
    stage.downloads.get("m0")
    stage.shelf.stop()
    stage.wait_idle()
    stage.wait("m0", DownloadState.PAUSED)
