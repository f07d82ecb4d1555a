"""Downloads from a real loopback hub under every fault of case 31: what is listed is right, or
nothing is listed. Each outcome is compared byte for byte with what the hub holds, so that luck
plays no part."""

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest
from tokenizers import Tokenizer, decoders
from tokenizers.models import BPE

from engine import (
    BadModelFile,
    BadParameter,
    DigestMismatch,
    DownloadRefused,
    EngineError,
    ModelNotFound,
    NoNetwork,
    NotWritable,
    OutOfDisk,
    Stopped,
)
from engine.library import Catalogue, DownloadProgress, DownloadStage, Hub, Library
from engine.library.catalogue import HubSource
from tests.engine.library.conftest import CONTENT, DIGEST, ENTRY, FILE, REPO
from tests.hub_server import COMMIT, HubServer


def part_of(root: Path) -> Path:
    return root / "tiny" / f"{FILE}.part"


def test_a_model_arrives_whole_and_is_listed(library: Library, root: Path) -> None:
    """The file has the hub's very bytes, and nothing but it and the receipt lies there."""
    spec = library.get("tiny")
    assert spec.path == root / "tiny" / FILE
    assert spec.path.read_bytes() == CONTENT
    assert (spec.id, spec.name, spec.digest) == ("tiny", "Tiny", DIGEST)
    assert library.resolve("tiny") == spec
    assert [entry.path for entry in library.installed()] == [spec.path]
    assert sorted(path.name for path in spec.path.parent.iterdir()) == ["receipt.json", FILE]


def test_an_installed_model_is_not_asked_for_again(library: Library, hub_server: HubServer) -> None:
    """The second `get` sends no request at all."""
    first = library.get("tiny")
    num_requests = len(hub_server.requests)
    assert library.get("tiny") == first
    assert len(hub_server.requests) == num_requests


