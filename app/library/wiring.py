"""Connects the pages that find and fetch models to the program, and keeps the offline switch.

Decides nothing about which models are loaded.
"""

import psutil
from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from app.language.text import translate
from app.library.console_switch import OFFLINE_KEY
from app.library.removal import removal_question
from app.library.search_control import SearchControl
from app.library.suggestions import suggestions, worth_listing
from app.library.token_dialog import TokenDialog
from app.library.views import DownloadView
from app.model_shelf import STARTER_ID
from app.models_dialog import ModelsDialog
from app.notices import Notices
from app.program import Program
from app.view_types import ModelChoice
from engine import EngineError, NoKeyStore, explain
from engine.library import FoundModel, FoundRepository, SearchQuery


class LibraryWiring(QObject):
    """The connections of the models dialog's second page and of its downloads.

    Args:
        program: what acts.
        notices: the banner.
    """

    def __init__(self, program: Program, *, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._program = program
        self._notices = notices
        self._dialog: ModelsDialog | None = None
        self._choices: list[ModelChoice] = []
        self._target_id = ""
        self.question: QMessageBox | None = None
        """The last question whether a model is to go."""
        self.token_dialog: TokenDialog | None = None
        """The question for a token while it is open."""
        shelf = program.shelf
        self.search = SearchControl(shelf.hub, run=shelf.run, parent=self)
        self.search.set_offline(bool(program.settings.value(OFFLINE_KEY)))
        self.search.searching.connect(self._on_searching)
        self.search.found.connect(self._on_found)
        self.search.looked.connect(self._on_looked)
        self.search.look_failed.connect(self._on_look_failed)
        self.search.failed.connect(self._on_search_failed)
        self.search.key_store_found.connect(self._on_key_store)
        self.search.token_ready.connect(shelf.downloads.get)
        self.search.token_failed.connect(self._on_token_failed)
        shelf.choices_changed.connect(self._on_choices)
        shelf.downloads.changed.connect(self._on_download)
        shelf.downloads.removed.connect(self._on_download_over)
        shelf.keeping.verified.connect(self._on_verified)
        shelf.keeping.removed.connect(self._on_removed)
        program.controller.setting_changed.connect(self._on_setting)

    def attach(self, dialog: ModelsDialog, target_id: str) -> None:
        """Fill a new models dialog and follow what is done in it.

        Args:
            dialog: the dialog.
            target_id: the model that is marked.
        """
        self._dialog = dialog
        self._target_id = target_id
        downloads, shelf = self._program.shelf.downloads, self._program.shelf
        dialog.finished.connect(self._on_closed)
        dialog.finding.search_requested.connect(self._on_search)
        dialog.finding.look_requested.connect(self.search.look)
        dialog.finding.get_requested.connect(self._on_get)
        dialog.downloads.pause_requested.connect(downloads.pause)
        dialog.downloads.resume_requested.connect(downloads.get)
        dialog.downloads.cancel_requested.connect(downloads.cancel)
        dialog.downloads.token_requested.connect(self.ask_for_token)
        dialog.verify_requested.connect(shelf.keeping.verify)
        dialog.show_requested.connect(self._show_in_folder)
        dialog.remove_requested.connect(self.ask_to_remove)
        dialog.finding.set_hub(shelf.hub.host, self.search.offline_reason)
        downloads.look_for_unfinished()
        for view in downloads.views:
            dialog.downloads.show_view(view)
        shelf.refresh()

    def set_target(self, target_id: str) -> None:
        """List what goes with another model that is marked."""
        if target_id != self._target_id:
            self._target_id = target_id
            self._list()

    def ask_for_token(self, id: str) -> None:
        """Ask for the token that a download needs."""
        dialog = TokenDialog(id, self._program.shelf.hub.host, self._dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.given.connect(self._on_token_given)
        dialog.finished.connect(self._on_token_closed)
        self.token_dialog = dialog
        self.search.find_key_store()
        dialog.open()

    def ask_to_remove(self, id: str) -> None:
        """Ask once whether a model is to go; one that is loaded stays."""
        loaded = self._program.models.loaded
        in_use = [part.spec.id for part in (loaded.target, loaded.draft) if part] if loaded else []
        entry = next((one for one in self._program.shelf.entries() if one.id == id), None)
        if entry is None:
            return
        if id in in_use:
            text = translate("Library", "{name} is in use. Load another model first.")
            self._notices.say("notice", text.format(name=entry.name))
            return
        question = removal_question(entry, self._dialog)
        question.accepted.connect(lambda: self._program.shelf.keeping.remove(id))
        self.question = question
        question.open()

    def _show_in_folder(self, id: str) -> None:
        try:
            path = self._program.shelf.resolve(id).path
        except EngineError as error:
            self._notices.say("error", explain(error))
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))

    def _on_verified(self, id: str) -> None:
        self._program.shelf.refresh()
        text = translate("Library", "{id} is whole: every byte is as it was published.")
        self._notices.say("notice", text.format(id=id))

    def _on_removed(self, id: str) -> None:
        self._program.shelf.refresh()

    def _list(self) -> None:
        """Fill both pages: what is here, and what can be had."""
        if self._dialog is None:
            return
        try:
            entries = self._program.shelf.entries()
        except EngineError as error:
            self._notices.say("error", explain(error))
            return
        busy = frozenset(view.id for view in self._program.shelf.downloads.views)
        listed = worth_listing(
            entries, target_id=self._target_id, busy_ids=busy, starter_id=STARTER_ID
        )
        self._dialog.set_choices([choice for choice in self._choices if choice.id in listed])
        memory_bytes = psutil.virtual_memory().total
        self._dialog.finding.set_suggestions(suggestions(entries, memory_bytes=memory_bytes), busy)

    def _on_choices(self, choices: list[ModelChoice]) -> None:
        self._choices = choices
        self._list()

    def _on_search(self, query: SearchQuery) -> None:
        self.search.search(query)

    def _on_get(self, id: str, name: str) -> None:
        self._program.shelf.downloads.get(id, name=name)

    def _on_searching(self, text: str) -> None:
        if self._dialog is not None:
            self._dialog.finding.show_searching(text)

    def _on_found(self, found: list[FoundModel]) -> None:
        if self._dialog is not None:
            self._dialog.finding.show_found(found)

    def _on_looked(self, repo: str, looked: FoundRepository) -> None:
        if self._dialog is not None:
            self._dialog.finding.show_repository(repo, looked)

    def _on_look_failed(self, repo: str, error: EngineError) -> None:
        if self._dialog is not None:
            self._dialog.finding.show_problem(explain(error), repo)

    def _on_search_failed(self, error: EngineError) -> None:
        if self._dialog is not None:
            self._dialog.finding.show_problem(explain(error))

    def _on_download(self, view: DownloadView) -> None:
        if self._dialog is None:
            return
        is_new = view.id not in self._dialog.downloads.ids
        self._dialog.downloads.show_view(view)
        if is_new:
            self._list()
        text = translate("Library", "Being fetched, see below") if view.state.is_under_way else ""
        self._dialog.set_download(view.id, view.fraction, text)

    def _on_download_over(self, id: str) -> None:
        if self._dialog is not None:
            self._dialog.downloads.remove(id)
            self._dialog.set_download(id, None, "")
            self._list()

    def _on_key_store(self, can_keep: bool) -> None:
        if self.token_dialog is not None:
            self.token_dialog.set_can_keep(can_keep)

    def _on_token_given(self, id: str, token: str, keeps: bool) -> None:
        self.search.give_token(id, token, keeps=keeps)

    def _on_token_failed(self, id: str, error: EngineError) -> None:
        self._notices.say("error", explain(error))
        if isinstance(error, NoKeyStore):
            # It could not be kept, but it can be used.
            self._program.shelf.downloads.get(id)

    def _on_token_closed(self) -> None:
        self.token_dialog = None

    def _on_setting(self, key: str, value: object) -> None:
        if key != OFFLINE_KEY:
            return
        self.search.set_offline(bool(value))
        if self._dialog is not None:
            self._dialog.finding.set_hub(self._program.shelf.hub.host, self.search.offline_reason)

    def _on_closed(self) -> None:
        self._dialog = None
