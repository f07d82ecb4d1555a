"""Which files of a folder hold its model's weights, and what Foreword refuses to open.

Only safetensors are ever read: other kinds of weights are programs for Python's unpickler. An
index names files of its own folder or none at all. Imports no torch.
"""

from pathlib import Path

from engine.errors import BadModelFile, RefusedCode
from engine.language import say
from engine.models.folder_json import MAX_VOCABULARY_BYTES, read_object

INDEX_NAME = "model.safetensors.index.json"
_WHOLE_NAME = "model.safetensors"
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl", "*.pickle")


def weight_files(folder: Path) -> tuple[Path, ...]:
    """List the files with a model's weights, by name.

    Args:
        folder: with an index, with `model.safetensors`, or with safetensors of any name.

    Raises:
        RefusedCode: its weights can only be read by running them.
        BadModelFile: there are none, or the index names what is not there or lies elsewhere.
    """
    if (folder / INDEX_NAME).exists():
        return _indexed(folder)
    if (folder / _WHOLE_NAME).is_file():
        return (folder / _WHOLE_NAME,)
    found = tuple(sorted(path for path in folder.glob("*.safetensors") if path.is_file()))
    if found:
        return found
    pickles = [path.name for kind in _PICKLES for path in sorted(folder.glob(kind))]
    if pickles:
        raise RefusedCode(str(folder), pickles[0])
    raise BadModelFile(str(folder), say("there are no safetensors in the folder"))


def weights_size(folder: Path) -> int:
    """Add up the bytes of a folder's weights; those that cannot be found count nothing."""
    try:
        return sum(path.stat().st_size for path in weight_files(folder))
    except (BadModelFile, RefusedCode, OSError):
        return 0


def _indexed(folder: Path) -> tuple[Path, ...]:
    whole = read_object(
        folder / INDEX_NAME, what=say("the index of its weights"), limit=MAX_VOCABULARY_BYTES
    )
    places = whole.get("weight_map")
    if not isinstance(places, dict) or not places:
        raise BadModelFile(str(folder), say("the index of its weights names no file"))
    names = set()
    for name in places.values():
        if not isinstance(name, str) or not _is_plain(name):
            raise BadModelFile(
                str(folder), say("the index of its weights points outside the folder")
            )
        names.add(name)
    missing = sorted(name for name in names if not (folder / name).is_file())
    if missing:
        detail = say("{file}, which its index names, is missing").format(file=missing[0])
        raise BadModelFile(str(folder), detail)
    return tuple(folder / name for name in sorted(names))


def _is_plain(name: str) -> bool:
    """Whether a name is that of a safetensors file right in the folder."""
    is_file_name = name == Path(name).name and "\\" not in name and "\0" not in name
    return is_file_name and name.endswith(".safetensors") and not name.startswith(".")
