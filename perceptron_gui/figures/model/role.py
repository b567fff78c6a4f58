"""What a mark means. A theme gives each role its colour, shape and width; figures never do."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """The part that a mark plays in a figure."""

    POSITIVE = "class +1"
    NEGATIVE = "class −1"
    UNDECIDED = "a point that nothing is predicted of"
    NEGATIVE_TEST = "a point of class −1 that is not trained on"
    POSITIVE_TEST = "a point of class +1 that is not trained on"
    POSITIVE_SIDE = "where +1 is predicted"
    NEGATIVE_SIDE = "where −1 is predicted"
    LIKELY_POSITIVE = "where +1 is likely"
    SURE_POSITIVE = "where +1 is nearly sure"
    LIKELY_NEGATIVE = "where −1 is likely"
    SURE_NEGATIVE = "where −1 is nearly sure"
    POSITIVE_SERIES = "a curve of a point of class +1"
    NEGATIVE_SERIES = "a curve of a point of class −1"
    POSITIVE_HULL = "the convex hull of class +1"
    NEGATIVE_HULL = "the convex hull of class −1"
    POSITIVE_BAND = "between the curves of class +1"
    NEGATIVE_BAND = "between the curves of class −1"

    BOUNDARY = "the decision line"
    NOW = "the line of w on the way, where the rule returns another one"
    GHOST = "the decision line before this visit"
    RETURNING = "a line to which a cycle returns"
    SOLUTION = "one of many lines that other runs end with"
    RESULT = "what the rule returns: the average or the pocket"
    SEPARATOR = "w*, the line with the largest margin"
    MARGIN = "the band free of points around it"
    WIDEST = "the widest line, whose nearest point is farthest away"
    WIDEST_BAND = "the band free of points around that one"
    SUPPORT = "a support vector"
    WITNESS = "what proves it: the common point of two hulls, or their nearest points"
    RADIUS = "the circle of radius R around all points"
    WEIGHTS = "the weights: their arrow, their norm, their path"
    START = "where the weights began"
    STEP = "what an update adds to the weights"
    VECTOR = "a vector beside the weights"
    ANGLE = "the angle between two arrows"

    DISTANCE = "the shortest way from a point to a line"
    INTERCEPT = "where the line meets an axis"

    VISITED = "the point that is looked at"
    MISTAKE = "a visit that was a mistake"
    SUCCESS = "a visit that was correct"
    MISTAKE_RING = "around the point of a mistake, below its cross"
    MISTAKE_GAP = "what makes two rings of that one"
    CURSOR = "the visit that is shown"

    UPPER_BOUND = "what can not be exceeded"
    LOWER_BOUND = "what can not be undercut"
    IMPOSSIBLE = "where nothing can be"
    LIMIT = "the last possible update"

    OWN_LOSS = "the loss that the rule descends on"
    LOSS = "the perceptron loss"
    SIDE_LOSS = "the perceptron loss beside another one that the rule descends on"
    ERRORS = "how many points are misclassified"
    SIDE_ERRORS = "how many w misclassifies, beside those of the answer"
    TANGENT = "the slope of a curve at a point"
    SUBGRADIENT = "the slopes that a kink leaves open"

    SHADE_1 = "the lightest of several shades of a number"
    SHADE_2 = "the second shade, a darker one"
    SHADE_3 = "the third shade, a darker one"
    SHADE_4 = "the fourth shade, a darker one"
    SHADE_5 = "the fifth shade, a darker one"
    SHADE_6 = "the sixth shade, a darker one"
    SHADE_7 = "the darkest shade"

    CONE = "the weights that solve the problem"
    CONSTRAINT = "the weights for which a point lies on the line"
    WALK = "the way of the weights over their error"
    CONTOUR = "the weights of one and the same error"
    LEAST = "the weights whose error is least"
    ZERO = "a line of reference"
    FUTURE = "what is still to come"

    CONTESTANT_1 = "the first of several that are compared"
    CONTESTANT_2 = "the second of them"
    CONTESTANT_3 = "the third of them"
    CONTESTANT_4 = "the fourth of them"
    CONTESTANT_5 = "the fifth of them"
    CONTESTANT_6 = "the sixth of them"

    HIGHLIGHT = "what a line of the proof speaks of, around its mark"

    NODE = "a unit of the neuron"
    WIRE = "a connection of the neuron"
    NOTE = "words beside a mark"
    ASIDE = "quiet words beside others"
    LIT = "behind the line of a listing that is executed"


CLASS_ROLES = {-1: Role.NEGATIVE, 0: Role.UNDECIDED, 1: Role.POSITIVE}
TEST_ROLES = {-1: Role.NEGATIVE_TEST, 1: Role.POSITIVE_TEST}
SERIES_ROLES = {-1: Role.NEGATIVE_SERIES, 1: Role.POSITIVE_SERIES}
BAND_ROLES = {-1: Role.NEGATIVE_BAND, 1: Role.POSITIVE_BAND}
HULL_ROLES = {-1: Role.NEGATIVE_HULL, 1: Role.POSITIVE_HULL}
CONTESTANTS = tuple(role for role in Role if role.name.startswith("CONTESTANT"))
SHADES = tuple(role for role in Role if role.name.startswith("SHADE"))
