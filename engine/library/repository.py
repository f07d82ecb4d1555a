"""Which files of a hub's repository make a model that can be run safely.

A pure choice among names, which are a stranger's word. No pickle (`*.bin`, `*.pt`) and no code
(`*.py`), ever.
"""

import re
from collections.abc import Sequence
from typing import Any

from engine.errors import BadModelFile, BadParameter
from engine.language import say
from engine.library.catalogue import HubSource
from engine.library.names import is_safe_file_name, local_file_name
from engine.library.part import DigestKind, RemoteFile
from engine.library.runnable import preferred_of, refusal_of_name

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
_DIGEST = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHARD = re.compile(r"model-\d+-of-\d+\.safetensors")


def stated_file(item: Any) -> RemoteFile:
    """Read what a hub states of a file of a repository, as its library hands it on unread.

    Raises:
        ValueError: no file has such a name or size.
        TypeError, AttributeError: it is not as a hub would say it.
    """
    name, size = item.rfilename, item.lfs.size if item.lfs else (item.size or 0)
    digest = str((item.lfs.sha256 if item.lfs else item.blob_id) or "").lower()
    if not isinstance(name, str) or type(size) is not int or size < 0:
        raise ValueError("an impossible file")
    return RemoteFile(
        name=local_file_name(name),
        path=name,
        size_bytes=size,
        # One that cannot be is as good as none, and better found out before the download.
        digest=digest if _DIGEST.fullmatch(digest) else "",
        kind=DigestKind.SHA256 if item.lfs else DigestKind.GIT_SHA1,
    )


def choose_files(source: HubSource, names: Sequence[str]) -> list[str]:
    """Pick the files of a repository that make a model; never pickle, never code.

    Args:
        source: which repository and, if set, which file.
        names: every file of the repository.

    Raises:
        BadModelFile: there is nothing that can be run.
        BadParameter: there are several GGUF files, and it cannot be told which is meant.
    """
    if source.file:
        if source.file not in names:
            raise BadModelFile(source.repo, say("it holds no {file}").format(file=source.file))
        return [source.file]
    is_folder = not source.quantization
    weights = [name for name in names if is_folder and name == "model.safetensors"]
    if is_folder and not weights and "model.safetensors.index.json" in names:
        weights = ["model.safetensors.index.json", *filter(_SHARD.fullmatch, names)]
    if weights and "config.json" in names:
        return [*(name for name in names if name in _SMALL_FILES), *weights]
    quantized = [name for name in names if _is_quantized(name)]
    runnable = [name for name in quantized if not refusal_of_name(name)]
    if not runnable:
        detail = refusal_of_name(quantized[0]) if quantized else ""
        raise BadModelFile(source.repo, detail or say("it holds no safetensors and no GGUF file"))
    chosen = runnable[0] if len(runnable) == 1 and not source.quantization else None
    chosen = chosen or preferred_of(runnable, source.quantization)
    if chosen is None:
        kinds = ", ".join(f"{source.repo}/{name}" for name in runnable[:12])
        raise BadParameter(
            name="The model",
            value=repr(f"{source.repo}:{source.quantization}".rstrip(":")),
            allowed=f"one of its {len(runnable)} files: {kinds}",
        )
    return [chosen]


def is_small_file(name: str) -> bool:
    """Whether a file of this name belongs to a model beside its weights, and is no program."""
    return name in _SMALL_FILES


def _is_quantized(name: str) -> bool:
    # The name becomes a file's on this machine, and must mean one thing there.
    return "/" not in name and name.lower().endswith(".gguf") and is_safe_file_name(name)
