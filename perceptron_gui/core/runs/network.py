"""A network of two layers for a gate of two inputs: three neurons, each trained on its own targets.

Two hidden neurons learn simpler gates; what they put out are the points that the last one learns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import Dataset, opposite_twins
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule

from .measures import predictions
from .run import Run

Labels = NDArray[np.int8]
Gate = Callable[[bool, bool], bool]

GATES: dict[str, Gate] = {
    "AND": lambda a, b: a and b,
    "OR": lambda a, b: a or b,
    "NAND": lambda a, b: not (a and b),
    "NOR": lambda a, b: not (a or b),
    "input 1": lambda a, b: a,
    "input 2": lambda a, b: b,
    "XOR": lambda a, b: a != b,
    "XNOR": lambda a, b: a == b,
}
# Which gates the hidden neurons learn, the usual ones first.
PAIRS: dict[str, tuple[str, str]] = {
    "or-nand": ("OR", "NAND"),
    "and-nor": ("AND", "NOR"),
    "inputs": ("input 1", "input 2"),
}
ANY = "auto"
_CODINGS = (0.0, -1.0)  # what stands for false; 1 stands for true
_NOT_A_GATE = (
    "A network is drawn for the gates of two inputs: the four corners with inputs 0 and 1, or −1 "
    "and +1, each with one label, such as xor or xor-pm."
)
_NO_OFFSET = "The neurons of a network need offsets: NAND has no line through the origin."
_VOTES = "A neuron has one line, and a vote has many; choose another rule to train a network."
_KERNEL = "A neuron weighs its inputs, a kernel its points; choose the perceptron for a network."
_NOT_PLAIN = "A network is drawn for points as they are, not lifted or scaled."


class NoNetwork(ValueError):
    """Why there is no network, as a sentence."""


@dataclass(frozen=True, eq=False)
class Neuron:
    """A neuron that was trained: the gate that it learnt, and the run in which it did."""

    gate: str
    run: Run

    @property
    def line(self) -> tuple[tuple[Fraction, Fraction], Fraction]:
        """The weights of both inputs at the end, and the constant: its line in exact numbers."""
        (first, second), constant = self.run.space.line_of(self.run.result_at(self.run.visits))
        return (first, second), constant

    @property
    def outputs(self) -> Labels:
        """What it puts out for its own points (n,), as −1 and +1; 0 where it has no answer."""
        return predictions(self.run, self.run.result.agreements(self.run.visits))


@dataclass(frozen=True, eq=False)
class GateNetwork:
    """Two hidden neurons and the one that they feed; `low` is what stands for false."""

    dataset: Dataset
    low: float
    hidden: tuple[Neuron, Neuron]
    output: Neuron

    @property
    def gate(self) -> str:
        """What both layers together learn, such as XOR; "" where that has no name."""
        return gate_of(self.dataset)

    @property
    def hidden_points(self) -> NDArray[np.float64]:
        """Where the points are in the plane of the hidden neurons (n, 2)."""
        return self.output.run.dataset.points

    def answer(self, signs: tuple[int, int]) -> int:
        """Return what the network answers where the hidden neurons put out these signs."""
        (first, second), constant = self.output.line
        score = constant + first * coded(signs[0], self.low) + second * coded(signs[1], self.low)
        return (score > 0) - (score < 0) or self.output.run.rule.sign_on_line


def coded(sign: int, low: float) -> int:
    """Return the input that a sign becomes."""
    return 1 if sign > 0 else int(low)


def build_network(dataset: Dataset, rule: Rule, pair: str = ANY) -> GateNetwork:
    """Train the three neurons; a NoNetwork says why that is not possible."""
    low = _coding(dataset)
    if low is None:
        raise NoNetwork(_NOT_A_GATE)
    if rule.rule == "kernel":
        raise NoNetwork(_KERNEL)
    if not rule.offset:
        raise NoNetwork(_NO_OFFSET)
    if rule.lift != "none" or rule.scale != "none":
        raise NoNetwork(_NOT_PLAIN)
    if RULES[rule.rule].answer == "Vote":
        raise NoNetwork(_VOTES)
    # A neuron that has learnt its gate is done, whatever its epochs would still average.
    rule = replace(rule, keep_going=False)
    problems = []
    for name in PAIRS if pair == ANY else (pair,):
        try:
            return _network(dataset, rule, low, PAIRS[name])
        except NoNetwork as problem:
            problems.append(problem)
    raise problems[0]


def gate_of(dataset: Dataset) -> str:
    """Return the gate that points are the corners of, though some may be missing; or ""."""
    labelled = list(zip((dataset.points > 0).tolist(), dataset.labels.tolist(), strict=True))
    found = (
        name
        for name, gate in GATES.items()
        if all(gate(a, b) == (label > 0) for (a, b), label in labelled)
    )
    return next(found, "")


def _network(dataset: Dataset, rule: Rule, low: float, gates: tuple[str, str]) -> GateNetwork:
    inputs = dataset.points > 0
    hidden = []
    for gate in gates:
        truth = [GATES[gate](a, b) for a, b in inputs.tolist()]
        targets = np.where(truth, 1, -1).astype(np.int8)
        own = dataset.with_points(dataset.points, targets)
        hidden.append(_trained(gate, own, rule, f"the hidden neuron {gate}"))
    one, other = hidden
    # What the hidden neurons put out becomes input, in the coding of the gate.
    places = np.column_stack([np.where(each.outputs > 0, 1.0, low) for each in hidden])
    second = Dataset(places, dataset.labels, class_names=dataset.class_names)
    if (twins := opposite_twins(second)) is not None:
        raise NoNetwork(
            f"The hidden neurons {gates[0]} and {gates[1]} put out the same for points "
            f"{twins[0] + 1} and {twins[1] + 1}, which have different labels, so no neuron can "
            "tell them apart."
        )
    names = " and ".join(gates)
    output = _trained(gate_of(second), second, rule, f"the neuron behind {names}")
    return GateNetwork(dataset, low, (one, other), output)


def _trained(gate: str, dataset: Dataset, rule: Rule, what: str) -> Neuron:
    """Train one neuron; it has to be right about all its points."""
    neuron = Neuron(gate, Run(dataset, rule).finish())
    if np.array_equal(neuron.outputs, dataset.labels):
        return neuron
    if not neuron.run.verdict.separable:
        raise NoNetwork(f"No line separates what {what} has to learn.")
    raise NoNetwork(
        f"This rule ends before {what} is right about all points; allow it more epochs, or choose "
        "the perceptron."
    )


def is_gate(dataset: Dataset) -> bool:
    """Tell whether points are the four corners of two inputs, each with one label."""
    return _coding(dataset) is not None


def _coding(dataset: Dataset) -> float | None:
    """Return what stands for false among the four corners, or None where these are others."""
    if dataset.dimension == 2:
        for low in _CODINGS:
            is_coded = np.isin(dataset.points, (low, 1.0)).all()
            has_corners = is_coded and len(np.unique(dataset.points, axis=0)) == 4
            if has_corners and opposite_twins(dataset) is None:
                return low
    return None
