"""The command line as its users meet it: the JSON contract, the words, the files, Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui import __version__, cli, progress
from perceptron_gui.cli import main
from perceptron_gui.core.rule import MISTAKE_DRIVEN, OPTIONS, RULES, flag

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-W", "error", "-m", "perceptron_gui"]
PATIENCE = 120  # seconds; for a process that should have ended long before
unix = pytest.mark.skipif(os.name == "nt", reason="files, pipes and signals as in Unix")

Capture = pytest.CaptureFixture[str]
Report = dict[str, Any]
Told = Callable[..., str]
Trained = Callable[..., Report]

KEYS = ["format", "version", "arithmetic", "data", "rule", "outcome", "updates"]
KEYS += ["updates_omitted", "theory", "cycle"]
RULE = ["rule", "order", "tie", "offset", "bias_scale", "eta", "schedule", "margin", "init"]
RULE += ["seed", "loss", "batch_size", "l2", "solver", "lift", "epochs", "max_updates"]
RULE += ["keep_going", "pocket", "arithmetic"]
OUTCOME = ["status", "visits", "updates", "epochs", "weights", "offset", "errors"]
OUTCOME += ["result_weights", "result_offset", "result_errors"]


def environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}


def run_program(*argv: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"env": environment(), "stdout": subprocess.PIPE, **options}
    return subprocess.run(
        [*PROGRAM, *argv],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        **options,
    )


@pytest.fixture(autouse=True)
def _no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a run inside a test draws no bar."""
    monkeypatch.setattr(progress, "_PATIENCE", 3600.0)


@pytest.fixture
def told(capsys: Capture) -> Told:
    """Runs a command line that must succeed in silence, and returns what it prints."""

    def call(*argv: str) -> str:
        code = main(list(argv))
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return call


@pytest.fixture
def report(told: Told) -> Trained:
    """Trains, checks the JSON object against the contract, and returns it."""

    def call(*argv: str) -> Report:
        found: Report = json.loads(told("run", *argv, "--json", "-"), parse_constant=refuse)
        check_contract(found)
        return found

    return call


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
    assert list(report) == KEYS + extras
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
        if option.kind == "choice":
            assert rule[name] in option.choices
        elif option.kind == "flag":
            assert isinstance(rule[name], bool)
        elif option.kind == "count":
            assert is_count(rule[name])
        elif option.kind == "number":
            assert is_number(rule[name])
    order = rule["order"]
    assert order in OPTIONS["order"].choices or all(map(is_count, order))
    assert is_vector(rule["init"], len(rule["init"]))


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
        assert plain_keys(theory) == ["separable", "certificate"]
        check_certificate(theory, n)
        return
    keys = ["separable", "radius_squared", "margin_squared", "mistake_bound", "separator"]
    assert plain_keys(theory)[:5] == keys
    assert theory["radius_squared"] >= theory["margin_squared"] > 0
    assert theory["mistake_bound"] is None or theory["mistake_bound"] >= 1
    assert is_vector(theory["separator"], dimension)


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


# The JSON contract


