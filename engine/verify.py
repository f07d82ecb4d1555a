"""The verdict on a draft: what stands, and the token that follows.

Pure: knows no model, no cache, no text and no random state of its own. Two rules. Where a
position has one right answer (greedy, coupled noise) a draft token stands while it equals that
answer. Where it has a distribution, a token drawn from q stands with probability min(1, p / q),
and the first refusal is replaced by a draw from what p has above q.

Source: Leviathan, Kalman and Matias 2023, algorithm 1; Chen et al. 2023, algorithm 2.
"""

from collections.abc import Callable, Iterable, Sequence

from torch import Tensor

from engine.events import TokenStatus
from engine.record import record


@record
class Verdict:
    """What became of a draft.

    Args:
        num_accepted: draft tokens that stand, from the first on.
        next_id: the target's token after them.
        status: RECOVERED after a refusal, BONUS after a whole draft, PLAIN without a draft.
    """

    num_accepted: int
    next_id: int
    status: TokenStatus


def verify_choices(choices: Iterable[int], draft_ids: Sequence[int]) -> Verdict:
    """Judge a draft by the target's one answer at each position.

    Args:
        choices: K + 1 ids, the target's answer after each prefix of the draft; none is asked for
            after the first that is not the draft's.
        draft_ids: K ids.
    """
    num_accepted = -1
    for num_accepted, choice in enumerate(choices):
        if num_accepted == len(draft_ids):
            return Verdict(num_accepted, choice, _last_status(draft_ids))
        if choice != draft_ids[num_accepted]:
            return Verdict(num_accepted, choice, TokenStatus.RECOVERED)
    raise ValueError(f"{num_accepted + 1} choices for a draft of {len(draft_ids)}")


def verify_draws(
    target_probs: Tensor,
    draft_ids: Sequence[int],
    *,
    draft_probs: Tensor | None,
    uniform: Callable[[], float],
    draw: Callable[[Tensor], int],
) -> Verdict:
    """Judge a draft by the rejection rule.

    Args:
        target_probs: (K + 1, V), fully processed and finite.
        draft_ids: K ids, each below V.
        draft_probs: (K, W), what each draft token was really drawn from, or None for a draft
            that had no choice (one-hot). W may be smaller or larger than V.
        uniform: draws from [0, 1), once for each judged token.
        draw: draws an id from weights (V,) with a positive sum.
    """
    for index, draft_id in enumerate(draft_ids):
        replacement = judge_drawn(
            target_probs[index],
            draft_id,
            draft_probs=None if draft_probs is None else draft_probs[index],
            uniform=uniform,
            draw=draw,
        )
        if replacement is not None:
            return Verdict(index, replacement, TokenStatus.RECOVERED)
    return Verdict(len(draft_ids), draw(target_probs[len(draft_ids)]), _last_status(draft_ids))


def judge_drawn(
    target_row: Tensor,
    draft_id: int,
    *,
    draft_probs: Tensor | None,
    uniform: Callable[[], float],
    draw: Callable[[Tensor], int],
) -> int | None:
    """Judge one drafted token by the rejection rule.

    Args:
        target_row: (V,), as for `verify_draws`.
        draft_id: below V.
        draft_probs: (W,), what it was really drawn from, or None.
        uniform, draw: as for `verify_draws`.

    Returns:
        The id in its place, or None where it stands.
    """
    p = float(target_row[draft_id])
    q = 1.0 if draft_probs is None else float(draft_probs[draft_id])
    # A strict comparison: a token the target gives no mass never stands. One with a q that is not
    # a number does not either.
    if uniform() * q < p:
        return None
    return draw(_residual(target_row, draft_id, draft_probs))


def _residual(target_row: Tensor, draft_id: int, draft_probs: Tensor | None) -> Tensor:
    """Give max(p - q, 0), or p itself where that is empty or not finite."""
    residual = target_row.clone()
    if draft_probs is None:
        residual[draft_id] = 0.0
    else:
        width = min(target_row.shape[0], draft_probs.shape[0])
        residual[:width] -= draft_probs[:width].to(residual.device)
        residual.clamp_(min=0.0)
    total = float(residual.sum())
    return residual if 0.0 < total < float("inf") else target_row


def _last_status(draft_ids: Sequence[int]) -> TokenStatus:
    return TokenStatus.BONUS if draft_ids else TokenStatus.PLAIN
