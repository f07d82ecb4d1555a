"""How byte-level vocabularies cut text into words before any merge, by the name a GGUF file gives.

Owns the table of names whose rules are established: from a model's own `tokenizer.json`, or as
llama.cpp records them. Any other name is refused, since a wrong rule answers badly and silently.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tokenizers import Regex
from tokenizers.normalizers import NFC, Normalizer
from tokenizers.pre_tokenizers import ByteLevel, Digits, PreTokenizer, Sequence, Split

_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_PUNCTUATION = r" ?[^\s\p{L}\p{N}]+[\r\n]*"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_QWEN2 = rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}|{_PUNCTUATION}|{_SPACES}"
_LLAMA3 = rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}|{_PUNCTUATION}|{_SPACES}"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_TEKKEN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*"
    rf"|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}"
)
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_CJK = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"


@dataclass(frozen=True, slots=True)
class WordRules:
    """The rules of one family.

    Args:
        pre_tokenizer: makes a fresh pre-tokenizer that ends in the byte alphabet.
        normalizer: makes what runs before it, or None.
        ignores_merges: whether a word that is a token as a whole needs no merges.
        adds_bos: whether a prompt starts with the bos token when the file does not say.
    """

    pre_tokenizer: Callable[[], PreTokenizer]
    normalizer: Callable[[], Normalizer] | None = None
    ignores_merges: bool = False
    adds_bos: bool = False


def word_rules(name: str) -> WordRules | None:
    """Look up the rules that `tokenizer.ggml.pre` names; None for a name that is not known."""
    return _RULES.get(name)


def _gpt2() -> PreTokenizer:
    return ByteLevel(add_prefix_space=False, use_regex=True)


def _single_digits() -> PreTokenizer:
    return Sequence([Digits(individual_digits=True), _gpt2()])


def _splits(*patterns: str) -> Callable[[], PreTokenizer]:
    def build() -> PreTokenizer:
        steps: list[PreTokenizer] = [Split(Regex(pattern), "isolated") for pattern in patterns]
        return Sequence([*steps, ByteLevel(add_prefix_space=False, use_regex=False)])

    return build


_LLAMA3_RULES = WordRules(_splits(_LLAMA3), ignores_merges=True, adds_bos=True)
_RULES = {
    "gpt-2": WordRules(_gpt2),
    "phi-2": WordRules(_gpt2),
    "smollm": WordRules(_single_digits),
    "starcoder": WordRules(_single_digits),
    "refact": WordRules(_single_digits),
    "qwen2": WordRules(_splits(_QWEN2), normalizer=NFC),
    "llama-bpe": _LLAMA3_RULES,
    "llama3": _LLAMA3_RULES,
    "llama-v3": _LLAMA3_RULES,
    "tekken": WordRules(_splits(_TEKKEN), ignores_merges=True, adds_bos=True),
    "deepseek-coder": WordRules(
        _splits(r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", _CJK, r"\p{N}"),
    ),
    # Files from before the name existed; llama.cpp's rules for them.
    "default": WordRules(
        _splits(r"[\p{P}\$\+<=>\^~\|]+", _GPT2, r"\p{N}+", r"[0-9][0-9][0-9]"),
    ),
}
