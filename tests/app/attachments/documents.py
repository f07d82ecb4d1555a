"""Makes small documents of each kind, good and bad, for the tests that read them."""

import io
import zipfile

from docx import Document
from openpyxl import Workbook
from pptx import Presentation
from pptx.util import Inches
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

ODT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>'
    "<text:h>Title</text:h><text:p>One<text:s text:c='2'/>two<text:line-break/>three</text:p>"
    "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
    "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
    "</office:text></office:body></office:document-content>"
)


def pdf(*texts: str, password: str = "", owner_only: bool = False) -> bytes:
    """Make a PDF with one line a page; an empty one makes a page without any text."""
    writer = PdfWriter()
    for text in texts:
        page = writer.add_blank_page(300, 300)
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/Type1"),
                NameObject("/BaseFont"): NameObject("/Helvetica"),
            }
        )
        fonts = DictionaryObject({NameObject("/F1"): writer._add_object(font)})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        if text:
            stream = DecodedStreamObject()
            stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
            page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        user = "" if owner_only else password
        writer.encrypt(user, owner_password=password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def word() -> bytes:
    """Make a Word document of a heading, a paragraph, a table and a paragraph."""
    document = Document()
    document.add_heading("Title")
    document.add_paragraph("First words")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "a", "b"
    document.add_paragraph("Last words")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def sheets(*, blank: bool = False) -> bytes:
    """Make a workbook of two sheets."""
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = "One"
    if not blank:
        first.append(["name", "count", None])
        first.append([None, 3])
    book.create_sheet("Two")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def slides() -> bytes:
    """Make a presentation of one slide, with a table and notes."""
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    assert slide.shapes.title is not None
    slide.shapes.title.text = "Title"
    size = Inches(1)
    table = slide.shapes.add_table(1, 2, size, size, size, size).table
    table.cell(0, 0).text, table.cell(0, 1).text = "a", "b"
    frame = slide.notes_slide.notes_text_frame
    assert frame is not None
    frame.text = "Say hello"
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def package(parts: dict[str, bytes]) -> bytes:
    """Make a package of parts, compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return out.getvalue()
