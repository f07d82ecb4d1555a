"""What can be run, told before it is fetched: from names, and from the first bytes of a file."""

import struct
from pathlib import Path

import pytest

from engine import BadModelFile, BadParameter, UnsupportedModel
from engine.library import Library
from engine.library.catalogue import HubSource
from engine.library.repository import choose_files
from engine.library.runnable import (
    check_gguf_head,
    preferred_of,
    quantization_of,
    read_head,
    refusal_of_name,
)
from engine.models.families import FOLDER_CLASSES, GGUF_ARCHITECTURES, GGUF_FILE_TYPES
from engine.models.tensor_types import TensorType
from tests.gguf_files import raw_array, raw_entry, raw_text
from tests.hub_server import HubServer


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("qwen2.5-0.5b-instruct-q4_k_m.gguf", "Q4_K_M"),
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "Q4_1"),
        ("Qwen3-0.6B-Q8_0.gguf", "Q8_0"),
        ("model-fp16.gguf", "F16"),
        ("model-BF16.gguf", "BF16"),
        ("Llama-3.2-1B-Instruct-IQ3_XS.gguf", "IQ3_XS"),
        ("Qwen3-4B-UD-Q4_K_XL.gguf", "UD-Q4_K_XL"),
        ("sub/folder/x-Q6_K_L.gguf", "Q6_K_L"),
        ("ggml-model.gguf", ""),
        ("Q-star-7b.gguf", ""),
    ],
)
def test_quantizations_in_names(name: str, expected: str) -> None:
    """As the best-known publishers write them."""
    assert quantization_of(name) == expected


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("x-IQ2_XXS.gguf", "IQ2_XXS"),
        ("x-Q2_K.gguf", "Q2_K"),
        ("x-Q3_K_M.gguf", "Q3_K_M"),
        ("x-UD-Q4_K_XL.gguf", "UD-Q4_K_XL"),
        ("mmproj-x-f16.gguf", "text model"),
        ("x-q4_k_m-00001-of-00002.gguf", "piece"),
    ],
)
def test_names_that_are_refused(name: str, word: str) -> None:
    """Each with what stands in the way."""
    assert word in refusal_of_name(name)


def test_names_that_are_not_refused() -> None:
    """A name without a word on it is judged by its bytes."""
    assert [refusal_of_name(f"x-{kind}.gguf") for kind in sorted(GGUF_FILE_TYPES)] == [""] * 18
    assert refusal_of_name("anything.gguf") == ""


def test_the_lists_agree_with_what_the_engine_can_do() -> None:
    """A name taken in here that the engine refuses would waste a download."""
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    from engine.models import gguf_weights

    assert set(GGUF_ARCHITECTURES) == set(gguf_weights._ARCHITECTURES)
    for kind, stem in FOLDER_CLASSES.items():
        names = (f"{stem}ForCausalLM", f"{stem}LMHeadModel")
        assert MODEL_FOR_CAUSAL_LM_MAPPING_NAMES[kind] in names
    for kind in GGUF_FILE_TYPES:
        base = kind.removesuffix("_S").removesuffix("_M").removesuffix("_L")
        assert TensorType[base].is_readable


def test_the_usual_quantization_is_taken_when_nothing_is_said() -> None:
    """And the one that was named, where one was."""
    names = ["m-Q8_0.gguf", "m-Q4_K_M.gguf", "m-IQ2_XS.gguf"]
    assert preferred_of(names) == "m-Q4_K_M.gguf"
    assert preferred_of(names, "Q8_0") == "m-Q8_0.gguf"
    assert preferred_of(names, "Q6_K") is None
    assert preferred_of(["a-Q4_K_M.gguf", "b-Q4_K_M.gguf"]) is None


def test_of_several_files_one_is_chosen_or_all_are_named() -> None:
    """Pieces, pictures and what cannot be read are left aside."""
    source = HubSource(repo="maker/m")
    names = ["m-Q8_0.gguf", "m-Q4_K_M.gguf", "mmproj-m.gguf", "m-Q2_K.gguf"]
    assert choose_files(source, names) == ["m-Q4_K_M.gguf"]
    with pytest.raises(BadParameter) as caught:
        choose_files(HubSource(repo="maker/m", quantization="Q5_0"), names)
    assert "maker/m/m-Q8_0.gguf" in str(caught.value)
    with pytest.raises(BadModelFile) as refused:
        choose_files(source, ["m-q4_k_m-00001-of-00002.gguf"])
    assert "one piece of several" in str(refused.value)


