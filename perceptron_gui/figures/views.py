"""The table of views. A new view is one Qt-free file, and a row here."""

from __future__ import annotations

from . import (
    agreement,
    boundary,
    cosine,
    distance,
    filmstrip,
    loss,
    neuron,
    norms,
    sheet,
    trace,
    weight_space,
)
from .view import View

VIEWS: dict[str, View] = {
    module.VIEW.name: module.VIEW
    for module in (
        boundary,
        loss,
        norms,
        cosine,
        distance,
        weight_space,
        agreement,
        neuron,
        trace,
        filmstrip,
        sheet,
    )
}
