"""Listing, resolving, checking and removing: what is listed can be loaded, and nothing else is.

No test here needs a network, and most prove that none is touched."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine import (
    BadModelFile,
    DigestMismatch,
    ModelBusy,
    ModelNotFound,
    ModelNotInstalled,
    NotWritable,
)
from engine.library import Catalogue, DownloadProgress, Library
from tests.engine.importing.stores import write_model_folder
from tests.engine.library.conftest import CONTENT, DIGEST, ENTRY, FILE
from tests.gguf_files import write_tiny_llama_gguf


@pytest.fixture
def offline(root: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library in a process where nothing can open a socket (case 32)."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was attempted")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return Library(root, Catalogue([ENTRY]))


@pytest.fixture
def installed(offline: Library, root: Path) -> Library:
    """The same with its model in place: copied there by hand, and adopted by `get`."""
    (root / "tiny").mkdir(parents=True)
    (root / "tiny" / FILE).write_bytes(CONTENT)
    offline.get("tiny")
    return offline


def write_model(path: Path) -> Path:
    """A GGUF file of version 3 that announces neither a tensor nor a key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + bytes(96))
    return path


def write_folder(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / "config.json").write_text("{}", "utf-8")
    (path / "model.safetensors").write_bytes(bytes(50))
    return path


def test_an_empty_library_lists_the_catalogue(offline: Library, root: Path) -> None:
    """Looking creates no folder."""
    (entry,) = offline.entries()
    assert (entry.id, entry.is_installed, entry.path) == ("tiny", False, None)
    assert entry.size_bytes == len(CONTENT)
    assert offline.installed() == []
    assert not root.exists()
    with pytest.raises(ModelNotInstalled) as caught:
        offline.resolve("tiny")
    assert caught.value.size_bytes == len(CONTENT)


def test_a_file_put_there_by_hand_is_adopted_offline(installed: Library, root: Path) -> None:
    """Its digest is the catalogue's, so that there is nothing to download."""
    spec = installed.resolve("tiny")
    assert (spec.path, spec.digest) == (root / "tiny" / FILE, DIGEST)
    assert [entry.id for entry in installed.installed()] == ["tiny"]


@pytest.mark.parametrize("change", ["size", "time", "gone", "no receipt", "bad receipt"])
def test_what_is_not_as_it_was_verified_is_not_listed(
    installed: Library, root: Path, change: str, logged_warnings: list[str]
) -> None:
    """The receipt holds size and time in nanoseconds, which a rewrite cannot keep by chance."""
    file, receipt = root / "tiny" / FILE, root / "tiny" / "receipt.json"
    stat = file.stat()
    match change:
        case "size":
            file.write_bytes(CONTENT[:-1])
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        case "time":
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))
        case "gone":
            file.unlink()
        case "no receipt":
            receipt.unlink()
        case "bad receipt":
            receipt.write_text(receipt.read_text("utf-8")[:-10], "utf-8")
    assert installed.installed() == []
    with pytest.raises(ModelNotInstalled):
        installed.resolve("tiny")
    assert bool(logged_warnings) == (change == "bad receipt")
    logged_warnings.clear()


def test_a_half_downloaded_model_is_not_listed(offline: Library, root: Path) -> None:
    """A part, even a complete one, is no model yet."""
    (root / "tiny").mkdir(parents=True)
    (root / "tiny" / f"{FILE}.part").write_bytes(CONTENT)
    assert offline.installed() == []


def test_a_receipt_in_a_folder_of_another_name_is_not_believed(
    installed: Library, root: Path
) -> None:
    """A folder copied under a second name does not make a second model of the same id."""
    (root / "tiny").rename(root / "copy")
    assert installed.installed() == []


def test_verify_finds_what_size_and_time_hide(installed: Library, root: Path) -> None:
    """One bit changed with both kept: only reading can tell. The bad file goes."""
    assert installed.verify("tiny") == installed.resolve("tiny")
    file = root / "tiny" / FILE
    stat = file.stat()
    file.write_bytes(CONTENT[:-1] + bytes([CONTENT[-1] ^ 1]))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert len(installed.installed()) == 1
    with pytest.raises(DigestMismatch):
        installed.verify("tiny")
    assert installed.installed() == []
    assert not file.exists()


def test_verify_reports_how_far_it_is(installed: Library) -> None:
    """The last report counts every byte."""
    reports: list[DownloadProgress] = []
    installed.verify("tiny", progress=reports.append)
    assert reports[-1].done_bytes == reports[-1].total_bytes == len(CONTENT)


def test_remove_deletes_the_model_and_only_it(installed: Library, root: Path) -> None:
    """What else lies in the models folder stays."""
    other = write_model(root / "other" / "x.gguf")
    installed.remove("tiny")
    assert not (root / "tiny").exists()
    assert other.exists()
    with pytest.raises(ModelNotInstalled):
        installed.remove("tiny")


