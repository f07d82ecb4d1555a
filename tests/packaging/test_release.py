"""What a hosted runner does, without one: commands are written down instead of carried out."""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
import release
from freeze_lists import Edition
from publisher import PublisherError

from engine import __version__

ROOT = Path(__file__).parents[2]
WORKFLOW = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")


PUBLISHER = {
    "FOREWORD_MAINTAINER": "Somebody <somebody@somewhere.org>",
    "FOREWORD_HOMEPAGE": "https://somewhere.org/foreword",
}


def handed_over(folder: Path, files: dict[str, bytes]) -> Path:
    """Make the folder that one runner hands over."""
    folder.mkdir(parents=True)
    lines = []
    for name, content in files.items():
        (folder / name).write_bytes(content)
        lines.append(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
    (folder / "SHA256SUMS").write_text("".join(lines))
    (folder / "foreword.cdx.json").write_text("{}")
    return folder


def test_files_of_all_systems_come_together(tmp_path: Path) -> None:
    """One list of digests, a bill of materials for each system, and the feed."""
    found, out = tmp_path / "found", tmp_path / "out"
    handed_over(found / "linux", {"foreword_1_amd64.deb": b"deb"})
    handed_over(found / "windows", {"foreword 1 setup.exe": b"exe"})
    release.collect(found, out, homepage="https://foreword.example/")
    assert sorted(path.name for path in out.iterdir()) == [
        "SHA256SUMS",
        "foreword 1 setup.exe",
        "foreword_1_amd64.deb",
        "latest.json",
        "linux-foreword.cdx.json",
        "windows-foreword.cdx.json",
    ]
    assert len((out / "SHA256SUMS").read_text().splitlines()) == 2
    feed = json.loads((out / "latest.json").read_text())
    assert feed == {"version": __version__, "page": "https://foreword.example/"}


def test_a_file_that_changed_on_the_way_is_refused(tmp_path: Path) -> None:
    """Its name is told, and nothing is released."""
    folder = handed_over(tmp_path / "found" / "linux", {"foreword.deb": b"deb"})
    (folder / "foreword.deb").write_bytes(b"other")
    with pytest.raises(release.ReleaseError, match=r"foreword\.deb"):
        release.collect(tmp_path / "found", tmp_path / "out", homepage="")


def test_nothing_to_release_is_an_error(tmp_path: Path) -> None:
    """An empty release would look like a success."""
    with pytest.raises(release.ReleaseError, match="nothing to release"):
        release.collect(tmp_path, tmp_path / "out", homepage="")


def test_a_tag_of_another_version_is_refused() -> None:
    """Before minutes are spent on it."""
    release.check_tag(f"v{__version__}")
    with pytest.raises(release.ReleaseError, match=r"v9\.9\.9"):
        release.check_tag("v9.9.9")


def test_linux_gets_the_packages_of_the_checks_and_the_builders_tools() -> None:
    """There is one list of what Qt needs."""
    commands: list[Sequence[str]] = []
    release.prepare("linux", PUBLISHER, run=commands.append)
    assert {"libxcb-cursor0", "rpm", "lintian"} <= set(commands[-1])


def test_a_release_that_is_nobodys_stops_before_anything_is_installed() -> None:
    """Rather than after an hour of building."""
    commands: list[Sequence[str]] = []
    with pytest.raises(PublisherError, match="FOREWORD_MAINTAINER"):
        release.prepare("linux", {}, run=commands.append)
    assert commands == []


@pytest.mark.parametrize("edition", Edition)
def test_each_edition_is_built_as_a_release(edition: Edition) -> None:
    """With the torch it needs, and always once with the starter inside."""
    commands: list[Sequence[str]] = []
    release.build(edition, run=commands.append)
    assert all("--release" in command for command in commands)
    assert all(command[command.index("--torch") + 1] == edition for command in commands)
    assert all(command[command.index("--edition") + 1] == edition for command in commands)
    assert ["--with-starter" in command for command in commands] == (
        [False, True] if edition is Edition.CPU else [True]
    )


def test_a_file_too_large_for_a_release_comes_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with its own digest; one after the other they are the file."""
    monkeypatch.setattr(release, "LARGEST_FILE", 4)
    out = tmp_path / "out"
    handed_over(tmp_path / "found" / "linux", {"a": b"abc", "b": b"abcdefgh", "c": b"abcdef"})
    release.collect(tmp_path / "found", out, homepage="")
    names = ["a", "b.001", "b.002", "b.003", "c.001", "c.002"]
    assert sorted(path.name for path in out.iterdir() if len(path.name) < 6) == names
    assert b"".join((out / name).read_bytes() for name in names[1:4]) == b"abcdefgh"
    sums = {f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}" for name in names}
    assert set((out / "SHA256SUMS").read_text().splitlines()) == sums


def test_the_key_is_opened_only_where_there_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the word for it is never shown."""
    assert list(release.keychain_commands({}, tmp_path)) == []
    assert "nothing will be signed" in capsys.readouterr().out
    secrets = {
        "FOREWORD_MACOS_CERTIFICATE": base64.b64encode(b"certificate").decode(),
        "FOREWORD_MACOS_PASSWORD": "word",
    }
    commands = list(release.keychain_commands(secrets, tmp_path))
    assert [command[1] for command in commands][:3] == [
        "create-keychain",
        "unlock-keychain",
        "import",
    ]
    assert (tmp_path / "certificate.p12").read_bytes() == b"certificate"
    assert capsys.readouterr().out == ""


def test_the_workflow_names_only_words_that_exist() -> None:
    """Its logic lies in the script; actions are pinned to what was looked at."""
    words = set(re.findall(r"run: python3? packaging/release\.py (\S+)", WORKFLOW))
    assert words == {"prepare", "build", "collect", "check-tag"}
    for word in words:
        with pytest.raises(SystemExit) as left:
            release.main([word, "--help"])
        assert left.value.code == 0
    used = re.findall(r"uses: (\S+)", WORKFLOW)
    assert used
    assert all(re.fullmatch(r"[\w/.-]+@[0-9a-f]{40}", action) for action in used)
