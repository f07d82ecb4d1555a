"""The list of chats: new, search, by date, and the word about privacy.

Owns what is listed and how; which chat is open and what the search finds is told to it.
"""

import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.icons import icon
from app.theme import Look
from app.view_types import ConversationSummary

Index = QModelIndex | QPersistentModelIndex
ID_ROLE = Qt.ItemDataRole.UserRole
PRIVACY = "Offline · nothing leaves this computer"


class ConversationDelegate(QStyledItemDelegate):
    """Paints a chat as one line in a rounded row, and a date as a small heading.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        is_heading = index.data(ID_ROLE) is None
        return QSize(100, self._look.px(2.15) if is_heading else self._look.px(2.6))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        color = self._look.color
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        if index.data(ID_ROLE) is None:
            painter.setFont(self._look.font(0.82))
            painter.setPen(color("muted"))
            painter.drawText(rect.adjusted(8, 0, 0, -4), Qt.AlignmentFlag.AlignBottom, text)
            painter.restore()
            return
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        row = rect.adjusted(0, 1, 0, -1)
        if is_selected or is_hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("accent_soft" if is_selected else "hover"))
            painter.drawRoundedRect(row, 6, 6)
        if (
            state & QStyle.StateFlag.State_HasFocus
            and state & QStyle.StateFlag.State_KeyboardFocusChange
        ):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(color("accent"))
            painter.drawRoundedRect(row, 6, 6)
        weight = QFont.Weight.DemiBold if is_selected else QFont.Weight.Normal
        painter.setFont(self._look.font(weight=weight))
        painter.setPen(color("accent" if is_selected else "text"))
        inner = row.adjusted(8, 0, -8, 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()


class ConversationList(QListWidget):
    """The chats by date, with rename and delete by key and by menu.

    Args:
        look: where its colours come from.
    """

    delete_pressed = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Chats")
        self.setItemDelegate(ConversationDelegate(look, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        look.changed.connect(self.scheduleDelayedItemsLayout)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and item is not None:
            self.delete_pressed.emit(item.data(ID_ROLE))
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self.itemClicked.emit(item)
            return
        super().keyPressEvent(event)

    def _show_menu(self, point: QPoint) -> None:
        item = self.itemAt(point)
        if item is None or item.data(ID_ROLE) is None:
            return
        menu = QMenu(self)
        menu.addAction("Rename", lambda: self.editItem(item))
        menu.addAction("Delete…", lambda: self.delete_pressed.emit(item.data(ID_ROLE)))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(point))


class Sidebar(QWidget):
    """New chat, search and the chats there are.

    Args:
        look: where its colours come from.
        now: the clock that dates are told from, in unix seconds.
    """

    new_requested = Signal()
    opened = Signal(int)
    renamed = Signal(int, str)
    delete_requested = Signal(int)
    search_changed = Signal(str)

    def __init__(
        self, look: Look, *, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._now = now
        self._current_id: int | None = None
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

        self.new_button = QPushButton("New chat")
        self.new_button.setObjectName("new")
        self.new_button.setToolTip("New chat (Ctrl+N)")
        self.new_button.setAccessibleName("New chat")
        self.new_button.clicked.connect(self.new_requested)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search chats")
        self.search.setClearButtonEnabled(False)
        self.search.textChanged.connect(self._search)
        self._search_hint = QLabel("Ctrl K", self.search)
        self._search_hint.setProperty("role", "muted")
        self._search_hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

        self.list = ConversationList(look)
        self.list.itemClicked.connect(self._open)
        self.list.itemChanged.connect(self._rename)
        self.list.delete_pressed.connect(self._ask_delete)
        self._empty = QLabel("No chats yet")
        self._empty.setProperty("role", "muted")
        self._empty.setContentsMargins(8, 8, 0, 0)
        self._privacy = QLabel(PRIVACY)
        self._privacy.setWordWrap(True)
        self._privacy.setProperty("role", "muted")

        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 13, 12)
        column.setSpacing(8)
        column.addWidget(self.new_button)
        column.addWidget(self.search)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        column.addWidget(self._privacy)
        look.changed.connect(self._restyle)
        self._restyle()

    def set_conversations(
        self, conversations: Sequence[ConversationSummary], current_id: int | None
    ) -> None:
        """List chats, newest first under the day they were last used, and mark the open one."""
        self._current_id = current_id
        self.list.blockSignals(True)
        self.list.clear()
        heading = ""
        for summary in sorted(conversations, key=lambda c: c.updated_at, reverse=True):
            group = self._group(summary.updated_at)
            if group != heading:
                heading = group
                head = QListWidgetItem(group, self.list)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
            title = " ".join(summary.title.split()) or "Untitled"
            item = QListWidgetItem(title, self.list)
            item.setData(ID_ROLE, summary.id)
            item.setToolTip(title)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsEditable
            )
            if summary.id == current_id:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._empty.setText("Nothing found" if self.search.text() else "No chats yet")
        self._empty.setVisible(not conversations)
        self.list.setVisible(bool(conversations))

    def focus_search(self) -> None:
        """Put the caret into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_hint()

    def _place_hint(self) -> None:
        hint = self._search_hint
        hint.adjustSize()
        width = self.width() - 25
        hint.move(width - hint.width() - 10, (self.search.sizeHint().height() - hint.height()) // 2)

    def _group(self, updated_at: float) -> str:
        today = date.fromtimestamp(self._now())
        day = date.fromtimestamp(updated_at)
        if day >= today:
            return "Today"
        if day == today - timedelta(days=1):
            return "Yesterday"
        if day > today - timedelta(days=7):
            return "Last week"
        if day > today - timedelta(days=31):
            return "Last month"
        return "Earlier"

    def _open(self, item: QListWidgetItem) -> None:
        id = item.data(ID_ROLE)
        if id is not None:
            self.opened.emit(id)

    def _rename(self, item: QListWidgetItem) -> None:
        title = item.text().strip()
        if title:
            self.renamed.emit(item.data(ID_ROLE), title)

    def _search(self, text: str) -> None:
        self._search_hint.setVisible(not text)
        self.search_changed.emit(text)

    def _ask_delete(self, id: int) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle("Delete chat")
        box.setText("Delete this chat?")
        box.setInformativeText("It cannot be brought back.")
        delete = box.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton("Keep", QMessageBox.ButtonRole.RejectRole))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(
            lambda button: self.delete_requested.emit(id) if button is delete else None
        )
        box.open()

    def _restyle(self) -> None:
        self.new_button.setIcon(icon("plus", self._look.palette.text))
        self._place_hint()
