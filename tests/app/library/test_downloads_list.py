"""The lines of downloads under the models dialog, without a hub."""

import pytest
from pytestqt.qtbot import QtBot

from app.library.downloads_list import DownloadsList
from app.library.views import DownloadState, DownloadView

REFUSED = DownloadView(
    id="gated",
    name="A gated model",
    state=DownloadState.FAILED,
    line="The hub gives maker/gated only to people it knows. Accept its licence at "
    "https://hub.example/maker/gated, then give your access token.",
    needs_token=True,
    page="https://hub.example/maker/gated",
)


@pytest.mark.parametrize("width", [300, 440, 620])
def test_a_line_that_wraps_is_shown_whole(qtbot: QtBot, width: int) -> None:
    shown = DownloadsList()
    qtbot.addWidget(shown)
    shown.resize(width, 100)
    shown.show()
    shown.show_view(REFUSED)

    row = shown.row(REFUSED.id)

    qtbot.waitUntil(lambda: row.height() >= row.heightForWidth(row.width()))
    assert shown.verticalScrollBar().maximum() == 0


def test_it_grows_when_it_is_made_narrower(qtbot: QtBot) -> None:
    shown = DownloadsList()
    qtbot.addWidget(shown)
    shown.resize(700, 100)
    shown.show()
    shown.show_view(REFUSED)
    wide = shown.height()

    shown.resize(300, wide)

    assert shown.height() > wide
