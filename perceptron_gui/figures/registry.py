"""The table of views. A new view of a run is one Qt-free file, and a row here.

A view is imported when `labs.registry` is asked for it: a window shows three of them at first.
"""

from __future__ import annotations

# Which module each view is in, in the order in which they are listed.
FIGURE_VIEWS = {
    "boundary": "perceptron_gui.figures.pictures.boundary",
    "loss": "perceptron_gui.figures.curves.loss",
    "norms": "perceptron_gui.figures.curves.norms",
    "cosine": "perceptron_gui.figures.curves.cosine",
    "distance": "perceptron_gui.figures.curves.distance",
    "weight-space": "perceptron_gui.figures.pictures.weight_space",
    "bowl": "perceptron_gui.figures.pictures.bowl",
    "path": "perceptron_gui.figures.curves.penalty_path",
    "agreement": "perceptron_gui.figures.curves.agreement",
    "mistakes": "perceptron_gui.figures.curves.mistakes",
    "projection": "perceptron_gui.figures.pictures.dot_product",
    "neuron": "perceptron_gui.figures.neurons.neuron",
    "history": "perceptron_gui.figures.neurons.history",
    "tally": "perceptron_gui.figures.pictures.tally",
    "losses": "perceptron_gui.figures.scores.losses",
    "activations": "perceptron_gui.figures.scores.activations",
    "network": "perceptron_gui.figures.sheets.network",
    "trace": "perceptron_gui.figures.pictures.trace",
    "listing": "perceptron_gui.figures.pictures.listing",
    "filmstrip": "perceptron_gui.figures.sheets.filmstrip",
    "sheet": "perceptron_gui.figures.sheets.overview",
    "certificate": "perceptron_gui.figures.pictures.certificate",
    "cycle": "perceptron_gui.figures.sheets.cycle",
    "proof": "perceptron_gui.figures.sheets.proof",
}
