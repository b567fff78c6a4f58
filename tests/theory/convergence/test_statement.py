"""The names of what lines speak of: one vocabulary for proofs, certificates and cycles."""

from __future__ import annotations

import re

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import PROOFS, proof_of
from perceptron_gui.theory.convergence.statement import (
    HIGHLIGHTS,
    POINT,
    STATE,
    numbered,
    numbers_of,
)
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_lines
from tests.figures.timelines import AND, RUNS, XOR, run_of

BOARD = NOTATIONS["000"]


def spoken_of(run: Run) -> set[str]:
    """Return what all lines about a run speak of, with N for every number."""
    visits = range(min(run.visits, 4) + 1)
    proofs = [proof_of(run, visit, BOARD, which) for visit in visits for which in PROOFS]
    told = [line.highlights for line in (*certificate_lines(run), *cycle_lines(run))]
    told += [line.highlights for proof in proofs for line in proof.lines]
    return {re.sub(r" \d+$", " N", name) for highlights in told for name in highlights}


def test_whatever_the_run_lines_speak_of_known_things() -> None:
    for name in RUNS:
        assert spoken_of(run_of(name)) <= set(HIGHLIGHTS), name


def test_all_names_of_things_are_spoken_of() -> None:
    assert spoken_of(train(*AND)) | spoken_of(train(*XOR)) == set(HIGHLIGHTS)


def test_points_and_states_are_told_apart_by_their_numbers() -> None:
    names = (*numbered(POINT, [12, 0]), *numbered(STATE, [3]), "point N", "hulls", "points 4")
    assert names[:3] == ("point 12", "point 0", "state 3")
    assert numbers_of(POINT, names) == [0, 12]
    assert numbers_of(STATE, names) == [3]
    assert numbers_of(POINT, ()) == []
