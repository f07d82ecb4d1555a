"""The turns under way: asks the engine, matches each event with its turn, keeps the replies.

What is told to stop ends with a reply that is kept as far as it came; what grows is kept once a
second. Knows no widget; the controller decides what may be asked.
"""

import itertools
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.busy import ProcessorWatch
from app.chats import Chats
from app.engine_thread import EngineThread
from app.error_text import explain_unprovable, sentence
from app.errors import AppError
from app.language.numbers import integer
from app.language.text import translate
from app.model_control import ModelControl
from app.reply import Reply
from app.turns import Proof, Turns
from app.view_types import MessageView
from engine import (
    Compare,
    CompareFinished,
    Controls,
    EngineError,
    Failed,
    Generate,
    Message,
    NoModelLoaded,
    Pane,
    PromptProgress,
    Proposed,
    ReplyVerified,
    SamplingParams,
    SpeculationChanged,
    TextDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
    TurnStats,
    Unexpected,
    Unloaded,
    VerifyReply,
    explain_speculation,
    explain_verdict,
)

PARTIAL_MS = 1000
# A speed over fewer tokens than this says more about chance than about the machine.
_MIN_MEASURED_TOKENS = 16


class TurnControl(QObject):
    """Carry turns from the question to the kept reply.

    Args:
        engine: where turns are posted.
        chats: where replies are kept.
        models: what is loaded.
        partial_ms: how often a growing reply is kept, in milliseconds.
        watch: tells how busy the computer was with something else.
    """

    message_added = Signal(object)
    """MessageView"""
    message_reopened = Signal(object)
    """MessageView of a reply that goes on; what was shown of it may be a little longer"""
    delta = Signal(int, object)
    """message id, TextDelta"""
    proposed = Signal(int, str)
    """message id, text"""
    prompt_progress = Signal(int, int, int)
    """message id, tokens done, tokens in all"""
    message_finished = Signal(object)
    """MessageView"""
    speculation_state = Signal(str)
    """Why speculation is as it is"""
    speed_changed = Signal(object, float, object)
    """TurnStats, live tokens/s, plain tokens/s as measured on this machine or None"""
    compare_started = Signal(str)
    """The prompt"""
    compare_event = Signal(object)
    """TurnEvent"""
    messages_dropped = Signal(int, int)
    """message id of a reply, how many of the oldest messages are left out of its prompt"""
    proof_changed = Signal(int, str, bool)
    """message id, what is to be said of its proof, whether it is under way"""
    failed = Signal(object)
    """EngineError or AppError"""
    bug_found = Signal(object)
    """Unexpected"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        chats: Chats,
        models: ModelControl,
        partial_ms: int = PARTIAL_MS,
        watch: ProcessorWatch | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._chats = chats
        self._models = models
        self._turns = Turns()
        self._turn_ids = itertools.count(1)
        self._plain_speed: float | None = None
        self._watch = watch or ProcessorWatch()
        self._is_watching = self._was_busy = False
        self._partial_timer = QTimer(self)
        self._partial_timer.setInterval(partial_ms)
        self._partial_timer.timeout.connect(self._keep_partials)

    @property
    def are_running(self) -> bool:
        """Whether anything is being written or waits to be."""
        return bool(self._turns)

    @property
    def are_stopping(self) -> bool:
        """Whether all of it was told to stop."""
        return self._turns.are_stopping

    def begin(self, reply: Reply) -> None:
        """Have a reply written, or go on, once those before it are whole."""
        self._turns.waiting.append(reply)
        told = self.message_added if reply.resumed is None else self.message_reopened
        told.emit(reply.view())
        self._go_on()

    def compare(
        self, messages: tuple[Message, ...], *, sampling: SamplingParams, controls: Controls
    ) -> None:
        """Have the last of the messages answered plainly and speculatively."""
        command = Compare(
            turn_id=next(self._turn_ids), messages=messages, sampling=sampling, controls=controls
        )
        self._turns.compare = command
        self.compare_started.emit(messages[-1].content)
        self._engine.post(command)

    def new_id(self) -> int:
        """Give an id that no turn has had."""
        return next(self._turn_ids)

    def verify(self, message_id: int, *, conversation_id: int, command: VerifyReply) -> None:
        """Have a reply replayed through the target alone."""
        self._turns.proof = Proof(command, message_id, conversation_id)
        self.proof_changed.emit(message_id, translate("Proofs", "Verifying…"), True)
        self._engine.post(command)

    def stop(self) -> None:
        """End all of it within one pass."""
        self._turns.stop()

    def drop(self, conversation_id: int) -> None:
        """Stop what is written in a conversation and forget it."""
        self._turns.drop(conversation_id)
        self._go_on()

    def interrupt(self) -> None:
        """Keep what there is and take no further event, as the program ends."""
        self._partial_timer.stop()
        for reply in self._turns.replies():
            reply.interrupt()
            self._keep(reply)
        self._turns = Turns()

    def growing(self) -> dict[int, MessageView]:
        """Give the replies that are not whole yet, by message id."""
        return {reply.message_id: reply.view() for reply in self._turns.replies()}

    def obey(self, *, speculate: bool, num_draft_tokens: int | None, show_proposed: bool) -> None:
        """Hand changed settings to what runs; it follows from its next round."""
        for controls in self._turns.controls():
            controls.speculate = speculate
            controls.num_draft_tokens = num_draft_tokens
            controls.show_proposed = show_proposed

    def on_event(self, event: TurnEvent) -> None:
        """Take an event of a turn; one whose turn is gone finds nobody."""
        compare, proof = self._turns.compare, self._turns.proof
        reply = None if event.turn_id is None else self._turns.running.get(event.turn_id)
        self._watch_speed(event)
        if reply is not None:
            self._on_reply_event(reply, event)
        elif compare is not None and compare.turn_id == event.turn_id:
            if isinstance(event, CompareFinished | Failed):
                # Before it is told, so that whoever hears it may ask for the next one.
                self._turns.compare = None
            self.compare_event.emit(event)
            if isinstance(event, CompareFinished):
                self._measure(event.plain)
            elif isinstance(event, Failed) and isinstance(event.error, Unexpected):
                self.bug_found.emit(event.error)
        elif proof is not None and proof.command.turn_id == event.turn_id:
            self._on_proof_event(proof, event)
        self._go_on()

    def _go_on(self) -> None:
        while (reply := self._turns.next()) is not None:
            self._ask(reply)
        has_reply = any(True for _ in self._turns.replies())
        if not has_reply:
            self._partial_timer.stop()
        elif not self._partial_timer.isActive():
            self._partial_timer.start()

    def _ask(self, reply: Reply) -> None:
        self._attempt(self._recall_plain_speed)
        try:
            loaded = self._models.loaded
            messages = self._chats.history(
                reply.conversation_id,
                before=reply.message_id,
                target=None if loaded is None else loaded.target.spec,
            )
        except (EngineError, AppError) as error:
            self._fail(reply, error)
            self._finish(None, reply)
            return
        command = Generate(
            turn_id=next(self._turn_ids),
            messages=messages,
            sampling=reply.sampling,
            controls=reply.controls,
            resume=None if reply.resumed is None else reply.resumed.resume,
        )
        self._turns.running[command.turn_id] = reply
        self._engine.post(command)

    def _on_reply_event(self, reply: Reply, event: TurnEvent) -> None:
        is_shown = reply.conversation_id == self._chats.current_id
        match event:
            case TurnStarted():
                reply.start(event)
                if reply.resumed is not None and is_shown:
                    self.message_reopened.emit(reply.view())
                if event.num_dropped_messages and is_shown:
                    num_dropped = event.num_dropped_messages
                    self.messages_dropped.emit(reply.message_id, num_dropped)
            case PromptProgress() if is_shown:
                self.prompt_progress.emit(reply.message_id, event.num_done, event.num_total)
            case Proposed() if is_shown:
                self.proposed.emit(reply.message_id, event.text)
            case TextDelta():
                reply.grow(event)
                if is_shown:
                    self.delta.emit(reply.message_id, event)
                self._tell_speed(event.stats, reply.rate.add(event.stats))
            case SpeculationChanged():
                self.speculation_state.emit(explain_speculation(event.reason, event.detail))
            case TurnFinished():
                reply.finish(event)
                self._finish(event.turn_id, reply)
                if event.stats.num_drafted == 0:
                    self._measure(event.stats)
                self._tell_speed(event.stats, event.stats.tokens_per_s)
            case Failed(turn_id=turn_id, error=error):
                self._fail(reply, error)
                self._finish(turn_id, reply)
                if isinstance(error, Unexpected):
                    self.bug_found.emit(error)
                elif isinstance(error, NoModelLoaded):
                    # A load that failed late took the old model along.
                    self._models.on_event(Unloaded())
            case _:
                pass

    def _on_proof_event(self, proof: Proof, event: TurnEvent) -> None:
        message_id = proof.message_id
        match event:
            case PromptProgress(num_done=done, num_total=total):
                self.proof_changed.emit(
                    message_id,
                    translate("Proofs", "Verifying, {done} of {total} tokens read").format(
                        done=integer(done), total=integer(total)
                    ),
                    True,
                )
            case ReplyVerified():
                self._turns.proof = None
                verdict = explain_verdict(event)
                if event.is_whole:
                    self._attempt(lambda: self._chats.save_verdict(message_id, verdict))
                self.proof_changed.emit(message_id, verdict, False)
            case Failed(error=error):
                self._turns.proof = None
                self.proof_changed.emit(message_id, explain_unprovable(error), False)
                if isinstance(error, Unexpected):
                    self.bug_found.emit(error)
            case _:
                pass

    def _finish(self, turn_id: int | None, reply: Reply) -> None:
        self._turns.running = {
            other_id: other
            for other_id, other in self._turns.running.items()
            if other_id != turn_id
        }
        self._keep(reply)
        if reply.conversation_id == self._chats.current_id:
            self.message_finished.emit(reply.view())

    def _fail(self, reply: Reply, error: EngineError | AppError) -> None:
        if reply.resumed is not None and not reply.has_grown:
            # What stood there before is no worse for a try that came to nothing.
            reply.revert(reply.resumed)
            if not isinstance(error, Unexpected):
                self.failed.emit(error)
            return
        reply.fail(sentence(error))

    def _keep_partials(self) -> None:
        for reply in self._turns.replies():
            if reply.has_news:
                self._keep(reply)

    def _keep(self, reply: Reply) -> None:
        reply.has_news = False
        self._attempt(lambda: self._chats.keep(reply.state()))

    def _tell_speed(self, stats: TurnStats, tokens_per_s: float) -> None:
        self.speed_changed.emit(stats, tokens_per_s, self._plain_speed)

    def _recall_plain_speed(self) -> None:
        loaded = self._models.loaded
        self._plain_speed = None
        if loaded is not None:
            self._plain_speed = self._chats.plain_speed(loaded.target.spec, loaded.device)

    def _watch_speed(self, event: TurnEvent) -> None:
        """Look what else runs for as long as a speed is of: from the first token to the last."""
        match event:
            case TextDelta(pane=None | Pane.PLAIN) if not self._is_watching:
                self._watch.begin()
                self._is_watching = True
            case TurnFinished(pane=None | Pane.PLAIN):
                self._was_busy = self._is_watching and self._watch.was_busy()
                self._is_watching = False
            case Failed():
                self._is_watching = False

    def _measure(self, stats: TurnStats) -> None:
        loaded = self._models.loaded
        if loaded is None or stats.num_tokens - stats.num_first_tokens < _MIN_MEASURED_TOKENS:
            return
        if self._was_busy:
            # Held against what a busy computer gave, any draft would seem to bring far more.
            return
        target, device, speed = loaded.target.spec, loaded.device, stats.tokens_per_s
        self._attempt(lambda: self._chats.save_plain_speed(target, device, tokens_per_s=speed))
        self._plain_speed = speed

    def _attempt(self, action: Callable[[], None]) -> None:
        try:
            action()
        except (EngineError, AppError) as error:
            self.failed.emit(error)
