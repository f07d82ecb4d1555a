"""The box where a message is written.

Owns the text, the keys that send or break a line, and one button that is Send or Stop. Knows
nothing of chats or models: it says what was submitted.
"""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.attachments.dropping import local_files
from app.attachments.tray import AttachmentTray
from app.branches.editing_bar import EditingBar
from app.fitting.one_line import OneLine
from app.icons import icon
from app.language.text import translate
from app.presets.button import StyleButton
from app.theme import READING_WIDTH, Look
from app.view_types import CountTone, SendKey

MAX_LINES = 10
NARROW = 460


class MessageEdit(QPlainTextEdit):
    """A plain text field that grows with its text and knows which Enter sends."""

    submitted = Signal()
    focus_changed = Signal(bool)
    files_given = Signal(list)
    """list[Path]: pasted or dropped here"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self.send_key = SendKey.ENTER
        self.setAccessibleName(translate("Composer", "Message"))
        self.setPlaceholderText(translate("Composer", "Message Foreword…"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Take the height of the text, up to `MAX_LINES`."""
        # This layout counts lines, not pixels.
        lines = self.document().documentLayout().documentSize().height()
        shown = max(1, min(MAX_LINES, round(lines)))
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if lines > MAX_LINES
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not is_enter or self._is_composing:
            super().keyPressEvent(event)
            return
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_plain = held == Qt.KeyboardModifier.NoModifier
        sends = (
            is_plain
            if self.send_key is SendKey.ENTER
            else bool(held & Qt.KeyboardModifier.ControlModifier)
        )
        if sends:
            self.submitted.emit()
        else:
            # A line separator would come back as U+2028; a paragraph is a plain line break.
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        event.accept()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        # While a word is being composed, Enter belongs to the input method.
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or bool(local_files(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        # A file manager gives the address as a text besides, which nobody means.
        files = local_files(source)
        if files:
            self.files_given.emit(files)
            return
        self.insertPlainText(source.text())
        self.ensureCursorVisible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_composing = False
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()


class Composer(QWidget):
    """The input card under the conversation.

    Args:
        look: where its colours come from.
    """

    submitted = Signal(str)
    stop_requested = Signal()
    text_changed = Signal(str)
    attach_requested = Signal()
    files_given = Signal(list)
    """list[Path]: pasted or dropped on the text"""
    edit_cancelled = Signal()
    """An earlier message is to stay as it is"""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._is_busy = False
        self._can_send = True
        self._reason = ""
        self._has_files = False
        self._hold = ""
        self._is_too_long = False
        self.setObjectName("composer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edit = MessageEdit()
        self.edit.submitted.connect(self._submit)
        self.edit.textChanged.connect(self._on_text)
        self.edit.focus_changed.connect(self._show_focus)
        self.edit.files_given.connect(self.files_given)
        self.editing = EditingBar(look)
        self.editing.cancelled.connect(self.edit_cancelled)
        self.tray = AttachmentTray(look)
        self.attach = QPushButton()
        self.attach.setProperty("role", "icon")
        self.attach.setToolTip(
            translate("Composer", "Attach files: text, code, PDF, office documents")
        )
        self.attach.setAccessibleName(translate("Composer", "Attach files"))
        self.attach.setCursor(Qt.CursorShape.PointingHandCursor)
        self.attach.clicked.connect(self.attach_requested)
        self.style_button = StyleButton(look)
        self.hint = OneLine()
        self.hint.setProperty("role", "muted")
        self.count = QLabel()
        self.count.setProperty("role", "muted")
        self.count.setAccessibleDescription(translate("Composer", "Length of the prompt"))
        self.count.setToolTip(
            translate("Composer", "The whole chat with this message, as the model will read it")
        )
        self.count.hide()
        self.warning = QLabel()
        self.warning.setWordWrap(True)
        self.warning.setAccessibleDescription(translate("Composer", "Length of the prompt"))
        self.warning.hide()
        self.button = QPushButton()
        self.button.setProperty("role", "primary")
        self.button.setIconSize(QSize(14, 14))
        self.button.clicked.connect(self._press)

        self.card = QFrame()
        self.card.setObjectName("card")
        self.card.setMaximumWidth(READING_WIDTH)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.attach)
        row.addWidget(self.style_button)
        row.addWidget(self.hint, 1)
        row.addStretch(0)
        row.addWidget(self.count)
        row.addWidget(self.button)
        inside = QVBoxLayout(self.card)
        inside.setContentsMargins(13, 12, 12, 10)
        inside.setSpacing(8)
        inside.addWidget(self.editing)
        inside.addWidget(self.tray)
        inside.addWidget(self.edit)
        inside.addWidget(self.warning)
        inside.addLayout(row)
        outside = QHBoxLayout(self)
        outside.setContentsMargins(16, 12, 16, 14)
        outside.addStretch(0)
        outside.addWidget(self.card, 1)
        outside.addStretch(0)
        self.setFocusProxy(self.edit)
        look.changed.connect(self._restyle)
        self._restyle()

    def text(self) -> str:
        """What is written, line breaks and blank lines as they are."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace what is written and put the caret at its end."""
        self.edit.setPlainText(text)
        cursor = self.edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.edit.setTextCursor(cursor)

    def clear(self) -> None:
        """Empty the box."""
        self.edit.clear()

    def set_busy(self, is_busy: bool) -> None:
        """Show Stop while a reply is being written, else Send."""
        self._is_busy = is_busy
        self._refresh()

    def set_send_enabled(self, is_enabled: bool, reason: str = "") -> None:
        """Allow sending, or say beside the button why it has to wait."""
        self._can_send = is_enabled
        self._reason = reason
        self._refresh()

    def set_send_key(self, key: SendKey) -> None:
        """Choose which Enter sends; the other one breaks the line."""
        self.edit.send_key = key
        self._refresh()

    def set_has_files(self, has_files: bool, hold: str = "") -> None:
        """Say whether files go along, and why the message has to wait for them, if it has."""
        self._has_files = has_files
        self._hold = hold
        self._refresh()

    def set_count(self, text: str, tone: CountTone) -> None:
        """Say how long the prompt would be; what has no room at all cannot be sent."""
        self._is_too_long = tone is CountTone.TOO_LONG
        is_plain = tone is CountTone.PLAIN
        self.count.setText(text)
        self.count.setVisible(bool(text) and is_plain)
        # A sentence has a line of its own; that of a file, which says the same, is enough.
        is_said = self._is_too_long and not self.tray.problem.isHidden()
        self.warning.setText(text)
        self.warning.setVisible(bool(text) and not is_plain and not is_said)
        self.warning.setProperty("role", "danger" if self._is_too_long else "warning")
        self.warning.style().unpolish(self.warning)
        self.warning.style().polish(self.warning)
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refresh()

    def _on_text(self) -> None:
        # It may have room now; whether it has is known when the typing rests.
        self._is_too_long = False
        self._refresh()
        self.text_changed.emit(self.text())

    def _press(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()
        else:
            self._submit()

    def _submit(self) -> None:
        text = self.text()
        is_blank = not text.strip() and not self._has_files
        if self._is_busy or is_blank or not self._may_send():
            return
        self.clear()
        self.submitted.emit(text)

    def _may_send(self) -> bool:
        has_words = not self.edit.document().isEmpty()
        is_held = bool(self._hold) or self._is_too_long
        return self._can_send and not is_held and (has_words or self._has_files)

    def _refresh(self) -> None:
        palette = self._look.palette
        if self._is_busy:
            self.button.setText(translate("Composer", "Stop"))
            self.button.setIcon(icon("stop", palette.on_ink))
            self.button.setAccessibleName(translate("Composer", "Stop"))
            self.button.setToolTip(translate("Composer", "Stop (Esc)"))
            self.button.setEnabled(True)
        else:
            is_ready = self._may_send()
            self.button.setText(translate("Composer", "Send"))
            self.button.setIcon(icon("send", palette.on_ink if is_ready else palette.muted))
            self.button.setAccessibleName(translate("Composer", "Send the message"))
            self.button.setToolTip(self._reason or self._hold)
            self.button.setEnabled(is_ready)
        if self._is_busy:
            self.hint.setText(translate("Composer", "Esc stops"))
        elif (self._reason and not self._can_send) or self._hold:
            self.hint.setText(self._hold if self._can_send else self._reason)
        elif self.edit.send_key is SendKey.ENTER:
            self.hint.setText(translate("Composer", "Shift+Enter for a new line"))
        else:
            self.hint.setText(translate("Composer", "Ctrl+Enter sends"))
        # In a small window there is no room for what everybody knows by now.
        is_news = self._is_busy or bool(self._hold) or (bool(self._reason) and not self._can_send)
        self.hint.setVisible(is_news or self.card.width() >= NARROW)

    def _show_focus(self, has_focus: bool) -> None:
        self.card.setProperty("focused", "true" if has_focus else "false")
        self.card.style().unpolish(self.card)
        self.card.style().polish(self.card)

    def _restyle(self) -> None:
        self.attach.setIcon(icon("attach", self._look.palette.muted))
        self._refresh()
        self.edit.fit()
