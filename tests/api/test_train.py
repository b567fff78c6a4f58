"""`train`, `check` and `load`: points, labels, options and errors as Python users give and get."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui import check, load, train
from perceptron_gui.api.trained_run import TrainedRun
from perceptron_gui.base.errors import DataError, InputError
from perceptron_gui.core.data.unseen import TESTING
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data

from .tables import Frame

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
try:
    import signatures
finally:  # scripts/test.py must not hide Python's own module from other tests
    sys.path.remove(str(SCRIPTS))

SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]


@pytest.mark.parametrize("file", signatures.FILES)
def test_signatures_are_those_of_the_declared_options(file: str) -> None:
    text = (signatures.API / file).read_text(encoding="utf-8")
    assert text == signatures.written(text), "python scripts/signatures.py"


def test_every_option_is_a_keyword_with_its_default_and_its_meaning() -> None:
    keywords, told = inspect.signature(train).parameters, " ".join((train.__doc__ or "").split())
    assert [*keywords] == ["X", "y", "targets", *TESTING, *OPTIONS]
    for name, option in {**TESTING, **OPTIONS}.items():
        assert option.read(keywords[name].default) == option.default
        assert f"{name}: {option.meaning}" in told
    assert train(SQUARE, [-1, -1, -1, 1]).rule.given == frozenset()
    kept = train(SQUARE * 2, [-1, -1, -1, 1] * 2, test=0.5)
    assert len(kept.dataset) == 4 and kept.outcome.test_errors is not None


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ([-1, -1, -1, 1], ("-1", "+1")),
        ([-1.0, -1.0, -1.0, 1.0], ("-1", "+1")),
        ([0, 0, 0, 1], ("0", "1")),
        ([False, False, False, True], ("False", "True")),
        (["no", "no", "no", "yes"], ("no", "yes")),
        (np.array(["no", "no", "no", "yes"], dtype=object), ("no", "yes")),
        (np.array([0, 0, 0, 1], dtype=np.uint8), ("0", "1")),
        ([3, 3, 3, 7.5], ("3.0", "7.5")),
    ],
)
def test_any_two_labels_are_learned_and_predicted(labels: Any, names: tuple[str, str]) -> None:
    run = train(SQUARE, labels, tie="minus")
    assert run.dataset.labels.tolist() == [-1, -1, -1, 1]
    assert run.dataset.class_names == names
    predicted = run.predict(SQUARE)
    assert predicted.dtype == np.asarray(labels).dtype
    assert predicted.tolist() == list(labels)
    assert run.score(SQUARE, labels) == 1


@pytest.mark.parametrize(("label", "sign"), [(1, 1), (-1, -1), (0, -1), (True, 1), (False, -1)])
def test_one_label_of_the_usual_two_is_enough(label: Any, sign: int) -> None:
    run = train([[1, 2], [2, 1]], [label] * 2)
    assert run.dataset.labels.tolist() == [sign] * 2
    assert run.predict([[1, 2]]).tolist() == [label]


def test_columns_of_a_table_keep_their_names() -> None:
    run = train(Frame(["height", "age"], SQUARE), [0, 0, 0, 1])
    assert run.dataset.feature_names == ("height", "age")
    assert train(Frame([0, 1], SQUARE), [0, 0, 0, 1]).dataset.feature_names == ()
    assert "w[age]" in run._repr_html_()


@pytest.mark.parametrize("name", ["iris", "xor", "and", "moons:n=20"])
def test_data_sets_by_name_are_those_of_the_library(name: str) -> None:
    data = load_data(name).dataset
    run = train(name, rule="pocket", epochs=5)
    assert isinstance(run, TrainedRun) and run.dataset == data
    X, y = load(name)
    assert np.array_equal(X, data.points)
    assert np.array_equal(y == run.classes[1], data.labels > 0)  # type: ignore[index]
    assert np.array_equal(train(X, y, rule="pocket", epochs=5).weights, run.weights)
    assert check(name).separable is check(X, y).separable


def test_a_session_brings_its_rule(tmp_path: Path) -> None:
    from perceptron_gui import draw

    path = draw("norms", "and", rule="pocket", eta="0.5").save(tmp_path / "and.json")
    for run in train(path), train(str(path)):
        assert (run.rule.rule, run.rule.eta) == ("pocket", Rule.of({"eta": "0.5"}).eta)
    assert train(path, eta=2).rule == Rule.of({"rule": "pocket", "eta": 2})


def test_real_targets_are_fitted() -> None:
    run = train([[0], [1], [2]], [1, 3, 5], targets="real", rule="least-squares")
    assert run.weights == pytest.approx([2]) and run.offset == pytest.approx(1)
    assert run.predict([[5]]) == pytest.approx([11])
    assert run.score([[0], [1], [2]], [1, 3, 5]) == pytest.approx(1)
    assert run.classes is None


@pytest.mark.parametrize(
    ("X", "y", "options", "said"),
    [
        (SQUARE, [0, 0, 0, 1], {"eta": 0}, "eta 0: must be greater than 0"),
        (SQUARE, [0, 0, 0, 1], {"bias_scale": 0}, "bias_scale 0: must be"),
        (SQUARE, [0, 0, 0, 1], {"rule": "percep"}, "rule 'percep': unknown; did you mean"),
        (SQUARE, [0, 0, 0, 1], {"targets": "reel"}, "targets 'reel': unknown"),
        (SQUARE, [0, 1, 2, 1], {}, "y has 3 classes: '0', '1', '2'"),
        (SQUARE, [5, 5, 5, 5], {}, "one class only, '5'"),
        (SQUARE, [[0], [0], [0], [1]], {}, "y has 2 axes"),
        (SQUARE, [0, 1, 1], {}, "4 points but 3 labels"),
        (SQUARE, [0, np.nan, 1, 1], {}, "NaN"),
        (SQUARE, np.array([0, "a", 1, 1], dtype=object), {}, "several kinds"),
        (np.array([1.0, 2.0]), [0, 1], {}, "Reshape your data"),
        (np.array([[1.0], [np.inf]]), [0, 1], {}, "coordinate 0 of point 1"),
        ("xor", [0, 1], {}, "leave out y"),
        ("xro", None, {}, "did you mean 'xor'"),
    ],
)
def test_errors_are_sentences_in_the_words_of_python(
    X: Any, y: Any, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        train(X, y, **options)
    assert said in str(caught.value) and "--" not in str(caught.value)


def test_check_takes_the_same_data() -> None:
    assert check(SQUARE, ["no", "no", "no", "yes"]).separable
    assert not check(SQUARE, [0, 1, 1, 0]).separable
    assert check("xor", lift="product").separable
    with pytest.raises(DataError):
        check(SQUARE, [0, 1, 2, 1])
    with pytest.raises(InputError, match=r"^lift 'cubic': unknown"):
        check(SQUARE, [0, 1, 1, 0], lift="cubic")


def test_a_trained_run_is_a_run() -> None:
    run = train(SQUARE, [-1, 1, 1, -1])
    assert isinstance(run, Run) and run.status == "cycle"
    assert isinstance(run.snapshot(), TrainedRun) and isinstance(run.prolonged(99), TrainedRun)
