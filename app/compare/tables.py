"""Tables of comparisons: one line for each prompt of a series, or for each series of the past."""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QWidget

from app.compare.runs import ComparedRun, Summary, summarise
from app.figures_table import Cell, FiguresTable
from app.language.numbers import decimal, percent
from app.language.text import mark, translate

BUSY_MARK = mark("Compare", "busy")
BUSY_TIP = mark(
    "Compare", "The computer was busy with something else, so that the figures say less"
)


class RunsTable(FiguresTable):
    """The series in view: one line a prompt, or one a run where there is one prompt only."""

    MOST_ROWS = 8

    def __init__(self, parent: QWidget | None = None) -> None:
        columns = (
            translate("Compare", "Prompt"),
            translate("Compare", ">Runs"),
            translate("Compare", ">Plain"),
            translate("Compare", ">Speculative"),
            translate("Compare", ">Ratio"),
            translate("Compare", ">Accepted"),
            translate("Compare", "Text"),
            "",
        )
        super().__init__(columns, name=translate("Compare", "Runs"), parent=parent)
        self.hide()

    def show_runs(self, runs: Sequence[ComparedRun]) -> None:
        """Show the runs so far; one alone needs no table."""
        groups: dict[tuple[str, str], list[ComparedRun]] = {}
        for run in runs:
            groups.setdefault((run.kind, run.prompt), []).append(run)
        if len(groups) > 1:
            rows = [_run_cells(group[0].prompt, group) for group in groups.values()]
        else:
            rows = [
                _run_cells(_run_name(number, run), [run])
                for number, run in enumerate(runs, start=1)
            ]
        self.fill([(cells, None) for cells in rows])
        self.setVisible(len(runs) > 1)
        self.fit_rows(most=self.MOST_ROWS)


class HistoryTable(FiguresTable):
    """Series of the past, one line for each kind of prompt in each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns = (
            translate("Compare", "When"),
            translate("Compare", "Prompts"),
            translate("Compare", ">Ratio"),
            translate("Compare", "Pair"),
            translate("Compare", ">Plain"),
            translate("Compare", ">Speculative"),
            translate("Compare", ">Accepted"),
            translate("Compare", "Text"),
            translate("Compare", ">Runs"),
            "",
        )
        super().__init__(
            columns,
            name=translate("Compare", "Past comparisons"),
            stretches_names=False,
            parent=parent,
        )
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.DescendingOrder)

    def show_groups(self, groups: Sequence[Sequence[ComparedRun]]) -> None:
        """Show groups of runs."""
        self.fill([(_group_cells(group), [run.id for run in group]) for group in groups])


def _run_name(number: int, run: ComparedRun) -> str:
    first = (
        translate("Compare", "speculative first")
        if run.is_speculative_first
        else translate("Compare", "plain first")
    )
    return translate("Compare", "Run {number}, {first}").format(number=number, first=first)


def _run_cells(name: str, runs: Sequence[ComparedRun]) -> list[Cell]:
    summary = summarise(runs)
    plain, speculative, ratio, accepted = _figure_cells(summary)
    return [
        Cell(name),
        Cell(str(len(runs)), float(len(runs))),
        plain,
        speculative,
        ratio,
        accepted,
        _text_cell(summary),
        _mark_cell(summary),
    ]


def _group_cells(runs: Sequence[ComparedRun]) -> list[Cell]:
    summary, run = summarise(runs), runs[-1]
    when = QDateTime.fromSecsSinceEpoch(round(run.at))
    plain, speculative, ratio, accepted = _figure_cells(summary)
    if summary.num_busy:
        # Beside the figure itself as well: the column that says it may be out of sight.
        ratio = Cell(f"{ratio.text} *", ratio.value, translate("Compare", BUSY_TIP))
    return [
        Cell(QLocale().toString(when, QLocale.FormatType.ShortFormat), run.at),
        Cell(run.kind.label),
        ratio,
        Cell(
            run.pair,
            tip=translate("Compare", "{form}, {device}, temperature {temperature:g}").format(
                form=run.form, device=run.device, temperature=run.temperature
            ),
        ),
        plain,
        speculative,
        accepted,
        _text_cell(summary),
        Cell(str(len(runs)), float(len(runs))),
        _mark_cell(summary),
    ]


def _figure_cells(summary: Summary) -> list[Cell]:
    rate = summary.acceptance_rate
    is_told = summary.ratio > 0
    return [
        Cell(decimal(summary.plain.median, 1) if is_told else "–", summary.plain.median),
        Cell(
            decimal(summary.speculative.median, 1) if is_told else "–", summary.speculative.median
        ),
        Cell(
            _ratio_words(summary),
            summary.ratio,
            translate("Compare", "The median, and the range of the runs"),
        ),
        Cell("–" if rate is None else percent(rate), -1.0 if rate is None else rate),
    ]


def _ratio_words(summary: Summary) -> str:
    if not summary.ratio:
        return "–"
    if summary.num_told < 2:
        return f"{decimal(summary.ratio, 2)}×"
    lowest, highest = decimal(summary.lowest, 2), decimal(summary.highest, 2)
    return f"{decimal(summary.ratio, 2)}× ({lowest}–{highest})"


def _text_cell(summary: Summary) -> Cell:
    if summary.num_different:
        return Cell(
            translate("Compare", "differs"),
            tip=translate("Compare", "Two words were so close that rounding decided between them"),
        )
    if summary.num_alike:
        return Cell(
            translate("Compare", "identical"),
            tip=translate("Compare", "Both texts are the same, token by token"),
        )
    return Cell(
        translate("Compare", "sampled"),
        tip=translate("Compare", "Each text is its own draw from the same distribution"),
    )


def _mark_cell(summary: Summary) -> Cell:
    return (
        Cell(translate("Compare", BUSY_MARK), tip=translate("Compare", BUSY_TIP))
        if summary.num_busy
        else Cell("")
    )
