"""Changes that a user could have made."""

from __future__ import annotations

import numpy as np

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.edits import DeletePoints


def delete_a_point(editing: Editing) -> None:
    """Take the first point away."""
    editing.edit_points("Delete a point", DeletePoints(np.array([0])))
