"""Which files of a hub's repository make a model that can be run safely.

A pure choice among names. No pickle (`*.bin`, `*.pt`) and no code (`*.py`), ever.
"""

import re
from collections.abc import Sequence

from engine.errors import BadModelFile, BadParameter
from engine.library.catalogue import HubSource

_SMALL_FILES = {
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "tokenizer.model",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
    "merges.txt",
    "chat_template.jinja",
    "chat_template.json",
}
# The name becomes a file's on this machine: no separator of any system.
_GGUF = re.compile(r"[^/\\:.][^/\\:]*\.gguf")
_SHARD = re.compile(r"model-\d+-of-\d+\.safetensors")


def choose_files(source: HubSource, names: Sequence[str]) -> list[str]:
    """Pick the files of a repository that make a model; never pickle, never code.

    Args:
        source: which repository and, if set, which file.
        names: every file of the repository.

    Raises:
        BadModelFile: there is nothing that can be run.
        BadParameter: there are several GGUF files, and no word on which.
    """
    if source.file:
        if source.file not in names:
            raise BadModelFile(source.repo, f"it holds no {source.file}")
        return [source.file]
    weights = [name for name in names if name == "model.safetensors"]
    if not weights and "model.safetensors.index.json" in names:
        weights = ["model.safetensors.index.json", *filter(_SHARD.fullmatch, names)]
    if weights and "config.json" in names:
        return [*(name for name in names if name in _SMALL_FILES), *weights]
    quantized = [name for name in names if _GGUF.fullmatch(name)]
    if not quantized:
        raise BadModelFile(source.repo, "it holds no safetensors and no GGUF file")
    if len(quantized) > 1:
        raise BadParameter(
            name="The model",
            value=repr(source.repo),
            allowed=f"one of its {len(quantized)} files, such as {source.repo}/{quantized[0]}",
        )
    return quantized
