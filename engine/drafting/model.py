"""A small model of the same tokenizer that writes ahead.

Owns how a draft model is stepped. Its cache catches up with the accepted sequence by itself, so a
refused draft, a fully accepted one, an edit and a new turn are all the same to it.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from engine.device_ids import DeviceIds, to_device
from engine.device_rounds import draft_token, stays_on_device
from engine.drafting.protocol import NOTHING, Proposal
from engine.errors import BadLogits
from engine.events import TokenSource
from engine.models.cached import CachedModel
from engine.sampling import Sampler


class ModelDrafter:
    """Proposes what a draft model would say.

    Args:
        model: the draft; nobody else may use its cache.
    """

    source = TokenSource.MODEL

    def __init__(self, model: CachedModel) -> None:
        self.model = model
        self._unread: DeviceIds | None = None

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Step the draft model; a row that is not finite ends the draft before it.

        Raises:
            BadLogits: it is the first row already, so that this draft is of no use.
        """
        if self._unread is not None and not self._unread.was_sound:
            self._unread = None
            self._give_up([])
        num_tokens = min(num_tokens, self.model.capacity - len(ids) + 1)
        if num_tokens < 1:
            return NOTHING
        # The last id is always read again, so that there is a row to start from.
        kept = self.model.sync(ids[:-1])
        num_caught_up = len(ids) - kept
        while len(ids) - kept > self.model.chunk:
            if should_stop():
                return NOTHING
            self.model.extend(ids[kept : kept + self.model.chunk], num_logits=0)
            kept += self.model.chunk
        fed = ids[kept:]
        if stays_on_device(self.model, sampler):
            return self._propose_unread(
                fed, len(ids), num_tokens=num_tokens, sampler=sampler, should_stop=should_stop
            )
        drafted: list[int] = []
        rows: list[Tensor] = []
        while len(drafted) < num_tokens and not should_stop():
            logits = self.model.extend(fed, num_logits=1)
            row = sampler.processors.apply(logits[0], drafted)
            if sampler.is_greedy:
                if bool(row.isnan().any()):
                    self._give_up(drafted)
                    break
                drafted.append(int(row.argmax()))
            else:
                probs = sampler.distribution(row.unsqueeze(0))[0]
                if not bool(probs.sum().isfinite()):
                    self._give_up(drafted)
                    break
                if sampler.has_choices:
                    drafted.append(sampler.choose(probs, len(ids) + len(drafted)))
                else:
                    drafted.append(sampler.draw(probs))
                    rows.append(probs)
            fed = drafted[-1:]
        probs_of_all = torch.stack(rows) if rows else None
        return Proposal(drafted, probs_of_all, num_caught_up)

    def _propose_unread(
        self,
        fed: Sequence[int],
        length: int,
        *,
        num_tokens: int,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Step the draft model without a look at what it says.

        A row that is not finite cannot end the draft, so it is refused by the target and told
        when the next draft begins.

        Args:
            fed: ids to read first.
            length: of the sequence that ends with them.
        """
        device = self.model.backend.device
        uniforms = None
        if not sampler.has_choices:
            numbers = [sampler.uniform() for _ in range(num_tokens)]
            uniforms = to_device(numbers, device, dtype=torch.float64)
        tensor = torch.empty(num_tokens, dtype=torch.long, device=device)
        drafted = DeviceIds(tensor, is_sound=torch.ones((), dtype=torch.bool, device=device))
        rows: list[Tensor] = []
        for place in range(num_tokens):
            if should_stop():
                # Nobody will judge what there is.
                return NOTHING
            if place == 0:
                logits = self.model.extend(fed, num_logits=1)
            else:
                logits = self.model.extend_unread((), drafted, count=1, num_logits=1)
            id, probs, is_sound = draft_token(
                logits,
                sampler,
                position=length + place,
                uniform=None if uniforms is None else uniforms[place],
            )
            tensor[place : place + 1] = id
            drafted.is_sound = drafted.is_sound & is_sound
            if probs is not None:
                rows.append(probs)
        self._unread = drafted
        return Proposal(drafted, torch.stack(rows) if rows else None, len(fed))

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count what the draft's cache lacks; the lengths tell, since it only ever falls behind."""
        return max(len(ids) - self.model.length, 0)

    def _give_up(self, drafted: Sequence[int]) -> None:
        # What was cached on the way may be no better.
        self.model.crop_to(0)
        if not drafted:
            raise BadLogits(model=self.model.name)

    def forget_after(self, ids: Sequence[int]) -> None:
        """Crop the draft's cache to what it has in common with `ids`."""
        self.model.sync(ids)
