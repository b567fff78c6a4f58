"""Web pages as files: what they hold, load, escape and carry, and which visits they show."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import PurePath
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import session_in
from perceptron_gui.export.formats.formats import Job, write_file
from perceptron_gui.export.layout.page import motion_of, page_of
from perceptron_gui.export.pages.live import can_be_live
from perceptron_gui.export.pages.played import MOST_MOMENTS, all_visits
from perceptron_gui.figures.model.theme import THEMES, TOKENS, colours_of
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.words import headline
from tests.cases import slow_but

VOID = {"meta", "input", "br", "link", "img"}
# The name of a language, which is no address that anything is loaded from.
NAMESPACE = "http://www.w3.org/2000/svg"
# What a live page does not show, so that a plane is written as figures of every visit.
RECORDED = {"numbers": True}
LARGEST_LIVE = 150_000  # bytes
HOSTILE = "</script><script>alert(1)</script><!-- \" ' & <img src=x onerror=alert(2)> ]]> {0} %s"


def job_of(view: str, data: str, given: dict[str, Any] | None = None, **rule: Any) -> Job:
    run = Run(make(LIBRARY[data]), Rule.of(rule)).finish()
    return job_for(view, run, data, given)


def job_for(view: str, run: Run, name: str, given: dict[str, Any] | None = None) -> Job:
    words = {k: v for k, v in (given or {}).items() if k in ("size", "theme", "frames", "fps")}
    own = {k: v for k, v in (given or {}).items() if k not in words}
    return Job(
        view=VIEWS[view],
        dataset=run.dataset,
        rule=run.rule,
        run=run,
        cursor=run.visits,
        options=read_options(VIEWS[view].options, own),
        page=page_of(words),
        name=name,
        program="1",
        motion=motion_of(words),
        page_words=words,
    )


class PageReader(HTMLParser):
    """Reads a page: elements in order, whether all are closed, and the text of some."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, str] = {}
        self.words = ""
        self._open: list[str] = []
        self._inside = ""
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag not in VOID:
            self._open.append(tag)
        self._inside = found.get("id") or tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data
        self.words += data

    def of(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        """Return the attributes of elements."""
        return [
            found
            for name, found in self.elements
            if name == tag and all(found.get(key) == value for key, value in attributes.items())
        ]

    @property
    def data(self) -> dict[str, Any]:
        """What the script reads."""
        packed = base64.b64decode(self.texts["given"])
        found: dict[str, Any] = json.loads(zlib.decompress(packed))
        return found

    @property
    def scene(self) -> dict[str, Any]:
        """The only scene that the script reads."""
        (found,) = self.data["scenes"]
        assert isinstance(found, dict)
        return found


def read(job: Job) -> PageReader:
    return PageReader(write_file(job, "html").decode())


@pytest.mark.parametrize("view", slow_but(["boundary", "trace", "proof"], VIEWS))
def test_every_view_is_a_page_below_a_megabyte_that_reopens(view: str) -> None:
    job = job_of(view, "and", RECORDED if view == "boundary" else None)
    written = write_file(job, "html")
    assert len(written) < 1_000_000
    assert len(PageReader(written.decode()).scene["frames"]) in (1, 37)
    session = session_in(written, "page")
    assert session is not None
    assert (session.view, session.dataset, session.cursor) == (view, job.dataset, "end")


@pytest.mark.parametrize("given", [RECORDED, {}], ids=["recorded", "live"])
def test_a_page_loads_nothing_and_allows_nothing_but_its_own_script_and_style(
    given: dict[str, Any],
) -> None:
    text = write_file(job_of("boundary", "xor", given), "html").decode()
    page = PageReader(text)
    assert "http" not in re.sub(r'http-equiv="Content|' + NAMESPACE, "", text)
    assert not re.search(r"(?i)@import|\burl\((?!#c)|src=|javascript:|\son\w+=", text)
    assert {found["href"][0] for _, found in page.elements if "href" in found} <= {"#"}
    assert not [found for _, found in page.elements if "style" in found]
    (policy,) = page.of("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.strip().split(" ", 1) for rule in policy["content"].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for rule, tag in (("script-src", "script"), ("style-src", "style")):
        inside = re.findall(rf'<{tag}(?: type="module")?>(.*?)</{tag}>', text, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()) for one in inside]
        assert [f"'sha256-{digest.decode()}'" for digest in digests] == [rules[rule]]
    assert sorted(found["type"] for found in page.of("script")) == ["module", "text/plain"]


def test_hostile_words_stay_words() -> None:
    run = Run(make(LIBRARY["xor"]), Rule()).finish()
    for name, title in ((HOSTILE, ""), ("xor", HOSTILE), ("xor", "price $5")):
        job = replace(job_for("boundary", run, name, {}), name=name)
        job = replace(job, options=replace(job.options, title=title))
        page = read(job)
        assert len(page.of("script")) == 2
        assert not page.of("img")
        said = title or PurePath(name).name
        assert page.texts["title"].strip().endswith(said)
        assert page.texts["h1"].strip().endswith(said)


def test_the_first_figure_is_there_without_a_script() -> None:
    text = write_file(job_of("boundary", "and", RECORDED), "html").decode()
    drawn = re.search(r'<svg class="figure" viewBox.*?</svg>', text, re.DOTALL)
    assert drawn is not None
    tree = ElementTree.fromstring(drawn[0])
    (ink,) = [each for each in tree if each.get("class") == "ink"]
    page = PageReader(text)
    first = page.scene["frames"][page.scene["first"]]
    assert len(ink) == len(first)
    assert "".join(page.data["shapes"][number] for number in first) in drawn[0]
    used = set(re.findall(r'href="#(g\d+)"|url\(#(c\d+)\)', text))
    known = set(re.findall(r'id="([gc]\d+)"', text))
    assert {one or other for one, other in used} <= known


def test_all_moments_have_the_words_of_the_window() -> None:
    page = read(job_of("boundary", "and", RECORDED))
    moments = page.scene["moments"]
    assert [each["visit"] for each in moments] == list(range(37))
    assert moments[0]["kind"] == ""
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    mistakes = [t for t, each in enumerate(moments) if each["kind"] == "mistake"]
    assert mistakes == run.history.visits_of(np.arange(len(run.history))).tolist()
    for visit in (1, run.visits):
        full = headline(run, Moment(visit), NOTATIONS["000"]).full
        assert html.escape(full) in moments[visit]["said"]


def test_a_proved_cycle_shows_a_few_rounds_and_comes_again() -> None:
    run = Run(make(LIBRARY["xor"]), Rule()).finish()
    found = run.cycle
    assert found is not None
    visits = all_visits(run, None)
    rounds = (visits.shown[-1] - found.start_visit) / found.period_visits
    assert rounds == 3
    assert visits.again is not None
    longer = run.prolonged(visits.shown[-1])
    ends = longer.weights_after(
        longer.updates_at(np.array([visits.shown[-1], visits.shown[visits.again - 1]]))
    )
    assert ends[0].tolist() == ends[1].tolist()
    moments = read(job_of("boundary", "xor", RECORDED)).scene["moments"]
    assert "Round 3." in moments[-1]["said"]
    early = all_visits(run, found.end_visit - 1)
    assert early.again is None and early.shown[-1] == found.end_visit - 1


def test_a_long_run_is_shown_at_some_visits_with_every_update_if_they_are_few() -> None:
    points = np.arange(400.0)[:, None] + 1.0
    run = Run(Dataset.of(points, np.where(points[:, 0] > 200, 1, -1)), Rule()).finish()
    assert run.visits > MOST_MOMENTS
    visits = all_visits(run, None)
    assert len(visits.shown) <= MOST_MOMENTS
    assert visits.shown[0] == 0 and visits.shown[-1] == run.visits
    few = Run(run.dataset, Rule.of({"max_updates": 50})).finish()
    shown = all_visits(few, None)
    updates = few.history.visits_of(np.arange(len(few.history))).tolist()
    assert len(updates) == 50 and set(updates) <= set(shown.shown)
    assert len(shown.shown) <= MOST_MOMENTS
    gaps = np.diff(shown.shown)
    assert gaps.max() <= 3 * few.visits / (MOST_MOMENTS - 50)


def test_a_page_that_gets_too_large_shows_fewer_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    from perceptron_gui.export.formats import formats

    job = job_of("boundary", "blobs", RECORDED)
    assert len(write_file(job, "html")) > 160_000
    monkeypatch.setattr(formats, "_LARGEST_PAGE", 160_000)
    page = write_file(job, "html", with_session=False)
    assert len(page) <= 160_000
    assert PageReader(page.decode()).scene["frames"]


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_has_a_light_and_a_dark_side(theme: str) -> None:
    text = write_file(job_of("loss", "and", {"theme": theme}), "html").decode()
    sides = {side: re.search(rf"data-theme={side}\]{{(.*?)}}", text) for side in ("light", "dark")}
    for side, found in sides.items():
        assert found is not None
        colours = dict(re.findall(r"--([\w-]+):(#\w+);", found[1]))
        own = {"light": {"print": "print"}, "dark": {"contrast": "contrast"}}[side]
        name = own.get(theme, side)
        tokens = vars(TOKENS.get(name, TOKENS["light"]))
        expected = tokens | colours_of(name)
        assert colours == {name.replace("_", "-"): value for name, value in expected.items()}
        used = set(re.findall(r"var\(--([\w-]+)\)", text))
        assert used <= set(colours)
    forced = PageReader(text).of("html")[0].get("data-theme", "")
    assert forced == {"light": "", "print": "light", "dark": "dark", "contrast": "dark"}[theme]


def test_writing_reports_and_can_be_cancelled() -> None:
    told: list[tuple[int, int]] = []
    job = replace(job_of("boundary", "xor", RECORDED), progress=lambda *done: told.append(done))
    write_file(job, "html")
    assert told[-1] == (13, 13)
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def cancel(done: int, _total: int) -> None:
        if done > 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_file(replace(job, progress=cancel), "html")


@pytest.mark.parametrize("data", ["and", "xor", "blobs"])
def test_a_live_page_is_small_and_reopens_in_the_program(data: str) -> None:
    job = job_of("boundary", data)
    written = write_file(job, "html")
    assert len(written) < LARGEST_LIVE
    session = session_in(written, "page")
    assert session is not None
    assert (session.view, session.dataset, session.cursor) == ("boundary", job.dataset, "end")
    given = PageReader(written.decode()).scene
    points = [[float(each) for each in point] for point in given["points"]]
    assert (points, given["labels"]) == (job.dataset.points.tolist(), job.dataset.labels.tolist())


def test_the_picture_and_its_description_are_in_a_live_page() -> None:
    written = write_file(job_of("boundary", "xor"), "html").decode()
    page = PageReader(written)
    assert len(page.of("svg", **{"aria-describedby": "still-described"})) == 1
    assert "No line separates these points (proved)." in page.texts["still-described"]


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ("xor", {"rule": "sgd"}),
        ("xor", {"rule": "least-squares"}),
        ("xor", {"rule": "kernel"}),
        ("xor", {"rule": "voted"}),
        ("xor", {"lift": "product"}),
        ("xor", {"scale": "standard"}),
        ("xor", {"keep_going": True}),
        ("xor", {"arithmetic": "float64"}),
        ("blobs:n=202", {}),
        ("one-hot", {}),
    ],
)
def test_what_the_engine_does_not_have_is_no_live_page(data: str, options: dict[str, Any]) -> None:
    name, _, given = data.partition(":")
    values = dict(part.split("=") for part in given.split(",")) if given else {}
    assert not can_be_live(Run(make(LIBRARY[name], **values), Rule.of(options)))
    assert can_be_live(Run(make(LIBRARY["xor"]), Rule()))


def test_a_page_that_is_asked_for_more_than_a_live_plane_shows_is_recorded() -> None:
    for given in ({"frames": "updates"}, {"margin": True}, {"update": True}):
        assert "frames" in read(job_of("boundary", "and", given)).scene
