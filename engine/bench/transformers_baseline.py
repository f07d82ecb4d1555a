"""The same weights through transformers' own `generate`, to compare with.

A GGUF file is dequantised to bfloat16 under the names of Hugging Face; a folder is loaded in
bfloat16. Knows nothing of how the engine decodes: ids in, ids and times out.
"""

import logging
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil
import torch
from torch import Tensor

from engine.errors import OutOfMemory
from engine.models.blocks import dequantize, row_chunks, unpermute_rows
from engine.models.decoder import DecoderConfig
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import GgufWeights, read_config
from engine.models.tokenizer import Tokenizer

_HEADROOM_BYTES = 2**30
_WHOLE_NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
}
_LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_LAYER = re.compile(r"blk\.(\d+)\.(\w+)\.(weight|bias)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineReply:
    """What `generate` wrote, and when: seconds from its call to its first and last token."""

    ids: tuple[int, ...]
    num_first_tokens: int
    first_s: float
    elapsed_s: float


class Baseline:
    """A target, and an assistant if there is one, held by transformers.

    Args:
        target: a GGUF file or a folder.
        draft: the same, or None.
        device: where the models go.

    Raises:
        OutOfMemory: there is no room for the bfloat16 copies.
    """

    def __init__(
        self,
        target: Path,
        draft: Path | None,
        *,
        device: torch.device,
    ) -> None:
        needed = _HEADROOM_BYTES + sum(_bfloat16_bytes(path) for path in (target, draft) if path)
        free = psutil.virtual_memory().available
        if needed > free:
            raise OutOfMemory(device="CPU", needed_bytes=needed, free_bytes=free)
        self._end_ids = sorted(_read_tokenizer(target).end_ids)
        self._target = load_dequantized(target).to(device)
        self._draft = load_dequantized(draft).to(device) if draft else None

    @property
    def has_assistant(self) -> bool:
        """Whether there is an assistant that `generate` accepts: it compares only the heights."""
        return (
            self._draft is not None
            and self._draft.config.vocab_size == self._target.config.vocab_size
        )

    def generate(
        self, prompt_ids: Sequence[int], *, max_new_tokens: int, is_assisted: bool
    ) -> BaselineReply:
        """Continue a prompt greedily.

        Args:
            prompt_ids: one or more.
            max_new_tokens: 1 or more.
            is_assisted: whether the draft helps.
        """
        from transformers import GenerationConfig

        config = GenerationConfig(  # type: ignore[no-untyped-call]
            max_new_tokens=max_new_tokens,
            do_sample=False,
            eos_token_id=self._end_ids or None,
            pad_token_id=self._end_ids[0] if self._end_ids else 0,
        )
        ids = torch.tensor([list(prompt_ids)], device=self._target.device)
        clock = _Clock()
        self._target.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            generation_config=config,
            assistant_model=self._draft if is_assisted else None,
            streamer=clock,
        )
        return clock.reply()


class _Clock:
    """Takes the tokens from `generate` as they come, and notes when; the prompt comes first."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._has_prompt = False
        self._ids: list[int] = []
        self._times: list[float] = []
        self._num_first = 0

    def put(self, ids: Tensor) -> None:
        """Take the next tokens."""
        if not self._has_prompt:
            self._has_prompt = True
            return
        self._times.append(perf_counter() - self._start)
        self._ids += ids.flatten().tolist()
        self._num_first = self._num_first or len(self._ids)

    def end(self) -> None:
        """Do nothing: the last tokens have told the time."""

    def reply(self) -> BaselineReply:
        """Give what came."""
        return BaselineReply(
            ids=tuple(self._ids),
            num_first_tokens=self._num_first,
            first_s=self._times[0] if self._times else 0.0,
            elapsed_s=self._times[-1] if self._times else 0.0,
        )


def load_dequantized(path: Path, dtype: torch.dtype = torch.bfloat16) -> Any:
    """Load a model into transformers' own class, in full or half precision on the CPU.

    Raises:
        EngineError: the file cannot be read.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from transformers import AutoModelForCausalLM
    # Its advice on how to call it would land among the figures.
    logging.getLogger("transformers").setLevel(logging.ERROR)
    if path.is_dir():
        model: Any = AutoModelForCausalLM.from_pretrained(
            path, dtype=dtype, local_files_only=True, trust_remote_code=False
        )
        return model.eval()
    with GgufFile.open(path) as file:
        config = read_config(file)
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(  # type: ignore[no-untyped-call]
                _hf_config(file, config, dtype)
            )
        model.load_state_dict(_state(file, config, dtype), assign=True)
        # Buffers made on the meta device hold nothing: those of the rotation are made anew.
        rotary = type(model.model.rotary_emb)(config=model.config)
        packer = GgufWeights(file, config, device=torch.device("cpu"))
        rotary.inv_freq = packer.inverse_frequencies()
        model.model.rotary_emb = rotary
    return model.requires_grad_(False).eval()


