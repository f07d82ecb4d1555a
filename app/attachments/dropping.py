"""Files that are dropped anywhere on the window, with a word that they may be let go."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.language.text import translate


def local_files(source: QMimeData) -> list[Path]:
    """Give the files of this computer that a clipboard or a drag names."""
    urls = source.urls() if source.hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile() and url.toLocalFile()]


class FileDrop(QObject):
    """Takes files that are dropped on a window.

    Args:
        window: where; it gets a cover while files are held over it.
    """

    dropped = Signal(list)
    """list[Path]"""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.cover = QLabel(translate("Attachments", "Drop files to attach them"), window)
        self.cover.setObjectName("dropCover")
        self.cover.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.cover.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.cover.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # PySide hands a drop over as the kind it is, but for its type.
        match event:
            case QDropEvent() if event.type() == QEvent.Type.Drop:
                files = local_files(event.mimeData())
                self.cover.hide()
                if not files:
                    return False
                event.acceptProposedAction()
                self.dropped.emit(files)
                return True
            case QDragEnterEvent() | QDragMoveEvent():
                if event.type() == QEvent.Type.DragLeave or not local_files(event.mimeData()):
                    return False
                event.acceptProposedAction()
                self._show_cover()
                return True
            case _ if event.type() == QEvent.Type.DragLeave:
                self.cover.hide()
        return False

    def _show_cover(self) -> None:
        self.cover.setGeometry(self._window.rect().adjusted(10, 10, -10, -10))
        self.cover.raise_()
        self.cover.show()