def head_of(**changes: str | int) -> bytes:
    """Lay out the keys of a file; two underscores stand for a full stop."""
    keys: dict[str, str | int] = {
        "general.architecture": "llama",
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
    }
    keys.update({key.replace("__", "."): value for key, value in changes.items()})
    entries = [raw_array("general.sizes", 4, 3, bytes(12))]
    entries += [raw_array("general.tags", 8, 2, raw_text("a") + raw_text("b"))]
    for key, value in keys.items():
        is_text = isinstance(value, str)
        payload = raw_text(value) if isinstance(value, str) else value.to_bytes(4, "little")
        entries.append(raw_entry(key, 8 if is_text else 4, payload))
    start = b"GGUF" + (3).to_bytes(4, "little") + bytes(8)
    return start + len(entries).to_bytes(8, "little") + b"".join(entries)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"general__architecture": "gemma3"}, "architecture"),
        ({"llama__expert_count": 8}, "architecture"),
        ({"tokenizer__ggml__model": "bert"}, "tokenizer"),
        ({"tokenizer__ggml__pre": "nobody-knows"}, "pre-tokenizer"),
    ],
)
def test_first_bytes_that_are_refused(changes: dict[str, str | int], what: str) -> None:
    """What would be refused after gigabytes is refused after kilobytes."""
    with pytest.raises(UnsupportedModel) as caught:
        check_gguf_head(head_of(**changes), "m.gguf")
    assert caught.value.what == what


def test_every_beginning_of_a_good_head_is_let_through() -> None:
    """Bytes that are not here yet are not held against the file, wherever it is cut."""
    head = head_of()
    for length in range(len(head) + 1):
        check_gguf_head(head[:length], "m.gguf")
    assert read_head(head)["tokenizer.ggml.pre"] == "smollm"


def test_other_vocabularies_need_no_word_rules() -> None:
    """SentencePiece cuts no words beforehand."""
    check_gguf_head(head_of(tokenizer__ggml__model="llama", tokenizer__ggml__pre="?"), "m.gguf")


@pytest.mark.parametrize("place", [8, 16, 24, 32])
def test_hostile_lengths_in_a_head_are_no_crash(place: int) -> None:
    """Counts of billions are read as the end of what can be told."""
    head = bytearray(head_of())
    head[place : place + 8] = b"\xff" * 8
    read_head(bytes(head))


def test_a_list_longer_than_any_memory_is_no_crash() -> None:
    """Its end is a place that no number of the machine's own can hold."""
    key = struct.pack("<Q1sI", 1, b"a", 9) + struct.pack("<IQ", 10, 2**63)
    assert read_head(b"GGUF" + struct.pack("<IQQ", 3, 0, 2) + key + bytes(64)) == {}


def test_a_download_ends_with_its_first_bytes(
    library: Library, hub_server: HubServer, root: Path
) -> None:
    """Thirty megabytes that cannot be run: the store is left early, and nothing stays."""
    bad = head_of(general__architecture="mamba") + bytes(30_000_000)
    hub_server.repos["maker/other"] = {"m-Q4_0.gguf": bad}
    with pytest.raises(UnsupportedModel):
        library.get("maker/other")
    assert not list(root.rglob("*.part"))
    assert library.installed() == []


def test_a_folder_is_judged_before_its_weights(library: Library, hub_server: HubServer) -> None:
    """Its tokenizer is not byte-level: the weights are never asked for."""
    from tokenizers import Tokenizer, decoders
    from tokenizers.models import BPE

    tokenizer = Tokenizer(BPE(vocab={"a": 0}, merges=[]))
    tokenizer.decoder = decoders.Metaspace()
    hub_server.repos["maker/folder"] = {
        "config.json": b'{"model_type": "gemma3"}',
        "model.safetensors": bytes(100),
        "tokenizer.json": tokenizer.to_str().encode(),
    }
    with pytest.raises(UnsupportedModel) as caught:
        library.get("maker/folder")
    assert caught.value.path == "maker/folder"
    assert not [path for path in hub_server.requests if "safetensors" in path.path]
