"""Every section of golden.json: results of rational arithmetic, to be met exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import check, train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.results import Pocket, Vote
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability
from tests.conftest import GOLDEN, fractions

DATASETS = GOLDEN["datasets"]
IRIS = GOLDEN["iris_petal"]
LIFTED = [case for case in GOLDEN["kernel_and_lift"] if "lifted" in case["data"]]
KERNELS = [case for case in GOLDEN["kernel_and_lift"] if case not in LIFTED]


def data(name: str) -> tuple[Any, Any]:
    return DATASETS[name]["X"], DATASETS[name]["y"]


def run_of(case: dict[str, Any], **more: Any) -> Run:
    config = case["config"]
    same = ("tie", "eta", "order", "bias_scale", "margin", "offset")
    more |= {name: config[name] for name in same}
    return train(*data(case["dataset"]), init=config["w0"], **more)


def assert_updates(run: Run, rows: list[Any]) -> None:
    """Compare rows [k, epoch, visit, i, s before, w after]; the epoch may be left out."""
    raw = run.history.weights_after(np.arange(len(rows) + 1))
    for k, *epoch, visit, i, score, weights in rows:
        assert run.history.visits[k - 1] == visit
        assert epoch in ([], [run.path.visiting.epoch_of(visit)])
        assert run.point_of_update(k - 1) == i
        assert run.score_before(k - 1, raw[k - 1]) == Fraction(score)
        assert run.path.arithmetic.fractions(raw[k]) == fractions(weights)
        assert run.exact_weights_at(visit) == fractions(weights)


def assert_geometry(verdict: Separability, expected: dict[str, Any]) -> None:
    assert verdict.separable == expected["separable"]
    assert verdict.radius_squared == Fraction(expected["R2"])
    assert verdict.margin_squared == Fraction(expected["gamma2"])
    if verdict.separable and "wstar" in expected:
        assert list(verdict.separator) == fractions(expected["wstar"])
        assert verdict.mistake_bound == Fraction(expected["bound"])


@pytest.mark.parametrize("case", GOLDEN["pla"], ids=lambda case: case["id"])
def test_a_perceptron_run_is_that_of_rational_arithmetic(case: dict[str, Any]) -> None:
    run = run_of(case, arithmetic="exact")
    expected = case["result"]
    outcome = run.outcome
    assert run.arithmetic == "exact"
    assert outcome.status == expected["status"]
    assert outcome.updates == expected["n_updates"]
    assert outcome.visits == expected["visits_run"]
    assert run.exact_weights_at(outcome.visits) == fractions(expected["final_w"])
    if expected["clean_epoch"] is not None:
        assert outcome.epochs == expected["clean_epoch"]
    assert_updates(run, expected["updates"])
    norms = run.history.weights_after(np.arange(outcome.updates + 1))
    largest = max(sum(v * v for v in run.path.arithmetic.fractions(w)) for w in norms)
    assert largest == Fraction(expected["max_norm2"])


@pytest.mark.parametrize("case", GOLDEN["pla"], ids=lambda case: case["id"])
def test_the_theory_of_a_run_is_exact(case: dict[str, Any]) -> None:
    run, expected = run_of(case), case["geometry"]
    assert_geometry(run.verdict, expected)
    bounds = run.bounds
    if not expected["separable"]:
        assert bounds is None
        return
    assert isinstance(bounds, Bounds)
    if case["config"]["margin"] == "0":  # golden gives the bound of plain mistakes
        assert bounds.most_updates == expected["bound_w0"]
        assert bounds.distance_limit == Fraction(expected["bound_003"])
        assert int(bounds.limit) == expected["bound_w0"]
    assert run.outcome.updates <= bounds.most_updates


@pytest.mark.parametrize("name", DATASETS)
@pytest.mark.parametrize("offset", [True, False])
def test_geometry(name: str, offset: bool) -> None:
    expected = GOLDEN["geometry"][name]["aug" if offset else "noffset"]
    assert_geometry(check(*data(name), offset=offset), expected)


@pytest.mark.parametrize("case", GOLDEN["xor_cycles"], ids=lambda c: f"{c['encoding']}-{c['tie']}")
def test_xor_cycles(case: dict[str, Any]) -> None:
    name = {"01": "xor01", "pm": "xor_pm"}[case["encoding"]]
    run = train(*data(name), tie=case["tie"], offset=case["offset"])
    assert run.status == case["status"]
    raw = run.history.weights_after(np.arange(len(run.history) + 1))
    assert (raw * raw).sum(axis=1).max() == int(case["max_norm2"])
    if case["status"] == "cycle":
        found = run.recurrence
        assert found is not None
        assert found.start_visit == case["preperiod_visits"]
        assert run.updates_at(found.start_visit) == case["preperiod_updates"]
        assert found.period_visits == case["period_visits"]
        assert found.period_updates == case["period_updates"]
        assert list(found.counts) == case["update_counts"]
        changes = [v for v in run.history.visits if found.start_visit < v < found.end_visit]
        states = [run.exact_weights_at(int(v)) for v in (found.start_visit, *changes)]
        assert states[: len(case["states"])] == [fractions(w) for w in case["states"]]


@pytest.mark.parametrize(
    "case", IRIS["runs"], ids=lambda c: f"{c['offset']}-{c['tie']}-{c['order']}"
)
def test_iris(case: dict[str, Any]) -> None:
    alternating = [i for pair in zip(range(50), range(50, 100), strict=True) for i in pair]
    order = alternating if case["order"] == "alternating" else "cyclic"
    run = train(IRIS["X"], IRIS["y"], tie=case["tie"], offset=case["offset"], order=order)
    assert run.arithmetic == "exact"
    assert run.status == case["status"]
    assert run.outcome.updates == case["n_updates"]
    assert run.exact_weights_at(run.visits) == fractions(case["final_w"])
    assert run.history.visits[-1] == case["last_update_visit"]
    assert_updates(run, case["updates"])


def test_the_geometry_of_iris() -> None:
    for offset, key in ((True, "aug"), (False, "nooffset")):
        assert_geometry(check(IRIS["X"], IRIS["y"], offset=offset), IRIS[key])
    fitted = train(IRIS["X"], IRIS["y"], rule="least-squares")
    assert fitted.exact_weights_at(1) == fractions(IRIS["least_squares"])
    assert fitted.outcome.errors == IRIS["ls_errors"]


@pytest.mark.parametrize("case", GOLDEN["averaged"], ids=lambda c: f"{c['dataset']}-{c['T']}")
def test_averaged_and_voted(case: dict[str, Any]) -> None:
    options = {"tie": case["tie"], "offset": case["offset"], "epochs": case["T"]}
    options["keep_going"] = True
    averaged = train(*data(case["dataset"]), rule="averaged", **options)
    assert averaged.visits == case["n_visits"]
    assert averaged.exact_weights_at(averaged.visits) == fractions(case["theta"])
    assert averaged.result_at(averaged.visits) == fractions(case["average"])
    assert averaged.outcome.errors == case["errors_theta"]
    assert averaged.outcome.result_errors == case["errors_average"]
    voted = train(*data(case["dataset"]), rule="voted", **options)
    assert isinstance(voted.result, Vote)
    counts = [count for _, count in case["voted"]]
    assert voted.result.survivals(voted.visits).tolist() == counts
    assert voted.result.votes(voted.visits).tolist() == case["voted_sums"]


@pytest.mark.parametrize("case", GOLDEN["pocket"], ids=lambda c: f"{c['dataset']}-{c['mode']}")
def test_pocket(case: dict[str, Any]) -> None:
    points, labels = data(case["dataset"])
    epochs = case["max_visits"] // len(labels)
    run = train(
        points, labels, rule="pocket", pocket=case["mode"], tie=case["tie"], epochs=epochs,
        keep_going=True,
    )  # fmt: skip
    assert isinstance(run.result, Pocket)
    assert run.result_at(run.visits) == fractions(case["pocket"])
    assert run.outcome.result_errors == case["errors"]
    for kept, later in zip(case["history"], [*case["history"][1:], None], strict=True):
        last = later["visit"] - 1 if later else run.visits
        for visit in (kept["visit"], last):
            assert run.result_at(visit) == fractions(kept["w"]), visit
            assert run.result.errors(visit) == kept["errors"]


@pytest.mark.parametrize("case", GOLDEN["batch"], ids=lambda c: str(c["dataset"]))
def test_batch(case: dict[str, Any]) -> None:
    run = train(
        *data(case["dataset"]), rule="batch", tie=case["tie"], eta=case["eta"],
        offset=case["offset"],
    )  # fmt: skip
    assert run.arithmetic == "exact"
    assert run.status == ("converged" if case["converged"] else "cycle")
    assert run.outcome.updates == case["n_iter"]
    assert run.exact_weights_at(run.visits) == fractions(case["w"])
    corrections = 0
    for visit, points, weights in case["iterations"]:
        assert run.history.visits[visit - 1] == visit
        assert run.path.points_of_updates(visit - 1, visit).tolist() == points
        assert run.exact_weights_at(visit) == fractions(weights)
        corrections += len(points)
    assert corrections == case["total_corrections"]
    if case["cycle"]:
        assert run.recurrence is not None
        assert run.recurrence.start_visit == case["cycle"]["preperiod"]
        assert run.recurrence.period_visits == case["cycle"]["period"]


# What no rule does: gradients that are summed, and a hinge that steps in its kink, too.
STRANGE = [case for case in GOLDEN["sgd"] if case["args"].get("reduce") == "sum"]
STRANGE += [case for case in GOLDEN["sgd"] if case["args"]["loss"] == "hinge"
            and case["args"]["kink"] and "schedule" not in case["args"]]  # fmt: skip
SGD = [case for case in GOLDEN["sgd"] if case not in STRANGE]


def sgd_run(case: dict[str, Any]) -> Run:
    """Build golden's run."""
    args = case["args"]
    loss, eta = args["loss"], Fraction(args["eta"])
    if loss == "half_squared":
        loss, eta = "squared", eta / 2
    rule = Rule.of(
        {
            "rule": "sgd", "loss": loss, "eta": eta, "batch_size": args["batch"],
            "epochs": args["epochs"], "offset": args.get("offset", True), "keep_going": True,
            "schedule": {"invt": "inverse"}.get(args.get("schedule", ""), "constant"),
            "tie": "always" if args["kink"] else "never",
        }
    )  # fmt: skip
    return Run(Dataset.of(*data(case["dataset"])), rule)


