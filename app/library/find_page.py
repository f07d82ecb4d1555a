"""The page that finds models: suggestions first, then whatever a search of the hub brings.

Shows what it is told and asks for what is pressed. Typing asks nobody: only the button or Enter
does, and the page says to whom.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.fitting.flow import Flow
from app.fitting.wrapped_check import WrappedCheck
from app.language.text import translate
from app.library.found_row import (
    FoundRow,
    row_of_repository,
    row_of_suggestion,
    rows_of_files,
)
from app.library.suggestions import Suggestion
from engine.library import FoundModel, FoundRepository, ModelKind, SearchQuery

_SIZES_GB = (1, 2, 5, 10, 20)


class SearchField(QLineEdit):
    """A line whose Enter searches, and presses no button of the dialog around it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class FindPage(QWidget):
    """Search, suggestions and results."""

    search_requested = Signal(object)
    """SearchQuery"""
    look_requested = Signal(str)
    """A repository"""
    get_requested = Signal(str, str)
    """What is asked for, and its name for people"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggestions: list[Suggestion] = []
        self._busy_ids: frozenset[str] = frozenset()
        self._is_searching_shown = False
        self._is_online = True
        self.rows: dict[str, FoundRow] = {}
        """The lines that are shown, by id or repository."""
        self._open: set[str] = set()
        self.field = SearchField()
        self.field.setClearButtonEnabled(True)
        for button in self.field.findChildren(QToolButton):
            button.setAccessibleName(translate("Library", "Clear the search"))
        self.field.setAccessibleName(translate("Library", "Search for models"))
        self.field.setPlaceholderText(
            translate("Library", "Search by name, or paste owner/name or a page")
        )
        self.field.returnPressed.connect(self._search)
        self.field.textChanged.connect(self._on_text)
        self.search = QPushButton(translate("Library", "Search"))
        self.search.setAutoDefault(False)
        self.search.clicked.connect(self._search)
        self.kind = QComboBox()
        self.kind.setAccessibleName(translate("Library", "Kind"))
        for kind, text in (
            (ModelKind.ANY, translate("Library", "Any kind")),
            (ModelKind.GGUF, translate("Library", "GGUF files")),
            (ModelKind.FOLDER, translate("Library", "Safetensors")),
        ):
            self.kind.addItem(text, kind)
        self.max_size = QComboBox()
        self.max_size.setAccessibleName(translate("Library", "Size"))
        self.max_size.addItem(translate("Library", "Any size"), None)
        for number in _SIZES_GB:
            text = translate("Library", "Up to {size}")
            self.max_size.addItem(text.format(size=f"{number} GB"), number * 10**9)
        for combo in (self.kind, self.max_size):
            # Linux speaks what is chosen in the name's place.
            combo.setAccessibleDescription(combo.accessibleName())
        self.has_all = WrappedCheck(translate("Library", "Show what cannot be run"))
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.heading = QLabel()
        self.heading.setProperty("role", "heading")
        self.back = QPushButton(translate("Library", "Back to suggestions"))
        self.back.setProperty("role", "link")
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self.field.clear)
        self._frame = QFrame()
        self._frame.setObjectName("rows")
        self._column = QVBoxLayout(self._frame)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._build()
        self._fill()

    def _build(self) -> None:
        asked = QHBoxLayout()
        asked.setSpacing(8)
        asked.addWidget(self.field, 1)
        asked.addWidget(self.search)
        filters = Flow()
        filters.addWidget(self.kind)
        filters.addWidget(self.max_size)
        head = Flow()
        head.addWidget(self.heading)
        head.add_gap()
        head.addWidget(self.back)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(22, 14, 22, 18)
        column.setSpacing(8)
        column.addLayout(asked)
        column.addLayout(filters)
        column.addWidget(self.has_all)
        column.addWidget(self.note)
        column.addSpacing(4)
        column.addLayout(head)
        column.addWidget(self._frame)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def set_hub(self, host: str, offline_reason: str) -> None:
        """Say who is asked, or that nobody is."""
        is_online = not offline_reason
        self._is_online = is_online
        for row in self.rows.values():
            row.button.setEnabled(is_online)
        for widget in (self.field, self.search, self.kind, self.max_size, self.has_all):
            widget.setEnabled(is_online)
        if is_online:
            text = translate(
                "Library", "Only when you search are these words sent, and only to {host}."
            )
            self.note.setText(text.format(host=host))
        else:
            text = translate(
                "Library",
                "Foreword is offline: {reason}. Nothing is searched or fetched until that is "
                "switched off.",
            )
            self.note.setText(text.format(reason=offline_reason))

    def set_suggestions(self, suggested: Sequence[Suggestion], busy_ids: frozenset[str]) -> None:
        """List the catalogue's models, and which are being fetched."""
        if self._suggestions == list(suggested) and self._busy_ids == busy_ids:
            return
        self._suggestions, self._busy_ids = list(suggested), busy_ids
        if not self._is_searching_shown:
            self._fill()

    def show_searching(self, text: str) -> None:
        """Say that an answer is waited for."""
        said = translate("Library", "Looking for {text}…").format(text=f"“{text}”")
        self._clear(said)

    def show_found(self, found: Sequence[FoundModel]) -> None:
        """List what a search brought."""
        self._clear(translate("Library", "Found on the hub"))
        if not found:
            self._say(
                translate(
                    "Library",
                    "Nothing like it that can be run here. Try fewer words, or show what cannot "
                    "be run to see why.",
                )
            )
        for place, model in enumerate(found):
            row = row_of_repository(model, is_first=place == 0)
            row.pressed.connect(lambda repo=model.repo: self._toggle_files(repo))
            self._column.addWidget(row)
            self.rows[model.repo] = row

    def show_repository(self, repo: str, looked: FoundRepository) -> None:
        """List what a repository holds, below its line."""
        row = self.rows.get(repo)
        if row is None:
            self.show_found([looked.model])
            row = self.rows[looked.model.repo]
            repo = looked.model.repo
        row.clear_files()
        self._open.add(repo)
        row.button.setEnabled(True)
        row.button.setText(translate("Library", "Hide files"))
        for file, line in rows_of_files(looked):
            line.pressed.connect(
                lambda file=file: self.get_requested.emit(file.id, _short_name(file.id))
            )
            row.add_file(line)
            self.rows[file.id if file.name != "safetensors" else f"{file.id}/"] = line
        if not looked.files:
            nothing = QLabel(translate("Library", "It holds nothing that can be run here."))
            nothing.setProperty("role", "muted")
            nothing.setContentsMargins(28, 4, 12, 4)
            row.add_file(nothing)

    def show_problem(self, text: str, repo: str = "") -> None:
        """Say why nothing came, in the place of what was asked for."""
        row = self.rows.get(repo)
        if row is None:
            self._clear(translate("Library", "Nothing came back"))
            self._say(text)
            return
        row.clear_files()
        row.button.setEnabled(True)
        problem = QLabel(text)
        problem.setProperty("role", "danger")
        problem.setWordWrap(True)
        problem.setTextFormat(Qt.TextFormat.PlainText)
        problem.setContentsMargins(28, 4, 12, 4)
        row.add_file(problem)

    def _search(self) -> None:
        text = self.field.text().strip()
        if not text:
            return
        if "/" in text:
            self.show_searching(text)
            self.look_requested.emit(text)
            return
        self.search_requested.emit(
            SearchQuery(
                text=text,
                kind=ModelKind(self.kind.currentData()),
                max_bytes=self.max_size.currentData(),
                has_all=self.has_all.isChecked(),
            )
        )

    def _toggle_files(self, repo: str) -> None:
        row = self.rows[repo]
        if repo in self._open:
            self._open.discard(repo)
            row.clear_files()
            row.button.setText(translate("Library", "Show files"))
            return
        row.button.setEnabled(False)
        self.look_requested.emit(repo)

    def _on_text(self, text: str) -> None:
        if not text and self._is_searching_shown:
            self._fill()

    def _fill(self) -> None:
        """Show the suggestions."""
        self._clear(translate("Library", "Suggested"))
        self._is_searching_shown = False
        self.back.hide()
        for place, suggestion in enumerate(self._suggestions):
            is_busy = suggestion.id in self._busy_ids or not self._is_online
            row = row_of_suggestion(suggestion, is_busy=is_busy, is_first=place == 0)
            row.pressed.connect(lambda one=suggestion: self.get_requested.emit(one.id, one.name))
            self._column.addWidget(row)
            self.rows[suggestion.id] = row

    def _say(self, text: str) -> None:
        label = QLabel(text)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setContentsMargins(14, 12, 14, 12)
        self._column.addWidget(label)

    def _clear(self, heading: str) -> None:
        self.heading.setText(heading)
        self._is_searching_shown = True
        self.back.show()
        self.rows = {}
        self._open = set()
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()


def _short_name(id: str) -> str:
    return id.rsplit("/", 1)[-1].removesuffix(".gguf")
