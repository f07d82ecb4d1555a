"""Vocabularies from GGUF metadata and folders: the same ids, and typed markers as text.

The vocabularies are made on the spot; real ones were compared by hand.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Backend
from tokenizers.models import WordPiece

from engine.errors import BadModelFile, UnsupportedModel
from engine.models.pretokenizers import word_rules
from engine.models.tokenizer import Tokenizer
from tests.tiny_tokenizers import (
    CONTROL_TOKENS,
    MERGES,
    encode_written,
    tiny_metadata,
    tiny_tokenizer,
    vocabulary,
    write_tokenizer,
)

TINY = tiny_tokenizer()
END = TINY.num_tokens - 1
START = TINY.num_tokens - 2


def _decode(tokenizer: Tokenizer, ids: list[int]) -> str:
    return b"".join(map(tokenizer.token_bytes, ids)).decode()


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_comes_back_from_its_bytes(text: str) -> None:
    """Byte-level vocabularies hold every byte, so nothing can be lost; surrogates cannot occur."""
    assert _decode(TINY, TINY.encode(text)) == text


@pytest.mark.parametrize("marker", CONTROL_TOKENS)
def test_a_typed_control_marker_is_text_and_a_templates_is_not(marker: str) -> None:
    text = f"a{marker}b"
    ids = TINY.encode(text)
    assert not any(TINY.is_control(id) for id in ids)
    assert _decode(TINY, ids) == text
    from_template = encode_written(TINY, text)
    assert len(from_template) == 3
    assert TINY.is_control(from_template[1])
    assert TINY.token_text(from_template[1]) == marker


def test_a_control_token_that_merges_can_reach_is_spelled_out() -> None:
    metadata = tiny_metadata(merges=("< e", "<e >"))
    tokens, types = metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.token_type"]
    assert isinstance(tokens, list)
    assert isinstance(types, list)
    types[tokens.index("<e>")] = 3
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    assert encode_written(tokenizer, "<e>") == [tokens.index("<e>")]
    assert _decode(tokenizer, tokenizer.encode("a<e>b")) == "a<e>b"


def test_control_tokens_and_ids_outside_stand_for_no_bytes() -> None:
    assert [TINY.token_bytes(id) for id in (START, END, TINY.num_tokens, -1)] == [b""] * 4
    assert TINY.token_text(TINY.num_tokens) == ""
    assert TINY.token_bytes(TINY.encode("ing")[0]) == b"ing"


def test_a_lone_surrogate_is_replaced_and_does_not_raise() -> None:
    assert _decode(TINY, TINY.encode("a\ud83db")) == "a\ufffdb"


def test_end_ids_are_the_named_one_and_well_known_markers() -> None:
    assert {TINY.token_text(id) for id in TINY.end_ids} == {"<|im_end|>", "<|endoftext|>"}


def test_a_text_that_only_looks_like_an_end_marker_ends_nothing() -> None:
    metadata = tiny_metadata(merges=("< /", "s >", "</ s>"))
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    texts = [tokenizer.token_text(id) for id in range(tokenizer.num_tokens)]
    assert texts.index("</s>") not in tokenizer.end_ids


def test_no_end_id_at_all_is_no_error() -> None:
    metadata = tiny_metadata()
    metadata["tokenizer.ggml.eos_token_id"] = 2**32 - 1
    metadata["tokenizer.ggml.token_type"] = [1] * TINY.num_tokens
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    assert tokenizer.end_ids == frozenset()
    assert tokenizer.eos_id is None


def test_padding_at_the_end_is_no_part_of_the_vocabulary() -> None:
    metadata = tiny_metadata()
    tokens, types = metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.token_type"]
    assert isinstance(tokens, list)
    assert isinstance(types, list)
    metadata["tokenizer.ggml.tokens"] = [*tokens, "[PAD1]", "[PAD2]"]
    metadata["tokenizer.ggml.token_type"] = [*types, 5, 5]
    padded = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    assert padded.num_tokens == TINY.num_tokens
    assert vocabulary(padded) == vocabulary(TINY)


def test_a_user_defined_token_is_its_own_text_unless_written_like_a_marker() -> None:
    metadata = tiny_metadata(600)
    tokens, types = metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.token_type"]
    assert isinstance(tokens, list)
    assert isinstance(types, list)
    tokens[500:502] = ["<é>", "<|tool|>"]
    types[500:502] = [4, 4]
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    assert tokenizer.encode("<é>") == [500]
    assert tokenizer.token_bytes(500) == "<é>".encode()
    assert tokenizer.is_control(501)
    assert 501 not in tokenizer.encode("<|tool|>")


@pytest.mark.parametrize(
    ("pre", "text", "words"),
    [
        ("gpt-2", "ab12 345\n\n x", ["ab", "12", " 345", "\n\n", " x"]),
        ("smollm", "ab12 345", ["ab", "1", "2", " ", "3", "4", "5"]),
        ("qwen2", "I'M 12\n\n  x", ["I", "'M", " ", "1", "2", "\n\n", " ", " x"]),
        ("llama-bpe", "12345 e\u0301(a)", ["123", "45", " e", "\u0301(", "a", ")"]),
        ("tekken", "HelloWorld 12", ["Hello", "World", " ", "1", "2"]),
        ("deepseek-coder", "a b\n12", ["a", " b", "\n", "1", "2"]),
        ("default", "a+=1234", ["a", "+=", "123", "4"]),
    ],
)
def test_words_are_cut_as_the_family_cuts_them(pre: str, text: str, words: list[str]) -> None:
    rules = word_rules(pre)
    assert rules is not None
    cut = [text[start:end] for _, (start, end) in rules.pre_tokenizer().pre_tokenize_str(text)]
    assert cut == words


def test_qwen_composes_characters_first() -> None:
    metadata = tiny_metadata() | {"tokenizer.ggml.pre": "qwen2"}
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "x.gguf")
    assert _decode(tokenizer, tokenizer.encode("e\u0301")) == "\u00e9"


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("tokenizer.ggml.model", "bert", UnsupportedModel),
        ("tokenizer.ggml.model", "llama", BadModelFile),
        ("tokenizer.ggml.pre", "from-the-future", UnsupportedModel),
        ("tokenizer.ggml.model", None, BadModelFile),
        ("tokenizer.ggml.tokens", None, BadModelFile),
        ("tokenizer.ggml.merges", None, BadModelFile),
        ("tokenizer.ggml.merges", ["no such"], BadModelFile),
        ("tokenizer.ggml.merges", ["alone"], BadModelFile),
        ("tokenizer.ggml.token_type", [1, 1], BadModelFile),
        ("tokenizer.ggml.eos_token_id", "two", BadModelFile),
        ("tokenizer.ggml.bos_token_id", "one", BadModelFile),
    ],
)
def test_what_cannot_be_read_is_refused(
    key: str, value: object, error: type[BadModelFile] | type[UnsupportedModel]
) -> None:
    metadata = {**tiny_metadata(), key: value}
    with pytest.raises(error, match=r"model\.gguf"):
        Tokenizer.from_gguf_metadata(metadata, "model.gguf")


def _write_folder(folder: Path, **files: object) -> None:
    write_tokenizer(TINY, folder)
    config = {"eos_token": "<|im_end|>", "bos_token": {"content": "<|im_start|>"}}
    for name, value in {"tokenizer_config": config, **files}.items():
        (folder / f"{name}.json").write_text(json.dumps(value))


def test_a_folder_gives_the_same_vocabulary_as_the_file(tmp_path: Path) -> None:
    _write_folder(tmp_path, generation_config={"eos_token_id": [0, END]})
    (tmp_path / "chat_template.jinja").write_text("{{ messages }}")
    tokenizer = Tokenizer.from_folder(tmp_path)
    assert vocabulary(tokenizer) == vocabulary(TINY)
    assert tokenizer.end_ids == TINY.end_ids | {0}
    assert (tokenizer.bos_id, tokenizer.eos_id) == (START, END)
    assert not tokenizer.adds_bos
    assert tokenizer.chat_template == "{{ messages }}"
    assert tokenizer.encode("<|im_end|>") == TINY.encode("<|im_end|>")


def test_a_template_named_default_is_found_in_the_config(tmp_path: Path) -> None:
    template = [{"name": "tools", "template": "t"}, {"name": "default", "template": "d"}]
    _write_folder(tmp_path, tokenizer_config={"chat_template": template, "add_bos_token": True})
    tokenizer = Tokenizer.from_folder(tmp_path)
    assert tokenizer.chat_template == "d"
    assert not tokenizer.adds_bos  # there is no bos token to add


def test_templates_named_by_no_name_are_passed_over(tmp_path: Path) -> None:
    template = [{"name": ["default"], "template": "t"}, {"name": "default", "template": 5}]
    _write_folder(tmp_path, tokenizer_config={"chat_template": template})
    assert Tokenizer.from_folder(tmp_path).chat_template is None


def test_gpt2s_older_files_are_read(tmp_path: Path) -> None:
    write_tokenizer(TINY, tmp_path / "made")
    model = json.loads((tmp_path / "made" / "tokenizer.json").read_text())["model"]
    (tmp_path / "vocab.json").write_text(json.dumps(model["vocab"]))
    (tmp_path / "merges.txt").write_text("#version: 0.2\n" + "\n".join(MERGES) + "\n")
    tokenizer = Tokenizer.from_folder(tmp_path)
    assert tokenizer.encode("the thing in a wall") == TINY.encode("the thing in a wall")
    assert {tokenizer.token_text(id) for id in tokenizer.end_ids} == {"<|endoftext|>"}


def test_folders_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadModelFile):
        Tokenizer.from_folder(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(BadModelFile):
        Tokenizer.from_folder(tmp_path)
    Backend(WordPiece({"[UNK]": 0}, unk_token="[UNK]")).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(UnsupportedModel):
        Tokenizer.from_folder(tmp_path)
