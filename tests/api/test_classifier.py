"""The classifier in scikit-learn: its own checks, pipelines, searches, and the exact run within."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from perceptron_gui import PerceptronClassifier, load, train
from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS

from .tables import Frame

X, Y = load("moons:n=60")
CHECKED = [
    PerceptronClassifier(),
    PerceptronClassifier(rule="voted", epochs=5),
    PerceptronClassifier(rule="pocket", scale="standard", epochs=20),
]


@pytest.mark.parametrize("classifier", CHECKED, ids=str)
def test_it_passes_the_checks_of_scikit_learn(classifier: PerceptronClassifier) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it does not inherit, and those of the checks
        found = check_estimator(classifier, on_fail=None)
    assert len(found) > 40
    assert [(each["check_name"], each["exception"]) for each in found if is_bad(each)] == []


def is_bad(result: dict[str, Any]) -> bool:
    return result["status"] not in ("passed", "skipped")


def test_parameters_are_the_options_of_a_rule() -> None:
    classifier = PerceptronClassifier(rule="averaged", epochs=10)
    params = classifier.get_params()
    assert [*params] == [*OPTIONS]
    assert {name: OPTIONS[name].read(value) for name, value in params.items()} == {
        **{name: option.default for name, option in OPTIONS.items()}, "rule": "averaged",
        "epochs": 10,
    }  # fmt: skip
    assert repr(classifier) == "PerceptronClassifier(rule='averaged', epochs=10)"
    assert clone(classifier).get_params() == params
    assert classifier.set_params(eta="1/3") is classifier and classifier.eta == "1/3"
    with pytest.raises(InputError, match="'etha'; did you mean 'eta'"):
        classifier.set_params(etha=1)
    with pytest.raises(InputError, match=r"^eta -1: must be greater than 0"):
        classifier.set_params(eta=-1).fit(X, Y)


@pytest.mark.parametrize("rule", RULES)
def test_it_answers_as_the_run_does(rule: str) -> None:
    labels = np.where(Y > 0, "up", "down")
    classifier = PerceptronClassifier(rule=rule, epochs=5).fit(X, labels)
    run = train(X, labels, rule=rule, epochs=5)
    assert classifier.run_.to_json() == run.to_json()
    assert is_classifier(classifier) and classifier.classes_.tolist() == ["down", "up"]
    assert classifier.n_iter_ == run.outcome.epochs and classifier.n_features_in_ == 2
    assert classifier.predict(X).tolist() == run.predict(X).tolist()
    assert classifier.score(X, labels) == pytest.approx(run.score(X, labels))
    is_line = rule not in ("kernel", "voted")
    assert hasattr(classifier, "coef_") is hasattr(classifier, "intercept_") is is_line
    if is_line:
        scores = X @ classifier.coef_[0] + classifier.intercept_
        assert classifier.decision_function(X) == pytest.approx(scores)


def test_it_serves_in_pipelines_searches_and_cross_validation() -> None:
    pipeline = make_pipeline(StandardScaler(), PerceptronClassifier(rule="averaged", epochs=10))
    assert cross_val_score(pipeline, X, Y, cv=3).mean() > 0.7
    grid = {"perceptronclassifier__rule": ["perceptron", "pocket", "averaged"]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, Y)
    assert search.best_params_["perceptronclassifier__rule"] in ("pocket", "averaged")
    assert search.best_estimator_[-1].run_.outcome.epochs == 10


def test_more_classes_are_learned_one_against_the_rest() -> None:
    labels = np.array(["low", "middle", "high"])[np.digitize(X[:, 0], [0, 1])]
    several = OneVsRestClassifier(PerceptronClassifier(rule="pocket")).fit(X, labels)
    assert several.score(X, labels) > 0.6 and len(several.estimators_) == 3
    with pytest.raises(InputError, match="y has 3 classes: 'high', 'low', 'middle'"):
        PerceptronClassifier().fit(X, labels)


def test_what_is_not_fitted_says_so() -> None:
    classifier = PerceptronClassifier()
    with pytest.raises(NotFittedError, match="call fit first"):
        classifier.predict(X)
    assert not hasattr(classifier, "coef_")


def test_columns_are_those_of_fit() -> None:
    named = Frame(["width", "height"], X)
    classifier = PerceptronClassifier(epochs=5).fit(named, Y)
    assert classifier.feature_names_in_.tolist() == ["width", "height"]
    assert classifier.run_.dataset.feature_names == ("width", "height")
    classifier.predict(named)
    with pytest.warns(UserWarning, match="fitted with feature names"):
        classifier.predict(X)
    swapped = Frame(["height", "width"], X)
    with pytest.raises(InputError, match="must be in the same order"):
        classifier.predict(swapped)
    with pytest.raises(InputError, match=r"unseen at fit time:\n- depth\n.*missing:\n- width"):
        classifier.predict(Frame(["depth", "height"], X))
    classifier.fit(X, Y)
    assert not hasattr(classifier, "feature_names_in_")
    with pytest.warns(UserWarning, match="fitted without feature names"):
        classifier.predict(named)