def test_a_run_that_converges(report: Trained) -> None:
    found = report("and")
    assert found["arithmetic"] == "exact"
    assert found["data"]["points"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert found["data"]["labels"] == [-1, -1, -1, 1]
    outcome = found["outcome"]
    # The last of 18 updates is in epoch 8; epoch 9 is clean, and is counted to its end.
    assert [outcome[key] for key in OUTCOME[:4]] == ["converged", 36, 18, 9]
    assert [outcome[key] for key in OUTCOME[4:]] == [[3, 2], -4, 0, [3, 2], -4, 0]
    first, second = found["updates"][:2]
    assert first == {"visit": 1, "point": 0, "score": 0, "weights": [0, 0], "offset": -1}
    assert second == {"visit": 4, "point": 3, "score": -1, "weights": [1, 1], "offset": 0}
    assert found["cycle"] is None
    replay(found)


def test_every_option_is_written_resolved(report: Trained) -> None:
    rule = report("and")["rule"]
    defaults = ["pla", "cyclic", "always", True, 1, 1, "constant", 0, [0, 0, 0], 0, "perceptron"]
    defaults += [1, 0, "closed", "none", 1000, 1000000, False, "ratchet", "auto"]
    assert [rule[name] for name in RULE] == defaults
    rule = report("and", "--order", "2,0,1", "--init", "-3,0.5,1", "--eta", "1/3")["rule"]
    assert rule["order"] == [2, 0, 1]
    assert rule["init"] == [-3, 0.5, 1]
    assert (rule["eta"], rule["eta_exact"]) == (1 / 3, "1/3")


def test_random_weights_are_written_as_the_numbers_they_became(report: Trained) -> None:
    found = report("and", "--init", "random", "--seed", "5")
    start = exact(found["rule"], "init")
    assert any(start)
    replay(found)


def test_exact_fractions_stand_beside_what_a_float_rounds(report: Trained) -> None:
    found = report("slides", "--init", "0.2,0,-0.1", "--eta", "0.1", "--tie", "plus")
    assert exact(found["outcome"], "weights") == [Fraction(1, 5), Fraction(-1, 10)]
    assert found["outcome"]["weights_exact"] == ["1/5", "-1/10"]
    assert found["outcome"]["offset_exact"] == "-1/5"
    assert found["theory"]["margin_squared_exact"] == "2/17"
    assert "radius_squared_exact" not in found["theory"]
    assert [row["score_exact"] for row in found["updates"]] == ["1/10", "-1/10", "1/5"]
    assert [row["visit"] for row in found["updates"]] == [1, 2, 3]
    replay(found)


def test_dyadic_values_have_no_exact_sibling(report: Trained) -> None:
    found = report("and", "--eta", "0.25")
    assert not any(key.endswith("_exact") for row in found["updates"] for key in row)
    assert not any(key.endswith("_exact") for key in [*found["outcome"], *found["rule"]])
    assert "points_exact" in report("tenths")["data"]


def test_a_run_in_floats_claims_nothing_exact(report: Trained) -> None:
    found = report("and", "--eta", "0.1", "--arithmetic", "float64")
    assert found["arithmetic"] == "float64"
    assert found["cycle"] is None
    # MATH decision 5: floats lose ties on AND and need 8 updates where 18 are right.
    assert found["outcome"]["updates"] == 8
    assert report("and", "--eta", "0.1")["outcome"]["updates"] == 18


def test_a_cycle_is_counted_up_to_the_recurrence(report: Trained) -> None:
    found = report("offset-needed", "--no-offset")
    outcome, cycle = found["outcome"], found["cycle"]
    assert [outcome[key] for key in OUTCOME[:4]] == ["cycle", 6, 5, 3]
    assert [cycle[key] for key in ("start_visit", "period_visits", "period_updates")] == [2, 4, 3]
    assert cycle["certificate_exact"] == ["2/3", "1/3"]
    assert found["theory"]["certificate_exact"] == ["2/3", "1/3"]
    replay(found)


def test_without_an_offset_it_is_null(report: Trained) -> None:
    found = report("three-points", "--no-offset", "--tie", "minus")
    assert found["outcome"]["offset"] is None
    assert found["outcome"]["result_offset"] is None
    assert [row["weights"] for row in found["updates"]] == [[2, 1], [2, -1]]
    assert [row["offset"] for row in found["updates"]] == [None, None]
    assert len(found["theory"]["separator"]) == 2


@pytest.mark.parametrize("scale", ["2", "1/3", "0.1"])
def test_the_offset_is_that_of_the_line(report: Trained, scale: str) -> None:
    found = report("and", "--bias-scale", scale)
    first = found["updates"][0]
    # The first mistake is the origin, labelled −1: v = −B, so b = B·v = −B².
    assert exact(first, "offset") == -(Fraction(scale) ** 2)
    replay(found)


@pytest.mark.parametrize(
    ("options", "visits_per_epoch"),
    [
        (["--rule", "batch"], 1),
        (["--rule", "sgd", "--batch-size", "3"], 2),
        (["--rule", "sgd", "--batch-size", "99"], 1),
        (["--rule", "least-squares", "--solver", "gd", "--eta", "0.1"], 1),
    ],
)
def test_a_step_over_several_points_has_no_point(
    report: Trained, options: list[str], visits_per_epoch: int
) -> None:
    found = report("and", *options, "--epochs", "7")
    assert {row["point"] for row in found["updates"]} == {None}
    assert {row["score"] for row in found["updates"]} == {None}
    visits, epochs = found["outcome"]["visits"], found["outcome"]["epochs"]
    assert visits == epochs * visits_per_epoch


def test_sgd_of_one_point_names_it(report: Trained) -> None:
    found = report("and", "--rule", "sgd", "--loss", "logistic", "--epochs", "2")
    assert found["arithmetic"] == "float64"
    assert [row["point"] for row in found["updates"]] == [0, 1, 2, 3] * 2
    assert found["updates"][0] == {
        "visit": 1,
        "point": 0,
        "score": 0,
        "weights": [0, 0],
        "offset": -0.5,
    }


def test_the_budget_is_in_epochs_or_updates(report: Trained) -> None:
    outcome = report("xor", "--order", "shuffled", "--epochs", "3")["outcome"]
    assert (outcome["status"], outcome["visits"], outcome["epochs"]) == ("budget", 12, 3)
    outcome = report("xor", "--order", "random", "--max-updates", "5")["outcome"]
    assert (outcome["status"], outcome["updates"]) == ("budget", 5)
    assert outcome["epochs"] == -(-outcome["visits"] // 4)


def test_chosen_mistakes_are_the_visits(report: Trained) -> None:
    for order in ("first-mistake", "random-mistake", "worst"):
        found = report("tenths", "--order", order)
        assert found["outcome"]["status"] == "converged"
        assert found["outcome"]["visits"] == found["outcome"]["updates"]
        replay(found)


def test_keep_going_uses_all_epochs(report: Trained) -> None:
    outcome = report("and", "--keep-going", "--epochs", "20")["outcome"]
    assert [outcome[key] for key in OUTCOME[:4]] == ["converged", 80, 18, 20]
    found = report("xor", "--keep-going", "--epochs", "5")
    assert [found["outcome"][key] for key in OUTCOME[:4]] == ["cycle", 20, 20, 5]
    assert found["cycle"]["period_visits"] == 4


def test_rows_beyond_a_hundred_thousand_are_counted_only(report: Trained) -> None:
    # Two points m and m + 1 take (2m + 1)² + 4 updates.
    found = report("slow-pair:n=160", "--epochs", "1000000")
    assert found["outcome"]["status"] == "converged"
    assert found["outcome"]["updates"] == 321**2 + 4
    assert len(found["updates"]) == 100_000
    assert found["updates_omitted"] == 321**2 + 4 - 100_000


def test_theory_of_separable_data(report: Trained) -> None:
    theory = report("and")["theory"]
    assert theory["separable"] is True
    assert (theory["radius_squared"], theory["mistake_bound"]) == (3, 51)
    assert (theory["margin_squared"], theory["margin_squared_exact"]) == (1 / 17, "1/17")
    assert theory["separator_exact"] == ["2/17", "2/17", "-3/17"]


def test_theory_of_other_data(report: Trained) -> None:
    assert report("xor")["theory"] == {"separable": False, "certificate": [0.25] * 4}
    assert report("xor", "--lift", "product")["theory"]["separable"] is True


@pytest.mark.parametrize(
    "options",
    [
        ["--rule", "batch"],
        ["--rule", "least-squares"],
        ["--rule", "sgd", "--loss", "hinge"],
        ["--rule", "sgd", "--batch-size", "2"],
        ["--rule", "sgd", "--schedule", "inverse"],
    ],
)
def test_rules_that_the_theorem_does_not_cover_have_no_bound(
    report: Trained, options: list[str]
) -> None:
    theory = report("and", *options)["theory"]
    assert theory["mistake_bound"] is None
    assert theory["why_no_bound"].endswith(".")


def test_the_bound_is_that_of_this_start(report: Trained) -> None:
    found = report("slides", "--init", "0.2,0,-0.1", "--eta", "0.1")
    assert 40 < found["theory"]["mistake_bound"] < 41
    assert found["outcome"]["updates"] <= found["theory"]["mistake_bound"]


def test_what_averaged_and_pocket_return(report: Trained) -> None:
    average = report("three-points", "--no-offset", "--tie", "minus", "--rule", "averaged")
    # 001's example at T = 2: (2, −2/3).
    assert average["outcome"]["epochs"] == 2
    assert exact(average["outcome"], "result_weights") == [2, Fraction(-2, 3)]
    assert average["outcome"]["weights"] == [2, -1]
    pocket = report("xor", "--rule", "pocket", "--pocket", "errors")["outcome"]
    assert pocket["result_errors"] < pocket["errors"]


def test_remarks_are_in_the_json_too(report: Trained) -> None:
    assert report("and", "--loss", "hinge")["remarks"] == ["--loss has no effect on pla"]


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(told: Told) -> None:
    line = ["run", "noisy-xor:n=20", "--order", "shuffled", "--epochs", "4", "--json", "-"]
    first, again, other = told(*line), told(*line), told(*line, "--seed", "1")
    assert first == again
    assert json.loads(first)["updates"] != json.loads(other)["updates"]
    assert first.isascii()
    assert first.endswith("}\n")


# Every rule with every order and every value of every option


ORDERS = (*OPTIONS["order"].choices, "2,0,1,3", "3")
CHOICES = [
    (rule, flag(name), choice)
    for rule in RULES
    for name, option in OPTIONS.items()
    if option.kind == "choice" and name != "rule"
    for choice in option.choices
]
NUMBERS = [
    (rule, flag(name), value)
    for rule in RULES
    for name, value in [
        ("bias_scale", "1/3"),
        ("margin", "0.5"),
        ("init", "random"),
        ("init", "-3,0.5,1"),
        ("seed", "9"),
        ("batch_size", "3"),
        ("l2", "0.01"),
        ("max_updates", "2"),
    ]
]


def small_run(rule: str, *options: str) -> list[str]:
    # With η = 1 gradient descent diverges on AND.
    return ["and", "--rule", rule, "--eta", "0.1", "--epochs", "30", *options]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_in_every_order(report: Trained, told: Told, rule: str, order: str) -> None:
    if rule == "sgd" and order in ("first-mistake", "random-mistake", "worst"):
        assert main(["run", *small_run(rule, "--order", order)]) == 2
        return
    found = report(*small_run(rule, "--order", order))
    if rule in MISTAKE_DRIVEN:
        replay(found)
    ignored = rule in ("batch", "least-squares")
    assert ("--order has no effect" in " ".join(found["remarks"])) == ignored
    assert "Weights: w = (" in told("run", *small_run(rule, "--order", order))


@pytest.mark.parametrize(("rule", "option", "value"), [*CHOICES, *NUMBERS])
def test_every_rule_with_every_option(
    report: Trained, told: Told, rule: str, option: str, value: str
) -> None:
    found = report(*small_run(rule, option, value))
    assert found["rule"]["rule"] == rule
    assert "Weights: w = (" in told("run", *small_run(rule, option, value))


@pytest.mark.parametrize("keep", [[], ["--keep-going"]])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_without_an_offset_and_to_the_end(
    report: Trained, told: Told, rule: str, keep: list[str]
) -> None:
    for data in ("and", "xor"):
        line = [data, *small_run(rule, "--no-offset", *keep)[1:]]
        found = report(*line)
        assert found["outcome"]["offset"] is None
        assert not keep or found["outcome"]["epochs"] == 30 or rule == "least-squares"
        assert ", offset " not in told("run", *line)


@pytest.mark.parametrize("batch", ["1", "2"])
@pytest.mark.parametrize("schedule", OPTIONS["schedule"].choices)
@pytest.mark.parametrize("loss", OPTIONS["loss"].choices)
def test_every_loss_with_every_schedule(
    report: Trained, loss: str, schedule: str, batch: str
) -> None:
    options = ["--loss", loss, "--schedule", schedule, "--batch-size", batch]
    found = report(*small_run("sgd", *options))
    rational = loss in ("perceptron", "hinge") and schedule == "constant"
    assert found["arithmetic"] == ("exact" if rational else "float64")


def test_a_run_that_diverges_says_so_in_silence(told: Told) -> None:
    line = ["run", "and", "--rule", "least-squares", "--solver", "gd", "--eta", "10"]
    assert "Note: the weights grew without bound" in told(*line)
    assert json.loads(told(*line, "--json", "-"), parse_constant=refuse)["remarks"]


# The summary


def test_the_summary_of_xor(told: Told) -> None:
    text = told("run", "xor")
    assert text.startswith("xor: 4 points in 2-D · Perceptron · cyclic · a tie is a mistake")
    assert "Not separable: no line has every point strictly on its own side." in text
    assert "both classes have the same mean (0.5, 0.5)" in text
    assert "Cycles for ever (proved): the weights after visit 0 return after visit 4" in text
    assert "a period of 4 visits and 4 updates" in text
    assert "Weights: w = (0, 0), offset 0, 4 errors." in text
    assert re.search(r"^4 +4 +1 +3 \(1, 1\) +−1 +3 +\(0, 0\), offset 0$", text, re.MULTILINE)


def test_the_summary_of_and(told: Told) -> None:
    text = told("run", "and")
    assert "Separable: margin γ = 0.242536 (γ² = 1/17), R² = 3." in text
    assert "w* = (2/17, 2/17), offset −3/17" in text
    assert "points 1, 2, 3" in text
    assert "At most 51 updates from w₀ = 0 with η = 1." in text
    assert "Converged: 18 updates in 36 visits (9 epochs), the last update in epoch 8." in text
    assert "Weights: w = (3, 2), offset −4, 0 errors." in text
    assert "… and 6 more" in text


def test_the_summary_of_the_slides(told: Told) -> None:
    text = told("run", "slides", "--init", "0.2,0,-0.1", "--eta", "0.1", "--tie", "plus")
    assert "a tie is +1 · η = 0.1 · w₀ = (0.2, 0, −0.1) · exact" in text
    assert "At most 40 updates from this w₀ with η = 0.1 (k ≤ 40.3039)." in text
    assert "Converged: 3 updates in 6 visits (3 epochs), the last update in epoch 2." in text
    assert "Weights: w = (0.2, −0.1), offset −0.2, 0 errors." in text
    assert "Note" not in text


def test_options_made_for_a_data_set_are_suggested_until_some_are_given(told: Told) -> None:
    note = "Note: slides is meant to be run with --init 0.2,0,-0.1 --eta 0.1 --tie plus.\n"
    assert told("run", "slides").endswith(note)
    assert "meant" not in told("run", "slides", "--eta", "1")
    assert "meant" not in told("run", "and")


def test_the_summaries_of_what_other_rules_return(told: Told) -> None:
    average = told("run", "and", "--rule", "averaged")
    assert "Average: w = (25/12, 4/3), offset −23/9, 0 errors." in average
    pocket = told("run", "xor", "--rule", "pocket", "--pocket", "errors")
    assert " · Pocket · cyclic · a tie is a mistake · errors · " in pocket
    assert "Pocket: w = (0, 0), offset −1, 2 errors." in pocket
    assert re.search(r"^Vote: \d errors?\.$", told("run", "xor", "--rule", "voted"), re.MULTILINE)


def test_the_summary_of_sgd(told: Told) -> None:
    options = ["--loss", "logistic", "--schedule", "inverse", "--l2", "0.1", "--epochs", "5"]
    text = told("run", "and", "--rule", "sgd", *options)
    assert "Stochastic gradient descent · cyclic · logistic loss · " in text
    assert "η = 1 · inverse schedule · l2 = 0.1 · floating point" in text
    assert "The logistic loss also moves w for points that are right" in text
    assert "Stopped after the 5 epochs allowed: 20 updates in 20 visits (5 epochs)." in text
    assert "logistic loss 2.32039 over all points." in text


def test_the_summary_of_minibatches_has_no_columns_for_a_point(told: Told) -> None:
    text = told("run", "and", "--rule", "sgd", "--batch-size", "3")
    assert "minibatches of 3" in text
    assert re.search(r"^k +visit +epoch +w after$", text, re.MULTILINE)


def test_the_summary_of_least_squares(told: Told) -> None:
    text = told("run", "and", "--rule", "least-squares")
    assert "Least squares · closed form · exact" in text
    assert "no mistakes are counted" in text
    assert "Weights: w = (1, 1), offset −1.5, 0 errors, squared loss 1 over all points." in text


def test_the_summary_says_which_budget_was_used_up(told: Told) -> None:
    text = told("run", "xor", "--order", "shuffled", "--max-updates", "7", "--seed", "3")
    assert "Stopped after the 7 updates allowed: 7 updates in " in text
    assert " · seed 3 · " in text
    text = told("run", "xor", "--order", "shuffled", "--epochs", "9")
    assert re.search(r"Stopped after the 9 epochs allowed: \d+ updates in 36 visits", text)
    assert "no line can exist" in text
    text = told("run", "xor", "--keep-going", "--epochs", "5")
    assert "Went on to 20 updates in 20 visits (5 epochs)." in text


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["offset-needed", "--no-offset"], "no line through the origin has"),
        (["slow-pair", "--no-offset"], "no threshold at the origin has"),
        (["circles:n=20", "--lift", "product"], "no plane of the lifted space has"),
    ],
)
def test_what_cannot_separate_is_called_by_its_name(
    told: Told, argv: list[str], sentence: str
) -> None:
    assert sentence in told("check", *argv)
    assert sentence in told("run", *argv)


