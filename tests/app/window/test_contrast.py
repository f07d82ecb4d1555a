"""Every rule of the style sheet: text on its ground, outlines of controls, rings of the focus."""

import re
from dataclasses import asdict
from importlib.resources import files

import pytest

from app.theme import DARK, LIGHT, Palette, contrast

AA_TEXT, AA_CONTROL = 4.5, 3.0
SHEET = files("resources").joinpath("styles/foreword.qss").read_text(encoding="utf-8")
RULES = [
    (selector.strip(), body)
    for selector, body in re.findall(
        r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.S)
    )
]
GROUNDS = ("ground", "side", "raised")
"""What lies under a part that has no ground of its own."""


def colour_of(body: str, name: str) -> str | None:
    """Give the palette's field that a rule sets, None where it sets none."""
    found = re.search(rf"(?:^|[;\s]){name}:\s*(?:\d+px solid )?\$(\w+)", body)
    return found.group(1) if found else None


def written() -> list[tuple[str, str, str]]:
    """Every text of a rule with every ground that it may stand on."""
    pairs = []
    for selector, body in RULES:
        if "disabled" in selector:
            continue  # WCAG asks nothing of what cannot be used
        text = colour_of(body, "color")
        ground = colour_of(body, "background")
        if text is not None:
            pairs += [(selector, text, g) for g in ((ground,) if ground else GROUNDS)]
        elif ground is not None and ground not in ("accent", "ink", "line", "control"):
            pairs.append((selector, "text", ground))
    return pairs


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_is_legible(palette: Palette) -> None:
    """WCAG AA, 4.5 to 1, for every rule that colours a text or lays a ground under it."""
    assert len(written()) > 60
    colors = asdict(palette)
    faint = {
        (selector, text, ground)
        for selector, text, ground in written()
        if ground in colors
        and not selector.startswith(("QScrollBar", 'QFrame[role="separator"]', "QProgressBar"))
        and contrast(colors[text], colors[ground]) < AA_TEXT
    }
    # The knob of a ticked field has no text on it.
    assert {pair for pair in faint if "indicator" not in pair[0]} == set()


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_controls_can_be_told_from_their_ground(palette: Palette) -> None:
    """3 to 1 for outlines of what is filled in or ticked, for signs and for the focus."""
    colors = asdict(palette)
    for ground in GROUNDS:
        for sign in ("control", "accent", "muted", "danger", "warning"):
            assert contrast(colors[sign], colors[ground]) >= AA_CONTROL, (sign, ground)
    for selector in ("QLineEdit", "QComboBox", "QCheckBox::indicator", "QRadioButton::indicator"):
        body = next(b for s, b in RULES if selector in re.split(r",\s*", s))
        assert colour_of(body, "border") == "control"


def test_the_focus_is_seen_everywhere() -> None:
    """Each kind of button and field has a ring of its own colour while it has the focus."""
    ringed = " ".join(selector for selector, _ in RULES if ":focus" in selector)
    for kind in ("QPushButton", "QLineEdit", "QComboBox", "QCheckBox", "QRadioButton"):
        assert re.search(rf"{kind}(::indicator)?:focus", ringed)
    for role in set(re.findall(r'QPushButton\[role="(\w+)"\]', SHEET)):
        assert f'QPushButton[role="{role}"]:focus' in ringed
