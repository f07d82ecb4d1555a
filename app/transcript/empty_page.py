"""What stands where messages will be: no model yet, loading, or an empty chat with examples."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.icons import icon
from app.language.text import mark, translate
from app.theme import Look
from app.view_types import EngineState

EXAMPLES = (
    mark("EmptyPage", "Write a Python function that merges two sorted lists."),
    mark("EmptyPage", "Explain in three sentences why the sky is blue."),
    mark("EmptyPage", "Write a polite letter: the heating has been cold since Monday."),
)
MARK_PX = 44
TEXT_WIDTH = 400


class EmptyPage(QWidget):
    """One quiet page with at most one thing to do.

    Args:
        look: where its colours come from.
    """

    example_chosen = Signal(str)
    models_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # It fits itself into any size, and must not keep the messages in its place large.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._has_model = False
        self._has_some = False
        self._state = EngineState.NO_MODEL
        self.mark = QLabel()
        self.mark.setPixmap(icon("foreword", "#000000", size=MARK_PX).pixmap(MARK_PX, MARK_PX))
        self.mark.setAccessibleName("Foreword")
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setFixedWidth(TEXT_WIDTH)
        self.text.setProperty("role", "muted")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(240)
        self.progress.setAccessibleName(translate("EmptyPage", "Loading"))
        self.button = QPushButton(translate("EmptyPage", "Choose a model"))
        self.button.setProperty("role", "primary")
        self.button.setAccessibleName(translate("EmptyPage", "Choose a model"))
        self.button.clicked.connect(self.models_requested)
        translated = [translate("EmptyPage", text) for text in EXAMPLES]
        self.examples = [self._example(text) for text in translated]

        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 24)
        column.setSpacing(0)
        column.addStretch(3)
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(self.mark, 0, centre)
        column.addSpacing(16)
        column.addWidget(self.title, 0, centre)
        column.addSpacing(6)
        column.addWidget(self.text, 0, centre)
        column.addSpacing(18)
        column.addWidget(self.progress, 0, centre)
        column.addWidget(self.button, 0, centre)
        for example in self.examples:
            column.addWidget(example, 0, centre)
            column.addSpacing(8)
        column.addStretch(4)
        self.show_state(EngineState.NO_MODEL)

    def _example(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "example")
        button.setAccessibleName(text)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setMinimumWidth(200)
        button.setFixedWidth(520)
        button.clicked.connect(lambda: self.example_chosen.emit(text))
        return button

    def hasHeightForWidth(self) -> bool:
        # Else the column would keep that height for the page, and take it from the message box.
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.text.setFixedWidth(max(160, min(TEXT_WIDTH, self.width() - 56)))
        self._fit_text()
        room = max(160, min(520, self.width() - 56))
        for button in self.examples:
            button.setFixedWidth(room)
            shown = button.fontMetrics().elidedText(
                button.accessibleName(), Qt.TextElideMode.ElideRight, room - 34
            )
            button.setText(shown)
        self._show_examples()

    def _show_examples(self) -> None:
        """Show as many as there is room for: one over another they could not be read."""
        self.mark.show()
        # Before they are shown they are not as large as they will be.
        for widget in (self.title, self.text, *self.examples):
            widget.ensurePolished()
        for button in self.examples:
            button.setVisible(self._has_model)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
        for widget in (*reversed(self.examples), self.mark):
            if layout is not None and layout.totalMinimumSize().height() > self.height() > 0:
                widget.hide()

    def set_has_some(self, has_some: bool) -> None:
        """Tell whether there are models on this computer, loaded or not."""
        self._has_some = has_some
        self.show_state(self._state)

    def show_state(self, state: EngineState) -> None:
        """Say what the program is waiting for."""
        self._state = state
        is_loading = state is EngineState.LOADING
        has_model = state not in (EngineState.NO_MODEL, EngineState.LOADING)
        self.progress.setVisible(is_loading)
        self.button.setVisible(state is EngineState.NO_MODEL)
        self._has_model = has_model
        if has_model:
            self.title.setText(translate("EmptyPage", "New chat"))
            self.text.setText(
                translate("EmptyPage", "A draft writes ahead, the model checks every word.")
            )
        elif is_loading:
            self.title.setText(translate("EmptyPage", "Loading"))
            self.text.setText("")
            self.progress.setRange(0, 0)
        elif self._has_some:
            self.title.setText(translate("EmptyPage", "No model is loaded"))
            self.text.setText(translate("EmptyPage", "Choose one of those on this computer."))
        else:
            self.title.setText(translate("EmptyPage", "No model yet"))
            self.text.setText(
                translate(
                    "EmptyPage",
                    "Foreword answers with a model that lives on this computer. Get one once; "
                    "after that it works without a network.",
                )
            )
        self._fit_text()
        self._show_examples()

    def _fit_text(self) -> None:
        # In a centred column a label that wraps gets one line only unless it asks for more.
        self.text.setFixedHeight(self.text.heightForWidth(self.text.width()))

    def set_loading(self, stage: str, fraction: float | None) -> None:
        """Say what is being loaded and how far it is; None is an unknown length."""
        if not stage:
            return
        self.text.setText(stage[:1].upper() + stage[1:])
        self._fit_text()
        self.progress.setRange(0, 0 if fraction is None else 1000)
        if fraction is not None:
            self.progress.setValue(round(1000 * fraction))
