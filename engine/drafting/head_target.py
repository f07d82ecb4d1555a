"""What a head takes from its target: output rows and embeddings, in the model's own basis."""

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.models.decoder import DecoderWeights


def output_rows(weights: DecoderWeights, index: Tensor) -> Tensor:
    """Give output rows (n,) of a target for states with a mean square of 1: float32 (n, hidden).

    The target's last norm is folded in, as is whatever basis it is held in.
    """
    rows = weights.head.rows(index)
    if weights.norm is not None:
        return rows * weights.norm.float()
    rows = rows * rows.shape[1] ** -0.5
    return rows if weights.basis is None else weights.basis.turn_back(rows)


def normed(x: Tensor, norm_eps: float) -> Tensor:
    """Scale rows (..., hidden) to a mean square of 1."""
    return F.rms_norm(x, (x.shape[-1],), None, norm_eps)


def embedding_table(weights: DecoderWeights, num_rows: int) -> Tensor:
    """Decode a target's whole embedding: (V, hidden) float32, as the file has it."""
    return weights.embedding.rows(torch.arange(num_rows, device=weights.inverse_frequencies.device))
