"""Formulas that were set in type, each once: what a drawing measures, and whether there is one.

Set in steps, since a long formula takes as long as a screen of text. What cannot be read as a
formula has no drawing, and is shown as it was written. Knows no document and no colours.
"""

import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from app.collector import kept_for_good
from app.transcript.math_syntax import MAX_CHARS

log = logging.getLogger(__name__)

INK = "#010203"
"""Stands in a drawing for the colour of the text around it."""
MAX_KEPT = 4000
MAX_DEPTH = 16
"""Brackets and environments inside one another; what is deeper is no formula that anybody reads."""

MAX_ATOMS = 400
"""Letters and commands of a formula; the time it takes grows with them."""

_ATOM = re.compile(r"\\[A-Za-z]+|[^\s{}\\]")
_PROGRAM = re.compile(r"\\(?:new|renew|provide)command|\\[egx]?def(?![A-Za-z])")
_BRACKETS = re.compile(r"\\\\|\\[{}]|\\(?:left|right)(?![A-Za-z])|[{}]")


@dataclass(frozen=True, slots=True)
class Formula:
    """A drawing, in pixels of the text it stands in.

    Args:
        svg: the drawing, with `INK` for the text's colour.
        width: of all of it.
        ascent: what stands above the line the text stands on.
        descent: what hangs below it.
    """

    svg: str
    width: float
    ascent: float
    descent: float


@dataclass(frozen=True, slots=True)
class FormulaKey:
    """What a drawing depends on: the LaTeX without its marks, whether it stands alone, the size."""

    latex: str
    is_display: bool
    px: int


_kept: OrderedDict[FormulaKey, Formula | None] = OrderedDict()
_loading: list[threading.Thread] = []
_loaded = threading.Event()


def is_known(key: FormulaKey) -> bool:
    """Whether it was tried before."""
    return key in _kept


def formula(key: FormulaKey) -> Formula | None:
    """Give the drawing of a formula that was tried, or None where it has none."""
    found = _kept.get(key)
    if found is not None:
        _kept.move_to_end(key)
    return found


def is_loaded() -> bool:
    """Whether formulas can be tried: `load` or `load_soon` is done."""
    return _loaded.is_set()


def load() -> None:
    """Import what sets formulas; takes so long that nobody should wait for it."""
    try:
        # Its fonts alone are tables of 20,000 objects.
        with kept_for_good():
            import app.transcript.typesetter  # noqa: F401
    except Exception:
        # Without it each formula is shown as it was written, and all else works.
        log.exception("Formulas cannot be set")
    _loaded.set()


def load_soon() -> None:
    """Have it imported on a thread of its own."""
    if not _loading:
        _loading.append(threading.Thread(target=load, name="formulas", daemon=True))
        _loading[0].start()


def set_in_type(key: FormulaKey) -> Iterator[None]:
    """Make a drawing and keep it, a step at a time; `is_loaded` has to be true."""
    if key in _kept:
        return
    made: Formula | None = None
    if is_readable(key.latex):
        try:
            made = yield from _drawn(key)
        except Exception as error:
            # The library fails in every way there is on what it cannot read, so that no list of
            # errors would be whole. Nothing of the formula is lost: it is shown as it was written.
            log.debug("A formula has no drawing: %s", type(error).__name__)
    _kept[key] = made
    while len(_kept) > MAX_KEPT:
        _kept.popitem(last=False)


def _drawn(key: FormulaKey) -> Generator[None, None, Formula | None]:
    from app.transcript.typesetter import Drawing

    drawing = Drawing(key.latex, is_display=key.is_display, px=key.px, ink=INK)
    yield from drawing.steps()
    if not drawing.svg:
        return None
    return Formula(drawing.svg, drawing.width, drawing.ascent, drawing.descent)


def is_readable(latex: str) -> bool:
    """Whether a formula is whole, short and flat enough to be tried."""
    if not latex.strip() or len(latex) > MAX_CHARS or _PROGRAM.search(latex):
        return False
    if sum(1 for _ in _ATOM.finditer(latex)) > MAX_ATOMS:
        return False
    depth = 0
    for found in _BRACKETS.finditer(latex):
        if found.group() in ("{", r"\left"):
            depth += 1
        elif found.group() in ("}", r"\right"):
            depth -= 1
        if not 0 <= depth <= MAX_DEPTH:
            return False
    return depth == 0
