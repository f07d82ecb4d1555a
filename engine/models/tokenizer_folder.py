"""Reading a tokenizer from a safetensors folder: `tokenizer.json`, or GPT-2's two older files.

Owns the names and quirks of the small JSON files beside the weights. Yields the same parts as a
GGUF file does, for the same kinds of vocabulary.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from tokenizers import Tokenizer, decoders
from tokenizers.models import BPE

from engine.errors import BadModelFile, RefusedCode, UnsupportedModel
from engine.language import say
from engine.models.folder_json import MAX_VOCABULARY_BYTES, most_ids, read_object
from engine.models.own_code import own_tokenizer
from engine.models.pretokenizers import word_rules
from engine.models.sentencepiece import whole_text_only
from engine.models.spelling import SPACE, Spelling
from engine.models.tokenizer_parts import (
    TokenizerParts,
    check_encodes,
    end_markers,
    library_refusals,
    looks_like_marker,
    register,
)

_GPT2_END = "<|endoftext|>"


def parts_from_folder(folder: Path) -> TokenizerParts:
    """Build the parts from the files of a model folder.

    Raises:
        BadModelFile: there is no tokenizer, or a file of it is damaged.
        UnsupportedModel: a kind of vocabulary that is not known.
        RefusedCode: its tokens are made by code of its own.
    """
    backend = _backend(folder)
    spelling = _spelling(backend, folder)
    backend.no_truncation()
    backend.no_padding()
    check_encodes(backend, str(folder))
    tokens = _tokens(backend, folder)
    begins_with_space = spelling is Spelling.PIECES and _begins_with_space(backend)
    if spelling is Spelling.PIECES:
        whole_text_only(backend)

    control_ids = set()
    literal_ids = set()
    for id, added in backend.get_added_tokens_decoder().items():
        if added.special or looks_like_marker(added.content):
            control_ids.add(id)
        else:
            literal_ids.add(id)

    config = _read_json(folder / "tokenizer_config.json")
    names = {**_read_json(folder / "special_tokens_map.json"), **config}
    bos_id = _named_id(backend, names.get("bos_token"))
    eos_id = _named_id(backend, names.get("eos_token"))
    ends = end_markers(tokens, control_ids)
    for file in ("generation_config.json", "config.json"):
        ends.update(_ids(_read_json(folder / file).get("eos_token_id"), len(tokens)))
    if eos_id is not None:
        ends.add(eos_id)
    return TokenizerParts(
        backend=backend,
        tokens=tokens,
        control_ids=frozenset(control_ids),
        literal_ids=frozenset(literal_ids),
        end_ids=frozenset(ends),
        bos_id=bos_id,
        eos_id=eos_id,
        adds_bos=bos_id is not None and _adds_bos(backend, config, bos_id),
        chat_template=_chat_template(folder, config),
        spelling=spelling,
        begins_with_space=begins_with_space,
    )


def _spelling(backend: Tokenizer, folder: Path) -> Spelling:
    if isinstance(backend.decoder, decoders.ByteLevel):
        return Spelling.BYTE_LEVEL
    if isinstance(backend.model, BPE) and backend.model.byte_fallback:
        return Spelling.PIECES
    kind = type(backend.decoder).__name__
    raise UnsupportedModel(path=str(folder), what="tokenizer", value=kind)


def _begins_with_space(backend: Tokenizer) -> bool:
    """Whether the library puts a space before a text, by trying."""
    first = backend.encode("a", add_special_tokens=False).tokens[:1]
    return bool(first) and first[0].startswith(SPACE)


def _tokens(backend: Tokenizer, folder: Path) -> tuple[str, ...]:
    # Ids in between that have no token are "".
    vocabulary = backend.get_vocab(with_added_tokens=True)
    num_ids = max(vocabulary.values(), default=-1) + 1
    if num_ids > most_ids(len(vocabulary)):
        raise BadModelFile(path=str(folder), detail=say("its tokens have impossible ids"))
    tokens = [""] * num_ids
    for text, id in vocabulary.items():
        tokens[id] = text
    return tuple(tokens)


def _backend(folder: Path) -> Tokenizer:
    whole = folder / "tokenizer.json"
    vocabulary, merges = folder / "vocab.json", folder / "merges.txt"
    if not whole.is_file() and not (vocabulary.is_file() and merges.is_file()):
        file = own_tokenizer(_read_json(folder / "tokenizer_config.json"))
        if file:
            raise RefusedCode(str(folder), file)
        raise BadModelFile(
            path=str(folder), detail=say("no tokenizer.json, nor vocab.json and merges")
        )
    for path in (whole,) if whole.is_file() else (vocabulary, merges):
        if path.stat().st_size > MAX_VOCABULARY_BYTES:
            raise BadModelFile(path=str(path), detail=say("a vocabulary larger than there can be"))
    with library_refusals(str(folder), say("its tokenizer")):
        if whole.is_file():
            return Tokenizer.from_file(str(whole))
        backend = Tokenizer(BPE.from_file(str(vocabulary), str(merges)))
    rules = word_rules("gpt-2")
    if rules is not None:
        backend.pre_tokenizer = rules.pre_tokenizer()
    backend.decoder = decoders.ByteLevel()
    register(backend, [_GPT2_END], is_special=True)
    return backend


def _read_json(path: Path) -> Mapping[str, object]:
    if not path.is_file():
        return {}
    return read_object(path, what=path.name)


def _named_id(backend: Tokenizer, name: object) -> int | None:
    # Written as a text, or as an object that describes an added token.
    if isinstance(name, dict):
        name = name.get("content")
    # JSON can hold half a character, which no token has.
    return backend.token_to_id(name) if isinstance(name, str) and name.isprintable() else None


def _ids(value: object, num_tokens: int) -> Iterable[int]:
    ids = value if isinstance(value, list) else [value]
    return [id for id in ids if isinstance(id, int) and 0 <= id < num_tokens]


def _adds_bos(backend: Tokenizer, config: Mapping[str, object], bos_id: int) -> bool:
    declared = config.get("add_bos_token")
    if isinstance(declared, bool):
        return declared
    return backend.encode("", add_special_tokens=True).ids[:1] == [bos_id]


def _chat_template(folder: Path, config: Mapping[str, object]) -> str | None:
    file = folder / "chat_template.jinja"
    template: object = config.get("chat_template")
    if file.is_file():
        try:
            template = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadModelFile(path=str(file), detail=say("a template that is not text")) from error
    elif isinstance(template, list):
        # Older files name several; the one for plain chat is called "default".
        named = (entry for entry in template if isinstance(entry, dict))
        template = next(
            (entry.get("template") for entry in named if entry.get("name") == "default"), None
        )
    return template if isinstance(template, str) and template.strip() else None
