"""The bill of materials and the licences of a program that was made up."""

from importlib.metadata import distributions
from pathlib import Path

import pytest
import sbom
from frozen_bundle import Bundle


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bundle:
    """Make a program with two packages in its archive and one in its folder."""
    monkeypatch.setattr(sbom, "archived_modules", lambda program: {"jinja2", "markdown_it"})
    made = Bundle(tmp_path / "foreword", system="linux")
    (made.inside / "torch").mkdir(parents=True)
    return made


def test_what_is_inside_is_listed_and_what_is_not_is_not(bundle: Bundle) -> None:
    """By the names of modules, not of distributions."""
    names = [component.name for component in sbom.shipped(bundle, list(distributions()))]
    assert names == ["Python", "Jinja2", "markdown-it-py", "torch"]


def test_licences_are_those_that_were_looked_up(bundle: Bundle) -> None:
    """What a package says of itself counts only where nobody looked."""
    bill = sbom.bill_of_materials(list(sbom.shipped(bundle, list(distributions()))), version="1.0")
    components = bill["components"]
    assert isinstance(components, list)
    torch = next(each for each in components if each["name"] == "torch")
    assert torch["licenses"][0]["license"]["name"].startswith("BSD-3-Clause, with parts")
    assert torch["purl"].startswith("pkg:pypi/torch@")
    assert components[0]["purl"].startswith("pkg:generic/python@")


def test_the_texts_come_with_it_and_qt_is_spoken_of(bundle: Bundle, tmp_path: Path) -> None:
    """Each text once, under the names of all whose it is."""
    bill, texts = sbom.write(list(sbom.shipped(bundle, list(distributions()))), tmp_path)
    assert bill.stat().st_size > 0
    text = texts.read_text("utf-8")
    assert "may be replaced by builds of your own" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "Jinja2 3" in text
