"""The models dialog's second page in a real window, in front of a real hub on the loopback."""

from collections.abc import Iterator
from pathlib import Path

import huggingface_hub
import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.application import Application
from app.library.views import DownloadState
from app.models_dialog import ModelsDialog
from app.view_types import EngineState
from engine.library import Catalogue, Hub, Library
from engine.library.tokens import Tokens
from tests.app.conftest import TARGET_ID, Launch
from tests.fake_key_store import FakeKeyStore
from tests.fake_library import FakeEntry, FakeLibrary
from tests.hub_server import HubServer

TOKEN = "hf_right"
LLAMA: dict[str, object] = {
    "gguf": {"total": 1000, "architecture": "llama"},
    "tags": ["gguf", "license:mit"],
}
FILES = {"tiny-Q4_0.gguf": b"GGUF" + bytes(600), "tiny-IQ1_S.gguf": b"GGUF"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A hub with an open repository and a gated one."""
    monkeypatch.setenv("NO_PROXY", "*")
    huggingface_hub.close_session()
    with HubServer({"maker/tiny": FILES, "maker/closed": FILES}) as server:
        server.cards = {"maker/tiny": dict(LLAMA), "maker/closed": {**LLAMA, "gated": "manual"}}
        server.gates["maker/closed"] = {TOKEN: True}
        yield server
        huggingface_hub.close_session()


@pytest.fixture
def keys() -> FakeKeyStore:
    """The system's key store, as far as this test goes."""
    return FakeKeyStore()


@pytest.fixture
def hub(server: HubServer, keys: FakeKeyStore) -> Hub:
    """The way to it."""
    return Hub(endpoint=server.endpoint, retry_delay_s=0.0, tokens=Tokens(keys))


def entries() -> list[FakeEntry]:
    return [
        FakeEntry(id=TARGET_ID, name="The starter", drafts=("small",)),
        FakeEntry(id="small", name="Small", is_installed=False, note="A draft."),
        FakeEntry(id="far", name="Far", is_installed=False, is_gated=True),
        FakeEntry(
            id="huge", name="Huge", is_installed=False, memory_bytes=psutil.virtual_memory().total
        ),
        FakeEntry(id="odd", name="Odd", is_installed=False, refusal="Its shape is not known."),
    ]


def open_page(qtbot: QtBot, application: Application) -> ModelsDialog:
    """Open the dialog on its second page."""
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=30_000)
    application.wiring.models.show_models()
    dialog = application.wiring.models.dialog
    assert dialog is not None
    dialog.pages.show_page(1)
    return dialog


def texts(dialog: ModelsDialog) -> str:
    """Everything the page says."""
    labels = dialog.finding.findChildren(QLabel)
    return "\n".join(label.text() for label in labels).replace("\u200b", "")


def test_suggestions_say_what_each_needs(qtbot: QtBot, launch: Launch) -> None:
    """Memory, draft, gate, and why one cannot be had; nobody is asked for any of it."""
    dialog = open_page(qtbot, launch(library=FakeLibrary(models=entries())))
    assert list(dialog.finding.rows) == [TARGET_ID, "small", "far", "huge", "odd"]
    said = texts(dialog)
    assert "draft: Small" in said
    assert "licence has to be accepted" in said
    assert "too little memory" in said
    assert "Its shape is not known." in said
    buttons = {id: not row.button.isHidden() for id, row in dialog.finding.rows.items()}
    assert buttons == {TARGET_ID: False, "small": True, "far": True, "huge": True, "odd": False}


def test_the_first_page_lists_what_is_here_and_what_goes_with_it(
    qtbot: QtBot, launch: Launch
) -> None:
    """Not the whole catalogue."""
    dialog = open_page(qtbot, launch(library=FakeLibrary(models=entries())))
    assert not dialog.row("target", "small").choice.is_installed
    with pytest.raises(KeyError):
        dialog.row("target", "far")


def test_a_search_shows_repositories_and_their_files(
    qtbot: QtBot, launch: Launch, hub: Hub, server: HubServer
) -> None:
    """Typing asks nobody; Enter does, and a repository only when it is opened."""
    dialog = open_page(qtbot, launch(library=FakeLibrary(models=entries(), hub=hub)))
    find = dialog.finding
    QTest.keyClicks(find.field, "tiny")
    assert server.requests == []
    QTest.keyClick(find.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "maker/tiny" in find.rows, timeout=30_000)
    assert len(server.requests) == 1
    find.rows["maker/tiny"].button.click()
    name = "maker/tiny/tiny-Q4_0.gguf"
    qtbot.waitUntil(lambda: name in find.rows, timeout=30_000)
    assert "IQ1_S cannot be read" in texts(dialog)
    with qtbot.waitSignal(find.get_requested) as asked:
        find.rows[name].button.click()
    assert asked.args == [name, "tiny-Q4_0"]
    find.rows["maker/tiny"].button.click()
    find.field.clear()
    assert next(iter(find.rows)) == TARGET_ID


