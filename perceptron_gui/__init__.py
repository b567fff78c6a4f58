"""A simulator of the perceptron: train, check and draw in Python without a window.

`train` and `check` are the engine, `load` a data set, `draw` makes figures that show themselves in
a notebook, `PerceptronClassifier` follows the conventions of scikit-learn.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perceptron_gui.base.resources import VERSION as __version__

if TYPE_CHECKING:
    from perceptron_gui.api.classifier import PerceptronClassifier
    from perceptron_gui.api.functions import check, load, train
    from perceptron_gui.api.trained_run import TrainedRun
    from perceptron_gui.notebook import draw

__all__ = ["PerceptronClassifier", "TrainedRun", "__version__", "check", "draw", "load", "train"]

_PLACES = {
    "PerceptronClassifier": "api.classifier",
    "TrainedRun": "api.trained_run",
    "check": "api.functions",
    "draw": "notebook",
    "load": "api.functions",
    "train": "api.functions",
}


def __getattr__(name: str) -> Any:
    # Loaded when it is asked for: the command line must not wait for what it does not use.
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
