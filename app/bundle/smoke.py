"""`foreword --smoke`: the real window asks a question by itself, stops the answer and quits.

What a packager runs on a machine without people. Types into the real widgets, in a home of its
own, and prints one line of JSON with what was seen and when. Only the frozen program offers it.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import time

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.application import Application
from app.application import run as run_window
from app.view_types import EngineState, MessageView
from engine import TextDelta, Unexpected

QUESTION = "Count from one to one hundred in words."
NUM_TOKENS = 12
"""How many tokens are seen before the answer is stopped."""
MIN_NEW_TOKENS = 400
"""How long the answer would at least become."""

_TICK_MS = 5
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier


class Smoke(QObject):
    """Drives one program from its start to its end.

    Args:
        application: the real one, not shown yet.
        patience_s: how long the whole may take.
        picture: where to save what the window looks like in mid-answer, if anywhere.
    """

    def __init__(
        self, application: Application, *, patience_s: float, picture: Path | None = None
    ) -> None:
        super().__init__(application)
        self._application = application
        self._picture = picture
        self._begin = psutil.Process().create_time()
        self.seen: dict[str, object] = {}
        self.problems: list[str] = []
        self._num_tokens = 0
        self._finished: MessageView | None = None
        self._is_due: Callable[[], bool] | None = None
        self._steps = self._walk()
        settings = application.program.settings
        # A short answer would be over before it is stopped.
        self._shortest = settings.values["min_new_tokens"]
        settings.set("min_new_tokens", MIN_NEW_TOKENS)
        application.window.installEventFilter(self)
        program = application.program
        program.turns.delta.connect(self._on_delta)
        program.turns.message_finished.connect(self._on_finished)
        program.controller.notice.connect(self._on_notice)
        program.controller.bug_found.connect(self._on_bug)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._go_on)
        self._timer.start()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._give_up)
        self._patience.start(round(1000 * patience_s))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and "window_s" not in self.seen:
            self._note("window_s")
        return False

    def _walk(self) -> Iterator[Callable[[], bool]]:
        """Go through the test; what is yielded says when the next step is due."""
        window, controller = self._application.window, self._application.program.controller
        yield lambda: "window_s" in self.seen
        yield lambda: controller.state is EngineState.READY
        self._note("ready_s")
        models = self._application.program.models.loaded
        if models is not None:
            self.seen["model"] = models.target.spec.id
            self.seen["draft"] = models.draft.spec.name if models.draft else None
        edit = window.composer.edit
        for letter in QUESTION:
            _press(edit, Qt.Key.Key_unknown, letter)
        yield lambda: window.composer.text() == QUESTION
        _press(edit, Qt.Key.Key_Return, "\r")
        yield lambda: self._num_tokens > 0 or self._finished is not None
        self._note("first_token_s")
        yield lambda: self._num_tokens >= NUM_TOKENS or self._finished is not None
        if self._picture is not None:
            window.grab().save(str(self._picture))
        if controller.state is EngineState.GENERATING:
            window.composer.button.click()
        yield lambda: self._finished is not None and controller.state is EngineState.READY
        self._note("stopped_s")
        self.seen["num_tokens"] = self._num_tokens
        self.seen["status"] = self._finished.status.value if self._finished else None
        if self.seen["status"] != "stopped":
            self.problems.append(f"Stop left the answer {self.seen['status']}")

    def _go_on(self) -> None:
        if self._is_due is not None and not self._is_due():
            return
        try:
            self._is_due = next(self._steps)
        except StopIteration:
            self._end()

    def _give_up(self) -> None:
        state = self._application.program.controller.state.value
        self.problems.append(f"the next step was never reached; the program is {state}")
        self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._patience.stop()
        self._application.program.settings.set("min_new_tokens", self._shortest)
        self._application.window.close()

    def _note(self, name: str) -> None:
        self.seen[name] = round(time() - self._begin, 2)

    def _on_delta(self, message_id: int, event: TextDelta) -> None:
        self._num_tokens = event.stats.num_tokens

    def _on_finished(self, view: MessageView) -> None:
        self._finished = view

    def _on_notice(self, kind: str, text: str) -> None:
        if kind == "error":
            self.problems.append(text)

    def _on_bug(self, error: Unexpected) -> None:
        self.problems.append(error.summary)


def run(arguments: Sequence[str]) -> int:
    """Drive the window once and report.

    Args:
        arguments: the command line after `--smoke`.

    Returns:
        The exit code: 0 where everything was seen.
    """
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(
        prefix="foreword-smoke-", ignore_cleanup_errors=True
    ) as folder:
        if not options.own_home:
            # Never in the user's own chats; a caller may name a home that is kept.
            os.environ.setdefault("FOREWORD_HOME", folder)
        drives: list[Smoke] = []

        def watch(application: Application) -> None:
            if options.model:
                application.program.settings.set("target_id", options.model)
            drives.append(Smoke(application, patience_s=options.patience, picture=options.picture))

        code = run_window(["foreword"], watch=watch)
        problems = drives[0].problems if drives else ["the window did not open"]
        result: dict[str, object] = {
            "ok": code == 0 and not problems,
            "platform": QGuiApplication.platformName(),
            "exit_code": code,
            **(drives[0].seen if drives else {}),
            "problems": problems,
        }
    print(json.dumps(result), flush=True)
    return 0 if result["ok"] else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="foreword --smoke", description=__doc__)
    parser.add_argument("--model", metavar="ID_OR_PATH", help="default: the starter")
    parser.add_argument(
        "--own-home", action="store_true", help="use the home of whoever runs this, chats and all"
    )
    parser.add_argument("--patience", type=float, default=180.0, metavar="S")
    parser.add_argument("--picture", type=Path, metavar="PNG", help="what the window looks like")
    return parser


def _press(widget: QWidget, key: Qt.Key, text: str) -> None:
    """Press and release a key, through the queue as a keyboard's."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.postEvent(widget, QKeyEvent(kind, key, _NO_MODIFIER, text))
