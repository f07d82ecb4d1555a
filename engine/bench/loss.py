"""What packing costs: the packed model's distribution against the file's own float32 values.

The reference is transformers' model of the same architecture with every tensor dequantised, on the
same ids. The same reference in bfloat16 is the yardstick: what half precision alone would change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
import torch
from torch import Tensor

from engine.bench.machine import Machine
from engine.bench.report import table
from engine.bench.transformers_baseline import load_dequantized, num_parameters
from engine.errors import OutOfMemory
from engine.models.loader import LoadedModel

_CHUNK = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """How far one model's next-token distributions lie from the reference's.

    Args:
        name: what was compared.
        mean_kl: KL(reference || model) a position, in nats.
        largest_kl: the worst position's.
        same_best: share of positions with the same most likely token.
    """

    name: str
    mean_kl: float
    largest_kl: float
    same_best: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LossReport:
    """The loss of one file; `num_positions` of text were read."""

    machine: Machine
    model: str
    num_positions: int
    divergences: Sequence[Divergence]

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return asdict(self)

    @property
    def is_good(self) -> bool:
        """Always: a loss is stated, not judged."""
        return True

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield f"{self.model}, {self.num_positions} positions, against the file's float32 values"
        yield ""
        rows = [("HELD", "mean KL, nats", "largest", "same best token")]
        rows += [
            (d.name, f"{d.mean_kl:.5f}", f"{d.largest_kl:.4f}", f"{100 * d.same_best:.1f} %")
            for d in self.divergences
        ]
        yield from table(rows)


def measure_loss(path: Path, loaded: LoadedModel, ids: Sequence[int]) -> list[Divergence]:
    """Compare on one text.

    Args:
        path: the GGUF file.
        loaded: the same file as the engine holds it; its cache is used and emptied.
        ids: of the text.

    Raises:
        OutOfMemory: there is no room for the float32 copy.
    """
    needed, free = 4 * num_parameters(path), psutil.virtual_memory().available
    if needed > free:
        raise OutOfMemory(device="CPU", needed_bytes=needed, free_bytes=free)
    num_tokens = loaded.tokenizer.num_tokens
    reference_model = load_dequantized(path, torch.float32)
    reference = _log_probs(_read(reference_model, ids), num_tokens)
    half = _log_probs(_read(reference_model.to(torch.bfloat16), ids), num_tokens)
    del reference_model
    loaded.model.crop_to(0)
    pieces = [
        loaded.model.extend(ids[start : start + _CHUNK]) for start in range(0, len(ids), _CHUNK)
    ]
    loaded.model.crop_to(0)
    packed = _log_probs(torch.cat(pieces), num_tokens)
    return [
        divergence(f"packed ({loaded.info.kind})", reference, packed),
        divergence("bfloat16", reference, half),
    ]


def divergence(name: str, reference: Tensor, other: Tensor) -> Divergence:
    """Compare log-probabilities (T, V) float64 position by position."""
    terms = reference.exp() * (reference - other)
    kl = terms.sum(1).clamp_min(0.0)
    same = reference.argmax(1) == other.argmax(1)
    return Divergence(
        name=name,
        mean_kl=kl.mean().item(),
        largest_kl=kl.max().item(),
        same_best=same.double().mean().item(),
    )


@torch.inference_mode()
def _read(model: torch.nn.Module, ids: Sequence[int]) -> Tensor:
    logits: Tensor = model(torch.tensor([list(ids)])).logits[0]
    return logits


def _log_probs(logits: Tensor, num_tokens: int) -> Tensor:
    return torch.log_softmax(logits[:, :num_tokens].double(), dim=1)
