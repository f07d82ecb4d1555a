"""The frozen program's self-test: one line of JSON, an exit code, and the missing part by name."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.bundle.manifest import write_manifest
from app.bundle.selftest import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program of one file that needs one module."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "base.bin").write_bytes(b"base")
    write_manifest(folder, version="1", edition="cpu", homepage="", modules=("json", "jinja2"))
    return folder


def test_a_whole_program_answers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files, imports and the tiny model's answers in one line."""
    assert run([], folder=folder) == 0
    (line,) = capsys.readouterr().out.splitlines()
    result = json.loads(line)
    assert result["ok"] is True
    assert (result["num_files"], result["num_modules"], result["edition"]) == (1, 3, "cpu")
    assert result["same_ids"] is True


def test_a_self_test_leaves_nothing_with_whoever_ran_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tiny model is made for it, and is gone afterwards with all that came of it."""
    homes: list[Path] = []

    def answer(arguments: Sequence[str]) -> dict[str, object]:
        homes.append(Path(os.environ["FOREWORD_HOME"]))
        (homes[0] / "packed").touch()
        return {"ok": True}

    # Set and taken away, so that it is taken away again after the test.
    monkeypatch.setenv("FOREWORD_HOME", "")
    monkeypatch.delenv("FOREWORD_HOME")
    monkeypatch.setattr("engine.console.selftest.report", answer)
    assert run([], folder=folder) == 0
    assert not homes[0].exists()


def test_a_missing_file_is_named_and_nothing_else_tried(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An import could end the process without a word, so none is made."""
    (folder / "base.bin").unlink()
    assert run([], folder=folder) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["damaged"] == [{"path": "base.bin", "fault": "missing"}]
    assert "base.bin (missing)" in result["error"]
    assert "num_modules" not in result


def test_a_module_that_cannot_be_imported_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All files are there, but the freeze left a module out."""
    write_manifest(folder, version="1", edition="cpu", homepage="", modules=("not_frozen",))
    assert run([], folder=folder) == 1
    result = json.loads(capsys.readouterr().out)
    assert set(result["not_importable"]) == {"not_frozen"}
    assert "not_frozen" in result["error"]
