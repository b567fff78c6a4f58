"""The contract of `run --json`: every field, its type and shape, and the arithmetic in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perceptron_gui.core.rules.rule import OPTIONS

Report = dict[str, Any]
Trained = Callable[..., Report]

KEYS = ["format", "version", "arithmetic", "data", "rule", "outcome", "updates"]
KEYS += ["updates_omitted", "theory", "cycle"]
RULE = list(OPTIONS)
OUTCOME = ["status", "visits", "updates", "epochs", "weights", "offset", "errors"]
OUTCOME += ["result_weights", "result_offset", "result_errors"]


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is no JSON")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_vector(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(map(is_number, value))


def plain_keys(entry: Report) -> list[str]:
    return [key for key in entry if not key.endswith("_exact")]


def exact(entry: Report, key: str) -> Any:
    """Return the value of a key in fractions: from its `_exact` sibling, else from itself."""
    value: Any = entry.get(f"{key}_exact", entry[key])
    return [Fraction(v) for v in value] if isinstance(value, list) else Fraction(value)


def check_contract(report: Report) -> None:
    """Check every field of `run --json` for its presence, type and shape."""
    extras = ["recurrence", "remarks"]
    is_scaled = report["rule"]["scale"] != "none"
    assert list(report) == KEYS + extras + ["original"] * is_scaled
    assert (report["format"], report["version"]) == ("perceptron-gui/run", 1)
    assert report["arithmetic"] in ("exact", "float64")
    points, labels = report["data"]["points"], report["data"]["labels"]
    assert set(labels) <= {-1, 1}
    assert len(points) == len(labels)
    assert all(is_vector(point, len(points[0])) for point in points)
    check_rule(report["rule"])
    features = len(report["outcome"]["weights"])
    assert len(report["rule"]["init"]) == features + report["rule"]["offset"]
    check_outcome(report["outcome"], features, report["rule"]["offset"], len(points))
    check_updates(report, features)
    check_theory(report["theory"], features + report["rule"]["offset"], len(points))
    check_cycle(report, len(points))
    assert all(isinstance(remark, str) for remark in report["remarks"])
    check_exact_siblings(report["theory"], True)
    for part in (report["data"], report["rule"], report["outcome"], *report["updates"]):
        check_exact_siblings(part, report["arithmetic"] == "exact")


def check_rule(rule: Report) -> None:
    assert plain_keys(rule) == RULE
    for name, option in OPTIONS.items():
        if name == "init":
            assert is_vector(rule[name], len(rule[name]))
        else:  # what is written can be typed
            assert option.read(rule[name]) is not None
            assert type(rule[name]) in option.kind.stored[1]


def check_outcome(outcome: Report, features: int, offset: bool, n: int) -> None:
    assert plain_keys(outcome) == OUTCOME
    assert outcome["status"] in ("converged", "cycle", "budget")
    for key in ("visits", "updates", "epochs", "errors", "result_errors"):
        assert is_count(outcome[key])
    assert max(outcome["errors"], outcome["result_errors"]) <= n
    assert outcome["updates"] <= outcome["visits"]
    for prefix in ("", "result_"):
        assert is_vector(outcome[f"{prefix}weights"], features)
        line = outcome[f"{prefix}offset"]
        assert is_number(line) if offset else line is None


def check_updates(report: Report, features: int) -> None:
    outcome, rows = report["outcome"], report["updates"]
    assert len(rows) + report["updates_omitted"] == outcome["updates"]
    visits = [row["visit"] for row in rows]
    assert visits == sorted(set(visits))
    for row in rows:
        assert plain_keys(row) == ["visit", "point", "score", "weights", "offset"]
        assert 1 <= row["visit"] <= outcome["visits"]
        assert (row["point"] is None) == (row["score"] is None)
        assert row["point"] is None or row["point"] in range(len(report["data"]["points"]))
        assert is_vector(row["weights"], features)
        assert is_number(row["offset"]) if report["rule"]["offset"] else row["offset"] is None
    if rows and not report["updates_omitted"]:
        assert rows[-1]["weights"] == outcome["weights"]
        assert rows[-1]["offset"] == outcome["offset"]


def check_theory(theory: Report, dimension: int, n: int) -> None:
    if not theory["separable"]:
        assert plain_keys(theory)[:3] == ["separable", "certificate", "first_pass"]
        check_certificate(theory, n)
        check_first_pass(theory)
        return
    keys = ["separable", "radius_squared", "margin_squared", "mistake_bound", "separator"]
    assert plain_keys(theory)[:5] == keys
    assert theory["radius_squared"] >= theory["margin_squared"] > 0
    assert theory["mistake_bound"] is None or theory["mistake_bound"] >= 1
    assert is_vector(theory["separator"], dimension)


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
    keys = ["start_visit", "period_visits", "period_updates", "certificate"]
    assert plain_keys(cycle) == keys
    assert all(is_count(cycle[key]) for key in keys[:3])
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
