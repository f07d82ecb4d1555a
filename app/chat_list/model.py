"""The rows of the list as a Qt model: what is painted, read out and edited.

Told the rows as a whole; says what somebody renamed and never changes a row by itself.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.chat_list.rows import CONTEXT, Row, RowKind
from app.language.text import plural, translate

Index = QModelIndex | QPersistentModelIndex

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The `Row` itself."""
IS_OPEN_ROLE = Qt.ItemDataRole.UserRole + 1
"""Whether it is the chat that is open."""

MIME_TYPE = "application/x-foreword-chat"
_NOWHERE = QModelIndex()


class ChatListModel(QAbstractListModel):
    """All rows of the list, and which chat is open."""

    chat_renamed = Signal(int, str)
    folder_renamed = Signal(int, str)
    moved = Signal(int, object)
    """A chat was dropped: its id, and the folder's id or None"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._open_id: int | None = None

    @property
    def rows(self) -> Sequence[Row]:
        """The rows from top to bottom."""
        return self._rows

    def set_rows(self, rows: Sequence[Row]) -> bool:
        """Show other rows; False where they are the same."""
        if list(rows) == self._rows:
            return False
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()
        return True

    def set_open(self, conversation_id: int | None) -> None:
        """Mark the chat that is open."""
        changed = {self._open_id, conversation_id} if conversation_id != self._open_id else ()
        self._open_id = conversation_id
        for id in changed:
            index = self.index_of(id)
            if index.isValid():
                self.dataChanged.emit(index, index, [IS_OPEN_ROLE])

    def index_of(self, conversation_id: int | None) -> QModelIndex:
        """Find a chat's row; an invalid index where it is not listed."""
        for number, row in enumerate(self._rows):
            if row.kind is RowKind.CHAT and row.id == conversation_id:
                return self.index(number)
        return QModelIndex()

    def row_at(self, index: Index) -> Row | None:
        """Give the row of an index."""
        return self._rows[index.row()] if index.isValid() else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if row.kind is RowKind.HEADING:
            # Other chats may be dropped there, out of their folders.
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDropEnabled
        )
        return flags | Qt.ItemFlag.ItemIsDragEnabled if row.kind is RowKind.CHAT else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.text
            case Qt.ItemDataRole.EditRole:
                return " ".join(row.title.split())
            case Qt.ItemDataRole.ToolTipRole:
                return row.text if row.kind is RowKind.CHAT else None
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return self._description(row)
            case _ if role == ROW_ROLE:
                return row
            case _ if role == IS_OPEN_ROLE:
                return row.kind is RowKind.CHAT and row.id == self._open_id
            case _:
                return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.row_at(index)
        title = " ".join(str(value).split())
        if row is None or role != Qt.ItemDataRole.EditRole or not title:
            return False
        if title != " ".join(row.title.split()):
            told = self.folder_renamed if row.kind is RowKind.FOLDER else self.chat_renamed
            told.emit(row.id, title)
        return True

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [MIME_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        row = self.row_at(indexes[0]) if indexes else None
        if row is not None:
            data.setData(MIME_TYPE, str(row.id).encode())
        return data

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        target = self.row_at(parent)
        if target is None or not data.hasFormat(MIME_TYPE):
            return False
        folder_id = target.id if target.kind is RowKind.FOLDER else None
        if target.is_inside:
            folder_id = target.folder_id
        self.moved.emit(int(bytes(data.data(MIME_TYPE).data())), folder_id)
        # Nothing is inserted here: the list is told anew.
        return False

    def _description(self, row: Row) -> str:
        if row.kind is RowKind.FOLDER:
            number = plural(CONTEXT, "Folder with %Ln chats", "Folder with %Ln chat", row.count)
            closed = translate(CONTEXT, "{folder}, folded").format(folder=number)
            return closed if row.is_folded else number
        if row.hit is not None:
            return row.hit.snippet
        return translate(CONTEXT, "Pinned") if row.is_pinned else ""
