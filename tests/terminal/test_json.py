"""What `run --json` says, against results that are known, for every rule with every option."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from perceptron_gui.base.errors import flag
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from tests.terminal.contract import OUTCOME, Trained, exact, refuse, replay
from tests.terminal.program import Cli


def test_a_run_that_converges(report: Trained) -> None:
    found = report("and")
    assert found["arithmetic"] == "exact"
    assert found["data"]["points"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert found["data"]["labels"] == [-1, -1, -1, 1]
    outcome = found["outcome"]
    # The last of 18 updates is in epoch 8; epoch 9 is clean, and is counted to its end.
    assert [outcome[key] for key in OUTCOME[:4]] == ["converged", 36, 18, 9]
    assert [outcome[key] for key in OUTCOME[4:]] == [[3, 2], -4, 0, [3, 2], -4, 0]
    assert found["updates"][:2] == [
        {"visit": 1, "point": 0, "score": 0, "weights": [0, 0], "offset": -1},
        {"visit": 4, "point": 3, "score": -1, "weights": [1, 1], "offset": 0},
    ]
    theory = found["theory"]
    assert (theory["radius_squared"], theory["mistake_bound"]) == (3, 51)
    assert (theory["margin_squared"], theory["margin_squared_exact"]) == (1 / 17, "1/17")
    assert theory["separator_exact"] == ["2/17", "2/17", "-3/17"]
    replay(found)


def test_every_option_is_written_resolved(report: Trained) -> None:
    usual = {name: param.kind.to_json(param.default) for name, param in OPTIONS.items()}
    assert report("and")["rule"] == {**usual, "init": [0, 0, 0]}
    rule = report("and", "--order", "2,0,1", "--init", "-3,0.5,1", "--eta", "1/3")["rule"]
    assert rule["order"] == [2, 0, 1]
    assert rule["init"] == [-3, 0.5, 1]
    assert (rule["eta"], rule["eta_exact"]) == (1 / 3, "1/3")


def test_exact_fractions_stand_beside_what_a_float_rounds_and_only_there(report: Trained) -> None:
    found = report("slides", "--init", "0.2,0,-0.1", "--eta", "0.1", "--tie", "plus")
    assert found["outcome"]["weights_exact"] == ["1/5", "-1/10"]
    assert found["outcome"]["offset_exact"] == "-1/5"
    assert found["theory"]["margin_squared_exact"] == "2/17"
    assert "radius_squared_exact" not in found["theory"]
    assert [row["score_exact"] for row in found["updates"]] == ["1/10", "-1/10", "1/5"]
    replay(found)
    found = report("and", "--eta", "0.25")
    assert not any(key.endswith("_exact") for row in found["updates"] for key in row)
    assert not any(key.endswith("_exact") for key in [*found["outcome"], *found["rule"]])
    assert "points_exact" in report("tenths")["data"]


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


def test_rows_beyond_the_first_so_many_are_counted_only(
    report: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.core.runs.report.MOST_UPDATES", 1000)
    # Two points m and m + 1 take (2m + 1)² + 4 updates.
    found = report("slow-pair:n=16", "--epochs", "1000000")
    assert found["outcome"]["status"] == "converged"
    assert found["outcome"]["updates"] == 33**2 + 4
    assert len(found["updates"]) == 1000
    assert found["updates_omitted"] == 33**2 + 4 - 1000


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(cli: Cli) -> None:
    line = ["run", "noisy-xor:n=20", "--order", "shuffled", "--epochs", "4", "--json", "-"]
    first, again, other = cli(*line), cli(*line), cli(*line, "--seed", "1")
    assert first == again
    assert json.loads(first)["updates"] != json.loads(other)["updates"]
    assert first.isascii()
    assert first.endswith("}\n")


# Besides the choices of an option, what is typed for it here; other options keep their default.
TYPED = {
    "order": ["2,0,1,3", "3"], "init": ["random", "-3,0.5,1"], "bias_scale": ["1/3"],
    "margin": ["0.5"], "seed": ["9"], "batch_size": ["3"], "l2": ["0.01"], "max_updates": ["2"],
}  # fmt: skip
VALUES = {
    name: [*param.choices, *TYPED.get(name, [])]
    for name, param in OPTIONS.items()
    if name != "rule" and (param.choices or name in TYPED)
}

REFUSED = {("sgd", "first-mistake"), ("sgd", "random-mistake"), ("sgd", "worst")}


def small_run(rule: str, *options: str) -> list[str]:
    # With η = 1 gradient descent diverges on AND.
    return ["and", "--rule", rule, "--eta", "0.1", "--epochs", "30", *options]


def weights_words(rule: str) -> str:
    """Return how the weights are told."""
    return "w is the sum of" if rule == "kernel" else "Weights: w = ("


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("option", VALUES)
def test_every_rule_with_every_option(report: Trained, cli: Cli, rule: str, option: str) -> None:
    for value in VALUES[option]:
        if (rule, value) in REFUSED:
            continue
        line = small_run(rule, flag(option), value)
        found = report(*line)
        assert found["rule"]["rule"] == rule
        assert weights_words(rule) in cli("run", *line)
        if "margin" in RULES[rule].uses and rule != "kernel" and option == "order":
            replay(found)
        made = Rule.of({"rule": rule, option: value})
        has_effect = made.uses_option(option) and (option != "seed" or made.is_random)
        assert (f"{flag(option)} has no effect" in " ".join(found["remarks"])) == (not has_effect)


@pytest.mark.parametrize("keep", [[], ["--keep-going"]])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_without_an_offset_and_to_the_end(
    report: Trained, cli: Cli, rule: str, keep: list[str]
) -> None:
    for data in ("and", "xor"):
        line = [data, *small_run(rule, "--no-offset", *keep)[1:]]
        found = report(*line)
        assert found["outcome"]["offset"] is None
        assert not keep or found["outcome"]["epochs"] == 30 or rule == "least-squares"
        assert ", offset " not in cli("run", *line)


@pytest.mark.parametrize("loss", VALUES["loss"])
def test_every_loss_with_every_schedule(report: Trained, loss: str) -> None:
    for schedule in VALUES["schedule"]:
        for batch in ("1", "2"):
            options = ["--loss", loss, "--schedule", schedule, "--batch-size", batch]
            found = report(*small_run("sgd", *options))
            is_rational = loss in ("perceptron", "hinge") and schedule == "constant"
            assert found["arithmetic"] == ("exact" if is_rational else "float64")


def test_a_run_that_diverges_says_so_in_silence(cli: Cli) -> None:
    line = ["run", "and", "--rule", "least-squares", "--solver", "gd", "--eta", "10"]
    assert "Note: the run diverged" in cli(*line)
    assert json.loads(cli(*line, "--json", "-"), parse_constant=refuse)["remarks"]


@pytest.mark.parametrize(("name", "mistakes", "bound"), [("blobs", 21, 61), ("moons", 22, 67)])
def test_check_has_a_bound_for_the_first_pass_without_a_line(
    cli: Cli, name: str, mistakes: int, bound: int
) -> None:
    found = json.loads(cli("check", name, "--json", "-"))["first_pass"]
    assert (found["visits"], found["mistakes"], found["bound"]) == (100, mistakes, bound)
    said = f"First pass from w⁽⁰⁾ = 0: {mistakes} mistakes, of at most {bound} in any order"
    assert said in cli("check", name)
    assert said in cli("run", name, "--epochs", "2")
    assert json.loads(cli("check", "noisy-xor", "--json", "-"))["first_pass"]["bound"] is None
    assert "not below the number of points" in cli("check", "noisy-xor")