@pytest.mark.parametrize("id", ["..", ".", "", ".locks", "other", "../x", "a/..", "/", "a/b"])
def test_remove_and_verify_stay_inside(installed: Library, root: Path, id: str) -> None:
    """A name that climbs, hides or is unknown touches nothing: the folder above is still whole."""
    outside = write_model(root.parent / "x" / "keep.gguf")
    inside = write_model(root / "other" / "keep.gguf")
    for action in (installed.remove, installed.verify):
        with pytest.raises(ModelNotFound):
            action(id)
    assert outside.exists()
    assert inside.exists()
    assert len(installed.installed()) == 1


def test_a_model_in_use_by_another_download_is_left_alone(installed: Library, root: Path) -> None:
    """The lock is held by another process, as a download in a second window holds it."""
    lock = root / ".locks" / "tiny.lock"
    code = (
        "import filelock, sys\n"
        "with filelock.FileLock(sys.argv[1]):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(ModelBusy):
            installed.remove("tiny")
        process.communicate()
    installed.remove("tiny")


def test_paths_come_before_ids(installed: Library, tmp_path: Path) -> None:
    """Files and folders of any alphabet resolve by path; the digest is unknown."""
    file = write_model(tmp_path / "мои модели" / "小 model.v2.gguf")
    folder = write_folder(tmp_path / "ordner mit leerzeichen")
    assert installed.resolve(str(file)).path == file
    assert installed.resolve(str(file)).name == "小 model.v2"
    assert installed.resolve(str(folder)).path == folder


def test_a_relative_path_resolves(
    installed: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spec is absolute, so that a later change of folder does not matter."""
    write_model(tmp_path / "here.gguf")
    monkeypatch.chdir(tmp_path)
    assert installed.resolve("here.gguf").path == tmp_path / "here.gguf"


def test_a_stray_folder_does_not_hide_an_id(
    installed: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder called like a model, but without one in it."""
    (tmp_path / "tiny").mkdir()
    monkeypatch.chdir(tmp_path)
    assert installed.resolve("tiny").digest == DIGEST


def test_a_path_that_is_no_model_is_told(installed: Library, tmp_path: Path) -> None:
    """Each reason in words of its own."""
    (tmp_path / "empty").mkdir()
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "config.json").write_text("{}", "utf-8")
    (tmp_path / "text.gguf").write_text("hello", "utf-8")
    reasons = set()
    for name in ("empty", "bare", "text.gguf"):
        with pytest.raises(BadModelFile) as caught:
            installed.resolve(str(tmp_path / name))
        reasons.add(caught.value.detail)
    assert len(reasons) == 3
    with pytest.raises(ModelNotFound):
        installed.resolve(str(tmp_path / "nothing.gguf"))


def test_an_imported_model_stays_where_it_is(installed: Library, tmp_path: Path) -> None:
    """Listed until it is removed from the list; the file itself is never touched."""
    file = write_model(tmp_path / "mein modell.gguf")
    spec = installed.import_file(file)
    assert installed.import_file(file) == spec
    assert installed.resolve("mein modell") == spec
    entry = installed.entries()[-1]
    assert (entry.is_imported, entry.is_installed, entry.path) == (True, True, file)
    assert entry.size_bytes == 104
    assert installed.verify("mein modell") == spec
    file.rename(tmp_path / "moved.gguf")
    assert not installed.entries()[-1].is_installed
    with pytest.raises(BadModelFile):
        installed.verify("mein modell")
    installed.remove("mein modell")
    assert (tmp_path / "moved.gguf").exists()
    assert [entry.id for entry in installed.entries()] == ["tiny"]


def test_imported_names_do_not_collide(installed: Library, tmp_path: Path) -> None:
    """With each other, or with an id of the catalogue."""
    paths = [write_model(tmp_path / folder / "tiny.gguf") for folder in ("a", "b")]
    assert [installed.import_file(path).id for path in paths] == ["tiny-2", "tiny-3"]
    assert installed.resolve("tiny").digest == DIGEST
    assert installed.import_file(write_model_folder(tmp_path / "folder")).id == "folder"


def test_a_folder_that_could_not_be_run_is_not_imported(installed: Library, tmp_path: Path) -> None:
    """A list that called it installed would promise what the first chat then refuses."""
    with pytest.raises(BadModelFile, match=r"no tokenizer\.json"):
        installed.import_file(write_folder(tmp_path / "folder"))
    assert [entry.id for entry in installed.entries()] == ["tiny"]


def test_two_programs_that_import_at_once_lose_nothing(root: Path, tmp_path: Path) -> None:
    """Processes of their own, each with files of its own and one that both have."""
    both = write_model(tmp_path / "both.gguf")
    code = (
        "import sys; from pathlib import Path\n"
        "from engine.library import Catalogue, Library\n"
        "library = Library(Path(sys.argv[1]), Catalogue([]))\n"
        "for path in sys.argv[2:]: library.import_file(Path(path))"
    )
    programs, names = [], {"both"}
    for each in "ab":
        own = [write_model(tmp_path / each / f"{each}{number}.gguf") for number in range(12)]
        names |= {path.stem for path in own}
        words = [sys.executable, "-c", code, str(root), *map(str, own), str(both)]
        programs.append(subprocess.Popen(words))
    assert [program.wait() for program in programs] == [0, 0]
    listed = [entry.id for entry in Library(root, Catalogue([])).entries()]
    assert len(listed) == len(names)
    assert set(listed) == names


def test_a_file_that_is_cut_short_is_not_imported(installed: Library, tmp_path: Path) -> None:
    """A list that called it installed would promise what the first chat then refuses."""
    file = tmp_path / "half.gguf"
    write_tiny_llama_gguf(file)
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(BadModelFile, match="cut short"):
        installed.import_file(file)
    assert [entry.id for entry in installed.entries()] == ["tiny"]


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with a name")
def test_a_pipe_is_refused_and_not_waited_for(offline: Library, tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to never returns."""
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    with pytest.raises(BadModelFile, match="neither a file nor a folder"):
        offline.resolve(str(pipe))


def test_a_damaged_list_of_imports_hides_nothing_else(
    installed: Library, root: Path, logged_warnings: list[str]
) -> None:
    """It counts as empty, and the log says so."""
    (root / "imported.json").write_text("[{", "utf-8")
    assert [entry.id for entry in installed.entries()] == ["tiny"]
    assert len(logged_warnings) == 1
    logged_warnings.clear()


def test_a_list_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file stands where the folder should be: no rights are needed to provoke it."""
    (tmp_path / "file").write_bytes(b"")
    library = Library(tmp_path / "file" / "models", Catalogue([ENTRY]))
    with pytest.raises(NotWritable):
        library.import_file(write_model(tmp_path / "x.gguf"))


def test_a_read_only_folder_still_serves(installed: Library, root: Path) -> None:
    """As on a stick with its switch set: listing and resolving write nothing."""
    before = sorted((str(path), path.stat().st_mtime_ns) for path in root.rglob("*"))
    for folder in (root / "tiny", root):
        folder.chmod(0o555)
    try:
        assert installed.resolve("tiny").digest == DIGEST
        assert len(installed.entries()) == 1
        after = sorted((str(path), path.stat().st_mtime_ns) for path in root.rglob("*"))
        assert after == before
    finally:
        for folder in (root, root / "tiny"):
            folder.chmod(0o755)


def test_importing_the_library_brings_no_torch_and_no_network(tmp_path: Path) -> None:
    """In a fresh process, listing and all."""
    code = (
        "import sys, json\n"
        "from engine.library import open_library\n"
        "open_library().entries()\n"
        "heavy = ('torch', 'transformers', 'huggingface_hub', 'httpx2', 'PySide6', 'numpy')\n"
        "print(json.dumps([name for name in heavy if name in sys.modules]))\n"
    )
    environment = {**os.environ, "FOREWORD_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize("name", ["a" * 300, "~nobody-of-this-name/x", "half-\udcff.gguf"])
def test_a_name_that_no_disk_could_have_is_not_found(offline: Library, name: str) -> None:
    with pytest.raises(ModelNotFound):
        offline.resolve(name)
    with pytest.raises(BadModelFile):
        offline.import_file(Path(name))


def test_capitals_of_a_model_of_one_s_own_do_not_matter(offline: Library, tmp_path: Path) -> None:
    """Unless two differ in nothing else."""
    for name in ("Größe", "größe"):
        offline.import_file(write_model(tmp_path / "own" / f"{name}.gguf"))
    assert offline.resolve("größe").id == "größe"
    assert offline.resolve("Größe").id == "Größe"
    assert offline.resolve("GRÖSSE").id == "Größe"


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"id": "a", "files": [{"name": "b", "size_bytes": 1e999}]}']
)
def test_a_damaged_note_counts_as_none(
    offline: Library, root: Path, text: str, logged_warnings: list[str]
) -> None:
    """Whether of what is installed, begun or imported."""
    (root / "odd").mkdir(parents=True)
    for path in (root / "odd" / "receipt.json", root / "odd" / "pending.json"):
        path.write_text(text, encoding="utf-8")
    (root / "imported.json").write_text(text, encoding="utf-8")
    assert offline.installed() == []
    assert offline.unfinished() == []
    assert logged_warnings
    logged_warnings.clear()
