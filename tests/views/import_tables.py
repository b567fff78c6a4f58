"""A table to be imported, with a name that is not to be taken for HTML."""

from __future__ import annotations

from perceptron_gui.views.dialogs.data_import import ImportTable

IRIS = ImportTable(
    "iris.csv",
    ("length", "width"),
    (("1.4", "0.2"), ("4.7", "1.4")),
    (-1, 1),
    ("setosa", "<b>versicolor</b>"),
    (50, 40),
    ("Label 'setosa' became −1.",),
)
