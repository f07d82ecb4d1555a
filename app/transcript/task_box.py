"""The box before a task in a list, ticked or not: a drawing that stands on the line as a letter."""

from app.transcript.formulas import INK, Formula

OPEN_TASK, DONE_TASK = "[ ]", "[x]"
"""The markers of tasks, which are what is copied and read out."""

_SIDE, _HANGS = 0.86, 0.1
_FRAME = (
    '<rect x="1" y="1" width="14" height="14" rx="3" fill="none" stroke="{ink}" '
    'stroke-width="1.3"/>'
)
_TICK = (
    '<path d="M4.4 8.3 7 10.9 11.8 5.4" fill="none" stroke="{ink}" stroke-width="1.7" '
    'stroke-linecap="round" stroke-linejoin="round"/>'
)


def task_box(marker: str, px: int) -> Formula | None:
    """Give the drawing for the marker of a task, or None for any other marker.

    Args:
        marker: of a list item.
        px: the size of its text.
    """
    if marker not in (OPEN_TASK, DONE_TASK):
        return None
    inside = (_FRAME + _TICK if marker == DONE_TASK else _FRAME).replace("{ink}", INK)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">{inside}</svg>'
    side = _SIDE * px
    return Formula(svg, width=side, ascent=side - _HANGS * px, descent=_HANGS * px)
