"""Connects the window's place, zoom, tray, folders, welcome and file of settings.

Owns the dialogs for these; decides nothing about chats or models.
"""

from pathlib import Path

import psutil
from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from app.desktop.better_pair import Pair, better_pair
from app.desktop.folders_page import Folder
from app.desktop.settings_exchange import NotSettings, export_settings, import_settings
from app.desktop.tray import Tray
from app.desktop.welcome import Starter, Welcome
from app.language.text import plural, translate
from app.main_window import MainWindow
from app.model_shelf import STARTER_ID
from app.notices import Notices
from app.program import Program
from app.settings_dialog import SettingsDialog
from app.shell import Arrangement
from app.view_types import MessageView
from engine import EngineError, ModelsLoaded, Paths, weights_per_s

_FILTER = "JSON (*.json)"


class DesktopWiring(QObject):
    """The connections between one window, its program and the desktop.

    Args:
        program: what acts.
        window: what shows.
        notices: the banner.
        paths: where everything lies.
    """

    restart_requested = Signal()
    """What was chosen holds only after a new start, and that is wanted now."""

    def __init__(
        self,
        program: Program,
        *,
        window: MainWindow,
        notices: Notices,
        paths: Paths,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._notices = notices
        self._paths = paths
        self._settings = program.settings
        self._wanted_pair: tuple[str, str] | None = None
        self._language = program.settings.value("language")
        self._dialog: SettingsDialog | None = None
        self.welcome: Welcome | None = None
        """The welcome while it is open."""
        self.tray = Tray(window.windowIcon(), self)
        """The icon in the system's tray."""
        self._arrange()
        self._apply("zoom")
        self._apply("tray")
        program.controller.setting_changed.connect(lambda key, _: self._apply(key))
        program.turns.message_finished.connect(self._on_reply)
        program.shelf.got.connect(self._on_got)
        program.models.models_changed.connect(self._on_models)
        window.shell.arranged.connect(self._keep_arrangement)
        commands = window.commands
        commands.bind("help.welcome", self.show_welcome)
        commands.bind("help.data", lambda: self.open_folder(paths.data))
        commands.bind("help.logs", lambda: self.open_folder(paths.logs))

    def folders(self) -> tuple[Folder, ...]:
        """Say where everything lies."""
        paths = self._paths
        return (
            Folder(
                translate("Folders", "Chats"),
                translate("Folders", "Everything you have written, and a backup of it."),
                paths.data,
            ),
            Folder(
                translate("Folders", "Models"),
                translate("Folders", "What was downloaded; it can be had again."),
                paths.models,
            ),
            Folder(
                translate("Folders", "Settings"),
                translate("Folders", "What stands in this dialog."),
                paths.config,
            ),
            Folder(
                translate("Folders", "Logs"),
                translate("Folders", "What went wrong, if anything did; never what was said."),
                paths.logs,
            ),
        )

    def connect_settings(self, dialog: SettingsDialog) -> None:
        """Let the dialog open folders, and write and read files of settings."""
        dialog.folder_requested.connect(self.open_folder)
        dialog.export_requested.connect(lambda: self._ask_export(dialog))
        dialog.import_requested.connect(lambda: self._ask_import(dialog))
        dialog.restart.requested.connect(self.restart_requested)
        dialog.finished.connect(self._on_settings_closed)
        self._dialog = dialog
        self._apply("language")

    def open_folder(self, path: Path) -> None:
        """Show a folder in the system's file manager."""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError:
            self._say_unopened(path)
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._say_unopened(path)

    def greet(self) -> None:
        """Show the welcome, unless it was closed before."""
        if not self._settings.flag("has_seen_welcome"):
            self.show_welcome()

    def show_welcome(self) -> None:
        """Show the welcome."""
        if self.welcome is not None:
            self.welcome.raise_()
            return
        starter, pair = self._offers()
        dialog = Welcome(self._window.look, starter=starter, pair=pair, parent=self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.starter_requested.connect(self._begin_with)
        dialog.pair_requested.connect(self._get_pair)
        dialog.models_requested.connect(self._window.models_requested)
        dialog.finished.connect(self._on_welcome_closed)
        self.welcome = dialog
        dialog.open()

    def export_to(self, path: Path) -> None:
        """Write all settings to a file, and say so."""
        try:
            export_settings(self._settings.values, path)
        except OSError:
            text = translate("Desktop", "{path} cannot be written. Choose another folder.")
            self._notices.say("error", text.format(path=path))
            return
        text = translate("Desktop", "The settings were written to {path}.")
        self._notices.say("notice", text.format(path=path))

    def import_from(self, path: Path) -> None:
        """Take over the settings of a file; those that are bad are named and left out."""
        try:
            found = import_settings(path)
        except (OSError, NotSettings):
            text = translate("Desktop", "{path} holds no settings of Foreword. Nothing is changed.")
            self._notices.say("error", text.format(path=path))
            return
        for key, value in found.values.items():
            self._program.controller.change_setting(key, value)
        count = len(found.values)
        # In one notice, since the next would take the place of the one before.
        said = [plural("Desktop", "%Ln settings were read.", "One setting was read.", count)]
        left_out = translate("Desktop", "Left out: {reason}")
        said += [left_out.format(reason=error) for error in found.refused]
        if found.unknown:
            text = translate("Desktop", "Left out, because this Foreword does not know it: {names}")
            said.append(text.format(names=", ".join(found.unknown[:8])))
        self._notices.say("error" if found.refused else "notice", " ".join(said))

    def _on_settings_closed(self) -> None:
        self._dialog = None

    def _ask_export(self, dialog: SettingsDialog) -> None:
        title = translate("Desktop", "Export the settings")
        name, _ = QFileDialog.getSaveFileName(dialog, title, "foreword-settings.json", _FILTER)
        if name:
            self.export_to(Path(name))

    def _ask_import(self, dialog: SettingsDialog) -> None:
        title = translate("Desktop", "Import settings")
        name, _ = QFileDialog.getOpenFileName(dialog, title, "", _FILTER)
        if name:
            self.import_from(Path(name))

    def _say_unopened(self, path: Path) -> None:
        text = translate("Desktop", "{path} cannot be opened here.")
        self._notices.say("notice", text.format(path=path))

    def _apply(self, key: str) -> None:
        match key:
            case "zoom":
                zoom = int(self._settings.text(key)) / 100
                if zoom != self._window.look.zoom:
                    self._window.look.set_zoom(zoom)
            case "language" if self._dialog is not None:
                is_other = self._settings.value(key) != self._language
                self._dialog.restart.setVisible(is_other)
            case "tray":
                wanted = self._settings.flag(key)
                self.tray.set_shown(wanted)
                if wanted and not self.tray.is_available:
                    text = translate("Desktop", "This system has no tray; closing ends Foreword.")
                    self._notices.say("notice", text)
            case _:
                pass

    def _arrange(self) -> None:
        usual = Arrangement()
        settings = self._settings
        self._window.shell.arrange(
            Arrangement(
                sidebar_width=settings.integer("sidebar_width") or usual.sidebar_width,
                panel_width=settings.integer("panel_width") or usual.panel_width,
                shows_sidebar=settings.flag("shows_sidebar"),
                shows_panel=settings.flag("shows_panel"),
            )
        )

    def _keep_arrangement(self) -> None:
        kept = self._window.shell.arrangement
        for key, value in {
            "sidebar_width": kept.sidebar_width,
            "panel_width": kept.panel_width,
            "shows_sidebar": kept.shows_sidebar,
            "shows_panel": kept.shows_panel,
        }.items():
            if value != self._settings.value(key):
                self._program.controller.change_setting(key, value)

    def _on_reply(self, message: MessageView) -> None:
        if not self._window.isVisible():
            self.tray.tell_reply("")

    def _offers(self) -> tuple[Starter | None, Pair | None]:
        try:
            entries = self._program.shelf.entries()
        except EngineError:
            # The models dialog says what is wrong with their folder.
            return None, None
        starters = [
            Starter(
                id=entry.id,
                name=entry.name,
                size_bytes=entry.size_bytes,
                is_installed=entry.is_installed,
            )
            for entry in entries
            if entry.id == STARTER_ID
        ]
        loaded = self._program.models.loaded
        pair = better_pair(
            entries,
            starter_id=STARTER_ID,
            memory_bytes=psutil.virtual_memory().total,
            weights_per_s=weights_per_s(self._paths.cache, loaded),
            loaded_id="" if loaded is None else loaded.target.spec.id,
        )
        return (starters[0] if starters else None), pair

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        # Only now is it known how fast this computer is.
        if self.welcome is not None:
            self.welcome.show_pair(self._offers()[1])

    def _begin_with(self, model_id: str) -> None:
        loaded = self._program.models.loaded
        if loaded is not None and loaded.target.spec.id == model_id:
            return
        self._wanted_pair = None
        if any(
            entry.is_installed for entry in self._program.shelf.entries() if entry.id == model_id
        ):
            self._program.models.load(model_id, None)
        else:
            self._program.shelf.get(model_id)

    def _get_pair(self, target_id: str, draft_id: str) -> None:
        self._wanted_pair = (target_id, draft_id)
        lacking = self._lacking()
        for model_id in lacking:
            self._program.shelf.get(model_id)
        if not lacking:
            self._on_got("")

    def _lacking(self) -> list[str]:
        wanted = self._wanted_pair or ()
        entries = self._program.shelf.entries()
        here = {entry.id for entry in entries if entry.is_installed}
        return [model_id for model_id in wanted if model_id not in here]

    def _on_got(self, model_id: str) -> None:
        if self._wanted_pair is not None and not self._lacking():
            target_id, draft_id = self._wanted_pair
            self._wanted_pair = None
            self._program.models.load(target_id, draft_id)

    def _on_welcome_closed(self) -> None:
        self.welcome = None
        self._program.controller.change_setting("has_seen_welcome", True)