def test_a_pasted_page_is_looked_at(
    qtbot: QtBot, launch: Launch, hub: Hub, server: HubServer
) -> None:
    """No search in between."""
    dialog = open_page(qtbot, launch(library=FakeLibrary(models=entries(), hub=hub)))
    dialog.finding.field.setText(f"{server.endpoint}/maker/tiny/tree/main")
    dialog.finding.search.click()
    qtbot.waitUntil(lambda: "maker/tiny/tiny-Q4_0.gguf" in dialog.finding.rows, timeout=30_000)


def test_nothing_found_and_a_hub_that_fails_say_what_to_do(
    qtbot: QtBot, launch: Launch, hub: Hub, server: HubServer
) -> None:
    """In the place of the results."""
    dialog = open_page(qtbot, launch(library=FakeLibrary(models=entries(), hub=hub)))
    dialog.finding.field.setText("unheard of")
    dialog.finding.search.click()
    qtbot.waitUntil(lambda: "Nothing like it" in texts(dialog), timeout=30_000)
    server.faults.hub_status = 503
    dialog.finding.search.click()
    qtbot.waitUntil(lambda: "status 503" in texts(dialog), timeout=30_000)
    dialog.finding.field.setText("maker/tiny")
    dialog.finding.search.click()
    qtbot.waitUntil(lambda: "Nothing came back" in texts(dialog), timeout=30_000)


def test_offline_is_said_and_nothing_can_be_asked(
    qtbot: QtBot, launch: Launch, hub: Hub, server: HubServer
) -> None:
    """The setting acts at once, both ways, and is there again at the next start."""
    application = launch(library=FakeLibrary(models=entries(), hub=hub))
    dialog = open_page(qtbot, application)
    controller = application.program.controller
    controller.change_setting("offline", True)
    assert hub.online.reason
    assert not dialog.finding.search.isEnabled()
    assert not dialog.finding.rows["small"].button.isEnabled()
    assert "Foreword is offline" in texts(dialog)
    controller.change_setting("offline", False)
    assert not hub.online.reason
    assert dialog.finding.search.isEnabled()
    assert dialog.finding.rows["small"].button.isEnabled()
    assert server.requests == []


def test_a_gated_download_asks_for_a_token_and_goes_on(
    qtbot: QtBot, launch: Launch, hub: Hub, keys: FakeKeyStore, home: Path
) -> None:
    """From a refusal to a whole file, with the token in the key store and nowhere else."""
    library = Library(home / "models", Catalogue([]), hub=hub)
    application = launch(library=library)
    application.wiring.models.show_models()
    dialog = application.wiring.models.dialog
    assert dialog is not None
    name = "maker/closed/tiny-Q4_0.gguf"
    downloads = application.program.shelf.downloads
    dialog.finding.get_requested.emit(name, "Closed")
    qtbot.waitUntil(lambda: _state(application, name) is DownloadState.FAILED, timeout=30_000)
    row = dialog.downloads.row(name)
    assert not row.token.isHidden()
    assert not row.page.isHidden()
    row.token.click()
    asking = application.wiring.models.library.token_dialog
    assert asking is not None
    qtbot.waitUntil(asking.keep.isEnabled, timeout=30_000)
    QTest.keyClicks(asking.field, TOKEN)
    with qtbot.waitSignal(downloads.got, timeout=30_000):
        asking.use.click()
    assert list(keys.secrets.values()) == [TOKEN]
    assert library.resolve(name).path.read_bytes() == FILES["tiny-Q4_0.gguf"]
    assert name not in dialog.downloads.ids
    held = [path for path in home.rglob("*") if path.is_file() and TOKEN in _content(path)]
    assert held == []


def test_without_a_key_store_the_token_is_used_and_not_kept(
    qtbot: QtBot, launch: Launch, hub: Hub, keys: FakeKeyStore, home: Path
) -> None:
    """A store that refuses: the download goes on, and the window says that it will ask again."""
    keys.is_broken = True
    library = Library(home / "models", Catalogue([]), hub=hub)
    application = launch(library=library)
    name = "maker/closed/tiny-Q4_0.gguf"
    application.program.shelf.downloads.get(name)
    qtbot.waitUntil(lambda: _state(application, name) is DownloadState.FAILED, timeout=30_000)
    with qtbot.waitSignal(application.program.shelf.downloads.got, timeout=30_000):
        application.wiring.models.library.search.give_token(name, TOKEN, keeps=True)
    assert library.resolve(name).path.is_file()


def _state(application: Application, id: str) -> DownloadState | None:
    view = application.program.shelf.downloads.view(id)
    return view.state if view else None


def _content(path: Path) -> str:
    return path.read_bytes().decode("latin-1")
