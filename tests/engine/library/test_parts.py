"""Parts that are taken up again: what is sound of them stays, what is not is cut off.

Small steps stand in for the real ones, so that a part of some kilobytes has many; which bytes are
asked for again shows in the hub's own list of ranges.
"""

from pathlib import Path
from threading import Event

import pytest

from engine import NoNetwork, Stopped
from engine.library import DownloadProgress, DownloadStage, Library
from engine.library import part as part_module
from engine.library.marks import Marks
from engine.library.part import Part, RemoteFile
from tests.engine.library.conftest import CONTENT, DIGEST, FILE
from tests.hub_server import HubServer

STEP = 50_000


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight notes for the content of these tests."""
    monkeypatch.setattr(part_module, "STEP_BYTES", STEP)


def broken_off(library: Library, server: HubServer, root: Path, length: int) -> Path:
    """Leave a part of this length, as a download that failed does."""
    server.faults.cuts = [length, 0, 0, 0]
    with pytest.raises(NoNetwork):
        library.get("tiny")
    part = root / "tiny" / f"{FILE}.part"
    assert part.stat().st_size == length
    return part


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def test_a_part_that_went_bad_is_fetched_from_its_last_good_step(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """A bit at 130,000 of 320,000 was lost on this disk: 100,000 bytes are still good."""
    part = broken_off(library, hub_server, root, 320_000)
    flip(part, 130_000)
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == f"bytes={2 * STEP}-"


def test_a_part_that_went_bad_at_its_very_start_is_fetched_anew(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """Nothing of it is good."""
    flip(broken_off(library, hub_server, root, 320_000), 0)
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == ""


def test_a_part_of_a_crash_loses_only_what_was_not_noted(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """A power cut left zeros behind the last step, and the last note half written."""
    part = broken_off(library, hub_server, root, 320_000)
    notes = part.with_name(f"{FILE}.part.marks")
    lines = notes.read_text().splitlines()
    notes.write_text("\n".join([*lines[:4], lines[4][:30]]))
    part.write_bytes(CONTENT[: 4 * STEP] + bytes(100_000))
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == f"bytes={4 * STEP}-"


def test_a_sound_part_goes_on_where_it_ended(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """The end of an orderly stop is noted too, between two steps; the check is reported."""
    broken_off(library, hub_server, root, 333_333)
    reports: list[DownloadProgress] = []
    library.get("tiny", progress=reports.append)
    assert hub_server.ranges[-1] == "bytes=333333-"
    assert DownloadStage.CHECKING in [report.stage for report in reports]


def test_notes_go_with_their_part(library: Library, hub_server: HubServer, root: Path) -> None:
    """Once the file is whole nobody needs them."""
    broken_off(library, hub_server, root, 120_000)
    library.get("tiny")
    assert sorted(path.name for path in (root / "tiny").iterdir()) == ["receipt.json", FILE]


def test_notes_of_another_part_are_no_proof(tmp_path: Path) -> None:
    """Lengths beyond the part's, unreadable lines and a missing file say nothing."""
    notes = Marks(tmp_path / "marks")
    assert notes.read() == {}
    (tmp_path / "marks").write_bytes(b"12 abc.\n\xff\xfe\nx y.\n30 cut\n7 d.")
    assert notes.read() == {7: "d", 12: "abc"}
    notes.clear()
    notes.clear()


def test_a_link_in_place_of_a_part_is_not_followed(tmp_path: Path) -> None:
    """Bytes appended to it would land in somebody else's file."""
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / f"{FILE}.part").symlink_to(precious)
    wanted = RemoteFile(name=FILE, size_bytes=len(CONTENT), digest=DIGEST)
    with Part(folder, wanted, stop=Event()) as part:
        part.append(CONTENT)
        part.check()
        part.keep()
    assert precious.read_text() == "mine"
    assert (folder / FILE).read_bytes() == CONTENT


def test_stop_ends_the_check_of_a_part(library: Library, hub_server: HubServer, root: Path) -> None:
    """Reading gigabytes again takes a while; what is here stays."""
    part = broken_off(library, hub_server, root, 320_000)
    stop = Event()

    def show(progress: DownloadProgress) -> None:
        if progress.stage is DownloadStage.CHECKING:
            stop.set()

    with pytest.raises(Stopped):
        library.get("tiny", progress=show, stop=stop)
    assert part.read_bytes() == CONTENT[:320_000]
