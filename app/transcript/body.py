"""The page that holds all messages and places them by hand.

A message that grows moves nothing above it, and only its own end is placed anew.
"""

from bisect import bisect_right
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.language.text import translate
from app.theme import READING_WIDTH, TEXT_INSET, Look
from app.transcript.marked_page import Entry, MarkedPage, MessageWidget
from app.transcript.messages import Reply
from app.transcript.parts import Known
from app.transcript.question import Question
from app.transcript.tab_order import step
from app.transcript.text_block import Work
from app.transcript.unbuilt import Unbuilt
from app.view_types import MessageView
from engine import Role

MIN_MARGIN = 28
TOP, BOTTOM = 22, 30
GAP_QUESTION, GAP_REPLY = 30, 0  # a question ends with the line of what can be done with it


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place on the page by what stands there; a part of -1 is the message itself."""

    index: int
    part: int
    offset: int


class Body(MarkedPage):
    """All messages of a chat, one under the other in a column.

    Args:
        look: fonts and colours.
        work: counts what is done.
        margin: room left and right of the column where it is narrow.
    """

    def __init__(
        self, look: Look, work: Work, *, margin: int = MIN_MARGIN, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._margin = margin
        self._look = look
        self.work = work
        self._tops: list[int] = []
        self.bar_width = 0
        """Room the scroll bar takes beside the page; the column is centred as if it took none."""
        self.setAccessibleName(translate("Transcript", "Messages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_messages(self, messages: list[Entry]) -> None:
        """Hold these messages and no others."""
        self.forget_selection()
        for old in self.messages:
            if old not in messages:
                _discard(old)
        self.messages = messages
        self._tops = []

    def top_of(self, index: int) -> int:
        """Where a message begins on the page."""
        return self._tops[index]

    def end_of(self, index: int) -> int:
        """Where a message ends on the page."""
        message = self.messages[index]
        _, column = self._column(self.width())
        height = message.place(column) if isinstance(message, Unbuilt) else message.height()
        return self._tops[index] + height

    def index_at(self, y: int) -> int:
        """The message at a height of the page, or the one above."""
        return max(0, bisect_right(self._tops, y) - 1)

    def unbuilt_within(self, top: int, bottom: int) -> int | None:
        """Give the lowest message between two heights that has no widgets yet."""
        if len(self._tops) != len(self.messages):
            return None
        for index in range(min(self.index_at(bottom), len(self.messages) - 1), -1, -1):
            if index + 1 < len(self._tops) and self._tops[index + 1] <= top:
                return None
            if isinstance(self.messages[index], Unbuilt):
                return index
        return None

    def waiting_within(self, top: int, bottom: int) -> tuple[int, int] | None:
        """Give the lowest part between two heights that waits: its message's place, and its own."""
        if len(self._tops) != len(self.messages) or not self.messages:
            return None
        for index in range(self.index_at(bottom), -1, -1):
            message = self.messages[index]
            start = self._tops[index]
            if isinstance(message, Reply):
                if start + message.height() < top:
                    return None
                column = message.blocks_column.column
                found = column.waiting_within(top - start, bottom - start)
                if found is not None:
                    return index, found
        return None

    def settle_part(self, index: int, part: int) -> tuple[int, int]:
        """Build or lay out a part that waits; give where it begins, and how much higher it is."""
        message = self.messages[index]
        if not isinstance(message, Reply):
            return self._tops[index], 0
        column = message.blocks_column.column
        top = self._tops[index] + column.top + column.parts[part].y
        grown = message.blocks_column.build(part)
        self._fit_height(index, message.place_foot())
        if self._has_all:
            self.mark_new(message)
        return top, grown

    @property
    def has_chores(self) -> bool:
        """Whether a message has something left to do that can wait."""
        built = (entry for entry in self.messages if isinstance(entry, Reply))
        return any(reply.blocks_column.has_chores for reply in built)

    def do_chore(self) -> tuple[int, int] | None:
        """Do a step of what can wait.

        Returns:
            Where the page may have changed and how much higher that is; None if all that is left
            has to wait still.
        """
        for index, entry in enumerate(self.messages):
            step = entry.blocks_column.do_chore() if isinstance(entry, Reply) else None
            if step is None or not isinstance(entry, Reply):
                continue
            if step.top is None:
                return self._tops[index], 0
            self._fit_height(index, entry.place_foot())
            return self._tops[index] + step.top, step.grown
        return None

    def anchor_at(self, y: int) -> Anchor | None:
        """Take note of what stands at a height of the page."""
        if len(self._tops) != len(self.messages) or not self.messages:
            return None
        index = self.index_at(y)
        message = self.messages[index]
        part = -1
        if isinstance(message, Reply):
            part = message.blocks_column.column.index_at(y - self._tops[index])
        return Anchor(index, part, y - self._y_of(index, part))

    def y_of(self, anchor: Anchor) -> int:
        """Where what was taken note of stands now."""
        return self._y_of(anchor.index, anchor.part) + anchor.offset

    def _y_of(self, index: int, part: int) -> int:
        message = self.messages[index]
        if part >= 0 and isinstance(message, Reply):
            column = message.blocks_column.column
            if part < len(column.parts):
                return self._tops[index] + column.top + column.parts[part].y
        return self._tops[index]

    def replace(self, index: int, message: Entry) -> int:
        """Put a message in another one's place and give how much higher it is."""
        left, column = self._column(self.width())
        old = self.messages[index]
        before = old.place(column) if isinstance(old, Unbuilt) else old.height()
        _discard(old)
        self.messages[index] = message
        height = message.place(column)
        if not isinstance(message, Unbuilt):
            message.setGeometry(left, self._tops[index], column, height)
            below = (m for m in self.messages[index + 1 :] if not isinstance(m, Unbuilt))
            follower = next(below, None)
            if follower is not None:
                # Built from the end upwards, but read from the beginning.
                message.stackUnder(follower)
            message.show()
        self._shift_below(index, height - before)
        return height - before

    def _fit_height(self, index: int, height: int) -> None:
        message = self.messages[index]
        if not isinstance(message, Unbuilt):
            left, column = self._column(self.width())
            grown = height - message.height()
            self.work.num_placed += 1
            message.setGeometry(left, self._tops[index], column, height)
            self._shift_below(index, grown)

    def _shift_below(self, index: int, grown: int) -> None:
        if grown:
            left, _ = self._column(self.width())
            # Those below are only moved: laying them out again would make a long chat slow.
            for below in range(index + 1, len(self.messages)):
                self._tops[below] += grown
                entry = self.messages[below]
                if not isinstance(entry, Unbuilt):
                    entry.move(left, self._tops[below])
            self.resize(self.width(), self.height() + grown)

    def drop(self, index: int, view: MessageView) -> None:
        """Keep a message's place and let its widgets go."""
        message = self.messages[index]
        if not isinstance(message, Unbuilt):
            self.replace(index, self.place_of(message, view))

    def place(self, width: int) -> None:
        """Lay all messages out at a width."""
        y = TOP
        left, column = self._column(width)
        self._tops = []
        for number, message in enumerate(self.messages):
            y += _gap(message) if number else 0
            self._tops.append(y)
            height = message.place(column)
            if not isinstance(message, Unbuilt):
                message.setGeometry(left, y, column, height)
                message.show()
            y += height
        self.resize(width, y + BOTTOM)

    def place_of(self, message: MessageWidget, view: MessageView) -> Unbuilt:
        """Give the place that a message takes now, for when its widgets are gone."""
        _, column = self._column(self.width())
        known = Known()
        if isinstance(message, Reply):
            blocks = message.blocks_column
            known = Known(blocks.column.known_heights(), blocks.cut)
        return Unbuilt(view, self._look, column, message.height(), known)

    def settle(self, reply: Reply) -> None:
        """Place the end of a message anew, after it has grown, and what is below it."""
        if len(self._tops) != len(self.messages):
            self.place(self.width())
            return
        # The newest one grows most often.
        index = len(self.messages) - 1
        if self.messages[index] is not reply:
            index = self.messages.index(reply)
        self._fit_height(index, reply.place_foot())

    def add(self, message: MessageWidget) -> None:
        """Put a message after the others."""
        self.messages.append(message)
        left, column = self._column(self.width())
        bottom = self.height() - BOTTOM
        top = bottom + _gap(message) if len(self.messages) > 1 else TOP
        self._tops.append(top)
        height = message.place(column)
        message.setGeometry(left, top, column, height)
        message.show()
        self.resize(self.width(), top + height + BOTTOM)

    @property
    def num_built(self) -> int:
        """How many messages have widgets."""
        return sum(not isinstance(entry, Unbuilt) for entry in self.messages)

    def _column(self, width: int) -> tuple[int, int]:
        whole = width + self.bar_width
        column = max(120, min(READING_WIDTH - 2 * TEXT_INSET, whole - 2 * self._margin))
        return (whole - column) // 2, column

    def focusNextPrevChild(self, next: bool) -> bool:
        return step(self, forwards=next) or super().focusNextPrevChild(next)


def _gap(message: Entry) -> int:
    is_question = (
        message.view.role is not Role.ASSISTANT
        if isinstance(message, Unbuilt)
        else isinstance(message, Question)
    )
    return GAP_QUESTION if is_question else GAP_REPLY


def _discard(entry: Entry) -> None:
    if isinstance(entry, Reply):
        entry.forget()
    if not isinstance(entry, Unbuilt):
        entry.hide()
        entry.deleteLater()
