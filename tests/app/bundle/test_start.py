"""The first moments of the frozen program, without freezing anything."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.bundle import start
from app.bundle.manifest import write_manifest
from app.bundle.start import (
    keep_libraries_offline,
    main,
    open_missing_streams,
    restore_library_path,
)
from app.bundle.tell import tell

ROOT = Path(__file__).parents[3]


def test_a_program_without_streams_gets_some() -> None:
    """In a process of its own: what is written to them goes nowhere and raises nothing."""
    code = (
        "import sys; sys.stdin = sys.stdout = sys.stderr = None\n"
        "from app.bundle.start import open_missing_streams\n"
        "open_missing_streams()\n"
        "print('x'); print('y', file=sys.stderr)\n"
        "sys.exit(7 if sys.stdin.read() == '' and not sys.stderr.isatty() else 1)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, b"", b"")


def test_streams_that_are_there_stay() -> None:
    """Only what is missing is replaced."""
    before = (sys.stdin, sys.stdout, sys.stderr)
    open_missing_streams()
    assert (sys.stdin, sys.stdout, sys.stderr) == before


def test_libraries_are_kept_offline_unless_the_user_decided() -> None:
    """The user's own variable is neither read as another's nor written."""
    environ: dict[str, str] = {}
    keep_libraries_offline(environ)
    assert environ == {"TRANSFORMERS_OFFLINE": "1"}
    environ = {"HF_HUB_OFFLINE": "0"}
    keep_libraries_offline(environ)
    assert environ == {"HF_HUB_OFFLINE": "0"}


def test_other_programs_get_the_systems_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser started from here must not load libraries of the system that froze it."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    environ = {"LD_LIBRARY_PATH": "/usr/lib/foreword/_internal"}
    restore_library_path(environ)
    assert environ == {}
    environ = {
        "LD_LIBRARY_PATH": "/usr/lib/foreword/_internal:/mine",
        "LD_LIBRARY_PATH_ORIG": "/mine",
    }
    restore_library_path(environ)
    assert environ == {"LD_LIBRARY_PATH": "/mine"}


def test_a_failed_import_names_the_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The damage is told in a sentence; where there is none, the error is a bug and is raised."""
    (tmp_path / "libQt6Core.so.6").write_bytes(b"x")
    write_manifest(tmp_path, version="1", edition="cpu", homepage="", modules=())

    def fail(words: list[str]) -> int:
        raise ImportError("libQt6Core.so.6: cannot open shared object file")

    monkeypatch.setattr(start, "_run", fail)
    monkeypatch.setattr(start, "bundle_folder", lambda: tmp_path)
    with pytest.raises(ImportError):
        main([])
    (tmp_path / "libQt6Core.so.6").unlink()
    told: list[str] = []
    monkeypatch.setattr("app.bundle.tell.tell", told.append)
    assert main([]) == 1
    (sentence,) = told
    assert "libQt6Core.so.6 (missing)" in sentence


@pytest.mark.parametrize(
    ("words", "code", "is_told"),
    [([], 1, True), (["chat"], 1, True), ([], 0, False), (["--selftest"], 1, False)],
)
def test_a_program_that_fails_looks_at_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, is_told: bool
) -> None:
    """A damaged catalogue stops with a sentence about models; the self-test says it by itself."""
    (tmp_path / "catalogue.json").write_text("{}")
    write_manifest(tmp_path, version="1", edition="cpu", homepage="", modules=())
    told: list[str] = []
    monkeypatch.setattr("app.bundle.tell.tell", told.append)
    monkeypatch.setattr(start, "_run", lambda words: code)
    monkeypatch.setattr(start, "bundle_folder", lambda: tmp_path)
    assert (main(words), told) == (code, [])
    (tmp_path / "catalogue.json").write_text("{}}")
    assert main(words) == code
    assert [("catalogue.json" in sentence) for sentence in told] == [True] * is_told


def test_a_sentence_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """By the first dialog program that is installed, the sentence as one argument."""
    started: list[list[str]] = []
    known = {"kdialog": "/usr/bin/kdialog", "xmessage": "/usr/bin/xmessage"}
    tell(
        "One; two & three.",
        platform="linux",
        find=known.get,
        start=lambda argv: started.append(list(argv)),
    )
    assert started == [["/usr/bin/kdialog", "--title", "Foreword", "--error", "One; two & three."]]
    assert capsys.readouterr().err == "One; two & three.\n"
