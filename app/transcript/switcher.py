"""Goes through the messages that stand in the same place: the one before, where it is, the next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.language.text import translate
from app.theme import Look
from app.transcript.acts import ActionButton


class Switcher(QWidget):
    """Two arrows around "2/3".

    Args:
        look: fonts and colours.
    """

    picked = Signal(int)
    """The id of the message to show instead"""

    def __init__(self, look: Look, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._siblings: tuple[int, ...] = ()
        self._at = 0
        back, on = "left", "right"
        if QGuiApplication.isRightToLeft():
            back, on = on, back
        self.back = ActionButton(
            back,
            tip=translate("Question", "The version before"),
            spoken=translate("Question", "Show the version before"),
            look=look,
        )
        self.on = ActionButton(
            on,
            tip=translate("Question", "The next version"),
            spoken=translate("Question", "Show the next version"),
            look=look,
        )
        self.place = QLabel()
        self.place.setFont(look.figure_font(0.9, weight=QFont.Weight.Normal))
        self.place.setProperty("role", "row")
        self.place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for button in (self.back, self.on):
            button.setFixedWidth(22)
        self.back.clicked.connect(lambda: self._step(-1))
        self.on.clicked.connect(lambda: self._step(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for widget in (self.back, self.place, self.on):
            row.addWidget(widget)
        self.hide()

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to go through."""
        return len(self._siblings) > 1

    def set_siblings(self, siblings: tuple[int, ...], id: int) -> None:
        """Say which messages there are, by age, and which of them is shown."""
        self._siblings = siblings if id in siblings else ()
        self._at = siblings.index(id) if id in siblings else 0
        number, count = self._at + 1, len(self._siblings)
        self.place.setText(f"{number}/{count}")
        self.place.setAccessibleName(
            translate("Question", "Version {number} of {count}").format(number=number, count=count)
        )
        self.back.setEnabled(self._at > 0)
        self.on.setEnabled(number < count)
        self.back.set_drawn(self._at > 0)
        self.on.set_drawn(number < count)
        self.setVisible(self.is_needed)

    def _step(self, step: int) -> None:
        at = self._at + step
        if 0 <= at < len(self._siblings):
            self.picked.emit(self._siblings[at])
