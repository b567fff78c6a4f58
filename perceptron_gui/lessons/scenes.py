"""Scenes: what a step shows, a session and a place in its run, made from the scene before.

A scene without data or points changes the one before; with them everything starts anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from perceptron_gui.base.errors import DataError, InputError, OptionError
from perceptron_gui.base.params import params_of
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.core.data.unseen import TESTING, HoldOut
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.moment import read_place
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.json import OptionValue
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.registry import LABORATORIES, VIEWS
from perceptron_gui.lectures.presets import lecture_rule

from .source import Entry

PLANE = "plane"
# The panels of the window by their names there; a test compares them.
PANELS = (
    "rules", "data", "points", "norms", "loss", "agreement", "weight-space", "bowl",
    "mistakes", "cosine", "distance", "listing", "neuron", "history", "projection", "tally",
    "losses", "activations", "explanation", "why", "what-if",
)  # fmt: skip
MOST_POINTS, MOST_COORDINATES = 2_000, 50
_MOST_WORK = 200_000_000  # multiplications of a run, some seconds
_SLICE = 1 << 12  # visits between two looks at how much that was
_MOST_VIEWS = 40
# Words of the lecture for words of the options.
_OTHER_NAMES = {"name": "rule"}
_OTHER_WORDS = {("rule", "perceptron"): "pla", ("arithmetic", "float"): "float64"}
OF_RUN = ("data", "points", "targets", "test", "test_seed", "rule", "as_in_lecture", "at")
TARGETS = ("labels", "real")  # what the last number of a point is
OF_SCENE = (*OF_RUN, "symbols", "page", "panels", "views", "plays")


def page_names() -> dict[str, str]:
    """Return the pages of the window by their names and by the titles of experiments."""
    pages = {name: name for name in (PLANE, "proof", "certificate", "cycle", "network")}
    for key, row in LABORATORIES.items():
        pages |= dict.fromkeys((key, row.views[0], row.title.lower()), row.views[0])
    return pages


@dataclass(frozen=True)
class Scene:
    """What a step shows: a session with its cursor, the page of the window, and its panels."""

    session: Session
    page: str = PLANE
    panels: tuple[str, ...] | None = None  # None: those that are open
    plays: bool = False  # once the step is shown
    same_run: Scene | None = field(default=None, compare=False)  # one that trains alike

    @property
    def rule(self) -> Rule:
        """The rule that is shown."""
        return self.session.rules[self.session.shown]

    @property
    def cursor(self) -> int | Literal["end"]:
        """After which visit the scene begins."""
        return self.session.cursor

    @cached_property
    def run(self) -> Run:
        """The run, trained to its end; raises an InputError where that is impossible."""
        if self.same_run is not None:
            return self.same_run.run
        return finished_run(self.session.dataset, self.rule)

    @cached_property
    def visit(self) -> int:
        """The cursor as a visit of the run."""
        return read_place(str(self.cursor))(self.run)

    @cached_property
    def run_to_cursor(self) -> Run:
        """The run, gone on in a proved cycle where the cursor is beyond its end."""
        return self.run.prolonged(self.visit) if self.visit > self.run.visits else self.run


@dataclass(frozen=True)
class SceneChange:
    """What a scene, a claim or a condition changes; None is left as it is."""

    dataset: Dataset | None = None
    name: str = ""  # of the data in the library
    held_out: HoldOut | None = None
    rule: Mapping[str, Any] = field(default_factory=dict)  # options as they are typed
    lecture: str | None = None  # "" for the lecture of the data
    at: str | None = None
    symbols: str | None = None
    page: str | None = None
    panels: tuple[str, ...] | None = None
    views: Mapping[str, Mapping[str, OptionValue]] | None = None
    plays: bool = False  # which the next scene does not take over

    def apply(self, before: Scene | None, symbols: str) -> Scene:
        """Return the scene after the change; raises an InputError where there is none.

        `symbols` are those of a scene that starts anew.
        """
        if self.dataset is not None:
            start = Scene(Session(self.dataset, self.name, cursor=0, notation=symbols))
        elif before is not None:
            start = before
        else:
            raise InputError("the first scene needs data or points")
        session = self._with_rule(start.session)
        if self.held_out is not None:
            session = replace(session, dataset=self.held_out.of(session.dataset))
        if self.symbols is not None:
            session = replace(session, notation=self.symbols)
        if self.views is not None:
            views = {**session.views, **self.views}  # one without options is as usual again
            session = replace(session, views={name: of for name, of in views.items() if of})
        scene = Scene(
            session,
            start.page if self.page is None else self.page,
            start.panels if self.panels is None else self.panels,
            self.plays,
            start if self.held_out is None and session.rules[0] == start.rule else None,
        )
        return scene if self.at is None else _moved(scene, self.at)

    def _with_rule(self, session: Session) -> Session:
        rule = session.rules[session.shown]
        if self.lecture is None:
            # Also where nothing is given: then no option counts as typed.
            return replace(session, rules=(rule.with_options(self.rule),), shown=0)
        entry = LIBRARY.get(session.name.partition(":")[0])
        lecture = self.lecture or (entry.lecture if entry else "")
        if not lecture:
            raise InputError("as_in_lecture: these data come from no lecture; name one of them")
        made = lecture_rule(entry, lecture, rule.with_options(self.rule), self.rule)
        return replace(session, rules=(made,), shown=0, notation=lecture)


def _moved(scene: Scene, at: str) -> Scene:
    """Return the scene at another place; one that counts updates is looked up in the run."""
    cursor: int | Literal["end"]
    if at == "end":
        cursor = "end"
    else:
        place = read_place(at)
        cursor = int(at) if at.isdigit() else place(scene.run)
    return replace(scene, session=replace(scene.session, cursor=cursor), same_run=scene)


def finished_run(dataset: Dataset, rule: Rule) -> Run:
    """Train to the end; an InputError says that it takes too long for a lesson."""
    run = Run(dataset, rule)
    each = run.space.dimension
    if run.path.visiting.chooses_mistakes:
        each *= len(dataset)
    slice_ = max(1, min(_SLICE, _MOST_WORK // each))
    while not run.is_over:
        if run.visits * each > _MOST_WORK:
            raise InputError(
                f"the run goes on after {run.visits} visits; that is too long for a lesson: "
                "give fewer points or epochs"
            )
        run.advance(slice_)
    return run


def read_change(entry: Entry, known: tuple[str, ...] = OF_SCENE) -> SceneChange:
    """Return what a table of a lesson changes."""
    found = entry.table(known)
    if "data" in found and "points" in found:
        raise found["points"].error("there are data already; give one of them")
    dataset, name = None, ""
    if "data" in found:
        dataset, name = _read_data(found["data"])
    elif "points" in found:
        is_real = "targets" in found and found["targets"].one_of(TARGETS) == "real"
        dataset = read_points(found["points"], is_real)
    if "targets" in found and "points" not in found:
        raise found["targets"].error("says what the last number of points is; there are none")
    lecture: str | None = None
    if "as_in_lecture" in found and found["as_in_lecture"].value is True:
        lecture = ""
    elif "as_in_lecture" in found and found["as_in_lecture"].value is not False:
        lecture = found["as_in_lecture"].lecture()
    return SceneChange(
        dataset,
        name,
        _read_test(found) if "test" in found or "test_seed" in found else None,
        read_rule(found["rule"]) if "rule" in found else {},
        lecture,
        read_at(found["at"]) if "at" in found else None,
        found["symbols"].lecture() if "symbols" in found else None,
        page_names()[found["page"].one_of(page_names())] if "page" in found else None,
        read_panels(found["panels"], PANELS) if "panels" in found else None,
        _read_views(found["views"]) if "views" in found else None,
        "plays" in found and found["plays"].truth(),
    )


def _read_test(found: Mapping[str, Entry]) -> HoldOut:
    """Return how many points are kept out of training, and which."""
    values: dict[str, Any] = {}
    for name in TESTING.keys() & found.keys():
        try:
            values[name] = TESTING[name].read(found[name].value)
        except OptionError as error:
            raise found[name].error(error.remark.worded(name)) from error
    return HoldOut(**values)


def _read_data(entry: Entry) -> tuple[Dataset, str]:
    source = entry.line_of_text(200)
    name = source.partition(":")[0]
    if name not in LIBRARY:
        hint = did_you_mean(name, LIBRARY) or "; perceptron-gui datasets lists them"
        raise entry.error(f"no data set named {quoted(name)}{hint}")
    try:
        dataset = load_data(source).dataset
    except InputError as error:
        raise entry.error(str(error)) from error
    if len(dataset) > MOST_POINTS or dataset.dimension > MOST_COORDINATES:
        raise entry.error(f"has {len(dataset)} points; a lesson takes at most {MOST_POINTS}")
    return dataset, source


def read_points(entry: Entry, is_real: bool = False) -> Dataset:
    """Return points that are written as coordinates and, last, the label or a real target."""
    rows = [each.entries(MOST_COORDINATES + 1) for each in entry.entries(MOST_POINTS)]
    if not rows:
        raise entry.error("there are no points; give at least one as [x, y, label]")
    for row in rows:
        if len(row) < 2 or len(row) != len(rows[0]):
            wanted = max(len(rows[0]), 2)
            raise (row[0] if row else entry).error(
                f"each point has {wanted} numbers, its label last; this one has {len(row)}"
            )
        for each in row:
            if type(each.value) not in (int, float):
                raise each.must_be("a number")
        if not is_real and row[-1].value not in (-1, 1):
            raise row[-1].error("the last number of a point is its label, −1 or 1")
    try:
        points = [[each.value for each in row[:-1]] for row in rows]
        make = Dataset.of_targets if is_real else Dataset.of
        return make(points, [row[-1].value for row in rows])
    except (DataError, OverflowError) as error:
        raise entry.error(str(error)) from error


def read_rule(entry: Entry) -> dict[str, Any]:
    """Return the options of a rule; each is read once, so that a wrong one is named here."""
    options: dict[str, Any] = {}
    for key, each in entry.options().items():
        name = _OTHER_NAMES.get(key, key)
        if name not in OPTIONS:
            hint = did_you_mean(key, OPTIONS) or f"; there may be {', '.join(OPTIONS)}"
            raise each.error(f"unknown option {quoted(key)}{hint}")
        if name in options:
            raise each.error(f"{name} is given twice; give it once")
        options[name] = _read_option(name, each)
    return options


def _read_option(name: str, entry: Entry) -> Any:
    value = entry.value
    if isinstance(value, str):
        value = _OTHER_WORDS.get((name, value), entry.text(1000))
    entries = value if isinstance(value, list) else [value]
    if len(entries) > MOST_POINTS or any(type(v) not in (bool, int, float, str) for v in entries):
        raise entry.must_be(OPTIONS[name].kind.stored[0])
    try:
        OPTIONS[name].read(value)
    except OptionError as error:
        raise entry.error(error.remark.worded(name)) from error
    return tuple(value) if isinstance(value, list) else value


def read_at(entry: Entry) -> str:
    """Return a place in a run: a visit, `end`, or an update as in k=3."""
    if isinstance(entry.value, int) and not isinstance(entry.value, bool):
        return str(entry.count(0, 2**53 - 1))
    at = entry.line_of_text(40)
    try:
        read_place(at)
    except InputError as error:
        raise entry.error(str(error)) from error
    return at


def read_panels(entry: Entry, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return names, each once."""
    return tuple(dict.fromkeys(each.one_of(known) for each in entry.entries(len(known))))


