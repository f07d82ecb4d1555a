"""Any architecture that transformers can run, behind the same three methods as the lean decoder.

Owns every name of transformers that the engine uses, and how the weights of a safetensors folder
are held: packed on the CPU, NF4 or 8 bits through bitsandbytes on CUDA, or as they are. Never runs
code from a model folder.
"""

import logging
import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from torch import Tensor, nn

from engine.errors import BadModelFile, OutOfMemory, UnsupportedModel
from engine.language import say
from engine.models.folder_json import check_sizes, read_object
from engine.models.own_code import refuse_own_code
from engine.models.quantized import DenseLinear, Linear, quantize
from engine.models.weight_files import weight_files
from engine.params import Precision
from engine.paths import user_paths

# No message of the library reaches a user. The hub is kept out by `local_files_only`: its own
# offline switch would also refuse the downloads a user asks for in the same process.
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

_DTYPES = {Precision.FLOAT32: torch.float32}


class TransformersBackend:
    """A causal language model of transformers with a dynamic cache; a `Backend`.

    Args:
        model: in evaluation mode, on its device.
        capacity: positions it may hold.
        can_crop: whether its cache can be rolled back.
    """

    def __init__(self, model: Any, *, capacity: int, can_crop: bool) -> None:
        self.capacity = capacity
        self.can_crop = can_crop
        self.num_rows = int(model.get_input_embeddings().weight.shape[0])
        self.device: torch.device = model.device
        self.chunk = 256
        self.rounding = torch.finfo(model.dtype).eps
        self.keeps_bits = False
        self._model = model
        self._cache = self._new_cache()
        self._logits = torch.empty(0)

    @property
    def num_cached(self) -> int:
        """Positions the cache holds."""
        return int(self._cache.get_seq_length())

    @torch.inference_mode()
    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run ids (T,) after what is cached; give the last `num_logits` rows float32."""
        self._cut(start)
        try:
            output = self._model(
                input_ids=ids.unsqueeze(0),
                cache=self._cache,
                use_cache=True,
                logits_to_keep=max(num_logits, 1),
            )
        except BaseException:
            # Some layers may have grown and some not.
            self._cut(start)
            raise
        self._logits = output.logits[0, -num_logits:].float() if num_logits else torch.empty(0)
        return self._logits

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Give the logits of the last pass again; this backend has no finer ones."""
        return self._logits[row, ids]

    def crop(self, length: int) -> None:
        """Forget positions from `length` on."""
        if length == 0:
            self._cache = self._new_cache()
        else:
            self._cut(length)

    def _cut(self, length: int) -> None:
        for layer in self._cache.layers:
            surplus = layer.get_seq_length() - length
            if surplus > 0:
                layer.crop(-surplus)

    def _new_cache(self) -> Any:
        from transformers import DynamicCache

        return DynamicCache(config=self._model.config)


def read_folder_config(path: Path) -> dict[str, Any]:
    """Read config.json of a folder.

    Raises:
        BadModelFile: it is missing, not JSON, has impossible sizes, or there are no safetensors
            beside it.
        RefusedCode: the weights beside it, or code of its own, would have to be run.
    """
    if not (path / "config.json").exists():
        raise BadModelFile(str(path), say("there is no config.json in the folder"))
    config = read_object(path / "config.json", what=say("its config.json"))
    if not isinstance(config.get("model_type"), str):
        raise BadModelFile(str(path), say("its config.json names no model type"))
    refuse_own_code(str(path), config)
    check_sizes(str(path), config)
    weight_files(path)
    return config


@dataclass(frozen=True, slots=True)
class Folder:
    """A loaded folder; `kind` says how its weights are held, for people."""

    backend: TransformersBackend
    kind: str
    num_parameters: int


def load_folder(
    path: Path,
    *,
    precision: Precision,
    device: torch.device,
    capacity: int | None,
    most_bytes: int | None = None,
) -> Folder:
    """Load a safetensors folder.

    Args:
        path: with config.json and safetensors; other weights are never read.
        precision: how to hold the weights; AUTO is int8 on the CPU and NF4 on CUDA.
        device: where.
        capacity: positions wanted, or None for the model's own.
        most_bytes: of weights that may lie on the device, or None where all fit. What is left
            stays in 16 bits beside the processor, or on disk where that is the device, and is
            fetched in each pass.

    Raises:
        BadModelFile: the folder is not whole.
        UnsupportedModel: transformers does not know the architecture.
        OutOfMemory: it does not fit.
    """
    config = read_folder_config(path)
    if precision is Precision.AUTO:
        precision = Precision.NF4 if device.type == "cuda" else Precision.INT8
    if precision is Precision.NF4 and device.type != "cuda":
        precision = Precision.INT4
    limits: dict[int | str, int] | None = None
    if most_bytes is not None:
        precision = Precision.BFLOAT16
        limits = {"cpu": most_bytes} if device.type == "cpu" else {0: most_bytes}
    model = _from_pretrained(path, config, precision, device, limits=limits)
    # Not by their tensors: in NF4 two lie in one byte.
    num_parameters = int(model.num_parameters())
    if precision in (Precision.INT8, Precision.INT4, Precision.NF4):
        # bitsandbytes has packed the rest on CUDA, but leaves the output matrix in bfloat16,
        # which is most of the bytes of a small model.
        only_head = device.type == "cuda"
        _pack_linears(model, precision.value, device=device, only_head=only_head)
    positions = _max_positions(model)
    room = min(capacity, positions) if capacity is not None else positions
    backend = TransformersBackend(model, capacity=room, can_crop=_can_crop(model, room))
    return Folder(backend, precision.value, num_parameters)


