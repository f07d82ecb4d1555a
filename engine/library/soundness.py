"""Whether a model that lies on this machine can be run, by names, headers and small files.

Never reads weights. Says it as the error that a load would raise, without raising it.
"""

from pathlib import Path

from engine.errors import BadModelFile, EngineError, UnsupportedModel
from engine.language import number, say
from engine.library.local import check_model_path
from engine.library.runnable import (
    HEAD_BYTES,
    check_folder_files,
    check_gguf_head,
    refusal_of_name,
)
from engine.models.gguf import GgufFile
from engine.models.safetensors_header import read_header
from engine.models.weight_files import weight_files


def judge(path: Path) -> EngineError | None:
    """Say why a file or folder cannot be run, or None; looks at headers only."""
    try:
        path = check_model_path(path)
        if path.is_dir():
            check_folder_files(path, str(path))
            for file in weight_files(path):
                # A download that broke off is refused here, not at a chat.
                read_header(file)
        else:
            _check_gguf(path)
    except EngineError as error:
        return error
    return None


def _check_gguf(path: Path) -> None:
    refusal = refusal_of_name(path.name)
    if refusal:
        raise BadModelFile(str(path), refusal)
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError as error:
        raise BadModelFile(str(path), say("it cannot be opened")) from error
    check_gguf_head(head, str(path))
    with GgufFile.open(path) as file:
        num_pieces = file.metadata.integer("split.count", 1)
        if num_pieces > 1:
            detail = say("it is one piece of {count}").format(count=number(num_pieces))
            raise BadModelFile(str(path), detail)
        for tensor in file.tensors.values():
            if not tensor.type.is_readable:
                raise UnsupportedModel(str(path), "tensor type", tensor.type.name)
