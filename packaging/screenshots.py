"""Takes the pictures of `docs/screens` from the real window with scripted content, no engine.

Run under a display, or in one made for it: `xvfb-run -a -s "-screen 0 1400x900x24" python
packaging/screenshots.py`. Look at every picture afterwards; that is what they are for.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import compare_content as comparisons
import draft_content as drafts
import frame_screens
import library_screens
import list_scenes as lists
import message_scenes as scenes
import reply_scenes as replies
import screen_content as content
import speed_content

from app.compare.view import CompareView
from app.draft_views import MakingPhase, MakingView
from app.language.installed import install_language
from app.language.text import translate
from app.library.views import duration
from app.main_window import MainWindow
from app.making_dialog import MakingDialog
from app.making_text import banner_line
from app.models_dialog import ModelsDialog
from app.speed.details import SpeedDetails
from app.theme import Look
from app.transcript.details import DetailsCard
from app.transcript.figures_line import details_of
from app.transcript.formulas import load as load_formulas
from app.view_types import CountTone, EngineState, Language, Theme
from engine import (
    SpeculationReason,
    explain,
    explain_advice,
    explain_speculation,
    format_bytes,
)
from engine.language import say_count

WIDE = (1280, 800)
NARROW = (620, 900)


class Camera:
    """Builds a window for each picture and saves it.

    Args:
        app: the application.
        look: fonts and colours, set anew for each picture.
        folder: where the pictures go.
    """

    def __init__(self, app: QApplication, look: Look, folder: Path) -> None:
        self._app = app
        self._look = look
        self._folder = folder

    def shoot(
        self, name: str, build: Callable[[Look], QWidget], theme: Theme = Theme.LIGHT
    ) -> None:
        """Save one picture."""
        self._look.set_mode(theme)
        widget = build(self._look)
        widget.show()
        self.settle()
        widget.grab().save(str(self._folder / f"{name}.png"), quality=0)  # small, if slow
        if isinstance(widget, MainWindow):
            widget.allow_close()
        widget.close()
        widget.deleteLater()
        self.settle()

    def settle(self) -> None:
        """Let everything be laid out and painted, and what was closed go."""
        for _ in range(6):
            self._app.processEvents()
            self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def main() -> int:
    """Take the pictures that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="pictures to take; all where none is named")
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--folder", type=Path, default=root / "docs" / "screens")
    parser.add_argument("--language", choices=("en", "de", "zh_CN", "rtl"), default="en")
    parser.add_argument("--variants", action="store_true", help="languages and scales as well")
    args = parser.parse_args()
    if args.variants:
        return frame_screens.take_variants(Path(__file__), args.folder)
    app = QApplication(sys.argv[:1])
    if args.language == "rtl":
        install_language(app, Language.ENGLISH)
        app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    else:
        install_language(app, Language(args.language))
    load_formulas()  # else the first formula is shown as it was written
    args.folder.mkdir(parents=True, exist_ok=True)
    camera = Camera(app, Look(app, Theme.LIGHT), args.folder)
    for name, (build, theme) in PICTURES.items():
        if not args.names or name in args.names:
            camera.shoot(name, build, theme)
    return 0


def _window(look: Look, *, size: tuple[int, int] = WIDE) -> MainWindow:
    window = MainWindow(look)
    window.resize(*size)
    window.sidebar.set_conversations(content.conversations(), 1)
    window.top_bar.set_models("Qwen2.5 Coder 1.5B", "int4", "Qwen2.5 Coder 0.5B", "")
    window.top_bar.set_device(say_count("CPU, %Ln threads", "CPU, %Ln thread", 2))
    window.top_bar.set_context(412, 32_768)
    window.speed_panel.set_speculation(True)
    window.apply_state(EngineState.READY)
    return window


def chat(look: Look, *, size: tuple[int, int] = WIDE) -> MainWindow:
    """A question with its whole answer."""
    window = _window(look, size=size)
    window.transcript.set_messages(content.chat())
    content.play_figures(window.speed_panel)
    window.speed_panel.set_idle()
    return window


def streaming(look: Look) -> MainWindow:
    """An answer that is being written."""
    window = _window(look)
    window.apply_state(EngineState.GENERATING)
    question, reply = content.chat()
    window.transcript.set_messages([question])
    content.stream(window.transcript, reply, share=0.93)
    window.transcript.set_proposed(reply.id, " spent grows with the")
    content.play_figures(window.speed_panel)
    return window


def prefill(look: Look) -> MainWindow:
    """A long prompt that is being read."""
    window = _window(look)
    window.apply_state(EngineState.GENERATING)
    window.transcript.set_messages(content.chat()[:1])
    window.top_bar.set_context(2_048, 32_768)
    window.transcript.append(content.waiting_reply())
    window.transcript.set_prompt_progress(content.waiting_reply().id, 512, 2048)
    return window


