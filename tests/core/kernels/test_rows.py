"""Numbers made whole by the compiled loop are those of numpy, and are refused where those are."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.row_kernels import fill_rows, fill_signed, tidy
from perceptron_gui.core.space.space import Space


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("numpy does the same without numba")


def both(dataset: Dataset, offset: bool, bias: Fraction) -> list[Space]:
    """Return the space whose numbers the loop made whole, and that of numpy."""
    made = Space(dataset, offset=offset, bias_scale=bias)
    _ = made.scaled
    assert fill_rows.is_ready
    other = Space(dataset, offset=offset, bias_scale=bias)
    with pytest.MonkeyPatch.context() as without:
        without.setattr(fill_rows, "compiled", None)
        _ = other.scaled
    return [made, other]


@pytest.mark.parametrize("bias", [Fraction(1), Fraction(1, 3), Fraction(5, 2), Fraction(10**6)])
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("decimals", [0, 3, 9])
def test_rows_are_the_same_compiled_and_not(bias: Fraction, offset: bool, decimals: int) -> None:
    random = np.random.Generator(np.random.PCG64(decimals))
    for n in (1, 5, 700):
        points = random.normal(size=(n, 3)).round(decimals)
        labels = np.where(random.random(n) < 0.5, -1, 1)
        one, two = both(Dataset.of(points, labels), offset, bias)
        assert one.scaled is not None
        assert two.scaled is not None
        assert (one.unit, one.largest) == (two.unit, two.largest)
        assert one.scaled[0].dtype == two.scaled[0].dtype
        assert np.array_equal(one.scaled[0][:, :-1], two.scaled[0][:, :-1])


@pytest.mark.parametrize("bias", [Fraction(1), Fraction(1, 3), Fraction(10**6)])
@pytest.mark.parametrize("digits", [0, 3, 17])
def test_signed_points_are_the_same_compiled_and_not(bias: Fraction, digits: int) -> None:
    random = np.random.Generator(np.random.PCG64(digits))
    points = random.normal(size=(300, 3)).round(digits)
    dataset = Dataset.of(points, np.where(random.random(300) < 0.5, -1, 1))
    for offset in (True, False):
        made = Space(dataset, offset=offset, bias_scale=bias).signed
        assert fill_signed.is_ready
        with pytest.MonkeyPatch.context() as without:
            without.setattr(fill_signed, "compiled", None)
            dataset.shared.clear()
            other = Space(dataset, offset=offset, bias_scale=bias).signed
        assert made is not other
        assert np.array_equal(made, other)
        assert not np.signbit(made[made == 0]).any()


@pytest.mark.parametrize("value", [1e-23, 0.1 + 2**-50, 3e9 + 0.5, 1e20, 2.0**40])
def test_numbers_that_int32_does_not_hold_are_left_to_numpy(value: float) -> None:
    """Wherever they stand: the loop ends early."""
    for place in (0, 499):
        points = np.ones((500, 2))
        points[place, 1] = value
        one, two = both(Dataset.of(points, np.ones(500)), True, Fraction(1))
        assert (one.scaled is None) == (two.scaled is None)
        assert (one.scaled is None) == (value in (1e-23, 0.1 + 2**-50, 1e20))
        if one.scaled is not None and two.scaled is not None:
            assert one.unit == two.unit
            assert np.array_equal(one.scaled[0][:, :-1], two.scaled[0][:, :-1])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1e76, 1e-76, -5e-324])
def test_what_no_coordinate_can_be_is_refused_compiled_and_not(bad: float) -> None:
    told = []
    for compiled in (tidy.compiled, None):
        points = np.ones((300, 2))
        points[250, 1] = bad
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(tidy, "compiled", compiled)
            with pytest.raises(DataError) as error:
                Dataset.of(points, np.ones(300))
        told.append(str(error.value))
    assert told[0] == told[1]
    assert "point 250, coordinate 1" in told[0]


def test_no_zero_is_negative_compiled_and_not() -> None:
    for compiled in (tidy.compiled, None):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(tidy, "compiled", compiled)
            made = Dataset.of([[-0.0, 1e75], [1e-75, 0.0]], [1, -1])
        assert not np.signbit(made.points).any()
