"""The head as it is trained: whole sequences at once, unrolled on its own hidden states.

Owns the forward pass with gradients; `drafting/head_network.py` runs the same arithmetic a token
at a time. Entry i reads the target's features at position i and the embedding of id i + 1, and
foretells id i + 2. In step s > 1 it reads what step s - 1 made of entry i - 1 instead, as it will
when it drafts, and attends to true entries up to i - s + 1 and to the steps between.

Source: Li et al. 2025, EAGLE-3 (features of several layers, unrolled training).
"""

from collections.abc import Mapping

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.drafting.head_shape import HeadShape

Parameters = Mapping[str, Tensor]


def initial_parameters(shape: HeadShape, *, seed: int) -> dict[str, Tensor]:
    """Make the parameters of an untrained head, float32.

    It begins by passing the target's last features and its own state through. Beginning with the
    target's last layer was tried and is slower.
    """
    generator = torch.Generator().manual_seed(seed)
    parameters = {}
    for name, (rows, columns) in shape.matrices():
        values = torch.randn(rows, columns, generator=generator) * columns**-0.5
        if name.endswith(("output", "down")):
            values *= 0.3
        if name == "features":
            values *= 0.3
            values[:, -shape.hidden_size :] += torch.eye(shape.hidden_size)
        if name == "own":
            values = values * 0.1 + torch.eye(shape.hidden_size)
        parameters[name] = values
    parameters.update({name: torch.ones(size) for name, size in shape.vectors()})
    return parameters


def unrolled(
    parameters: Parameters,
    shape: HeadShape,
    *,
    features: Tensor,
    embeddings: Tensor,
    turns: Tensor,
    num_steps: int,
) -> list[Tensor]:
    """Run all entries of some sequences.

    Args:
        parameters: in one dtype.
        shape: theirs.
        features: (B, n, taps * hidden), of position i.
        embeddings: (B, n, hidden), of id i + 1.
        turns: (n or more, head_size / 2) complex64.
        num_steps: how many tokens ahead to go.

    Returns:
        For each step normed hidden states (B, n, hidden), ready for the output rows; entry i of
        step s is meaningful from i = s - 1 on.
    """
    batch, num_entries, hidden = embeddings.shape
    cosines = turns.real[:num_entries].to(embeddings.dtype)
    sines = turns.imag[:num_entries].to(embeddings.dtype)
    words = F.linear(_rms(embeddings, shape), parameters["embedding"])
    taps = features.view(batch, num_entries, len(shape.taps), hidden)
    x = F.linear(_rms(taps, shape).flatten(2), parameters["features"])
    memories: list[list[tuple[Tensor, Tensor]]] = [[] for _ in range(shape.num_layers)]
    outputs = []
    for step in range(num_steps):
        x = x + words
        for layer, memory in enumerate(memories):
            normed = _rms(x, shape) * parameters[f"{layer}.attention_norm"]
            attended = _attend(
                F.linear(normed, parameters[f"{layer}.qkv"]),
                shape,
                cosines=cosines,
                sines=sines,
                memory=memory,
            )
            x = x + F.linear(attended, parameters[f"{layer}.output"])
            normed = _rms(x, shape) * parameters[f"{layer}.mlp_norm"]
            gate, up = F.linear(normed, parameters[f"{layer}.gate_up"]).chunk(2, dim=2)
            x = x + F.linear(F.silu(gate) * up, parameters[f"{layer}.down"])
        state = _rms(x, shape)
        outputs.append(state * parameters["norm"])
        if step + 1 < num_steps:
            x = F.pad(F.linear(state, parameters["own"])[:, :-1], (0, 0, 1, 0))
    return outputs


def _attend(
    qkv: Tensor,
    shape: HeadShape,
    *,
    cosines: Tensor,
    sines: Tensor,
    memory: list[tuple[Tensor, Tensor]],
) -> Tensor:
    """Attend to true entries, then to those of the steps since; keeps this step's in `memory`."""
    batch, length, _ = qkv.shape
    heads, kv_heads, size = shape.num_heads, shape.num_kv_heads, shape.head_size
    group = heads // kv_heads
    qkv = qkv.view(batch, length, heads + 2 * kv_heads, size).transpose(1, 2)
    turned = _turn(qkv[:, : heads + kv_heads], cosines, sines)
    queries = turned[:, :heads].reshape(batch, kv_heads, group, length, size) * size**-0.5
    memory.append((turned[:, heads:].unsqueeze(2), qkv[:, heads + kv_heads :].unsqueeze(2)))
    num_steps = len(memory)
    keys, values = memory[0]
    scores = queries @ keys.transpose(3, 4)
    scores = scores.float().masked_fill(_hidden(length, num_steps - 1, shape.window), -torch.inf)
    later = [
        (queries * _shifted(keys, num_steps - 1 - step)).sum(4, keepdim=True).float()
        for step, (keys, _) in enumerate(memory)
        if step
    ]
    shares = torch.softmax(torch.cat((scores, *later), dim=4), dim=4).to(qkv.dtype)
    attended = shares[..., :length] @ values
    for step, (_, values) in enumerate(memory):
        if step:
            share = shares[..., length + step - 1 : length + step]
            attended = attended + share * _shifted(values, num_steps - 1 - step)
    return attended.reshape(batch, heads, length, size).transpose(1, 2).flatten(2)


def _hidden(length: int, num_back: int, window: int) -> Tensor:
    """Hide true entries that a step may not see: (length, length) bool.

    The first rows of a later step have no true entry at all: they see entry 0, and are not learnt.
    """
    columns = torch.arange(length)
    last = (columns - num_back).clamp_min(0).unsqueeze(1)
    return (columns > last) | (columns <= columns.unsqueeze(1) - window) & (columns < last)


def _shifted(x: Tensor, num_entries: int) -> Tensor:
    """Give entry i what stands at i - num_entries of (B, heads, 1, n, size)."""
    return F.pad(x[..., : x.shape[3] - num_entries, :], (0, 0, num_entries, 0))


def _turn(x: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
    """Turn pairs of neighbours of (B, heads, n, size)."""
    left, right = x.view(*x.shape[:3], -1, 2).unbind(4)
    pairs = (left * cosines - right * sines, left * sines + right * cosines)
    return torch.stack(pairs, dim=4).flatten(3)


def _rms(x: Tensor, shape: HeadShape) -> Tensor:
    return F.rms_norm(x, (shape.hidden_size,), None, shape.norm_eps)
