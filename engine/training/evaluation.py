"""How often held-out text stands where the head foretells it, place by place.

Conversations are forced: a place counts where all before it in the draft were accepted. Greedy
answers are held against the likeliest foretelling, sampled ones against both rules.

Source: Leviathan et al. 2023 (rejection), Daliri et al. 2024 (coupled).
"""

import torch
from torch import Tensor

from engine.training.conversation import SAMPLED_TEMPERATURE, Kind
from engine.training.examples import Batch
from engine.training.progress import Acceptance

_CHUNK = 128
_TINY = 1e-20


class Evaluation:
    """Sums over held-out batches.

    Args:
        rows: (W, hidden) output rows of the head's vocabulary.
        all_rows: (V, hidden) the target's, in the same dtype.
        vocabulary: (W,) the ids of `rows`.
        num_steps: places to look at.
        seed: of the noise of the coupled rule.
    """

    def __init__(
        self, *, rows: Tensor, all_rows: Tensor, vocabulary: Tensor, num_steps: int, seed: int
    ) -> None:
        self._rows, self._all_rows, self._vocabulary = rows, all_rows, vocabulary
        self._num_steps = num_steps
        self._generator = torch.Generator().manual_seed(seed)
        self._sums = torch.zeros(2, num_steps, 2, dtype=torch.float64)
        self._coupled = torch.zeros(2, dtype=torch.float64)
        self._covered = torch.zeros(2, dtype=torch.float64)

    def add(self, batch: Batch, states: list[Tensor], targets: Tensor) -> None:
        """Count a batch.

        Args:
            batch: held out.
            states: for each step (B, n, hidden), normed.
            targets: (B, n, hidden) the target's, normed.
        """
        for row in range(targets.shape[0]):
            labels, kinds = batch.ids[row, 2:], batch.kinds[row]
            is_answer = (kinds == Kind.GREEDY) | (kinds == Kind.SAMPLED)
            covered = torch.isin(labels[is_answer], self._vocabulary)
            self._covered += torch.tensor([covered.sum(), covered.numel()])
            of_row = [state[row] for state in states]
            self._add_greedy(of_row, labels, kinds == Kind.GREEDY)
            self._add_sampled(of_row, targets[row], labels, kinds == Kind.SAMPLED)

    def result(self) -> Acceptance:
        """Give the figures so far."""
        rates = self._sums[:, :, 0] / self._sums[:, :, 1].clamp_min(1e-9)
        return Acceptance(
            greedy=tuple(rates[0].tolist()),
            sampled=tuple(rates[1].tolist()),
            coupled=float(self._coupled[0] / self._coupled[1].clamp_min(1e-9)),
            coverage=float(self._covered[0] / self._covered[1].clamp_min(1e-9)),
            num_tokens=int(self._covered[1]),
        )

    def _add_greedy(self, states: list[Tensor], labels: Tensor, is_counted: Tensor) -> None:
        # A draft begins anywhere in an answer and stays in it.
        alive = torch.ones(labels.shape[0], dtype=torch.float64)
        for step, state in enumerate(states):
            if step:
                alive = torch.cat((torch.zeros(1, dtype=torch.float64), alive[:-1]))
            alive = alive * is_counted
            told = self._vocabulary[(state @ self._rows.T).argmax(1)]
            stands = alive * (told == labels)
            self._sums[0, step] += torch.stack((stands.sum(), alive.sum()))
            alive = stands

    def _add_sampled(
        self, states: list[Tensor], targets: Tensor, labels: Tensor, is_counted: Tensor
    ) -> None:
        picked = is_counted.nonzero().squeeze(1)
        if picked.numel() == 0:
            return
        p_all = self._probs(targets[picked] @ self._all_rows.T)
        p = p_all[:, self._vocabulary]
        place = torch.searchsorted(self._vocabulary, labels[picked])
        place = place.clamp_max(self._vocabulary.shape[0] - 1)
        is_known = self._vocabulary[place] == labels[picked]
        p_label = p.gather(1, place.unsqueeze(1)).squeeze(1)
        alive = torch.ones(labels.shape[0])
        for step, state in enumerate(states):
            q = self._probs(state[picked] @ self._rows.T)
            if step == 0:
                self._add_coupled(p_all, q)
            if step:
                alive = torch.cat((torch.zeros(1), alive[:-1]))
            reached = alive[picked]
            common = torch.minimum(p, q).sum(1)
            sums = torch.stack(((reached * common).sum(), reached.sum()))
            self._sums[1, step] += sums.double()
            ratio = q.gather(1, place.unsqueeze(1)).squeeze(1) / p_label.clamp_min(_TINY)
            stands = torch.where(is_known, ratio.clamp_max(1.0), 0.0)
            alive = torch.zeros_like(alive)
            alive[picked] = reached * stands

    def _add_coupled(self, p_all: Tensor, q: Tensor) -> None:
        for start in range(0, q.shape[0], _CHUNK):
            part = slice(start, start + _CHUNK)
            noise = torch.empty_like(p_all[part]).exponential_(generator=self._generator)
            theirs = (p_all[part] / noise).argmax(1)
            ours = self._vocabulary[(q[part] / noise[:, self._vocabulary]).argmax(1)]
            self._coupled += torch.tensor([(ours == theirs).sum(), theirs.numel()])

    def _probs(self, logits: Tensor) -> Tensor:
        return torch.softmax(logits.float() / SAMPLED_TEMPERATURE, dim=1)
