"""A visit as HTML for the explanation panel: what was computed, or what a class is asked first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from perceptron_gui.core.explain import Explanation, Step, explain
from perceptron_gui.core.mathtext import to_html
from perceptron_gui.core.notation import Notation
from perceptron_gui.core.run import Run
from perceptron_gui.core.scene import Scene
from perceptron_gui.figures.role import Role
from perceptron_gui.figures.theme import Theme

_CAPTIONS = {
    "point": "point",
    "weights": "weights",
    "score": "score",
    "prediction": "predict",
    "comparison": "compare",
    "update": "update",
    "agreement": "effect",
}


def style_sheet(theme: Theme) -> str:
    """Return the colours of an explanation."""
    mistake, success = (theme.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    return (
        "td, p { font-size: medium; }"
        f"td.caption {{ color: {theme.muted}; }}"
        f"td.agreement {{ color: {theme.muted}; }}"
        f"td.mistake {{ color: {mistake}; font-weight: bold; }}"
        f"td.success {{ color: {success}; font-weight: bold; }}"
        "p.question { font-size: x-large; font-weight: bold; margin-left: 2px; }"
    )


def explanation_html(run: Run, explanation: Explanation) -> str:
    """Return a table with a row for every step; the comparison has the colour of its outcome."""
    outcome = "mistake" if explanation.is_update else "success"
    # A gradient is not compared with anything.
    kinds = {"comparison": outcome} if run.path.mistake_driven else {}
    return _table(explanation.steps, kinds)


def question_html(run: Run, visit: int, notation: Notation) -> str:
    """Return what is known before a visit has its effect, and what a class may predict."""
    if notation.by_update:  # the number of a point would tell whether it causes an update
        bare = {name: getattr(notation, name).replace("(#)", "") for name in ("point", "label")}
        notation = replace(notation, **bare)
    scene = Scene(run, visit, notation)
    weights = Step("weights", scene.stated(scene.symbols.before, scene.before))
    point = explain(run, visit, notation).steps[0]
    return f'{_table([point, weights])}<p class="question">{question(run, notation)}</p>'


def question(run: Run, notation: Notation) -> str:
    """Return what can be asked before a visit: what is open depends on the rule and the order."""
    visiting = run.path.visiting
    if not run.path.mistake_driven or visiting.block > 1 or visiting.chooses_mistakes:
        return "How will the weights change?"
    if notation.sign_switched or run.mistakes[0] > 0:
        return "Will the weights change?"
    return "What will it predict?"


def _table(steps: Sequence[Step], kinds: Mapping[str, str] = {}) -> str:
    """Write a caption where the kind of step changes; `kinds` renames kinds for the style sheet."""
    rows = []
    before = ""
    for step in steps:
        caption = _CAPTIONS[step.kind] if step.kind != before else ""
        before = step.kind
        formula = f'<td class="{kinds.get(step.kind, step.kind)}">{to_html(step.formula)}</td>'
        rows.append(f'<tr><td class="caption">{caption}&nbsp;</td>{formula}</tr>')
    return f'<table cellspacing="0" cellpadding="1">{"".join(rows)}</table>'
