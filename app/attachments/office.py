"""The text of office documents: Word, Excel and PowerPoint by their libraries, OpenDocument by XML.

Words, tables and notes in their order; no pictures, no layout.
"""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator

from docx import Document
from docx.table import Table
from lxml import etree
from openpyxl import load_workbook
from pptx import Presentation
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape

ShouldStop = Callable[[], bool]
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"


def opened(data: bytes) -> zipfile.ZipFile:
    """Open the package that an office document is."""
    return zipfile.ZipFile(io.BytesIO(data))


def read_word(data: bytes, *, max_chars: int, should_stop: ShouldStop) -> tuple[str, int]:
    """Read paragraphs and tables; it has no pages of its own."""

    def pieces() -> Iterator[str]:
        for block in Document(io.BytesIO(data)).iter_inner_content():
            if isinstance(block, Table):
                yield "\n".join(_row(cell.text for cell in row.cells) for row in block.rows) + "\n"
            else:
                yield block.text

    return _joined(pieces(), max_chars=max_chars, should_stop=should_stop), 0


def read_sheets(data: bytes, *, max_chars: int, should_stop: ShouldStop) -> tuple[str, int]:
    """Read the values of all sheets, a line a row."""
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)

    def pieces() -> Iterator[str]:
        for sheet in book.worksheets:
            yield f"Sheet: {sheet.title}"
            for cells in sheet.iter_rows(values_only=True):
                row = _row("" if cell is None else str(cell) for cell in cells)
                if row:
                    yield row
            yield ""

    try:
        text = _joined(pieces(), max_chars=max_chars, should_stop=should_stop)
        is_blank = all(line.startswith("Sheet: ") or not line for line in text.split("\n"))
        return "" if is_blank else text, len(book.worksheets)
    finally:
        book.close()


def read_slides(data: bytes, *, max_chars: int, should_stop: ShouldStop) -> tuple[str, int]:
    """Read the words of all slides, with their tables and the speaker's notes."""
    slides = list(Presentation(io.BytesIO(data)).slides)

    def pieces() -> Iterator[str]:
        for number, slide in enumerate(slides, start=1):
            words = [text for shape in slide.shapes for text in _words_of(shape)]
            if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
                notes = slide.notes_slide.notes_text_frame.text.strip()
                words += [f"Notes: {notes}"] if notes else []
            if words:
                yield "\n".join([f"Slide {number}", *words, ""])

    return _joined(pieces(), max_chars=max_chars, should_stop=should_stop), len(slides)


def read_open_document(data: bytes, *, max_chars: int, should_stop: ShouldStop) -> tuple[str, int]:
    """Read headings, paragraphs and tables of an OpenDocument file."""
    # Neither entities nor other files: both are ways to make a small file a large one.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    with opened(data) as package:
        root = etree.fromstring(package.read("content.xml"), parser)

    def pieces() -> Iterator[str]:
        for element in root.iter(f"{_TEXT}p", f"{_TEXT}h", f"{_TABLE}table-row"):
            is_row = element.tag == f"{_TABLE}table-row"
            if is_row:
                yield _row(_open_text(cell) for cell in element.iterchildren())
            elif not any(parent.tag.startswith(_TABLE) for parent in element.iterancestors()):
                yield _open_text(element)

    return _joined(pieces(), max_chars=max_chars, should_stop=should_stop), 0


def _joined(pieces: Iterable[str], *, max_chars: int, should_stop: ShouldStop) -> str:
    """Put pieces on lines until there is more than anybody wants, which is refused later."""
    lines: list[str] = []
    num_chars = 0
    for piece in pieces:
        lines.append(piece)
        num_chars += len(piece) + 1
        if num_chars > max_chars + 1 or should_stop():
            break
    return "\n".join(lines).strip()


def _row(cells: Iterable[str]) -> str:
    return "\t".join(" ".join(cell.split()) for cell in cells).rstrip("\t")


def _words_of(shape: BaseShape) -> Iterator[str]:
    match shape:
        case GraphicFrame() if shape.has_table:
            for row in shape.table.rows:
                yield _row(cell.text for cell in row.cells)
        case GroupShape():
            for inner in shape.shapes:
                yield from _words_of(inner)
        case Shape() if shape.text_frame.text.strip():
            yield shape.text_frame.text.strip()
        case _:
            pass


def _open_text(element: etree._Element) -> str:
    """Give the words of a paragraph, with its tabs and breaks, which are elements there."""
    words: list[str] = []
    for part in element.iter():
        if part.tag == f"{_TEXT}tab":
            words.append("\t")
        elif part.tag == f"{_TEXT}line-break" or (part.tag == f"{_TEXT}p" and words):
            words.append("\n")
        elif part.tag == f"{_TEXT}s":
            words.append(" " * min(100, int(part.get(f"{_TEXT}c", "1"))))
        elif part.text and isinstance(part.tag, str):
            words.append(part.text)
        if part.tail and part is not element:
            words.append(part.tail)
    return "".join(words).strip()
