"""The palette: type a few letters of what is wanted, press Enter.

Lists what the registry shows, the likeliest first; what cannot be done now is not listed.
"""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.actions.fuzzy import score
from app.actions.registry import Actions, keys_of, words_of
from app.language.text import translate
from app.theme import Look

Index = QModelIndex | QPersistentModelIndex
ID_ROLE = Qt.ItemDataRole.UserRole
KEYS_ROLE = Qt.ItemDataRole.UserRole + 1
WIDTH = 520
NUM_ROWS = 9
TOP = 64


class CommandDelegate(QStyledItemDelegate):
    """Paints a command as one row, its keys at the far end.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, self._look.px(2.4))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        color = self._look.color
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("accent_soft"))
            painter.drawRoundedRect(rect, 6, 6)
        inner = rect.adjusted(10, 0, -10, 0)
        keys = str(index.data(KEYS_ROLE) or "")
        trailing = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        leading = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if option.direction == Qt.LayoutDirection.RightToLeft:
            trailing, leading = leading, trailing
        painter.setFont(self._look.font(0.86))
        painter.setPen(color("muted"))
        painter.drawText(inner, trailing, keys)
        taken = painter.fontMetrics().horizontalAdvance(keys) + 16 if keys else 0
        painter.setFont(self._look.font())
        painter.setPen(color("text"))
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(
            str(index.data(Qt.ItemDataRole.DisplayRole)),
            Qt.TextElideMode.ElideRight,
            inner.width() - taken,
        )
        painter.drawText(inner, leading, text)
        painter.restore()


class Palette(QDialog):
    """A field and what answers to it; one command is run at most.

    Args:
        actions: what can be done.
        look: fonts and colours.
    """

    def __init__(self, actions: Actions, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._actions = actions
        self._chosen = ""
        self.setObjectName("palette")
        self.setWindowTitle(translate("Palette", "All commands"))
        self.setAccessibleName(translate("Palette", "All commands"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(translate("Palette", "What to do…"))
        self.field.setAccessibleName(translate("Palette", "Filter the commands"))
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(translate("Palette", "Commands"))
        self.list.setItemDelegate(CommandDelegate(look, self))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        self.nothing = QLabel(translate("Palette", "No command answers to that."))
        self.nothing.setProperty("role", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setContentsMargins(10, 6, 0, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self.list)
        self.list.setFixedHeight(NUM_ROWS * look.px(2.4) + 2)
        self._filter("")
        if parent is not None:
            self._place(parent)
        self.field.setFocus()

    @property
    def chosen(self) -> str:
        """The id of the command that was taken, empty while there is none."""
        return self._chosen

    def commands(self) -> list[str]:
        """Give the ids of what is listed, from top to bottom."""
        return [str(self.list.item(row).data(ID_ROLE)) for row in range(self.list.count())]

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        # The caret stays in the field; only the mark moves.
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            return self._press(Qt.Key(event.key()))
        return False

    def _press(self, key: Qt.Key) -> bool:
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: NUM_ROWS,
            Qt.Key.Key_PageUp: -NUM_ROWS,
        }
        if key in steps and self.list.count():
            row = self.list.currentRow() + steps[key]
            self._mark(max(0, min(row, self.list.count() - 1)))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            item = self.list.currentItem()
            if item is not None:
                self._take(item)
            return True
        return False

    def _filter(self, text: str) -> None:
        self.list.clear()
        self._actions.refresh()
        found = []
        for place, spec in enumerate(self._actions.shown()):
            words = words_of(spec)
            points = score(text, words)
            is_possible = self._actions.action(spec.id).isEnabled() and spec.id != "help.palette"
            if points is not None and is_possible:
                found.append((-points if text else 0, place, spec, words))
        for _, _, spec, words in sorted(found, key=lambda entry: entry[:2]):
            item = QListWidgetItem(words, self.list)
            keys = keys_of(spec)
            item.setData(ID_ROLE, spec.id)
            item.setData(KEYS_ROLE, keys)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words}, {keys}" if keys else words)
        self.nothing.setVisible(not found)
        self.list.setVisible(bool(found))
        if found:
            self._mark(0)

    def _mark(self, row: int) -> None:
        self.list.setCurrentRow(row)
        item = self.list.item(row)
        spoken = str(item.data(Qt.ItemDataRole.AccessibleTextRole))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, spoken))

    def _take(self, item: QListWidgetItem) -> None:
        self._chosen = str(item.data(ID_ROLE))
        # Gone before it acts: what it opens must not lie beneath.
        self.accept()
        self._actions.trigger(self._chosen)

    def _place(self, parent: QWidget) -> None:
        width = min(WIDTH, parent.width() - 32)
        self.setFixedWidth(width)
        self.adjustSize()
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + TOP)
