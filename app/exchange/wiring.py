"""The dialogs of import and export: which files, how far it is, what came of it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QProgressBar, QProgressDialog

from app.exchange.exporting import ExportForm, file_name
from app.exchange.sentences import CONTEXT
from app.language.text import plural, translate
from app.main_window import MainWindow
from app.notices import Notices
from app.program import Program

# What is over sooner needs no dialog.
_SHOW_AFTER_MS = 500
_STEPS = 1000


class ExchangeWiring(QObject):
    """Import and export of one window.

    Args:
        program: what acts.
        window: whose menus and list ask for it.
        notices: where what came of it is said.
    """

    def __init__(
        self,
        program: Program,
        *,
        window: MainWindow,
        notices: Notices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = program.controller
        self._exchange = program.exchange
        self._window = window
        self._progress: QProgressDialog | None = None
        self._is_import = False
        window.commands.bind("chat.import", self.ask_import)
        window.commands.bind(
            "chat.export", self._export_open, is_possible=lambda: self._open_id() is not None
        )
        window.commands.bind("chat.export_all", self.ask_export_all)
        window.sidebar.list.export_requested.connect(
            self.ask_export, Qt.ConnectionType.QueuedConnection
        )
        self._exchange.started.connect(self._on_started)
        self._exchange.progressed.connect(self._on_progressed)
        self._exchange.ended.connect(self._on_ended)
        self._exchange.told.connect(notices.say)

    def ask_import(self) -> QFileDialog:
        """Ask which files, then read them."""
        dialog = self._dialog(translate(CONTEXT, "Import chats"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [
                translate(CONTEXT, "Chats of Foreword, ChatGPT or LM Studio (*.json *.zip)"),
                translate(CONTEXT, "All files (*)"),
            ]
        )
        dialog.filesSelected.connect(self._on_import_chosen)
        dialog.open()
        return dialog

    def ask_export(self, conversation_id: int) -> QFileDialog:
        """Ask where to, then write one chat."""
        chats = self._controller.chats.summaries()
        title = next((chat.title for chat in chats if chat.id == conversation_id), "")
        filters = {
            translate(CONTEXT, "Markdown, to be read (*.md)"): ExportForm.MARKDOWN,
            translate(CONTEXT, "Foreword, all that is kept (*.json)"): ExportForm.JSON,
        }
        return self._ask_place(
            translate(CONTEXT, "Export chat"), title, filters, conversation_ids=[conversation_id]
        )

    def ask_export_all(self) -> QFileDialog:
        """Ask where to, then write all chats."""
        filters = {
            translate(CONTEXT, "Foreword, all that is kept (*.json)"): ExportForm.JSON,
            translate(CONTEXT, "Markdown, one file a chat (*.zip)"): ExportForm.MARKDOWN_ARCHIVE,
        }
        name = translate(CONTEXT, "Foreword chats")
        return self._ask_place(
            translate(CONTEXT, "Export all chats"), name, filters, conversation_ids=None
        )

    def _ask_place(
        self,
        caption: str,
        name: str,
        filters: dict[str, ExportForm],
        *,
        conversation_ids: Sequence[int] | None,
    ) -> QFileDialog:
        dialog = self._dialog(caption)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(filters))
        first = next(iter(filters.values()))
        dialog.setDefaultSuffix(first.value)
        dialog.selectFile(file_name(name, first.value))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters[chosen].value))

        def export(place: str) -> None:
            by_name = {form.value: form for form in filters.values()}
            # An ending that was typed says more than the filter that was left as it was.
            form = by_name.get(Path(place).suffix.lower()[1:], filters[dialog.selectedNameFilter()])
            self._exchange.export(Path(place), form=form, conversation_ids=conversation_ids)

        dialog.fileSelected.connect(export)
        dialog.open()
        return dialog

    def _dialog(self, caption: str) -> QFileDialog:
        dialog = QFileDialog(self._window, caption, QDir.homePath())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _open_id(self) -> int | None:
        return self._controller.chats.current_id

    def _export_open(self) -> None:
        conversation_id = self._open_id()
        if conversation_id is not None:
            self.ask_export(conversation_id)

    def _on_import_chosen(self, files: list[str]) -> None:
        self._exchange.import_files([Path(file) for file in files])

    def _on_started(self, is_import: bool) -> None:
        self._is_import = is_import
        caption = (
            translate(CONTEXT, "Importing chats")
            if is_import
            else translate(CONTEXT, "Exporting chats")
        )
        dialog = QProgressDialog(caption, translate(CONTEXT, "Stop"), 0, _STEPS, self._window)
        dialog.setWindowTitle(caption)
        dialog.setMinimumDuration(_SHOW_AFTER_MS)
        dialog.setMinimumWidth(360)
        bar = QProgressBar(dialog)
        bar.setTextVisible(False)
        dialog.setBar(bar)
        dialog.setRange(0, _STEPS)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.setValue(0)
        dialog.canceled.connect(self._exchange.stop)
        self._progress = dialog

    def _on_progressed(self, share: float, num_added: int) -> None:
        if self._progress is None:
            return
        if self._is_import:
            self._progress.setLabelText(
                plural(CONTEXT, "%Ln chats imported", "One chat imported", num_added)
            )
        self._progress.setValue(round(share * _STEPS))

    def _on_ended(self) -> None:
        if self._progress is not None:
            self._progress.canceled.disconnect(self._exchange.stop)
            self._progress.close()
            self._progress.deleteLater()
            self._progress = None
