"""The turns that are under way, in the order they were asked for.

Only one is with the engine at a time; what was sent right after Stop waits here until the reply
before it is whole, so that it is asked with everything that was said. Knows no Qt and no store.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.reply import Reply
from engine import Compare, Controls, VerifyReply


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof under way, and whose it is."""

    command: VerifyReply
    message_id: int
    conversation_id: int


@dataclass(slots=True)
class Turns:
    """Replies, a comparison and a proof under way.

    Args:
        running: the reply that is with the engine, by its turn id.
        waiting: replies that are asked for when it is whole.
        compare: the comparison that is with the engine.
        proof: the proof that is with the engine.
    """

    running: dict[int, Reply] = field(default_factory=dict)
    waiting: list[Reply] = field(default_factory=list)
    compare: Compare | None = None
    proof: Proof | None = None

    def __bool__(self) -> bool:
        return bool(self.running or self.waiting or self.compare or self.proof)

    def replies(self) -> Iterator[Reply]:
        """Go through the replies, the oldest first."""
        yield from self.running.values()
        yield from self.waiting

    def controls(self) -> Iterator[Controls]:
        """Go through what each of them may still be told."""
        for reply in self.replies():
            yield reply.controls
        if self.compare is not None:
            yield self.compare.controls
        if self.proof is not None:
            yield self.proof.command.controls

    @property
    def are_stopping(self) -> bool:
        """Whether every one of them was told to stop."""
        return all(controls.stop.is_set() for controls in self.controls())

    def stop(self) -> None:
        """Tell every one of them to stop."""
        for controls in self.controls():
            controls.stop.set()

    def drop(self, conversation_id: int) -> None:
        """Stop and forget the replies of a conversation; their events will find nobody."""
        for reply in self.replies():
            if reply.conversation_id == conversation_id:
                reply.controls.stop.set()
        if self.proof is not None and self.proof.conversation_id == conversation_id:
            self.proof.command.controls.stop.set()
            self.proof = None
        self.running = {
            turn_id: reply
            for turn_id, reply in self.running.items()
            if reply.conversation_id != conversation_id
        }
        self.waiting = [r for r in self.waiting if r.conversation_id != conversation_id]

    def next(self) -> Reply | None:
        """Take the reply that may be asked for now."""
        return self.waiting.pop(0) if self.waiting and not self.running else None
