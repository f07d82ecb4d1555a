"""The loop: propose, verify, truncate, commit. Plain decoding is a lookahead of zero.

Owns the order of things within a turn and nothing else: the caches keep themselves in step, the
sampler knows the settings, `ReplyText` knows when to end. Knows no text, no events and no window.
State is whole before every yield and again in `finally`.
"""

import logging
import traceback
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import torch

from engine.cache_check import new_cache_check
from engine.device_rounds import DeviceRounds, stays_on_device
from engine.drafting.protocol import NOTHING, Drafter, Proposal
from engine.events import FinishReason, TokenSource, TokenStatus
from engine.hindsight import Hindsight
from engine.judging import Judge
from engine.lookahead import LONGEST_DRAFT, Lookahead, Offer
from engine.models.cached import CachedModel
from engine.params import Controls
from engine.record import record
from engine.sampling import Sampler
from engine.stopping import ReplyText
from engine.stopwatch import Mark, Stopwatch

_LONG_BACKLOG = 32
"""Ids that take a drafter long enough to read that somebody would wait."""
_log = logging.getLogger(__name__)


@record
class Prefilled:
    """`num_done` of `num_total` new prompt ids are in the cache."""

    num_done: int
    num_total: int


@record
class Drafted:
    """Ids nobody has judged yet."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A drafter is about to read so much that somebody would wait for it."""


@record(kw_only=True)
class Round:
    """One target pass and what it brought to the reply.

    Args:
        num_new_tokens: tokens kept.
        num_drafted: draft tokens judged and within the reply.
        num_accepted: those that stood.
        num_near_ties: greedy choices nearly decided the other way.
        is_prefill: whether the prompt's own pass brought it.
        reason: why the reply ends here, or None.
    """

    num_new_tokens: int = 0
    num_drafted: int = 0
    num_accepted: int = 0
    num_near_ties: int = 0
    is_prefill: bool = False
    reason: FinishReason | None = None


Step = Prefilled | Drafted | Reading | Round