def _hf_config(file: GgufFile, config: DecoderConfig, dtype: torch.dtype) -> Any:
    from transformers import AutoConfig

    shape = file.tensor("blk.0.ffn_gate.weight").shape
    return AutoConfig.for_model(
        config.architecture,
        vocab_size=config.vocab_rows,
        hidden_size=config.hidden_size,
        intermediate_size=shape[0],
        num_hidden_layers=config.num_layers,
        num_attention_heads=config.num_heads,
        num_key_value_heads=config.num_kv_heads,
        head_dim=config.head_size,
        max_position_embeddings=config.context_length,
        rms_norm_eps=config.norm_eps,
        rope_parameters={"rope_type": "default", "rope_theta": config.rope_theta},
        tie_word_embeddings="output.weight" not in file.tensors,
        dtype=dtype,
        # Ids of its own that the file does not have.
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )


def _state(file: GgufFile, config: DecoderConfig, dtype: torch.dtype) -> dict[str, Tensor]:
    """Dequantise every tensor under its name in Hugging Face's models."""
    state = {}
    for name in file.tensors:
        if name != "rope_freqs.weight":
            state[_hf_name(name)] = _dequantized(file, name, config=config, dtype=dtype)
    state.setdefault("lm_head.weight", state["model.embed_tokens.weight"])
    return state


def _hf_name(name: str) -> str:
    layer = _LAYER.fullmatch(name)
    if layer is not None:
        return f"model.layers.{layer[1]}.{_LAYER_NAMES[layer[2]]}.{layer[3]}"
    stem, _, kind = name.rpartition(".")
    return f"{_WHOLE_NAMES[stem]}.{kind}"


def _dequantized(file: GgufFile, name: str, *, config: DecoderConfig, dtype: torch.dtype) -> Tensor:
    tensor = file.tensor(name)
    stored = file.tensor_bytes(name)
    values = torch.empty(tensor.shape, dtype=dtype)
    if len(tensor.shape) == 1:
        values.copy_(dequantize(stored, tensor.type, shape=tensor.shape))
    else:
        for run, chunk in row_chunks(stored, tensor.type, shape=tensor.shape):
            shape = (chunk.shape[0], tensor.shape[1])
            values[run] = dequantize(chunk, tensor.type, shape=shape)
    if config.architecture == "llama" and ".attn_q." in name:
        return unpermute_rows(values, config.num_heads)
    if config.architecture == "llama" and ".attn_k." in name:
        return unpermute_rows(values, config.num_kv_heads)
    return values


def _read_tokenizer(path: Path) -> Tokenizer:
    if path.is_dir():
        return Tokenizer.from_folder(path)
    with GgufFile.open(path) as file:
        return Tokenizer.from_gguf_metadata(file.metadata, str(path))


def _bfloat16_bytes(path: Path) -> int:
    """Bytes that the weights take in bfloat16."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.glob("*.safetensors"))
    return 2 * num_parameters(path)


def num_parameters(path: Path) -> int:
    """Count the weights of a GGUF file."""
    with GgufFile.open(path) as file:
        return sum(prod(tensor.shape) for tensor in file.tensors.values())
