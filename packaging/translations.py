"""Brings the translations up to date: texts out of the code, and what Qt reads out of the texts.

`python packaging/translations.py` collects every text of the window and of the engine into
`resources/translations/*.ts`, where a translator fills in what is new (Qt Linguist opens them),
and compiles those to `*.qm` with Qt's own `lrelease`. The texts are found in Python's own syntax
tree: Qt's `lupdate` misses plurals and calls over several lines in Python.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import PySide6
from lxml import etree

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = {"de": 2, "zh_CN": 1}
"""Each with the number of its plural forms."""
CATALOGUE = "Catalogue"
ENGINE = ""
"""The context of the engine's texts, which know of none."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A text to be translated.

    Args:
        context: the part of the window it belongs to.
        text: the English one.
        one: its form for one thing, where it counts; else empty.
    """

    context: str
    text: str
    one: str = ""


class NotLiteral(Exception):
    """A text is put together while the program runs, so that nobody can translate it."""


def sources() -> list[Source]:
    """Find every text for people in the code and in the catalogue, in order, each once."""
    found: dict[Source, None] = {}
    for folder in ("app", "engine"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found.update(dict.fromkeys(sources_in(path)))
    models = json.loads((ROOT / "resources" / "catalogue.json").read_text(encoding="utf-8"))
    notes = [entry["note"] for entry in models["models"] if entry.get("note")]
    found.update(dict.fromkeys(Source(CATALOGUE, note) for note in notes))
    return sorted(found)


def sources_in(path: Path) -> Iterator[Source]:
    """Find the texts of one file.

    Raises:
        NotLiteral: a text that is asked for is made of parts.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {**_imported(tree), **_constants(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [_literal(argument, names) for argument in node.args]
        match node.func.id, words:
            case (("mark" | "translate"), [str(context), str(text)]):
                yield Source(context, text)
            case "translate", [_, None]:
                # A constant that was marked where it is defined, or a key of those.
                continue
            case "plural", [str(context), str(many), str(one), _]:
                yield Source(context, many, one)
            case "say", [str(text)]:
                yield Source(ENGINE, text)
            case "say_count", [str(many), str(one), _]:
                yield Source(ENGINE, many, one)
            case (("mark" | "plural" | "say" | "say_count"), _) if not _is_definition(path):
                raise NotLiteral(f"{path}:{node.lineno}")


def _literal(node: ast.expr, names: dict[str, str]) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return names.get(node.id) if isinstance(node, ast.Name) else None


def _constants(tree: ast.Module) -> dict[str, str]:
    """Give the module's names of contexts."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def _imported(tree: ast.Module) -> dict[str, str]:
    """Give the names of contexts that a module has from others of ours."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("app."):
            path = ROOT / f"{(node.module or '').replace('.', '/')}.py"
            if path.exists():
                constants = _constants(ast.parse(path.read_text(encoding="utf-8")))
                wanted = {alias.name: alias.asname or alias.name for alias in node.names}
                found.update({wanted[n]: text for n, text in constants.items() if n in wanted})
    return found


def _is_definition(path: Path) -> bool:
    return path.parent.name == "language"


def collect(language: str, wanted: list[Source]) -> Path:
    """Put the texts into a language's list; what is translated there stays."""
    target = FOLDER / f"foreword_{language}.ts"
    known = translations(target) if target.exists() else {}
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" language="{language}" sourcelanguage="en">')
    for context in dict.fromkeys(source.context for source in wanted):
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        for source in wanted:
            if source.context == context:
                lines += _message(source, known.get(source, ()), LANGUAGES[language])
        lines.append("</context>")
    target.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8", newline="\n")
    return target


def translations(path: Path) -> dict[Source, tuple[str, ...]]:
    """Read a list: what each text is in the language, one form or several, none where open."""
    found = {}
    for context in etree.parse(str(path)).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            node = message.find("translation")
            forms = [form.text or "" for form in node.iter("numerusform")] or [node.text or ""]
            source = Source(name, message.findtext("source"), message.findtext("comment") or "")
            found[source] = () if node.get("type") == "unfinished" else tuple(forms)
    return found


def _message(source: Source, forms: tuple[str, ...], num_forms: int) -> list[str]:
    open_ = "" if forms else ' type="unfinished"'
    lines = ['    <message numerus="yes">' if source.one else "    <message>"]
    lines.append(f"        <source>{escape(source.text)}</source>")
    if source.one:
        lines.append(f"        <comment>{escape(source.one)}</comment>")
        lines.append(f"        <translation{open_}>")
        shown = forms or ("",) * num_forms
        lines += [f"            <numerusform>{escape(form)}</numerusform>" for form in shown]
        lines.append("        </translation>")
    else:
        text = escape(forms[0]) if forms else ""
        lines.append(f"        <translation{open_}>{text}</translation>")
    return [*lines, "    </message>"]


def compile_list(path: Path) -> Path:
    """Make a list of translations into the file that Qt reads."""
    compiled = path.with_suffix(".qm")
    ending = ".exe" if sys.platform == "win32" else ""
    program = Path(PySide6.__file__).parent / f"lrelease{ending}"
    subprocess.run([str(program), "-silent", str(path), "-qm", str(compiled)], check=True)
    return compiled


def main() -> int:
    """Collect and compile every language, and tell how much is open."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sources()
    for language in LANGUAGES:
        path = collect(language, wanted)
        num_open = sum(not forms for forms in translations(path).values())
        print(f"{language}: {len(wanted)} texts, {num_open} not translated")
        compile_list(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
