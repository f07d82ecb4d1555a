"""Case 21 at the library's level: which drafts fit, read from metadata alone.

Vocabularies are written by the `gguf` package or by hand as JSON, so that an independent writer
judges the reading."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import gguf
import pytest

from engine import BadModelFile, ModelNotFound, ModelSpec, TokenizerMismatch, UnsupportedModel
from engine.library import draft_fit

NORMAL, CONTROL, UNUSED = 1, 3, 5
WORDS = ("a", "b", "Ġc", "é", "日", "<|end|>")


def spec(path: Path) -> ModelSpec:
    return ModelSpec(id=path.stem, name=path.stem.upper(), path=path)


def write_gguf(path: Path, tokens: Sequence[str], *, num_padding: int = 0) -> ModelSpec:
    """Write a file with a vocabulary and no weights at all."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    padding = [f"[PAD{len(tokens) + index}]" for index in range(num_padding)]
    writer.add_token_list([*tokens, *padding])
    kinds = [CONTROL if token.startswith("<|") else NORMAL for token in tokens]
    writer.add_token_types(kinds + [UNUSED] * num_padding)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return spec(path)


def write_folder(path: Path, vocabulary: object, added: dict[str, int]) -> ModelSpec:
    """Write a tokenizer as `tokenizers` lays it out."""
    path.mkdir()
    tokens = [{"id": id, "content": text} for text, id in added.items()]
    whole = {"model": {"vocab": vocabulary}, "added_tokens": tokens}
    (path / "tokenizer.json").write_text(json.dumps(whole), "utf-8")
    return spec(path)


def by_text(tokens: Sequence[str]) -> dict[str, int]:
    return {text: id for id, text in enumerate(tokens)}


def test_equal_tokens_fit(tmp_path: Path) -> None:
    """Two files, the same six tokens."""
    target = write_gguf(tmp_path / "ziel.gguf", WORDS)
    draft = write_gguf(tmp_path / "entwurf 草.gguf", WORDS)
    assert draft_fit(target, draft) is None


def test_a_model_may_draft_for_itself(tmp_path: Path) -> None:
    """Not even its file is read: here there is none."""
    model = spec(tmp_path / "missing.gguf")
    assert draft_fit(model, model) is None


@pytest.mark.parametrize(("ours", "theirs"), [(0, 7), (7, 0), (3, 7)])
def test_padding_of_different_heights_fits(tmp_path: Path, ours: int, theirs: int) -> None:
    """Rows marked unused do not count, whichever model has more of them."""
    target = write_gguf(tmp_path / "target.gguf", WORDS, num_padding=ours)
    draft = write_gguf(tmp_path / "draft.gguf", WORDS, num_padding=theirs)
    assert draft_fit(target, draft) is None


def test_a_row_only_one_model_uses_fits(tmp_path: Path) -> None:
    """The target's extra token lies where the draft has padding."""
    target = write_gguf(tmp_path / "target.gguf", [*WORDS, "<|tool|>"])
    draft = write_gguf(tmp_path / "draft.gguf", WORDS, num_padding=4)
    assert draft_fit(target, draft) is None


def test_another_tokenizer_of_the_same_size_is_refused(tmp_path: Path) -> None:
    """Two of six tokens changed places; the error names the first and counts both."""
    target = write_gguf(tmp_path / "target.gguf", WORDS)
    draft = write_gguf(tmp_path / "draft.gguf", ["a", "b", "é", "Ġc", "日", "<|end|>"])
    assert draft_fit(target, draft) == TokenizerMismatch("DRAFT", "TARGET", 2, 2)
    assert draft_fit(draft, target) == TokenizerMismatch("TARGET", "DRAFT", 2, 2)


def test_a_gguf_file_and_a_folder_compare(tmp_path: Path) -> None:
    """The same tokens in both layouts, the special one under `added_tokens`."""
    target = write_gguf(tmp_path / "target.gguf", WORDS, num_padding=2)
    draft = write_folder(tmp_path / "draft", by_text(WORDS[:5]), {"<|end|>": 5})
    assert draft_fit(target, draft) is None
    other = write_folder(tmp_path / "other", by_text(WORDS[:5]), {"<|stop|>": 5})
    assert draft_fit(target, other) == TokenizerMismatch("OTHER", "TARGET", 5, 1)


def test_a_vocabulary_with_scores(tmp_path: Path) -> None:
    """Unigram models list pairs instead of a mapping."""
    scored = [[text, -float(id)] for id, text in enumerate(WORDS)]
    target = write_folder(tmp_path / "target", by_text(WORDS), {})
    assert draft_fit(target, write_folder(tmp_path / "draft", scored, {})) is None


def test_the_older_vocabulary_file(tmp_path: Path) -> None:
    """GPT-2's own layout: `vocab.json`, and what was added later beside it."""
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps(by_text(WORDS[:5])), "utf-8")
    (folder / "added_tokens.json").write_text('{"<|end|>": 5}', "utf-8")
    assert draft_fit(write_gguf(tmp_path / "target.gguf", WORDS), spec(folder)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"model": {}}',
        '{"model": {"vocab": {}}, "added_tokens": []}',
        '{"model": {"vocab": {"a": -1}}, "added_tokens": []}',
        '{"model": {"vocab": {"a": 99999999999}}, "added_tokens": []}',
        '{"model": {"vocab": {"a": "x"}}, "added_tokens": []}',
        '{"model": {"vocab": [["a"]]}, "added_tokens": []}',
    ],
)
def test_a_damaged_folder_is_told(tmp_path: Path, text: str) -> None:
    """Whatever stands in the file, the answer is a typed reason, never an exception."""
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "tokenizer.json").write_text(text, "utf-8")
    target = write_gguf(tmp_path / "target.gguf", WORDS)
    assert isinstance(draft_fit(target, spec(folder)), BadModelFile)


def test_what_cannot_be_compared_is_told(tmp_path: Path) -> None:
    """No tokenizer, no file, or a file that is something else."""
    target = write_gguf(tmp_path / "target.gguf", WORDS)
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.gguf").write_bytes(b"something else")
    assert isinstance(draft_fit(target, spec(tmp_path / "empty")), UnsupportedModel)
    assert isinstance(draft_fit(target, spec(tmp_path / "gone.gguf")), ModelNotFound)
    assert isinstance(draft_fit(target, spec(tmp_path / "text.gguf")), BadModelFile)


def test_a_file_that_changed_is_compared_again(tmp_path: Path) -> None:
    """The remembered answer is for one size and time; the new file has another time at least."""
    target = write_gguf(tmp_path / "target.gguf", WORDS)
    draft = write_gguf(tmp_path / "draft.gguf", WORDS)
    assert draft_fit(target, draft) is None
    before = draft.path.stat()
    write_gguf(draft.path, ["a", "x", *WORDS[2:]])
    os.utime(draft.path, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))
    assert draft_fit(target, draft) == TokenizerMismatch("DRAFT", "TARGET", 1, 1)


def test_no_weights_are_read_and_no_torch_is_needed(tmp_path: Path) -> None:
    """The files above hold not a single tensor, and an answer is remembered without them."""
    target = write_gguf(tmp_path / "target.gguf", WORDS)
    draft = write_gguf(tmp_path / "draft.gguf", ["x", *WORDS[1:]])
    first = draft_fit(target, draft)
    draft.path.chmod(0)
    assert draft_fit(target, draft) == first
