"""The build machine's folders are taken out of libraries, and nothing else changes."""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elf_paths import remove_foreign_paths

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None,
    reason="a library is compiled for each test",
)


def library(folder: Path, run_path: str | None) -> Path:
    """Compile a library that looks for others in a folder."""
    source, target = folder / "answer.c", folder / "libanswer.so"
    source.write_text("int answer(void) { return 42; }\n")
    option = [f"-Wl,-rpath,{run_path}"] if run_path else []
    subprocess.run(["gcc", "-shared", "-o", target, source, *option], check=True)
    return target


def run_paths(path: Path) -> list[str]:
    """Ask binutils for the run paths of a library."""
    done = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return [line[1] for line in lines if line and line[0] in ("RPATH", "RUNPATH")]


def test_a_foreign_path_goes_and_the_library_still_loads(tmp_path: Path) -> None:
    """Only the entry is gone: every other line that binutils prints stays as it was."""
    path = library(tmp_path, "/home/builder/python/lib")
    assert run_paths(path) == ["/home/builder/python/lib"]
    assert remove_foreign_paths(path) == ["/home/builder/python/lib"]
    assert run_paths(path) == []
    assert ctypes.CDLL(str(path)).answer() == 42
    assert remove_foreign_paths(path) == []


@pytest.mark.parametrize("run_path", ["$ORIGIN", "$ORIGIN/../lib", None])
def test_paths_within_the_program_stay(tmp_path: Path, run_path: str | None) -> None:
    """By them its libraries find each other; the file is not written at all."""
    path = library(tmp_path, run_path)
    before = path.read_bytes()
    assert remove_foreign_paths(path) == []
    assert path.read_bytes() == before


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """A script that happens to be called a library, and an empty one."""
    for content in (b"", b"#!/bin/sh\n", b"\x7fELF\x01\x01"):
        path = tmp_path / "libodd.so"
        path.write_bytes(content)
        assert remove_foreign_paths(path) == []
        assert path.read_bytes() == content