def empty(look: Look) -> MainWindow:
    """A new chat."""
    window = _window(look)
    window.sidebar.set_conversations(content.conversations(), None)
    window.top_bar.set_context(0, 32_768)
    window.transcript.set_messages([])
    return window


def no_model(look: Look) -> MainWindow:
    """The first start."""
    window = MainWindow(look)
    window.resize(*WIDE)
    window.sidebar.set_conversations([], None)
    window.transcript.set_messages([])
    window.apply_state(EngineState.NO_MODEL)
    return window


def loading(look: Look) -> MainWindow:
    """A model on its way into memory."""
    window = no_model(look)
    window.apply_state(EngineState.LOADING)
    window.set_loading("reading Qwen2.5 Coder 1.5B", 0.42)
    return window


def states(look: Look) -> MainWindow:
    """A stopped and a failed reply, a paused draft and an error."""
    window = _window(look)
    window.transcript.set_messages(content.ended_early())
    act = translate("TopBar", "Choose a model")
    window.banner.show_message(explain(content.ERROR), "error", act)
    window.speed_panel.set_state(explain_speculation(SpeculationReason.DOES_NOT_PAY))
    content.play_dear_figures(window.speed_panel)
    window.speed_panel.set_idle()
    return window


def long_content(look: Look) -> MainWindow:
    """Wide tables, long lines and words that never end."""
    window = _window(look)
    window.transcript.set_messages(content.long_content())
    return window


def compare(
    look: Look, play: Callable[[CompareView], None], *, size: tuple[int, int] = WIDE
) -> MainWindow:
    """Compare in one of its states."""
    window = _window(look, size=size)
    window.show_compare()
    window.show()
    play(window.compare_view)
    return window


def proved(look: Look) -> MainWindow:
    """A long chat: messages left out, thoughts, a proof, and a message that is being written."""
    window = _window(look)
    window.top_bar.set_context(31_874, 32_768)
    window.transcript.set_messages(content.proved())
    content.play_figures(window.speed_panel)
    window.speed_panel.set_idle()
    window.composer.set_text("And now for lists that are not sorted?")
    window.composer.set_count(
        "32,102 tokens · the 4 oldest messages will be left out", CountTone.WARNS
    )
    return window


def thinking(look: Look) -> MainWindow:
    """A reply that is still being thought over."""
    window = _window(look)
    window.apply_state(EngineState.GENERATING)
    window.top_bar.set_context(31_789, 32_768)
    content.think(window.transcript)
    content.play_figures(window.speed_panel)
    return window


def details(look: Look) -> DetailsCard:
    """All that is known of a reply."""
    card = DetailsCard(details_of(content.proved()[-1]), look, parent=None)
    card.adjustSize()
    return card


def models(look: Look) -> ModelsDialog:
    """Choosing models."""
    dialog = ModelsDialog(look)
    dialog.set_choices(content.models())
    dialog.set_current("coder-1.5b", "coder-0.5b")
    dialog.set_draft_reasons(content.draft_reasons())
    line = translate("Library", "{done} of {total}, {rate}/s, {time} left").format(
        done=format_bytes(36_400_000),
        total=format_bytes(98_362_432),
        rate=format_bytes(3_100_000),
        time=duration(20),
    )
    dialog.set_download("smollm2", 0.37, line)
    dialog.set_advice(translate("Models", "Not measured yet on this computer."), may_measure=True)
    return dialog


def own_draft(look: Look) -> ModelsDialog:
    """A draft that was made for the model, and what it brings."""
    dialog = ModelsDialog(look)
    dialog.resize(620, 760)
    dialog.set_choices(drafts.models())
    dialog.set_current("smollm2", drafts.own_draft().id)
    dialog.set_own_draft(drafts.own_draft())
    dialog.set_draft_reasons(drafts.draft_reasons())
    dialog.set_advice(explain_advice(drafts.ADVICE), may_measure=True)
    return dialog


def making(look: Look, view: Callable[[], MakingView]) -> MakingDialog:
    """A draft that is made."""
    dialog = MakingDialog(look)
    # Its sentences are made once the language is known.
    dialog.show_view(view())
    return dialog


def training(look: Look) -> MainWindow:
    """The window while a draft is made."""
    window = _window(look)
    window.transcript.set_messages(content.chat())
    window.apply_state(EngineState.TRAINING)
    view = drafts.making(MakingPhase.RUNNING, drafts.LEARNING)
    window.banner.show_message(banner_line(view), "notice", "Show")
    return window


