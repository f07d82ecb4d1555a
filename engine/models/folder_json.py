"""The small JSON files of a model's folder, read within bounds.

They come from strangers: size, depth and type are checked, and whatever is odd is a typed error.
Imports no torch.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path

from engine.errors import BadModelFile
from engine.language import number, say

MAX_CONFIG_BYTES = 4 * 2**20
MAX_VOCABULARY_BYTES = 128 * 2**20
"""Several times what the largest tokenizer in use needs."""


_MOST_SHOWN = 40
_MOST = {
    **dict.fromkeys(("num_hidden_layers", "n_layer", "num_layers"), 2**14),
    **dict.fromkeys(("num_attention_heads", "n_head", "num_key_value_heads", "head_dim"), 2**16),
    **dict.fromkeys(("hidden_size", "n_embd"), 2**20),
    **dict.fromkeys(("intermediate_size", "n_inner", "vocab_size"), 2**24),
    **dict.fromkeys(("max_position_embeddings", "n_positions", "n_ctx", "seq_length"), 2**31 - 1),
}
"""Counts of a config.json that decide what a model takes, with several times what any has."""
_MEASURES = ("rope_theta", "rms_norm_eps", "layer_norm_eps", "layer_norm_epsilon")


def most_ids(num_tokens: int) -> int:
    """How many ids a vocabulary of so many tokens may use: real ones leave few of them out."""
    return 2 * num_tokens + 65_536


def read_object(path: Path, *, what: str, limit: int = MAX_CONFIG_BYTES) -> dict[str, object]:
    """Read a file that holds one JSON object.

    Args:
        path: of the file.
        what: what it is called in an error, "its config.json" for one, in the reader's language.
        limit: bytes it may have.

    Raises:
        BadModelFile: it cannot be read, is too large, or holds something else.
    """
    try:
        # Looked at first: opening a pipe would wait for a writer.
        if not path.is_file():
            raise BadModelFile(str(path), say("{what} is not a file").format(what=what))
        size = path.stat().st_size
        if size > limit:
            detail = say("{what} has {count} bytes, more than it can need")
            raise BadModelFile(str(path), detail.format(what=what, count=number(size)))
        value = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        detail = say("{what} is nested too deeply").format(what=what)
        raise BadModelFile(str(path), detail) from error
    except (OSError, ValueError) as error:
        raise BadModelFile(str(path), say("{what} cannot be read").format(what=what)) from error
    if not isinstance(value, dict):
        detail = say("{what} is JSON that is not an object").format(what=what)
        raise BadModelFile(str(path), detail)
    return value


def check_sizes(path: str, config: Mapping[str, object]) -> None:
    """Refuse a config.json with sizes that no model has.

    Args:
        path: of the model, for the error.
        config: what the file holds.

    Raises:
        BadModelFile: one is negative, zero, no whole number, or absurd.
    """
    for key, most in _MOST.items():
        value = config.get(key)
        for each in value if isinstance(value, list) else [value]:
            if each is not None and not (type(each) is int and 1 <= each <= most):
                raise _impossible(path, key, each)
    for key in _MEASURES:
        value = config.get(key)
        is_number = type(value) in (int, float) and 0 < value < math.inf  # type: ignore[operator]
        if value is not None and not is_number:
            raise _impossible(path, key, value)


def _impossible(path: str, key: str, value: object) -> BadModelFile:
    shown = ascii(value) if isinstance(value, str) else str(value)
    if len(shown) > _MOST_SHOWN:
        shown = f"{shown[: _MOST_SHOWN - 3]}..."
    return BadModelFile(
        path, say("its config.json gives {key} as {value}").format(key=key, value=shown)
    )
