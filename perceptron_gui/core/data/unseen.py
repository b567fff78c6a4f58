"""Points that a run does not train on: kept out of a data set, or drawn anew by its generator."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.params import Real

from .dataset import Dataset
from .library import LIBRARY, SEED, LibraryEntry, make

SHARE = Real(0.01, 0.99)  # of the points, as an option
_MOST = 1_000_000  # points that a generator makes


@dataclass(frozen=True, eq=False)
class Split:
    """The points to train on, and those that test the answer."""

    training: Dataset
    test: Dataset


def split(dataset: Dataset, share: float, seed: int) -> Split:
    """Keep a share of each class out of training, rounded to whole points; the order stays."""
    rng = np.random.Generator(np.random.PCG64(seed))
    draw, out = rng.random(len(dataset)), np.zeros(len(dataset), dtype=bool)
    for label, name in ((-1, "−1"), (1, "+1")):
        members = np.flatnonzero(dataset.labels == label)
        count = int(share * len(members) + 0.5)
        if 0 < len(members) == count:
            raise DataError(
                f"{share:.0%} of the points as test points leave none of class {name} to train on; "
                "keep out fewer"
            )
        out[members[np.argsort(draw[members], kind="stable")[:count]]] = True
    if not out.any():
        raise DataError(
            f"{share:.0%} of {len(dataset)} points is less than half a point of each class; "
            "keep out more"
        )
    return Split(dataset.taken(np.flatnonzero(~out)), dataset.taken(np.flatnonzero(out)))


def shuffled(dataset: Dataset, seed: int) -> Dataset:
    """Return the same points in a random order."""
    draw = np.random.Generator(np.random.PCG64(seed)).random(len(dataset))
    return dataset.taken(np.argsort(draw, kind="stable"))


def drawn_anew(dataset: Dataset, count: int, test: int, seed: int) -> Split:
    """Draw other points from the generator that made these: so many to train on, and to test.

    One set holds both, so that a generator that draws a line draws the same one for both.
    """
    entry, values = _made_from(dataset.recipe)
    training = min(count, _MOST - test)
    sizes: dict[str, str | int | float] = {"n": training + test, SEED: seed % 2**32}
    whole = make(entry, **{**values, **sizes})
    parts = np.split(np.arange(len(whole)), [training])
    return Split(*(whole.taken(part) for part in parts))


def recognised(dataset: Dataset, name: str) -> Dataset:
    """Return the points of a file with their generator, where their name says one that makes them.

    Sessions store the points themselves, and the name of the set.
    """
    try:
        entry, values = _made_from(name)
        count = values.get("n", entry.parameters["n"].default)
        if not entry.is_random or int(count) != len(dataset):
            return dataset
        made = make(entry, **values)
    except (DataError, KeyError, ValueError):
        return dataset
    return made if made == dataset else dataset


def _made_from(name: str) -> tuple[LibraryEntry, dict[str, str]]:
    """Return the set of the library that a name means, and its parameters as they are typed."""
    set_name, _, given = name.partition(":")
    return LIBRARY[set_name], dict(part.split("=") for part in given.split(",") if part)