@pytest.mark.parametrize("case", SGD, ids=lambda c: "-".join(str(v) for v in c["args"].values()))
def test_sgd(case: dict[str, Any]) -> None:
    run = sgd_run(case).finish()
    assert len(case["trace"]) == run.visits
    for visit, (_step, _epoch, _points, weights) in enumerate(case["trace"], start=1):
        wanted = [float(Fraction(w)) for w in weights]
        near = 0 if run.arithmetic == "exact" else 1e-12
        assert run.weights_at(visit).tolist() == pytest.approx(wanted, rel=near, abs=near / 1e3)


@pytest.mark.parametrize("case", GOLDEN["least_squares"], ids=lambda c: str(c["dataset"]))
def test_least_squares(case: dict[str, Any]) -> None:
    points, labels = data(case["dataset"])
    closed = train(points, labels, rule="least-squares", tie="minus")
    assert closed.exact_weights_at(1) == fractions(case["ls"])
    assert closed.outcome.errors == case["errors_minus"]
    ridge = train(points, labels, rule="least-squares", l2=1)
    assert ridge.exact_weights_at(1) == fractions(case["ridge1"])
    newton = train(
        points, labels, rule="least-squares", solver="newton", eta="1/2", init="1,1,1", epochs=1
    )
    wanted = [float(v) for v in fractions(case["newton_eta_half_from_ones"])]
    assert newton.weights_at(1).tolist() == pytest.approx(wanted, rel=1e-12, abs=1e-15)
    descent = train(
        points, labels, rule="least-squares", solver="gd", eta="1/20", epochs=5, keep_going=True
    )
    for step, weights in enumerate(case["gd_eta_1/20_5steps_from_0"]):
        wanted = [float(v) for v in fractions(weights)]
        assert descent.weights_at(step).tolist() == pytest.approx(wanted, rel=1e-11, abs=1e-15)


