"""The open conversation and its history, on top of the store.

Turns kept messages into what the engine is asked with, and holds on to replies that could not be
kept, so that a full disk loses nothing that it has room for later. Knows no Qt and no thread.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.attachments.attachment import Attachment, prompt_text
from app.keeping.titles import title_of
from app.presets.rows import StyleRows
from app.presets.style import ChatStyle
from app.records import Provenance, ReplyState, StoredMessage, StoredTurn, generated_ids
from app.store import Store
from app.thinking import answer_of, has_thinking
from app.view_types import ConversationSummary, MessageStatus, MessageView
from engine import Message, ModelSpec, Role

_MOST_QUESTIONS = 1000


class Chats:
    """Conversations, one of which may be open.

    Args:
        store: where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rows = store.rows
        """Single messages: where they stand, and what goes with them."""
        self.styles = StyleRows(store.database)
        """What each conversation is written with, and the presets."""
        self.places = store.places
        """Pins, folders and unsent text."""
        self._unkept: dict[int, ReplyState] = {}
        self.current_id: int | None = None
        """The open conversation; None for a new one that has no message yet."""

    def summaries(self, search: str = "") -> list[ConversationSummary]:
        """List conversations, newest first."""
        return self._store.conversations(search)

    def views(self, conversation_id: int) -> tuple[list[MessageView], int]:
        """Give the messages to show, and how many could not be read."""
        messages, num_bad = self._messages(conversation_id)
        return [message.view for message in messages], num_bad

    def add_turn(
        self,
        text: str,
        *,
        style: ChatStyle,
        provenance: Provenance,
        files: Sequence[Attachment] = (),
        after: int | None = None,
    ) -> tuple[int, int, int]:
        """Keep the user's message in the open conversation, or in a new one, and open a reply.

        Args:
            text: of the message.
            style: for a conversation that begins with it.
            provenance: what the reply will be asked with.
            files: that go with the message.
            after: the message it follows, `ROOT` to begin anew, None for the end of the path.

        Returns:
            the ids of the conversation, the message and the reply.
        """
        conversation_id = self.current_id
        if conversation_id is None:
            named = title_of(text) or title_of(", ".join(file.name for file in files))
            conversation_id = self._store.add_conversation(named, system_prompt=style.system_prompt)
            self.styles.keep(conversation_id, style)
        # Open from here on, so that a message that cannot be kept now can be sent again into it.
        self.current_id = conversation_id
        message_id, reply_id = self.rows.add_turn(
            conversation_id, text, provenance=provenance, files=files, after=after
        )
        return conversation_id, message_id, reply_id

    def keep(self, state: ReplyState) -> None:
        """Keep a reply as it is now, and any that could not be kept before.

        Raises:
            OutOfDisk, NotWritable, ChatsDamaged: it is held in memory and tried again next time.
        """
        self._unkept[state.view.id] = state
        for message_id, unkept in list(self._unkept.items()):
            self._store.save_reply(unkept)
            del self._unkept[message_id]

    def forget(self, message_id: int) -> None:
        """Hold on no longer to a reply that was deleted."""
        self._unkept.pop(message_id, None)

    def history(
        self, conversation_id: int, *, before: int | None, target: ModelSpec | None
    ) -> tuple[Message, ...]:
        """Give the conversation as the engine is asked with it, the system prompt first.

        Args:
            conversation_id: which one.
            before: the message whose path is told up to it, or None for all that is shown.
            target: the loaded one, if any; replies that it wrote itself come with their ids, so
                that they are never tokenised again.
        """
        prompt = self._store.system_prompt(conversation_id)
        history = [Message(Role.SYSTEM, prompt)] if prompt.strip() else []
        messages = self._messages(conversation_id, upto=before)[0]
        asked = [m.view.id for m in messages if m.view.files]
        files = self.rows.attachments(asked) if asked else {}
        for message in messages:
            view = message.view
            if view.id == before:
                break
            # A reply without a word (stopped or failed at once) would only confuse the model.
            text = answer_of(view.text, view.tokens)
            if view.role is Role.USER:
                text = prompt_text(text, files.get(view.id, ()))
            if view.role is Role.USER or text:
                # What was thought is no part of what was said, and its ids hold both.
                is_known = target is not None and _wrote(target, message)
                ids = message.token_ids if is_known and not has_thinking(view.tokens) else ()
                history.append(Message(view.role, text, ids or None))
        return tuple(history)

    def current_history(self, target: ModelSpec, system_prompt: str) -> tuple[Message, ...]:
        """Give the open conversation's history; a new one has the system prompt at most."""
        if self.current_id is not None:
            return self.history(self.current_id, before=None, target=target)
        return (Message(Role.SYSTEM, system_prompt),) if system_prompt.strip() else ()

    def questions(self, most: int = _MOST_QUESTIONS) -> tuple[str, ...]:
        """Give what the user has asked in all conversations, newest first, each once."""
        found: dict[str, None] = {}
        for summary in self._store.conversations(""):
            for message in self._store.messages(summary.id)[0]:
                text = message.view.text.strip()
                if message.view.role is Role.USER and text:
                    found[text] = None
            if len(found) >= most:
                break
        return tuple(found)[:most]

    def compared(self, text: str, target: ModelSpec, system_prompt: str) -> tuple[Message, ...]:
        """Give what a comparison is asked: the text after the history, or its last question."""
        history = self.current_history(target, system_prompt)
        if text.strip():
            return (*history, Message(Role.USER, text))
        while history and history[-1].role is not Role.USER:
            history = history[:-1]
        return history

    def turn(self, message_id: int) -> StoredTurn | None:
        """Give what proves a reply, or None if there is no such message."""
        turn = self._store.turn(message_id)
        unkept = self._unkept.get(message_id)
        if turn is None or unkept is None:
            return turn
        view = unkept.view
        ids = generated_ids(unkept.token_ids, view.tokens, reason=view.reason)
        return replace(
            turn,
            prompt_ids=unkept.prompt_ids,
            token_ids=ids,
            seed=view.seed,
            num_carried=unkept.num_carried,
        )

    def save_verdict(self, message_id: int, verdict: str) -> None:
        """Keep the sentence of a proof."""
        self._store.save_verdict(message_id, verdict)

    def rename(self, conversation_id: int, title: str) -> None:
        """Give a conversation another title; an empty one changes nothing."""
        if title.strip():
            self._store.rename(conversation_id, title.strip())

    def delete(self, conversation_id: int) -> None:
        """Forget a conversation, so that it can still be brought back until it is erased."""
        self._store.hide(conversation_id)
        if self.current_id == conversation_id:
            self.current_id = None

    def bring_back(self, conversation_id: int) -> None:
        """Undo a deletion."""
        self._store.bring_back(conversation_id)

    def plain_speed(self, target: ModelSpec, device: str) -> float | None:
        """Give tokens per second without drafts, where they were measured on this machine."""
        return self._store.plain_speed(target.digest or target.id, device)

    def save_plain_speed(self, target: ModelSpec, device: str, *, tokens_per_s: float) -> None:
        """Keep a newly measured speed without drafts."""
        key = target.digest or target.id
        self._store.save_plain_speed(key, device, tokens_per_s=tokens_per_s)

    def _messages(
        self, conversation_id: int, *, upto: int | None = None
    ) -> tuple[list[StoredMessage], int]:
        messages, num_bad = self.rows.read(conversation_id, upto=upto)
        return [self._newest(message) for message in messages], num_bad

    def _newest(self, message: StoredMessage) -> StoredMessage:
        unkept = self._unkept.get(message.view.id)
        if unkept is None:
            return message
        view = replace(unkept.view, siblings=message.view.siblings, files=message.view.files)
        return StoredMessage(
            view=view,
            token_ids=unkept.token_ids,
            target_id=message.target_id,
            target_digest=message.target_digest,
        )


def _wrote(target: ModelSpec, message: StoredMessage) -> bool:
    if message.view.status is MessageStatus.FAILED:
        return False
    if target.digest and message.target_digest:
        return target.digest == message.target_digest
    return target.id == message.target_id
