"""The packed products of torch, under names of our own.

Owns every private torch operator the project calls, the check that they compute what we think
they do, and the fallback where they do not exist. Packed bytes differ between processors and
between CPU and CUDA with the same shape, so `packing_key` names all that they depend on.
Source: torch 2.13, `aten/src/ATen/native/{cpu,cuda}/int4mm*` and `int8mm*`, and
`native/quantized/cpu/qlinear*` with FBGEMM below it.
"""

import platform
import warnings
from collections.abc import Callable
from functools import lru_cache

import torch
from torch import Tensor

GROUP_SIZE = 32
"""Inputs that share a scale in the 4-bit format; the smallest torch packs, and GGUF's own."""
_INNER_K_TILES = 8


def pack_int4(codes: Tensor, device: torch.device) -> Tensor:
    """Pack 4-bit codes for `matmul_int4`.

    Args:
        codes: (N, K) uint8, each 0 .. 15; N a multiple of 8, K of `GROUP_SIZE`.
        device: where the product will run; packs differ between devices.

    Returns:
        The packed matrix, of a shape only the operator knows.
    """
    if device.type == "cuda":
        pairs = (codes[:, ::2] << 4 | codes[:, 1::2]).to(device)
        packed: Tensor = torch.ops.aten._convert_weight_to_int4pack(pairs, _INNER_K_TILES)
    else:
        packed = torch.ops.aten._convert_weight_to_int4pack_for_cpu(codes.to(torch.int32), 1)
    return packed


def matmul_int4(x: Tensor, packed: Tensor, scales_and_zeros: Tensor) -> Tensor:
    """Multiply x (T, K) bfloat16 by a packed matrix: (T, N) bfloat16.

    Args:
        x: activations.
        packed: what `pack_int4` made on the same device.
        scales_and_zeros: (K / 32, N, 2) bfloat16; a weight is (code - 8) * scale + zero.
    """
    if x.device.type == "cuda":
        operator = torch.ops.aten._weight_int4pack_mm
    else:
        operator = torch.ops.aten._weight_int4pack_mm_for_cpu
    product: Tensor = operator(x, packed, GROUP_SIZE, scales_and_zeros)
    return product


def matmul_int8(x: Tensor, weight: Tensor, scales: Tensor) -> Tensor:
    """Multiply x (T, K) bfloat16 by int8 rows (N, K) with a scale (N,) each: (T, N) bfloat16."""
    product: Tensor = torch.ops.aten._weight_int8pack_mm(x, weight, scales)
    return product


PackedInt8 = torch.ScriptObject
"""A matrix as FBGEMM keeps it, in memory of its own."""
_INT8_ENGINE = "fbgemm"


def pack_int8(codes: Tensor, scales: Tensor) -> PackedInt8:
    """Pack 8-bit rows for `matmul_w8a8`; releases the interpreter while it works.

    Args:
        codes: (N, K) int8 on the CPU.
        scales: (N,) float32, one a row.
    """
    if torch.backends.quantized.engine != _INT8_ENGINE:
        torch.backends.quantized.engine = _INT8_ENGINE
    zeros = torch.zeros(codes.shape[0], dtype=torch.long)
    # An empty row has the scale 0, which is no scale to the library; its codes are all 0.
    known = torch.where(scales > 0, scales, 1.0).double()
    with warnings.catch_warnings():
        # Quantised tensors are on their way out of torch; these live for one line.
        warnings.simplefilter("ignore")
        quantized = torch._make_per_channel_quantized_tensor(codes, known, zeros, 0)
    packed: PackedInt8 = torch.ops.quantized.linear_prepack(quantized, None)
    return packed


def matmul_w8a8(x: Tensor, packed: PackedInt8) -> Tensor:
    """Multiply x (T, K) float32 by packed 8-bit rows: (T, N) float32.

    Args:
        x: activations from -1 to 1, rounded here to 255 steps.
        packed: from `pack_int8`.
    """
    product: Tensor = _int8_product()(x, 1 / 127, 128, packed)
    return product


@lru_cache(maxsize=1)
def _int8_product() -> Callable[[Tensor, float, int, PackedInt8], Tensor]:
    """Find the operator below torch's own call, which looks at every argument for 7 us."""
    operator = torch.ops.quantized.linear_with_input_q_dq_qweight_dq_output_fp32
    found: Callable[[Tensor, float, int, PackedInt8], Tensor] = operator.default._op
    return found


@lru_cache(maxsize=1)
def has_w8a8() -> bool:
    """Check that 8-bit products exist on this processor and do not overflow.

    Without VNNI (or its like) pairs of products are summed in 16 bits, and large ones are cut.
    """
    codes = torch.full((32, 64), 127, dtype=torch.int8)
    codes[::2] = torch.arange(-64, 64, 2, dtype=torch.int8)
    scales = torch.linspace(0.5, 1.5, 32)
    x = torch.ones(5, 64)
    x[1] = torch.linspace(-1, 1, 64)
    if _INT8_ENGINE not in torch.backends.quantized.supported_engines:
        return False
    try:
        product = matmul_w8a8(x, pack_int8(codes, scales))
    except (AttributeError, NotImplementedError, RuntimeError):
        return False
    return _close(product, x @ (codes.float() * scales.unsqueeze(1)).T)


def int4_fits(num_outputs: int, num_inputs: int, device: torch.device) -> bool:
    """Whether a matrix of this shape can be packed on this device."""
    if device.type == "cuda":
        return num_outputs % 8 == 0 and num_inputs % (_INNER_K_TILES * 16) == 0
    return num_outputs % 16 == 0 and num_inputs % GROUP_SIZE == 0


@lru_cache(maxsize=8)
def has_packed_products(device_type: str) -> bool:
    """Check on a small matrix that the packed products exist here and are right.

    Returns:
        False on a processor or a build where they are missing or wrong; the caller then keeps
        bfloat16 matrices.
    """
    device = torch.device(device_type)
    generator = torch.Generator().manual_seed(7)
    codes = torch.randint(0, 16, (64, 128), generator=generator, dtype=torch.uint8)
    scales = torch.rand(64, 4, generator=generator) * 0.1 + 0.01
    weight = ((codes.view(64, 4, 32).float() - 8) * scales.unsqueeze(2)).view(64, 128)
    x = torch.randn(3, 128, generator=generator)
    scales_and_zeros = torch.stack((scales, torch.zeros_like(scales)), dim=2).transpose(0, 1)
    rows = (weight / weight.abs().amax(1, keepdim=True) * 127).round()
    try:
        product4 = matmul_int4(
            x.to(device, torch.bfloat16),
            pack_int4(codes, device),
            scales_and_zeros.contiguous().to(device, torch.bfloat16),
        )
        product8 = matmul_int8(
            x.to(device, torch.bfloat16),
            rows.to(device, torch.int8),
            torch.ones(64, device=device, dtype=torch.bfloat16),
        )
    except (AttributeError, NotImplementedError, RuntimeError):
        return False
    return _close(product4.cpu().float(), x @ weight.T) and _close(
        product8.cpu().float(), x @ rows.T
    )


def packing_key(device: torch.device) -> str:
    """Name everything the packed bytes depend on besides the weights."""
    kind = torch.backends.cpu.get_cpu_capability()
    if device.type == "cuda":
        kind = ".".join(map(str, torch.cuda.get_device_capability(device)))
    return f"{torch.__version__} {platform.system()} {platform.machine()} {device.type} {kind}"


def _close(actual: Tensor, expected: Tensor) -> bool:
    return bool((actual - expected).norm() < 0.02 * expected.norm())
