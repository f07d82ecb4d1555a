"""Measures what many chats cost: search, the list, switching, import. Needs no model.

Makes 2,000 chats of 50 messages in a folder of its own, and prints a line for each thing that is
done with them: the best of five, so that what else the computer does counts little.
"""

import argparse
import itertools
import json
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.exchange.importing import import_files
from app.keeping.erasing import erase_file
from app.main_window import MainWindow
from app.store import Store
from app.theme import Look
from app.view_types import ConversationSummary

NUM_CHATS = 2000
NUM_MESSAGES = 50
NUM_LONG = 500
_SYLLABLES = ("ka", "to", "mi", "ren", "sol", "ar", "be", "ing", "tion", "el", "us", "pra", "gor")


class Words:
    """Texts whose words are as frequent as those of a language, always the same ones."""

    def __init__(self) -> None:
        self._random = random.Random(1)
        self.all = ["".join(self._random.choices(_SYLLABLES, k=1 + n % 4)) for n in range(30_000)]
        self._weights = list(itertools.accumulate(1 / (n + 1) for n in range(30_000)))

    def text(self, num_words: int = 0) -> str:
        """Write some words; every tenth text goes on in Chinese characters."""
        k = num_words or self._random.randint(20, 110)
        text = " ".join(self._random.choices(self.all, cum_weights=self._weights, k=k))
        if not num_words and self._random.random() < 0.1:
            text += "".join(chr(self._random.randint(0x4E00, 0x5000)) for _ in range(60))
        return text


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the chats lie, or are made once")
    parser.add_argument("--import-mb", type=int, default=100, help="size of the file to import")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="foreword-chats-") as made:
        folder = args.folder or Path(made)
        path = folder / "chats.db"
        words = Words()
        if not path.exists():
            _fill(path, words)
        with closing(Store(path)) as store:
            _measure_store(store, words)
            _measure_window(store)
        _measure_erasing(path)
        _measure_import(folder, words, args.import_mb)
    return 0


def _fill(path: Path, words: Words) -> None:
    with closing(Store(path)) as store, store.database.transaction() as connection:
        for number in range(NUM_CHATS):
            _add(connection, words, number, NUM_MESSAGES)
        for number in range(2):
            _add(connection, words, NUM_CHATS + number, NUM_LONG)


def _add(connection: sqlite3.Connection, words: Words, number: int, num_messages: int) -> None:
    at = 1.7e9 + number * 3600
    id = connection.execute(
        "INSERT INTO conversations (title, created_at, updated_at) VALUES (?, ?, ?)",
        (words.text(6), at, at),
    ).lastrowid
    for place in range(num_messages):
        role = "assistant" if place % 2 else "user"
        connection.execute(
            "INSERT INTO messages (conversation_id, position, role, text, status, created_at) "
            "VALUES (?, ?, ?, ?, 'complete', ?)",
            (id, place, role, words.text(), at),
        )


def _measure_store(store: Store, words: Words) -> None:
    _tell("list of all chats", lambda: len(store.conversations()))
    common, rare = words.all[0], words.all[20_000]
    for what, typed in (
        ("the commonest word", common),
        ("a rare word", rare),
        ("one letter", "k"),
        ("two beginnings", "so ar"),
        ("two words between quotes", f'"{common} {words.all[1]}"'),
        ("one Chinese character", "\u4e03"),
        ("two Chinese characters", "\u4e00\u4e01"),
        ("what stands nowhere", "xqxq"),
    ):
        _tell(f"search: {what}", partial(_count, store, typed))


def _count(store: Store, typed: str) -> int:
    return len(store.conversations(typed))


def _measure_window(store: Store) -> None:
    app = QApplication(sys.argv[:1])
    window = MainWindow(Look(app))
    window.show()
    chats = store.conversations()
    found = store.conversations("ka")

    def show(listed: list[ConversationSummary], search: str) -> int:
        window.sidebar.search.blockSignals(True)
        window.sidebar.search.setText(search)
        window.sidebar.set_conversations(listed, None)
        app.processEvents()
        return len(listed)

    _tell("window: the list of all chats", lambda: show(chats, "") and show(found, "ka"), num=3)

    def switch() -> int:
        for number in range(2):
            views = [m.view for m in store.messages(NUM_CHATS + number + 1)[0]]
            window.transcript.set_messages(views)
            window.transcript.grab()
        return 2

    _tell("window: two switches between chats of 500 messages", switch)
    window.allow_close()
    window.close()


def _measure_erasing(path: Path) -> None:
    with closing(Store(path)) as store:
        id = store.conversations()[-1].id

    def erase() -> int:
        erase_file(path, [id], stop=threading.Event())
        return 1

    _tell("beside the window: a chat erased", erase, num=1)


def _measure_import(folder: Path, words: Words, num_mb: int) -> None:
    place = folder / "conversations.json"
    num_bytes = 0
    with place.open("w", encoding="utf-8") as file:
        number = 0
        while num_bytes < num_mb * 1_000_000:
            messages = [{"role": "user", "content": words.text()} for _ in range(50)]
            text = json.dumps({"title": f"Chat {number}", "messages": messages})
            file.write(("," if number else "[") + text)
            num_bytes += len(text)
            number += 1
        file.write("]")
    fresh = folder / "imported.db"
    Store(fresh).close()

    def bring_in() -> int:
        stop = threading.Event()
        return import_files([place], fresh, report=lambda _: None, stop=stop).num_added

    _tell(f"beside the window: {num_mb} MB imported", bring_in, num=1)


def _tell(what: str, act: Callable[[], int], *, num: int = 5) -> None:
    elapsed, busy, counts = zip(*(_timed(act) for _ in range(num)), strict=True)
    times = f"{min(elapsed) * 1000:9.1f} ms, of the processor {min(busy) * 1000:9.1f} ms"
    print(f"{what:52} {times}  ({counts[0]:,})", flush=True)


def _timed(act: Callable[[], int]) -> tuple[float, float, int]:
    started_at, busy_at = time.perf_counter(), time.process_time()
    count = act()
    return time.perf_counter() - started_at, time.process_time() - busy_at, count


if __name__ == "__main__":
    raise SystemExit(main())
