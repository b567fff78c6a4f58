"""The table of views. A new view is one Qt-free file, and a row here.

A view is imported when somebody asks for it: a window shows three of them at first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from .view import View

# Which file each view is in, in the order in which they are listed.
_FILES = {
    "boundary": "boundary",
    "loss": "loss",
    "norms": "norms",
    "cosine": "cosine",
    "distance": "distance",
    "weight-space": "weight_space",
    "agreement": "agreement",
    "neuron": "neuron",
    "trace": "trace",
    "filmstrip": "filmstrip",
    "sheet": "sheet",
    "certificate": "certificate_view",
    "cycle": "cycle",
    "proof": "proof_sheet",
    "bias-scale": "bias_scale",
    "orders": "orders",
    "solutions": "solutions",
    "arena": "arena",
    "results": "results",
    "steps": "steps",
    "step-limit": "step_limit",
    "effects": "effects",
}


class _Views(Mapping[str, View]):
    """Views by their names."""

    def __getitem__(self, name: str) -> View:
        view: View = import_module(f".{_FILES[name]}", __package__).VIEW
        return view

    def __contains__(self, name: object) -> bool:
        return name in _FILES

    def __iter__(self) -> Iterator[str]:
        return iter(_FILES)

    def __len__(self) -> int:
        return len(_FILES)


VIEWS: Mapping[str, View] = _Views()
