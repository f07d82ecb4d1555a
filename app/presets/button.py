"""The button that shows what a chat is written with, and its menu."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.icons import icon
from app.language.text import translate
from app.presets.style import Preset
from app.theme import Look

_WIDEST = 150


class StyleButton(QPushButton):
    """Says the name of the style in force; pressed, it offers the others.

    Args:
        look: fonts and colours.
    """

    chosen = Signal(object)
    """The id of a preset, or None for what the settings say"""
    edit_requested = Signal()
    """What is in force is to be looked at or changed"""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._presets: list[Preset] = []
        self._in_force: int | None = None
        self._is_standard = True
        self._name = ""
        self.setProperty("role", "quiet")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.open_menu)
        look.changed.connect(self._restyle)
        self.show_style(
            translate("Presets", "Standard"),
            presets=(),
            in_force=None,
            has_prompt=False,
            is_standard=True,
        )

    def show_style(
        self,
        name: str,
        *,
        presets: Sequence[Preset],
        in_force: int | None,
        has_prompt: bool,
        is_standard: bool,
    ) -> None:
        """Show what is in force, and what there is to choose from.

        Args:
            name: of the style in force.
            presets: all there are.
            in_force: the id of the preset in force, or None.
            has_prompt: whether the model is told anything at the beginning.
            is_standard: whether that is what the settings say.
        """
        self._name = name
        self._presets = list(presets)
        self._in_force = in_force
        self._is_standard = is_standard
        prompt = (
            translate("Presets", "with a system prompt")
            if has_prompt
            else translate("Presets", "without a system prompt")
        )
        self.setToolTip(
            translate("Presets", "This chat is written with: {name}, {prompt}").format(
                name=name, prompt=prompt
            )
        )
        self.setAccessibleName(translate("Presets", "Style of the chat: {name}").format(name=name))
        self.setAccessibleDescription(prompt)
        self._restyle()

    def menu_of_styles(self) -> QMenu:
        """Make the menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choices: list[tuple[int | None, str]] = [(None, translate("Presets", "Standard"))]
        choices += [(preset.id, preset.name) for preset in self._presets]
        for preset_id, name in choices:
            action = menu.addAction(name.replace("&", "&&"), partial(self.chosen.emit, preset_id))
            action.setCheckable(True)
            is_chosen = self._is_standard if preset_id is None else preset_id == self._in_force
            action.setChecked(is_chosen)
        menu.addSeparator()
        menu.addAction(translate("Presets", "System prompt and presets…"), self.edit_requested.emit)
        return menu

    def open_menu(self) -> None:
        """Open the menu above the button, which stands at the foot of the window."""
        menu = self.menu_of_styles()
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 2)))

    def _restyle(self) -> None:
        self.setIcon(icon("style", self._look.palette.muted))
        metrics = QFontMetrics(self._look.font(0.9))
        shown = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, _WIDEST)
        self.setText(shown.replace("&", "&&"))
