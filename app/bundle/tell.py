"""Tells a sentence when no window of ours can be opened: on standard error, and where nobody would
see that, in the plainest dialog the system has.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

_DIALOGS = (
    ("zenity", "--error", "--no-markup", "--title=Foreword", "--text={}"),
    ("kdialog", "--title", "Foreword", "--error", "{}"),
    ("xmessage", "-center", "{}"),
)
_MB_ICONERROR = 0x10


def tell(
    sentence: str,
    *,
    platform: str = sys.platform,
    find: Callable[[str], str | None] = shutil.which,
    start: Callable[[Sequence[str]], object] | None = None,
) -> None:
    """Show a sentence to whoever started the program.

    Args:
        sentence: what happened and what to do.
        platform: the system, Windows aside; a test has its own.
        find: finds a program by its name; a test has its own.
        start: starts a program and does not wait; a test has its own.
    """
    print(sentence, file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        return
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, sentence, "Foreword", _MB_ICONERROR)
    elif platform == "linux":
        for name, *arguments in _DIALOGS:
            if path := find(name):
                (start or _start)([path, *(word.format(sentence) for word in arguments)])
                return


def _start(argv: Sequence[str]) -> object:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(argv, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
