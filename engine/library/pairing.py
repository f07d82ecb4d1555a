"""Which draft fits which target: their tokens compared, read from the files without any weights.

Drafted ids are verified by the target as they are, so a pair fits when each id means the same
text in both. Rows that only pad a matrix, and ids one of the two leaves unused, do not matter.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.errors import BadModelFile, EngineError, TokenizerMismatch, UnsupportedModel
from engine.language import say
from engine.models.folder_json import MAX_VOCABULARY_BYTES, most_ids, read_object
from engine.models.gguf import GgufFile
from engine.params import ModelSpec

_UNUSED = 5  # a token type of GGUF: a row without a token

_Version = tuple[tuple[str, int, int], ...]
Tokens = tuple[str | None, ...]


def draft_fit(target: ModelSpec, draft: ModelSpec) -> EngineError | None:
    """Tell why a model cannot draft for another, or None if it can.

    Cheap after the first time: what was compared is remembered until one of the files changes.

    Args:
        target: the model that answers.
        draft: the model that would write ahead; the target itself is allowed.

    Returns:
        None, or a `TokenizerMismatch`, or what is wrong with one of the files.
    """
    if target.path == draft.path:
        return None
    try:
        difference = _difference(
            target.path, draft.path, _version(target.path), _version(draft.path)
        )
    except EngineError as error:
        return error
    if difference is None:
        return None
    first_id, num_different = difference
    return TokenizerMismatch(draft.name, target.name, first_id, num_different)


@lru_cache(maxsize=256)
def _difference(
    target: Path, draft: Path, target_version: _Version, draft_version: _Version
) -> tuple[int, int] | None:
    """The first id that differs and how many do, or None."""
    return compare(_tokens(target, target_version), _tokens(draft, draft_version))


def compare(target: Tokens, draft: Tokens) -> tuple[int, int] | None:
    """Compare two vocabularies over the ids that both use.

    Args:
        target: text of each id, None where it is unused.
        draft: the same for the draft.

    Returns:
        The first id that differs and how many do, or None if none does.
    """
    different = [
        id
        for id, (ours, theirs) in enumerate(zip(target, draft, strict=False))
        if ours is not None and theirs is not None and ours != theirs
    ]
    return (different[0], len(different)) if different else None


@lru_cache(maxsize=4)
def _tokens(path: Path, version: _Version) -> Tokens:
    return _folder_tokens(path) if path.is_dir() else _gguf_tokens(path)


def _gguf_tokens(path: Path) -> Tokens:
    with GgufFile.open(path) as file:
        tokens = file.metadata.texts("tokenizer.ggml.tokens")
        if "tokenizer.ggml.token_type" not in file.metadata:
            return tuple(tokens)
        types = file.metadata.integers("tokenizer.ggml.token_type")
    if len(types) != len(tokens):
        raise BadModelFile(str(path), say("its token types do not match its tokens"))
    return tuple(
        None if type == _UNUSED else text for text, type in zip(tokens, types, strict=True)
    )


def _folder_tokens(folder: Path) -> Tokens:
    """Read `tokenizer.json`, or the older `vocab.json` with `added_tokens.json`."""
    texts: dict[int, str] = {}
    if (folder / "tokenizer.json").is_file():
        with _as_model_file(folder / "tokenizer.json") as whole:
            model: Any = whole["model"]
            vocabulary = model["vocab"]
            if isinstance(vocabulary, dict):
                texts.update((id, text) for text, id in vocabulary.items())
            else:
                texts.update((id, text) for id, (text, _score) in enumerate(vocabulary))
            texts.update((token["id"], token["content"]) for token in whole["added_tokens"])
    elif (folder / "vocab.json").is_file():
        for name in ("vocab.json", "added_tokens.json"):
            if (folder / name).is_file():
                with _as_model_file(folder / name) as vocabulary:
                    texts.update((id, text) for text, id in vocabulary.items())
    else:
        raise UnsupportedModel(str(folder), "tokenizer", "without tokenizer.json")
    limit = most_ids(len(texts))
    if not texts or not all(isinstance(id, int) and 0 <= id < limit for id in texts):
        raise BadModelFile(str(folder), say("its tokens have impossible ids"))
    return tuple(texts.get(id) for id in range(max(texts) + 1))


@contextmanager
def _as_model_file(path: Path) -> Iterator[Any]:
    """Yield a file's JSON; what is not as it should be in it, or in the block, is typed."""
    try:
        yield read_object(path, what=say("its vocabulary"), limit=MAX_VOCABULARY_BYTES)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadModelFile(str(path), say("its tokens cannot be read")) from error


def _version(path: Path) -> _Version:
    """What tells a changed file from the one that was compared: names, sizes and times."""
    names = ("tokenizer.json", "vocab.json", "added_tokens.json")
    files = [path / name for name in names] if path.is_dir() else [path]
    stats = [(file.name, file.stat()) for file in files if file.exists()]
    return tuple((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats)