class Decoding:
    """One reply in the making.

    Args:
        target: the model that decides; its cache is synced to the prompt first.
        prompt: one id or more; with what the reply has already, shorter than the target's capacity.
        reply: receives the tokens and says when to end; it may have some from before.
        sampler: how tokens are chosen.
        drafters: the most promising one drafts; with a fixed lookahead, the first of them with
            something to say.
        lookahead: how far to draft.
        controls: obeyed before each pass and from round to round.
        clock: seconds.
    """

    def __init__(
        self,
        target: CachedModel,
        prompt: Sequence[int],
        *,
        reply: ReplyText,
        sampler: Sampler,
        drafters: Sequence[Drafter],
        lookahead: Lookahead,
        controls: Controls,
        max_new_tokens: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._target = target
        self._prompt_length = len(prompt)
        self._ids = [*prompt, *reply.ids]
        self._reply = reply
        self._sampler = sampler
        self._processors = sampler.processors
        # What a turn does not change is asked once: after a pass each look costs microseconds.
        self._is_idle = sampler.processors.is_idle
        self._can_crop = target.can_crop
        self._drafters = list(drafters) if target.can_crop else []
        self._lookahead = lookahead
        self._controls = controls
        self._capacity = target.capacity
        self._end = self._capacity
        if max_new_tokens is not None:
            self._end = min(self._end, self._prompt_length + max_new_tokens)
        self._hindsight = Hindsight(lookahead)
        self._judge = Judge(target, sampler)
        self._without_history = torch.inference_mode()
        self._rounds = DeviceRounds(target, sampler) if stays_on_device(target, sampler) else None
        self._clock = clock
        is_queued = self._rounds is not None and target.backend.device.type == "cuda"
        self._stopwatch = Stopwatch(clock, is_queued=is_queued)
        self._draft_span: tuple[Mark, Mark] = (0.0, 0.0)
        self._full: Drafter | None = None
        """One that was asked to read on and did not: it has no room."""
        self._cache_check = new_cache_check(target, self._drafters)
        self.has_failed_draft = False
        """Whether a drafter raised and was left out for the rest of the turn."""
        self.passes_s = 0.0
        """Seconds that rounds spent in passes of models; queued ones are judged within them."""

    def run(self) -> Generator[Step]:
        """Decode until the reply ends; the last `Round` carries the reason.

        Raises:
            BadLogits: the target's row is not finite; what was kept before it stays.
            NothingAllowed: the settings leave no id; likewise.
        """
        try:
            yield from self._prefill()
            self._processors.start(self._ids[: self._prompt_length])
            self._processors.commit(self._ids[self._prompt_length :])
            self._lookahead.start_turn(self._sampler.params.temperature)
            if self._controls.stop.is_set():
                yield Round(reason=FinishReason.STOPPED)
                return
            with self._without_history:
                round = self._decide(NOTHING, TokenSource.TARGET, is_prefill=True)
            yield round
            while round.reason is None:
                proposal, source = yield from self._draft()
                if proposal.ids and self._controls.show_proposed:
                    yield Drafted(tuple(proposal.ids))
                if self._controls.stop.is_set():
                    yield Round(reason=FinishReason.STOPPED)
                    return
                with self._without_history:
                    round = self._decide(proposal, source, is_prefill=False)
                yield round
        finally:
            # The reply may have given up the pieces of a character meanwhile.
            self._take_over()
            self._target.sync(self._ids)
            for drafter in self._drafters:
                drafter.forget_after(self._ids)

    def _prefill(self) -> Generator[Prefilled]:
        """Read all there is but its last id, whose pass gives the first token."""
        kept = self._target.sync(self._ids[:-1])
        last = len(self._ids) - 1
        total = last - kept
        done = 0
        while done < total and not self._controls.stop.is_set():
            end = min(kept + done + self._target.chunk, last)
            chunk = self._ids[kept + done : end]
            self._target.extend(chunk, num_logits=0)
            done += len(chunk)
            yield Prefilled(done, total)

    def _draft(self) -> Generator[Reading, None, tuple[Proposal, TokenSource]]:
        """Have somebody draft, or nobody."""
        room = self._end - len(self._ids)
        # A round brings one token more than its draft.
        limit = min(LONGEST_DRAFT, room - 1)
        fixed = self._controls.num_draft_tokens
        if not self._controls.speculate or limit < 1 or fixed == 0:
            return NOTHING, TokenSource.TARGET
        if fixed is None:
            return (yield from self._best_draft(limit, room))
        for drafter in tuple(self._drafters):
            is_behind = drafter.num_behind(self._ids) > _LONG_BACKLOG
            if is_behind and drafter is not self._full:
                yield Reading()
            proposal = self._propose(drafter, min(fixed, limit))
            if proposal.ids:
                return proposal, drafter.source
            if is_behind:
                self._full = drafter
        return NOTHING, TokenSource.TARGET

    def _best_draft(
        self, limit: int, room: int
    ) -> Generator[Reading, None, tuple[Proposal, TokenSource]]:
        """Ask the drafters that are free, then let the best of all go on."""
        offers: list[Offer] = []
        sides: list[tuple[Drafter, Proposal]] = []
        for drafter in tuple(self._drafters):
            proposal, behind = NOTHING, 0
            if self._lookahead.is_free(drafter.source):
                proposal = self._ask(drafter, limit)
                if not proposal.ids:
                    continue
            else:
                behind = drafter.num_behind(self._ids)
            offer = Offer(
                source=drafter.source,
                limit=len(proposal.ids) or limit,
                num_behind=behind,
                evidence=proposal.evidence,
            )
            offers.append(offer)
            sides.append((drafter, proposal))
        choice = self._lookahead.choose(offers, room=room)
        for index, (drafter, proposal) in enumerate(sides):
            if proposal.ids and (choice is None or choice.index != index):
                self._hindsight.put_aside(proposal, drafter.source, start=len(self._ids))
        if choice is None:
            return NOTHING, TokenSource.TARGET
        drafter, proposal = sides[choice.index]
        if proposal.ids:
            # There was no choice in it, so that a shorter one is judged as if drafted so.
            proposal = replace(proposal, ids=proposal.ids[: choice.num_tokens])
        else:
            if offers[choice.index].num_behind > _LONG_BACKLOG:
                yield Reading()
            proposal = self._propose(drafter, choice.num_tokens)
        return proposal, drafter.source

    def _propose(self, drafter: Drafter, limit: int) -> Proposal:
        begin = self._stopwatch.mark()
        proposal = self._ask(drafter, limit)
        self._draft_span = (begin, self._stopwatch.mark())
        return proposal

    def _ask(self, drafter: Drafter, limit: int) -> Proposal:
        try:
            return drafter.propose(
                self._ids, limit, sampler=self._sampler, should_stop=self._controls.stop.is_set
            )
        except Exception as error:
            # A draft is a convenience: its failure is told, and must not cost the reply. The log
            # gets no message and no values, which may quote the conversation.
            frames = "".join(traceback.format_tb(error.__traceback__))
            name = type(error).__name__
            _log.error("the %s drafter failed with %s\n%s", drafter.source, name, frames)
            self._drafters.remove(drafter)
            self.has_failed_draft = True
            return NOTHING

    def _decide(self, proposal: Proposal, source: TokenSource, *, is_prefill: bool) -> Round:
        """Run the target over the draft, judge it and commit what stands."""
        known = self._ids[self._target.length :]
        begin: Mark
        end: Mark
        if self._rounds is None:
            fed = [*known, *proposal.ids]
            begin = self._clock()
            logits = self._target.extend(fed, num_logits=len(proposal.ids) + 1)
            self.passes_s += self._clock() - begin
            judgement = self._judge.judge(logits, proposal, ids=self._ids)
            end = self._clock()
        else:
            begin = self._stopwatch.mark()
            logits = self._rounds.extend(known, proposal)
            pending = self._rounds.begin(logits, proposal, position=len(self._ids))
            end = self._stopwatch.mark()
            judgement = self._rounds.finish(pending) or self._judge.judge(
                logits, proposal, ids=self._ids
            )
            self.passes_s += self._stopwatch.seconds(begin, end)
        draft_ids, verdict = judgement.draft_ids, judgement.verdict
        # Whoever decodes plainly because he wants it has no use for the costs.
        if self._controls.speculate and not is_prefill and not judgement.is_stepped:
            seconds = self._stopwatch.seconds(begin, end)
            self._lookahead.observe_pass(len(known) + len(draft_ids), seconds)
        num_accepted = verdict.num_accepted
        if draft_ids:
            draft_s = self._stopwatch.seconds(*self._draft_span)
            if source is not TokenSource.NGRAM:
                self.passes_s += draft_s
            self._lookahead.observe_draft(
                source,
                num_drafted=len(draft_ids),
                num_accepted=num_accepted,
                seconds=draft_s,
                num_caught_up=proposal.num_caught_up,
                evidence=proposal.evidence,
            )
        num_before = len(self._ids)
        chosen = [*draft_ids[:num_accepted], verdict.next_id]
        reason = None
        for place, (id, probability) in enumerate(
            zip(chosen, judgement.probabilities, strict=True)
        ):
            is_draft = place < num_accepted
            reason = self._reply.push(
                id,
                source if is_draft else TokenSource.TARGET,
                TokenStatus.ACCEPTED if is_draft else verdict.status,
                position_in_round=place,
                probability=probability,
            )
            if reason is not None:
                break
        self._commit()
        if self._cache_check is not None:
            self._cache_check.after_round(self._ids)
        num_new = max(len(self._ids) - num_before, 0)
        if reason is None and len(self._ids) >= self._capacity:
            reason = FinishReason.CONTEXT_FULL
        num_judged = len(draft_ids) if reason is None else min(len(draft_ids), num_new)
        return Round(
            num_new_tokens=num_new,
            num_drafted=num_judged,
            num_accepted=min(num_accepted, num_judged),
            num_near_ties=judgement.num_near_ties,
            is_prefill=is_prefill,
            reason=reason,
        )

    def _commit(self) -> None:
        """Take over what the reply kept, and crop the cache to it."""
        num_known = len(self._ids)
        self._take_over()
        if not self._is_idle:
            self._processors.commit(self._ids[num_known:])
        if self._hindsight.is_following:
            self._hindsight.judge(self._ids)
        if self._can_crop:
            self._target.crop_to(len(self._ids) - 1)

    def _take_over(self) -> None:
        """Follow the reply, which may have grown, or given up what it had."""
        num_followed = len(self._ids) - self._prompt_length
        if num_followed > self._reply.num_tokens:
            del self._ids[self._prompt_length + self._reply.num_tokens :]
        self._ids.extend(self._reply.ids_from(num_followed))
