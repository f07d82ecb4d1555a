"""Walks the real program with real models and takes a picture at each stop.

Run under a display, or in one made for it: `xvfb-run -a -s "-screen 0 1400x900x24" python
packaging/tour.py`. It chats, compares and verifies as a person would, in a folder of its own, with
the models that are installed. Look at every picture afterwards; that is what they are for.
"""

import argparse
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.application import Application
from app.bench.stage import own_application
from app.opening import open_engine_gently
from app.view_types import EngineState, MessageStatus, MessageView
from engine import CompareFinished, Failed, TextDelta
from engine.library import open_library

STARTER = "smollm2-135m-instruct"
QUESTION = "Write a Python function that merges two sorted lists, and explain it in three points."
FOLLOW_UP = "Now write it again with type hints and a docstring."
HALF_WAY = 40
"""Tokens of a reply when it is pictured as it grows."""
PATIENCE_MS = 600_000

log = logging.getLogger("tour")


class Tour(QObject):
    """Drives one program from stop to stop.

    Args:
        application: the real one, not shown yet.
        folder: where the pictures go.
        suffix: of each picture's name.
    """

    def __init__(self, application: Application, *, folder: Path, suffix: str) -> None:
        super().__init__()
        self.application = application
        self._folder = folder
        self._suffix = suffix
        self._stops = self._walk()
        self._is_due: Callable[[], bool] | None = None
        self.problems: list[str] = []
        self._num_tokens = 0
        self._is_compared = False
        self._finished: MessageView | None = None
        program = application.program
        program.turns.delta.connect(self._on_delta)
        program.turns.message_finished.connect(self._on_finished)
        program.turns.compare_event.connect(self._on_compare)
        program.controller.notice.connect(self._on_notice)
        self._timer = QTimer(self)
        self._timer.setInterval(20)
        self._timer.timeout.connect(self._go_on)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._give_up)

    def start(self) -> None:
        """Set out."""
        self._timer.start()
        self._patience.start()

    def _walk(self) -> Iterator[Callable[[], bool]]:
        """Go from stop to stop; what is yielded says when the next one is reached."""
        window, program = self.application.window, self.application.program
        controller = program.controller
        yield self._is(EngineState.READY)
        yield self._after(400)
        self._shoot("empty")

        window.composer.set_text(QUESTION)
        yield lambda: bool(window.composer.count.text())
        self._shoot("counted")
        window.composer.button.click()
        yield lambda: self._num_tokens >= HALF_WAY or self._finished is not None
        self._shoot("streaming")
        yield lambda: self._finished is not None
        yield self._is(EngineState.READY)
        yield self._after(300)
        self._shoot("finished")

        reply = self._last_reply()
        if reply is not None:
            window.transcript.verify_requested.emit(reply.id)
            yield self._is(EngineState.GENERATING)
            yield self._after(120)
            self._shoot("verifying")
            yield self._is(EngineState.READY)
            yield self._after(100)
            self._shoot("verified")
            log.info("%s", self._last_verdict())

        window.speed_panel.compare.click()
        yield self._is(EngineState.GENERATING)
        yield self._after(3000)
        self._shoot("comparing")
        yield lambda: self._is_compared
        yield self._is(EngineState.READY)
        yield self._after(200)
        self._shoot("compare")
        log.info(
            "%s %s",
            window.compare_view.run_page.ratio.text(),
            window.compare_view.run_page.proof.text(),
        )
        window.compare_view.close_button.click()
        yield self._after(200)

        self._finished = None
        controller.send(FOLLOW_UP)
        yield lambda: self._finished is not None
        yield self._is(EngineState.READY)
        yield self._after(200)
        self._shoot("second")
        window.settings_requested.emit()
        yield self._after(300)
        self._shoot_dialog("settings")
        window.models_requested.emit()
        yield self._after(2500)
        self._shoot_dialog("models")

    def _go_on(self) -> None:
        if self._is_due is not None and not self._is_due():
            return
        try:
            self._is_due = next(self._stops)
        except StopIteration:
            self._end()

    def _give_up(self) -> None:
        self.problems.append("the next stop was never reached")
        self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._patience.stop()
        self.application.close()

    def _is(self, state: EngineState) -> Callable[[], bool]:
        return lambda: self.application.program.controller.state is state

    def _after(self, ms: int) -> Callable[[], bool]:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.start(ms)
        return lambda: not timer.isActive()

    def _shoot(self, name: str) -> None:
        self._save(self.application.window, name)

    def _shoot_dialog(self, name: str) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            self.problems.append(f"{name} did not open")
            return
        self._save(dialog, name)
        dialog.close()

    def _save(self, widget: QWidget, name: str) -> None:
        path = self._folder / f"{name}{self._suffix}.png"
        widget.grab().save(str(path))
        log.info("%s", path)

    def _last_reply(self) -> MessageView | None:
        if self._finished is None or self._finished.status is not MessageStatus.COMPLETE:
            self.problems.append("the reply did not come to an end")
        return self._finished

    def _last_verdict(self) -> str:
        chats = self.application.program.controller.chats
        views = [] if chats.current_id is None else chats.views(chats.current_id)[0]
        return views[-1].verdict if views else ""

    def _on_delta(self, message_id: int, event: TextDelta) -> None:
        self._num_tokens = event.stats.num_tokens

    def _on_finished(self, view: MessageView) -> None:
        self._finished = view
        if view.stats is not None:
            log.info("%d tokens, %.1f tokens/s", view.stats.num_tokens, view.stats.tokens_per_s)

    def _on_compare(self, event: object) -> None:
        self._is_compared = self._is_compared or isinstance(event, CompareFinished | Failed)

    def _on_notice(self, kind: str, text: str) -> None:
        log.info("%s: %s", kind, text)
        if kind == "error":
            self.problems.append(text)


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default=STARTER, metavar="ID", help="the model that answers")
    parser.add_argument("--draft", metavar="ID", help="the draft beside it")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--max-new-tokens", type=int, default=220, metavar="N")
    parser.add_argument("--greedy", action="store_true", help="temperature 0")
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--folder", type=Path, default=root / "docs" / "screens" / "real")
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    log.setLevel(logging.INFO)
    args.folder.mkdir(parents=True, exist_ok=True)
    library = open_library()
    qt = QApplication(sys.argv[:1])
    settings = {
        "target_id": args.target,
        "draft_id": args.draft,
        "theme": args.theme,
        "max_new_tokens": args.max_new_tokens,
        "seed": 7,
        "temperature": 0.0 if args.greedy else 0.7,
    }
    with own_application(
        qt, open_engine=open_engine_gently, library=library, settings=settings
    ) as application:
        suffix = "-dark" if args.theme == "dark" else ""
        tour = Tour(application, folder=args.folder, suffix=suffix)
        application.show()
        tour.start()
        qt.exec()
    for problem in tour.problems:
        print(problem, file=sys.stderr)
    return 1 if tour.problems else 0


if __name__ == "__main__":
    sys.exit(main())