def test_an_order_that_leaves_points_out_is_remarked_on(told: Told) -> None:
    text = told("run", "xor", "--order", "3,2")
    assert " · order 3, 2 · " in text
    assert "Note: --order never visits 2 of the points." in text


def test_negative_zero_is_zero(told: Told) -> None:
    text = told("run", "and", "--arithmetic", "float64", "--init", "0,0,-0.0")
    assert "−0," not in text
    assert "−0 " not in text


# check, datasets, help


def test_check_of_separable_data(told: Told) -> None:
    text = told("check", "and")
    assert text.startswith("and: 4 points in 2-D\nSeparable: margin γ = 0.242536 (γ² = 1/17)")
    assert "At most 51 updates from w₀ = 0, whatever the step: k ≤ R²/γ².\n" in text
    assert "k ≤ R²/γ² = 410.19." in told("check", "iris")
    answer = json.loads(told("check", "and", "--json", "-"))
    assert (answer["format"], answer["version"]) == ("perceptron-gui/check", 1)
    assert (answer["separable"], answer["margin_squared_exact"]) == (True, "1/17")
    assert (answer["radius_squared"], answer["mistake_bound"]) == (3, 51)
    check_theory({key: answer[key] for key in list(answer)[2:]}, 3, 4)


def test_check_of_other_data(told: Told) -> None:
    text = told("check", "xor")
    assert "Not separable" in text
    assert "Proof: weigh points 0, 1, 2, 3 by 0.25, 0.25, 0.25, 0.25, and both classes" in text
    answer = json.loads(told("check", "offset-needed", "--no-offset", "--json", "-"))
    assert answer["separable"] is False
    assert answer["certificate_exact"] == ["2/3", "1/3"]
    text = told("check", "offset-needed", "--no-offset")
    assert "weigh points 0, 1 by 2/3, 1/3, and Σ λ·y·x = 0." in text


