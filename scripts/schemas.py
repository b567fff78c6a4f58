"""Write a JSON Schema for every JSON object that the program writes, into resources/schemas.

scripts/manual.py calls it. Options of the rule come from their declarations; the rest is written
here, closed: a key that is not named is an error.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from perceptron_gui.base.params import Choice, Count, Flag, Number, Param
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.document.model.session import FORMAT, VERSION
from perceptron_gui.labs.registry import LABORATORIES
from perceptron_gui.lectures.notation import NOTATIONS

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "schemas"
Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
NULL: Schema = {"type": "null"}
FRACTION: Schema = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}
LABEL: Schema = {"enum": [-1, 1]}
ARITHMETIC: Schema = {"enum": ["exact", "float64"]}
STATUS: Schema = {"enum": ["converged", "cycle", "budget"]}


def listed(entry: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": entry}


def either(*schemas: Schema) -> Schema:
    """Return the schema of what is one of these."""
    return {"anyOf": list(schemas)}


def maybe(schema: Schema) -> Schema:
    """Return the schema of what may be null."""
    return either(schema, NULL)


def named(name: str) -> Schema:
    """Return a reference to one of `SHARED`."""
    return {"$ref": f"#/$defs/{name}"}


def closed(fields: dict[str, Schema]) -> Schema:
    """Return the schema of an object without other keys.

    A key that ends in ? may be missing; one that ends in ~ may be followed by its exact value.
    """
    properties: dict[str, Schema] = {}
    for key, schema in fields.items():
        name = key.rstrip("?~")
        properties[name] = schema
        if "~" in key:
            text = json.dumps(schema).replace(json.dumps(NUMBER), json.dumps(FRACTION))
            properties[f"{name}_exact"] = json.loads(text)
    required = [key.rstrip("~") for key in fields if not key.endswith("?")]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


NUMBERS = listed(NUMBER)
COUNTS = listed(COUNT)
VECTORS = listed(NUMBERS)
LABELS = listed(LABEL)


def _option(param: Param) -> Schema:
    """Return the schema of an option as a report writes it: resolved, as a number."""
    kind = param.kind
    if param.name == "init":
        return NUMBERS
    if param.name == "order":
        return either({"enum": list(param.choices)}, COUNTS)
    if isinstance(kind, Flag):
        return TRUTH
    if isinstance(kind, Choice):
        return {"enum": [*kind.choices, *kind.hidden]}
    if isinstance(kind, Count):
        most = {} if kind.most is None else {"maximum": kind.most}
        return {"type": "integer", "minimum": kind.least, **most}
    assert isinstance(kind, Number)
    # Without its limits: a fraction that is larger than 0 may be so small that its float is 0.
    return NUMBER


def _stored(param: Param) -> Schema:
    """Return the schema of an option as a session stores it, where fractions may be text."""
    if isinstance(param.kind, Number):
        return either(NUMBER, FRACTION)
    if param.name == "init":
        return either({"enum": list(param.choices)}, listed(either(NUMBER, FRACTION)))
    return _option(param)


def _weights(prefix: str = "") -> dict[str, Schema]:
    return {f"{prefix}weights~": NUMBERS, f"{prefix}offset~": maybe(NUMBER)}


WIDEST = closed({"distance_squared~": NUMBER, "separator~": NUMBERS, "support": COUNTS})
FIRST_PASS = either(
    closed({"visits": COUNT, "mistakes": COUNT, "bound": NULL, "why_no_bound": TEXT}),
    closed(
        {
            "visits": COUNT,
            "mistakes": COUNT,
            "bound": COUNT,
            "radius_squared~": NUMBER,
            "margin": NUMBER,
            "shortfall": NUMBER,
            "direction": NUMBERS,
        }
    ),
)
SEPARABLE: dict[str, Schema] = {
    "separable": {"const": True},
    "radius_squared~": NUMBER,
    "margin_squared~": maybe(NUMBER),
    "mistake_bound~": maybe(NUMBER),
    "separator~": maybe(NUMBERS),
    "most_updates?": COUNT,
    "why_no_bound?": TEXT,
    "distance_squared~": maybe(NUMBER),
    "widest": maybe(WIDEST),
}
INSEPARABLE: dict[str, Schema] = {
    "separable": {"const": False},
    "certificate~": NUMBERS,
    "first_pass?": maybe(FIRST_PASS),
    "why_no_first_pass?": TEXT,
}
TESTED = closed({"points": VECTORS, "labels": LABELS})
SHARED: dict[str, Schema] = {
    "rule": closed(
        {
            f"{name}~" if isinstance(param.kind, Number) or name == "init" else name: _option(param)
            for name, param in OPTIONS.items()
        }
    ),
    "data": closed(
        {"points~": VECTORS, "labels": LABELS, "targets?": NUMBERS, "test?": TESTED},
    ),
    "theory": either(
        closed(SEPARABLE),
        closed(INSEPARABLE),
        closed({"separable": NULL, "mistake_bound": NULL, "why_no_bound": TEXT}),
    ),
    "cycle": closed(
        {
            "start_visit": COUNT,
            "period_visits": COUNT,
            "period_updates": COUNT,
            "certificate~": NUMBERS,
        }
    ),
}
OUTCOME = closed(
    {
        "status": STATUS,
        "visits": COUNT,
        "updates": COUNT,
        "epochs": COUNT,
        **_weights(),
        "errors": COUNT,
        **_weights("result_"),
        "result_errors": COUNT,
        "test_errors?": COUNT,
    }
)
UPDATE = closed(
    {"visit": COUNT, "point": maybe(COUNT), "score~": maybe(NUMBER), **_weights()},
)
TALLY = either(
    closed({"counts": NULL, "why_no_tally": TEXT}),
    closed({"counts": COUNTS, "factor~": NUMBER, "leave_one_out": NULL}
           | {"why_no_leave_one_out": TEXT}),
    closed({"counts": COUNTS, "factor~": NUMBER}
           | {"leave_one_out": closed({"mistaken": COUNTS, "errors": COUNTS})}),
)  # fmt: skip
RUN: dict[str, Schema] = {
    "arithmetic": ARITHMETIC,
    "data": named("data"),
    "rule": named("rule"),
    "outcome": OUTCOME,
    "updates": listed(UPDATE),
    "updates_omitted": COUNT,
    "theory": named("theory"),
    "cycle": maybe(named("cycle")),
    "recurrence": maybe(closed({"from_visit": COUNT, "to_visit": COUNT, "certificate~": NUMBERS})),
    "remarks": listed(TEXT),
    "original?": closed(
        {"shifts~": NUMBERS, "sizes~": NUMBERS, **_weights(), **_weights("result_")}
    ),
    "fit?": closed(
        {"residuals~": NUMBERS, "squared_error~": NUMBER, "matrix~?": VECTORS, "right~?": NUMBERS}
    ),
    "tally?": TALLY,
}
TRIAL = closed(
    {
        "trial": COUNT,
        "order": COUNTS,
        "init~": NUMBERS,
        "status": STATUS,
        "updates": COUNT,
        "visits": COUNT,
        **_weights(),
    }
)
STATUSES: dict[str, Schema] = {"converged": COUNT, "cycle": COUNT, "budget": COUNT}
MISTAKES = closed({"updates": COUNT, "points": COUNTS, "order": COUNTS})
EXPERIMENTS: dict[str, dict[str, Schema]] = {
    "orders": {
        "what": {"enum": ["orders", "starts"]},
        "trials": COUNT,
        "trials_asked": COUNT,
        "trial_seed": COUNT,
        "is_all": TRUTH,
        "statuses": closed(STATUSES),
        "counts": listed(closed({"updates": COUNT, **STATUSES})),
        "mean_updates~": maybe(NUMBER),
        "median_updates": maybe(NUMBER),
        "best": maybe(TRIAL),
        "worst": maybe(TRIAL),
        "different_weights": COUNT,
        "different_lines": COUNT,
        "most_updates": maybe(COUNT),
        "why_no_bound": TEXT,
        "run": closed({"status": STATUS, "updates": COUNT, "visits": COUNT}),
        "theory": named("theory"),
        "remarks_on_trials": listed(TEXT),
        "adversary": maybe(
            closed(
                {
                    "longest": maybe(MISTAKES),
                    "shortest": maybe(MISTAKES),
                    "states": COUNT,
                    "why_unknown": TEXT,
                }
            )
        ),
    },
    "rules": {
        "visit": maybe(COUNT),
        "contestants": listed(
            closed(
                {
                    "name": TEXT,
                    "rule": named("rule"),
                    "arithmetic": ARITHMETIC,
                    "status": STATUS,
                    "diverged": TRUTH,
                    "cycle": maybe(named("cycle")),
                    "visits": COUNT,
                    "updates": COUNT,
                    "epochs": COUNT,
                    "errors": COUNT,
                    "weights~?": NUMBERS,
                    "offset~?": maybe(NUMBER),
                    "margin": maybe(NUMBER),
                    "margin_squared~": maybe(NUMBER),
                    "distance_squared~": maybe(NUMBER),
                    "angle_in_degrees": maybe(NUMBER),
                }
            )
        ),
        "absent": listed(closed({"name": TEXT, "why": TEXT})),
    },
    "steps": {
        "method": TEXT,
        "over": {"enum": ["eta", "schedule", "batch"]},
        "epochs": COUNT,
        "limit": maybe(NUMBER),
        "trials": listed(
            closed(
                {
                    "value~": either(NUMBER, TEXT),
                    "status": STATUS,
                    "diverged": TRUTH,
                    "at_minimum": TRUTH,
                    "errors": maybe(COUNT),
                    "losses": NUMBERS,
                }
            )
        ),
    },
    "effects": {
        "effects": listed(
            closed(
                {
                    "coding": TEXT,
                    "offset": TRUTH,
                    "tie": {"enum": list(OPTIONS["tie"].choices)},
                    "order": _option(OPTIONS["order"]),
                    "status": STATUS,
                    "arithmetic": ARITHMETIC,
                    "visits": COUNT,
                    "updates": COUNT,
                    "period_visits": maybe(COUNT),
                    "period_updates": maybe(COUNT),
                    "max_norm_squared~": NUMBER,
                    "cycle~": VECTORS,
                }
            )
        ),
        "absent": listed(TEXT),
    },
    "dichotomies": {
        "labellings": COUNT,
        "separable": COUNT,
        "in_general_position": COUNT,
        "dimension": COUNT,
        "verdicts": listed(
            either(
                closed({"labels": LABELS, "separable": {"const": True}, "separator~": NUMBERS}),
                closed(
                    {
                        "labels": LABELS,
                        "separable": {"const": False},
                        "certificate": closed({"points": COUNTS, "shares~": NUMBERS}),
                    }
                ),
            )
        ),
    },
    "margins": {
        "largest_margin": NUMBER,
        "largest_margin_squared~": NUMBER,
        "largest_margin_distance": maybe(NUMBER),
        "widest_distance": maybe(NUMBER),
        "widest_distance_squared~": maybe(NUMBER),
        "trials": listed(
            closed(
                {
                    "value~": NUMBER,
                    "status": STATUS,
                    "updates": COUNT,
                    "most_updates": COUNT,
                    "margin": maybe(NUMBER),
                    "margin_squared~": maybe(NUMBER),
                    "distance": maybe(NUMBER),
                    "guaranteed_margin": maybe(NUMBER),
                }
            )
        ),
    },
    "learning": {
        "against": {"enum": ["points", "updates"]},
        "draws": COUNT,
        "trial_seed": COUNT,
        "is_generated": TRUTH,
        "training_points": COUNT,
        "test_points": COUNT,
        "epochs": COUNT,
        "rules": listed(TEXT),
        "trials": listed(
            closed(
                {
                    "at": COUNT,
                    "test_errors": listed(COUNTS),
                    "mean~": NUMBERS,
                    "quartiles": VECTORS,
                }
            )
        ),
    },
}
PARAMETER = closed({"default": NUMBER, "low": NUMBER, "high": maybe(NUMBER), "meaning": TEXT})
SCALAR = either(NUMBER, TEXT, TRUTH, NULL)
SESSION: dict[str, Schema] = {
    "program": TEXT,
    "name": TEXT,
    "data": closed(
        {
            "features": listed(TEXT),
            "classes": {**listed(TEXT), "minItems": 2, "maxItems": 2},
            "columns?": COUNT,
            "points": VECTORS,
            "labels": LABELS,
            "targets?": NUMBERS,
            "test?": closed({"points": VECTORS, "labels": LABELS, "places": COUNTS}),
        }
    ),
    "rules": {
        **listed(closed({f"{name}?": _stored(param) for name, param in OPTIONS.items()})),
        "minItems": 1,
    },
    "shown": COUNT,
    "cursor": either(COUNT, {"const": "end"}),
    "notation": {"enum": list(NOTATIONS)},
    "view": TEXT,
    "views": {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": either(SCALAR, listed(SCALAR)),
        },
    },
    "page": {"type": "object", "additionalProperties": SCALAR},
    "task?": closed({"lesson": TEXT, "step": COUNT, "text": TEXT, "student?": TEXT}),
}


def _headed(title: str, name: str, version: int, *alternatives: dict[str, Schema]) -> Schema:
    """Return the schema of a whole object, with the shared parts that it refers to."""
    head: dict[str, Schema] = {"format": {"const": name}, "version": {"const": version}}
    whole = [closed(head | fields) for fields in alternatives]
    schema = whole[0] if len(whole) == 1 else either(*whole)
    used = sorted(set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema))))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **schema,
        **({"$defs": {each: SHARED[each] for each in used}} if used else {}),
    }


def schemas() -> dict[str, Schema]:
    """Return every schema by the end of its format: run, check, lab-orders, …"""
    row = closed({"id": TEXT, "name": TEXT, "menu": TEXT, "keys": listed(TEXT), "tip": TEXT})
    symptom = closed({"what": TEXT, "found": TEXT, "ok": TRUTH})
    parameters = {"type": "object", "additionalProperties": PARAMETER}
    suggested = {"type": "object", "additionalProperties": TEXT}
    entry = {"name": TEXT, "teaches": TEXT, "source": TEXT}
    entry |= {"parameters": parameters, "suggested": suggested}
    task = closed({"lesson": TEXT, "step": COUNT})
    condition = closed({"that": TEXT, "met": TRUTH, "truth": TEXT})
    graded = {"file": TEXT, "student": maybe(TEXT)}
    graded |= {"lesson": maybe(TEXT), "step": maybe(COUNT), "solved": TRUTH}
    graded |= {"met": COUNT, "conditions": listed(condition), "problem": maybe(TEXT)}
    simple: dict[str, tuple[str, tuple[dict[str, Schema], ...]]] = {
        "run": ("perceptron-gui run --json", (RUN,)),
        "check": ("perceptron-gui check --json", (SEPARABLE, INSEPARABLE)),
        "datasets": ("perceptron-gui datasets --json", ({"datasets": listed(closed(entry))},)),
        "data": ("perceptron-gui datasets NAME --json", ({"points": VECTORS, "labels": LABELS},)),
        "actions": ("perceptron-gui actions --json", ({"actions": listed(row)},)),
        "doctor": ("perceptron-gui doctor --json", ({"found": listed(symptom)},)),
        "grades": (
            "perceptron-gui lessons grade --json",
            ({"tasks": listed(task), "files": listed(closed(graded))},),
        ),
    }
    found = {
        name: _headed(title, f"perceptron-gui/{name}", 1, *alternatives)
        for name, (title, alternatives) in simple.items()
    }
    for word, lab in LABORATORIES.items():
        name = lab.load().name  # which may be an old one
        fields = {"complete": TRUTH, "data": named("data"), "rule": named("rule")}
        fields |= {**EXPERIMENTS[name], "remarks": listed(TEXT)}
        title = f"perceptron-gui lab {word} --json"
        found[f"lab-{name}"] = _headed(title, f"perceptron-gui/lab-{name}", 1, fields)
    answer = {"level": COUNT, "seed": COUNT, "question": TEXT, "answer": TEXT}
    answer |= {"right_answer": TEXT, "right": TRUTH, "misconception": TEXT}
    scores: dict[str, Schema] = {"right": COUNT, "answered": COUNT}
    scores["answers"] = listed(closed(answer))
    found["exercises"] = _headed(
        "The answers to exercises, as the window saves them", "perceptron-gui/exercises", 1, scores
    )
    found["session"] = _headed("A session, as the program writes it", FORMAT, VERSION, SESSION)
    return found


def text_of(schema: Schema) -> str:
    """Return the text of a file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every schema, and remove those of formats that are no more."""
    FOLDER.mkdir(exist_ok=True)
    found = schemas()
    for old in FOLDER.glob("*.json"):
        if old.stem not in found:
            old.unlink()
    for name, schema in found.items():
        (FOLDER / f"{name}.json").write_text(text_of(schema), encoding="utf-8")


if __name__ == "__main__":
    main()
