"""What is inside a frozen program: a bill of materials, and the licence of every part.

    python packaging/sbom.py dist/frozen/foreword --out dist/frozen

Writes `foreword.cdx.json` (CycloneDX 1.6) and `LICENCES.txt`; the build puts them inside. A
distribution counts as shipped where a file of it lies in the bundle or its modules are in the
program's archive; which these are is asked of the environment that the program was frozen from.
"""

import argparse
import hashlib
import json
import platform
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from frozen_bundle import Bundle

from engine import __version__

ROOT = Path(__file__).resolve().parent.parent
BILL, TEXTS = "foreword.cdx.json", "LICENCES.txt"
LICENCES = ROOT / "resources" / "licences"
_LICENCE_FILE = re.compile(r"(?i)(^|/)(licen[cs]e|copying|notice|copyright)[^/]*$")
_ROW = re.compile(r"^\| ([\w.-]+)(?: \([^|]*\))? \| (\d[\w.]*) \| ([^|]+) \|$", re.MULTILINE)
_QT_NOTICE = (
    "Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public\n"
    "License, version 3. They lie in this program as separate, unchanged shared libraries below\n"
    "PySide6 and shiboken6, and may be replaced by builds of your own; nothing in Foreword keeps\n"
    "you from it. Their source is published by the Qt Project.\n"
)


@dataclass(frozen=True, slots=True)
class Component:
    """A part that is shipped: its name, version, licence and the licence's texts."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]
    kind: str = "pypi"

    @property
    def address(self) -> str:
        """The part's package URL."""
        return f"pkg:{self.kind}/{normal(self.name)}@{self.version}"


def normal(name: str) -> str:
    """Spell a package as indexes compare it: lower case, one hyphen for any separator."""
    return re.sub(r"[-_.]+", "-", name).lower()


def reviewed_licences() -> Mapping[str, str]:
    """Read the licences that were looked up by hand, by normal name."""
    text = (LICENCES / "THIRD_PARTY.md").read_text("utf-8")
    return {normal(name): licence.strip() for name, _, licence in _ROW.findall(text)}


def shipped(bundle: Bundle, installed: Sequence[Distribution]) -> Iterator[Component]:
    """Find which distributions a bundle holds something of.

    Args:
        bundle: the frozen program.
        installed: those of the environment it was frozen from.

    Yields:
        Python itself, then the distributions by name.
    """
    own = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    text = (own.read_text("utf-8", errors="replace"),) if own.is_file() else ()
    yield Component("Python", platform.python_version(), "PSF-2.0", text, kind="generic")
    tops = {path.name.split(".")[0].lower() for path in bundle.inside.iterdir()}
    tops |= archived_modules(bundle.program)
    reviewed = reviewed_licences()
    for distribution in sorted(installed, key=lambda each: normal(each.name)):
        name = normal(distribution.name)
        if name == "foreword" or tops.isdisjoint(_modules(distribution)):
            continue
        yield Component(
            name=distribution.name,
            version=distribution.version,
            licence=reviewed.get(name) or _declared(distribution),
            texts=tuple(_texts(distribution)),
        )


def archived_modules(program: Path) -> set[str]:
    """Name the packages in the program's own archive, as PyInstaller lists them."""
    from PyInstaller.archive.readers import CArchiveReader

    reader = CArchiveReader(str(program))
    found: set[str] = set()
    for name in reader.toc:
        if name.endswith(".pyz"):
            archive = reader.open_embedded_archive(name)
            found |= {module.split(".")[0].lower() for module in archive.toc}
    return found


def bill_of_materials(components: Sequence[Component], *, version: str) -> dict[str, object]:
    """Put the parts into CycloneDX's words."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "foreword",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [
            {
                "type": "library",
                "name": component.name,
                "version": component.version,
                "purl": component.address,
                "licenses": [{"license": {"name": component.licence}}],
            }
            for component in components
        ],
    }


def licence_texts(components: Sequence[Component]) -> str:
    """Join the texts of all licences, each text once, with whose it is."""
    parts = [_QT_NOTICE]
    parts += [
        f"{path.stem}\n\n{path.read_text('utf-8', errors='replace')}"
        for path in sorted(LICENCES.glob("*.txt"))
    ]
    holders: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for component in components:
        label = f"{component.name} {component.version} ({component.licence})"
        for text in component.texts or ("",):
            key = hashlib.sha256(text.encode()).hexdigest()
            texts[key] = text
            holders.setdefault(key, []).append(label)
    for key, names in holders.items():
        parts.append("\n".join(names) + "\n\n" + (texts[key] or "The licence named above."))
    rule = "\n\n" + "=" * 79 + "\n\n"
    return rule.join(part.strip() for part in parts) + "\n"


def _modules(distribution: Distribution) -> set[str]:
    names = (distribution.read_text("top_level.txt") or "").split()
    for file in distribution.files or ():
        top = file.parts[0]
        if not top.endswith((".dist-info", ".data", ".pth")) and top != "..":
            names.append(top.split(".")[0])
    return {name.lower() for name in names}


def _declared(distribution: Distribution) -> str:
    fields = distribution.metadata
    for key in ("License-Expression", "License"):
        if key in fields and fields[key] and "\n" not in fields[key]:
            return fields[key]
    kinds = [each for each in fields.get_all("Classifier") or () if each.startswith("License ::")]
    return kinds[0].rpartition(":: ")[2] if kinds else "see its text"


def _texts(distribution: Distribution) -> Iterator[str]:
    for file in distribution.files or ():
        if ".dist-info/" in str(file) and _LICENCE_FILE.search(str(file)):
            path = Path(str(file.locate()))
            if path.is_file():
                yield path.read_text("utf-8", errors="replace")


def write(components: Sequence[Component], folder: Path) -> list[Path]:
    """Write both files; they are to go into the program and beside the installers.

    Returns:
        The bill and the texts.
    """
    bill, texts = folder / BILL, folder / TEXTS
    listed = bill_of_materials(components, version=__version__)
    bill.write_text(json.dumps(listed, indent=2) + "\n", "utf-8")
    texts.write_text(licence_texts(components), "utf-8")
    return [bill, texts]


def main(argv: Sequence[str] | None = None) -> int:
    """Write both files for a program that was frozen before."""
    parser = argparse.ArgumentParser(description="List what a frozen program is made of.")
    parser.add_argument("bundle", type=Path, help="the folder that build.py made")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    bundle = Bundle(args.bundle)
    if not bundle.inside.is_dir():
        print(f"{args.bundle} is no frozen program.", file=sys.stderr)
        return 1
    components = list(shipped(bundle, list(distributions())))
    args.out.mkdir(parents=True, exist_ok=True)
    write(components, args.out)
    print(f"{len(components)} parts: {BILL}, {TEXTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
