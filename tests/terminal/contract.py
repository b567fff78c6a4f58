"""The contract of JSON: the schemas, and of `run --json` the sizes and the arithmetic in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

Report = dict[str, Any]
Trained = Callable[..., Report]

SCHEMAS = Path(__file__).parents[2] / "resources" / "schemas"
OUTCOME = ["status", "visits", "updates", "epochs", "weights", "offset", "errors"]
OUTCOME += ["result_weights", "result_offset", "result_errors"]


@cache
def validator(kind: str) -> Draft202012Validator:
    """Return what checks JSON of this kind, which ends its format."""
    schema = json.loads((SCHEMAS / f"{kind}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(report: Report) -> list[str]:
    """Return where JSON is not what the schema of its format says."""
    found = validator(report["format"].removeprefix("perceptron-gui/")).iter_errors(report)
    return [f"{each.json_path}: {each.message[:300]}" for each in found]


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is no JSON")


def exact(entry: Report, key: str) -> Any:
    """Return the value of a key in fractions: from its `_exact` sibling, else from itself."""
    value: Any = entry.get(f"{key}_exact", entry[key])
    return [Fraction(v) for v in value] if isinstance(value, list) else Fraction(value)


def check_contract(report: Report) -> None:
    """Check `run --json` against its schema, and what a schema cannot say."""
    assert problems(report) == []
    assert ("original" in report) == (report["rule"]["scale"] != "none")
    points, labels = report["data"]["points"], report["data"]["labels"]
    assert len(points) == len(labels)
    assert {len(point) for point in points} <= {len(points[0])}
    features = len(report["outcome"]["weights"])
    has_offset: bool = report["rule"]["offset"]
    assert len(report["rule"]["init"]) == features + has_offset
    check_outcome(report["outcome"], features, has_offset, len(points))
    check_updates(report, features)
    check_theory(report["theory"], features + has_offset, len(points))
    check_cycle(report, len(points))
    check_exact_siblings(report["theory"], True)
    for part in (report["data"], report["rule"], report["outcome"], *report["updates"]):
        check_exact_siblings(part, report["arithmetic"] == "exact")


def check_outcome(outcome: Report, features: int, offset: bool, n: int) -> None:
    assert max(outcome["errors"], outcome["result_errors"]) <= n
    assert outcome["updates"] <= outcome["visits"]
    for prefix in ("", "result_"):
        assert len(outcome[f"{prefix}weights"]) == features
        assert (outcome[f"{prefix}offset"] is not None) == offset


def check_updates(report: Report, features: int) -> None:
    outcome, rows = report["outcome"], report["updates"]
    assert len(rows) + report["updates_omitted"] == outcome["updates"]
    visits = [row["visit"] for row in rows]
    assert visits == sorted(set(visits))
    for row in rows:
        assert 1 <= row["visit"] <= outcome["visits"]
        assert (row["point"] is None) == (row["score"] is None)
        assert row["point"] is None or row["point"] in range(len(report["data"]["points"]))
        assert len(row["weights"]) == features
        assert (row["offset"] is not None) == report["rule"]["offset"]
    if rows and not report["updates_omitted"]:
        assert rows[-1]["weights"] == outcome["weights"]
        assert rows[-1]["offset"] == outcome["offset"]


def check_theory(theory: Report, dimension: int, n: int) -> None:
    if not theory["separable"]:
        check_certificate(theory, n)
        check_first_pass(theory)
        return
    assert theory["radius_squared"] >= theory["margin_squared"] > 0
    assert theory["mistake_bound"] is None or theory["mistake_bound"] >= 1
    assert len(theory["separator"]) == dimension


def check_first_pass(theory: Report) -> None:
    found = theory["first_pass"]
    if found is None:
        assert theory["why_no_first_pass"]
        return
    assert 0 <= found["mistakes"] <= found["visits"]
    if found["bound"] is None:
        assert found["why_no_bound"]
        return
    assert found["mistakes"] <= found["bound"]
    root = (found["radius_squared"] ** 0.5 + found["shortfall"]) / found["margin"]
    assert found["bound"] - 1 - 1e-9 < root**2 <= found["bound"] + 1e-9


def check_cycle(report: Report, n: int) -> None:
    cycle, outcome = report["cycle"], report["outcome"]
    assert (outcome["status"] == "cycle") == (cycle is not None)
    if cycle is None:
        return
    assert 1 <= cycle["period_updates"] <= cycle["period_visits"]
    if not report["rule"]["keep_going"]:
        assert outcome["visits"] == cycle["start_visit"] + cycle["period_visits"]
    check_certificate(cycle, n)


def check_certificate(entry: Report, n: int) -> None:
    shares = exact(entry, "certificate")
    assert len(shares) == n
    assert min(shares) >= 0
    assert sum(shares) == 1


def check_exact_siblings(entry: Report, may_have: bool) -> None:
    """`x_exact` is there only where x is not dyadic, and x is then the float nearest to it."""
    for key in [key for key in entry if key.endswith("_exact")]:
        assert may_have, key
        rounded, texts = entry[key.removesuffix("_exact")], entry[key]
        pairs = list(flat(rounded, texts))
        assert all(float(Fraction(text)) == number for number, text in pairs), key
        assert any(Fraction(number) != Fraction(text) for number, text in pairs), key


def flat(numbers: Any, texts: Any) -> Any:
    if isinstance(numbers, list):
        for number, text in zip(numbers, texts, strict=True):
            yield from flat(number, text)
    else:
        yield numbers, texts


def replay(report: Report) -> None:
    """Follow the rows of a perceptron with a pencil, in fractions."""
    data, rule = report["data"], report["rule"]
    points = [[Fraction(v) for v in row] for row in data.get("points_exact", data["points"])]
    eta, bias = exact(rule, "eta"), exact(rule, "bias_scale")
    weights = exact(rule, "init")
    for row in report["updates"]:
        i = row["point"]
        features = [*points[i], *([bias] if rule["offset"] else [])]
        assert exact(row, "score") == sum(w * x for w, x in zip(weights, features, strict=True))
        assert data["labels"][i] * exact(row, "score") <= 0
        step = eta * data["labels"][i]
        weights = [w + step * x for w, x in zip(weights, features, strict=True)]
        assert exact(row, "weights") == weights[: len(points[i])]
        if rule["offset"]:
            assert exact(row, "offset") == bias * weights[-1]
    assert exact(report["outcome"], "weights") == weights[: len(points[0])]
