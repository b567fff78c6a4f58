"""Every rule and every option in two tables: what they mean, what they allow, who listens.

The command line is built from them.
"""

from __future__ import annotations

from .lifts import LIFTS
from .values import frozen_value
from .visiting import CHOICES, SEQUENCES

# What every rule listens to; the rest is named by the rules that do.
COMMON = frozenset(
    ("rule", "tie", "offset", "bias_scale", "init", "seed", "lift", "epochs", "max_updates")
) | {"keep_going", "arithmetic"}


@frozen_value
class Facts:
    """What is said of a rule, and which options it listens to besides the common ones."""

    title: str
    meaning: str
    listens: tuple[str, ...]
    why_no_bound: str = "The convergence theorem has not been proved for this rule."
    answer: str = ""  # what it returns, where that is not the last weights


RULES: dict[str, Facts] = {
    "pla": Facts(
        "Perceptron",
        "a mistake adds η·y·x to the weights (Rosenblatt)",
        ("order", "eta", "margin"),
        why_no_bound="",
    ),
    "averaged": Facts(
        "Averaged perceptron",
        "the perceptron, answering with the mean of its weights over every visit",
        ("order", "eta", "margin"),
        why_no_bound="",
        answer="Average",
    ),
    "voted": Facts(
        "Voted perceptron",
        "the perceptron, answering by a vote of all its weights (Freund and Schapire)",
        ("order", "eta", "margin"),
        why_no_bound="",
        answer="Vote",
    ),
    "pocket": Facts(
        "Pocket",
        "the perceptron, keeping the best weights it met (Gallant)",
        ("order", "eta", "margin", "pocket"),
        why_no_bound="",
        answer="Pocket",
    ),
    "batch": Facts(
        "Batch perceptron",
        "one step adds up all mistakes of the data",
        ("eta",),
        "A batch step adds up to n points at once, so ‖w‖² can grow by n²R² a step; "
        "from a start at 0 it needs at most n·R²/γ² steps.",
    ),
    "sgd": Facts(
        "Stochastic gradient descent",
        "steps against the gradient of a loss",
        ("order", "eta", "schedule", "loss", "batch_size", "l2"),
        why_no_bound="",  # depends on its options: see `bounds`
    ),
    "least-squares": Facts(
        "Least squares",
        "fits the targets −1 and +1 themselves",
        ("eta", "l2", "solver"),
        "Least squares answers to every point, right or wrong; no mistakes are counted.",
    ),
}


@frozen_value
class Option:
    """One option: what it means and what it may be."""

    meaning: str
    kind: str  # choice, number, count, flag, order or init
    choices: tuple[str, ...] = ()
    least: int = 0
    above: bool = False  # the least value itself is not allowed

    def limit_text(self) -> str:
        """Say which numbers are allowed."""
        return f"greater than {self.least}" if self.above else f"at least {self.least}"


OPTIONS: dict[str, Option] = {
    "rule": Option("which algorithm learns", "choice", tuple(RULES)),
    "order": Option(
        "which point is visited next; or a list like 2,0,1 (the first point is 0), repeated",
        "order",
        (*SEQUENCES, *CHOICES),
    ),
    "tie": Option(
        "what a point on the line is: predicted −1, predicted +1, or always a mistake",
        "choice",
        ("minus", "plus", "always"),
    ),
    "offset": Option("learn an offset, so that the line need not pass the origin", "flag"),
    "bias_scale": Option("the constant coordinate B of every point", "number", above=True),
    "eta": Option("the step η", "number", above=True),
    "schedule": Option(
        "how the step shrinks: η, η/(1+t) or η/√(1+t)",
        "choice",
        ("constant", "inverse", "inverse-sqrt"),
    ),
    "margin": Option("update also when y·s is positive but at most this", "number"),
    "init": Option(
        "the initial weights: zeros, random, or V1,V2,…,V0 with that of the constant last", "init"
    ),
    "seed": Option("the seed of everything random", "count"),
    "loss": Option(
        "the loss sgd descends on", "choice", ("perceptron", "hinge", "logistic", "squared")
    ),
    "batch_size": Option("how many points one step averages", "count", least=1),
    "l2": Option("the penalty l2·‖w‖², offset included", "number"),
    "solver": Option("how least squares is solved", "choice", ("closed", "gd", "newton")),
    "lift": Option("products appended to the coordinates", "choice", tuple(LIFTS)),
    "epochs": Option("stop after this many passes over the data", "count", least=1),
    "max_updates": Option("stop after this many updates", "count", least=1),
    "keep_going": Option("use the whole budget even after convergence or a proved cycle", "flag"),
    "pocket": Option(
        "which weights go into the pocket: fewest errors, longest run, or both",
        "choice",
        ("errors", "gallant", "ratchet"),
    ),
    "arithmetic": Option(
        "exact integers, floating point, or exact where possible",
        "choice",
        ("auto", "exact", "float64"),
    ),
}


def flag(name: str) -> str:
    """Return how an option is written on the command line."""
    return "--" + name.replace("_", "-")