def _from_pretrained(
    path: Path,
    config: dict[str, Any],
    precision: Precision,
    device: torch.device,
    *,
    limits: dict[int | str, int] | None = None,
) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from transformers import AutoModelForCausalLM, BitsAndBytesConfig
        from transformers.utils.logging import disable_progress_bar
    disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.getLogger("transformers").setLevel(logging.ERROR)
    # It would tell at each product that it rounds activations.
    logging.getLogger("bitsandbytes").setLevel(logging.ERROR)
    quantization = None
    if device.type == "cuda" and precision in (Precision.NF4, Precision.INT8, Precision.INT4):
        is_8bit = precision is Precision.INT8
        quantization = BitsAndBytesConfig(  # type: ignore[no-untyped-call]
            load_in_8bit=is_8bit,
            load_in_4bit=not is_8bit,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_compute_dtype=torch.bfloat16,
        )
    try:
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            path,
            dtype=_DTYPES.get(precision, torch.bfloat16),
            quantization_config=quantization,
            device_map=_device_map(device, is_limited=limits is not None),
            max_memory=limits,
            offload_folder=None if limits is None else user_paths().cache / "offload",
            use_safetensors=True,
            trust_remote_code=False,
            local_files_only=True,
            attn_implementation="sdpa",
            output_loading_info=True,
        )
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise OutOfMemory(device=device.type.upper()) from error
    except ValueError as error:
        raise UnsupportedModel(str(path), "architecture", config["model_type"]) from error
    except (
        SafetensorError,
        OSError,
        RuntimeError,
        KeyError,
        TypeError,
        ArithmeticError,
    ) as error:
        raise BadModelFile(str(path), say("its weights cannot be loaded")) from error
    model: Any
    model, info = loaded
    if info["missing_keys"]:
        # The library would fill them with random numbers.
        missing = min(info["missing_keys"])
        detail = say("there are no weights for {tensor} in it").format(tensor=missing)
        raise BadModelFile(str(path), detail)
    model.eval()
    return model


def _device_map(device: torch.device, *, is_limited: bool) -> str | dict[str, str] | None:
    if is_limited:
        return "auto"
    return {"": str(device)} if device.type != "cpu" else None


class _PackedModule(nn.Module):
    """A linear layer of a transformers model, held packed."""

    def __init__(self, linear: Linear, bias: Tensor | None) -> None:
        super().__init__()
        self._linear = linear
        self._bias = bias
        # Some models ask their layers for a dtype.
        self.weight = torch.empty(0, dtype=torch.bfloat16)

    def forward(self, x: Tensor) -> Tensor:
        """Multiply x (..., K): (..., N)."""
        shape = x.shape
        y = self._linear(x.reshape(-1, shape[-1])).view(*shape[:-1], -1)
        return y if self._bias is None else y + self._bias


def _pack_linears(
    model: nn.Module, kind: str, *, device: torch.device, only_head: bool = False
) -> None:
    """Replace linear layers by packed ones, one at a time, so that memory only falls."""
    from transformers.pytorch_utils import Conv1D

    tied = model.get_input_embeddings().weight  # type: ignore[operator]
    for name, module in list(model.named_modules()):
        # The output matrix has the largest say in which token wins: never below 8 bits.
        is_head = name.endswith("lm_head")
        if not isinstance(module, nn.Linear | Conv1D) or (only_head and not is_head):
            continue
        weight = module.weight.detach()
        linear = quantize(
            weight.T if isinstance(module, Conv1D) else weight,
            "int8" if is_head else kind,
            device=device,
        )
        if isinstance(linear, DenseLinear) and module.weight is tied:
            continue
        bias = None if module.bias is None else module.bias.detach()
        parent, _, child = name.rpartition(".")
        setattr(model.get_submodule(parent), child, _PackedModule(linear, bias))


def _max_positions(model: Any) -> int:
    config = model.config.get_text_config()
    for name in ("max_position_embeddings", "n_positions", "seq_length"):
        value = getattr(config, name, None)
        if isinstance(value, int) and value > 0:
            return value
    return 4096


def _can_crop(model: Any, room: int) -> bool:
    """Whether every layer of the cache keeps all positions and can drop the newest."""
    from transformers import DynamicCache

    cache = DynamicCache(config=model.config)
    config = model.config.get_text_config()
    window = getattr(config, "sliding_window", None)
    windowed = [layer for layer in cache.layers if type(layer).__name__ != "DynamicLayer"]
    if windowed and isinstance(window, int) and window > room:
        # A window that is never filled forgets nothing.
        return all("SlidingWindow" in type(layer).__name__ for layer in windowed)
    return bool(cache.layers) and not windowed
