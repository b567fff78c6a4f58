"""Pages in a real browser: playing, stepping, keys, touch, both sides, and what a reader hears."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from perceptron_gui.export.formats.formats import played_run, write_file
from perceptron_gui.export.layout.axes import as_sheet, decorations_of
from perceptron_gui.export.layout.text import extent
from perceptron_gui.export.mpl.gif import find_layouts
from perceptron_gui.export.mpl.pen import PixelPen, pixels_of
from perceptron_gui.figures.model.figure import Sheet
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.theme import THEMES
from tests.export.pages.browser import CHROMIUM, Browser
from tests.export.pages.test_pages import RECORDED, job_of

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
COUNT = "document.querySelector('#count').textContent"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for view, data in (("boundary", "and"), ("boundary", "xor"), ("trace", "and")):
        given = RECORDED if view == "boundary" else None
        file = folder / f"{view}-{data}.html"
        file.write_bytes(write_file(job_of(view, data, given), "html"))
    return folder


def test_keys_step_play_and_pause(browser: Browser, folder: Path) -> None:
    browser.open(folder / "boundary-and.html")
    assert browser.value(COUNT) == "visit 0 of 36"
    browser.press("ArrowRight")
    assert browser.value(COUNT) == "visit 1 of 36"
    assert browser.text("#told .headline").startswith("Visit 1: (0, 0) is −1 and has score 0")
    browser.press("ArrowRight", shift=True)
    assert browser.value(COUNT) == "visit 4 of 36"  # where the next update is
    browser.press("ArrowLeft")
    assert browser.value(COUNT) == "visit 3 of 36"
    assert browser.value("document.querySelector('#told .headline').className") == "headline right"
    browser.press("End")
    assert browser.text("#told .headline").startswith("Converged after 18 updates")
    browser.press("Home")
    assert browser.value(COUNT) == "visit 0 of 36"
    browser.press(" ")
    assert browser.value("document.querySelector('#play').ariaLabel") == "Pause"
    assert browser.value("document.querySelector('#told').ariaLive") == "off"
    browser.wait_until(f"parseInt({COUNT}.slice(6)) >= 2")
    browser.press(" ")
    assert browser.value("document.querySelector('#told').ariaLive") == "polite"
    assert not browser.value("document.querySelector('#play').classList.contains('playing')")


def test_buttons_slider_and_link_lead_to_a_visit(browser: Browser, folder: Path) -> None:
    browser.open(folder / "boundary-and.html", "#visit=12")
    assert browser.value(COUNT) == "visit 12 of 36"
    slider = "document.querySelector('#slider')"
    assert browser.value(f"{slider}.value") == "12"
    assert browser.value(f"{slider}.getAttribute('aria-valuetext')") == "visit 12 of 36"
    for name, visit in (("step", 13), ("back", 12), ("last", 36), ("first", 0)):
        browser.click(f"#{name}")
        assert browser.value(COUNT) == f"visit {visit} of 36"
    browser.value(f"{slider}.value = 7; {slider}.dispatchEvent(new Event('input'))")
    assert browser.value(COUNT) == "visit 7 of 36"
    browser.value(f"{slider}.focus()")
    browser.press("ArrowRight")
    assert browser.value(COUNT) == "visit 8 of 36"  # and not two further


def test_the_script_draws_what_python_drew(browser: Browser, folder: Path) -> None:
    browser.open(folder / "boundary-and.html")
    ink = "document.querySelector('#figure .ink').innerHTML"
    same = f"""(() => {{
        const was = document.documentElement.dataset.was;
        const before = new DOMParser().parseFromString(was, 'text/html');
        return before.querySelector('.ink').innerHTML === {ink};
    }})()"""
    written = (folder / "boundary-and.html").read_text(encoding="utf-8")
    start = written.index('<svg class="figure"')
    drawn = written[start : written.index("</svg>", start) + 6]
    browser.value(f"document.documentElement.dataset.was = {drawn!r}")
    browser.press("End")
    assert not browser.value(same)
    browser.press("Home")
    assert browser.value(same)


@pytest.mark.parametrize("view", ["boundary", "norms", "weight-space", "neuron", "proof"])
def test_a_figure_looks_as_matplotlib_draws_it(view: str, browser: Browser, folder: Path) -> None:
    recorded = RECORDED if view == "boundary" else {}
    job = job_of(view, "and", {"size": "160x100mm", **recorded})
    played = played_run(job)
    file = folder / f"look-{view}.html"
    file.write_bytes(write_file(job, "html"))
    browser.open(file, "#visit=20")
    page = replace(played.page, dpi=96)
    width, height = pixels_of(page)
    browser.value(
        "(() => {const figure = document.querySelector('#figure');"
        "figure.classList.remove('figure');"
        "for (const each of document.querySelectorAll('body > :not(svg)')) each.hidden = true;"
        "document.body.append(figure);"
        "document.body.style.cssText = 'display:block;background:var(--background)';"
        f"figure.style.cssText = 'display:block;margin:0;max-height:none;width:{width}px'}})()"
    )
    seen = Image.open(BytesIO(browser.picture("#figure"))).convert("L").resize((width, height))
    frames = [_bare(as_sheet(played.build(visit))) for visit in played.visits.shown]
    layouts = find_layouts(frames, page, lambda: None)
    layout = layouts[decorations_of(frames[20]).grid]
    wanted = PixelPen(page).draw(frames[20], layout).convert("L")
    # Smooth edges differ by a pixel; what is drawn does not, so blurred pictures are alike.
    one, other = (
        np.asarray(each.filter(ImageFilter.GaussianBlur(2)), dtype=float) for each in (seen, wanted)
    )
    assert np.abs(one - other).max() < 60
    assert np.abs(one - other).mean() < 1.1


@pytest.mark.parametrize("size", ["page", "slide"])
def test_text_of_an_svg_is_set_in_the_fonts_that_it_brings(
    size: str, browser: Browser, tmp_path: Path
) -> None:
    """In a page of two figures, too, where the fonts of both have the same names."""
    both = {}
    for view in ("proof", "boundary"):
        job = job_of(view, "and", {"size": size})
        job = replace(job, page=replace(job.page, letters="text"))
        svg = write_file(job, "svg").decode()
        both[view] = svg[svg.index("<svg") :]
    file = tmp_path / "text.html"
    file.write_text(f"<meta charset=utf-8><body style='margin:0'>{both['proof']}{both['boundary']}")
    browser.open(file)
    browser.wait_until("document.fonts.status === 'loaded'")
    faces = "[...document.fonts]"
    assert browser.value(f"{faces}.length") == sum(
        text.count("@font-face") for text in both.values()
    )
    assert browser.value(f"{faces}.every(face => face.status === 'loaded')")
    family = job.page.family
    widths = browser.value(
        "[...document.querySelectorAll('svg > g text')].filter(text => !text.children.length)"
        ".map(text => [text.textContent, parseFloat(getComputedStyle(text).fontSize),"
        " text.getComputedTextLength()])"
    )
    assert len(widths) > 20
    for words, em, width in widths:
        assert width == pytest.approx(extent(from_user(words), family, em)[0], abs=0.08 * em), words


def _bare(sheet: Sheet) -> Sheet:
    panels = tuple(replace(each, figure=replace(each.figure, notes=())) for each in sheet.panels)
    return replace(sheet, title="", notes=(), panels=panels)


def test_a_proved_cycle_never_ends(browser: Browser, folder: Path) -> None:
    browser.open(folder / "boundary-xor.html")
    browser.press("End")
    assert browser.value(COUNT) == "visit 12 of 12"
    browser.press("ArrowRight")
    assert browser.value(COUNT) == "visit 5 of 12"
    browser.press("End")
    browser.value("document.querySelector('#speed').value = '8'")
    browser.press(" ")
    browser.wait_until(f"{COUNT} === 'visit 6 of 12'")
    browser.press(" ")


def test_a_finger_swipes_and_taps(browser: Browser, folder: Path) -> None:
    browser.resize(375, 760, phone=True)
    browser.open(folder / "boundary-and.html")
    browser.swipe("#figure", -120)
    assert browser.value(COUNT) == "visit 1 of 36"
    browser.swipe("#figure", 120)
    assert browser.value(COUNT) == "visit 0 of 36"
    browser.swipe("#figure", 0)
    browser.wait_until(f"parseInt({COUNT}.slice(6)) >= 1")
    browser.swipe("#figure", 0)
    assert not browser.value("document.querySelector('#play').classList.contains('playing')")


@pytest.mark.parametrize("width", [340, 375, 768, 1280])
def test_nothing_is_wider_than_the_window(browser: Browser, folder: Path, width: int) -> None:
    browser.resize(width, 760, phone=width < 500)
    for file in sorted(folder.glob("*.html")):
        browser.open(file, "#visit=5")
        assert browser.value("document.documentElement.scrollWidth") <= width
        shown = "[...document.querySelectorAll('button')].filter(b => b.offsetParent)"
        small = f"{shown}.map(b => b.getBoundingClientRect())"
        assert (
            browser.value(f"Math.min(...{small}.map(box => Math.min(box.width, box.height)))") > 36
        )


@pytest.mark.parametrize("side", ["light", "dark"])
def test_a_page_is_as_light_or_dark_as_the_system_until_it_is_told(
    side: str, browser: Browser, folder: Path
) -> None:
    browser.prefer(side)
    browser.open(folder / "boundary-and.html")
    other = "dark" if side == "light" else "light"
    assert _corner(browser) == _rgb(THEMES[side].background)
    browser.click("#side")
    assert _corner(browser) == _rgb(THEMES[other].background)
    browser.press("t")
    assert _corner(browser) == _rgb(THEMES[side].background)


def _corner(browser: Browser) -> tuple[int, ...]:
    pixels = np.asarray(Image.open(BytesIO(browser.picture())).convert("RGB"))
    return tuple(pixels[2, 2].tolist())


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))
