"""Blocks that are more than running text: code with a head, wide tables, a rule.

What is wider than the column scrolls sideways inside its own block.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QLabel, QPushButton, QScrollBar, QWidget

from app.language.text import translate
from app.theme import Look
from app.transcript.text_block import TextBlock

PADDING = 12
BAR_HEIGHT = 10


class SidewaysBox(QWidget):
    """A text block that keeps its natural width and scrolls sideways where that is too much.

    Args:
        document: what to show.
        look: where its colours come from.
        is_code: whether it is code.
        inset: room around the text.
    """

    def __init__(
        self,
        document: QTextDocument,
        look: Look,
        *,
        is_code: bool = False,
        inset: int = 0,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._inset = inset
        self._window = QWidget(self)
        self.block = TextBlock(document, look, is_code=is_code, parent=self._window)
        self.bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self.bar.setAccessibleName(translate("Boxes", "Scroll sideways"))
        self.bar.valueChanged.connect(self._scroll)
        self.bar.hide()
        self._natural_width = 0.0
        self.runs_to_left = False
        """Whether it begins at the right."""

    @property
    def top(self) -> int:
        """Where the text begins, below a head if there is one."""
        return 0

    def text_grew(self) -> None:
        """Measure the natural width again after text was added."""
        self._natural_width = 0.0

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        inner = width - 2 * self._inset
        if not self._natural_width:
            self._natural_width = self.block.document.size().width()
        natural = int(self._natural_width) + 2
        # Laid out at its natural width, nothing in it depends on the width of the column.
        height = self.block.text_height()
        is_wide = natural > inner
        self._lay(natural, inner, height)
        self._window.setGeometry(self._inset, self.top + self._inset, inner, height)
        self.bar.setVisible(is_wide)
        bottom = self.top + 2 * self._inset + height
        if is_wide:
            self.bar.setRange(0, natural - inner)
            self.bar.setPageStep(inner)
            self.bar.setSingleStep(24)
            self.bar.setGeometry(self._inset, bottom - self._inset + 1, inner, BAR_HEIGHT)
            bottom += max(0, BAR_HEIGHT + 2 - self._inset)
        else:
            self.bar.setRange(0, 0)
        return bottom

    def _lay(self, natural: int, inner: int, height: int) -> None:
        if self.runs_to_left:
            self.block.resize(natural, height)
            self.block.move(max(0, inner - natural), 0)
        else:
            self.block.resize(max(natural, inner), height)

    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways = event.angleDelta().x() or event.pixelDelta().x()
        held = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if self.bar.maximum() > 0 and (sideways or held):
            self.bar.setValue(self.bar.value() - (sideways or event.angleDelta().y()))
            event.accept()
        else:
            event.ignore()

    def _scroll(self, value: int) -> None:
        self.block.move(-value, 0)


class FormulaBox(SidewaysBox):
    """A formula that stands alone, in the middle of the column."""

    def _lay(self, natural: int, inner: int, height: int) -> None:
        self.block.resize(natural, height)
        self.block.move(max(0, (inner - natural) // 2), 0)


class CodeBox(SidewaysBox):
    """Code in a thin frame, with its language and a button that copies it.

    Args:
        document: the code, laid out.
        look: where its colours come from.
        language: what the fence said; empty for none.
        is_rest: whether it goes on with the box above it, which has the head of both.
    """

    def __init__(
        self,
        document: QTextDocument,
        look: Look,
        *,
        language: str,
        is_rest: bool = False,
        parent: QWidget,
    ) -> None:
        super().__init__(document, look, is_code=True, inset=PADDING, parent=parent)
        self.language = language
        self._is_rest = is_rest
        self.whole: Callable[[], str] | None = None
        """Gives all of the code, where boxes below go on with it."""
        self._label = QLabel(language or translate("Boxes", "text"), self)
        self._label.setProperty("role", "tiny")
        self.copy = QPushButton(translate("Boxes", "Copy"), self)
        self.copy.setProperty("role", "quiet")
        self.copy.setAccessibleName(
            translate("Boxes", "Copy {value} code").format(value=language or "text")
        )
        self.copy.setCursor(Qt.CursorShape.PointingHandCursor)
        self.copy.clicked.connect(self._copy)
        # The language is read before the code, as it is seen.
        self._label.lower()
        self._label.setVisible(not is_rest)
        self.copy.setVisible(not is_rest)

    @property
    def top(self) -> int:
        return 0 if self._is_rest else self._look.px(0.82) + 15

    @property
    def code(self) -> str:
        """The code as it was written."""
        return self.block.document.toPlainText()

    def place(self, width: int) -> int:
        height = super().place(width)
        head = self.top
        self._label.adjustSize()
        self._label.move(PADDING, (head - self._label.height()) // 2)
        self.copy.adjustSize()
        self.copy.move(width - self.copy.width() - 6, (head - self.copy.height()) // 2)
        return height

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.color("line"), 1))
        painter.setBrush(self._look.color("code_ground"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self.top:
            painter.drawLine(1, self.top, self.width() - 2, self.top)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code if self.whole is None else self.whole())
        self.copy.setText(translate("Boxes", "Copied"))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.copy.setText(translate("Boxes", "Copy"))


class RuleLine(QWidget):
    """A thin line across the column.

    Args:
        look: where its colour comes from.
    """

    def __init__(self, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look

    def place(self, width: int) -> int:
        """Give the height it takes."""
        return 9

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 4, self.width(), 1, self._look.color("line_strong"))
