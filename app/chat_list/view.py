"""The list of chats on screen: what clicks, keys, menus and drags in it mean.

Says what is asked for and changes nothing by itself.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from app.chat_list.delegate import ChatDelegate
from app.chat_list.menus import ChatMenu, FolderMenu
from app.chat_list.model import ROW_ROLE, ChatListModel
from app.chat_list.rows import CONTEXT, Row, RowKind
from app.keeping.places import Folder
from app.language.text import translate
from app.theme import Look


class ChatList(QListView):
    """The chats there are, or those that were found.

    Args:
        look: where its colours come from.
    """

    opened = Signal(int)
    hit_opened = Signal(int, int)
    """A chat that was found, and the message to show"""
    renamed = Signal(int, str)
    delete_requested = Signal(int)
    export_requested = Signal(int)
    pinned = Signal(int, bool)
    moved = Signal(int, object)
    """The chat, and the folder's id or None"""
    new_folder_requested = Signal(int)
    """The chat that goes into it"""
    folder_renamed = Signal(int, str)
    folder_removed = Signal(int)
    folded = Signal(int, bool)
    undo_requested = Signal()
    left_upwards = Signal()
    """Up was pressed in the first row"""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ChatListModel(self)
        self._folders: Sequence[Folder] = ()
        self._waiting: list[Row] | None = None
        self._is_search = False
        self._open_id: int | None = None
        self._gone: tuple[RowKind, int] | None = None
        """The row that was current until it went, for when it is brought back."""
        self.setModel(self.rows)
        self.setItemDelegate(ChatDelegate(look, self))
        self.setAccessibleName(translate(CONTEXT, "Chats"))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        # A chat is dropped onto something, never between two rows: their order is not anybody's.
        self.setDragDropOverwriteMode(True)
        self.rows.chat_renamed.connect(self.renamed)
        self.rows.folder_renamed.connect(self.folder_renamed)
        self.rows.moved.connect(self.moved)
        look.changed.connect(self.scheduleDelayedItemsLayout)

    def show_rows(
        self, rows: list[Row], *, open_id: int | None, folders: Sequence[Folder], is_search: bool
    ) -> None:
        """Show these rows, where the list was scrolled to if it is the same kind of list.

        Args:
            rows: all of them.
            open_id: the chat that is marked as open.
            folders: those a chat can be moved to.
            is_search: whether the rows are what was found.
        """
        self._folders = folders
        self.rows.set_open(open_id)
        if self.state() == QAbstractItemView.State.EditingState:
            self._waiting = rows  # a name is being typed
            return
        self._waiting = None
        before = self.currentIndex().row()
        kept = self._key(self.currentIndex())
        was_opened = open_id != self._open_id and open_id is not None
        self._open_id = open_id
        place = self.verticalScrollBar().value()
        is_same_kind = is_search == self._is_search
        self._is_search = is_search
        self.setUniformItemSizes(not is_search)
        if not self.rows.set_rows(rows) and not was_opened:
            return
        places = {(row.kind, row.id): number for number, row in enumerate(rows)}
        index = self.rows.index_of(open_id)
        if self._gone in places:
            index = self.rows.index(places[self._gone])  # it was brought back
            self._gone = None
        elif kept in places and not was_opened:
            index = self.rows.index(places[kept])
        elif kept is not None and kept not in places and is_same_kind:
            self._gone = kept
            if not was_opened:
                index = self._near(before)
        if index.isValid():
            self.setCurrentIndex(index)
        self.verticalScrollBar().setValue(place if is_same_kind else 0)
        if was_opened and index.isValid():
            self.scrollTo(index)

    def edit_row(self, kind: RowKind, id: int) -> None:
        """Let a chat or a folder be given another name, where it stands in the list."""
        for number, row in enumerate(self.rows.rows):
            if (row.kind, row.id) == (kind, id):
                self.setCurrentIndex(self.rows.index(number))
                self.edit(self.rows.index(number))
                return

    def enter(self) -> None:
        """Take the keyboard, in the first row that can be opened if none is current."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self._edge_row() is not None:
            self.setCurrentIndex(self.rows.index(self._edge_row() or 0))

    def open_first(self) -> None:
        """Open the first chat there is."""
        for number, row in enumerate(self.rows.rows):
            if row.kind is RowKind.CHAT:
                self._activate(self.rows.index(number))
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            # The Enter that ends a name comes on from its field, and opens or folds nothing.
            event.ignore()
            return
        index = self.currentIndex()
        row = self.rows.row_at(index)
        key = event.key()
        is_rtl = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        folds, unfolds = Qt.Key.Key_Left, Qt.Key.Key_Right
        if is_rtl:
            folds, unfolds = unfolds, folds
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif row is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._activate(index)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            asked = self.folder_removed if row.kind is RowKind.FOLDER else self.delete_requested
            asked.emit(row.id)
        elif row.kind is RowKind.FOLDER and key in (folds, unfolds, Qt.Key.Key_Space):
            is_folded = not row.is_folded if key == Qt.Key.Key_Space else key == folds
            self.folded.emit(row.id, is_folded)
        elif key == Qt.Key.Key_Up and index.row() == self._edge_row():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_dragged = self.state() == QAbstractItemView.State.DraggingState
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not was_dragged:
            self._activate(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        point = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            point = self.viewport().mapToGlobal(self.visualRect(index).center())
        self.show_menu(index, point)

    def show_menu(self, index: QModelIndex, point: QPoint) -> QMenu | None:
        """Show what can be done with a row; nothing for a heading."""
        row = self.rows.row_at(index)
        if row is None or row.kind is RowKind.HEADING:
            return None
        menu = self._folder_menu(row) if row.kind is RowKind.FOLDER else self._chat_menu(row)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point)
        return menu

    def _chat_menu(self, row: Row) -> QMenu:
        menu = ChatMenu(row, self._folders, self)
        menu.rename_chosen.connect(lambda: self.edit_row(row.kind, row.id))
        menu.pin_chosen.connect(lambda is_pinned: self.pinned.emit(row.id, is_pinned))
        menu.move_chosen.connect(lambda folder_id: self.moved.emit(row.id, folder_id))
        menu.new_folder_chosen.connect(lambda: self.new_folder_requested.emit(row.id))
        menu.export_chosen.connect(lambda: self.export_requested.emit(row.id))
        menu.delete_chosen.connect(lambda: self.delete_requested.emit(row.id))
        return menu

    def _folder_menu(self, row: Row) -> QMenu:
        menu = FolderMenu(row, self)
        menu.rename_chosen.connect(lambda: self.edit_row(row.kind, row.id))
        menu.fold_chosen.connect(lambda is_folded: self.folded.emit(row.id, is_folded))
        menu.remove_chosen.connect(lambda: self.folder_removed.emit(row.id))
        return menu

    def closeEditor(self, editor: QWidget, hint: object) -> None:
        super().closeEditor(editor, hint)  # type: ignore[arg-type]
        if self._waiting is not None:
            rows, self._waiting = self._waiting, None
            self.rows.set_rows(rows)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.viewport().update()
        return super().viewportEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        row: Row = index.data(ROW_ROLE)
        if row.kind is RowKind.FOLDER:
            self.folded.emit(row.id, not row.is_folded)
        elif row.hit is not None and row.hit.message_id is not None:
            self.hit_opened.emit(row.id, row.hit.message_id)
        elif row.kind is RowKind.CHAT:
            self.opened.emit(row.id)

    def _key(self, index: QModelIndex) -> tuple[RowKind, int] | None:
        row = self.rows.row_at(index)
        return None if row is None else (row.kind, row.id)

    def _near(self, number: int) -> QModelIndex:
        """Give the row that stands where one was, or the last before it."""
        rows = self.rows.rows
        after = (n for n in range(max(0, number), len(rows)) if rows[n].kind is not RowKind.HEADING)
        before = (n for n in range(min(number, len(rows)) - 1, -1, -1))
        near = next(after, None)
        if near is None:
            near = next((n for n in before if rows[n].kind is not RowKind.HEADING), None)
        return QModelIndex() if near is None else self.rows.index(near)

    def _edge_row(self) -> int | None:
        return next(
            (n for n, row in enumerate(self.rows.rows) if row.kind is not RowKind.HEADING), None
        )
