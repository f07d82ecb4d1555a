"""How the window's texts are asked for: in English in the code, in the reader's language on screen.

`packaging/translations.py` collects what these three are called with. A module's constant is only
marked and translated where it is used, since no language is known while modules are imported.
"""

from PySide6.QtCore import QCoreApplication

from app.language.whole_number import integer

_QT_MOST = (1 << 31) - 1
"""What Qt can choose a form for; of larger numbers it has the same one."""


def translate(context: str, text: str) -> str:
    """Give a text in the language in force, or as it is where there is no translation.

    Args:
        context: what part of the window it belongs to.
        text: the English one, a literal or one that was marked.
    """
    return QCoreApplication.translate(context, text)


def plural(context: str, many: str, one: str, count: int) -> str:
    """Give a text about so many things, in the form that the language has for that number.

    Args:
        context: what part of the window it belongs to.
        many: the English text for several, with `%Ln` where the number goes.
        one: the English text for one.
        count: how many.
    """
    counted = min(count, _QT_MOST)
    found = QCoreApplication.translate(context, many, one, counted)
    if count == 1 and found == QCoreApplication.translate("", many, None, count):
        # Not translated; English has its form for one in the code, so that it needs no file.
        return QCoreApplication.translate("", one, None, count)
    return found if counted == count else found.replace(integer(counted), integer(count))


def mark(context: str, text: str) -> str:
    """Name a text for the translators; whoever shows it translates it in this context."""
    return text
