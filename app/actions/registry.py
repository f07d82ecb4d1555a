"""The actions of one window: each a QAction, shown only once somebody has bound it.

Menus, the sheet of keys and the palette are all filled from here. Knows no part of the window.
"""

import re
import sys
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.actions.declared import ACTIONS
from app.actions.spec import CONTEXT, ActionSpec, Group, Role
from app.language.text import translate

_ROLES = {
    Role.NONE: QAction.MenuRole.NoRole,
    Role.SETTINGS: QAction.MenuRole.PreferencesRole,
    Role.QUIT: QAction.MenuRole.QuitRole,
    Role.ABOUT: QAction.MenuRole.AboutRole,
}
_OWN_MENU_KEY = re.compile(r"\s*\(&\w\)")
"""Where a language is not written in Latin letters, the key follows the words."""


class Actions(QObject):
    """What can be done in a window, by name.

    Args:
        window: whose keys they are.
        specs: all there may be.
    """

    bound = Signal(str)
    """An action is there from now on: its id."""

    def __init__(self, window: QWidget, specs: Sequence[ActionSpec] = ACTIONS) -> None:
        super().__init__(window)
        self._specs = {spec.id: spec for spec in specs}
        self._actions: dict[str, QAction] = {}
        self._conditions: dict[str, Callable[[], bool]] = {}
        for spec in specs:
            action = QAction(translate(CONTEXT, spec.text), window)
            action.setMenuRole(_ROLES[spec.role])
            if not spec.is_of_widget:
                action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
            # Nobody can do it yet; a hidden action has no key either.
            action.setVisible(False)
            self._actions[spec.id] = action
            window.addAction(action)

    def bind(
        self,
        id: str,
        act: Callable[[], object],
        *,
        is_possible: Callable[[], bool] | None = None,
    ) -> None:
        """Let an action do something, and show it from now on.

        Args:
            id: of one that is declared.
            act: what it does.
            is_possible: whether it can be done now; always where None.
        """
        action = self._actions[id]
        action.triggered.connect(lambda: act())
        if is_possible is not None:
            self._conditions[id] = is_possible
            action.setEnabled(is_possible())
        action.setVisible(True)
        self.bound.emit(id)

    def action(self, id: str) -> QAction:
        """Give the action itself, for a button or a tray."""
        return self._actions[id]

    def trigger(self, id: str) -> None:
        """Do it, if it is bound and possible now."""
        self.refresh()
        if self._actions[id].isVisible():
            self._actions[id].trigger()

    def refresh(self) -> None:
        """Ask anew what is possible now."""
        for id, is_possible in self._conditions.items():
            self._actions[id].setEnabled(is_possible())

    def shown(self) -> list[ActionSpec]:
        """Give those that somebody has bound, in their order."""
        return [spec for id, spec in self._specs.items() if self._actions[id].isVisible()]

    def fill(self, menu: QMenu, group: Group) -> None:
        """Put a group's actions into a menu; those that are bound later appear by themselves."""
        for spec in self._specs.values():
            if spec.group is group and spec.is_in_menu:
                if spec.opens_section:
                    menu.addSeparator()
                menu.addAction(self._actions[spec.id])
        menu.aboutToShow.connect(self.refresh)


def without_menu_key(text: str) -> str:
    """Take the mark of its menu key from a text, also where it stands by itself: "Chat (&N)"."""
    return _OWN_MENU_KEY.sub("", text).replace("&", "")


def words_of(spec: ActionSpec) -> str:
    """Give an action's words without the mark of its menu key."""
    return without_menu_key(translate(CONTEXT, spec.text)).removesuffix("…")


def keys_of(spec: ActionSpec) -> str:
    """Give an action's first shortcut as this system writes it."""
    return written(spec.keys[0]) if spec.keys else ""


def written(keys: str) -> str:
    """Write keys as people on this system call them.

    Qt calls the large key Return everywhere; only on a Mac does it say so on the key.
    """
    named = keys if sys.platform == "darwin" else keys.replace("Return", "Enter")
    return QKeySequence(named).toString(QKeySequence.SequenceFormat.NativeText)
