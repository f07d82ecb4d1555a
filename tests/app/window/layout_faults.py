"""Finds what has too little room: words that are cut, and widgets that lie over one another."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from app.desktop.edge import Edge
from app.fitting.long_name import LongName
from app.fitting.one_line import OneLine
from app.switch import Switch
from app.transcript.text_block import TextBlock
from app.transcript.thought import Thought

SLACK = 2
"""Pixels that rounding may take."""
LEAST_GAP = 4
"""Pixels between two things with words."""


def faults_of(top: QWidget) -> list[str]:
    """List what is wrong in a window that is on screen, a line each."""
    found: list[str] = []
    for widget in (top, *top.findChildren(QWidget)):
        if not widget.isVisible() or widget.width() <= 0:
            continue
        found += _cut_words(widget)
        if widget is not top and not widget.isWindow():
            found += _outside(widget, top)
        found += _overlaps(widget)
        found += _touching(widget)
        found += _scrolls_sideways(widget)
    return sorted(set(found))


def _cut_words(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, TextBlock):
        return
    if isinstance(widget, QLabel):
        yield from _cut_label(widget)
    elif isinstance(widget, QAbstractButton | QComboBox) and not isinstance(widget, Switch):
        text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
        tip = widget.toolTip()
        is_elided = bool(tip) and ("…" in text or tip.startswith(text))
        needs = widget.sizeHint()
        if widget.hasHeightForWidth():
            needs = QSize(widget.minimumSizeHint().width(), widget.heightForWidth(widget.width()))
        if isinstance(widget, QComboBox):
            # The widest of its choices need not be the one that is shown.
            needs.setWidth(widget.fontMetrics().horizontalAdvance(text) + 30)
        if isinstance(widget, QToolButton) and not text:
            return
        if text and not is_elided and needs.width() > widget.width() + SLACK:
            yield f"{_name(widget)}: {widget.width()} of {needs.width()} px of width"
        if text and needs.height() > widget.height() + SLACK:
            yield f"{_name(widget)}: {widget.height()} of {needs.height()} px of height"


def _cut_label(label: QLabel) -> Iterator[str]:
    text = label.text()
    if not text or (label.pixmap() is not None and not label.pixmap().isNull()):
        return
    if "\u200b" in text:
        yield f"{_name(label)}: holds a sign that is never seen"
    if label.wordWrap() or "\n" in text or "<" in text:
        needs = label.heightForWidth(label.width()) if label.wordWrap() else -1
        if needs > label.height() + SLACK:
            yield f"{_name(label)}: {label.height()} of {needs} px of height"
        if label.wordWrap() and "<" not in text and not isinstance(label, LongName):
            margins = label.contentsRect()
            # Chinese breaks anywhere.
            word = (
                0
                if not text.isascii() and _is_chinese(text)
                else max(
                    (label.fontMetrics().horizontalAdvance(w) for w in re.split(r"[\s-]+", text)),
                    default=0,
                )
            )
            if word > margins.width() + SLACK and len(text.split()) > 1:
                yield f"{_name(label)}: a word of {word} in {margins.width()} px"
        return
    needs = label.sizeHint().width()
    is_elided = isinstance(label, OneLine) or ("…" in text and bool(label.toolTip()))
    if needs > label.width() + SLACK and not is_elided:
        yield f"{_name(label)}: {label.width()} of {needs} px of width"
    if label.sizeHint().height() > label.height() + SLACK:
        yield f"{_name(label)}: {label.height()} of {label.sizeHint().height()} px of height"


def _is_chinese(text: str) -> bool:
    return any("\u3000" <= char <= "\u9fff" for char in text)


def _outside(widget: QWidget, top: QWidget) -> Iterator[str]:
    """Whether something holds it that is smaller and cannot be scrolled."""
    if not isinstance(widget, QLabel | QAbstractButton | QComboBox) or isinstance(
        widget, TextBlock
    ):
        return
    if isinstance(widget.parentWidget(), Thought):
        # Only its frame does, so that its words stand in line with those below.
        return
    can_x = can_y = False
    parent = widget.parentWidget()
    while parent is not None:
        area = parent.parentWidget()
        if isinstance(area, QAbstractScrollArea) and parent is area.viewport():
            off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            can_x = can_x or area.horizontalScrollBarPolicy() != off
            can_y = can_y or area.verticalScrollBarPolicy() != off
        place = QRect(widget.mapTo(parent, QPoint(0, 0)), widget.size())
        room = parent.rect()
        if not can_x and (place.left() < -SLACK or place.right() > room.right() + SLACK):
            yield f"{_name(widget)}: sticks out of {type(parent).__name__} sideways"
            return
        if not can_y and (place.top() < -SLACK or place.bottom() > room.bottom() + SLACK):
            yield f"{_name(widget)}: sticks out of {type(parent).__name__} up or down"
            return
        if parent is top or parent.isWindow():
            return
        parent = parent.parentWidget()


def _overlaps(parent: QWidget) -> Iterator[str]:
    if isinstance(parent, QStackedWidget | QSplitter | QMainWindow | QAbstractScrollArea):
        return
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not isinstance(child, Edge)
        and child.objectName() not in ("jump", "dropCover")
    ]
    for number, first in enumerate(children):
        for second in children[number + 1 :]:
            common = first.geometry().intersected(second.geometry())
            if common.width() > SLACK and common.height() > SLACK:
                yield f"{_name(first)} lies over {_name(second)}"


def _touching(parent: QWidget) -> Iterator[str]:
    """Words side by side with no gap between them, which run into one another in some language."""
    words = [
        child
        for child in parent.children()
        if isinstance(child, QLabel | QAbstractButton | QComboBox | QAbstractSpinBox)
        and child.isVisible()
        and not isinstance(child, TextBlock)
        and (isinstance(child, QComboBox | QAbstractSpinBox) or child.text())
    ]
    for first in words:
        for second in words:
            gap = second.geometry().left() - first.geometry().right() - 1
            rows = min(first.geometry().bottom(), second.geometry().bottom()) - max(
                first.geometry().top(), second.geometry().top()
            )
            if first is not second and 0 <= gap < LEAST_GAP and rows > SLACK:
                yield f"{_name(first)} touches {_name(second)}"


def _scrolls_sideways(widget: QWidget) -> Iterator[str]:
    """A page of words that is wider than the window, of which every line has to be chased."""
    if isinstance(widget, QScrollArea) and widget.horizontalScrollBar().maximum() > 0:
        wide = widget.horizontalScrollBar().maximum()
        yield f"{_name(widget)} scrolls sideways by {wide} px"


def _name(widget: QWidget) -> str:
    words = ""
    if isinstance(widget, QLabel | QAbstractButton):
        words = widget.text()
    elif isinstance(widget, QComboBox):
        words = widget.currentText()
    parent = widget.parentWidget()
    inside = "" if parent is None else f" in {parent.objectName() or type(parent).__name__}"
    return f"{type(widget).__name__} {(words or widget.objectName())[:40]!r}{inside}"
