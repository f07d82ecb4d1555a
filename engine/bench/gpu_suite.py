"""What a card makes of plain and speculative decoding, measured with models of real shapes.

Needs no download and under six minutes: weights are random, words are forced, and how often the
draft is believed is chosen. Goes through the engine's own loop, so that everything between passes
counts. The same on a processor with tiny shapes takes seconds and tries the suite itself.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import torch

from engine.bench.gpu_models import (
    PAIR,
    TINY_PAIR,
    ForcedBackend,
    Shape,
    paths,
    random_decoder,
    read_bytes,
)
from engine.bench.gpu_parts import (
    PassTimes,
    ProductTime,
    copy_bytes_per_s,
    count_waits,
    largest_error,
    time_passes,
    time_products,
)
from engine.decoding import Decoding, Round
from engine.drafting.model import ModelDrafter
from engine.drafting.protocol import Drafter
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import CudaGraphs, GraphedDecoder, Recorder
from engine.models.decoder import Decoder
from engine.params import Controls, SamplingParams, SamplingRule
from engine.sampling import Sampler
from engine.stopping import ReplyText

GREEDY = SamplingParams()
SAMPLED = (
    SamplingParams(temperature=0.8, top_p=0.95, rule=SamplingRule.COUPLED),
    SamplingParams(temperature=0.8, top_p=0.95, rule=SamplingRule.REJECTION),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePlan:
    """What is measured.

    Args:
        pair: target and draft.
        agreement: how likely a drafted token is the target's own.
        lookaheads: tokens to draft a round.
        num_prompt_ids: read before a reply.
        num_tokens: of a reply.
        num_repeats: of each reply.
        widths: of the passes that are timed.
        copied_bytes: for the bandwidth.
    """

    pair: tuple[Shape, Shape] = PAIR
    agreement: float = 0.7
    lookaheads: Sequence[int] = range(2, 9)
    num_prompt_ids: int = 256
    num_tokens: int = 192
    num_repeats: int = 3
    widths: Sequence[int] = range(1, 10)
    copied_bytes: int = 2**30


TINY = SuitePlan(
    pair=TINY_PAIR,
    lookaheads=(2, 4),
    num_prompt_ids=8,
    num_tokens=24,
    num_repeats=1,
    widths=(1, 3, 5),
    copied_bytes=2**20,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a reply was.

    Args:
        num_draft_tokens: drafted a round; 0 is plain decoding.
        rule: of the draws, or None for a greedy reply.
        is_recorded: whether passes were replayed.
        tokens_per_s: the middle one of the repeats.
        tokens_per_round: kept.
        waits_per_round: how often the program waited for the card, or None where it was not asked.
        is_right: whether every reply was the one that was forced.
    """

    num_draft_tokens: int
    rule: SamplingRule | None
    is_recorded: bool
    tokens_per_s: float
    tokens_per_round: float
    waits_per_round: float | None
    is_right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Everything the suite found; sizes in bytes, times in seconds.

    Args:
        is_recorded: whether passes could be recorded at all.
        error: largest relative difference of a recorded pass from one that is run as it is.
    """

    plan: SuitePlan
    device: str
    build_s: float
    copy_bytes_per_s: float
    target_bytes: int
    draft_bytes: int
    is_recorded: bool
    error: float
    products: Sequence[ProductTime]
    target_passes: Sequence[PassTimes]
    draft_passes: Sequence[PassTimes]
    speeds: Sequence[Speed]
    total_s: float

    @property
    def limit_tokens_per_s(self) -> float:
        """Plain decoding cannot be faster than the weights can be read once for each token."""
        return self.copy_bytes_per_s / self.target_bytes

    def best(self, *, is_plain: bool) -> Speed:
        """Give the fastest greedy replies with recorded passes, or as they are without."""
        found = [
            speed
            for speed in self.speeds
            if speed.rule is None
            and (speed.num_draft_tokens == 0) is is_plain
            and speed.is_recorded is self.is_recorded
        ]
        return max(found, key=lambda speed: speed.tokens_per_s)


def run_suite(
    plan: SuitePlan,
    *,
    device: torch.device,
    tell: Callable[[str], None],
    new_recorder: Callable[[torch.device], Recorder | None] | None = None,
) -> Measured:
    """Measure.

    Args:
        plan: what.
        device: where.
        tell: told what is being done.
        new_recorder: makes the recorder of a model; by default CUDA's own, where there is CUDA.
    """
    start = perf_counter()
    new_recorder = new_recorder or _recorder
    bandwidth = copy_bytes_per_s(plan.copied_bytes, device)
    tell("making random weights")
    target, draft = (
        random_decoder(shape, device=device, seed=seed) for seed, shape in enumerate(plan.pair)
    )
    build_s = perf_counter() - start
    tell("timing products")
    products = time_products(target, plan.widths)
    tell("comparing passes")
    bench = _Bench(plan, target, draft, new_recorder)
    error = largest_error(bench.graphs[0], plan.widths)
    tell("timing passes")
    target_passes = [time_passes(bench.graphs[0], width) for width in plan.widths]
    draft_passes = [time_passes(bench.graphs[1], width, num_logits=1) for width in (1, 2)]
    speeds = []
    for num_draft_tokens in (0, *plan.lookaheads):
        tell(f"greedy replies, {num_draft_tokens} drafted")
        speeds.append(bench.speed(num_draft_tokens))
    best = max(speeds[1:], key=lambda speed: speed.tokens_per_s).num_draft_tokens
    for params in SAMPLED:
        tell(f"sampled replies, {params.rule}")
        speeds += [bench.speed(0, params), bench.speed(best, params)]
    if bench.is_recording:
        tell("replies without recorded passes")
        bench.stop_recording()
        speeds += [bench.speed(0), bench.speed(best)]
    return Measured(
        plan=plan,
        device=torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
        build_s=build_s,
        copy_bytes_per_s=bandwidth,
        target_bytes=read_bytes(target.weights),
        draft_bytes=read_bytes(draft.weights),
        is_recorded=speeds[0].is_recorded,
        error=error,
        products=products,
        target_passes=target_passes,
        draft_passes=draft_passes,
        speeds=speeds,
        total_s=perf_counter() - start,
    )


def _recorder(device: torch.device) -> Recorder | None:
    return CudaGraphs(device) if device.type == "cuda" else None


class _Bench:
    """A pair whose words are forced, and the replies it gives."""

    def __init__(
        self,
        plan: SuitePlan,
        target: Decoder,
        draft: Decoder,
        new_recorder: Callable[[torch.device], Recorder | None],
    ) -> None:
        self._plan = plan
        self._decoders = (target, draft)
        self._paths = paths(
            max(target.capacity, draft.capacity) + 1,
            agreement=plan.agreement,
            num_ids=min(target.num_rows, draft.num_rows),
            seed=5,
        )
        self.graphs = [
            GraphedDecoder(decoder, recorder=new_recorder(decoder.device))
            for decoder in self._decoders
        ]

    @property
    def is_recording(self) -> bool:
        """Whether passes are recorded."""
        return all(graph.is_recording for graph in self.graphs)

    def stop_recording(self) -> None:
        """Run passes as they are from here on."""
        for decoder in self._decoders:
            decoder.crop(0)
        self.graphs = [GraphedDecoder(decoder, recorder=None) for decoder in self._decoders]

    def speed(self, num_draft_tokens: int, params: SamplingParams = GREEDY) -> Speed:
        """Time replies, after one that records what they need."""
        plan = self._plan
        target, draft = (
            CachedModel(ForcedBackend(graph, path), name="random")
            for graph, path in zip(self.graphs, self._paths, strict=True)
        )
        drafters = [ModelDrafter(draft)] if num_draft_tokens else []

        def reply() -> _Reply:
            return self._reply(target, drafters, num_draft_tokens, params)

        reply()
        waits = count_waits(reply, target.backend.device)
        replies = [reply() for _ in range(plan.num_repeats)]
        num_rounds = replies[0].num_rounds
        speed = Speed(
            num_draft_tokens=num_draft_tokens,
            rule=None if params.is_greedy else params.rule,
            is_recorded=self.is_recording,
            tokens_per_s=median(reply.tokens_per_s for reply in replies),
            tokens_per_round=(plan.num_tokens - 1) / num_rounds,
            waits_per_round=None if waits is None else waits / (num_rounds + 1),
            is_right=all(reply.is_right for reply in replies),
        )
        for model in (target, draft):
            model.crop_to(0)
        return speed

    def _reply(
        self,
        target: CachedModel,
        drafters: Sequence[Drafter],
        num_draft_tokens: int,
        params: SamplingParams,
    ) -> "_Reply":
        plan, path = self._plan, self._paths[0]
        text = ReplyText(token_bytes=lambda _: b" ", end_ids=(), max_new_tokens=plan.num_tokens)
        decoding = Decoding(
            target,
            path[: plan.num_prompt_ids],
            reply=text,
            sampler=Sampler(params, seed=3, num_tokens=target.num_rows),
            drafters=drafters,
            lookahead=Lookahead(),
            controls=Controls(num_draft_tokens=num_draft_tokens),
            max_new_tokens=plan.num_tokens,
        )
        with closing(decoding.run()) as steps:
            times = [perf_counter() for step in steps if isinstance(step, Round)]
        expected = path[plan.num_prompt_ids : plan.num_prompt_ids + plan.num_tokens]
        return _Reply(
            tokens_per_s=(plan.num_tokens - 1) / (times[-1] - times[0]),
            num_rounds=len(times) - 1,
            is_right=list(text.ids) == expected,
        )


@dataclass(frozen=True, slots=True)
class _Reply:
    """One timed reply; its first round, the prompt's own, does not count."""

    tokens_per_s: float
    num_rounds: int
    is_right: bool
