"""Connects the About box and the check for updates with the program.

Nothing is asked of anybody unless the setting is on, which it is not by itself, or the button in
the box is pressed; and then at most once a day by itself.
"""

import logging
from datetime import UTC, datetime

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.about.dialog import AboutDialog
from app.about.parts import homepage, licence_texts, versions
from app.background import Background
from app.language.text import translate
from app.main_window import MainWindow
from app.notices import Notices
from app.program import Program
from engine import EngineError, __version__, explain
from engine.library import newer_version

log = logging.getLogger(__name__)

SETTING, LAST_LOOK = "check_updates", "updates_looked_for"


class AboutWiring(QObject):
    """The About box, and the look for a newer version.

    Args:
        program: holds the settings.
        window: asks for the box.
        notices: where a newer version is offered.
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
        self._settings = program.settings
        self._window = window
        self._notices = notices
        self._address = homepage()
        self._look: Background | None = None
        self.dialog: AboutDialog | None = None
        """The box while it is open."""
        window.about_requested.connect(self.show)
        program.controller.setting_changed.connect(self._on_setting)
        if self._settings.flag(SETTING):
            self.look_once_a_day()

    @property
    def is_looking(self) -> bool:
        """Whether an answer is still to come."""
        return self._look is not None

    def show(self) -> None:
        """Open the box, or bring it to the front."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        texts = licence_texts()
        dialog = AboutDialog(
            versions(),
            has_homepage=bool(self._address),
            has_licence_texts=texts is not None,
            parent=self._window,
        )
        dialog.check_requested.connect(self._on_check)
        dialog.licences_requested.connect(_show_licences)
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        dialog.open()

    def look_once_a_day(self) -> None:
        """Look for a newer version unless that was done today."""
        if not self._address or self._settings.text(LAST_LOOK) == _today():
            return
        self._begin("by itself")

    def _on_setting(self, key: str, value: object) -> None:
        if key != SETTING or not value:
            return
        if self._address:
            self.look_once_a_day()
        else:
            self._notices.say(
                "notice",
                translate(
                    "About",
                    "This copy of Foreword does not know where it came from, so it cannot look "
                    "for a newer one.",
                ),
            )

    def _on_check(self) -> None:
        if self.dialog is not None:
            self.dialog.check.setEnabled(False)
        self._begin("asked")

    def _begin(self, tag: str) -> None:
        if self._look is not None:
            return
        address, is_offline = self._address, bool(self._settings.values.get("offline"))
        look = Background(
            lambda report, stop: newer_version(address, __version__, is_offline=is_offline),
            name="look for updates",
            tag=tag,
            parent=self,
        )
        look.succeeded.connect(self._on_found)
        look.failed.connect(self._on_failed)
        look.finished.connect(self._on_end)
        self._look = look
        look.start()

    def _on_found(self, tag: str, found: object) -> None:
        self._remember()
        if isinstance(found, str):
            text = translate("About", "Foreword {version} is there; this is {current}.")
            text = text.format(version=found, current=__version__)
            self._notices.offer(
                text, label=translate("About", "Show where"), act=self._open_homepage
            )
        else:
            text = translate("About", "This is the newest version.")
        if self.dialog is not None:
            self.dialog.say(text)

    def _on_failed(self, tag: str, error: EngineError) -> None:
        # Nobody waits for the daily look: without a network there is simply none.
        log.info("the look for a newer version failed with %s", type(error).__name__)
        if self.dialog is not None:
            self.dialog.say(explain(error))

    def _on_end(self) -> None:
        if self._look is not None:
            self._look.deleteLater()
            self._look = None

    def _on_closed(self) -> None:
        self.dialog = None

    def _remember(self) -> None:
        try:
            self._settings.set(LAST_LOOK, _today())
        except EngineError as error:
            self._notices.say("error", explain(error))

    def _open_homepage(self) -> None:
        self._notices.withdraw()
        QDesktopServices.openUrl(QUrl(self._address))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _show_licences() -> None:
    path = licence_texts()
    if path is not None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