def test_no_token_and_no_list_of_installed_software_is_sent(
    library: Library, hub_server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with a token in the environment, each request carries only the program's name."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    library.get("tiny")
    library.get(f"{REPO}/{FILE}")
    assert len(hub_server.requests) > 4
    for request in hub_server.requests:
        assert "authorization" not in request.headers
        assert request.headers["user-agent"] == "foreword"


@pytest.mark.parametrize("percent", [10, 50, 99])
def test_a_cut_connection_is_taken_up_where_it_broke(
    library: Library, hub_server: HubServer, percent: int
) -> None:
    """The second request asks for the rest only."""
    cut = len(CONTENT) * percent // 100
    hub_server.faults.cuts = [cut]
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges == ["", f"bytes={cut}-"]


@pytest.mark.parametrize("percent", [10, 50, 99])
def test_what_arrived_before_a_lasting_fault_is_kept(
    library: Library, hub_server: HubServer, root: Path, percent: int
) -> None:
    """A later `get`, as of another process, continues the part; nothing is listed in between."""
    cut = len(CONTENT) * percent // 100
    hub_server.faults.cuts = [cut, 0, 0, 0]
    with pytest.raises(NoNetwork):
        library.get("tiny")
    assert part_of(root).read_bytes() == CONTENT[:cut]
    assert library.installed() == []
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges[-1] == f"bytes={cut}-"


def test_a_server_that_ignores_ranges_restarts(library: Library, hub_server: HubServer) -> None:
    """The second answer begins at the first byte; appended, it would fail the digest."""
    hub_server.faults.ignores_ranges = True
    hub_server.faults.cuts = [len(CONTENT) // 2]
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert len(hub_server.ranges) == 2


def test_a_server_that_always_breaks_at_one_place_is_given_up(
    library: Library, hub_server: HubServer
) -> None:
    """Without ranges every attempt reaches the same byte: that is no progress."""
    hub_server.faults.ignores_ranges = True
    hub_server.faults.cuts = [1000] * 50
    with pytest.raises(NoNetwork):
        library.get("tiny")
    assert len(hub_server.ranges) < 10


def test_one_flipped_byte_is_found_and_fetched_again(
    library: Library, hub_server: HubServer
) -> None:
    """One bit of 400,000 bytes: the digest differs, and the second fetch brings the right one."""
    hub_server.faults.flips = 1
    reports: list[DownloadProgress] = []
    assert library.get("tiny", progress=reports.append).path.read_bytes() == CONTENT
    assert hub_server.ranges == ["", ""]
    assert DownloadStage.RESTARTING in [report.stage for report in reports]


def test_a_byte_that_stays_wrong_is_refused_and_thrown_away(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """After two fetches the fault is the server's; no part stays to poison the next try."""
    hub_server.faults.flips = 2
    with pytest.raises(DigestMismatch) as caught:
        library.get("tiny")
    assert caught.value.expected == DIGEST
    assert caught.value.actual != DIGEST
    assert len(hub_server.ranges) == 2
    assert not part_of(root).exists()
    assert library.installed() == []
    assert library.get("tiny").path.read_bytes() == CONTENT


def test_a_bad_part_from_before_is_fetched_anew(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """A resumed part that fails its digest is not the server's fault: one try from nothing."""
    part_of(root).parent.mkdir(parents=True)
    part_of(root).write_bytes(b"x" + CONTENT[1:5000])
    assert library.get("tiny").path.read_bytes() == CONTENT
    assert hub_server.ranges == ["bytes=5000-", ""]


@pytest.mark.parametrize("length", [len(CONTENT), len(CONTENT) + 7])
def test_a_part_of_any_length_ends_well(library: Library, root: Path, length: int) -> None:
    """A part that is complete is only checked; one that is too long is begun again."""
    part_of(root).parent.mkdir(parents=True)
    part_of(root).write_bytes((CONTENT + bytes(7))[:length])
    assert library.get("tiny").path.read_bytes() == CONTENT


@pytest.mark.parametrize("extra", [-1, 1, 5000])
def test_a_wrong_size_is_refused_before_it_is_fetched(
    library: Library, hub_server: HubServer, root: Path, extra: int
) -> None:
    """The store's answer states another size than the catalogue."""
    hub_server.faults.extra_bytes = extra
    with pytest.raises(DigestMismatch) as caught:
        library.get("tiny")
    assert caught.value.actual_bytes - caught.value.expected_bytes == extra
    assert f"{len(CONTENT):,}" in str(caught.value)
    assert not part_of(root).exists()


def test_another_file_under_the_name_is_refused_unfetched(
    library: Library, hub_server: HubServer
) -> None:
    """The hub states the digest; the store is never asked."""
    hub_server.repos[REPO][FILE] = b"GGUF" + random.Random(32).randbytes(400_000)
    with pytest.raises(DigestMismatch):
        library.get("tiny")
    assert hub_server.ranges == []


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500])
def test_a_hub_that_refuses_is_quoted(library: Library, hub_server: HubServer, status: int) -> None:
    """The status and the repository reach the user in one sentence pair."""
    hub_server.faults.hub_status = status
    with pytest.raises(DownloadRefused) as caught:
        library.get("tiny")
    assert caught.value.status == status
    assert REPO in str(caught.value)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_store_that_refuses_is_not_asked_twice(
    library: Library, hub_server: HubServer, status: int
) -> None:
    """A refusal is final."""
    hub_server.faults.store_statuses = [status]
    with pytest.raises(DownloadRefused):
        library.get("tiny")
    assert len(hub_server.ranges) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_store_is_asked_again(library: Library, hub_server: HubServer, status: int) -> None:
    """Two refusals that pass do not end the download."""
    hub_server.faults.store_statuses = [status, status]
    assert library.get("tiny").path.read_bytes() == CONTENT


def test_no_hub_at_all_is_told_at_once(root: Path) -> None:
    """Port 9 of the loopback refuses; the error names the host."""
    library = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint="http://127.0.0.1:9"))
    with pytest.raises(NoNetwork) as caught:
        library.get("tiny")
    assert caught.value.source == "127.0.0.1:9"


