"""The small JSON files of a model's folder, read within bounds.

They come from strangers: size, depth and type are checked, and whatever is odd is a typed error.
Imports no torch.
"""

import json
from pathlib import Path

from engine.errors import BadModelFile

MAX_CONFIG_BYTES = 4 * 2**20
MAX_VOCABULARY_BYTES = 128 * 2**20
"""Several times what the largest tokenizer in use needs."""


def most_ids(num_tokens: int) -> int:
    """How many ids a vocabulary of so many tokens may use: real ones leave few of them out."""
    return 2 * num_tokens + 65_536


def read_object(path: Path, *, what: str, limit: int = MAX_CONFIG_BYTES) -> dict[str, object]:
    """Read a file that holds one JSON object.

    Args:
        path: of the file.
        what: what it is called in an error, "its config.json" for one.
        limit: bytes it may have.

    Raises:
        BadModelFile: it cannot be read, is too large, or holds something else.
    """
    try:
        # Looked at first: opening a pipe would wait for a writer.
        if not path.is_file():
            raise BadModelFile(str(path), f"{what} is not a file")
        size = path.stat().st_size
        if size > limit:
            raise BadModelFile(str(path), f"{what} has {size:,} bytes, more than it can need")
        value = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise BadModelFile(str(path), f"{what} is nested too deeply") from error
    except (OSError, ValueError) as error:
        raise BadModelFile(str(path), f"{what} cannot be read") from error
    if not isinstance(value, dict):
        raise BadModelFile(str(path), f"{what} is JSON that is not an object")
    return value
