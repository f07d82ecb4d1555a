"""The first moments of the frozen program, before anything heavy is imported.

Gives it streams where it was started without any, keeps the libraries off the network, and finds
out which file is missing when something fails. What follows is the program as everywhere else.
"""

import os
import sys
from collections.abc import MutableMapping, Sequence

from app.bundle.manifest import bundle_folder, damages, explain_damage


def main(argv: Sequence[str] | None = None) -> int:
    """Run the frozen program.

    Args:
        argv: the arguments after the program's name, or None for the process's own.

    Returns:
        The exit code: 0 if all went well.
    """
    open_missing_streams()
    keep_libraries_offline(os.environ)
    restore_library_path(os.environ)
    hold_modules_open()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(words)
    except Exception:
        if not _tell_damage():
            raise
        return 1
    # What went wrong may be one file of ours; the self-test has said so by itself.
    if code != 0 and words[:1] != ["--selftest"]:
        _tell_damage()
    return code


def open_missing_streams() -> None:
    """Open the null device for each stream there is none of.

    A program of the window has none on Windows, and one whose streams were closed has none
    anywhere; libraries write to them without asking.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            # Open for as long as the process lives.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def keep_libraries_offline(environ: MutableMapping[str, str]) -> None:
    """Let transformers and its hub client ask nobody, unless the user decided otherwise.

    Not by HF_HUB_OFFLINE: that is how a user forbids downloads as well.
    """
    if "HF_HUB_OFFLINE" not in environ:
        environ.setdefault("TRANSFORMERS_OFFLINE", "1")


def restore_library_path(environ: MutableMapping[str, str]) -> None:
    """Give the programs that are started from here, a browser above all, the system's libraries.

    The path that leads to ours was read when this process began and is not needed any more.
    """
    before = environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        environ["LD_LIBRARY_PATH"] = before
    elif getattr(sys, "frozen", False):
        environ.pop("LD_LIBRARY_PATH", None)


def hold_modules_open() -> None:
    """Let modules be imported from the file this process was started from, come what may.

    They lie in the program's own file, which is opened by its name at each import; an update that
    is installed meanwhile would put another file there. Other systems refuse to replace it.
    """
    archive = getattr(sys.modules.get("pyimod02_importers"), "pyz_archive", None)
    if sys.platform == "linux" and archive is not None:
        # Never closed: the process needs it to its end.
        held = os.open(archive._filename, os.O_RDONLY)
        archive._filename = f"/proc/self/fd/{held}"


def _tell_damage() -> bool:
    """Say which files of the program are missing or of another size, if any are."""
    folder = bundle_folder()
    found = list(damages(folder, reads_content=False)) if folder else []
    if found:
        from app.bundle.tell import tell

        tell(explain_damage(found))
    return bool(found)


def _run(words: list[str]) -> int:
    match words:
        case ["--selftest", *rest]:
            from app.bundle.selftest import run as run_selftest

            return run_selftest(rest)
        case ["--smoke", *rest]:
            from app.bundle.smoke import run as run_smoke

            return run_smoke(rest)
    from app.__main__ import main as run_program

    return run_program(words)
