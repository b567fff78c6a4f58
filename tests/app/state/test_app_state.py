"""What views are drawn from: the options that the state decides, without any window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from perceptron_gui.app.state.app_state import AppState
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.theory.run_text.poll import question_of


def learnt(data: str, visit: int = -1, **options: Any) -> AppState:
    """Return what a window shows after a visit, by default after the last one."""
    session = Session(make(LIBRARY[data]), rules=(Rule.of(options),))
    run = Run(session.dataset, session.rules[0]).finish()
    moment = Moment(run.visits if visit < 0 else visit)
    return AppState(Document.opened(OpenFile(session)), run=run, moment=moment)


def plot(state: AppState, name: str) -> Figure:
    drawn = state.source(name).build()
    assert isinstance(drawn, Figure)
    return drawn


def test_a_run_that_diverged_is_said_and_drawn_on_logarithmic_axes() -> None:
    descent: dict[str, Any] = {"rule": "least-squares", "solver": "gd"}
    state = learnt("and", **descent, eta=10, epochs=1000)
    assert state.headline.full.startswith("Diverged")
    norms, loss = plot(state, "norms"), plot(state, "loss")
    for figure in (norms, loss):
        assert figure.y.log
        assert any("diverged" in note for note in figure.notes)
    assert norms.x.log and not loss.x.log
    calm = learnt("and", **descent, eta="1/100", epochs=20)
    assert not plot(calm, "norms").y.log and not plot(calm, "loss").y.log


@pytest.mark.parametrize(("epochs", "counts"), [(3, "visits"), (60, "epochs")])
def test_sgd_shows_its_own_loss_and_long_runs_count_epochs(epochs: int, counts: str) -> None:
    loss = plot(learnt("blobs", rule="sgd", loss="logistic", epochs=epochs), "loss")
    assert (loss.mark("own-loss").role, loss.mark("loss").role) == (Role.OWN_LOSS, Role.SIDE_LOSS)
    assert loss.x.counts == counts
    if counts == "epochs":
        assert loss.x.range is not None and 55 < loss.x.range[1] < 70


def test_plots_show_the_whole_run_or_until_now() -> None:
    def last(visit: int, **changes: Any) -> float:
        reach = plot(replace(learnt("and", visit), **changes), "norms").x.range
        assert reach is not None
        return reach[1]

    assert last(3) == last(9) == last(36)
    assert last(3, until_now=True) < last(9, until_now=True) < last(36)


def test_plots_of_a_cycle_show_its_last_rounds() -> None:
    state, starts = learnt("xor"), []
    assert state.run is not None
    for visit in (80, 160, 240):  # after 20 rounds, 40 and 60
        run = state.run.prolonged(visit)
        played = replace(state, run=run, moment=Moment(visit))
        norms, shown, k = plot(played, "norms"), plot(played, "loss").x.range, run.updates_at(visit)
        assert norms.x.range is not None and shown is not None
        assert norms.x.range[0] < k <= norms.x.range[1] and shown[0] < visit <= shown[1]
        starts.append((norms.x.range[0], shown[0]))
        # A saw-tooth that stays flat, while R²k = 3k, the constant coordinate included, soars.
        norm, bound = norms.mark("norm"), norms.mark("upper-value")
        assert isinstance(norm, Line) and isinstance(bound, Text)
        assert sorted({*norm.y.tolist()}) == [0.0, 1.0, 3.0]
        assert bound.text.startswith("far above: ") and bound.text.endswith(f"= {3 * k}$")
    assert starts == sorted(set(starts)) and starts[0][1] < starts[1][1] < starts[2][1]


def test_every_question_of_the_first_xor_has_a_right_answer() -> None:
    session = load("xor").session
    run = Run(session.dataset, session.rules[0]).finish().prolonged(8)
    state = AppState(Document.opened(OpenFile(session)), run=run)
    for visit in range(1, 9):  # two rounds
        question = question_of(run, visit, state.notation)
        assert question.truth in range(len(question.answers))
