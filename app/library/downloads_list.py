"""The downloads under a dialog's pages: one line each, gone when there is none."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.language.text import translate
from app.library.download_row import DownloadRow
from app.library.views import DownloadView

_MOST_SHOWN = 2
_ROW_PX = 76


class DownloadsList(QScrollArea):
    """Lines of downloads; from the third on they scroll."""

    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    token_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, DownloadRow] = {}
        self.setAccessibleName(translate("Library", "Downloads"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(8, 4, 8, 4)
        self._column.setSpacing(0)
        self.setWidget(content)
        self._fit()

    def row(self, id: str) -> DownloadRow:
        """Give the line of a download."""
        return self._rows[id]

    @property
    def ids(self) -> list[str]:
        """The downloads that are shown, from the top."""
        return list(self._rows)

    def show_view(self, view: DownloadView) -> None:
        """Show a download, in its line or in a new one."""
        row = self._rows.get(view.id)
        if row is not None:
            before = row.sizeHint().height()
            row.show_view(view)
            if row.sizeHint().height() != before:
                self._fit()
            return
        row = DownloadRow(view, is_first=not self._rows)
        for signal, own in (
            (row.pause_requested, self.pause_requested),
            (row.resume_requested, self.resume_requested),
            (row.cancel_requested, self.cancel_requested),
            (row.token_requested, self.token_requested),
        ):
            signal.connect(own)
        self._rows[view.id] = row
        self._column.addWidget(row)
        self._fit()

    def remove(self, id: str) -> None:
        """Take a line away."""
        row = self._rows.pop(id, None)
        if row is None:
            return
        self._column.removeWidget(row)
        row.setParent(None)
        row.deleteLater()
        for place, other in enumerate(self._rows.values()):
            other.set_first(place == 0)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """Be as tall as the lines, up to a few."""
        self.setVisible(bool(self._rows))
        rows = list(self._rows.values())[:_MOST_SHOWN]
        margins = self._column.contentsMargins()
        width = self.viewport().width() - margins.left() - margins.right()
        # What went wrong takes more lines in a narrow dialog.
        tall = (max(row.sizeHint().height(), row.heightForWidth(width)) for row in rows)
        height = sum(max(each, _ROW_PX) for each in tall)
        self.setFixedHeight(height + margins.top() + margins.bottom())
