"""Points that a run does not train on: kept out of a data set, or drawn anew by its generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.params import Count, Real, option, params_of, read_values

from .dataset import Dataset, InsertPoints
from .library import LIBRARY, SEED, LibraryEntry, make

SHARE = Real(0.01, 0.99)  # of the points, where some have to be kept out
_MOST = 1_000_000  # points that a generator makes


@dataclass(frozen=True)
class HoldOut:
    """How many points are kept out of training, and which."""

    test: float = option(
        0.0,
        Real(0.0, 0.99),
        "the share of each class that is kept out of training, to test with",
        title="Test points",
    )
    test_seed: int = option(0, Count(0, 2**32 - 1), "which points are kept out", title="Test seed")

    def of(self, dataset: Dataset) -> Dataset:
        """Return the points to train on, with those that are kept out."""
        return with_test_points(dataset, self.test, self.test_seed) if self.test else dataset.whole


TESTING = params_of(HoldOut)


def held_out(dataset: Dataset, given: Mapping[str, Any]) -> Dataset:
    """Keep the test points out that are asked for by these options; by none, all stays."""
    return HoldOut(**read_values(TESTING, given)).of(dataset) if given else dataset


def with_test_points(dataset: Dataset, share: float, seed: int) -> Dataset:
    """Keep a share of each class out of training, rounded to whole points; the order stays."""
    whole = dataset.whole
    if whole.targets is not None:
        raise DataError("real targets are fitted, so no test point could be misclassified")
    rng = np.random.Generator(np.random.PCG64(seed))
    draw, out = rng.random(len(whole)), np.zeros(len(whole), dtype=bool)
    for label, name in ((-1, "−1"), (1, "+1")):
        members = np.flatnonzero(whole.labels == label)
        count = int(share * len(members) + 0.5)
        if 0 < len(members) == count:
            raise DataError(
                f"a test share of {share:g} leaves no point of class {name} to train on; "
                "keep out fewer"
            )
        out[members[np.argsort(draw[members], kind="stable")[:count]]] = True
    if not out.any():
        raise DataError(
            f"a test share of {share:g} is less than half a point of each class; keep out more"
        )
    return _without(whole, out).made_by(whole.recipe)


def _without(whole: Dataset, out: NDArray[np.bool_]) -> Dataset:
    """Keep the points (n,) out that are marked."""
    places = np.flatnonzero(out)
    kept_out = InsertPoints(places, whole.points[places], whole.labels[places])
    return replace(whole.taken(np.flatnonzero(~out)), kept_out=kept_out)


def shuffled(dataset: Dataset, seed: int) -> Dataset:
    """Return the same points in a random order."""
    draw = np.random.Generator(np.random.PCG64(seed)).random(len(dataset))
    return dataset.taken(np.argsort(draw, kind="stable"))


def drawn_anew(dataset: Dataset, count: int, test: int, seed: int) -> Dataset:
    """Draw other points from the generator that made these: so many to train on, and to test.

    One set holds both, so that a generator that draws a line draws the same one for both.
    """
    entry, values = _made_from(dataset.recipe)
    training = min(count, _MOST - test)
    sizes: dict[str, str | int | float] = {"n": training + test, SEED: seed % 2**32}
    whole = make(entry, **{**values, **sizes})
    return _without(whole, np.arange(len(whole)) >= training)


def recognised(dataset: Dataset, name: str) -> Dataset:
    """Return the points of a file with their generator, where their name says one that makes them.

    Sessions store the points themselves, and the name of the set.
    """
    whole = dataset.whole
    try:
        entry, values = _made_from(name)
        count = values.get("n", entry.parameters["n"].default)
        if not entry.is_random or int(count) != len(whole):
            return dataset
        made = make(entry, **values)
    except (DataError, KeyError, ValueError):
        return dataset
    return dataset.made_by(made.recipe) if made == whole else dataset


def _made_from(name: str) -> tuple[LibraryEntry, dict[str, str]]:
    """Return the set of the library that a name means, and its parameters as they are typed."""
    set_name, _, given = name.partition(":")
    return LIBRARY[set_name], dict(part.split("=") for part in given.split(",") if part)
