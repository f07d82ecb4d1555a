"""One download: its name, how far it is, and what can be done about it."""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.fitting.beside import Beside
from app.fitting.flow import Flow
from app.fitting.long_name import LongName
from app.language.text import translate
from app.library.views import DownloadState, DownloadView


class DownloadRow(QWidget):
    """A line of the downloads.

    Args:
        view: the download as it is now.
        is_first: whether it stands at the top, with no line above it.
    """

    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    token_requested = Signal(str)

    def __init__(
        self, view: DownloadView, *, is_first: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.view = view
        self.name = LongName(view.name)
        self.name.setProperty("role", "strong")
        self.name.setAccessibleName(view.name)
        self.line = LongName()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(
            translate("Library", "Download of {name}").format(name=view.name)
        )
        self.toggle = _link()
        self.toggle.clicked.connect(self._toggle)
        self.cancel = _link()
        self.cancel.setText(translate("Library", "Cancel"))
        self.cancel.setAccessibleName(
            translate("Library", "Cancel the download of {name}").format(name=view.name)
        )
        self.cancel.setToolTip(translate("Library", "Stop it and delete what has arrived"))
        self.cancel.clicked.connect(lambda: self.cancel_requested.emit(self.view.id))
        self.page = _link()
        self.page.setText(translate("Library", "Open its page"))
        self.page.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(self.view.page)))
        self.token = _link()
        self.token.setText(translate("Library", "Give a token…"))
        self.token.clicked.connect(lambda: self.token_requested.emit(self.view.id))

        head = Beside(spacing=6)
        head.addWidget(self.name)
        head.addWidget(self.toggle)
        head.addWidget(self.cancel)
        helps = Flow(spacing=6)
        helps.addWidget(self.page)
        helps.addWidget(self.token)
        self._helps = QWidget()
        self._helps.setLayout(helps)
        inside = QVBoxLayout()
        inside.setContentsMargins(14, 8, 8, 9)
        inside.setSpacing(4)
        inside.addLayout(head)
        inside.addWidget(self.bar)
        inside.addWidget(self.line)
        inside.addWidget(self._helps)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        self._separator = QFrame()
        self._separator.setProperty("role", "separator")
        self._separator.setVisible(not is_first)
        column.addWidget(self._separator)
        column.addLayout(inside)
        self.show_view(view)

    def show_view(self, view: DownloadView) -> None:
        """Show the download as it is now."""
        self.view = view
        is_failed = view.state is DownloadState.FAILED
        self.line.setText(view.line)
        if self.line.property("role") != ("danger" if is_failed else "muted"):
            self.line.setProperty("role", "danger" if is_failed else "muted")
            self.line.style().unpolish(self.line)
            self.line.style().polish(self.line)
        self.bar.setVisible(not is_failed)
        is_unknown = view.fraction is None and view.state is DownloadState.RUNNING
        self.bar.setRange(0, 0 if is_unknown else 1000)
        if not is_unknown:
            self.bar.setValue(round(1000 * (view.fraction or 0.0)))
        word, name = self._toggle_words()
        self.toggle.setText(word)
        self.toggle.setAccessibleName(name.format(name=view.name))
        self.toggle.setEnabled(view.state is not DownloadState.PAUSING)
        self.token.setVisible(is_failed and view.needs_token)
        self.page.setVisible(is_failed and bool(view.page))
        self._helps.setVisible(is_failed and (view.needs_token or bool(view.page)))

    def set_first(self, is_first: bool) -> None:
        """Draw a line above, or none."""
        self._separator.setVisible(not is_first)

    def _toggle_words(self) -> tuple[str, str]:
        match self.view.state:
            case DownloadState.FAILED:
                return (
                    translate("Library", "Try again"),
                    translate("Library", "Try the download of {name} again"),
                )
            case DownloadState.PAUSED:
                return (
                    translate("Library", "Resume"),
                    translate("Library", "Resume the download of {name}"),
                )
        return translate("Library", "Pause"), translate("Library", "Pause the download of {name}")

    def _toggle(self) -> None:
        if self.view.state.is_under_way:
            self.pause_requested.emit(self.view.id)
        else:
            self.resume_requested.emit(self.view.id)


def _link() -> QPushButton:
    button = QPushButton()
    button.setProperty("role", "link")
    button.setAutoDefault(False)
    return button
