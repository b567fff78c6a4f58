"""What a line of a proof may speak of: names for things on the canvas and in the plots.

A figure that is told some of these names emphasises what it shows of them.
"""

from __future__ import annotations

RADIUS = "radius"
RADIUS_POINT = "radius-point"
SEPARATOR = "separator"
MARGIN = "margin"
SUPPORT = "support"
VISITED = "visited"
LINE = "line"
NORM = "norm"
NORM_UPPER = "norm-upper"
NORM_LOWER = "norm-lower"
DISTANCE = "distance"
DISTANCE_UPPER = "distance-upper"
LIMIT = "limit"

LIGHTS: dict[str, str] = {
    RADIUS: "the circle of radius R around all points",
    RADIUS_POINT: "the points that attain R",
    SEPARATOR: "the line of w*",
    MARGIN: "the band around w* that is free of points",
    SUPPORT: "the points that hold the margin",
    VISITED: "the point of the visit, and its update in the plots",
    LINE: "the decision line and where it was before",
    NORM: "the curve of ‖w‖²",
    NORM_UPPER: "what ‖w‖² cannot exceed",
    NORM_LOWER: "what ‖w‖² cannot undercut",
    DISTANCE: "the curve of ‖w − αw*‖²",
    DISTANCE_UPPER: "what that distance cannot exceed",
    LIMIT: "the last possible update",
}
