"""The bound against brute force, and at sizes no loop could reach."""

from __future__ import annotations

import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.core.runs.bounds import Bounds

positive = st.fractions(Fraction(1, 50), 20, max_denominator=60)


@given(positive, positive, positive, st.fractions(-3, 3, max_denominator=30), positive)
def test_the_most_updates_are_those_of_the_inequality(
    radius: Fraction, margin: Fraction, eta: Fraction, along: Fraction, more: Fraction
) -> None:
    # ‖w₀‖² ≥ ⟨w₀, p⟩²/‖p‖² (Cauchy and Schwarz), and R ≥ γ.
    start = along**2 / margin + more
    bounds = Bounds(margin + radius, margin, eta, start, along)
    most = bounds.most_updates

    def possible(k: int) -> bool:
        side = along**2 / margin + 2 * k * eta * along + k * k * eta**2 * margin
        ahead = along + k * eta * margin > 0
        return not ahead or side <= start + k * eta**2 * (margin + radius)

    assert possible(most) and not possible(most + 1)
    assert most <= bounds.limit < most + 1
    assert bounds.limit <= float(bounds.distance_limit) * (1 + 1e-9)


def test_a_bound_of_37_digits_is_found_at_once() -> None:
    run = train([[1700000000], [1700000001]], [1, -1], epochs=1)
    assert run.bounds is not None
    assert run.bounds.most_updates == 33408400058956000060690000030600000010
    assert run.to_json()["theory"]["most_updates"] == run.bounds.most_updates
    assert run.to_json()["theory"]["mistake_bound"] == float(run.bounds.most_updates)


def test_numbers_at_the_limits_can_be_written() -> None:
    points = [[1e75, 1e-75], [1e75, -1e-75], [-1e75, -1e-75]]
    run = train(points, [1, -1, -1], epochs=1, eta="1e-75", init="1e75,1e75,1e75")
    assert run.to_json()["theory"]["most_updates"] > 10**299
    json.dumps(run.to_json(), allow_nan=False)
