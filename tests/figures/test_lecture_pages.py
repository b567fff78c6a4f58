"""Every item of the five notes is shown by what its row in the manual names, as the row says."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.base.resources import read_page
from perceptron_gui.cli import COMMANDS, main
from perceptron_gui.core.data.library import LECTURE
from perceptron_gui.export.formats.formats import Job
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lessons.prose import to_plain as prose_text
from perceptron_gui.lessons.reader import lesson_named
from perceptron_gui.terminal.figure import add_figuring, trained_job
from perceptron_gui.terminal.parser import Parser, add_command, joined, read_data, typed_options

from .drawing import figures_of

PAGE = read_page("lectures").text


@dataclass(frozen=True)
class Row:
    """An item of a note: the commands and lesson steps that show it, and what is claimed."""

    lecture: str
    item: str
    commands: tuple[str, ...]
    steps: tuple[tuple[str, int], ...]
    state: str
    said: str  # after yes what the answer says, after partly the reason


def rows_of(lecture: str, table: str) -> Iterator[Row]:
    """Yield the rows of the table of a lecture."""
    for row in re.findall(r"^\| (.*) \|$", table, re.MULTILINE)[2:]:
        _, item, how, shown = row.split(" | ")
        commands = re.findall(r"`perceptron-gui (.*?)`", how)
        steps = [(name, int(n)) for name, n in re.findall(r"lesson `([\w-]+)`, step (\d+)", how)]
        state, _, said = shown.partition(": ")
        yield Row(lecture, item, tuple(commands), tuple(steps), state, said)


# The last two parts are about what no lecture has, and the literature.
ROWS = [
    row
    for part in PAGE.split("\n## ")[1:-2]
    for row in rows_of(part.partition("\n")[0], part.partition("\n")[2])
]
FIGURES = {
    command.split("--out ")[1].removesuffix(".png"): joined(shlex.split(command))
    for row in ROWS
    for command in row.commands
    if command.startswith("figure ")
}
# What each figure says, in its notes and beside its marks, and which marks carry the fact.
FACTS: dict[str, tuple[str, ...]] = {
    "vectors": ("w = (0.2, 0)", "x = (1, 1)", "[projected]"),
    "projection": ("a·b = 3·1 + 1·2 = 5", "45°", "√10"),
    "axis": ("a·b = 3·1 + 1·0 = 3", "‖a‖ cos ∠ = 3", "[projected]"),
    "orthogonal": ("= 0.", "90°"),
    "line": ("0.2x₁ − 0.1x₂ − 0.2 = 0",),
    "normal": ("u − v", "a right angle", "[right angle of w]"),
    "intercepts": ("−w₀/w₁ = 1", "−w₀/w₂ = −2", "[intercept 0]", "[intercept 1]"),
    "logistic": ("[line]", "[probability 0.7]", "[probability 0.3]"),
    "cell": ("synapses: weights", "dendrites: inputs", "hillock: threshold"),
    "topology": ("[neuron 0]", "[neuron 1]", "[neuron out]", "[weight 1 1]"),
    "neuron": ("w₁ = 0.2", "w₂ = 0", "w₀ = −0.1", "s = 0.1", "mistake"),
    "classes": ("[positive side]", "[negative side]"),
    "losses": ("[perceptron]", "[hinge]"),
    "sgd": ("∂L/∂w₁ = −1", "w₁ = 0 − 0.1·(−1) = 0.1"),
    "listing-melbourne": ("w₁ = 0.2 − 0.1·1 = 0.1", "w₀ = −0.1 − 0.1 = −0.2"),
    "xor-loss": ("[loss]", "[errors]"),
    "misprint": ("γ²/‖w*‖² = 1/17", "R² = 3", "[norm]", "[distance]"),
    "slides": ("[line]", "[ghost]"),
    "classifier": ("[weights]",),
    "line-2": ("2x₁ + 3x₂ − 6 = 0", "= 3", "= 2", "[weights]", "[intercept 0]", "[intercept 1]"),
    "sign": ("θ·x = 2·0 + 1·2 = 2",),
    "boundaries": ("[line]", "[weights]", "[ghost]"),
    "origin": ("x₁ + 2x₂ = 0", "[weights]"),
    "addition": ("(1, 1) + (−2, 1) = (−1, 2)", "[sum before]", "[sum step]", "[sum after]"),
    "listing-handwritten": ("θ = (2, 1) − 1·(0, 2) = (2, −1)",),
    "offset": ("θ₀ = 1 − 1 = 0",),
    "cycle": ("[cycle]", "[line 2]", "[line 5]"),
    "errors": ("No line through the origin", "[shade 0]"),
    "norms": ("k = 10 of at most 51",),
    "agreement": ("[point-1]", "[mistake]"),
    "history": ("1943", "Rosenblatt: the perceptron", "2012", "[date 13]"),
    "neuron-cmu": ("w(0)ᵀx(1) = 0",),
    "activations": ("[identity]", "[threshold]", "[ramp]", "[logistic]", "[tanh]", "s = 1,"),
    "network": ("[wire 0 1]", "[weight out 1]", "[part 1 1]"),
    "origin-cmu": ("= 49/61", "[separator]"),
    "six-steps": ("α(2) = 0.5·(−1 − 1) = −1", "w(2) = (2, 1) − 1·(0, 2) = (2, −1)"),
    "weights": ("[constraint 0]", "[constraint 1]", "[constraint 2]"),
    "tally": ("w = Σmᵢyᵢxᵢ = (2, 1) − (0, 2) = (2, −1)",),
    "proof-cmu": ("= 1/17", "M = 3", "[line]"),
    "sums": ("[norm]", "[middle]", "[upper]"),
    "squeeze": ("k = 18 of at most 51", "[upper]", "[lower]"),
    "fit": ("f = 0.5x₁ + 7/6", "E = 1/6", "[residuals]"),
    "bowl": ("≈ 0.15693", "≈ −1.03913, so it grows", "a = (1, 1, −1.5)"),
    "newton": ("(5, 3; 3, 3)", "(0.5, 7/6)"),
    "ridge-path": ("all weights go to 0", "[weight 2]"),
    "sparse-path": ("w₄ from l1", "w₃ from l1 = 1619.7", "[zero 4]"),
    "plateaus": ("[shade 2]", "[path]"),
    "valley": ("[shade 6]", "[path]"),
    "listing-southampton": ("a⁽³⁾ = (1.2, −0.5, −0.6)",),
    "no-alpha": ("risen at 2 of 13",),
    "distance": ("α = β²/γ = 3", "â = (2, 2, −3)"),
    "proof-southampton": ("β² = 3",),
    "affine": ("H does not hold the origin, so it is no vector space", "[V]", "[x0]"),
    "figure-1": ("−b/w₂ = 3.2", "[intercept 0]", "[intercept 1]"),
    "lemma": ("1/13", "[foot 3]", "[right angle 3]"),
    "figure-2": ("(1.2, 0.5) + (−1, 0) = (0.2, 0.5)", "b = −0.6 − 1 = −1.6", "[ghost]", "[line]"),
    "loss": ("[loss]",),
    "fan": ("every slope from −1 to 0", "[subgradients]"),
    "bounded": ("k = 10 of at most 51",),
}
# What an option of the plane is about: all of it lies within the frame.
IN_VIEW = ("line", "ghost", "intercept", "foot", "sum before", "sum step", "sum after", "weights")


def job_of(words: list[str]) -> Job:
    """Return what a command draws."""
    parser = Parser()
    meaning, handler, options, json = COMMANDS["figure"]
    commands = parser.add_subparsers()
    add_figuring(add_command(commands, "figure", meaning, handler, options, json), words[1:])
    arguments = parser.parse_args(words)
    view, data = VIEWS[arguments.words[0]], read_data(arguments.words[-1], arguments)
    return trained_job(arguments, view, data, typed_options(arguments))


def told(drawn: Figure) -> Iterator[str]:
    """Yield the notes, what is written in the figure, and the keys of its marks in brackets."""
    yield from map(to_plain, drawn.notes)
    for mark in drawn.marks:
        yield f"[{mark.key}]"
        if isinstance(mark, Text):
            yield to_plain(mark.text)


def test_every_item_of_the_five_notes_is_shown() -> None:
    listed = dict(re.findall(r"^- `([\w-]+)`: \[(.*?)\]", PAGE, re.MULTILINE))
    assert tuple(listed) == LECTURE.offered
    counts = Counter(row.lecture for row in ROWS)
    assert counts == dict(zip(listed.values(), (24, 21, 19, 15, 11), strict=True))
    states = Counter(row.state for row in ROWS)
    assert set(states) == {"yes", "partly"} and states["partly"] <= 3
    assert all(row.commands or row.steps for row in ROWS)


def test_every_figure_of_the_page_has_a_fact() -> None:
    assert list(FACTS) == list(FIGURES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.item)
def test_a_row_says_what_its_commands_and_steps_say(
    row: Row, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = []
    for command in row.commands:
        # What is drawn with pens takes long; the numbers are the same.
        assert main(shlex.split(command.replace(".png", ".csv"))) == 0
        told.append(capsys.readouterr().out)
    for name, number in row.steps:
        told.append(prose_text(lesson_named(name).steps[number - 1].prose))
    is_drawn = not row.steps and all(each.startswith("figure ") for each in row.commands)
    assert row.said or (row.state == "yes" and is_drawn)
    if row.state == "yes" and row.said:
        answer = "\n".join(told)
        assert [fact for fact in row.said.split("; ") if fact not in answer] == []


@pytest.mark.parametrize("name", FACTS)
def test_a_row_shows_what_it_claims(name: str) -> None:
    figures = figures_of(job_of(FIGURES[name]).drawing())
    words = "\n".join(line for drawn in figures for line in told(drawn))
    assert [fact for fact in FACTS[name] if fact not in words] == []
    assert "outside this view" not in words


@pytest.mark.parametrize("name", [name for name in FIGURES if FIGURES[name][1] == "boundary"])
def test_the_frame_holds_what_a_row_is_about(name: str) -> None:
    (drawn,) = figures_of(job_of(FIGURES[name]).drawing())
    assert drawn.x.range is not None and drawn.y.range is not None
    (x0, x1), (y0, y1) = drawn.x.range, drawn.y.range
    for mark in drawn.marks:
        if not mark.key.startswith(IN_VIEW) or isinstance(mark, Text):
            continue
        if isinstance(mark, Arrow):
            xs, ys = np.array([mark.x0, mark.x1]), np.array([mark.y0, mark.y1])
        else:
            assert isinstance(mark, Line | Dots)
            xs, ys = mark.x, mark.y
        room = 1e-9 * (x1 - x0 + y1 - y0)
        assert (xs >= x0 - room).all() and (xs <= x1 + room).all(), mark.key
        assert (ys >= y0 - room).all() and (ys <= y1 + room).all(), mark.key


def test_the_update_of_a_row_moves_the_weights() -> None:
    for name in ("figure-2", "addition"):
        job = job_of(FIGURES[name])
        assert job.run is not None
        assert (
            job.run.weights_at(job.cursor).tolist() != job.run.weights_at(job.cursor - 1).tolist()
        )


def test_question_4_is_misclassified_after_its_own_update() -> None:
    run = job_of(FIGURES["agreement"]).run
    assert run is not None
    i = run.point_of_update(int(run.updates_at(4)))
    x = [*run.dataset.points[i], 1.0]
    before, after = (float(run.dataset.labels[i] * (run.weights_at(t) @ x)) for t in (4, 5))
    assert (before, after) == (-4, -1)


def test_figures_as_in_a_lecture_have_the_markers_and_classes_of_its_slides() -> None:
    exercise = job_of(FIGURES["classes"])
    assert exercise.dataset.class_names == ("class B", "class A")
    for job, shapes in (
        (exercise, ("circle", "square")),
        (job_of(FIGURES["slides"]), ("circle", "square")),
        (job_of(FIGURES["classifier"]), ("triangle", "circle")),
        (job_of(FIGURES["logistic"]), ("triangle", "circle")),
    ):
        style = job.page.theme.style
        assert (style(Role.NEGATIVE).marker, style(Role.POSITIVE).marker) == shapes
    assert job_of(FIGURES["slides"]).dataset.class_names == ("-1", "+1")
