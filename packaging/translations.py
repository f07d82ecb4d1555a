"""Brings the translations up to date: texts out of the code, and what Qt reads out of the texts.

`python packaging/translations.py` collects every text of the window and of the engine into
`resources/translations/*.ts`, where a translator fills in what is new, and compiles those to
`*.qm`. Uses Qt's own two tools, which come with PySide6.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("de", "zh_CN")
ALIASES = "QT_TRANSLATE_NOOP+=mark,translate+=plural,tr+=say,tr+=say_count"


def sources() -> list[Path]:
    """List every file that may hold a text for people."""
    folders = (ROOT / "app", ROOT / "engine")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def collect(language: str, paths: Sequence[Path]) -> Path:
    """Put the texts of some files into a language's list; what is translated there stays."""
    target = FOLDER / f"foreword_{language}.ts"
    names = [str(path.relative_to(ROOT)) for path in paths]
    options = ("-silent", "-locations", "none", "-no-obsolete", "-tr-function-alias", ALIASES)
    _run("lupdate", *options, *names, "-target-language", language, "-ts", str(target))
    return target


def compile_list(path: Path) -> Path:
    """Make a list of translations into the file that Qt reads."""
    compiled = path.with_suffix(".qm")
    _run("lrelease", "-silent", str(path), "-qm", str(compiled))
    return compiled


def _run(tool: str, *arguments: str) -> None:
    ending = ".exe" if sys.platform == "win32" else ""
    program = Path(PySide6.__file__).parent / f"{tool}{ending}"
    subprocess.run([str(program), *arguments], cwd=ROOT, check=True)


def main() -> int:
    """Collect and compile every language."""
    FOLDER.mkdir(exist_ok=True)
    paths = sources()
    for language in LANGUAGES:
        compile_list(collect(language, paths))
    return 0


if __name__ == "__main__":
    sys.exit(main())
