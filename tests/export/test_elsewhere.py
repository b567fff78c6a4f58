"""Figures look the same elsewhere: every view as other programs draw it, where these exist.

TeX has its tests in `tikz`, browsers theirs in `pages`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import PICTURES
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.labs.registry import VIEWS
from tests.export.alike import assert_alike, blurred
from tests.export.programs import drawing, trained

pytestmark = pytest.mark.program

PAGE = Page(120, 80, 9, "serif", dpi=72)
DRAWN = [name for name, view in VIEWS.items() if not view.is_table]
with_rsvg = pytest.mark.skipif(
    shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed (librsvg2-bin)"
)
with_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None or shutil.which("pdffonts") is None,
    reason="pdftoppm and pdffonts are not installed (poppler-utils)",
)


@cache
def view_of_and(name: str) -> Drawing:
    found: Drawing = drawing(trained("and"), name)
    return found


def said_by(*command: str, given: bytes = b"") -> bytes:
    """Run a program that must have nothing to complain of, and return what it writes."""
    done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")
    return done.stdout


@cache
def our_picture(name: str) -> NDArray[np.int_]:
    return blurred(PICTURES["png"](view_of_and(name), PAGE))


def assert_drawn(theirs: bytes, name: str) -> None:
    """Check that another program has drawn the view as we do."""
    assert_alike(our_picture(name), blurred(theirs))


@with_rsvg
@pytest.mark.parametrize("name", DRAWN)
def test_a_program_without_our_fonts_draws_an_svg_as_we_do(name: str, tmp_path: Path) -> None:
    no_fonts = tmp_path / "fonts.conf"
    no_fonts.write_text("<fontconfig></fontconfig>", encoding="utf-8")
    svg = PICTURES["svg"](view_of_and(name), PAGE)
    dense = ("-d", str(PAGE.dpi), "-p", str(PAGE.dpi))
    drawn = said_by("env", f"FONTCONFIG_FILE={no_fonts}", "rsvg-convert", *dense, given=svg)
    assert_drawn(drawn, name)


@with_poppler
@pytest.mark.parametrize("name", DRAWN)
def test_a_pdf_is_drawn_as_we_do_with_the_fonts_that_it_embeds(name: str, tmp_path: Path) -> None:
    path = tmp_path / "drawn.pdf"
    path.write_bytes(PICTURES["pdf"](view_of_and(name), PAGE))
    assert_drawn(said_by("pdftoppm", "-r", str(PAGE.dpi), "-png", "-singlefile", str(path)), name)
    _, rule, *rows = said_by("pdffonts", str(path)).decode().splitlines()
    assert rows
    ends = [found.end() for found in re.finditer("-+", rule)]
    for row in rows:
        embedded, subset, unicode = row[ends[2] : ends[5]].split()
        assert (embedded, subset, unicode) == ("yes", "yes", "yes"), row