def speed_details(look: Look) -> SpeedDetails:
    """A reply's course, its accepted runs and the costs."""
    dialog = SpeedDetails(look)
    dialog.resize(800, 960)
    dialog.set_replies(speed_content.replies(), plain=content.PLAIN)
    dialog.set_calibration(speed_content.CALIBRATION)
    return dialog


MAKINGS: dict[str, Callable[[], MakingView]] = {
    "settings": partial(drafts.making, MakingPhase.IDLE),
    "writing": partial(drafts.making, MakingPhase.RUNNING, drafts.WRITING),
    "learning": partial(drafts.making, MakingPhase.RUNNING, drafts.LEARNING),
    "paused": drafts.paused,
    "done": partial(drafts.making, MakingPhase.DONE),
}
COMPARISONS: dict[str, Callable[[CompareView], None]] = {
    "": comparisons.play,
    "-running": partial(comparisons.play, share=0.6),
    "-repeated": partial(comparisons.play, ratios=(1.66, 1.78, 1.71)),
    "-difference": comparisons.play_difference,
    "-set": comparisons.play_set,
    "-history": comparisons.fill_history,
}


def _scene(
    look: Look, *, play: Callable[[MainWindow], MainWindow], size: tuple[int, int]
) -> MainWindow:
    return play(_window(look, size=size))


_SCENES: dict[str, Callable[[MainWindow], MainWindow]] = {
    "branches": scenes.branched,
    "attachments": scenes.staged,
    "editing": scenes.editing,
    "list": lists.sorted_list,
    "search": lists.found,
    "everything": partial(replies.with_reply, text=replies.EVERYTHING),
    "right-to-left": partial(replies.with_reply, text=replies.TO_THE_LEFT),
}
PICTURES: dict[str, tuple[Callable[[Look], QWidget], Theme]] = {
    "chat-light": (chat, Theme.LIGHT),
    "chat-dark": (chat, Theme.DARK),
    "streaming": (streaming, Theme.LIGHT),
    "streaming-dark": (streaming, Theme.DARK),
    "prefill": (prefill, Theme.LIGHT),
    "empty": (empty, Theme.LIGHT),
    "empty-dark": (empty, Theme.DARK),
    "no-model": (no_model, Theme.LIGHT),
    "loading": (loading, Theme.LIGHT),
    "states": (states, Theme.LIGHT),
    "long-content": (long_content, Theme.LIGHT),
    "long-content-dark": (long_content, Theme.DARK),
    **{
        f"compare{name}{suffix}": (partial(compare, play=play, size=size), theme)
        for name, play in COMPARISONS.items()
        for suffix, theme, size in (
            ("", Theme.LIGHT, WIDE),
            ("-dark", Theme.DARK, WIDE),
            ("-narrow", Theme.LIGHT, NARROW),
        )
    },
    "proved": (proved, Theme.LIGHT),
    "proved-dark": (proved, Theme.DARK),
    "thinking": (thinking, Theme.LIGHT),
    "details": (details, Theme.LIGHT),
    "speed-details": (speed_details, Theme.LIGHT),
    "speed-details-dark": (speed_details, Theme.DARK),
    "models": (models, Theme.LIGHT),
    "models-dark": (models, Theme.DARK),
    **library_screens.SCREENS,
    **frame_screens.SCREENS,
    **{
        f"draft-{name}{suffix}": (partial(making, view=view), theme)
        for name, view in MAKINGS.items()
        for suffix, theme in {"": Theme.LIGHT, "-dark": Theme.DARK}.items()
    },
    "own-draft": (own_draft, Theme.LIGHT),
    "own-draft-dark": (own_draft, Theme.DARK),
    "training": (training, Theme.LIGHT),
    **{
        f"{name}{suffix}": (partial(_scene, play=play, size=size), theme)
        for name, play in _SCENES.items()
        for suffix, theme, size in (
            ("", Theme.LIGHT, WIDE),
            ("-dark", Theme.DARK, WIDE),
            ("-narrow", Theme.LIGHT, NARROW),
        )
    },
    "presets": (scenes.presets, Theme.LIGHT),
    "presets-dark": (scenes.presets, Theme.DARK),
    "this-chat": (scenes.this_chat, Theme.LIGHT),
    "attached-file": (scenes.viewer, Theme.LIGHT),
    "narrow": (lambda look: chat(look, size=(620, 800)), Theme.LIGHT),
    "medium": (lambda look: chat(look, size=(860, 720)), Theme.DARK),
    "smallest": (lambda look: chat(look, size=(480, 720)), Theme.LIGHT),
    "wide": (lambda look: chat(look, size=(1920, 1000)), Theme.LIGHT),
}


if __name__ == "__main__":
    sys.exit(main())
