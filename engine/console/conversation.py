"""A conversation with an engine: what was said so far, and the next answer.

Owns the messages and the ids of the replies, so that a reply is never tokenised a second time.
Knows no keyboard; one answer is a conversation of one turn.
"""

from contextlib import closing
from dataclasses import dataclass, field

from engine import (
    Controls,
    EmptyPrompt,
    Generate,
    Message,
    Role,
    SamplingParams,
)
from engine.console.chat_view import Reply, ReplyView
from engine.console.interrupts import stop_on_interrupt
from engine.console.terminal import Terminal
from engine.handling import EngineLike, carry_out


@dataclass(slots=True, kw_only=True)
class Conversation:
    """What was said, and how to go on.

    Args:
        engine: with a target loaded.
        sampling: how tokens are chosen.
        output: where replies are written, or None to write none.
        errors: where everything about them goes.
        system: what the model is told beforehand.
        is_raw: continue each text alone, without a template and without what came before.
        speculate: whether drafts are used.
        num_draft_tokens: tokens to draft a round, or None for automatic.
    """

    engine: EngineLike
    sampling: SamplingParams
    output: Terminal | None
    errors: Terminal
    system: str | None = None
    is_raw: bool = False
    speculate: bool = True
    num_draft_tokens: int | None = None
    _messages: list[Message] = field(default_factory=list)
    _num_turns: int = 0

    def answer(self, text: str) -> Reply:
        """Have a text answered, and show the answer; Ctrl-C stops it.

        Raises:
            EngineError: it could not be; then the text counts as never said.
        """
        if not (text if self.is_raw else text.strip()):
            raise EmptyPrompt()
        said = Message(Role.USER, text)
        controls = Controls(speculate=self.speculate, num_draft_tokens=self.num_draft_tokens)
        self._num_turns += 1
        command = Generate(
            turn_id=self._num_turns,
            messages=() if self.is_raw else (*self._told(), *self._messages, said),
            raw=text if self.is_raw else None,
            sampling=self.sampling,
            controls=controls,
        )
        view = ReplyView(self.output, self.errors)
        try:
            with stop_on_interrupt(controls), closing(carry_out(self.engine, command)) as events:
                for event in events:
                    view.show(event)
        finally:
            view.close()
        finished = view.reply.finished
        if finished is not None and not self.is_raw:
            reply = Message(Role.ASSISTANT, finished.text, finished.token_ids)
            self._messages += [said, reply]
        return view.reply

    def forget(self) -> None:
        """Begin anew."""
        self._messages.clear()

    def _told(self) -> tuple[Message, ...]:
        return (Message(Role.SYSTEM, self.system),) if self.system else ()