def _read_views(entry: Entry) -> dict[str, dict[str, OptionValue]]:
    found: dict[str, dict[str, OptionValue]] = {}
    for name, table in entry.options(_MOST_VIEWS).items():
        if name not in VIEWS:
            raise table.error(f"there is no view {quoted(name)}{did_you_mean(name, VIEWS)}")
        found[name] = _read_view(name, table)
    return found


def _read_view(name: str, entry: Entry) -> dict[str, OptionValue]:
    """Return the options of a view; `show` lists its switches, as on the command line."""

    kind = VIEWS[name].options
    params = params_of(kind)
    options: dict[str, OptionValue] = {}
    for key, each in entry.options().items():
        if key == "show" and key not in params:
            words = each.value if isinstance(each.value, list) else each.text(400, True).split(",")
            switches = [param.name for param in params.values() if param.is_flag]
            for word in words:
                switch = str(word).strip().replace("-", "_")
                if switch not in switches:
                    hint = did_you_mean(switch, switches) or f"; it can show {', '.join(switches)}"
                    raise each.error(f"{name} does not show {quoted(switch)}{hint}")
                options[switch] = True
            continue
        try:
            value = tuple(each.value) if isinstance(each.value, list) else each.value
            read_options(kind, {key.replace("-", "_"): value})
        except InputError as error:
            raise each.error(str(error)) from error
        options[key.replace("-", "_")] = value
    return options
