"""One prompt, plainly and speculatively, and what came of it.

Owns the order of the two runs and the verdict. Both start from the same cache, one after the
other so that they do not share the machine, and which goes first alternates between comparisons.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

from engine.events import CompareFinished, Pane, TurnEvent, TurnFinished, TurnStats
from engine.models.cached import CachedModel, common_prefix
from engine.params import Controls, SamplingRule
from engine.turns import Turn, run_turn


def run_comparison(turn: Turn, *, speculative_first: bool) -> Generator[TurnEvent]:
    """Run a turn twice.

    Args:
        turn: with both models; its switch is not read.
        speculative_first: which half goes first.

    Yields:
        Both halves' events, then `CompareFinished`.
    """
    kept = turn.target.sync(turn.prompt[:-1])
    panes = [Pane.PLAIN, Pane.SPECULATIVE]
    if speculative_first:
        panes.reverse()
    finished: dict[Pane, TurnFinished] = {}
    for pane in panes:
        if turn.controls.stop.is_set():
            break
        turn.target.crop_to(kept if turn.target.can_crop else 0)
        for drafter in turn.drafters:
            # As much as the target's cache holds: a draft starts from the same place.
            drafter.forget_after(turn.prompt[:kept])
        _warm_up(turn.target)
        half = replace(
            turn,
            pane=pane,
            drafters=turn.drafters if pane is Pane.SPECULATIVE else (),
            controls=_half_controls(turn.controls, pane),
        )
        with closing(run_turn(half)) as events:
            for event in events:
                if isinstance(event, TurnFinished):
                    finished[pane] = event
                yield event
    yield _verdict(turn, finished)


def _half_controls(controls: Controls, pane: Pane) -> Controls:
    """Share the stop flag; each pane has its own switch."""
    return Controls(
        stop=controls.stop,
        speculate=pane is Pane.SPECULATIVE,
        num_draft_tokens=controls.num_draft_tokens,
        show_proposed=controls.show_proposed,
    )


def _warm_up(target: CachedModel) -> None:
    """Run a pass that counts for neither, so that the first half does not pay for cold caches."""
    if target.can_crop and target.length + 1 < target.capacity:
        length = target.length
        target.extend([0], num_logits=1)
        target.crop_to(length)


def _verdict(turn: Turn, finished: dict[Pane, TurnFinished]) -> CompareFinished:
    plain, speculative = finished.get(Pane.PLAIN), finished.get(Pane.SPECULATIVE)
    num_compared, first_difference, gap = 0, None, None
    if plain is not None and speculative is not None:
        num_compared = common_prefix(plain.token_ids, speculative.token_ids)
        longest = max(len(plain.token_ids), len(speculative.token_ids))
        is_whole = not turn.controls.stop.is_set()
        if num_compared < longest and is_whole:
            first_difference = num_compared
            if turn.sampling.is_greedy:
                gap = _gap(turn, plain.token_ids[:num_compared])
    plain_stats = plain.stats if plain else TurnStats()
    speculative_stats = speculative.stats if speculative else None
    ratio = 0.0
    if speculative_stats is not None and plain_stats.tokens_per_s > 0:
        ratio = speculative_stats.tokens_per_s / plain_stats.tokens_per_s
    return CompareFinished(
        turn_id=turn.turn_id,
        plain=plain_stats,
        speculative=speculative_stats,
        ratio=ratio,
        num_compared=num_compared,
        first_difference=first_difference,
        gap=gap,
        is_sampled=not turn.sampling.is_greedy,
        is_whole=len(finished) == 2 and not turn.controls.stop.is_set(),
        is_coupled=not turn.sampling.is_greedy and turn.sampling.rule is SamplingRule.COUPLED,
    )


def _gap(turn: Turn, reply: tuple[int, ...]) -> float:
    """Measure how close the target's two best ids are after a reply, rescored in float32."""
    sequence = [*turn.prompt, *reply]
    kept = turn.target.sync(sequence[:-1])
    logits = turn.target.extend(sequence[kept:], num_logits=1)
    best = logits[0, : turn.tokenizer.num_tokens].topk(2).indices.tolist()
    scores: list[float] = turn.target.rescore(0, best).tolist()
    return abs(scores[0] - scores[1])
