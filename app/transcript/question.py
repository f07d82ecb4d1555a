"""What the user wrote, in its bubble, with the files that go with it and what can be done with it.

Places what it holds by hand and says how high it is; the view places the messages.
"""

from functools import partial

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.attachments.chip import FileChip
from app.attachments.words import file_note
from app.language.text import translate
from app.theme import Look
from app.transcript.acts import Act, ActionButton, ActsMenu
from app.transcript.documents import line_format, new_document, text_format
from app.transcript.folded import MoreButton, first_part
from app.transcript.switcher import Switcher
from app.transcript.text_block import TextBlock
from app.transcript.unbuilt import ACTS_HEIGHT
from app.view_types import MessageView

BUBBLE_X, BUBBLE_TOP, BUBBLE_BOTTOM = 14, 7, 11
BUBBLE_SHARE = 0.84
_CHIP_GAP = 6


class Question(QWidget):
    """What the user wrote, at the right, exactly as it was written.

    Args:
        view: the message.
        look: fonts and colours.
        has_actions: whether it can be copied, edited and deleted.
    """

    acted = Signal(int, object)
    """id, Act"""
    picked = Signal(int)
    """The id of the message to show in its place"""
    file_opened = Signal(object)
    """AttachedFile"""

    unfolded = Signal(int)
    """id: more of its text is shown now"""

    def __init__(
        self, view: MessageView, look: Look, *, has_actions: bool = True, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.id = view.id
        self.text = view.text
        self._look = look
        self._has_actions = has_actions
        self._is_last = False
        self.setAccessibleName(translate("Question", "You wrote"))
        self.chips: list[FileChip] = []
        for file in view.files:
            chip = FileChip(file.name, look, parent=self)
            chip.set_note(file_note(file))
            chip.clicked.connect(partial(self.file_opened.emit, file))
            self.chips.append(chip)
        document = new_document(look)
        cursor = QTextCursor(document)
        cursor.setBlockFormat(line_format(look))
        cursor.insertText(first_part(view.text), text_format(look))
        self.block = TextBlock(document, look, parent=self)
        self.more = MoreButton(view.text, block=self.block, parent=self)
        self.more.shown.connect(lambda: self.unfolded.emit(self.id))
        self.block.speak()
        self.block.setVisible(bool(view.text.strip()) or not view.files)
        self._bubble = QRectF()
        self._build_acts(view)

    @property
    def words(self) -> str:
        """What is copied of it."""
        return self.text

    @property
    def blocks(self) -> list[TextBlock]:
        """Its one text, if it has any."""
        return [] if self.block.isHidden() else [self.block]

    def set_last(self, is_last: bool) -> None:
        """Offer an answer where it has none, which only the last message can lack."""
        self._is_last = is_last
        self._show_acts()

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        widest = int(width * BUBBLE_SHARE) - 2 * BUBBLE_X
        y = self._place_chips(width)
        self._bubble = QRectF()
        if not self.block.isHidden():
            self.block.set_text_width(widest)
            inner = min(widest, int(self.block.document.idealWidth()) + 1)
            height = self.block.set_text_width(inner)
            left = width - inner - 2 * BUBBLE_X
            whole = height + BUBBLE_TOP + BUBBLE_BOTTOM
            whole += self.more.place(left + BUBBLE_X, y + BUBBLE_TOP + height, inner)
            self._bubble = QRectF(left, y, inner + 2 * BUBBLE_X, whole)
            self.block.setGeometry(left + BUBBLE_X, y + BUBBLE_TOP, inner, height)
            y += whole
        if not self._has_actions:
            return y
        self.acts.setGeometry(0, y, width, ACTS_HEIGHT)
        return y + ACTS_HEIGHT

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.color("bubble"))
        painter.drawRoundedRect(self._bubble, 12, 12)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_acts()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_acts()

    def _build_acts(self, view: MessageView) -> None:
        look = self._look
        self.acts = QWidget(self)
        self.switcher = Switcher(look)
        self.switcher.picked.connect(self.picked)
        self.answer = ActionButton(
            "again",
            tip=translate("Question", "Answer"),
            spoken=translate("Question", "Answer the message"),
            look=look,
        )
        self.copy = ActionButton(
            "copy",
            tip=translate("Question", "Copy"),
            spoken=translate("Question", "Copy your message"),
            look=look,
        )
        self.edit = ActionButton(
            "edit",
            tip=translate("Question", "Edit and send again"),
            spoken=translate("Question", "Edit your message"),
            look=look,
        )
        # Always there for Tab; the others come when the message is looked at.
        self.menu_button = ActionButton(
            "more",
            tip=translate("Question", "More"),
            spoken=translate("Question", "More to do with your message"),
            look=look,
        )
        for button, act in (
            (self.answer, Act.REGENERATE),
            (self.copy, Act.COPY),
            (self.edit, Act.EDIT),
        ):
            button.clicked.connect(partial(self.acted.emit, self.id, act))
            button.focus_changed.connect(self._show_acts)
        self.menu_button.clicked.connect(self._open_menu)
        self.menu_button.focus_changed.connect(self._show_acts)
        row = QHBoxLayout(self.acts)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(2)
        row.addStretch(1)
        for widget in (self.answer, self.copy, self.edit, self.menu_button, self.switcher):
            row.addWidget(widget)
        self.switcher.set_siblings(view.siblings, view.id)
        self.acts.setVisible(self._has_actions)
        self._show_acts()

    def _show_acts(self) -> None:
        buttons = (self.answer, self.copy, self.edit, self.menu_button)
        is_looked_at = self.underMouse() or any(button.hasFocus() for button in buttons)
        self.answer.setVisible(self._is_last)
        self.copy.setVisible(is_looked_at and bool(self.text))
        self.edit.setVisible(is_looked_at)
        self.menu_button.set_drawn(is_looked_at)

    def _open_menu(self) -> None:
        menu = ActsMenu(
            [
                (Act.COPY, translate("Question", "Copy")),
                (Act.EDIT, translate("Question", "Edit and send again…")),
                (Act.REGENERATE, translate("Question", "Answer again")),
                None,
                (Act.DELETE, translate("Question", "Delete…")),
            ],
            parent=self,
        )
        menu.chosen.connect(partial(self.acted.emit, self.id))
        menu.open_at(self.menu_button)

    def _place_chips(self, width: int) -> int:
        """Place the files in rows that end at the right, in their order, and give their height."""
        y = 0
        rows: list[list[FileChip]] = []
        for chip in self.chips:
            used = sum(other.sizeHint().width() + _CHIP_GAP for other in (rows[-1] if rows else ()))
            if not rows or used + chip.sizeHint().width() > width:
                rows.append([])
            rows[-1].append(chip)
        for row in rows:
            widths = [min(width, chip.sizeHint().width()) for chip in row]
            x = width - sum(widths) - _CHIP_GAP * (len(row) - 1)
            for chip, wide in zip(row, widths, strict=True):
                chip.setGeometry(x, y, wide, chip.sizeHint().height())
                x += wide + _CHIP_GAP
            y += row[0].sizeHint().height() + _CHIP_GAP
        return y if not self.block.isHidden() else max(0, y - _CHIP_GAP)
