"""The window onto the page: follows a reply from its end, else keeps what is read in its place.

Also sees to it that what is on screen has widgets, and what is far away has none, so that a chat
costs what is seen of it.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QScrollArea

from app.transcript.body import Body, MessageWidget

MAX_BUILT = 60
"""Messages that may have widgets at a time; those far from the screen lose them again."""
NEAR_END_PX = 12


class PageScroll(QObject):
    """Scrolls one page.

    Args:
        area: what scrolls it.
        body: the page.
        build: makes the widgets of a message, by its id.
        let_go: drops the widgets of a message, by its place and id, unless it is still growing.
    """

    moved = Signal()
    """The place changed, or how far it is from the end."""

    def __init__(
        self,
        area: QScrollArea,
        *,
        body: Body,
        build: Callable[[int], MessageWidget],
        let_go: Callable[[int, int], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.follows = True
        """Whether the view stays at the end while a reply grows."""
        self.bar = area.verticalScrollBar()
        self._area = area
        self._body = body
        self._build = build
        self._let_go = let_go
        self._is_building = False
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(0)
        self._ahead.timeout.connect(self._build_ahead)
        self.bar.setSingleStep(40)
        self.bar.valueChanged.connect(self._note)
        self.bar.rangeChanged.connect(lambda: self.moved.emit())

    @property
    def is_away(self) -> bool:
        """Whether the end is out of sight."""
        return self.bar.value() < self.bar.maximum() - NEAR_END_PX

    @property
    def is_busy(self) -> bool:
        """Whether widgets are still being made for what is next to the screen."""
        return self._ahead.isActive()

    def jump_to_end(self) -> None:
        """Go to the end and follow it from now on."""
        self.follows = True
        self.settle()
        self.build_near()
        self.moved.emit()

    def settle(self) -> None:
        """Go to the end after the page has grown, if the end is being followed."""
        if self.follows:
            self.bar.setValue(self.bar.maximum())

    def place(self, whole_width: int) -> None:
        """Lay the page out at the width there is."""
        follows = self.follows
        width = self._area.viewport().width()
        self._body.bar_width = whole_width - width
        self._body.place(width)
        self.follows = follows
        self.settle()
        self.build_near()
        self.moved.emit()

    def show_height(self, y: int) -> None:
        """Scroll just as far as it takes to see a height of the page."""
        top, page = self.bar.value(), self._area.viewport().height()
        if y < top:
            self.bar.setValue(y)
        elif y > top + page:
            self.bar.setValue(y - page)

    def build_near(self) -> None:
        """Give widgets to all that is on screen, and see to what is next to it later."""
        if self._is_building:
            return
        self._is_building = True
        page = self._area.viewport().height()
        index: int | None = 0
        while index is not None:
            top = self.bar.value()
            index = self._body.unbuilt_within(top, top + page)
            if index is not None:
                self._build_at(index)
        self._is_building = False
        if self._next_to_screen() is not None:
            self._ahead.start()

    def pause(self) -> None:
        """Leave what is not on screen alone, while nothing is shown."""
        self._ahead.stop()

    def _next_to_screen(self) -> int | None:
        top, page = self.bar.value(), self._area.viewport().height()
        return self._body.unbuilt_within(top - page, top + 2 * page)

    def _build_ahead(self) -> None:
        """Give widgets to one message next to the screen; to more when Qt has time."""
        index = self._next_to_screen()
        if index is None:
            self._drop_far()
            return
        self._is_building = True
        self._build_at(index)
        self._is_building = False
        self._ahead.start()

    def _build_at(self, index: int) -> None:
        follows, value = self.follows, self.bar.value()
        is_above = self._body.top_of(index) < value
        message = self._build(self._body.messages[index].id)
        grown = self._body.replace(index, message)
        self._body.mark_new(message)
        # What is read stays where it is while the page grows above it.
        if follows:
            self.bar.setValue(self.bar.maximum())
        elif is_above:
            self.bar.setValue(value + grown)
        self.follows = follows

    def _drop_far(self) -> None:
        """Let widgets go that are far from the screen, if there are many and none is marked."""
        if self._body.num_built <= MAX_BUILT or self._body.has_selection:
            return
        top, page = self.bar.value(), self._area.viewport().height()
        for index, message in enumerate(self._body.messages[:-1]):
            if not top - 5 * page <= self._body.top_of(index) <= top + 6 * page:
                self._let_go(index, message.id)

    def _note(self, value: int) -> None:
        if not self._is_building:
            self.follows = value >= self.bar.maximum() - NEAR_END_PX
            self.build_near()
        self.moved.emit()
