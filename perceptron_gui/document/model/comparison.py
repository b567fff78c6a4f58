"""Two versions of a session compared in words: what the one in a file has that the other has not.

Points are compared by number, rules by the options that make a difference to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np

from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.lectures.presets import worded_changes

from .session import Session


def differences(there: Session, here: Session) -> tuple[str, ...]:
    """Return what is different in another version of a session, as parts of a sentence.

    Who wrote it and what it is called is no difference.
    """
    return tuple(chain(_of_points(there.dataset, here.dataset), _of_choices(there, here)))


def _of_points(there: Dataset, here: Dataset) -> Iterator[str]:
    if len(there) != len(here):
        yield f"{count(len(there), 'point')} (here {len(here)})"
    if there.dimension != here.dimension:
        yield f"{count(there.dimension, 'coordinate')} (here {here.dimension})"
    elif len(there) != len(here):
        if others := (_rows(there) - _rows(here)).total():
            yield f"{count(others, 'point')} that {'is' if others == 1 else 'are'} not here"
    else:
        if moved := int((there.points != here.points).any(axis=1).sum()):
            yield f"{count(moved, 'point')} in another place"
        if relabelled := int((there.labels != here.labels).sum()):
            yield f"{count(relabelled, 'point')} of the other class"
    if (there.feature_names, there.class_names) != (here.feature_names, here.class_names):
        yield "other names of coordinates or classes"
    one, other = there.targets, here.targets
    if one is None or other is None:
        is_same = one is other
    else:  # of other points there are other targets anyway
        is_same = len(one) != len(other) or bool(np.array_equal(one, other))
    if not is_same:
        yield "other targets"


def _rows(dataset: Dataset) -> Counter[bytes]:
    """Return every point with its class, and how often it is there."""
    return Counter(map(bytes, np.column_stack([dataset.points, dataset.labels])))


def _of_choices(there: Session, here: Session) -> Iterator[str]:
    if len(there.rules) != len(here.rules):
        yield f"{count(len(there.rules), 'rule')} (here {len(here.rules)})"
    else:
        for number, (one, other) in enumerate(zip(there.rules, here.rules, strict=True), 1):
            if changes := worded_changes(other, one):
                which = f"in rule {number} " if len(there.rules) > 1 else ""
                yield f"{which}{changes} (here {worded_changes(one, other)})"
        if there.shown != here.shown:
            yield f"rule {there.shown + 1} on the plane (here rule {here.shown + 1})"
    if there.notation != here.notation:
        yield f"the symbols of {LECTURES[there.notation]} (here {LECTURES[here.notation]})"
    if (there.view, there.views) != (here.view, here.views):
        yield "other choices of views"
    if there.page != here.page:
        yield "another page"
    if there.task != here.task:
        yield "another task of a lesson"
    if there.cursor != here.cursor:
        where, is_here = (
            "the end" if cursor == "end" else f"visit {cursor}"
            for cursor in (there.cursor, here.cursor)
        )
        yield f"the cursor at {where} (here {is_here})"
