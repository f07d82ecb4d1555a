"""The head learns: batches, gradients on several threads, checkpoints, held-out acceptance.

Owns the schedule of a run. Goes on from the last checkpoint, stops where a loss is no number, and
keeps the last good state. Knows no text and no console: it is a generator of what has happened.
"""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, pi
from time import perf_counter

import torch
from torch import Tensor

from engine.drafting.head_shape import HeadShape
from engine.drafting.head_target import normed
from engine.errors import Stopped, TrainingFailed
from engine.training.checkpoint import Checkpoint, Curve
from engine.training.evaluation import Evaluation
from engine.training.examples import Batch, Examples
from engine.training.loss import Objective, learn_from
from engine.training.network import initial_parameters, unrolled
from engine.training.optimizer import Gradients, Optimizer
from engine.training.progress import Acceptance

STEP_WEIGHTS = (1.0, 0.8, 0.64)
"""What the first, second and third foretelling count; later ones follow from these."""
_SECOND_STEP_AT, _THIRD_STEP_AT = 0.3, 0.6
"""Shares of a run from which it is unrolled: a head that cannot foretell one token yet learns it
three times as fast alone."""
_LATE = Objective(acceptance=0.7, temperature=0.8)
_EARLY = Objective(acceptance=0.0, temperature=1.0)
_NUM_WARM_UP, _LAST_RATE = 20, 0.02
_CHECKPOINT_S = 60.0
_HELD_OUT_BATCH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How long and how hard to learn.

    Args:
        num_updates: steps of the optimizer, at most.
        seconds: of learning, at most, or None. A run that is bound by time depends on the
            machine; one bound by steps depends on its seed alone.
        batch_size: conversations of a thread in each.
        num_workers: threads.
        peak_rate: learning rate.
        turn_at: share of the run after which acceptance itself is learnt.
        num_curve: how many times held-out text is looked at on the way.
        num_held_out: conversations looked at, at most.
        seed: of the first parameters and the order.
    """

    num_updates: int
    seconds: float | None
    batch_size: int
    num_workers: int
    peak_rate: float
    turn_at: float
    num_curve: int
    num_held_out: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """How far learning is.

    Args:
        num_updates: done.
        share: of the run that is done.
        spent_s: seconds of learning, earlier runs included.
        num_tokens: positions learnt from, those seen again counted again.
        tokens_per_s: of this run.
        acceptance: chance that a drafted token stands, by place, on the batch just learnt.
        held_out: the latest figures on held-out text, or None.
    """

    num_updates: int
    share: float
    spent_s: float
    num_tokens: int
    tokens_per_s: float
    acceptance: tuple[float, ...]
    held_out: Acceptance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What of the target is needed to learn from it.

    Args:
        name: for errors.
        embedding: (V, hidden) bfloat16, in its own basis.
        all_rows: (V, hidden) bfloat16 output rows for states with a mean square of 1.
        vocabulary: (W,) int64 ids the head may propose, ascending.
    """

    name: str
    embedding: Tensor
    all_rows: Tensor
    vocabulary: Tensor


