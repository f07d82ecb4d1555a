"""Models of other programs are found where those keep them, each once, and judged by a sentence."""

import json
import os
from pathlib import Path

import pytest

from engine.errors import BadModelFile, RefusedCode, UnsupportedModel
from engine.importing import FoundLocally, Origin, find_in, find_models, known_places
from engine.library.soundness import judge
from tests.engine.importing.stores import (
    write_hub_cache,
    write_index,
    write_manifest,
    write_model_folder,
    write_ollama,
)
from tests.gguf_files import write_tiny_llama_gguf

DIGEST = "a" * 64


def found_in(folder: Path, origin: Origin = Origin.FOLDER) -> list[FoundLocally]:
    return list(find_in(folder, origin))


def test_places_of_the_three_programs(tmp_path: Path) -> None:
    for folder in (".lmstudio/models", ".ollama/models", ".cache/huggingface/hub"):
        (tmp_path / folder).mkdir(parents=True)

    origins = [origin for origin, _ in known_places({}, home=tmp_path)]

    assert origins[:1] == [Origin.LM_STUDIO]
    assert Origin.OLLAMA in origins
    assert origins[-1] is Origin.HUB_CACHE


def test_the_environment_names_other_places(tmp_path: Path) -> None:
    (tmp_path / "o").mkdir()
    (tmp_path / "h" / "hub").mkdir(parents=True)
    environ = {"OLLAMA_MODELS": str(tmp_path / "o"), "HF_HOME": str(tmp_path / "h")}

    places = known_places(environ, home=tmp_path / "nobody")

    assert (Origin.OLLAMA, tmp_path / "o") in places
    assert (Origin.HUB_CACHE, tmp_path / "h" / "hub") in places


def test_lm_studio_that_was_moved(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "models").mkdir(parents=True)
    (tmp_path / ".lmstudio-home-pointer").write_text(f"{tmp_path / 'elsewhere'}\n")

    assert known_places({}, home=tmp_path)[0] == (
        Origin.LM_STUDIO,
        tmp_path / "elsewhere" / "models",
    )


def test_a_place_that_two_names_lead_to_is_looked_at_once(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    environ = {"OLLAMA_MODELS": str(tmp_path / "link"), "HF_HUB_CACHE": str(tmp_path / "real")}

    assert [path for _, path in known_places(environ, home=tmp_path / "nobody")] == [
        tmp_path / "link"
    ]


def test_lm_studio(tmp_path: Path) -> None:
    path = tmp_path / "publisher" / "Tiny-GGUF" / "Tiny-Q4_K_M.gguf"
    path.parent.mkdir(parents=True)
    write_tiny_llama_gguf(path, num_layers=1)

    (found,) = found_in(tmp_path, Origin.LM_STUDIO)

    assert (found.name, found.path, found.problem) == ("Tiny-Q4_K_M", path, None)
    assert found.size_bytes == path.stat().st_size


def test_ollama_names_and_digests(tmp_path: Path) -> None:
    path = write_ollama(tmp_path)

    (found,) = found_in(tmp_path, Origin.OLLAMA)

    assert (found.name, found.path, found.problem) == ("smol:135m", path, None)
    assert found.digest == path.name.removeprefix("sha256-")


def test_ollama_models_of_others_keep_their_owner(tmp_path: Path) -> None:
    write_ollama(tmp_path, name="somebody/smol")

    assert [found.name for found in found_in(tmp_path, Origin.OLLAMA)] == ["somebody/smol:135m"]


@pytest.mark.parametrize(
    "layers",
    [
        None,
        "text",
        [],
        [None],
        [{"mediaType": "application/vnd.ollama.image.model"}],
        [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../x"}],
        [{"mediaType": "application/vnd.ollama.image.model", "digest": 7}],
    ],
)
def test_ollama_manifests_that_name_nothing(tmp_path: Path, layers: object) -> None:
    write_manifest(tmp_path, layers)

    assert found_in(tmp_path, Origin.OLLAMA) == []


def test_ollama_blob_that_is_missing(tmp_path: Path) -> None:
    kind = "application/vnd.ollama.image.model"
    write_manifest(tmp_path, [{"mediaType": kind, "digest": f"sha256:{DIGEST}"}])

    (found,) = found_in(tmp_path, Origin.OLLAMA)

    assert isinstance(found.problem, BadModelFile)


def test_ollama_model_with_an_adapter(tmp_path: Path) -> None:
    path = write_ollama(tmp_path)
    digest = f"sha256:{path.name.removeprefix('sha256-')}"
    kinds = ("application/vnd.ollama.image.model", "application/vnd.ollama.image.adapter")
    layers = [{"mediaType": kind, "digest": digest} for kind in kinds]
    write_manifest(tmp_path, layers, tag="135m")

    (found,) = found_in(tmp_path, Origin.OLLAMA)

    assert isinstance(found.problem, UnsupportedModel)


def test_a_snapshot_of_links(tmp_path: Path) -> None:
    snapshot = write_hub_cache(tmp_path)

    (found,) = found_in(tmp_path, Origin.HUB_CACHE)

    assert (found.name, found.path, found.problem) == ("owner/tiny", snapshot, None)


def test_an_old_snapshot_is_left_out(tmp_path: Path) -> None:
    snapshot = write_hub_cache(tmp_path)
    snapshot.rename(snapshot.with_name("older"))

    assert found_in(tmp_path, Origin.HUB_CACHE) == []


def test_links_in_a_circle(tmp_path: Path) -> None:
    write_tiny_llama_gguf(tmp_path / "tiny.gguf", num_layers=1)
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "broken").symlink_to(tmp_path / "nothing")
    (tmp_path / "self").symlink_to(tmp_path / "self")

    assert [found.name for found in found_in(tmp_path)] == ["tiny"]


def test_two_links_to_one_model(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    write_tiny_llama_gguf(tmp_path / "a" / "tiny.gguf", num_layers=1)
    (tmp_path / "b" / "same.gguf").symlink_to(tmp_path / "a" / "tiny.gguf")
    places = [(Origin.FOLDER, tmp_path / "a"), (Origin.LM_STUDIO, tmp_path / "b")]

    assert [found.name for found in find_models(places)] == ["tiny"]


@pytest.mark.parametrize("name", ["Modell-Ä.GGUF", "модель 7.gguf", "模型.gguf"])
def test_names_in_any_letters_and_any_case(tmp_path: Path, name: str) -> None:
    write_tiny_llama_gguf(tmp_path / name, num_layers=1)

    (found,) = found_in(tmp_path)

    assert (found.name, found.problem) == (name[:-5], None)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path / "m") + b"\xff.gguf"))
    path.write_bytes(b"GGUF")

    (found,) = found_in(tmp_path)

    str(found.problem).encode()


