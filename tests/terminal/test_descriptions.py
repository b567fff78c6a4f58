"""Descriptions of figures in exported files, read back from the files."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from perceptron_gui.export.formats.formats import write_file
from tests.export.pages.test_pages import RECORDED, PageReader, job_of
from tests.terminal.program import Cli

pytestmark = pytest.mark.usefixtures("empty_folder")

VISITS = 4  # of XOR, until the weights repeat
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


def read_html(data: bytes) -> tuple[str | None, str | None]:
    """Read a page that trains, or what a page with a figure of every visit says of the last one."""
    page = PageReader(data.decode())
    said = {each["visit"]: each["described"] for each in page.scene.get("moments", [])}
    return page.texts["title"].strip(), said.get(VISITS, page.texts["still-described"])


READERS = {"svg": read_svg, "png": read_png, "pdf": read_pdf, "html": read_html}


@pytest.mark.parametrize("view", ["boundary", "norms", "sheet"])
def test_every_format_carries_the_description_that_is_printed(view: str, cli: Cli) -> None:
    outs = [word for ending in READERS for word in ("--out", f"a.{ending}")]
    ring = ["--show", "visited"] * (view == "boundary")  # a page has it anyway, and says so
    printed = cli("figure", view, "xor", *ring, "--describe", *outs).splitlines()
    heading, *sentences = printed[: -len(READERS)]
    for ending, read in READERS.items():
        title, text = read(Path(f"a.{ending}").read_bytes())
        assert (f"{title}.", " ".join(str(text).split("\n"))) == (heading, " ".join(sentences))


def test_a_page_describes_its_figure_at_every_visit() -> None:
    page = PageReader(write_file(job_of("boundary", "xor", RECORDED), "html").decode())
    moments = page.scene["moments"]
    assert len(moments) > 4
    for moment in moments:
        visit, said = moment["visit"], moment["described"]
        assert (f"After visit {visit}, " in said) == (visit > 0)
        assert "4 points: (0, 0) and (1, 1) of class −1" in said
    assert page.texts["still-described"] == moments[page.scene["first"]]["described"]
