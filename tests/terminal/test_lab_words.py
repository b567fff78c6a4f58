"""The words of the command `lab`: one or several, and limits by their right name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.program import Told

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_one_order_makes_one_update(told: Told) -> None:
    Path("one.csv").write_text("x1,x2,y\n1,2,1\n", encoding="utf-8")
    assert "There is one order. It makes 1 update." in told("lab", "orders", "one.csv")
    said = told("lab", "orders", "one.csv", "--starts", "--trials", "1")
    assert "Tried: 1 random start, seed 0. It makes" in said


def test_one_point_that_cycles_does_so_visit_by_visit(told: Told) -> None:
    Path("origin.csv").write_text("x1,x2,y\n0,0,1\n", encoding="utf-8")
    said = told("lab", "orders", "origin.csv", "--no-offset")
    assert "It cycles, in rounds of 1 visit." in said


def test_the_limit_of_a_penalized_descent_names_its_penalty(told: Told) -> None:
    said = told("lab", "steps", "and", "--l2", "1")
    assert "1/λ_max(YᵀY + l2·I) = 0.135643 only" in said  # 1/(6.3723 + 1)
    assert "1/λ_max(YᵀY) = 0.15693 only" in told("lab", "steps", "and")
