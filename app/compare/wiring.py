"""Connects Compare with the program: what runs, what is kept, and where it is saved."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog

from app.compare.export import write_csv
from app.compare.picture import picture_of
from app.compare.prompts import PromptSet
from app.compare.runs import ComparedRun
from app.language.text import translate
from app.main_window import MainWindow
from app.model_control import OWN_DRAFT_KIND, OWN_DRAFT_NAME
from app.program import Program
from app.view_types import EngineState
from engine import ModelsLoaded, __version__


class CompareWiring(QObject):
    """The connections of Compare.

    Args:
        program: what acts.
        window: what shows.
    """

    def __init__(
        self, program: Program, *, window: MainWindow, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._control = control = program.comparisons
        self._view = view = window.compare_view
        self._page = page = view.run_page
        control.begun.connect(page.begin)
        control.advanced.connect(page.advance)
        control.happened.connect(page.handle)
        control.run_finished.connect(page.add_run)
        control.ended.connect(page.conclude)
        control.refused.connect(view.say)
        control.history_changed.connect(self._show_history)
        page.setup.run_requested.connect(control.start)
        page.save_csv.triggered.connect(self._save_runs)
        page.save_picture.triggered.connect(self._save_page)
        view.close_requested.connect(control.stop)
        view.history_shown.connect(self._show_history)
        past = view.history_page
        past.delete_requested.connect(control.delete)
        past.csv_requested.connect(self._save_history)
        past.picture_requested.connect(self._save_chart)
        window.speed_panel.compare_requested.connect(self.compare)
        window.commands.bind("speed.history", self.show_history)
        program.models.models_changed.connect(self._on_models)
        program.controller.state_changed.connect(self._on_state)
        self._on_state(program.controller.state)

    def compare(self) -> None:
        """Show Compare and run what is typed, or else the last question, at once."""
        setup = self._page.setup
        has_any = self._offer_question()
        self._view.show_run()
        self._window.show_compare()
        setup.choose(PromptSet.LAST if has_any else PromptSet.OWN)
        plan = setup.plan()
        if plan is not None:
            self._control.start(plan)
        else:
            setup.field.setFocus()

    def show_history(self) -> None:
        """Show what was compared before."""
        self._offer_question()
        self._window.show_compare()
        self._view.show_history()

    def _offer_question(self) -> bool:
        question, typed = self._control.last_question(), self._window.composer.text()
        self._page.setup.set_question(question, typed=typed)
        return bool(question.strip() or typed.strip())

    def _show_history(self) -> None:
        # Read anew each time it is looked at: a table that nobody sees costs nothing.
        if self._view.history_tab.isChecked():
            history = self._control.history
            self._view.history_page.set_runs(history.runs(), problem=history.problem)

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        self._view.set_pair("" if loaded is None else _pair_of(loaded))

    def _on_state(self, state: EngineState) -> None:
        self._page.setup.set_enabled_to_run(state is EngineState.READY)

    def _save_runs(self) -> None:
        self._save_table("comparison.csv", self._page.runs)

    def _save_history(self) -> None:
        self._save_table("comparisons.csv", self._view.history_page.runs)

    def _save_page(self) -> None:
        # A button that nobody can press has no place in a picture.
        self._page.save.hide()
        # The models of the runs: others may be loaded by now.
        pairs = " · ".join(sorted({run.pair for run in self._page.runs}))
        picture = picture_of(self._page.body, f"Foreword {__version__} · {pairs}")
        self._page.save.show()
        self._save_as("comparison.png", picture)

    def _save_chart(self) -> None:
        chart = self._view.history_page.chart
        self._save_as("comparisons.png", picture_of(chart, f"Foreword {__version__}"))

    def _save_table(self, name: str, runs: tuple[ComparedRun, ...]) -> None:
        dialog = self._ask(name, translate("Compare", "Tables (*.csv)"))
        dialog.fileSelected.connect(lambda chosen: self._write(Path(chosen), runs))
        dialog.open()

    def _save_as(self, name: str, picture: QPixmap) -> None:
        dialog = self._ask(name, translate("Compare", "Pictures (*.png)"))
        dialog.fileSelected.connect(lambda chosen: self._write_picture(Path(chosen), picture))
        dialog.open()

    def _ask(self, name: str, kinds: str) -> QFileDialog:
        dialog = QFileDialog(self._window, translate("Compare", "Save"), name, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
        return dialog

    def _write(self, path: Path, runs: tuple[ComparedRun, ...]) -> None:
        try:
            write_csv(path, runs)
        except OSError:
            self._refuse(path)

    def _write_picture(self, path: Path, picture: QPixmap) -> None:
        if not picture.save(str(path), "PNG"):
            self._refuse(path)

    def _refuse(self, path: Path) -> None:
        text = translate("Compare", "{path} could not be written. Choose another folder.")
        self._view.say(text.format(path=path))


def _pair_of(loaded: ModelsLoaded) -> str:
    target = f"{loaded.target.spec.name} {loaded.target.kind}"
    if loaded.draft is None:
        return translate("Compare", "{target}, drafting from words seen before").format(
            target=target
        )
    is_own = loaded.draft.kind == OWN_DRAFT_KIND
    return f"{target} + {translate('Models', OWN_DRAFT_NAME) if is_own else loaded.draft.spec.name}"
