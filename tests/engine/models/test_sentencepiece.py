"""Vocabularies of pieces, judged by the library that made them."""

import io
from itertools import product
from pathlib import Path
from random import Random

import pytest
import sentencepiece

from engine.chat import ChatFormat
from engine.errors import BadModelFile
from engine.models.sentencepiece import piece_tokenizer
from engine.models.tokenizer import Tokenizer
from engine.params import Message, Role
from tests.tiny_tokenizers import write_tokenizer

_SENTENCES = (
    "The quick brown fox jumps over the lazy dog, and then it sleeps until the evening.",
    "def answer(question):\n    return question.strip() or None",
    "Ein Häuschen steht am Fuß des Berges.  Zwei   Leerzeichen bleiben.",
    "12 345,67 are digits, 3.14 too",
)
_MARKER = "[INST]"


def trained(*, dummy_prefix: bool = True) -> sentencepiece.SentencePieceProcessor:
    """Let the library make a small vocabulary with bytes to fall back on."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(_SENTENCES * 3),
        model_writer=model,
        vocab_size=420,
        model_type="bpe",
        byte_fallback=True,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        add_dummy_prefix=dummy_prefix,
        control_symbols=[_MARKER],
        hard_vocab_limit=False,
        minloglevel=3,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def gguf_metadata(
    judge: sentencepiece.SentencePieceProcessor, *, dummy_prefix: bool = True
) -> dict[str, object]:
    """Say what a GGUF file says of such a vocabulary."""
    ids = range(judge.get_piece_size())

    def type_of(id: int) -> int:
        if judge.is_unknown(id):
            return 2
        return 3 if judge.is_control(id) else 6 if judge.is_byte(id) else 1

    return {
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": [judge.id_to_piece(id) for id in ids],
        "tokenizer.ggml.scores": [judge.get_score(id) for id in ids],
        "tokenizer.ggml.token_type": [type_of(id) for id in ids],
        "tokenizer.ggml.bos_token_id": judge.bos_id(),
        "tokenizer.ggml.eos_token_id": judge.eos_id(),
        "tokenizer.ggml.add_space_prefix": dummy_prefix,
    }


JUDGE = trained()
METADATA = gguf_metadata(JUDGE)
TOKENIZER = Tokenizer.from_gguf_metadata(METADATA, "pieces.gguf")


def texts() -> list[str]:
    """Sentences, their pieces and noise: spaces in rows, other scripts, what has no piece."""
    random = Random(3)
    noise = ["".join(random.choices("ab  de\n\tä漢🙂é019 ", k=20)) for _ in range(200)]
    cut = [sentence[random.randrange(20) :] for sentence in _SENTENCES * 20]
    return ["", " ", "  a", "a ", "\n\n", *_SENTENCES, *noise, *cut]


@pytest.mark.parametrize("dummy_prefix", [True, False])
def test_ids_are_those_of_the_library(dummy_prefix: bool) -> None:
    judge = trained(dummy_prefix=dummy_prefix)
    metadata = gguf_metadata(judge, dummy_prefix=dummy_prefix)
    tokenizer = Tokenizer.from_gguf_metadata(metadata, "pieces.gguf")
    for text in texts():
        assert tokenizer.encode(text, begins=True) == judge.encode(text), repr(text)


def test_any_text_comes_back_from_its_bytes() -> None:
    for text in texts():
        ids = TOKENIZER.encode(text)
        assert b"".join(map(TOKENIZER.token_bytes, ids)).decode() == text


def test_a_typed_marker_is_text_and_a_templates_is_not() -> None:
    marker = JUDGE.piece_to_id(_MARKER)
    assert TOKENIZER.is_control(marker)
    assert marker not in TOKENIZER.encode(f"{_MARKER} hello </s>")
    assert TOKENIZER.split_markers(f"{_MARKER} hello") == [marker, " hello"]
    assert TOKENIZER.token_bytes(marker) == b""


def test_only_the_beginning_of_all_gets_a_space() -> None:
    template = "[INST]{{ messages[0]['content'] }}[INST]"
    metadata = METADATA | {"tokenizer.chat_template": template}
    chat = ChatFormat(Tokenizer.from_gguf_metadata(metadata, "pieces.gguf"))
    marker = JUDGE.piece_to_id(_MARKER)
    ids = chat.encode([Message(Role.USER, "the fox")])
    assert ids == [marker, *TOKENIZER.encode("the fox"), marker]
    raw = chat.encode_raw("the fox")
    assert raw == [JUDGE.bos_id(), *JUDGE.encode("the fox")]


def test_a_folder_gives_the_same_vocabulary(tmp_path: Path) -> None:
    write_tokenizer(TOKENIZER, tmp_path)
    again = Tokenizer.from_folder(tmp_path)
    for text in texts():
        ids = again.encode(text)
        assert ids == TOKENIZER.encode(text)
        assert b"".join(map(again.token_bytes, ids)).decode() == text


@pytest.mark.parametrize("scores", [None, [], [0.0] * 3, ["high"] * 420, [None] * 420])
def test_scores_that_do_not_fit_are_refused(scores: object) -> None:
    with pytest.raises(BadModelFile, match=r"pieces\.gguf"):
        Tokenizer.from_gguf_metadata(METADATA | {"tokenizer.ggml.scores": scores}, "pieces.gguf")


def test_a_piece_of_a_megabyte_is_read_in_time() -> None:
    tokens = [JUDGE.id_to_piece(id) for id in range(JUDGE.get_piece_size())]
    tokens[-1] = "a" * 1_000_000
    tokenizer = Tokenizer.from_gguf_metadata(
        METADATA | {"tokenizer.ggml.tokens": tokens}, "pieces.gguf"
    )
    assert tokenizer.encode("aaa")


def test_pieces_that_can_be_joined_in_every_way_are_refused() -> None:
    """A file of all texts of two letters would take a hundred times its size of memory."""
    tokens = ["".join(letters) for n in range(1, 14) for letters in product("ab", repeat=n)]
    with pytest.raises(ValueError, match="joined in more ways"):
        piece_tokenizer(tokens, [0.0] * len(tokens), joined=range(len(tokens)), unknown=None)
