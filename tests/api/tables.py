"""Points in what tests take for a table with named columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Frame:
    """What the interface asks of a DataFrame: columns, and an array."""

    columns: list[Any]
    rows: Any

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.asarray(self.rows, dtype=dtype)
