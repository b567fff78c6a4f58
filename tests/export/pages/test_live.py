"""The live page in a real browser: clicks, touches and keys, and the runs of the program after."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.figures.model.theme import THEMES, TOKENS
from perceptron_gui.lectures.notation import NOTATIONS, number
from tests.export.pages.browser import CHROMIUM, Browser
from tests.export.pages.test_pages import HOSTILE, job_for, job_of

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
XOR = [[0, 0], [0, 1], [1, 0], [1, 1]]
LABELS = [-1, 1, 1, -1]
SIZES = {"desk": (1280, 800, False), "phone": (390, 844, True)}
ROLES = ("button", "slider", "combobox", "checkbox", "textbox", "spinbutton", "image")
WEIGHTS = (
    "[...document.querySelectorAll('#steps tr')].find(r => r.cells[0].innerText === 'weights')"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("live")
    for name in ("and", "xor"):
        (folder / f"{name}.html").write_bytes(write_file(job_of("boundary", name), "html"))
    return folder


def weights_shown(browser: Browser) -> str:
    return str(browser.value(f"{WEIGHTS}.cells[1].innerText"))


def weights_of(run: Run, visit: int) -> str:
    """Return the weights of the program as the page writes them."""
    *w, offset = (number(each).replace("-", "−") for each in run.exact_weights_at(visit))
    return f"w = ({', '.join(w)}), w₀ = {offset}"


def state(browser: Browser) -> tuple[list[Any], list[int]]:
    """Return the points and classes of the page, by what a screen reader says of them."""
    said = browser.value("[...document.querySelectorAll('.point')].map(p => p.ariaLabel)")
    places = [each.split(" at (")[1].split(")")[0].replace("−", "-") for each in said]
    labels = [1 if ", class +1" in each else -1 for each in said]
    return [[float(part) for part in place.split(",")] for place in places], labels


def pixels_per_unit(browser: Browser) -> float:
    places = "[...document.querySelectorAll('.point .mark')].map(m => m.getBoundingClientRect().x)"
    found = browser.value(places)
    return float(found[2] - found[0])  # (0, 0) and (1, 0) of XOR


@pytest.mark.parametrize("side", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
class TestXor:
    @pytest.fixture(autouse=True)
    def opened(self, browser: Browser, folder: Path, size: str, side: str) -> None:
        width, height, self.phone = SIZES[size]
        browser.resize(width, height, phone=self.phone)
        browser.prefer(side)
        browser.open(folder / "xor.html")

    def press(self, browser: Browser, selector: str) -> None:
        if self.phone:
            browser.swipe(selector, 0)
        else:
            browser.click(selector)

    def test_it_says_that_the_weights_repeat_and_plays_forever(self, browser: Browser) -> None:
        assert "The weights repeat every 4 visits (4 updates), forever." in browser.text(
            "#headline"
        )
        self.press(browser, "#last")
        assert browser.text("#count").startswith("visit 4 · round 1")
        self.press(browser, "#last")
        self.press(browser, "#step")
        assert browser.text("#count").startswith("visit 13 · round 4")
        assert browser.text("#headline").startswith("Round 4.")
        run = train(XOR, LABELS).prolonged(13)
        assert weights_shown(browser) == weights_of(run, 13)
        self.press(browser, "#back")
        assert weights_shown(browser) == weights_of(run, 12)
        self.press(browser, "#play")
        assert browser.value("document.querySelector('#sentence').ariaLive") == "off"
        browser.wait_until("parseInt(document.querySelector('#count').innerText.slice(6)) >= 14")
        self.press(browser, "#play")
        assert browser.value("document.querySelector('#play').ariaLabel") == "Play"

    def test_dragging_a_point_makes_it_separable_and_undo_brings_it_back(
        self, browser: Browser
    ) -> None:
        unit = pixels_per_unit(browser)
        # (1, 1) goes down to the left, between (0, 0) and the line of the others.
        browser.drag(".point:nth-child(4)", -0.8 * unit, 0.8 * unit, touch=self.phone)
        points, labels = state(browser)
        assert points == [[0, 0], [0, 1], [1, 0], [0.2, 0.2]] and labels == LABELS
        run = train([[str(each) for each in point] for point in points], labels)
        assert run.status == "converged"
        updates = len(run.history)
        assert browser.text("#headline").startswith(f"Converged after {updates} updates")
        assert weights_shown(browser) == weights_of(run, run.visits)
        assert browser.text("#errors-now") == "0 of 4"
        self.press(browser, "#undo")
        assert state(browser)[0] == XOR
        assert browser.text("#headline").startswith("The weights repeat")
        self.press(browser, "#redo")
        assert browser.text("#headline").startswith("Converged")

    def test_points_are_added_relabelled_and_deleted(self, browser: Browser) -> None:
        self.press(browser, "#add-plus")
        self.press(browser, ".field-of-view")
        points, labels = state(browser)
        assert (len(points), labels) == (5, [*LABELS, 1])
        self.press(browser, "#move")
        self.press(browser, ".point:nth-child(5)")
        self.press(browser, "#relabel")
        points, labels = state(browser)
        assert labels == [*LABELS, -1]
        run = train([[str(each) for each in point] for point in points], labels)
        assert run.cycle is not None
        assert f"every {run.cycle.period_visits} visits" in browser.text("#headline")
        for _ in range(5):
            self.press(browser, ".point:last-child")
            self.press(browser, "#delete")
        assert state(browser) == ([], [])
        assert browser.text("#headline") == "No points yet"
        for _ in range(5):
            self.press(browser, "#undo")
        assert state(browser) == (points, labels)

    def test_all_is_large_enough_and_nothing_wider_than_the_window(self, browser: Browser) -> None:
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        targets = "[...document.querySelectorAll('button, .point .reach')]"
        sizes = (
            f"{targets}.map(b => b.getBoundingClientRect()).map(b => Math.min(b.width, b.height))"
        )
        assert browser.value(f"Math.min(...{sizes})") >= 40


@pytest.mark.parametrize(
    ("control", "value", "options"),
    [
        ("rule", "averaged", {"rule": "averaged"}),
        ("rule", "pocket", {"rule": "pocket"}),
        ("rule", "batch", {"rule": "batch"}),
        ("order", "shuffled", {"order": "shuffled"}),
        ("order", "first-mistake", {"order": "first-mistake"}),
        ("tie", "plus", {"tie": "plus"}),
        ("eta", "3", {"eta": "0.1"}),
        ("init", "1/3, −2, 0", {"init": "1/3,-2,0"}),
    ],
)
def test_every_control_trains_as_the_option_does(
    control: str, value: str, options: dict[str, Any], browser: Browser, folder: Path
) -> None:
    browser.open(folder / "and.html")
    change(browser, control, value)
    run = train(make(LIBRARY["and"]).points, make(LIBRARY["and"]).labels, **options)
    assert weights_shown(browser) == weights_of(run, run.visits)
    assert f"{len(run.history)} update" in browser.text("#headline")
    browser.click("#undo")
    assert browser.text("#headline").startswith("Converged after 18 updates, the last in epoch 8")


def change(browser: Browser, control: str, value: str) -> None:
    field = f"document.getElementById('{control}')"
    fire = "".join(f"{field}.dispatchEvent(new Event('{kind}'));" for kind in ("input", "change"))
    browser.value(f"{field}.value = {json.dumps(value)}; {fire}")


def test_keys_step_play_and_move_points(browser: Browser, folder: Path) -> None:
    browser.open(folder / "and.html", "#visit=12")
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    for key, shift, visit in (
        ("ArrowRight", False, 13),
        ("ArrowLeft", False, 12),
        ("End", False, 36),
        ("Home", False, 0),
        ("ArrowRight", True, 1),
        ("ArrowRight", True, 4),
        ("ArrowLeft", True, 1),
    ):
        browser.press(key, shift=shift)
        assert browser.text("#count").startswith(f"visit {visit} of 36")
        assert weights_shown(browser) == weights_of(run, visit)
    assert browser.text("#sentence").startswith("Visit 1: (0, 0) is −1 and has score 0. Mistake 1.")
    browser.press(" ")
    browser.wait_until("document.querySelector('#count').innerText.startsWith('visit 3 ')")
    browser.press(" ")
    browser.value("document.querySelector('#fit').focus()")
    browser.press("Tab")
    assert "Point 1 at (0, 0)" in browser.value("document.activeElement.ariaLabel")
    browser.press("ArrowRight")
    browser.press("ArrowUp", shift=True)
    assert state(browser)[0][0] == [0.1, 0.5]
    browser.press("Enter")
    assert state(browser)[1] == [1, -1, -1, 1]
    browser.press("Delete")
    assert len(state(browser)[0]) == 3


def test_a_start_that_is_none_is_refused_in_a_sentence(browser: Browser, folder: Path) -> None:
    browser.open(folder / "and.html")
    change(browser, "init", "1, x, 0")
    assert browser.text("#sentence") == "“x” is no number"
    assert browser.value("document.getElementById('init').ariaInvalid") == "true"
    change(browser, "init", "0, 0, 0")
    assert browser.text("#headline").startswith("Converged after 18")


def test_hostile_names_are_text(browser: Browser, folder: Path) -> None:
    data = Dataset(np.array(XOR, float), np.array(LABELS, np.int8), ("a", "b"), (HOSTILE, HOSTILE))
    job = job_for("boundary", Run(data, Rule()).finish(), HOSTILE)
    file = folder / "hostile.html"
    file.write_bytes(write_file(replace(job, name=HOSTILE), "html"))
    browser.open(file)
    assert HOSTILE.split("/")[-1] in browser.text("h1")
    assert browser.text("#legend").count(HOSTILE) == 2
    assert HOSTILE in browser.value("document.getElementById('add-plus').title")
    assert browser.value("document.querySelectorAll('img').length") == 0


@pytest.mark.parametrize("side", ["light", "dark"])
def test_it_is_as_light_or_dark_as_the_system_until_told(
    side: str, browser: Browser, folder: Path
) -> None:
    browser.prefer(side)
    browser.open(folder / "and.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    other = "dark" if side == "light" else "light"
    assert browser.value(ground) == rgb(TOKENS[side].page)
    browser.click("#side")
    assert browser.value(ground) == rgb(TOKENS[other].page)
    browser.press("t")
    assert browser.value(ground) == rgb(TOKENS[side].page)
    card = "getComputedStyle(document.querySelector('.card')).backgroundColor"
    assert browser.value(card) == rgb(THEMES[side].background)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(map(str, bytes.fromhex(colour.removeprefix('#'))))})"


def test_undo_takes_back_the_point_that_is_selected_and_visited(
    browser: Browser, folder: Path
) -> None:
    browser.open(folder / "and.html")
    browser.value("document.querySelector('#add-minus').focus()")
    browser.press("Enter")
    assert len(state(browser)[0]) == 5
    browser.value("location.hash = 'visit=5'")
    browser.wait_until(
        "document.querySelector('#arithmetic-title').innerText.startsWith('Visit 5')"
    )
    assert "point 5" in browser.text("#steps")
    browser.click("#undo")
    assert state(browser)[0] == XOR
    assert browser.text("#headline").startswith("Converged after 18 updates")


@pytest.mark.parametrize("notation", NOTATIONS)
def test_symbols_are_those_of_the_lecture(notation: str, browser: Browser, folder: Path) -> None:
    file = folder / f"{notation}.html"
    file.write_bytes(write_file(job_of("boundary", "and", {"notation": notation}), "html"))
    browser.open(file)
    symbol = to_plain(NOTATIONS[notation].bare_weights)
    assert weights_shown(browser).startswith(f"{symbol} = (3, 2), ")
    assert browser.text("#norms-title") == f"‖{symbol}‖² below its bound"


def unnamed(browser: Browser) -> list[str]:
    """Return the roles of what is pressed or chosen and has no name."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    used = [each for each in nodes if not each.get("ignored") and each["role"]["value"] in ROLES]
    assert len(used) > 20
    return [each["role"]["value"] for each in used if not each["name"]["value"].strip()]


def test_everything_that_is_pressed_or_chosen_has_a_name(browser: Browser, folder: Path) -> None:
    browser.open(folder / "and.html")
    assert unnamed(browser) == []


def test_without_a_script_there_is_the_picture_with_its_description(
    browser: Browser, folder: Path
) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        file = folder / "xor.html"
        browser.opened.add(file.as_uri())
        browser.call("Page.navigate", url=file.as_uri())
        browser.wait_until("document.querySelector('.described') !== null")
        assert "No line separates these points (proved)." in browser.text(".described")
        assert browser.value("document.querySelector('.figure').clientWidth > 300")
        assert browser.value("document.querySelector('main').clientHeight === 0")
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
