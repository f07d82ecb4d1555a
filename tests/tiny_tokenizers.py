"""Small byte-level tokenizers, made on the spot from GGUF-like metadata.

The 256 bytes, a few merges and ChatML's control tokens: enough to test everything that is about
text, and quick enough to make anew in each test.
"""

from collections.abc import Sequence
from pathlib import Path

from tokenizers.pre_tokenizers import ByteLevel

from engine.models.tokenizer import Tokenizer
from engine.prompt_parts import Written, encode_parts

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content']"
    " + '<|im_end|>' + '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
MERGES = ("t h", "th e", "Ġ the", "i n", "in g", "Ġ a", "e r", "l l", "o r", "Ġ w")
CONTROL_TOKENS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def tiny_tokenizer(
    vocab_size: int | None = None,
    *,
    merges: Sequence[str] = MERGES,
    chat_template: str | None = CHATML,
) -> Tokenizer:
    """Make a tokenizer whose last three ids are `CONTROL_TOKENS`.

    Args:
        vocab_size: how many tokens it has: at least the 256 bytes, the merges and three; further
            ids in between are plain tokens that no text becomes. None for just enough.
        merges: pairs that are joined, in order of preference.
        chat_template: a Jinja source, or None.
    """
    return Tokenizer.from_gguf_metadata(
        tiny_metadata(vocab_size, merges=merges, chat_template=chat_template), "tiny.gguf"
    )


def tiny_metadata(
    vocab_size: int | None = None,
    *,
    merges: Sequence[str] = MERGES,
    chat_template: str | None = CHATML,
) -> dict[str, object]:
    """Make what a GGUF file would say about `tiny_tokenizer`; the arguments are the same."""
    tokens = sorted(ByteLevel.alphabet())
    tokens += [merge.replace(" ", "") for merge in merges]
    num_needed = len(tokens) + len(CONTROL_TOKENS)
    size = num_needed if vocab_size is None else vocab_size
    if size < num_needed:
        raise ValueError(f"at least {num_needed} tokens are needed")
    tokens += [f"filler{number}" for number in range(size - num_needed)]
    types = [1] * len(tokens) + [3] * len(CONTROL_TOKENS)
    tokens += CONTROL_TOKENS
    metadata: dict[str, object] = {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": types,
        "tokenizer.ggml.merges": list(merges),
        "tokenizer.ggml.bos_token_id": tokens.index("<|im_start|>"),
        "tokenizer.ggml.eos_token_id": tokens.index("<|im_end|>"),
        "tokenizer.ggml.add_bos_token": False,
    }
    if chat_template is not None:
        metadata["tokenizer.chat_template"] = chat_template
    return metadata


def encode_written(tokenizer: Tokenizer, text: str) -> list[int]:
    """Encode what a chat template wrote: control markers become their ids."""
    return encode_parts(tokenizer, [Written(text)])


def write_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    """Write `tokenizer.json` into a model's folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(tokenizer._backend.to_str(), encoding="utf-8")


def vocabulary(tokenizer: Tokenizer) -> list[str]:
    """List the texts of all tokens."""
    return [tokenizer.token_text(id) for id in range(tokenizer.num_tokens)]
