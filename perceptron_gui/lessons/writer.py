"""A lesson begun: recorded scenes as TOML, each step with true claims, to be gone on with by hand.

What is written reads back as the same scenes. A step says only what differs from the one before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.exact import plain_number, typed_value
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION

from .facts import FACTS, Value, find
from .finding.places import Missing
from .scenes import MOST_COORDINATES, MOST_POINTS, PANELS, PLANE, Scene

# What is claimed of a step, where it is known and short.
_OF_RUN = ("status", "updates")
_OF_PLACE = ("k", "errors", "weights")
_LONGEST_VALUE = 60
_SHORT_ROW = 100  # characters; longer lists of points have a line for each


@frozen_value
class DraftStep:
    """A step as it was recorded: what was on screen, under a title."""

    title: str
    scene: Scene
    prose: str = ""


def draft_lesson(title: str, steps: Sequence[DraftStep]) -> str:
    """Return a lesson of recorded steps as TOML; an InputError says which cannot be held."""
    symbols = steps[0].scene.session.notation if steps else DEFAULT_NOTATION
    lines = [
        f"title = {_text(title)}",
        'lecture = ""  # its number, such as "000"',
        'pages = ""  # where in the lecture',
        'language = "en"',
        "minutes = 10",
        "goals = []  # what can be seen or done afterwards",
        f"symbols = {_text(symbols)}",
    ]
    before: Scene | None = None
    for step in steps:
        lines += ["", *_step_lines(step, before, symbols)]
        before = step.scene
    return "\n".join(lines) + "\n"


def _step_lines(step: DraftStep, before: Scene | None, symbols: str) -> Iterator[str]:
    yield "[[steps]]"
    yield f"title = {_text(step.title)}"
    yield f"prose = {_long_text(step.prose)}" if step.prose else "prose = ''  # what is said"
    claims = list(_claims(step.scene))
    if claims:
        yield "claims = ["
        yield from (f"  {_text(claim)}," for claim in claims)
        yield "]"
    scene = list(_scene_lines(step.scene, before, symbols))
    if scene:
        yield ""
        yield "[steps.scene]"
        yield from scene


def _claims(scene: Scene) -> Iterator[str]:
    """Yield what is true of a scene: how its run ends, and where it is in it."""
    try:
        run, visit = scene.run_to_cursor, scene.visit
    except InputError:  # there are no points, or the rule does not fit them
        return
    for name in (*_OF_RUN, *_OF_PLACE):
        value = find(run, visit, name)
        if not isinstance(value, Missing) and (written := _value(value)):
            sign = "~" if FACTS[name].kind == "vector" and run.arithmetic != "exact" else "="
            yield f"{name} {sign} {written}"


def _value(value: Value) -> str:
    """Write a value as claims have it; "" for one that is too long to be read."""
    if isinstance(value, tuple):
        written = f"({', '.join(map(typed_value, value))})"
    else:
        written = str(value).lower() if isinstance(value, bool) else typed_value(value)
    return written if len(written) <= _LONGEST_VALUE else ""


def _scene_lines(scene: Scene, before: Scene | None, symbols: str) -> Iterator[str]:
    """Yield the keys of a scene that are not as in the one before, or as at the start."""
    session, old = scene.session, before
    if before is None or session.dataset != before.session.dataset:
        yield from _data_lines(session.dataset, session.name)
        old = None
    rule = _rule_changes(scene.rule, Rule() if old is None else old.rule)
    if rule:
        yield f"rule = {_inline(rule)}"
    if session.notation != (symbols if old is None else old.session.notation):
        yield f"symbols = {_text(session.notation)}"
    if session.cursor != (0 if old is None else old.cursor):
        at = session.cursor
        yield f"at = {_text(at) if isinstance(at, str) else at}"
    if scene.page != (PLANE if old is None else old.page):
        yield f"page = {_text(scene.page)}"
    if scene.panels is not None and scene.panels != (None if old is None else old.panels):
        yield f"panels = {_inline([name for name in scene.panels if name in PANELS])}"
    shown = {} if old is None else old.session.views
    names = [name for name in {**shown, **session.views} if name in VIEWS]
    changed = {name: session.views.get(name, {}) for name in names}
    views = {name: new for name, new in changed.items() if new != shown.get(name, {})}
    if views:
        yield f"views = {_inline(views)}"


def _data_lines(dataset: Dataset, name: str) -> Iterator[str]:
    if name.partition(":")[0] in LIBRARY and load_data(name).dataset == dataset:
        yield f"data = {_text(name)}"
        return
    if not len(dataset):
        raise InputError("there are no points to make a lesson of; add at least one")
    if len(dataset) > MOST_POINTS or dataset.dimension > MOST_COORDINATES:
        raise InputError(
            f"{len(dataset)} points of {dataset.dimension} coordinates are more than a lesson "
            f"holds; take at most {MOST_POINTS} points"
        )
    last = dataset.fitted.tolist()
    rows = [
        [plain_number(value) for value in (*row, label)]
        for row, label in zip(dataset.points.tolist(), last, strict=True)
    ]
    written = _inline(rows)
    if len(written) <= _SHORT_ROW:
        yield f"points = {written}"
    else:
        yield "points = ["
        yield from (f"  {_inline(row)}," for row in rows)
        yield "]"
    if dataset.targets is not None:
        yield 'targets = "real"'


def _rule_changes(rule: Rule, before: Rule) -> dict[str, Any]:
    return {
        name: param.kind.to_json(getattr(rule, name))
        for name, param in OPTIONS.items()
        if getattr(rule, name) != getattr(before, name)
    }


def _inline(value: Any) -> str:
    """Write a value on one line of TOML."""
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_inline(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, str):
        return _text(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _key(key: str) -> str:
    is_bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if is_bare else _text(key)


def _text(text: str) -> str:
    """Write a text on one line; TOML has the escapes of JSON, and refuses one sign more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _long_text(text: str) -> str:
    """Write prose on lines of its own, with backslashes as they are where that can be."""
    if "'''" in text or any(not sign.isprintable() and sign != "\n" for sign in text):
        return _text(text)
    return f"'''\n{text}\n'''"
