"""Folders as other programs lay them out, with tiny models in them."""

import hashlib
import json
from pathlib import Path

from engine.models.safetensors_header import read_header
from tests.gguf_files import write_tiny_llama_gguf
from tests.tiny_models import random_state, reference_model, save_folder, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

MODEL_KIND = "application/vnd.ollama.image.model"


def write_ollama(store: Path, *, name: str = "library/smol", tag: str = "135m") -> Path:
    """Write a store with one model; gives its file."""
    blobs = store / "blobs"
    blobs.mkdir(parents=True, exist_ok=True)
    path = blobs / "model"
    write_tiny_llama_gguf(path, num_layers=1)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path = path.rename(blobs / f"sha256-{digest}")
    write_manifest(store, [{"mediaType": MODEL_KIND, "digest": f"sha256:{digest}"}], name, tag)
    return path


def write_manifest(store: Path, layers: object, name: str = "library/smol", tag: str = "x") -> Path:
    """Write a manifest that names what it likes."""
    path = store / "manifests" / "registry.ollama.ai" / name / tag
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"schemaVersion": 2, "layers": layers}), encoding="utf-8")
    return path


def write_hub_cache(hub: Path) -> Path:
    """Write a cached repository, its snapshot made of links; gives the snapshot."""
    repository = hub / "models--owner--tiny"
    made = write_model_folder(repository / "made")
    blobs = repository / "blobs"
    blobs.mkdir()
    snapshot = repository / "snapshots" / "0123abcd"
    snapshot.mkdir(parents=True)
    for file in sorted(made.iterdir()):
        blob = blobs / hashlib.sha256(file.name.encode()).hexdigest()
        file.rename(blob)
        (snapshot / file.name).symlink_to(blob)
    made.rmdir()
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("0123abcd", encoding="ascii")
    return snapshot


def write_model_folder(folder: Path) -> Path:
    """Write a whole tiny model as a folder of safetensors."""
    tokenizer = tiny_tokenizer()
    config = tiny_config(vocab_rows=tokenizer.num_tokens, num_layers=1)
    save_folder(reference_model(config, random_state(config)), folder, tokenizer=tokenizer)
    return folder


def write_index(folder: Path, shard: str) -> None:
    """Write an index that says each tensor lies in one file."""
    names = read_header(folder / "model.safetensors")
    text = json.dumps({"metadata": {}, "weight_map": dict.fromkeys(names, shard)})
    (folder / "model.safetensors.index.json").write_text(text, encoding="utf-8")