def test_stop_ends_a_download_from_a_silent_server(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """The server has sent a third and says nothing more; Stop still gets through."""
    stop = Event()
    hub_server.faults.stalls_after = len(CONTENT) // 3
    hub_server.faults.on_stall = stop.set
    with pytest.raises(Stopped):
        library.get("tiny", stop=stop)
    kept = part_of(root).read_bytes()
    assert kept == CONTENT[: len(kept)]
    assert library.installed() == []
    hub_server.release()
    assert library.get("tiny").path.read_bytes() == CONTENT


def test_stop_before_the_first_byte(library: Library, hub_server: HubServer) -> None:
    """A flag that is set already leaves the store alone."""
    stop = Event()
    stop.set()
    with pytest.raises(Stopped):
        library.get("tiny", stop=stop)
    assert hub_server.ranges == []


def test_no_room_is_told_before_anything_is_fetched(root: Path, hub_server: HubServer) -> None:
    """With room for one byte less than needed, nothing is asked of the store."""
    hub = Hub(endpoint=hub_server.endpoint)
    needed = len(CONTENT) + (16 << 20)
    tight = Library(root, Catalogue([ENTRY]), hub=hub, free_bytes=lambda _: needed - 1)
    with pytest.raises(OutOfDisk) as caught:
        tight.get("tiny")
    assert (caught.value.needed_bytes, caught.value.free_bytes) == (needed, needed - 1)
    assert hub_server.ranges == []
    roomy = Library(root, Catalogue([ENTRY]), hub=hub, free_bytes=lambda _: needed)
    assert roomy.get("tiny").path.read_bytes() == CONTENT


def test_a_folder_that_cannot_be_made(tmp_path: Path, hub_server: HubServer) -> None:
    """A file stands where the models folder should: no rights are needed to provoke it."""
    (tmp_path / "file").write_bytes(b"")
    library = Library(tmp_path / "file" / "models", Catalogue([ENTRY]))
    with pytest.raises(NotWritable):
        library.get("tiny")
    assert hub_server.requests == []
    assert [entry.id for entry in library.entries()] == ["tiny"]


def test_a_second_download_waits_and_finds_it_done(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """The first is held in the middle until the second reports that it waits."""
    other = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint=hub_server.endpoint))
    has_begun = Event()
    hub_server.faults.stalls_after = 1000
    hub_server.faults.on_stall = has_begun.set
    first = Thread(target=library.get, args=("tiny",))
    first.start()
    assert has_begun.wait(30)

    def show(progress: DownloadProgress) -> None:
        if progress.stage is DownloadStage.WAITING:
            hub_server.release()

    spec = other.get("tiny", progress=show)
    first.join()
    assert spec.path.read_bytes() == CONTENT
    assert len(hub_server.ranges) == 1


def test_progress_ends_at_the_whole(library: Library) -> None:
    """The last report counts every byte."""
    reports: list[DownloadProgress] = []
    library.get("tiny", progress=reports.append)
    assert reports[0].stage is DownloadStage.CONNECTING
    assert reports[-1].done_bytes == reports[-1].total_bytes == len(CONTENT)
    assert reports[-1].fraction == 1.0


def byte_level_tokenizer() -> bytes:
    """A tokenizer of two words, as a folder that can be run has one."""
    tokenizer = Tokenizer(BPE(vocab={"a": 0, "b": 1}, merges=[]))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer.to_str().encode()


FOLDER = {
    "config.json": b'{"model_type": "gpt2"}',
    "model.safetensors": random.Random(33).randbytes(90_000),
    "tokenizer.json": byte_level_tokenizer(),
    "pytorch_model.bin": b"pickle",
    "modeling_custom.py": b"raise SystemExit",
    "onnx/config.json": b"{}",
    "README.md": b"#",
}


