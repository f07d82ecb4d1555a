"""A trained head that writes ahead from its target's own hidden states.

Owns how a head is stepped and which of its entries are true: those made from the target's
features stay, those from its own states are written over in the next round. Proposes only ids of
its trimmed vocabulary, and says what they were drawn from over all of the target's.

Source: Li et al. 2025, EAGLE-3; Zhao et al. 2025, FR-Spec (the trimmed vocabulary).
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.drafting.follower import Follower
from engine.drafting.head_network import HeadNetwork
from engine.drafting.protocol import NOTHING, Proposal
from engine.errors import BadLogits
from engine.events import TokenSource
from engine.models.cached import CachedModel
from engine.models.decoder import Embedding
from engine.sampling import Sampler

_CHUNK = 64
_NUM_CANDIDATES = 256
"""Of its likeliest ids a sampled draft is drawn; what it leaves out hardly ever stands."""


class FeatureSource(Protocol):
    """What a head needs of its target's backend: a `Decoder` that was told to `tap`."""

    @property
    def features(self) -> Tensor:
        """Hidden states (capacity, taps * hidden) of the positions in the cache."""


class HeadDrafter:
    """Proposes what a head foretells.

    Args:
        network: the head; nobody else may use its memory.
        target: the model it was trained for.
        source_of_features: the target's backend.
        embedding: the target's.
        vocabulary: (W,) int64 the ids of the head's rows, ascending.
        num_rows: V, ids the target has rows for.
        name: for error messages.
    """

    source = TokenSource.HEAD

    def __init__(
        self,
        network: HeadNetwork,
        target: CachedModel,
        *,
        source_of_features: FeatureSource,
        embedding: Embedding,
        vocabulary: Tensor,
        num_rows: int,
        name: str,
    ) -> None:
        self._network = network
        self._target = target
        self._source = source_of_features
        self._embedding = embedding
        self._vocabulary = vocabulary
        self._ids_of_rows: list[int] = vocabulary.tolist()
        self._num_rows = num_rows
        self._name = name
        self._ids: list[int] = []
        """The sequence whose entries are true: entry i needs ids up to i + 1."""
        self._follower = Follower()

    @property
    def num_words(self) -> int:
        """Ids it may propose."""
        return len(self._ids_of_rows)

    @torch.inference_mode()
    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Read what the target has seen since, then go on alone.

        Raises:
            BadLogits: the first row is not finite already, so that this draft is of no use.
        """
        num_known = len(ids) - 1
        num_tokens = min(num_tokens, self._network.capacity - num_known + 1)
        if num_tokens < 1 or num_known < 1 or self._target.length < num_known:
            return NOTHING
        self.forget_after(ids)
        # The last entry is always made again, so that there is a state to start from.
        kept = min(self._num_true(), num_known - 1)
        num_caught_up = num_known - kept
        state: Tensor | None = None
        for start in range(kept, num_known, _CHUNK):
            if should_stop():
                return NOTHING
            end = min(start + _CHUNK, num_known)
            features = self._source.features[start:end]
            state = self._network.read(features, self._embed(ids[start + 1 : end + 1]), start)
            self._ids.extend(ids[len(self._ids) : end + 1])
        drafted: list[int] = []
        rows: list[Tensor] = []
        while state is not None and not should_stop():
            row = self._row(state, sampler, drafted)
            if row is None:
                self._ids = []
                if not drafted:
                    raise BadLogits(model=self._name)
                break
            drafted.append(self._pick(row, sampler, len(ids) + len(drafted), rows))
            if len(drafted) == num_tokens:
                break
            position = num_known + len(drafted) - 1
            state = self._network.go_on(state, self._embed(drafted[-1:]), position)
        return Proposal(drafted, torch.stack(rows) if rows else None, num_caught_up)

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count the entries it lacks; the lengths tell, since it only ever falls behind."""
        return max(len(ids) - len(self._ids), 0)

    def forget_after(self, ids: Sequence[int]) -> None:
        """Keep the entries that `ids` would make too."""
        del self._ids[self._follower.num_common(self._ids, ids) :]

    def _num_true(self) -> int:
        return max(len(self._ids) - 1, 0)

    def _embed(self, ids: Sequence[int]) -> Tensor:
        return self._embedding.rows(torch.tensor(ids, device=self._network.device))

    def _row(self, state: Tensor, sampler: Sampler, drafted: Sequence[int]) -> Tensor | None:
        """Give processed logits, over the head's rows where nothing depends on the context, else
        over all ids; None where they are no numbers."""
        row = self._network.logits(state)
        if bool(row.isnan().any()):
            return None
        if sampler.processors.is_idle:
            return row
        whole = row.new_full((self._num_rows,), -torch.inf)
        whole[self._vocabulary] = row
        return sampler.processors.apply(whole, drafted)

    def _pick(self, row: Tensor, sampler: Sampler, position: int, rows: list[Tensor]) -> int:
        """Choose an id, and note in `rows` what it was drawn from where it was drawn."""
        is_trimmed = sampler.processors.is_idle
        if sampler.is_greedy:
            best = int(row.argmax())
            return self._ids_of_rows[best] if is_trimmed else best
        probs = sampler.distribution(row.unsqueeze(0))[0]
        likely, index = probs.topk(min(_NUM_CANDIDATES, probs.shape[0]))
        ids = self._vocabulary[index] if is_trimmed else index
        whole = probs.new_zeros(self._num_rows)
        whole[ids] = likely / likely.sum()
        if sampler.has_choices:
            return sampler.choose(whole, position)
        rows.append(whole)
        return int(ids[sampler.draw(whole[ids])])
