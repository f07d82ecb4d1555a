"""The sheet of keys: every action that has one, under the heading of its menu."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.actions.registry import without_menu_key, words_of, written
from app.actions.spec import CONTEXT, ActionSpec, Group
from app.fitting.beside import Beside
from app.language.text import translate
from app.theme import Look

_TWINS = ("Ctrl+Enter", "Ctrl+=")


class KeySheet(QDialog):
    """All keys at a glance.

    Args:
        specs: the actions that can be done; those without a key are left out.
        look: fonts and colours.
    """

    def __init__(
        self, specs: Sequence[ActionSpec], look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self.num_rows = 0
        self.setWindowTitle(translate("KeySheet", "Keyboard"))
        content = QWidget()
        rows = QVBoxLayout(content)
        rows.setContentsMargins(24, 18, 24, 12)
        rows.setSpacing(4)
        row = 0
        for group in Group:
            shown = [spec for spec in specs if spec.group is group and spec.keys]
            if not shown:
                continue
            heading = QLabel(without_menu_key(translate(CONTEXT, group.value)))
            heading.setProperty("role", "strong")
            heading.setContentsMargins(0, 10 if row else 0, 0, 4)
            rows.addWidget(heading)
            row += 1
            for spec in shown:
                self._add(rows, spec)
                row += 1
        rows.addStretch(1)
        self.num_rows = row
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(translate("KeySheet", "All keys"))
        scroll.setWidget(content)
        close = QPushButton(translate("KeySheet", "Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 14)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        height = content.sizeHint().height() + 70
        self.resize(max(540, content.sizeHint().width() + 30), min(680, height))

    def _add(self, column: QVBoxLayout, spec: ActionSpec) -> None:
        words = words_of(spec)
        name = QLabel(words)
        name.setWordWrap(True)
        keys = [
            written(keys)
            # The second key of a pair that does the same on the number pad would only confuse.
            for keys in spec.keys
            if keys not in _TWINS
        ]
        line = Beside(spacing=6)
        line.addWidget(name)
        for key in keys:
            cap = QLabel(key)
            cap.setProperty("role", "key")
            cap.setAccessibleName(f"{words}: {key}")
            cap.setFont(self._look.font(0.86))
            line.addWidget(cap)
        column.addLayout(line)
