"""The sound models that fuzzing starts from, as small as they can be."""

import json
import shutil
from pathlib import Path

from engine.models.safetensors_header import read_header
from tests.gguf_files import write_tiny_llama_gguf
from tests.tiny_models import random_state, reference_model, save_folder, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

GGUF_NAME = "model.gguf"
PART_NAME = "model-00001-of-00001.safetensors"
INDEX_NAME = "model.safetensors.index.json"


def write_bases(root: Path) -> dict[str, list[Path]]:
    """Write sound files for each entry below a folder."""
    ggufs = []
    for architecture in ("llama", "qwen2"):
        path = root / architecture / GGUF_NAME
        path.parent.mkdir(parents=True)
        write_tiny_llama_gguf(path, architecture=architecture, num_layers=1)
        ggufs.append(path)
    return {"gguf": ggufs, "safetensors": [write_indexed(root / "indexed")]}


def write_indexed(folder: Path) -> Path:
    """Write a folder with every file that is read of one, an index among them."""
    tokenizer = tiny_tokenizer()
    config = tiny_config("qwen2", vocab_rows=tokenizer.num_tokens, num_layers=1)
    save_folder(reference_model(config, random_state(config)), folder, tokenizer=tokenizer)
    (folder / "model.safetensors").rename(folder / PART_NAME)
    places = dict.fromkeys(read_header(folder / PART_NAME), PART_NAME)
    text = json.dumps({"metadata": {}, "weight_map": places})
    (folder / INDEX_NAME).write_text(text, encoding="utf-8")
    return folder


def copy_case(base: Path, to: Path) -> Path:
    """Copy a sound model, to be spoilt."""
    if base.is_dir():
        shutil.copytree(base, to)
    else:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(base, to)
    return to
