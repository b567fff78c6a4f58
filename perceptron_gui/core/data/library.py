"""The named data sets, each with what it teaches and where it comes from.

Random recipes are in `generators`; a set that is shipped as a file is listed here and read by
`document.sources`, because the core reads no files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from perceptron_gui.base.errors import DataError, OptionError
from perceptron_gui.base.params import Choice, Count, Param, Real, table
from perceptron_gui.base.text import did_you_mean, quoted

from . import generators
from .dataset import Dataset

# The five notes that the examples come from, by the ids that are typed and stored.
LECTURES = {
    "000": "Melbourne (COMP90051)",
    "001": "Handwritten notes (θ)",
    "002": "CMU (Póczos)",
    "003": "Southampton (COMP3206)",
    "004": "Georgia Tech (ECE 6254)",
}
# What is typed for them.
LECTURE_NAMES = {
    "000": "melbourne",
    "001": "handwritten",
    "002": "cmu",
    "003": "southampton",
    "004": "georgia-tech",
}
LECTURE = Choice(LECTURES, titles=LECTURES, names=LECTURE_NAMES)
_MELBOURNE, _HANDWRITTEN = LECTURES["000"], LECTURES["001"]


@dataclass(frozen=True)
class LibraryEntry:
    """One data set of the library; `suggested` options are those that it teaches its lesson with.

    A set with a `lecture` comes from there; one that has suggested options too is an example of it,
    which is opened with the rule and the symbols of that lecture. Else they are shown only.
    """

    name: str
    teaches: str
    source: str
    build: Callable[..., Dataset] | None
    file: str = ""
    parameters: dict[str, Param] = field(default_factory=dict)
    suggested: dict[str, str] = field(default_factory=dict)
    lecture: str = ""  # a key of `LECTURES`
    remark: str = ""  # what else has to be known of it
    classes: tuple[str, str] | None = None  # what the lecture calls −1 and +1, if not by these
    shown_from: str = ""  # the start in a window, from which a line is in view at every visit

    @property
    def title(self) -> str:
        """What people call it."""
        gate, _, is_centred = self.name.partition("-")
        inputs = ", inputs −1 and +1" if is_centred else ""
        return _TITLES.get(self.name, f"{gate.upper()}{inputs}")

    @property
    def is_example(self) -> bool:
        """Tell whether it is an example that a lecture works through with options of its own."""
        return bool(self.lecture and self.suggested)

    @property
    def usage(self) -> str:
        """The name with every parameter at its default: moons:n=100,seed=0,noise=0.1."""
        defaults = ",".join(f"{key}={p.default}" for key, p in self.parameters.items())
        return f"{self.name}:{defaults}" if defaults else self.name

    @property
    def is_random(self) -> bool:
        """Tell whether another seed makes other points."""
        return SEED in self.parameters

    def named(self, values: Mapping[str, Any]) -> str:
        """Return the name with those parameters that are not as they are by default."""
        given = [
            f"{key}={param.kind.to_text(values[key])}"
            for key, param in self.parameters.items()
            if values.get(key, param.default) != param.default
        ]
        return f"{self.name}:{','.join(given)}" if given else self.name

    @property
    def options(self) -> str:
        """The suggested options as they are typed; one without a value is a switch."""
        return " ".join(f"--{key} {value}".rstrip() for key, value in self.suggested.items())

    @property
    def rule_options(self) -> dict[str, str | bool]:
        """The suggested options by their names in rules."""
        found: dict[str, str | bool] = {}
        for key, value in self.suggested.items():
            name = key.removeprefix("no-").replace("-", "_")
            found[name] = value if value else not key.startswith("no-")
        return found


def make(entry: LibraryEntry, **parameters: str | int | float) -> Dataset:
    """Make the data set; parameters may be text as typed, and those not given have defaults."""
    values = read_parameters(entry, parameters)
    # The core reads no files: `document.sources` does.
    if entry.build is None:
        raise DataError(f"'{entry.name}' is kept in the file {entry.file}, which has to be read")
    made = entry.build(**values)
    return made.made_by(entry.named(values)) if entry.is_random else made


def read_parameters(entry: LibraryEntry, given: Mapping[str, str | int | float]) -> dict[str, Any]:
    """Return all parameters of a set, read and checked; those not given have defaults."""
    values = {key: parameter.default for key, parameter in entry.parameters.items()}
    for key, text in given.items():
        if not values:
            raise DataError(f"'{entry.name}' takes no parameters, but {quoted(key)} was given")
        if key not in values:
            hint = did_you_mean(key, values) or ";"
            known = ", ".join(values)
            raise DataError(f"'{entry.name}' has no parameter {quoted(key)}{hint} it has {known}")
        try:
            values[key] = entry.parameters[key].read(text)
        except OptionError as error:
            kind = entry.parameters[key].kind
            assert isinstance(kind, Count | Real)
            what = f"'{key}' of '{entry.name}' must be {kind.allowed}"
            raise DataError(f"{what}, not {quoted(str(text))}") from error
    return values


def parameter_report(param: Param) -> dict[str, Any]:
    """Return a parameter as the command `datasets` lists it in JSON."""
    assert isinstance(param.kind, Count | Real)
    numbers = {"default": param.default, "low": param.kind.least, "high": param.kind.most}
    return {**numbers, "meaning": param.meaning}


# Of all sets but the gates, which are called by their names.
_TITLES = {
    "slides": "The numbers of the slides",
    "slides-4": "The slides with four points",
    "which-side": "Which side of the line?",
    "vector-sum": "A sum of arrows",
    "three-points": "Three points by hand",
    "offset-needed": "An offset is needed",
    "weak": "Separable, with points on the line",
    "origin": "A point at the origin",
    "line-fit": "A line through three targets",
    "li-hang": "A printed run of seven updates",
    "contradiction": "One point, both labels",
    "one-hot": "Four unit vectors",
    "clusters": "Two groups far apart",
    "shifted": "Far from the origin",
    "tenths": "Decimals",
    "iris": "Iris flowers",
    "separable": "Two clouds with a margin",
    "blobs": "Two clouds that overlap",
    "noisy-xor": "XOR with clouds",
    "moons": "Two half moons",
    "circles": "A ring in a ring",
    "spirals": "Two spirals",
    "stripes": "Four stripes",
    "slow-pair": "A pair that takes long",
    "tight-circle": "A bound that is reached",
}
_GATES = {
    "and": ("---+", "The first exercise: how does a line learn AND?"),
    "or": ("-+++", "Like AND, but the line passes nearer to the origin and is learnt sooner."),
    "nand": ("+++-", "AND with the labels exchanged: where a tie is a mistake, its run negated."),
    "nor": ("+---", "OR with the labels exchanged: where a tie is a mistake, its run negated."),
    "xor": ("-++-", "No line separates XOR: the perceptron never stops and its weights cycle."),
    "xnor": ("+--+", "XOR with the labels exchanged: no line separates this one either."),
}
_CENTRED = {
    "and": "AND with inputs −1/+1: centring the data lowers the mistake bound from 51 to 9.",
    "or": "OR with inputs −1/+1: centring the data lowers the mistake bound from 27 to 9.",
    "nand": "NAND with inputs −1/+1: centring the data lowers the mistake bound from 51 to 9.",
    "nor": "NOR with inputs −1/+1: centring the data lowers the mistake bound from 27 to 9.",
    "xor": "XOR with inputs −1/+1: the product of the two inputs alone decides the class.",
    "xnor": "XNOR with inputs −1/+1: the label is the product of the two inputs.",
}
_GATE_SOURCES = {
    "and": f"{_MELBOURNE}, exercise",
    "xor": f"{_HANDWRITTEN} and {LECTURES['002']}; Minsky and Papert, Perceptrons, 1969",
}
_GATE_LECTURES = {"and": "000", "xor": "001"}
_STARTS = {"xor": "-2,1,0"}


def _gate(name: str, centred: bool) -> LibraryEntry:
    truth, teaches = _GATES[name]
    low = -1 if centred else 0
    points = [[a, b] for a in (low, 1) for b in (low, 1)]
    labels = [1 if sign == "+" else -1 for sign in truth]
    source, lecture = _GATE_SOURCES.get(name, "Truth table"), _GATE_LECTURES.get(name, "")
    if centred:
        name, teaches = f"{name}-pm", _CENTRED[name]
    build = partial(Dataset.of, points, labels)
    start = _STARTS.get(name, "")
    # The slides predict class A where s ≥ 0.
    classes = ("class B", "class A") if lecture == "000" else None
    return LibraryEntry(
        name, teaches, source, build, lecture=lecture, classes=classes, shown_from=start
    )


def _listed(
    name: str,
    teaches: str,
    source: str,
    rows: str,
    lecture: str = "",
    remark: str = "",
    **suggested: str,
) -> LibraryEntry:
    """An entry from rows such as "2,1+ 0,2-", a point followed by the sign of its class."""
    points = [[float(cell) for cell in row[:-1].split(",")] for row in rows.split()]
    labels = [1 if row[-1] == "+" else -1 for row in rows.split()]
    options = {key.replace("_", "-"): value for key, value in suggested.items()}
    build = partial(Dataset.of, points, labels)
    about: dict[str, Any] = {"suggested": options, "lecture": lecture, "remark": remark}
    return LibraryEntry(name, teaches, source, build, **about)


_HOMEWORK = LibraryEntry(
    "line-fit",
    "Least squares by hand: the line through three targets is f = x/2 + 7/6.",
    f"{LECTURES['003']}, homework",
    partial(Dataset.of_targets, [[0], [1], [2]], [1, 2, 2]),
    suggested={"rule": "least-squares", "order": "cyclic", "init": "zeros"},
    lecture="003",
)


# fmt: off
_LECTURED = (
    _listed(
        "three-points", "The worked example: two updates, without an offset, to follow by hand.",
        f"{_HANDWRITTEN}, example", "2,1+ 0,2- -0.5,-2+", "001", tie="minus", no_offset="",
    ),
    _listed(
        "which-side",
        "On which side of −3x₁ + 2x₂ + 2 = 0? The scores are −2, 1, 7 and −3.",
        f"{_HANDWRITTEN}, example of a line", "2,1- 1,1+ -1,1+ 1,-1-", "001",
        "The note solves this for x₂ = 3x₁ − 2, but it is x₂ = 1.5x₁ − 1; its answers to points 1 "
        "and 3, + and −, are wrong.", init="-3,2,2", tie="minus",
    ),
    _listed(
        "vector-sum", "An update is a sum of arrows: (1, 1) + (−2, 1) = (−1, 2).",
        f"{_HANDWRITTEN}, adding vectors", "-2,1+ 1,-2-", "001",
        init="1,1", tie="minus", no_offset="",
    ),
    _listed(
        "slides",
        "The slides' numbers: a start that is not zero, a step of 0.1, a mistake made twice.",
        f"{_MELBOURNE}, Perceptron Learning Example", "1,1- 2,1+", "000",
        init="0.2,0,-0.1", eta="0.1", tie="plus",
    ),
    _listed(
        "slides-4",
        "The slides with four points: third correct, fourth misclassified, twelve updates in all.",
        f"{_MELBOURNE}, Perceptron Learning Example, reconstructed", "1,1- 2,1+ 2.5,2.5+ 0.5,2-",
        "000", "The slides do not print points 3 and 4: these two are a reconstruction that fits "
        "their words.", init="0.2,0,-0.1", eta="0.1", tie="plus",
    ),
    _listed(
        "offset-needed",
        "Two points in one direction: separable, but by no line through the origin.",
        f"{_HANDWRITTEN}, question", "1,1+ 2,2-", "001", tie="minus", no_offset="",
    ),
    _listed(
        "weak", "Separable only with points on the line: without an offset the perceptron cycles.",
        f"{_HANDWRITTEN}, counterexample to a claim", "1,0.3+ 0,1- 0,-1-", "001",
        tie="minus", no_offset="",
    ),
    _listed(
        "origin", "A point at the origin: without an offset an update on it changes nothing.",
        f"{_HANDWRITTEN}, remark", "0,0+ 1,0- 0,1-", "001", tie="minus", no_offset="",
    ),
)
_LISTED = (
    _listed(
        "li-hang", "A run printed in a textbook: seven updates to w = (1, 1), b = −3.",
        "Li Hang, Statistical Learning Methods, example 2.1", "3,3+ 4,3+ 1,1-",
    ),
    _listed(
        "contradiction",
        "One point with both labels: one of them is always wrong, whatever the line.",
        "Made for this program", "1,1+ 1,1- 0,1+",
    ),
    _listed(
        "one-hot", "Four unit vectors: four mistakes, exactly as many as the bound R²/γ² allows.",
        "Classic example of a tight mistake bound", "1,0,0,0+ 0,1,0,0+ 0,0,1,0+ 0,0,0,1+",
        no_offset="",
    ),
    _listed(
        "clusters", "Two groups far apart: a wide margin, so a few updates do.",
        "Made for this program", "2,3+ 3,3+ 4,5+ 1,4+ -1,-2- -2,-1- -3,-3- 0,-4-",
    ),
    _listed(
        "shifted", "Far from the origin: learning the offset takes more than a thousand updates.",
        "Made for this program", "10,10- 11,10- 10,11- 12,12+ 13,12+ 12,13+",
    ),
    _listed(
        "tenths", "Decimals that floating point can only round: the run is exact all the same.",
        "Made for this program", "0.1,0.2- 0.3,0.1- 0.2,0.5- 0.6,0.4+ 0.5,0.7+",
    ),
)
# fmt: on
_IRIS = LibraryEntry(
    "iris",
    "A hundred real flowers: separable, and four updates do where the bound allows 410.",
    "R. A. Fisher, The use of multiple measurements in taxonomic problems, 1936",
    None,
    file="iris-petals.csv",
)
_N = Param("n", Count(2, 1_000_000), 100, "how many points", title="Points")
SEED = "seed"
_SEED = Param(SEED, Count(0, 2**32 - 1), 0, "which random points")
_FLIP = Param("flip", Real(0.0, 0.5), 0.0, "probability that a label is flipped", "Label noise")


def _generated(
    name: str, teaches: str, build: Callable[..., Dataset], *parameters: Param
) -> LibraryEntry:
    found, made = table(*parameters), build
    if SEED in found:
        found |= table(_FLIP)

        def made(*, flip: float, seed: int, **others: Any) -> Dataset:
            return generators.with_flipped_labels(build(seed=seed, **others), flip, seed)

    return LibraryEntry(name, teaches, "Generated", made, parameters=found)


def _random(name: str, teaches: str, build: Callable[..., Dataset], noise: float) -> LibraryEntry:
    meaning = "standard deviation of each point about its place"
    spread = Param("noise", Real(0.0, 10.0), noise, meaning)
    return _generated(name, teaches, build, _N, _SEED, spread)


_MADE = (
    _generated(
        "separable",
        "Separable with a margin of your choice: the smaller it is, the longer it takes.",
        generators.separable,
        _N,
        _SEED,
        Param("margin", Real(0.0, 10.0), 0.2, "geometric margin of the two classes"),
    ),
    _random("blobs", "Two clouds that overlap: no line is without errors.", generators.blobs, 1.0),
    _random("noisy-xor", "XOR with clouds for points.", generators.noisy_xor, 0.3),
    _random("moons", "Two half moons: a line gets most, but not all.", generators.moons, 0.1),
    _random(
        "circles",
        "A ring in a ring: hopeless for a line, easy for squares.",
        generators.circles,
        0.1,
    ),
    _random("spirals", "Two spirals: hard even for quadratic features.", generators.spirals, 0.05),
    _random("stripes", "Four stripes: a line finds one border of three.", generators.stripes, 0.05),
    _generated(
        "slow-pair",
        "Two points m and m + 1 on the line: (2m+1)² + 4 updates, so m = 10 takes 445.",
        generators.slow_pair,
        Param("n", Count(1, 1000), 2, "m, the place of the first point", title="m"),
    ),
    _generated(
        "tight-circle",
        "Every point is a mistake: the run uses all the mistakes that the bound allows.",
        generators.tight_circle,
        Param("n", Count(2, 200), 10, "how many points, and how many mistakes", title="Points"),
    ),
)

GROUPS: dict[str, tuple[LibraryEntry, ...]] = {
    "Gates with inputs 0 and 1": tuple(_gate(name, centred=False) for name in _GATES),
    "Gates with inputs −1 and +1": tuple(_gate(name, centred=True) for name in _GATES),
    "Lectures: examples with their rule and symbols": (*_LECTURED, _HOMEWORK),
    "Small examples": _LISTED,
    "Real data": (_IRIS,),
    "Generated": _MADE,
}
LIBRARY: dict[str, LibraryEntry] = {
    entry.name: entry for group in GROUPS.values() for entry in group
}


def titled(name: str) -> str:
    """Return what people call a set with its parameters; any other name is called as it is.

    moons:noise=1.8 is “Two half moons, noise 1.8”.
    """
    set_name, _, given = name.partition(":")
    if set_name not in LIBRARY:
        return name
    parts = (part.replace("=", " ") for part in given.split(",") if part)
    return ", ".join((LIBRARY[set_name].title, *parts))
