"""What a tokenizer is made of, and how a GGUF file's metadata becomes that.

Owns the meaning of token types and of end markers. Knows no chat and no model; `tokenizer.py`
puts a face on it, `tokenizer_folder.py` makes the same parts from a safetensors folder.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tokenizers import AddedToken, Tokenizer, decoders
from tokenizers.models import BPE

from engine.errors import BadModelFile, UnsupportedModel
from engine.language import say
from engine.models.pretokenizers import WordRules, word_rules
from engine.models.sentencepiece import piece_tokenizer
from engine.models.spelling import Spelling

_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _UNUSED = 1, 2, 3, 4, 5
_MARKER = re.compile(r"<[|｜].*[|｜]>", re.DOTALL)
_END_MARKERS = frozenset(
    {
        "<|im_end|>",
        "<|endoftext|>",
        "<|end_of_text|>",
        "<|eot_id|>",
        "<|eom_id|>",
        "<|end|>",
        "<|EOT|>",
        "<end_of_turn>",
        "<｜end▁of▁sentence｜>",
        "</s>",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenizerParts:
    """Everything `Tokenizer` holds.

    Args:
        backend: the library's tokenizer, with control tokens registered as special.
        tokens: text of each id as the vocabulary writes it; padding at the end left out.
        control_ids: tokens that are never text.
        literal_ids: tokens whose text stands for itself, outside the byte alphabet.
        end_ids: tokens that end a reply.
        bos_id, eos_id: what templates call `bos_token` and `eos_token`.
        adds_bos: whether a raw prompt starts with the bos token.
        spelling: how tokens write bytes.
        begins_with_space: whether a text is read as if a space stood before it.
        chat_template: the Jinja source, if the model brings one.
    """

    backend: Tokenizer
    tokens: tuple[str, ...]
    control_ids: frozenset[int]
    literal_ids: frozenset[int]
    end_ids: frozenset[int]
    bos_id: int | None
    eos_id: int | None
    adds_bos: bool
    chat_template: str | None
    spelling: Spelling = Spelling.BYTE_LEVEL
    begins_with_space: bool = False


_EVERY_BYTE = "".join(
    map(
        chr,
        [
            *range(0x800),
            *range(0x800, 0xD800, 0x800),
            *range(0xE000, 0x10000, 0x800),
            *range(0x10000, 0x110000, 0x40000),
            0x10FFFF,
        ],
    )
)
"""A text with each byte that UTF-8 has, wherever it may stand."""


@contextmanager
def library_refusals(path: str, detail: str) -> Iterator[None]:
    """Turn whatever the library raises for what it cannot read into a typed error.

    It raises bare exceptions, and where it panics one that is no `Exception` at all.

    Raises:
        BadModelFile: the block raised anything.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        raise BadModelFile(path=path, detail=f"{detail} ({str(error)[:200]})") from error


def check_encodes(backend: Tokenizer, path: str) -> None:
    """Refuse a vocabulary that fails at some letters, before a person types one of them.

    Args:
        backend: of the library, which only finds out when it meets them.
        path: of the model, for the error.

    Raises:
        BadModelFile: it does.
    """
    with library_refusals(path, say("its tokenizer")):
        backend.encode(_EVERY_BYTE, add_special_tokens=False)


def looks_like_marker(text: str) -> bool:
    """Say whether a token is written like `<|this|>`, whatever its file declares it to be."""
    return _MARKER.fullmatch(text) is not None


def end_markers(tokens: Sequence[str], control_ids: Iterable[int]) -> set[int]:
    """Find the control tokens that end a turn in every family that has them."""
    return {id for id in control_ids if tokens[id] in _END_MARKERS}