def test_check_listens_to_offset_bias_and_lift(told: Told) -> None:
    def margin(*options: str) -> Fraction:
        answer = json.loads(told("check", "and", *options, "--json", "-"))
        return Fraction(exact(answer, "margin_squared"))

    assert margin("--bias-scale", "2") == Fraction(4, 41)
    assert "Separable" in told("check", "xor", "--lift", "product")
    assert "Separable" in told("check", "offset-needed", "--offset")


def test_data_sets_are_listed(told: Told) -> None:
    text = told("datasets")
    assert re.search(r"^xor +No line separates XOR", text, re.MULTILINE)
    assert "try --init 0.2,0,-0.1 --eta 0.1 --tie plus" in text
    assert "moons:n=100,seed=0,noise=0.1" in text
    answer = json.loads(told("datasets", "--json", "-"))
    assert (answer["format"], answer["version"]) == ("perceptron-gui/datasets", 1)
    entries = {entry["name"]: entry for entry in answer["datasets"]}
    for name, entry in entries.items():
        assert list(entry) == ["name", "teaches", "source", "parameters", "suggested"]
        assert f"\n{name} " in f"\n{text}"
    assert entries["moons"]["parameters"]["n"]["default"] == 100
    assert entries["slides"]["suggested"] == {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}


def test_every_listed_data_set_runs_with_what_it_suggests(told: Told) -> None:
    for entry in json.loads(told("datasets", "--json", "-"))["datasets"]:
        options = [
            word
            for key, value in entry["suggested"].items()
            for word in (f"--{key}", value)
            if word
        ]
        assert told("run", entry["name"], *options, "--epochs", "2").startswith(entry["name"])


