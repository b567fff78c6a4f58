"""A classifier with the conventions of scikit-learn, which is not needed to import or use it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, UsageError, in_python_words
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.rules.rule import Rule

from .arrays import Rows, dataset_of, names_of
from .functions import Number, changed_options
from .trained_run import TrainedRun

if TYPE_CHECKING:
    from sklearn.utils import Tags

_COLUMN = "A column-vector y was passed when a 1d array was expected; give y.ravel()"
_NAMES_DIFFER = "The feature names should match those that were passed during fit.\n"


@dataclass(kw_only=True, eq=False, repr=False)
class PerceptronClassifier:
    """A rule as a classifier of two classes: `fit`, `predict`, `score`, in pipelines and searches.

    After `fit` there are `run_`, the whole exact run, and what scikit-learn's linear classifiers
    have: `classes_`, `coef_`, `intercept_`, `n_iter_` (epochs), `n_features_in_` and
    `feature_names_in_`. With a kernel or a vote there are no `coef_` and `intercept_`; with a lift
    `coef_` goes on with the weights of the products.

    >>> classifier = PerceptronClassifier(rule="averaged", epochs=10)
    >>> classifier.fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"])
    PerceptronClassifier(rule='averaged', epochs=10)
    >>> classifier.predict([[1, 1]]), classifier.coef_.shape, classifier.n_iter_
    (array(['yes'], dtype='<U3'), (1, 2), 9)
    >>> classifier.run_.outcome.updates
    18

    Options of the rule:

    rule: which algorithm learns (perceptron, averaged, voted, pocket, kernel, batch, sgd,
        least-squares)
    order: which point is visited next; or a list like 2,0,1 (the first point is 0), repeated
        (cyclic, shuffled, random, first-mistake, random-mistake, worst)
    tie: what a point on the line counts as: −1, +1, or a mistake (minus, plus, always)
    offset: learn an offset, so that the line need not pass the origin
    bias_scale: the constant coordinate B of every point
    eta: the learning rate η
    schedule: how the learning rate shrinks: η, η/(1+t) or η/√(1+t) (constant, inverse,
        inverse-sqrt)
    margin: update also when y·s is positive but at most this
    init: the initial weights: V1,V2,…,V0 with that of the constant last, or by name (zeros, random)
    seed: the seed of everything random
    loss: the loss sgd descends on (perceptron, hinge, logistic, squared)
    batch_size: how many points one step averages
    l2: the penalty l2·‖w‖², offset included
    solver: how least squares is solved (closed, gd, newton, sgd)
    kernel: what the kernel rule takes for the product of two points (linear, poly, gaussian)
    degree: the degree of the polynomial kernel (1 + ⟨x, z⟩)^degree
    width: the width σ of the Gaussian kernel exp(−‖x − z‖²/2σ²)
    lift: products appended to the coordinates (none, product, quadratic)
    epochs: stop after this many passes over the data
    max_updates: stop after this many updates
    keep_going: train to the limit even after convergence or a proved cycle
    pocket: which weights go into the pocket: fewest errors, longest run, or both (errors, gallant,
        ratchet)
    arithmetic: exact integers, floating point, or exact where possible (auto, exact, float64)
    l1: the penalty l1·Σ|w|, offset left out; weights become 0
    scale: centre or scale every coordinate before the rule sees it; what is drawn is scaled back
        (none, centre, standard, range)
    """

    # Written by scripts/signatures.py:
    rule: str = "perceptron"
    order: str | Sequence[int] = "cyclic"
    tie: str = "always"
    offset: bool = True
    bias_scale: Number = 1
    eta: Number = 1
    schedule: str = "constant"
    margin: Number = 0
    init: str | Sequence[Number] = "zeros"
    seed: int = 0
    loss: str = "perceptron"
    batch_size: int = 1
    l2: Number = 0
    solver: str = "closed"
    kernel: str = "poly"
    degree: int = 2
    width: Number = 1
    lift: str = "none"
    epochs: int = 1000
    max_updates: int = 1000000
    keep_going: bool = False
    pocket: str = "errors"
    arithmetic: str = "auto"
    l1: Number = 0
    scale: str = "none"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return every option by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def set_params(self, **params: Any) -> PerceptronClassifier:
        """Set options by name; they count from the next `fit` on."""
        known = [each.name for each in fields(self)]
        for name in params:
            if name not in known:
                hint = did_you_mean(name, known) or f"; it is one of {', '.join(known)}"
                raise UsageError(f"there is no option {quoted(name)}{hint}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def fit(self, X: Rows, y: Rows | None) -> PerceptronClassifier:
        """Train on points (n, d) with labels (n,) of two classes."""
        if y is None:
            raise DataError("requires y to be passed, but the target y is None; give labels")
        labels = np.asarray(y)
        if labels.ndim == 2 and labels.shape[1] == 1:
            warnings.warn(_COLUMN, _as_in_scikit_learn("DataConversionWarning", UserWarning), 2)
            labels = labels[:, 0]
        dataset, classes = dataset_of(X, labels)
        with in_python_words():
            run = TrainedRun(dataset, Rule.of(changed_options(vars(self))), classes=classes)
            run.finish()
        self.run_ = run
        self.classes_ = classes
        self.n_features_in_ = dataset.dimension
        self.n_iter_ = run.outcome.epochs
        vars(self).pop("feature_names_in_", None)
        if dataset.feature_names:
            self.feature_names_in_ = np.array(dataset.feature_names, dtype=object)
        return self

    def decision_function(self, X: Rows) -> NDArray[np.float64]:
        """Return the scores (m,) of points (m, d): positive for the second class."""
        return self._fitted_to(X).decision_function(X)

    def predict(self, X: Rows) -> NDArray[Any]:
        """Return the labels (m,) of points (m, d)."""
        return self._fitted_to(X).predict(X)

    def score(self, X: Rows, y: Rows, sample_weight: Rows | None = None) -> float:
        """Return the share of points that are correct, which may be weighted."""
        return float(np.average(self.predict(X) == np.asarray(y), weights=sample_weight))

    @property
    def coef_(self) -> NDArray[np.float64]:
        """The weights (1, d) of the answer, in the coordinates that were given."""
        return self._fitted().weights[None]

    @property
    def intercept_(self) -> NDArray[np.float64]:
        """The offset (1,) of the answer."""
        return np.array([self._fitted().offset])

    def _fitted(self) -> TrainedRun:
        if "run_" not in vars(self):
            kind = _as_in_scikit_learn("NotFittedError", _NotFittedError)
            raise kind(f"this {type(self).__name__} is not fitted; call fit first")
        return self.run_

    def _fitted_to(self, X: Rows) -> TrainedRun:
        """Return the run, if the columns are those of `fit`; else in the words of scikit-learn."""
        run, names = self._fitted(), names_of(X)
        fitted = tuple(getattr(self, "feature_names_in_", ()))
        if names and fitted and names != fitted:
            raise DataError(_NAMES_DIFFER + _difference(names, fitted))
        if names != fitted:
            kind = type(self).__name__
            text = f"X has feature names, but {kind} was fitted without feature names"
            if fitted:
                text = (
                    f"X does not have valid feature names, but {kind} was fitted with feature names"
                )
            warnings.warn(text, stacklevel=3)
        return run

    def __repr__(self) -> str:
        given = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) is not each.default
        ]
        return f"{type(self).__name__}({', '.join(given)})"

    def __sklearn_tags__(self) -> Tags:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(multi_class=False),
            input_tags=InputTags(),
        )


def _difference(names: tuple[str, ...], fitted: tuple[str, ...]) -> str:
    """Say which columns are new, which are missing, or that the order is another one."""
    unseen, missing = sorted({*names} - {*fitted}), sorted({*fitted} - {*names})
    lines = []
    for title, found in (
        ("Feature names unseen at fit time:", unseen),
        ("Feature names seen at fit time, yet now missing:", missing),
    ):
        if found:
            lines += [title, *(f"- {name}" for name in found[:5])]
    if not lines:
        lines = ["Feature names must be in the same order as they were in fit."]
    return "\n".join(lines) + "\n"


class _NotFittedError(UsageError, AttributeError):
    """What scikit-learn calls so, and for the same two reasons."""


def _as_in_scikit_learn(name: str, otherwise: type[Exception]) -> Any:
    """Return an exception of scikit-learn where it is installed, so that its users can catch it."""
    try:
        from sklearn import exceptions
    except ImportError:
        return otherwise
    return getattr(exceptions, name)
