"""A reply that was cut and goes on: whether it can, what the engine is asked, whose figures count.

Pure functions over what was kept; decides nothing about when.
"""

from dataclasses import replace
from itertools import zip_longest

from app.language.text import translate
from app.records import StoredTurn
from app.view_types import MessageStatus, MessageView
from engine import FinishReason, ModelsLoaded, Resume, Role, SamplingParams, TurnStats

_CUT = (FinishReason.MAX_TOKENS, FinishReason.CONTEXT_FULL, FinishReason.STOPPED)
_CUT_SHORT = (MessageStatus.STOPPED, MessageStatus.INTERRUPTED, MessageStatus.FAILED)


def is_cut(view: MessageView) -> bool:
    """Whether a reply ended before the model had said all, with something to go on from."""
    if view.role is not Role.ASSISTANT or not view.tokens:
        return False
    return view.status in _CUT_SHORT or (
        view.status is MessageStatus.COMPLETE and view.reason in _CUT
    )


def resume_of(view: MessageView, turn: StoredTurn, *, loaded: ModelsLoaded | None) -> Resume | str:
    """Give what the engine goes on from, or the sentence that says why it cannot.

    Args:
        view: the reply.
        turn: what was kept of how it was asked for.
        loaded: the models in use.
    """
    if not is_cut(view):
        return translate("Replies", "This reply is whole; there is nothing to go on with.")
    if not turn.prompt_ids:
        return translate(
            "Replies",
            "This reply cannot go on: it was not kept how it was asked for. Regenerate it.",
        )
    if loaded is None:
        return translate("Replies", "No model is loaded. Choose one in Models first.")
    spec = loaded.target.spec
    if turn.target_digest and spec.digest:
        is_same = turn.target_digest == spec.digest
    else:
        is_same = turn.target_id == spec.id
    if not is_same:
        return translate(
            "Replies",
            "{target_id} wrote this reply, and {id} is loaded. Load the first to go on "
            "with it, or regenerate it.",
        ).format(target_id=turn.target_id, id=spec.id)
    return Resume(turn.prompt_ids, view.tokens)


def longer(sampling: SamplingParams, *, num_written: int, limit: int | None) -> SamplingParams:
    """Give the settings a reply goes on with: its own, with room for as much again.

    Args:
        sampling: what it was written with.
        num_written: tokens it has.
        limit: how many more there may be, or None for as many as the context holds.
    """
    most = None if limit is None else num_written + limit
    least = sampling.min_new_tokens if most is None else min(sampling.min_new_tokens, most)
    return replace(sampling, max_new_tokens=most, min_new_tokens=least)


def joined(before: TurnStats | None, now: TurnStats) -> TurnStats:
    """Put the figures of a reply's parts together: counts add up, times spent waiting do not.

    Args:
        before: of what was there, or None where it was not kept.
        now: of the turn that went on; its tokens are the whole reply's.
    """
    if before is None:
        return now
    decoding_s = (
        max(0.0, now.elapsed_s - now.time_to_first_token_s) if now.num_first_tokens else 0.0
    )
    # Those that came with the second part's first event took no time that is counted.
    num_first = max(0, now.num_first_tokens - before.num_tokens) if now.num_first_tokens else 0
    return replace(
        now,
        num_reused_tokens=before.num_reused_tokens,
        num_first_tokens=before.num_first_tokens + num_first,
        num_rounds=before.num_rounds + now.num_rounds,
        num_drafted=before.num_drafted + now.num_drafted,
        num_accepted=before.num_accepted + now.num_accepted,
        num_near_ties=before.num_near_ties + now.num_near_ties,
        time_to_first_token_s=before.time_to_first_token_s,
        elapsed_s=before.elapsed_s + decoding_s,
        gained=tuple(old + new for old, new in zip_longest(before.gained, now.gained, fillvalue=0)),
    )