def test_help_names_every_option(told: Told) -> None:
    text = told("run", "--help")
    assert all(flag(name) in text for name in OPTIONS)
    assert "run" in told("--help")
    assert told().startswith("usage: perceptron-gui")
    assert told("--version") == f"perceptron-gui {__version__}\n"


# What comes in


def test_csv_on_standard_input(report: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"x;y;kind\n0,5;1;no\n1;0,25;yes\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    found = report("-")
    assert found["data"]["points"] == [[0.5, 1], [1, 0.25]]
    assert found["data"]["labels"] == [-1, 1]
    assert "label 'no' became −1" in found["remarks"][0]


def test_csv_through_a_pipe() -> None:
    done = run_program("check", "-", input="0,0,-1\n1,1,+1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("standard input: 2 points in 2-D\nSeparable")


def test_a_file_is_called_by_its_name(told: Told, tmp_path: Path) -> None:
    path = tmp_path / "two points.csv"
    path.write_text("0,0,-1\n1,1,+1\n")
    assert told("run", str(path)).startswith(f"{path}: 2 points in 2-D")


def test_numbers_may_begin_with_a_minus(report: Trained) -> None:
    for option in (["--init", "-3,0.5,1"], ["--init=-3,0.5,1"], ["--init", "-3,.5,1"]):
        assert report("and", *option)["rule"]["init"] == [-3, 0.5, 1]
    assert report("and", "--init", "-.5,0,0")["rule"]["init"] == [-0.5, 0, 0]


# What goes out


def test_json_goes_into_a_file_whole(told: Told, tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    assert told("run", "and", "--json", str(target)) == ""
    assert target.read_text() == told("run", "and", "--json", "-")
    for command in (["check", "and"], ["datasets"]):
        assert told(*command, "--json", str(target)) == ""
        assert target.read_text() == told(*command, "--json", "-")
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


def unwritable(argv: list[str], capsys: Capture) -> str:
    assert main(argv) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-gui: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", [["run", "and"], ["check", "and"], ["datasets"]])
def test_a_file_that_cannot_be_written(command: list[str], capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    for name in ("missing/answer.json", "file/answer.json", "."):
        target = tmp_path / name
        line = unwritable([*command, "--json", str(target)], capsys)
        assert f"{target}: could not be written (" in line
    unwritable([*command, "--json", ""], capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "old"


@unix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text("old")
    tmp_path.chmod(0o500)
    try:
        line = unwritable(["run", "and", "--json", str(tmp_path / "answer.json")], capsys)
    finally:
        tmp_path.chmod(0o700)
    assert "Permission denied" in line
    assert (tmp_path / "answer.json").read_text() == "old"


@unix
def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); "
    code = limited + "from perceptron_gui.cli import entry; entry()"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "run", "and", "--json", str(target)],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"perceptron-gui: {target}: could not be written (File too large)\n"
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


@unix
def test_a_written_file_has_the_usual_rights_and_an_old_one_keeps_its_own(
    told: Told, tmp_path: Path
) -> None:
    usual, target = tmp_path / "usual", tmp_path / "answer.json"
    usual.touch()
    told("run", "and", "--json", str(target))
    assert target.stat().st_mode == usual.stat().st_mode
    target.chmod(0o640)
    told("run", "xor", "--json", str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@unix
def test_a_link_stays_a_link_and_a_pipe_a_pipe(told: Told, tmp_path: Path) -> None:
    target, link = tmp_path / "answer.json", tmp_path / "link.json"
    link.symlink_to(target)
    told("run", "and", "--json", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["outcome"]["updates"] == 18
    done = run_program("run", "and", "--json", "/dev/stdout")
    assert done.stdout == target.read_text()
    told("run", "and", "--json", os.devnull)
    assert not Path(os.devnull).is_file()


@unix
def test_a_reader_that_leaves_early_is_no_error() -> None:
    for argv in (["run", "and"], ["run", "and", "--json", "-"], ["datasets"], ["--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = run_program(*argv, stdout=writer)
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_does_not_fit_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = run_program("run", "and", stdout=full)
    line = "perceptron-gui: standard output: could not be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (3, line)


def test_a_terminal_without_mathematics_loses_no_minus(tmp_path: Path) -> None:
    plain = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = run_program("run", "and", env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "Weights: w = (3, 2), offset -4, 0 errors." in done.stdout
    assert "gamma^2 = 1/17" in done.stdout
    assert "?" not in done.stdout
    assert run_program("run", "--help", env=plain).returncode == 0
    assert run_program("datasets", env=plain).stdout.count("-1/+1") == 6
    done = run_program("run", "rené.csv", env=plain)
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert done.stderr.count("\n") == 1


# Long runs


class Terminal(io.StringIO):
    """A standard error on which a bar can be drawn over."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", "█"), ("ascii", "#")])
def test_a_bar_is_drawn_over_and_taken_away(
    told: Told, monkeypatch: pytest.MonkeyPatch, encoding: str, mark: str
) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    told("run", "xor", "--order", "shuffled", "--epochs", "1500")
    bars = terminal.getvalue().split("\r")
    assert bars[1].startswith(mark)
    assert "17%  visit 1024, " in bars[1]
    assert bars[-2:] == [" " * 75, ""]


def test_a_quick_run_draws_no_bar() -> None:
    done = run_program("run", "and")
    assert (done.returncode, done.stderr) == (0, "")


@unix
@pytest.mark.parametrize("order", ["shuffled", "random-mistake"])
def test_ctrl_c_ends_a_long_run_with_what_it_has(order: str) -> None:
    budget = ["--epochs", "100000000", "--max-updates", "1000000000"]
    with subprocess.Popen(
        [*PROGRAM, "run", "xor", "--order", order, *budget],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stderr is not None
            bar = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    assert re.search(r"░ +\d%  visit \d+, \d+ updates\n", bar)
    assert "Traceback" not in err
    visits = re.search(r"Note: interrupted after (\d+) visits\.", out)
    made = re.search(r"Stopped early: (\d+) updates in (\d+) visits", out)
    assert visits is not None
    assert made is not None
    assert made[2] == visits[1]
    # Every visit of this order is an update: none was lost on the way out.
    assert order == "shuffled" or made[1] == made[2]


def test_a_run_gives_ctrl_c_back_and_needs_no_main_thread(told: Told) -> None:
    before = signal.getsignal(signal.SIGINT)
    said: list[str] = []
    thread = threading.Thread(target=lambda: said.append(told("run", "and")))
    thread.start()
    thread.join()
    assert said == [told("run", "and")]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_elsewhere_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    with pytest.raises(SystemExit) as leaving:
        cli.entry()
    assert leaving.value.code == 130
