"""Descriptions of figures in exported files, read back from the files."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.figures.model.label import readable
from tests.export.pages.test_pages import RECORDED, PageReader, job_of

SVG = "{http://www.w3.org/2000/svg}"
_STRING = re.compile(rb"/(Title|Subject) \(((?:\\.|[^\\)])*)\)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_svg(data: bytes) -> tuple[str | None, str | None]:
    root = ElementTree.fromstring(data)
    return root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")


def read_png(data: bytes) -> tuple[str | None, str | None]:
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        return str(picture.info["Title"]), str(picture.info["Description"])


def read_pdf(data: bytes) -> tuple[str | None, str | None]:
    """Read two strings of a PDF's dictionary of information: ASCII, or UTF-16 with its mark."""
    found = {}
    for name, text in _STRING.findall(data):
        plain = re.sub(rb"(?s)\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), text)
        is_wide = plain.startswith(b"\xfe\xff")
        found[name.decode()] = plain[2:].decode("utf-16-be") if is_wide else plain.decode("ascii")
    return found.get("Title"), found.get("Subject")


READERS = {"svg": read_svg, "png": read_png, "pdf": read_pdf}


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("view", ["boundary", "norms", "sheet"])
def test_a_picture_carries_its_title_and_its_description(view: str, ending: str) -> None:
    job = job_of(view, "xor")
    title, text = READERS[ending](write_file(job, ending))
    assert title == readable(job.title)
    assert "xor" in str(title)
    assert " ".join(str(text).split("\n")) == " ".join(job.described(job.drawing()))


def test_a_page_describes_its_figure_at_every_visit() -> None:
    page = PageReader(write_file(job_of("boundary", "xor", RECORDED), "html").decode())
    moments = page.scene["moments"]
    assert len(moments) > 4
    for moment in moments:
        visit, said = moment["visit"], moment["described"]
        assert (f"After visit {visit}, " in said) == (visit > 0)
        assert "4 points: (0, 0) and (1, 1) of class −1" in said
    assert page.texts["still-described"] == moments[page.scene["first"]]["described"]