@pytest.mark.parametrize("case", LIFTED, ids=lambda c: f"{c['data']}-{c['offset']}-{c['tie']}")
def test_lifts(case: dict[str, Any]) -> None:
    name = "xor01" if "xor_01" in case["data"] else "xor_pm"
    run = train(*data(name), lift="product", tie=case["tie"], offset=case["offset"])
    assert run.outcome.updates == case["n_updates"] or case["status"] == "cycle"
    assert run.verdict.radius_squared == Fraction(case["R2"])
    assert run.verdict.margin_squared == Fraction(case["gamma2"])
    assert_updates(run, case["updates"][: len(run.history)])
    if case["status"] == "converged":
        assert run.outcome.epochs == case["clean_epoch"]
        assert run.exact_weights_at(run.visits) == fractions(case["final_w"])


@pytest.mark.parametrize("case", KERNELS, ids=lambda c: f"{c['data']}-{c['tie']}")
def test_the_quadratic_kernel(case: dict[str, Any]) -> None:
    run = train(
        *data("xor01" if case["data"] == "xor_01" else "xor_pm"), rule="kernel", tie=case["tie"]
    )
    assert run.arithmetic == "exact"
    raw = run.history.weights_after(np.arange(len(run.history) + 1))
    made = [
        [int(visit), run.point_of_update(k), run.score_before(k, raw[k])]
        for k, visit in enumerate(run.history.visits)
    ]
    assert made == [[visit, i, Fraction(score)] for visit, i, score in case["updates"]]
    assert run.exact_weights_at(run.visits) == case["alpha"]
    assert run.outcome.epochs == case["clean_epoch"]
