"""Which tokens a head may propose: those its target uses most, and all that stand for little.

Source: Zhao et al. 2025, FR-Spec; Goel et al. 2025, VocabTrim.
"""

import torch
from torch import Tensor

from engine.models.tokenizer import Tokenizer
from engine.training.conversation import Kind
from engine.training.corpus import Corpus

_STEP = 1024


def count_ids(corpus: Corpus, num_rows: int) -> Tensor:
    """Count how often each id was written in questions and answers: (num_rows,) int64."""
    counts = torch.zeros(num_rows, dtype=torch.long)
    for ids, kinds in corpus.ids_and_kinds():
        written = ids[(kinds != Kind.GIVEN) & (kinds != Kind.LOOP)]
        counts += torch.bincount(written.long(), minlength=num_rows)
    return counts


def choose_vocabulary(
    counts: Tensor, tokenizer: Tokenizer, *, smallest: int, largest: int, coverage: float
) -> Tensor:
    """Choose ids: the frequent, all control and single-byte tokens, and low ids to fill up.

    Args:
        counts: (V,) from `count_ids`.
        tokenizer: the target's.
        smallest, largest: how many, at least and at most.
        coverage: share of what was written that is enough.

    Returns:
        (W,) int64, ascending.
    """
    num_ids = min(counts.shape[0], tokenizer.num_tokens)
    largest, smallest = min(largest, num_ids), min(smallest, num_ids)
    kept = [id for id in range(num_ids) if is_kept(tokenizer, id)]
    rank = counts[:num_ids].clone()
    rank[torch.tensor(kept, dtype=torch.long)] = counts.sum() + 1
    # A stable order puts low ids, which are frequent ones, before high ones of the same count.
    order = rank.argsort(descending=True, stable=True)
    covered = counts[order].cumsum(0) / counts.sum().clamp_min(1)
    enough = int((covered < coverage).sum()) + 1
    size = min(max(-(-enough // _STEP) * _STEP, smallest), largest)
    return order[: max(size, len(kept))].sort().values


def is_kept(tokenizer: Tokenizer, id: int) -> bool:
    """Say whether a token is kept however rare it is."""
    return tokenizer.is_control(id) or len(tokenizer.token_bytes(id)) == 1


def coverage_of(vocabulary: Tensor, ids: Tensor) -> float:
    """Say which share of ids a vocabulary has."""
    return float(torch.isin(ids, vocabulary).float().mean()) if ids.numel() else 0.0
