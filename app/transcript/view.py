"""The conversation: messages in a page that scrolls, and follows a reply only from its end.

Knows messages and engine values; whoever owns the chats tells it what to show.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QStackedLayout, QWidget

from app.icons import icon
from app.theme import Look
from app.transcript.body import MIN_MARGIN, Body, MessageWidget
from app.transcript.empty_page import EmptyPage
from app.transcript.messages import Question, Reply
from app.transcript.text_block import Work
from app.view_types import EngineState, MessageStatus, MessageView
from engine import Role, TokenInfo, TurnStats

NUM_FIRST = 12
"""Messages built at once when a chat is opened; the older ones follow in slices."""
NUM_SLICE = 4
NEAR_END_PX = 12


class TranscriptView(QWidget):
    """All messages of the open chat.

    Args:
        look: fonts and colours.
        has_actions: whether a reply can be copied and written anew.
        margin: room left and right of the column where it is narrow.
    """

    copy_requested = Signal(int)
    regenerate_requested = Signal(int)
    link_activated = Signal(str)
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
        self._views: dict[int, MessageView] = {}
        self._widgets: dict[int, MessageWidget] = {}
        self._waiting: list[MessageView] = []
        self._is_tinted = True
        self._shows_proposed = True
        self._follows = True

        self.body = Body(look, self.work, margin=margin)
        self.body.link_activated.connect(self.link_activated)
        self.body.dragged.connect(self._scroll_to_drag)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.body.setAutoFillBackground(False)
        self.area.setWidget(self.body)
        self.area.viewport().installEventFilter(self)
        self.bar = self.area.verticalScrollBar()
        self.bar.setSingleStep(40)
        self.bar.valueChanged.connect(self._note_scroll)
        self.bar.rangeChanged.connect(lambda: self._show_jump())
        self.jump = QPushButton("Jump to end", self.area.viewport())
        self.jump.setObjectName("jump")
        self.jump.setAccessibleName("Jump to end")
        self.jump.setCursor(Qt.CursorShape.PointingHandCursor)
        self.jump.clicked.connect(self.jump_to_end)
        self.jump.hide()
        self.empty = EmptyPage(look)
        self.empty.example_chosen.connect(self.example_chosen)
        self.empty.models_requested.connect(self.models_requested)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.area)
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._build_slice)
        look.changed.connect(self._rebuild)
        self._restyle()

    def set_messages(self, messages: Sequence[MessageView]) -> None:
        """Show a chat from its end; what lies far above is built in the background."""
        self._slices.stop()
        self._views = {view.id: view for view in messages}
        first = max(0, len(messages) - NUM_FIRST)
        self._waiting = list(messages[:first])
        self._widgets = {}
        self.body.set_messages([])
        self.body.set_messages([self._build(view) for view in messages[first:]])
        self._stack.setCurrentWidget(self.area if messages else self.empty)
        self._mark_last()
        self._place()
        self.jump_to_end()
        if self._waiting:
            self._slices.start()

    def append(self, message: MessageView) -> None:
        """Add a message at the end and go there."""
        self._views[message.id] = message
        self._stack.setCurrentWidget(self.area)
        self.body.add(self._build(message))
        self._mark_last()
        self.jump_to_end()

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

    def set_waiting(self, message_id: int, text: str) -> None:
        """Say what a reply that has no words yet waits for."""
        reply = self._widgets.get(message_id)
        if isinstance(reply, Reply):
            reply.set_waiting(text)
            self._settle(reply)

    def finish(self, message: MessageView) -> None:
        """Show a reply as it ended."""
        self._views[message.id] = message
        reply = self._widgets.get(message.id)
        if not isinstance(reply, Reply):
            return
        # Words that appear one by one would only be noise; the end of them is news.
        event = QAccessibleAnnouncementEvent(self, "The reply has ended")
        QAccessible.updateAccessibility(event)
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

    def jump_to_end(self) -> None:
        """Go to the end and follow it from now on."""
        self._follows = True
        self.bar.setValue(self.bar.maximum())
        self._show_jump()

    @property
    def is_empty(self) -> bool:
        """Whether there are no messages."""
        return not self._views

    @property
    def is_following(self) -> bool:
        """Whether the view stays at the end while a reply grows."""
        return self._follows

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = self.area.viewport().height()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.body.copy_selection()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.body.select_all()
        else:
            steps = {
                Qt.Key.Key_Up: -self.bar.singleStep(),
                Qt.Key.Key_Down: self.bar.singleStep(),
                Qt.Key.Key_PageUp: 40 - page,
                Qt.Key.Key_PageDown: page - 40,
                Qt.Key.Key_Home: -self.bar.maximum(),
                Qt.Key.Key_End: self.bar.maximum(),
            }
            step = steps.get(Qt.Key(event.key()))
            if step is None:
                super().keyPressEvent(event)
                return
            self.bar.setValue(self.bar.value() + step)
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.area.viewport() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        self._slices.stop()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._waiting:
            self._slices.start()

    def _build(self, view: MessageView) -> MessageWidget:
        message: MessageWidget
        if view.role is Role.ASSISTANT:
            message = Reply(
                view,
                self._look,
                work=self.work,
                is_tinted=self._is_tinted,
                has_actions=self._has_actions,
                parent=self.body,
            )
            message.copy_requested.connect(self.copy_requested)
            message.regenerate_requested.connect(self.regenerate_requested)
        else:
            message = Question(view, self._look, parent=self.body)
        self._widgets[view.id] = message
        return message

    def _build_slice(self) -> None:
        views = self._waiting[-NUM_SLICE:]
        self._waiting = self._waiting[: -len(views)] if views else []
        if not self._waiting:
            self._slices.stop()
        if not views:
            return
        value = self.bar.value()
        follows = self._follows
        grown = self.body.insert_above([self._build(view) for view in views])
        # What is on screen stays where it is while the page grows above it.
        self._follows = follows
        self.bar.setValue(self.bar.maximum() if follows else value + grown)

    def _replace(self, reply: Reply, message: MessageView) -> None:
        messages = list(self.body.messages)
        position = messages.index(reply)
        messages[position] = self._build(message)
        self.body.set_messages(messages)
        self._mark_last()
        self._place()

    def _mark_last(self) -> None:
        last = self.body.messages[-1] if self.body.messages else None
        for message in self.body.messages[-4:]:
            if isinstance(message, Reply):
                message.set_last(message is last)

    def _settle(self, reply: Reply) -> None:
        if reply is self.body.messages[-1]:
            self.body.settle_last()
        else:
            self.body.place(self.body.width())
        if self._follows:
            self.bar.setValue(self.bar.maximum())

    def _place(self) -> None:
        follows = self._follows
        width = self.area.viewport().width()
        self.body.bar_width = self.width() - width
        self.body.place(width)
        if follows:
            self.bar.setValue(self.bar.maximum())
        self._follows = follows
        self._show_jump()

    def _note_scroll(self, value: int) -> None:
        self._follows = value >= self.bar.maximum() - NEAR_END_PX
        self._show_jump()

    def _show_jump(self) -> None:
        viewport = self.area.viewport()
        is_away = self.bar.value() < self.bar.maximum() - NEAR_END_PX
        self.jump.setVisible(is_away)
        if is_away:
            self.jump.adjustSize()
            left = (viewport.width() - self.jump.width()) // 2
            self.jump.move(left, viewport.height() - self.jump.height() - 14)
            self.jump.raise_()

    def _scroll_to_drag(self, y: int) -> None:
        top = self.bar.value()
        bottom = top + self.area.viewport().height()
        if y < top:
            self.bar.setValue(y)
        elif y > bottom:
            self.bar.setValue(y - self.area.viewport().height())

    def _rebuild(self) -> None:
        """Build everything anew in other colours or another size, staying where the reader is."""
        self._restyle()
        if not self._views:
            return
        follows, value = self._follows, self.bar.value()
        views = []
        for id, view in self._views.items():
            widget = self._widgets.get(id)
            if isinstance(widget, Reply) and view.status is MessageStatus.GENERATING:
                views.append(replace(view, text=widget.text, tokens=widget.tokens))
            else:
                views.append(view)
        self.set_messages(views)
        if not follows:
            self._follows = False
            self.bar.setValue(value)

    def _restyle(self) -> None:
        self.jump.setIcon(icon("down", self._look.palette.muted))
