"""Tab walks what a conversation holds from top to bottom, and then leaves it for what comes next.

Messages are built when they come near the screen, so that the order in which Qt found them says
nothing.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def step(page: QWidget, *, forwards: bool) -> bool:
    """Move the focus from a page, or something in it, to the next thing or the one before.

    Returns:
        Whether it was moved; the usual order decides where it was not.
    """
    stops = [page, *_stops(page)]
    focus = page.window().focusWidget()
    if focus not in stops:
        return False
    place = stops.index(focus) + (1 if forwards else -1)
    if 0 <= place < len(stops):
        target: QWidget | None = stops[place]
    else:
        target = _outside(page, forwards=forwards)
    if target is None:
        return False
    reason = Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason
    target.setFocus(reason)
    return True


def _stops(parent: QWidget) -> Iterator[QWidget]:
    for child in parent.children():
        if isinstance(child, QWidget) and child.isVisible():
            if _takes_focus(child):
                yield child
            yield from _stops(child)


def _outside(page: QWidget, *, forwards: bool) -> QWidget | None:
    widget = page
    while True:
        found = widget.nextInFocusChain() if forwards else widget.previousInFocusChain()
        if found is None or found is page:
            return None
        widget = found
        if _takes_focus(widget) and widget.isVisible() and not page.isAncestorOf(widget):
            return widget


def _takes_focus(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isEnabled() and widget.focusProxy() is None
