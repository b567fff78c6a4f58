"""Different rows are those that numpy finds, one column after the other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from perceptron_gui.core.space.arithmetic import Raw
from perceptron_gui.labs.orders.findings import different_rows

small = st.integers(-2, 2)
shapes = st.tuples(st.integers(1, 30), st.integers(1, 4))


@given(
    st.one_of(
        arrays.arrays(np.int64, shapes, elements=small),
        arrays.arrays(np.float64, shapes, elements=small.map(float)),
    )
)
def test_they_are_those_of_numpy(rows: Raw) -> None:
    first, counts = different_rows(rows)
    different, where, times = np.unique(rows, axis=0, return_index=True, return_counts=True)
    assert rows[first].tolist() == different.tolist()
    assert first.tolist() == where.tolist()
    assert counts.tolist() == times.tolist()


def test_no_rows_have_none() -> None:
    first, counts = different_rows(np.empty((0, 3), dtype=np.int64))
    assert (len(first), len(counts)) == (0, 0)
