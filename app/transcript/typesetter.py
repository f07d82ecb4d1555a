"""LaTeX to a drawing, by ziamath: the one file that knows it, and takes long to be imported.

Reads one formula in steps. What it cannot read it refuses; `formulas.py` keeps what it made.
"""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from ziamath.config import config
from ziamath.nodes.mrow import Mrow
from ziamath.tex import tex2mml
from ziamath.zmath import Math, loadedfonts

SCALE = 1.12
"""The letters of a formula relative to those of the text, so that both look equally large."""
_MARGIN = 1.5

# Qt reads drawings of the small kind only.
config.svg2 = False

_UNKNOWN = re.compile(r">\s*\\[A-Za-z]")
_NUMBERING = re.compile(r"\\(?:tag|label)\*?\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")
_ALIGNED = r"(?:gather|gathered|align|aligned|split|multline|eqnarray)"
_REWRITTEN = (
    (re.compile(r"\\(?:begin|end)\{(?:equation|displaymath|math)\*?\}"), ""),
    (re.compile(rf"\\(begin|end)\{{{_ALIGNED}\*?\}}"), r"\\\1{align*}"),
    (re.compile(r"\\(?:bm|boldsymbol)(?![A-Za-z])"), r"\\mathbf"),
    (re.compile(r"\\[dtc]frac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\(?:displaystyle|textstyle|limits|nolimits)(?![A-Za-z])"), ""),
)


class _Row(Mrow, tag="mrow"):
    """A row that measures itself without its brackets once, not once more for each row around it.

    The library's own takes twice the time for each level; a short formula would take minutes.
    """

    def _get_height_nostretch(
        self, line: list[ElementTree.Element], **kwargs: Any
    ) -> tuple[float, float]:
        if kwargs.get("nostretch"):
            # Nothing in it stretches now, so that its height is not asked for.
            return 0.0, 0.0
        height: tuple[float, float] = super()._get_height_nostretch(line, **kwargs)
        return height


class Drawing:
    """One formula on its way.

    Args:
        latex: without its marks.
        is_display: whether it stands alone, so that it may be high.
        px: the size of the text around it.
        ink: the colour, as SVG names it.
    """

    def __init__(self, latex: str, *, is_display: bool, px: int, ink: str) -> None:
        self._latex = latex
        self._is_display = is_display
        self._px = px
        self._ink = ink
        self.svg = ""
        """The drawing; empty where there is none."""
        self.width = 0.0
        self.ascent = 0.0
        self.descent = 0.0

    def steps(self) -> Iterator[None]:
        """Read and draw it.

        Raises:
            Exception: of any kind, where the library comes upon what it cannot read.
        """
        text = _NUMBERING.sub("", self._latex)
        for pattern, by in _REWRITTEN:
            text = pattern.sub(by, text)
        mathml = tex2mml(text.strip(), inline=not self._is_display)
        yield
        root = ElementTree.fromstring(mathml)
        if not _is_understood(mathml, root):
            return
        root.set("mathcolor", self._ink)
        drawn = Math(root, size=self._px * SCALE, margin=_MARGIN)
        yield
        width, height = drawn.getsize()
        hangs = -drawn.getyofst()
        self.width = width + 2 * _MARGIN
        self.ascent, self.descent = height - hangs + _MARGIN, hangs + _MARGIN
        self.svg = drawn.svg()


def _is_understood(mathml: str, root: ElementTree.Element) -> bool:
    """Whether every command was known, and the font has every letter."""
    if _UNKNOWN.search(mathml):
        return False
    font = loadedfonts["default"]
    text = "".join(root.itertext())
    return all(char.isspace() or font.glyphindex(char) for char in text)