class Learning:
    """One run.

    Args:
        shape: of the head.
        target: whose words they are.
        examples: the corpus.
        plan: how long.
        checkpoint: where the state is kept.
        clock: seconds.
    """

    def __init__(
        self,
        shape: HeadShape,
        target: Target,
        *,
        examples: Examples,
        plan: Plan,
        checkpoint: Checkpoint,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.shape = shape
        self._target = target
        self._rows = target.all_rows[target.vocabulary].contiguous()
        self._examples = examples
        self._plan = plan
        self.checkpoint = checkpoint
        self._clock = clock
        self._turns = shape.turns(examples.length)
        self._optimizer = Optimizer(initial_parameters(shape, seed=plan.seed))
        self.spent_s = 0.0
        self.curve: Curve = []
        """Held-out figures by the number of positions learnt from."""

    @property
    def parameters(self) -> dict[str, Tensor]:
        """The head as it is now, float32."""
        return self._optimizer.parameters

    def run(self, *, should_stop: Callable[[], bool]) -> Generator[Learnt]:
        """Learn until the plan is done.

        Yields:
            One report a step, and one for each look at held-out text.

        Raises:
            Stopped: `should_stop` said so; the state is kept.
            TrainingFailed: a gradient was no number; the last good state is kept.
            OutOfDisk: the state could not be kept; the one before it still is.
        """
        plan, optimizer = self._plan, self._optimizer
        resumed = self.checkpoint.load(optimizer)
        if resumed is not None:
            self.curve, self.spent_s = resumed
        first, start, spent_before = optimizer.num_done, self._clock(), self.spent_s
        kept_at, share = start, self.share
        held_out = self.curve[-1][1] if self.curve else None
        with ThreadPoolExecutor(plan.num_workers, initializer=_one_thread) as pool:
            while share < 1.0:
                if should_stop():
                    self.checkpoint.save(optimizer, self.curve, self.spent_s)
                    raise Stopped()
                results = list(pool.map(self._gradients, range(plan.num_workers)))
                gradients = (each for each, _ in results)
                if not optimizer.step(gradients, rate=self._rate(share), pool=pool):
                    raise TrainingFailed(self._target.name, self._num_tokens(optimizer.num_done))
                now = self._clock()
                self.spent_s = spent_before + now - start
                before, share = share, self.share
                if int(share * plan.num_curve) > int(before * plan.num_curve):
                    held_out = self._look(self.parameters, pool)
                    self.curve.append((self._num_tokens(optimizer.num_done), held_out))
                if now - kept_at > _CHECKPOINT_S or share >= 1.0:
                    self.checkpoint.save(optimizer, self.curve, self.spent_s)
                    kept_at = now
                rates = torch.stack([each for _, each in results]).mean(0)
                num_new = self._num_tokens(optimizer.num_done - first)
                yield Learnt(
                    num_updates=optimizer.num_done,
                    share=min(share, 1.0),
                    spent_s=self.spent_s,
                    num_tokens=self._num_tokens(optimizer.num_done),
                    tokens_per_s=num_new / max(now - start, 1e-9),
                    acceptance=tuple(rates.tolist()),
                    held_out=held_out,
                )

    @property
    def share(self) -> float:
        """The share of the run that is done."""
        share = self._optimizer.num_done / self._plan.num_updates
        return (
            share if self._plan.seconds is None else max(share, self.spent_s / self._plan.seconds)
        )

    def _rate(self, share: float) -> float:
        """Give the learning rate: a warm-up, then half a cosine."""
        if self._optimizer.num_done < _NUM_WARM_UP:
            return self._plan.peak_rate * (self._optimizer.num_done + 1) / _NUM_WARM_UP
        return self._plan.peak_rate * (_LAST_RATE + (1 - _LAST_RATE) * (1 + cos(pi * share)) / 2)

    def look_at(
        self, parameters: Mapping[str, Tensor], *, should_stop: Callable[[], bool]
    ) -> Acceptance:
        """Measure the acceptance of a head on held-out text, by itself.

        Raises:
            Stopped: `should_stop` said so.
        """
        with ThreadPoolExecutor(self._plan.num_workers, initializer=_one_thread) as pool:
            return self._look(parameters, pool, should_stop=should_stop)

    def _look(
        self,
        parameters: Mapping[str, Tensor],
        pool: ThreadPoolExecutor,
        *,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Acceptance:
        places = self._examples.held_out[: self._plan.num_held_out]
        evaluation = Evaluation(
            rows=self._rows,
            all_rows=self._target.all_rows,
            vocabulary=self._target.vocabulary,
            num_steps=len(STEP_WEIGHTS),
            seed=self._plan.seed,
        )
        copies = {name: value.bfloat16() for name, value in parameters.items()}
        parts = [
            places[start : start + _HELD_OUT_BATCH]
            for start in range(0, len(places), _HELD_OUT_BATCH)
        ]

        def tell(part: list[tuple[int, int]]) -> tuple[Batch, list[Tensor]]:
            if should_stop():
                raise Stopped()
            batch = self._examples.batch(part)
            with torch.no_grad():
                return batch, self._states(copies, batch, len(STEP_WEIGHTS))

        for batch, states in pool.map(tell, parts):
            evaluation.add(batch, states, normed(batch.targets, self.shape.norm_eps))
        return evaluation.result()

    def _gradients(self, worker: int) -> tuple[Gradients, Tensor]:
        """Compute one thread's share of a step: gradients, and acceptance by place."""
        plan, share = self._plan, self.share
        number = self._optimizer.num_done * plan.num_workers + worker
        batch = self._examples.training_batch(number, plan.batch_size)
        num_steps = 1 + (share >= _SECOND_STEP_AT) + (share >= _THIRD_STEP_AT)
        weights = batch.weights(STEP_WEIGHTS[:num_steps])
        counts = weights.sum((1, 2)).clamp_min(1.0)
        picked = weights[0].flatten().nonzero().squeeze(1)
        copies = self._optimizer.copies()
        states = self._states(copies, batch, num_steps)
        accepted = learn_from(
            torch.stack([state.flatten(0, 1)[picked] for state in states]),
            normed(batch.targets.flatten(0, 1)[picked], self.shape.norm_eps),
            rows=self._rows,
            weights=weights.flatten(1)[:, picked] / counts[0],
            objective=_LATE if share >= plan.turn_at else _EARLY,
        )
        # Nothing goes through the head's own state before it is unrolled.
        gradients = torch.autograd.grad(
            accepted.sum(), list(copies.values()), materialize_grads=True
        )
        rates = accepted.detach() * counts[0] / counts
        return dict(zip(copies, gradients, strict=True)), rates

    def _states(self, parameters: dict[str, Tensor], batch: Batch, num_steps: int) -> list[Tensor]:
        return unrolled(
            parameters,
            self.shape,
            features=batch.features,
            embeddings=self._target.embedding[batch.ids[:, 1:-1]],
            turns=self._turns,
            num_steps=num_steps,
        )

    def _num_tokens(self, num_updates: int) -> int:
        plan = self._plan
        entries = self._examples.length - 2
        return num_updates * plan.num_workers * plan.batch_size * entries


def _one_thread() -> None:
    """Leave the other cores to the other threads."""
    torch.set_num_threads(1)
