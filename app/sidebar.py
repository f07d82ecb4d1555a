"""The list of chats: new, search, the rows, the offer to undo, and the word about privacy.

Owns how what is listed is asked for; which chat is open and what the search finds is told to it.
"""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.chat_list.rows import CONTEXT, RowKind, found, listed
from app.chat_list.undo_bar import UndoBar
from app.chat_list.view import ChatList
from app.icons import icon
from app.keeping.places import Folder
from app.language.text import mark, translate
from app.theme import Look
from app.view_types import ConversationSummary

PRIVACY = mark(CONTEXT, "What you write stays on this computer")

# Between two keys of a word there is no time to look at a list.
SEARCH_MS = 120


class Sidebar(QWidget):
    """New chat, search and the chats there are.

    Args:
        look: where its colours come from.
        now: the clock that dates are told from, in unix seconds.
    """

    new_requested = Signal()
    opened = Signal(int)
    hit_opened = Signal(int, int)
    renamed = Signal(int, str)
    delete_requested = Signal(int)
    search_changed = Signal(str)

    def __init__(
        self, look: Look, *, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._now = now
        self._chats: Sequence[ConversationSummary] = ()
        self._folders: Sequence[Folder] = ()
        self._open_id: int | None = None
        self._shown_search = ""
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

        self.new_button = QPushButton(translate(CONTEXT, "New chat"))
        self.new_button.setObjectName("new")
        self.new_button.setToolTip(translate(CONTEXT, "New chat (Ctrl+N)"))
        self.new_button.setAccessibleName(translate(CONTEXT, "New chat"))
        self.new_button.clicked.connect(self.new_requested)
        self.search = QLineEdit()
        self.search.setPlaceholderText(translate(CONTEXT, "Search"))
        self.search.setAccessibleName(translate(CONTEXT, "Search chats"))
        self.search.setToolTip(
            translate(CONTEXT, 'Titles and messages; "between quotes" as it stands')
        )
        self.search.textChanged.connect(self._on_search_text)
        self.search.installEventFilter(self)
        key = QKeySequence("Ctrl+K").toString(QKeySequence.SequenceFormat.NativeText)
        self._search_hint = QLabel(key.replace("+", " "), self.search)
        self._search_hint.setProperty("role", "muted")
        self._search_hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._clear = QAction(translate(CONTEXT, "Clear the search"), self.search)
        self._clear.triggered.connect(self.search.clear)
        self._clear.setVisible(False)
        self.search.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._search_timer = QTimer(self)
        self._search_timer.setSingleShot(True)
        self._search_timer.setInterval(SEARCH_MS)
        self._search_timer.timeout.connect(self._tell_search)

        self.list = ChatList(look)
        self.list.opened.connect(self.opened)
        self.list.hit_opened.connect(self.hit_opened)
        self.list.renamed.connect(self.renamed)
        self.list.delete_requested.connect(self.delete_requested)
        self.list.left_upwards.connect(self.focus_search)
        self.undo_bar = UndoBar()
        self.list.undo_requested.connect(self.undo_bar.undo_requested)
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setProperty("role", "muted")
        self._empty.setContentsMargins(8, 8, 0, 0)
        self._privacy = QLabel(translate(CONTEXT, PRIVACY))
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
        column.addWidget(self.undo_bar)
        column.addWidget(self._privacy)
        look.changed.connect(self._restyle)
        self._restyle()

    def set_folders(self, folders: Sequence[Folder]) -> None:
        """Take over which folders there are; shown with the next list of chats."""
        self._folders = folders

    def set_conversations(
        self, conversations: Sequence[ConversationSummary], current_id: int | None
    ) -> None:
        """List chats, or what was found of them, and mark the open one."""
        self._chats = conversations
        self._open_id = current_id
        is_search = bool(self.search.text().strip())
        if is_search:
            rows = found(conversations)
        else:
            rows = listed(conversations, self._folders, now=self._now())
        self.list.show_rows(rows, open_id=current_id, folders=self._folders, is_search=is_search)
        nothing = translate(CONTEXT, "Nothing found")
        self._empty.setText(nothing if is_search else translate(CONTEXT, "No chats yet"))
        self._empty.setVisible(not rows)
        self.list.setVisible(bool(rows))

    def edit_folder(self, folder_id: int) -> None:
        """Let a folder that was just made be given its name."""
        self.list.edit_row(RowKind.FOLDER, folder_id)

    def focus_search(self) -> None:
        """Put the caret into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_hint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._on_search_key(event)
            # Else Escape would be taken by the window, as its own key.
            is_escape = event.key() == Qt.Key.Key_Escape and bool(self.search.text())
            if event.type() == QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
        return False

    def _on_search_key(self, event: QKeyEvent) -> bool:
        match event.key():
            case Qt.Key.Key_Down:
                self._tell_search_now()
                self.list.enter()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._tell_search_now()
                if self.search.text().strip():
                    self.list.open_first()
            case Qt.Key.Key_Escape if self.search.text():
                self.search.clear()
            case _:
                return False
        return True

    def _place_hint(self) -> None:
        hint = self._search_hint
        hint.adjustSize()
        width = self.width() - 25
        # An empty field begins where the keyboard writes, not where the window is read.
        is_rtl = QGuiApplication.inputMethod().inputDirection() == Qt.LayoutDirection.RightToLeft
        left = 10 if is_rtl else width - hint.width() - 10
        hint.move(left, (self.search.sizeHint().height() - hint.height()) // 2)

    def _on_search_text(self, text: str) -> None:
        self._search_hint.setVisible(not text)
        self._clear.setVisible(bool(text))
        self._search_timer.start()

    def _tell_search_now(self) -> None:
        if self._search_timer.isActive():
            self._search_timer.stop()
            self._tell_search()

    def _tell_search(self) -> None:
        self.search_changed.emit(self.search.text())

    def _restyle(self) -> None:
        self.new_button.setIcon(icon("plus", self._look.palette.text))
        self._clear.setIcon(icon("close", self._look.palette.muted))
        self._place_hint()
