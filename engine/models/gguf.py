"""Reads a GGUF file: its metadata and where its tensors lie; little endian, versions 2 and 3.

Copies no tensor; what the bytes mean stands in `blocks.py`. What is trusted of a file, and what
is checked, stands in `gguf_header.py`.
"""

import mmap
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from engine.errors import BadModelFile, ModelNotFound, OutOfMemory, UnsupportedModel
from engine.language import say
from engine.models.gguf_header import GgufTensor, HeaderReader
from engine.models.metadata import Metadata, MetaValue
from engine.models.tensor_types import TensorType

__all__ = ["GgufFile", "GgufTensor", "MetaValue", "Metadata", "TensorType"]


class GgufFile:
    """An open GGUF file; also a context manager.

    Args:
        path: for errors.
        file: open for reading; owned from here on.
        metadata: its key-value pairs.
        tensors: by name, in the file's order.
    """

    def __init__(
        self, path: Path, file: BinaryIO, *, metadata: Metadata, tensors: dict[str, GgufTensor]
    ) -> None:
        self.path = path
        self.metadata = metadata
        self.tensors = tensors
        self._file = file

    @classmethod
    def open(cls, path: Path) -> "GgufFile":
        """Open a file and read all of it but the weights.

        Raises:
            ModelNotFound: there is nothing at that path.
            BadModelFile: it is not a GGUF file, cannot be read, or contradicts itself.
            UnsupportedModel: a version, byte order or tensor type that is not known. An unknown
                type is refused here, since without its size no place in the file can be checked;
                a known one that cannot be turned into numbers is refused by `tensor_bytes`, so
                that metadata and vocabulary of such a file can still be looked at.
        """
        file = _open(path)
        try:
            size = os.fstat(file.fileno()).st_size
            if size == 0:
                raise BadModelFile(str(path), say("an empty file"))
            with mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) as mapped:
                metadata, tensors = HeaderReader(str(path), mapped, size).read()
        except OSError as error:
            file.close()
            raise BadModelFile(str(path), _reason(error)) from error
        except BaseException:
            file.close()
            raise
        return cls(path, file, metadata=metadata, tensors=tensors)

    @property
    def architecture(self) -> str:
        """The family of the model, such as "llama" or "qwen2"."""
        return self.metadata.text("general.architecture")

    def tensor(self, name: str) -> GgufTensor:
        """Look up a tensor that has to be there.

        Raises:
            BadModelFile: it is not.
        """
        try:
            return self.tensors[name]
        except KeyError:
            detail = say("no tensor {tensor} in it").format(tensor=repr(name))
            raise BadModelFile(str(self.path), detail) from None

    def tensor_bytes(self, name: str) -> memoryview:
        """Map the stored bytes of a tensor; nothing is read before it is touched.

        Each tensor has a mapping of its own, which lives as long as the view or a torch tensor
        made from it, even after `close`, and gives its pages back when they go. It is private
        and writable, as `torch.frombuffer` wants it; writing never reaches the file.

        Raises:
            BadModelFile: there is no such tensor, or the file has shrunk.
            UnsupportedModel: its type cannot be turned into numbers.
            OutOfMemory: the system refused the mapping.
        """
        tensor = self.tensor(name)
        if not tensor.type.is_readable:
            raise UnsupportedModel(str(self.path), "tensor type", tensor.type.name)
        start = tensor.offset - tensor.offset % mmap.ALLOCATIONGRANULARITY
        length = tensor.offset + tensor.size_bytes - start
        if os.fstat(self._file.fileno()).st_size < start + length:
            raise BadModelFile(str(self.path), say("a file that shrank while it was open"))
        try:
            mapped = mmap.mmap(self._file.fileno(), length, access=mmap.ACCESS_COPY, offset=start)
        except OSError as error:
            raise OutOfMemory("CPU", needed_bytes=length) from error
        return memoryview(mapped)[tensor.offset - start :]

    def close(self) -> None:
        """Let go of the file; views handed out stay valid."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _open(path: Path) -> BinaryIO:
    try:
        # Looked at first: opening a pipe would wait for a writer.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise BadModelFile(str(path), say("a folder, not a GGUF file"))
        if not stat.S_ISREG(mode):
            raise BadModelFile(str(path), say("a device or pipe, not a file"))
        return path.open("rb", buffering=0)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise ModelNotFound(str(path)) from error
    except OSError as error:
        raise BadModelFile(str(path), _reason(error)) from error


def _reason(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return say("no permission to read it")
    return (error.strerror or type(error).__name__).lower()