def test_a_folder_brings_no_pickle_and_no_code(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """Of seven files only the three a safe load needs arrive, all of one commit."""
    hub_server.repos["maker/folder"] = FOLDER
    spec = library.get("maker/folder")
    assert spec.path == root / "maker--folder"
    arrived = {path.name: path.read_bytes() for path in spec.path.iterdir()}
    receipt = json.loads(arrived.pop("receipt.json"))
    names = ["config.json", "model.safetensors", "tokenizer.json"]
    assert arrived == {name: FOLDER[name] for name in names}
    assert library.resolve("maker/folder") == spec
    lines = [
        f"{file['digest']}  {file['name']}\n"
        for file in sorted(receipt["files"], key=lambda file: file["digest"])
    ]
    assert spec.digest == hashlib.sha256("".join(lines).encode()).hexdigest()
    fetched = [request.path for request in hub_server.requests if "/resolve/" in request.path]
    assert len(fetched) == 3
    assert all(f"/resolve/{COMMIT}/" in path for path in fetched)


def test_a_damaged_small_file_is_refused(library: Library, hub_server: HubServer) -> None:
    """Files outside large storage are checked too, against git's own digest."""
    hub_server.repos["maker/folder"] = FOLDER
    hub_server.faults.flips = 2
    with pytest.raises(DigestMismatch):
        library.get("maker/folder")
    assert library.installed() == []
    assert (
        library.get("maker/folder").path.joinpath("config.json").read_bytes()
        == (FOLDER["config.json"])
    )


def test_weights_of_another_version_do_not_stay(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """A loader takes all safetensors of a folder."""
    hub_server.repos["maker/folder"] = FOLDER
    folder = root / "maker--folder"
    folder.mkdir(parents=True)
    (folder / "model-00001-of-00002.safetensors").write_bytes(b"old")
    library.get("maker/folder")
    assert [path.name for path in folder.glob("*.safetensors")] == ["model.safetensors"]


def test_a_repository_of_one_gguf_file_needs_no_file_name(library: Library) -> None:
    """Its only model is meant."""
    spec = library.get(REPO)
    assert (spec.path.name, spec.digest) == (FILE, DIGEST)


def test_the_hub_may_call_a_file_otherwise(root: Path, hub_server: HubServer) -> None:
    """It lies in a folder of the repository, and under the catalogue's name here."""
    hub_server.repos[REPO] = {"q4/other.gguf": CONTENT}
    entry = replace(ENTRY, sources=(HubSource(repo=REPO, file="q4/other.gguf"),))
    library = Library(root, Catalogue([entry]), hub=Hub(endpoint=hub_server.endpoint))
    assert library.get("tiny").path.name == FILE


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({"a.gguf": b"GGUF", "b.gguf": b"GGUF"}, BadParameter),
        ({"pytorch_model.bin": b"pickle", "config.json": b"{}"}, BadModelFile),
        ({"..\\up.gguf": b"GGUF", "sub/a.gguf": b"GGUF", ".x.gguf": b"GGUF"}, BadModelFile),
    ],
)
def test_a_repository_without_one_clear_model(
    library: Library, hub_server: HubServer, files: dict[str, bytes], error: type[EngineError]
) -> None:
    """Several files need a choice, and pickle is none."""
    hub_server.repos["maker/odd"] = files
    with pytest.raises(error):
        library.get("maker/odd")


@pytest.mark.parametrize("name", ["nothing", "../x", "a/../b", "/etc/passwd", "a/b/c/d", "a//b"])
def test_a_name_that_is_no_repository(library: Library, hub_server: HubServer, name: str) -> None:
    """Nothing is asked for, and nothing outside the folder is touched."""
    with pytest.raises(ModelNotFound):
        library.get(name)
    assert hub_server.requests == []
