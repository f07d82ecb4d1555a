"""What is done with single messages: written anew, edited, gone on with, chosen, deleted.

Decides what may be done when; the controller keeps the state of the program, the rows keep the
tree. Knows no widget.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.attachments.attachment import Attachment
from app.branches.resuming import longer, resume_of
from app.branches.tree import ROOT
from app.controller import Controller
from app.model_control import ModelControl
from app.proofs import proof_command
from app.records import Provenance
from app.reply import Reply, Resumed
from app.settings_file import Settings
from app.thinking import answer_of
from app.turn_control import TurnControl
from app.view_types import EngineState, MessageView
from engine import Role

_BUSY = (EngineState.GENERATING, EngineState.STOPPING)


class MessageControl(QObject):
    """Act on single messages of the open conversation.

    Args:
        controller: the state of the program; it has replies written.
        turns: what is being written and proved.
        models: what is loaded.
        settings: how much longer a reply may become.
    """

    branch_shown = Signal(list, int)
    """list[MessageView] of the path, id of the message where it turns off"""
    edit_begun = Signal(int, str, list)
    """message id, its text, list[Attachment]"""

    def __init__(
        self,
        controller: Controller,
        *,
        turns: TurnControl,
        models: ModelControl,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._chats = controller.chats
        self._turns = turns
        self._models = models
        self._settings = settings

    def regenerate(self, message_id: int) -> None:
        """Have another reply written in the place of one, or one to a question that has none."""
        conversation_id, provenance = self._chats.current_id, self._controller.provenance()
        if conversation_id is None or provenance is None or not self._is_ready():
            self._controller.refuse()
            return
        message = self._find(message_id)
        tree = self._controller.attempt(lambda: self._chats.rows.tree(conversation_id))
        if message is None or tree is None:
            return
        is_reply = message.role is Role.ASSISTANT
        question_id = tree.parents.get(message_id, ROOT) if is_reply else message_id
        if question_id == ROOT:
            return
        reply_id = self._controller.attempt(
            lambda: self._chats.rows.add_reply(
                conversation_id, after=question_id, provenance=provenance
            )
        )
        if reply_id is None:
            return
        siblings = (*tree.children(question_id), reply_id)
        self._controller.messages_reset.emit(self._controller.shown(without=reply_id))
        self._controller.begin_reply(
            Reply(
                reply_id,
                conversation_id=conversation_id,
                controls=self._controller.controls(),
                provenance=provenance,
                siblings=siblings if len(siblings) > 1 else (),
            )
        )

    def regenerate_last(self) -> None:
        """Have the last reply written anew."""
        shown = self._controller.shown()
        if shown:
            self.regenerate(shown[-1].id)

    def edit(self, message_id: int) -> None:
        """Hand a message of the user's out to be edited."""
        message = self._find(message_id)
        if message is None or message.role is not Role.USER:
            return
        files = self._controller.attempt(lambda: self._chats.rows.attachments([message_id])) or {}
        self.edit_begun.emit(message_id, message.text, list(files.get(message_id, ())))

    def edit_last(self) -> None:
        """Hand the user's last message out to be edited."""
        questions = [view for view in self._controller.shown() if view.role is Role.USER]
        if questions:
            self.edit(questions[-1].id)

    def resend(self, message_id: int, text: str, files: Sequence[Attachment]) -> None:
        """Send an edited message; the one it was made from stands beside it."""
        conversation_id = self._chats.current_id
        if conversation_id is None:
            return
        tree = self._controller.attempt(lambda: self._chats.rows.tree(conversation_id))
        if tree is None:
            return
        if message_id not in tree.parents:
            # It was deleted while it was being edited.
            self._controller.send(text, files)
            return
        self._controller.resend(text, files, after=tree.parents[message_id])

    def go_on(self, message_id: int) -> None:
        """Have a reply that was cut go on from its own tokens, or say why it cannot."""
        conversation_id = self._chats.current_id
        if conversation_id is None or not self._is_ready():
            self._controller.refuse()
            return
        message = self._find(message_id)
        turn = self._controller.attempt(lambda: self._chats.turn(message_id))
        if message is None or turn is None:
            return
        resume = resume_of(message, turn, loaded=self._models.loaded)
        provenance = self._controller.provenance()
        if isinstance(resume, str) or provenance is None:
            self._controller.notice.emit("notice", str(resume))
            return
        sampling = longer(
            turn.sampling or provenance.sampling,
            num_written=len(resume.tokens),
            limit=self._settings.integer("max_new_tokens"),
        )
        resumed = Provenance(
            target_id=message.target_id,
            target_digest=turn.target_digest,
            draft_id=provenance.draft_id,
            sampling=sampling,
        )
        reply = Reply(
            message_id,
            conversation_id=conversation_id,
            controls=self._controller.controls(),
            provenance=resumed,
            siblings=message.siblings,
            resumed=Resumed(message, turn, resume),
        )
        self._controller.attempt(lambda: self._reopen(reply))

    def pick(self, message_id: int) -> None:
        """Show another message in the place of those beside it, with what follows it."""
        if self._controller.state in _BUSY:
            self._controller.refuse()
            return
        self._controller.attempt(lambda: self._chats.rows.pick(message_id))
        self.branch_shown.emit(self._controller.shown(), message_id)

    def num_below(self, message_id: int) -> int:
        """Count the messages that follow one, on whatever branch."""
        conversation_id = self._chats.current_id
        if conversation_id is None:
            return 0
        tree = self._controller.attempt(lambda: self._chats.rows.tree(conversation_id))
        return 0 if tree is None else len(tree.below(message_id)) - 1

    def delete(self, message_id: int, only: bool) -> None:
        """Delete a message, alone or with all that follow it."""
        if self._controller.state in _BUSY:
            self._controller.refuse()
            return
        rows = self._chats.rows
        delete = rows.delete_only if only else rows.delete_from
        before = [view.id for view in self._controller.shown() if view.id < message_id]
        self._controller.attempt(lambda: delete(message_id))
        self._chats.forget(message_id)
        self.branch_shown.emit(self._controller.shown(), before[-1] if before else ROOT)
        self._controller.refresh_list()

    def verify(self, message_id: int) -> None:
        """Have a reply replayed through the target alone, or say why it cannot be."""
        conversation_id = self._chats.current_id
        if conversation_id is None:
            return
        if not self._is_ready():
            self._controller.refuse()
            return
        turn = self._controller.attempt(lambda: self._chats.turn(message_id))
        if turn is None:
            return
        command = proof_command(turn, loaded=self._models.loaded, turn_id=self._turns.new_id())
        if isinstance(command, str):
            self._turns.proof_changed.emit(message_id, command, False)
            return
        self._turns.verify(message_id, conversation_id=conversation_id, command=command)
        self._controller.update_state()

    def text_of(self, message_id: int) -> str:
        """Give what a message says, or nothing; thoughts left out."""
        message = self._find(message_id)
        return "" if message is None else answer_of(message.text, message.tokens)

    def _find(self, message_id: int) -> MessageView | None:
        shown = self._controller.shown()
        return next((view for view in shown if view.id == message_id), None)

    def _is_ready(self) -> bool:
        return self._controller.state is EngineState.READY

    def _reopen(self, reply: Reply) -> None:
        self._chats.rows.reopen(reply.message_id, provenance=reply.provenance)
        self._controller.begin_reply(reply)
