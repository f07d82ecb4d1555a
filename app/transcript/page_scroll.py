"""The window onto the page: follows a reply from its end, else keeps what is read in its place.

Also sees to it that what is on screen has widgets, and what is far away has none, so that a chat
costs what is seen of it.
"""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea

from app.transcript.body import BOTTOM, Body
from app.transcript.marked_page import MessageWidget

MAX_BUILT = 60
"""Messages that may have widgets at a time; those far from the screen lose them again."""
NEAR_END_PX = 12
NEAR_PAGES = 12
"""How many pages above and below the screen the parts of long messages are built ahead."""
SLICE_S = 0.02
"""How long building ahead may go on before Qt gets its turn."""
SLICE_CHARS = 3_000
"""And how much markdown it may read in that time, on the fastest computer."""
WAIT_MS = 40
"""Until it is looked again whether what nothing can be done for yet can be done."""


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
        self._ahead.timeout.connect(self._build_ahead)
        self.bar.setSingleStep(40)
        self.bar.valueChanged.connect(self._note)
        self.bar.rangeChanged.connect(lambda: self.moved.emit())

    @property
    def is_away(self) -> bool:
        """Whether the end is out of sight; of the blank below the last line nothing is lost."""
        return self.bar.value() < self.bar.maximum() - BOTTOM

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

    def jump_to_start(self) -> None:
        """Go to the start and stay there, also where the page becomes narrower and longer."""
        self.bar.setValue(0)
        self.follows = False
        self.build_near()
        self.moved.emit()

    def settle(self) -> None:
        """Go to the end after the page has grown, if the end is being followed."""
        if self.follows:
            self.bar.setValue(self.bar.maximum())
        if self._body.has_chores and not self._ahead.isActive():
            self._ahead.start(0)

    def place(self, whole_width: int) -> None:
        """Lay the page out at the width there is."""
        follows = self.follows
        self._body.work.allow_formulas()
        width = self._area.viewport().width()
        anchor = None if follows else self._body.anchor_at(self.bar.value())
        self._is_building = True
        self._body.bar_width = whole_width - width
        self._body.place(width)
        if anchor is not None:
            self.bar.setValue(self._body.y_of(anchor))
        self._is_building = False
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

    def press(self, key: Qt.Key) -> bool:
        """Scroll as a key says; tell whether it says anything."""
        page = self._area.viewport().height()
        steps = {
            Qt.Key.Key_Up: -self.bar.singleStep(),
            Qt.Key.Key_Down: self.bar.singleStep(),
            Qt.Key.Key_PageUp: 40 - page,
            Qt.Key.Key_PageDown: page - 40,
            Qt.Key.Key_Home: -self.bar.maximum(),
            Qt.Key.Key_End: self.bar.maximum(),
        }
        step = steps.get(key)
        if step is None:
            return False
        self.bar.setValue(self.bar.value() + step)
        return True

    def build_near(self) -> None:
        """Give widgets to all that is on screen, and see to what is next to it later."""
        if self._is_building:
            return
        page = self._area.viewport().height()
        while self._build_within(self.bar.value(), self.bar.value() + page):
            pass
        # A chat that only grows has nothing left to build, but ever more to let go.
        if self._has_rest() or self._body.num_built > MAX_BUILT:
            self._ahead.start(0)

    def pause(self) -> None:
        """Leave what is not on screen alone, while nothing is shown."""
        self._ahead.stop()

    def _build_within(self, top: int, bottom: int) -> bool:
        """Build one thing between two heights of the page; False if nothing is left there."""
        index = self._body.unbuilt_within(top, bottom)
        if index is not None:
            self._build_at(index)
            return True
        place = self._body.waiting_within(top, bottom)
        if place is not None:
            self._settle_part(*place)
            return True
        return False

    def _has_rest(self) -> bool:
        return self._next_to_screen() is not None or self._body.has_chores

    def _next_to_screen(self) -> tuple[int, int] | None:
        """Give the message that has no widgets, or its part that waits, nearest to be seen."""
        top, page = self.bar.value(), self._area.viewport().height()
        index = self._body.unbuilt_within(top - page, top + 2 * page)
        if index is not None:
            return index, -1
        for pages in (1, NEAR_PAGES):
            place = self._body.waiting_within(top - pages * page, top + (pages + 1) * page)
            if place is not None:
                return place
        return None

    def _build_ahead(self) -> None:
        """Do one slice of what can wait; the rest when Qt has had its turn."""
        started_at, num_chars = perf_counter(), self._body.work.num_parsed_chars
        self._body.work.num_slices += 1
        self._body.work.allow_formulas()
        while True:
            place = self._next_to_screen()
            if place is None:
                if not self._body.has_chores:
                    self._drop_far()
                    return
                if not self._do_chore():
                    self._ahead.start(WAIT_MS)
                    return
            elif place[1] < 0:
                self._build_at(place[0])
            else:
                self._settle_part(*place)
            is_much = self._body.work.num_parsed_chars - num_chars >= SLICE_CHARS
            if is_much or perf_counter() - started_at >= SLICE_S:
                self._ahead.start(0)
                return

    def _build_at(self, index: int) -> None:
        message = self._build(self._body.messages[index].id)
        top = self._body.top_of(index)
        self._keep_place(lambda: (top, self._body.replace(index, message)))
        self._body.mark_new(message)

    def _settle_part(self, index: int, part: int) -> None:
        self._keep_place(lambda: self._body.settle_part(index, part))

    def _do_chore(self) -> bool:
        """Do a step of what can wait; False if that has to wait still."""
        is_done = True

        def do() -> tuple[int, int]:
            nonlocal is_done
            changed = self._body.do_chore()
            is_done = changed is not None
            return changed or (0, 0)

        self._keep_place(do)
        return is_done

    def _keep_place(self, build: Callable[[], tuple[int, int]]) -> None:
        """Let the page grow somewhere; what is read stays where it is."""
        follows, value = self.follows, self.bar.value()
        was_building, self._is_building = self._is_building, True
        top, grown = build()
        if follows:
            self.bar.setValue(self.bar.maximum())
        elif top < value:
            self.bar.setValue(value + grown)
        self._is_building = was_building
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