def parts_from_gguf(metadata: Mapping[str, object], path: str) -> TokenizerParts:
    """Build the parts from a GGUF file's `tokenizer.*` keys.

    Raises:
        UnsupportedModel: the kind of vocabulary or its word rules are not known.
        BadModelFile: a key is missing or does not fit the others.
    """
    kind = _read(metadata, "tokenizer.ggml.model", str, path)
    if kind not in ("gpt2", "llama"):
        raise UnsupportedModel(path=path, what="tokenizer", value=kind)
    spelling = Spelling.BYTE_LEVEL if kind == "gpt2" else Spelling.PIECES
    all_tokens = [str(text) for text in _sequence(metadata, "tokenizer.ggml.tokens", path)]
    types = list(_sequence(metadata, "tokenizer.ggml.token_type", path))
    if len(types) != len(all_tokens):
        raise BadModelFile(path=path, detail=say("as many token types as tokens are needed"))
    num_tokens = len(all_tokens)
    while num_tokens and types[num_tokens - 1] == _UNUSED:
        num_tokens -= 1
    tokens = tuple(all_tokens[:num_tokens])

    control_ids = set()
    literal_ids = set()
    for id, type in enumerate(types[:num_tokens]):
        is_marker = type == _USER_DEFINED and looks_like_marker(tokens[id])
        if type in (_UNKNOWN, _CONTROL, _UNUSED) or is_marker:
            control_ids.add(id)
        elif type == _USER_DEFINED:
            literal_ids.add(id)

    if spelling is Spelling.BYTE_LEVEL:
        rules = _word_rules(metadata, path)
        backend = _byte_level_bpe(tokens, _sequence(metadata, "tokenizer.ggml.merges", path), path)
        backend.model.ignore_merges = rules.ignores_merges
        backend.pre_tokenizer = rules.pre_tokenizer()
        if rules.normalizer is not None:
            backend.normalizer = rules.normalizer()
        adds_bos: object = rules.adds_bos
    else:
        backend = _pieces(metadata, tokens, types=types, path=path)
        adds_bos = True
    register(backend, [tokens[id] for id in sorted(control_ids)], is_special=True)
    register(backend, [tokens[id] for id in sorted(literal_ids)], is_special=False)
    check_encodes(backend, path)

    bos_id = _optional_id(metadata, "tokenizer.ggml.bos_token_id", num_tokens, path)
    eos_id = _optional_id(metadata, "tokenizer.ggml.eos_token_id", num_tokens, path)
    ends = end_markers(tokens, control_ids)
    for key in ("eos", "eot", "eom"):
        end_id = _optional_id(metadata, f"tokenizer.ggml.{key}_token_id", num_tokens, path)
        if end_id is not None:
            ends.add(end_id)
    adds_bos = metadata.get("tokenizer.ggml.add_bos_token", adds_bos)
    has_prefix = metadata.get("tokenizer.ggml.add_space_prefix", True)
    template = metadata.get("tokenizer.chat_template")
    return TokenizerParts(
        backend=backend,
        tokens=tokens,
        control_ids=frozenset(control_ids),
        literal_ids=frozenset(literal_ids),
        end_ids=frozenset(ends),
        bos_id=bos_id,
        eos_id=eos_id,
        adds_bos=bool(adds_bos) and bos_id is not None,
        chat_template=template if isinstance(template, str) and template.strip() else None,
        spelling=spelling,
        begins_with_space=spelling is Spelling.PIECES and bool(has_prefix),
    )


def register(backend: Tokenizer, texts: Sequence[str], *, is_special: bool) -> None:
    """Have the library cut these texts out whole, exactly as they are written."""
    added = [AddedToken(text, normalized=False, special=is_special) for text in texts if text]
    if is_special:
        backend.add_special_tokens(added)
    else:
        backend.add_tokens(added)


def _word_rules(metadata: Mapping[str, object], path: str) -> WordRules:
    name = metadata.get("tokenizer.ggml.pre", "default")
    rules = word_rules(name) if isinstance(name, str) else None
    if rules is None:
        raise UnsupportedModel(path=path, what="pre-tokenizer", value=str(name))
    return rules


def _pieces(
    metadata: Mapping[str, object], tokens: Sequence[str], *, types: Sequence[object], path: str
) -> Tokenizer:
    scores = _sequence(metadata, "tokenizer.ggml.scores", path)
    numbers = [value for value in scores if isinstance(value, int | float)]
    if len(numbers) != len(scores) or len(numbers) < len(tokens):
        raise BadModelFile(path=path, detail=say("as many scores as tokens are needed"))
    joined = [id for id in range(len(tokens)) if types[id] == _NORMAL]
    unknown = next((tokens[id] for id in range(len(tokens)) if types[id] == _UNKNOWN), None)
    with library_refusals(path, say("pieces that do not fit")):
        return piece_tokenizer(tokens, numbers, joined=joined, unknown=unknown)


def _byte_level_bpe(tokens: Sequence[str], merges: Sequence[object], path: str) -> Tokenizer:
    pairs: list[tuple[str, str]] = []
    for merge in merges:
        left, _, right = str(merge).partition(" ")
        pairs.append((left, right))
    vocabulary = {text: id for id, text in enumerate(tokens)}
    with library_refusals(path, say("merges that do not fit")):
        backend = Tokenizer(BPE(vocab=vocabulary, merges=pairs))
    backend.decoder = decoders.ByteLevel()
    return backend


def _read(metadata: Mapping[str, object], key: str, type: type[str], path: str) -> str:
    value = metadata.get(key)
    if not isinstance(value, type):
        raise BadModelFile(path=path, detail=say("no {key}").format(key=key))
    return value


def _sequence(metadata: Mapping[str, object], key: str, path: str) -> Sequence[object]:
    value = metadata.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise BadModelFile(path=path, detail=say("no {key}").format(key=key))
    return value


def _optional_id(
    metadata: Mapping[str, object], key: str, num_tokens: int, path: str
) -> int | None:
    value = metadata.get(key)
    if value is None:
        return None
    if not isinstance(value, int):
        raise BadModelFile(path=path, detail=say("{key} is not a number").format(key=key))
    # Files write 2**32 - 1, or a padding row, for a token the model does not have.
    return value if 0 <= value < num_tokens else None
