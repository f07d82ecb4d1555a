"""The conversation: messages in a page that scrolls, and follows a reply only from its end.

Knows messages and engine values; whoever owns the chats tells it what to show.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QStackedLayout, QWidget
from shiboken6 import delete

from app.icons import icon
from app.language.text import translate
from app.theme import Look
from app.transcript.body import MIN_MARGIN, Anchor, Body
from app.transcript.empty_page import EmptyPage
from app.transcript.link_prompt import ask_to_open
from app.transcript.marked_page import Entry, MessageWidget
from app.transcript.message_links import link_message
from app.transcript.messages import Reply
from app.transcript.page_scroll import PageScroll
from app.transcript.parts import Known
from app.transcript.question import Question
from app.transcript.text_block import Work
from app.transcript.unbuilt import Unbuilt
from app.view_types import EngineState, MessageStatus, MessageView
from engine import Role, TokenInfo, TurnStats


class TranscriptView(QWidget):
    """All messages of the open chat.

    Args:
        look: fonts and colours.
        has_actions: whether a reply can be copied and written anew.
        margin: room left and right of the column where it is narrow.
    """

    copy_requested = Signal(int)
    regenerate_requested = Signal(int)
    verify_requested = Signal(int)
    acted = Signal(int, object)
    """message id, Act"""
    picked = Signal(int)
    """The id of a message to show in place of one beside it"""
    file_opened = Signal(object)  # AttachedFile
    example_chosen = Signal(str)
    models_requested = Signal()

    def __init__(
        self,
        look: Look,
        *,
        has_actions: bool = True,
        margin: int = MIN_MARGIN,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._has_actions = has_actions
        self.work = Work()
        self._base_px = look.base_px
        self._views: dict[int, MessageView] = {}
        self._widgets: dict[int, MessageWidget] = {}
        self._followed = True
        self._anchor: Anchor | None = None
        self._is_restyled = False
        self._is_tinted = True
        self._shows_proposed = True

        self.body = Body(look, self.work, margin=margin)
        self.body.link_activated.connect(lambda address: ask_to_open(address, parent=self.window()))
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.body.setAutoFillBackground(False)
        self.area.setWidget(self.body)
        self.area.viewport().installEventFilter(self)
        self.jump = QPushButton(translate("Transcript", "Jump to end"), self.area.viewport())
        self.jump.setObjectName("jump")
        self.jump.setAccessibleName(translate("Transcript", "Jump to end"))
        self.jump.setCursor(Qt.CursorShape.PointingHandCursor)
        self.jump.hide()
        self.empty = EmptyPage(look)
        self.empty.example_chosen.connect(self.example_chosen)
        self.empty.models_requested.connect(self.models_requested)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.area)
        self.page = PageScroll(
            self.area,
            body=self.body,
            build=self._build_again,
            let_go=self._let_go,
            parent=self,
        )
        self.page.moved.connect(self._show_jump)
        self.body.dragged.connect(self.page.show_height)
        # It hides then, and the focus must not go on to the first message, and the page with it.
        self.jump.clicked.connect(self.body.setFocus)
        self.jump.clicked.connect(self.page.jump_to_end)
        look.changing.connect(self._release)
        look.changed.connect(self._rebuild)
        self._rebuild()

    def set_messages(self, messages: Sequence[MessageView]) -> None:
        """Show a chat from its end; only what is near the screen gets widgets."""
        self._views = {view.id: view for view in messages}
        self._widgets = {}
        self._fill([Unbuilt(view, self._look) for view in messages])
        self.page.jump_to_end()

    def _fill(self, entries: list[Entry]) -> None:
        self.page.pause()
        if entries:
            # The newest message may grow, and what grows has widgets.
            last = entries[-1]
            entries[-1] = self._build(self._views[last.id], last)
        self.body.set_messages(entries)
        self._stack.setCurrentWidget(self.area if entries else self.empty)
        self._mark_last()
        self.page.place(self.width())

    def append(self, message: MessageView) -> None:
        """Add a message at the end and go there."""
        self._views[message.id] = message
        self._stack.setCurrentWidget(self.area)
        self.body.add(self._build(message))
        self._mark_last()
        self.page.jump_to_end()

    def reopen(self, message: MessageView) -> None:
        """Let a reply grow on from what is kept of it."""
        self._views[message.id] = message
        reply = self._widgets.get(message.id)
        if isinstance(reply, Reply):
            self._replace(reply, message)

    def show_branch(self, messages: Sequence[MessageView], at: int) -> None:
        """Show another path; the message where it turns off stays where its buttons were."""
        index = next((i for i, view in enumerate(messages) if view.id == at), -1)
        if not 0 <= index < len(self.body.messages):
            self.set_messages(messages)
            return
        end = self.body.end_of(index) - self.page.bar.value()
        kept = {e.id: e for e in self.body.messages if self._views.get(e.id) in messages}
        self._views = {view.id: view for view in messages}
        entries = [kept.get(view.id) or Unbuilt(view, self._look) for view in messages]
        self._widgets = {e.id: e for e in entries if not isinstance(e, Unbuilt)}
        entries[index] = self._build(messages[index])
        self.page.follows = False
        self._fill(entries)
        self.page.bar.setValue(self.body.end_of(index) - end)
        self.page.build_near()

    def append_delta(
        self,
        message_id: int,
        text: str,
        tokens: tuple[TokenInfo, ...],
        stats: TurnStats | None = None,
    ) -> None:
        """Let a reply grow by text and the tokens that made it."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.append(text, tokens, stats)
            self._settle(reply)

    def set_proposed(self, message_id: int, text: str) -> None:
        """Show the words ahead of a reply, unless they are switched off."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_proposed(text if self._shows_proposed else "")
            self._settle(reply)

    def set_prompt_progress(self, message_id: int, done: int, total: int) -> None:
        """Say how much of the prompt is read before a reply begins."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_prompt_progress(done, total)
            self._settle(reply)

    def set_left_out(self, message_id: int, num_messages: int) -> None:
        """Say at a reply how many of the oldest messages its prompt does without."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_left_out(num_messages)
            self._settle(reply)

    def set_verdict(self, message_id: int, text: str, is_running: bool) -> None:
        """Say under a reply how its proof stands."""
        view = self._views.get(message_id)
        if view is None:
            return
        self._views[message_id] = replace(view, verdict=text)
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_verdict(text, is_running=is_running)
            self._settle(reply)
        else:
            self._note_unbuilt(self._views[message_id])

    def set_waiting(self, message_id: int, text: str) -> None:
        """Say what a reply that has no words yet waits for."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_waiting(text)
            self._settle(reply)

    def finish(self, message: MessageView) -> None:
        """Show a reply as it ended."""
        self._views[message.id] = message
        # Words that appear one by one would only be noise; the end of them is news.
        event = QAccessibleAnnouncementEvent(self, translate("Transcript", "The reply has ended"))
        QAccessible.updateAccessibility(event)
        reply = self._widgets.get(message.id)
        if not isinstance(reply, Reply):
            self._note_unbuilt(message)
            return
        if reply.text == message.text:
            reply.finish(message)
            self._settle(reply)
        else:
            self._replace(reply, message)

    def set_tint_enabled(self, is_enabled: bool) -> None:
        """Show or hide who wrote which word."""
        self._is_tinted = is_enabled
        for message in self._widgets.values():
            if isinstance(message, Reply):
                message.blocks_column.set_tinted(is_enabled)

    def set_proposed_enabled(self, is_enabled: bool) -> None:
        """Show or hide words ahead."""
        self._shows_proposed = is_enabled
        if not is_enabled:
            for message in self._widgets.values():
                if isinstance(message, Reply):
                    message.set_proposed("")

    def set_state(self, state: EngineState) -> None:
        """Say on an empty page what the program is waiting for."""
        self.empty.show_state(state)

    def set_loading(self, stage: str, fraction: float | None) -> None:
        """Say on an empty page how far a load is."""
        self.empty.set_loading(stage, fraction)

    @property
    def is_empty(self) -> bool:
        """Whether there are no messages."""
        return not self._views

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.body.copy_selection()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.body.select_all()
        elif not self.page.press(Qt.Key(event.key())):
            super().keyPressEvent(event)
            return
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_resize = watched is self.area.viewport() and event.type() == QEvent.Type.Resize
        if is_resize and not self._is_restyled:
            self.page.place(self.width())
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.page.pause()

    def _build_again(self, id: int) -> MessageWidget:
        before = next((e for e in self.body.messages if e.id == id), None)
        return self._build(self._views[id], before)

    def _build(self, view: MessageView, before: Entry | None = None) -> MessageWidget:
        message: MessageWidget
        if view.role is Role.ASSISTANT:
            message = Reply(
                view,
                self._look,
                work=self.work,
                is_tinted=self._is_tinted,
                has_actions=self._has_actions,
                known=before.known if isinstance(before, Unbuilt) else Known(),
                parent=self.body,
            )
        else:
            message = Question(view, self._look, has_actions=self._has_actions, parent=self.body)
        link_message(message, self)
        self._widgets[view.id] = message
        return message

    def _let_go(self, index: int, id: int) -> None:
        view = self._views[id]
        if id in self._widgets and view.status is not MessageStatus.GENERATING:
            self._widgets.pop(id)
            self.body.drop(index, view)

    def _note_unbuilt(self, message: MessageView) -> None:
        for index, entry in enumerate(self.body.messages):
            if isinstance(entry, Unbuilt) and entry.id == message.id:
                self.body.replace(index, Unbuilt(message, self._look))

    def _replace(self, reply: Reply, message: MessageView) -> None:
        messages = list(self.body.messages)
        position = messages.index(reply)
        messages[position] = self._build(message)
        self.body.set_messages(messages)
        self._mark_last()
        self.page.place(self.width())

    def _mark_last(self) -> None:
        last = self.body.messages[-1] if self.body.messages else None
        for message in self.body.messages[-4:]:
            if not isinstance(message, Unbuilt):
                message.set_last(message is last)

    def _settle(self, reply: Reply) -> None:
        self.body.settle(reply)
        self.page.settle()

    def settle_opened(self, message_id: int) -> None:
        """Make room for what the reader opened in a message, without moving the page."""
        message = self._widgets[message_id]
        self.page.follows = False
        if isinstance(message, Reply):
            self.body.settle(message)
            self.page.build_near()
        else:
            self.page.place(self.width())

    def _show_jump(self) -> None:
        viewport = self.area.viewport()
        self.jump.setVisible(self.page.is_away)
        if self.page.is_away:
            self.jump.adjustSize()
            left = (viewport.width() - self.jump.width()) // 2
            self.jump.move(left, viewport.height() - self.jump.height() - 14)
            self.jump.raise_()

    def _release(self) -> None:
        """Let all widgets go before colours or sizes change: restyling each would take long."""
        self._is_restyled = True  # scroll bars come and go, and nothing is to be built for them
        if not self._views:
            return
        self._followed = self.page.follows
        self._anchor = self.body.anchor_at(self.page.bar.value())
        places: list[Entry] = []
        gone: list[MessageWidget] = []
        for entry in self.body.messages:
            if isinstance(entry, Unbuilt):
                places.append(entry)
                continue
            view = self._views[entry.id]
            if isinstance(entry, Reply) and view.status is MessageStatus.GENERATING:
                view = replace(view, text=entry.text, tokens=entry.tokens)
                self._views[entry.id] = view
            places.append(self.body.place_of(entry, view))
            gone.append(entry)
        self._widgets = {}
        self.page.pause()
        self.body.set_messages(places)
        for widget in gone:
            # Deleted later, they would still be restyled.
            delete(widget)

    def _rebuild(self) -> None:
        """Build anew in other colours or another size, staying where the reader is."""
        self._is_restyled = False
        self.jump.setIcon(icon("down", self._look.palette.muted))
        if not self._views:
            return
        follows, anchor = self._followed, self._anchor
        keeps_size, self._base_px = self._base_px == self._look.base_px, self._look.base_px
        entries: list[Entry] = []
        for entry in self.body.messages:
            view = self._views[entry.id]
            is_known = keeps_size and isinstance(entry, Unbuilt)
            entries.append(entry if is_known else Unbuilt(view, self._look))
        self.page.follows = False
        self._fill(entries)
        if follows or anchor is None:
            self.page.jump_to_end()
        else:
            self.page.bar.setValue(self.body.y_of(anchor))
