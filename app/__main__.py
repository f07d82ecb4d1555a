"""`foreword`: the window, or with a sub-command the console.

Decides before anything heavy is imported, and says in a sentence why no window can be opened.
"""

import sys
from collections.abc import Sequence

CONSOLE_COMMANDS = ("chat", "bench", "models", "train", "pair", "verify-reply", "selftest")

_USAGE = """\
usage: foreword                 open the window
       foreword COMMAND ...     chat, bench, models, train, pair, verify-reply or selftest on
                                the console (see --help of each)
       foreword --selftest      the same as `foreword selftest`
       foreword --version       print the version\
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: the arguments after the program's name, or None for the process's own.

    Returns:
        The exit code: 0 if all went well.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    first = arguments[0] if arguments else ""
    if first == "--selftest":
        arguments[0] = first = "selftest"
    if first == "bench" and "--ui" in arguments:
        # The engine's console knows no window.
        from app.bench.command import main as bench_main

        return bench_main(arguments[1:])
    if first in CONSOLE_COMMANDS:
        from app.library.console_switch import obey_settings
        from engine.__main__ import main as console_main

        obey_settings()
        return console_main(arguments)
    if first in ("-h", "--help"):
        print(_USAGE)
        return 0
    if first == "--version":
        from engine import __version__

        print(f"Foreword {__version__}")
        return 0
    if first and not first.startswith("-"):
        print(f"There is no command {first!r}.\n{_USAGE}", file=sys.stderr)
        return 2
    return _open_window(arguments)


def _open_window(arguments: Sequence[str]) -> int:
    from app.bundle.tell import tell
    from app.system_check import window_problem
    from engine import load_before_qt

    problem = window_problem()
    if problem:
        tell(problem)
        return 1
    load_before_qt()
    try:
        from app.application import run
    except ImportError as error:
        if error.name is not None and not error.name.startswith("PySide6"):
            raise
        tell(f"The window's library cannot be loaded: {error}")
        return 1
    return run(["foreword", *arguments])


if __name__ == "__main__":
    sys.exit(main())
