"""Pictures of the list of chats: folders and pins, what a search found, the offer to undo."""

import time

import screen_content as content

from app.keeping.places import Folder
from app.main_window import MainWindow
from app.view_types import ConversationSummary, Hit

_DAY_S = 86_400

_TITLES = (
    ("Merge two sorted lists in linear time", 0, None),
    ("Why is the sky blue?", 0, None),
    ("今天天气怎么样？请告诉我明天的天气预报", 0, None),
    ("שלום עולם, מה שלומך היום בבוקר הזה וגם מחר", 1, None),
    ("Recipe for a plum cake", 1, 1),
    ("Letter to the landlord about the heating", 5, 2),
    ("python: quicksort", 20, 1),
    ("Compare Rust with C++", 60, None),
    ("Trip to Norway", 400, None),
)


def sorted_list(window: MainWindow) -> MainWindow:
    """Pins, folders and days, and a chat that was just deleted."""
    now = time.time()
    chats = [
        ConversationSummary(id=n, title=title, updated_at=now - age * _DAY_S - n, folder_id=folder)
        for n, (title, age, folder) in enumerate(_TITLES, start=1)
    ]
    pinned = ConversationSummary(id=90, title="Tax return", updated_at=now, is_pinned=True)
    folders = [Folder(id=1, name="Home"), Folder(id=2, name="Work", is_folded=True)]
    window.sidebar.set_folders(folders)
    window.sidebar.set_conversations([pinned, *chats], 1)
    window.sidebar.undo_bar.offer(1)
    window.transcript.set_messages(content.chat())
    return _with_list(window)


def found(window: MainWindow) -> MainWindow:
    """What a search found, in titles and in messages."""
    sidebar = window.sidebar
    sidebar.search.setText("weather")
    sidebar.set_conversations(
        [
            ConversationSummary(
                id=1, title="Weather report", updated_at=0, hit=Hit(is_in_title=True)
            ),
            ConversationSummary(
                id=2,
                title="Packing for a weekend",
                updated_at=0,
                hit=_hit("…and the weather in Prague will stay so until Friday, then rain."),
            ),
            ConversationSummary(
                id=3,
                title="Why is the sky blue?",
                updated_at=0,
                hit=_hit("…what the weather has to do with it: less than one would think."),
            ),
        ],
        2,
    )
    window.transcript.set_messages(content.weather())
    return _with_list(window)


def _hit(line: str) -> Hit:
    start = line.index("weather")
    return Hit(is_in_title=False, message_id=1, snippet=line, ranges=((start, start + 7),))


def _with_list(window: MainWindow) -> MainWindow:
    """Unfold the list where there is no room for it beside the chat."""
    window.show()
    if window.sidebar.isHidden():
        window.shell.toggle_sidebar()
    return window