def test_stops_when_it_is_told_to(tmp_path: Path) -> None:
    for number in range(3):
        write_tiny_llama_gguf(tmp_path / f"{number}.gguf", num_layers=1)

    assert list(find_models([(Origin.FOLDER, tmp_path)], should_stop=lambda: True)) == []


def test_weights_that_are_programs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "llama"}))
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04")

    (found,) = found_in(tmp_path)

    assert isinstance(found.problem, RefusedCode)
    assert "never runs code" in str(found.problem)


@pytest.mark.parametrize("name", ["model.bin", "MODEL.PTH", "m.pkl"])
def test_a_file_that_is_a_program(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x80\x04K\x00.")

    assert isinstance(judge(tmp_path / name), RefusedCode)


def test_one_piece_of_safetensors(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "m")

    problem = judge(folder / "model.safetensors")

    assert "choose the folder" in str(problem)


@pytest.mark.parametrize("shard", ["../model.safetensors", "/etc/x.safetensors", "a/b.safetensors"])
def test_an_index_that_points_outside(tmp_path: Path, shard: str) -> None:
    folder = write_model_folder(tmp_path / "m")
    (tmp_path / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes())
    write_index(folder, shard)

    assert "points outside" in str(judge(folder))


def test_an_index_of_what_is_not_there(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "m")
    write_index(folder, "model-00001-of-00002.safetensors")

    assert "is missing" in str(judge(folder))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names")
    os.mkfifo(tmp_path / "a.gguf")

    assert found_in(tmp_path) == []
    assert isinstance(judge(tmp_path / "a.gguf"), BadModelFile)


def test_a_place_of_somebody_nobody_knows_is_passed_over(tmp_path: Path) -> None:
    assert known_places({"OLLAMA_MODELS": "~nobody-of-this-name/m"}, home=tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
def test_a_pipe_among_the_branches_of_the_cache_is_not_waited_for(tmp_path: Path) -> None:
    write_hub_cache(tmp_path)
    refs = next(tmp_path.rglob("refs"))
    os.mkfifo(refs / "pipe")

    assert len(found_in(tmp_path, Origin.HUB_CACHE)) == 1


def test_links_that_lead_round_in_ollama_s_store_end(tmp_path: Path) -> None:
    """A hundred of them on four levels would be a hundred million folders."""
    write_ollama(tmp_path)
    for number in range(100):
        (tmp_path / "manifests" / f"a-{number}").symlink_to(tmp_path / "manifests")

    assert len(found_in(tmp_path, Origin.OLLAMA)) == 1


def test_a_folder_whose_weights_broke_off_is_refused(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "cut")
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])

    assert isinstance(judge(folder), BadModelFile)
