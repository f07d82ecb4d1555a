"""Foreword's development launcher, started by any Python there is.

This file is the only one that an old Python reads, so it keeps to old syntax, looks at the
version, and only then imports the launcher itself.
"""

from __future__ import annotations

import shutil
import sys

OLDEST_PYTHON = (3, 11)
NEWEST_TRIED = 15


def version_problem(version: tuple[int, int], others: list[str]) -> str | None:
    """Say why this Python cannot start Foreword.

    Args:
        version: major and minor of the running Python.
        others: names of newer Pythons found on this machine, best first.

    Returns:
        One sentence with the next step, or None where the version is fine.
    """
    if version >= OLDEST_PYTHON:
        return None
    next_step = "install one"
    if others:
        next_step = f"run `{others[0]} packaging/dev.py` instead"
    found = f"{version[0]}.{version[1]}"
    return f"Foreword needs Python 3.11 or newer and this one is {found}: {next_step}."


def newer_pythons() -> list[str]:
    """Name the Pythons on the search path that are new enough, newest first."""
    names = [f"python3.{minor}" for minor in range(NEWEST_TRIED, OLDEST_PYTHON[1] - 1, -1)]
    return [name for name in names if shutil.which(name)]


def main() -> int:
    """Check the version, then hand over to the launcher."""
    problem = version_problem((sys.version_info[0], sys.version_info[1]), newer_pythons())
    if problem is not None:
        print(problem, file=sys.stderr)
        return 1
    import dev_cli

    return dev_cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
