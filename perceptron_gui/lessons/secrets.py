"""What a question keeps back: the fact it asks for is hidden wherever it could be read. No Qt.

One table says what tells each fact, another which panels tell what is hidden as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from perceptron_gui.theory.run_text.status import CLASSES, COUNT, FUTURE, LINE, SCORES, VERDICT

from .facts import FACTS

if TYPE_CHECKING:
    from .lesson import LessonPrediction, LessonStep

TALLY = "tally"
_PLANE = "plane"  # the page of most scenes
_ARITHMETIC = ("explanation", "listing", "losses", "agreement", "activations", "neuron")
# What is hidden as a whole, and the panels whose plots or words would tell it.
SECRETS: Mapping[str, tuple[str, ...]] = {
    FUTURE: ("what-if",),
    VERDICT: ("why", "what-if", "norms", "cosine", "distance", "weight-space", "bowl"),
    CLASSES: ("loss", "losses", "agreement", "weight-space", "bowl"),
    SCORES: (*_ARITHMETIC, "projection"),
    LINE: ("weight-space", "bowl"),
    COUNT: ("norms", "cosine", "distance", TALLY, "listing", "explanation"),
}
_OF_RUN = (FUTURE, VERDICT)
_OF_VISIT = (VERDICT, CLASSES, SCORES, LINE, TALLY)  # wherever a visit is told
_SCORE = (CLASSES, SCORES)
_OUTPUT = ("activations", "losses")
# What tells a fact where that is not all there is of the run, or of the visit.
_TOLD_BY: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("errors", "answer_errors", "loss", "own_loss"), (CLASSES,)),
    **dict.fromkeys(("score", "agreement", "loss_of", "least", "reached"), _SCORE),
    **dict.fromkeys(("prediction", "right", "next_mistake"), (FUTURE, *_SCORE)),
    **dict.fromkeys(("from_line", "angle"), (SCORES,)),
    **dict.fromkeys(("ramp", "logistic", "tanh"), _OUTPUT),
    **dict.fromkeys(("tally", "mistaken"), (*_OF_RUN, TALLY)),
    **dict.fromkeys(("diverged", "limit"), (*_OF_RUN, "loss")),
    "end.errors": (*_OF_RUN, CLASSES),
    "crossing": (LINE,),
    "k": (FUTURE, COUNT),
}
# What tells the answer of a question whose kind says what it is about.
_ASKED_FOR: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("class", "mistake", "next"), (FUTURE, *_SCORE)),
    "turn": (FUTURE,),
    **dict.fromkeys(("converges", "updates"), _OF_RUN),
}
# Panels that show what their options give, if they give all of this, and nothing of the visit.
_GIVEN = {"projection": ("a", "b")}


def tellers(fact: str) -> frozenset[str]:
    """Return what tells a fact: secrets, and the names of panels."""
    usual = _OF_RUN if FACTS[fact].of_run else _OF_VISIT
    return _with_panels(_TOLD_BY.get(fact, usual))


def _with_panels(names: tuple[str, ...]) -> frozenset[str]:
    panels = (panel for name in names for panel in SECRETS.get(name, ()))
    return frozenset((*names, *panels))


def asked_for(prediction: LessonPrediction) -> frozenset[str]:
    """Return what tells the answer of a question."""
    if prediction.ask in _ASKED_FOR:
        return _with_panels(_ASKED_FOR[prediction.ask])
    return tellers(prediction.that.partition("[")[0].strip())


def hidden(step: LessonStep, is_open: bool) -> frozenset[str]:
    """Return what a step hides while its question is open, or once it is answered.

    An answer shows again what the question kept back; what else the step hides stays hidden.
    """
    if step.prediction is None:
        return _with_panels(step.hide)
    asked = asked_for(step.prediction)
    views = step.scene.session.views
    given = {
        panel for panel, options in _GIVEN.items() if set(options) <= set(views.get(panel, ()))
    }
    if not is_open:
        return _with_panels(tuple(each for each in step.hide if each not in asked))
    # A page beside the plane is about the whole run, or about many: it comes with the answer.
    page = step.scene.page
    pages = {page} if page != _PLANE else set()
    return _with_panels(step.hide) | asked - given | pages


def hiding_options(hides: frozenset[str]) -> dict[str, Any]:
    """Return the options, of any view that has them, with which nothing that is hidden is drawn."""
    found: dict[str, Any] = {"kept_back": tuple(sorted(hides & {CLASSES, SCORES, LINE}))}
    if FUTURE in hides:
        found["future"] = False
    if VERDICT in hides:
        found |= {"margin": False, "widest": False, "certificate": False, "highlight": ()}
    if TALLY in hides:
        found["tally"] = False
    if hides & {FUTURE, VERDICT}:
        found["until"] = "run"  # the bound would give the end away
    return found
