"""What an action is: its name, its words, its keys and the menu it stands in. Knows no widget."""

from dataclasses import dataclass
from enum import StrEnum

from app.language.text import mark

CONTEXT = "Actions"


class Group(StrEnum):
    """The menus, and the headings of the sheet of keys."""

    FILE = mark("Actions", "&File")
    MESSAGE = mark("Actions", "&Message")
    VIEW = mark("Actions", "&View")
    HELP = mark("Actions", "&Help")


class Role(StrEnum):
    """Where macOS puts an action whatever menu it was given."""

    NONE = "none"
    SETTINGS = "settings"
    QUIT = "quit"
    ABOUT = "about"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One thing to do.

    Args:
        id: its name in the code, "group.what".
        text: its words in menus, marked for translation.
        group: the menu it stands in.
        keys: the shortcuts in Qt's portable notation; the first one is shown.
        role: its place on macOS.
        is_in_menu: whether the menu has it; sheet and palette always do.
        is_of_widget: its key is heard by the widget that has the focus, not by the window.
        opens_section: a line stands above it in the menu.
    """

    id: str
    text: str
    group: Group
    keys: tuple[str, ...] = ()
    role: Role = Role.NONE
    is_in_menu: bool = True
    is_of_widget: bool = False
    opens_section: bool = False
