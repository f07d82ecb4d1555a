"""A reply while it grows: what its events add up to, ready to be shown or kept at any moment.

Knows no Qt and no store; the controller feeds it and asks it.
"""

from app.live_rate import LiveRate
from app.records import Provenance, ReplyState
from app.thinking import has_thinking
from app.view_types import MessageStatus, MessageView
from engine import (
    Controls,
    FinishReason,
    Role,
    TextDelta,
    TokenInfo,
    TurnFinished,
    TurnStarted,
    TurnStats,
)


class Reply:
    """The reply of one turn.

    Args:
        message_id: of its row in the store.
        conversation_id: of the conversation it belongs to.
        controls: of its turn.
        provenance: what it was asked with.
    """

    def __init__(
        self,
        message_id: int,
        *,
        conversation_id: int,
        controls: Controls,
        provenance: Provenance,
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
        self._prompt_ids = event.prompt_ids
        self._num_dropped = event.num_dropped_messages
        self.has_news = True

    def grow(self, event: TextDelta) -> None:
        """Add what a round brought."""
        self._text.append(event.text)
        self._tokens.extend(event.tokens)
        self._stats = event.stats
        if has_thinking(event.tokens):
            self._thinking_s = event.stats.elapsed_s - event.stats.time_to_first_token_s
        self.has_news = True

    def finish(self, event: TurnFinished) -> None:
        """Take the engine's word for the whole reply."""
        is_stopped = event.reason is FinishReason.STOPPED
        self._status = MessageStatus.STOPPED if is_stopped else MessageStatus.COMPLETE
        self._reason = event.reason
        self._text = [event.text]
        self._token_ids = event.token_ids
        self._stats = event.stats
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
        )

    def state(self) -> ReplyState:
        """Give what the store keeps of it now."""
        return ReplyState(
            view=self.view(),
            token_ids=self._token_ids or tuple(token.id for token in self._tokens),
            prompt_ids=self._prompt_ids,
        )
