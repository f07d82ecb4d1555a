"""The search of a hub, off the window's thread: what was asked for last is what is answered.

Knows no widget. Nothing is asked of the hub but by the methods, and each only when somebody acts.
"""

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.background import Background, Work
from engine import EngineError, Stopped
from engine.library import Hub, SearchQuery, look_at, search_hub


class SearchControl(QObject):
    """Search a hub, look at repositories, hand over a token.

    Args:
        hub: is asked.
        run: makes a thread for a piece of work and keeps it until it ends.
    """

    searching = Signal(str)
    """The words that are looked for"""
    found = Signal(list)
    """list[FoundModel]"""
    looked = Signal(str, object)
    """A repository, and its FoundRepository"""
    look_failed = Signal(str, object)
    """A repository, and the EngineError"""
    failed = Signal(object)
    """EngineError"""
    key_store_found = Signal(bool)
    """Whether a token could be kept"""
    token_ready = Signal(str)
    """The id of the download that can go on with it"""
    token_failed = Signal(str, object)
    """The same, and the EngineError; the token is used for this run if it could not be kept"""

    def __init__(
        self,
        hub: Hub,
        *,
        run: Callable[[Work, str, str], Background],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.hub = hub
        self._run = run
        self._last: Background | None = None

    @property
    def offline_reason(self) -> str:
        """Why nothing can be asked, as a clause; empty where it can."""
        return self.hub.online.reason

    def set_offline(self, is_offline: bool) -> None:
        """Forbid or allow every connection."""
        self.hub.online.is_switched_off = is_offline

    def search(self, query: SearchQuery) -> None:
        """Search; an earlier search that has not been answered is given up."""
        if self._last is not None:
            self._last.stop()

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            found = search_hub(self.hub, query)
            if stop.is_set():
                raise Stopped
            return found

        thread = self._run(work, "search", query.text)
        self._last = thread
        thread.succeeded.connect(self._on_found)
        thread.failed.connect(self._on_failed)
        self.searching.emit(query.text)
        thread.start()

    def look(self, repo: str) -> None:
        """Ask what a repository holds."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            return look_at(self.hub, repo)

        thread = self._run(work, "look at a repository", repo)
        thread.succeeded.connect(self.looked)
        thread.failed.connect(self._on_look_failed)
        thread.start()

    def give_token(self, id: str, token: str, *, keeps: bool) -> None:
        """Use a token for the hub from now on, and keep it in the system's key store if wished."""
        tokens, host = self.hub.access.tokens, self.hub.host

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            tokens.lend(host, token)
            if keeps:
                tokens.keep(host, token)
            return None

        thread = self._run(work, "keep a token", id)
        thread.succeeded.connect(self._on_token)
        thread.failed.connect(self._on_token_failed)
        thread.start()

    def find_key_store(self) -> None:
        """Find out whether a token could be kept, and tell; looking may take a moment."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            return self.hub.access.tokens.can_keep

        thread = self._run(work, "find a key store", "")
        thread.succeeded.connect(self._on_key_store)
        thread.start()

    def _on_key_store(self, tag: str, can_keep: object) -> None:
        self.key_store_found.emit(bool(can_keep))

    def _on_found(self, text: str, found: object) -> None:
        self.found.emit(found)

    def _on_failed(self, text: str, error: EngineError) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(error)

    def _on_look_failed(self, repo: str, error: EngineError) -> None:
        self.look_failed.emit(repo, error)

    def _on_token(self, id: str, nothing: object) -> None:
        self.token_ready.emit(id)

    def _on_token_failed(self, id: str, error: EngineError) -> None:
        self.token_failed.emit(id, error)
