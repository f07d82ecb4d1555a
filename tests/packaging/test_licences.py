"""The list of licences must not fall behind what is installed."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def normal(name: str) -> str:
    """Spell a package as indexes compare it: lower case, one hyphen for any separator."""
    return re.sub(r"[-_.]+", "-", name).lower()


def table_rows(text: str) -> dict[str, str]:
    """Read name and version from the tables of parts."""
    rows = re.findall(r"^\| ([\w.-]+)(?: \([^|]*\))? \| (\d[\w.]*) \|", text, re.MULTILINE)
    return {normal(name): version for name, version in rows}


def pins() -> dict[str, str]:
    """Read the constraints."""
    text = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE)
    return {normal(name): version for name, version in found}


def test_every_dependency_has_a_licence_at_its_version() -> None:
    """Each row is compared with its pin, so moving a pin without looking at the licence fails."""
    listed = table_rows(
        (ROOT / "resources" / "licences" / "THIRD_PARTY.md").read_text(encoding="utf-8")
    )
    pinned = pins()
    assert {name: pinned.get(name) for name in listed} == listed
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = project.partition("\ndependencies = [")[2].partition("]")[0]
    names = {normal(name) for name in re.findall(r'^\s*"([\w.-]+)', block, re.MULTILINE)}
    assert "torch" in names
    assert names <= listed.keys()
