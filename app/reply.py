"""A reply while it grows: what its events add up to, ready to be shown or kept at any moment.

Knows no Qt and no store; the controller feeds it and asks it.
"""

from dataclasses import dataclass, replace

from app.branches.resuming import joined
from app.live_rate import LiveRate
from app.records import Provenance, ReplyState, StoredTurn
from app.thinking import has_thinking
from app.view_types import MessageStatus, MessageView
from engine import (
    Controls,
    FinishReason,
    Resume,
    Role,
    SamplingParams,
    TextDelta,
    TokenInfo,
    TurnFinished,
    TurnStarted,
    TurnStats,
)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A reply as it was kept, and what the engine goes on from."""

    view: MessageView
    turn: StoredTurn
    resume: Resume


class Reply:
    """The reply of one turn.

    Args:
        message_id: of its row in the store.
        conversation_id: of the conversation it belongs to.
        controls: of its turn.
        provenance: what it was asked with.
        siblings: the messages in its place, itself included, where there are several.
        resumed: what is kept of it already, and what the engine goes on from.
    """

    def __init__(
        self,
        message_id: int,
        *,
        conversation_id: int,
        controls: Controls,
        provenance: Provenance,
        siblings: tuple[int, ...] = (),
        resumed: Resumed | None = None,
    ) -> None:
        self.message_id = message_id
        self.conversation_id = conversation_id
        self.controls = controls
        self.provenance = provenance
        self.rate = LiveRate()
        self.has_news = False
        """Whether something came that was not kept yet; whoever keeps it clears this."""
        self._text: list[str] = []
        self._tokens: list[TokenInfo] = []
        self._token_ids: tuple[int, ...] = ()
        self._prompt_ids: tuple[int, ...] = ()
        self._seed: int | None = provenance.sampling.seed
        self._stats: TurnStats | None = None
        self._num_dropped = 0
        self._thinking_s = 0.0
        self._status = MessageStatus.GENERATING
        self._reason: FinishReason | None = None
        self._error = ""
        self._siblings = siblings
        self._num_carried = 0
        self.resumed = resumed
        """The reply that it goes on from, or None for a new one."""
        if resumed is not None:
            self._text, self._tokens = [resumed.view.text], list(resumed.view.tokens)
            self._take_figures(resumed)

    @property
    def has_grown(self) -> bool:
        """Whether it says more than it did before its turn."""
        num_before = 0 if self.resumed is None else len(self.resumed.view.tokens)
        return len(self._tokens) > num_before

    @property
    def sampling(self) -> SamplingParams:
        """What the engine is asked with: one that goes on keeps the seed that was drawn for it.

        So it stays one reply, which can be verified as a whole.
        """
        own = self.provenance.sampling
        is_drawn = self.resumed is not None and own.seed is None
        return replace(own, seed=self._seed) if is_drawn else own

    @property
    def is_stopping(self) -> bool:
        """Whether its turn was told to stop."""
        return self.controls.stop.is_set()

    @property
    def stats(self) -> TurnStats | None:
        """The newest counters."""
        return self._stats

    def start(self, event: TurnStarted) -> None:
        """Take note of what the prompt became."""
        self._seed = event.seed
        if self.resumed is not None:
            # Half a character, or the beginning of a stop text, is open again.
            self._text, self._tokens = [event.resumed_text], list(event.resumed_tokens)
        if self.resumed is None or event.prompt_ids != self._prompt_ids:
            self._num_dropped = event.num_dropped_messages
            self._num_carried = len(event.resumed_tokens)  # none of a new one
        self._prompt_ids = event.prompt_ids
        self.has_news = True

    def grow(self, event: TextDelta) -> None:
        """Add what a round brought."""
        self._text.append(event.text)
        self._tokens.extend(event.tokens)
        self._count(event.stats)
        if has_thinking(event.tokens):
            before = 0.0 if self.resumed is None else self.resumed.view.thinking_s
            now = event.stats.elapsed_s - event.stats.time_to_first_token_s
            self._thinking_s = before + now
        self.has_news = True

    def finish(self, event: TurnFinished) -> None:
        """Take the engine's word for the whole reply."""
        is_stopped = event.reason is FinishReason.STOPPED
        self._status = MessageStatus.STOPPED if is_stopped else MessageStatus.COMPLETE
        self._reason = event.reason
        self._text = [event.text]
        self._token_ids = event.token_ids
        self._count(event.stats)
        self.has_news = True

    def revert(self, resumed: Resumed) -> None:
        """Be again what it was before its turn."""
        view = resumed.view
        self._text, self._tokens = [view.text], list(view.tokens)
        self._token_ids = resumed.turn.token_ids
        self._status, self._reason, self._error = view.status, view.reason, view.error
        self._take_figures(resumed)
        self.has_news = True

    def fail(self, why: str) -> None:
        """Keep what there is, and the sentence that says why there is no more."""
        self._status = MessageStatus.FAILED
        self._error = why
        self.has_news = True

    def interrupt(self) -> None:
        """Keep what there is, as a program does that ends before the reply does."""
        if self._status is MessageStatus.GENERATING:
            self._status = MessageStatus.INTERRUPTED
            self.has_news = True

    def view(self) -> MessageView:
        """Give what the window shows of it now."""
        return MessageView(
            id=self.message_id,
            role=Role.ASSISTANT,
            text="".join(self._text),
            status=self._status,
            tokens=tuple(self._tokens),
            stats=self._stats,
            reason=self._reason,
            error=self._error,
            seed=self._seed,
            num_dropped_messages=self._num_dropped,
            thinking_s=self._thinking_s,
            target_id=self.provenance.target_id,
            draft_id=self.provenance.draft_id,
            siblings=self._siblings,
            sampling=self.provenance.sampling,
        )

    def state(self) -> ReplyState:
        """Give what the store keeps of it now."""
        return ReplyState(
            view=self.view(),
            token_ids=self._token_ids or tuple(token.id for token in self._tokens),
            prompt_ids=self._prompt_ids,
            num_carried=self._num_carried,
        )

    def _take_figures(self, resumed: Resumed) -> None:
        view = resumed.view
        self._prompt_ids = resumed.turn.prompt_ids
        self._num_carried = resumed.turn.num_carried
        self._seed, self._stats = view.seed, view.stats
        self._num_dropped, self._thinking_s = view.num_dropped_messages, view.thinking_s

    def _count(self, stats: TurnStats) -> None:
        self._stats = stats if self.resumed is None else joined(self.resumed.view.stats, stats)
