"""Claims: a fact, a sign and a value, and whether the engine agrees."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.text import did_you_mean, few, quoted, vector, written
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS

from .facts import FACTS, Fact, Value, find
from .scenes import OF_RUN, Scene, SceneChange, read_change
from .source import Entry
from .values import Missing

NONE = "none"  # that there is no such number may be claimed too
_FORM = re.compile(r"^([a-z_.]+)(?:\[\s*(\d{1,6})\s*\])?\s*(<=|>=|!=|=|<|>|~)\s*(.+)$")
_PRINTED = {"<=": "≤", ">=": "≥", "!=": "≠", "~": "≈"}
_TYPED = str.maketrans({**{sign: typed for typed, sign in _PRINTED.items()}, "−": "-"})
_EXAMPLE = "write it as updates = 3"
_LONGEST_CLAIM, _LONGEST_SENTENCE = 2000, 200
_WANTED = {
    "count": "a whole number",
    "number": "a number",
    "truth": "true or false",
    "vector": "numbers in parentheses",
}
_ORDERED = {"=": eq, "!=": ne, "<=": le, ">=": ge, "<": lt, ">": gt}


@dataclass(frozen=True)
class FactStatement:
    """FACT SIGN VALUE, as it is written and as it is read."""

    text: str
    fact: str
    index: int | None
    sign: str
    value: Value
    digits: tuple[int, ...] = ()  # behind the point of every number, for the sign ~

    def agrees(self, truth: Value | Missing) -> bool:
        """Tell whether a value is as this says; numbers that are not exact have only ~ < >."""
        if isinstance(truth, Missing) or self.value == NONE:
            return isinstance(truth, Missing) == (self.value == NONE) and self.sign == "="
        if self.sign == "~":
            return self._is_near(truth)
        return bool(_ORDERED[self.sign](truth, self.value))

    def rounded(self) -> FactStatement:
        """Return the statement with = replaced by ~, for numbers that are not exact."""
        return replace(self, sign="~") if self.sign == "=" else self

    def _is_near(self, truth: Value) -> bool:
        """Tell whether the value is the truth, rounded to the digits that are written."""
        pairs = [(truth, self.value)]
        if isinstance(truth, tuple) and isinstance(self.value, tuple):
            if len(truth) != len(self.value):
                return False
            pairs = list(zip(truth, self.value, strict=True))
        return all(
            isinstance(true, int | float | Fraction)
            and isinstance(said, int | float | Fraction)
            and abs(Fraction(true) - Fraction(said)) <= Fraction(1, 2) / Fraction(10) ** digits
            for (true, said), digits in zip(pairs, self.digits, strict=True)
        )


@dataclass(frozen=True)
class Finding:
    """What was claimed, whether it is so, and what is true."""

    that: str
    holds: bool
    truth: str  # in words
    line: int = 0  # of the lesson
    sentence: str = ""  # for a student: what is true, and what should be

    def __str__(self) -> str:
        return f"{self.that} holds" if self.holds else f"{self.that} is false: {self.truth}"


@dataclass(frozen=True)
class Claim:
    """A statement about a scene, or about one that is changed for it only."""

    statement: FactStatement
    change: SceneChange | None = None
    line: int = 0
    say: str = ""  # the condition in words, for a student

    @property
    def sentence(self) -> str:
        """The condition in words, before anything was checked."""
        return self._said()

    def _said(self, truth: Value | Missing | None = None) -> str:
        sentence, changed = sentence_of(self.statement, truth), changed_text(self.change)
        if changed and sentence[1:2] in (" ", sentence[1:2].lower()):  # no symbol such as R²
            sentence = f"{sentence[:1].lower()}{sentence[1:]}"
        return self.say or f"{changed}{sentence}"

    def scene(self, scene: Scene) -> Scene:
        """Return the scene that it is about."""
        return scene if self.change is None else self.change.apply(scene, scene.session.notation)

    def holds(self, scene: Scene) -> Finding:
        """Compare what is said with what the engine finds."""
        said = self.statement
        try:
            about = self.scene(scene)
            found = find(about.run_to_cursor, about.visit, said.fact, said.index)
        except InputError as error:
            return Finding(said.text, False, str(error), self.line, window_sentence(error))
        name = said.fact if said.index is None else f"{said.fact}[{said.index}]"
        truth = f"{name} is {worded(found)}"
        if isinstance(found, float) and said.sign in ("=", "!="):  # it would hold by chance only
            return Finding(said.text, False, f"{truth}, rounded; compare it with ~", self.line)
        holds = said.agrees(found)
        sentence = self._said(None if holds else found)
        return Finding(said.text, holds, truth, self.line, sentence)


def worded(value: Value | Missing) -> str:
    """Write a fact in words."""
    if isinstance(value, Missing):
        return f"none: {value}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return vector(value)
    if isinstance(value, str):
        return value
    return written(Fraction(value) if isinstance(value, int) else value)


def rule_texts(change: SceneChange) -> list[str]:
    """Return the options of a rule in words: η = 0.1, no lift."""
    said = []
    for name, value in change.rule.items():
        read = OPTIONS[name].read(list(value) if isinstance(value, tuple) else value)
        is_rule = name == "rule"
        said.append(RULES[read].title if is_rule else OPTIONS[name].words(read) or str(read))
    return said


def changed_text(change: SceneChange | None) -> str:
    """Return what is changed for a claim, as its beginning: With no offset, at the end: …"""
    if change is None:
        return ""
    parts = rule_texts(change)
    parts += [change.name or "other points"] if change.dataset is not None else []
    parts += [LECTURES[change.lecture]] if change.lecture else []
    said = [f"with {few(parts)}"] if parts else []
    if change.at is not None:
        at = change.at.replace("k=", "update ")
        at = f"visit {at}" if at.isdigit() else at
        said.append({"visit 0": "at the start", "end": "at the end"}.get(at, f"after {at}"))
    words = ", ".join(said)
    return f"{words[:1].upper()}{words[1:]}: " if words else ""


# Facts that count what somebody has or does: who, the verb, the same after "should", and what.
_COUNTED = {
    "points": ("there", "are", "be", "point{s}"),
    "positive": ("there", "are", "be", "point{s} of class +1"),
    "negative": ("there", "are", "be", "point{s} of class −1"),
    "dimension": ("a point", "has", "have", "coordinate{s}"),
    "updates": ("the rule", "makes", "make", "update{s}"),
    "k": ("the rule", "has made", "have made", "update{s}"),
    "visits": ("the rule", "makes", "make", "visit{s}"),
    "epochs": ("the rule", "takes", "take", "epoch{s}"),
    "mistaken": ("the rule", "mistakes", "mistake", "point{s}"),
    "bound": ("the theorem", "allows", "allow", "update{s}"),
    "errors": ("the line", "misclassifies", "misclassify", "point{s}"),
    "answer_errors": ("the answer", "misclassifies", "misclassify", "point{s}"),
    "end.errors": ("the answer", "misclassifies", "misclassify", "point{s}"),
}
# What is so, what is not, what should be, and what should not.
_TRUE_OR_NOT = {
    "converged": ("the rule converges", "the rule does not converge", "it should", "it should not"),
    "separable": (
        "a line separates the points",
        "no line separates the points",
        "one should",
        "none should",
    ),
    "right": (
        "the point is classified correctly",
        "the point is misclassified",
        "it should be",
        "it should not be",
    ),
    "diverged": (
        "the weights diverge",
        "the weights do not diverge",
        "they should",
        "they should not",
    ),
}
_NAMES = {
    "margin_squared": "the margin squared, γ², is",
    "radius_squared": "the radius squared, R², is",
    "reached": "the margin of the line is",
    "crossing": "the line meets axis {} at",
    "score": "the score of point {} is",
    "loss": "the sum of the losses is",
}
_MEASURED = {"=": "", ">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than "}
_MEASURED |= {"!=": "other than ", "~": "about "}


def sentence_of(said: FactStatement, truth: Value | Missing | None = None) -> str:
    """Say a condition that is met or, given the truth, what is so and what should be."""
    is_counted = said.fact in _COUNTED and said.value != NONE
    if said.fact in _TRUE_OR_NOT:
        found, should = _words_of_truth(said, truth)
    elif is_counted:
        found, should = _words_of_count(said, truth)
    else:
        value = _wanted(said).replace("none", "0")
        name = _NAMES.get(said.fact, f"{FACTS[said.fact].meaning.partition(',')[0]}:")
        found = f"{name.format(said.index)} {value if truth is None else worded(truth)}"
        should = f"it should be {value}"
    if isinstance(truth, Missing):
        found = str(truth)
        if is_counted:  # nothing has named yet who does it
            should = f"{_COUNTED[said.fact][0]}{should[should.index(' ') :]}"
    whole = found if truth is None else f"{found}; {should}"
    return f"{whole[:1].upper()}{whole[1:]}."


def _wanted(said: FactStatement) -> str:
    return (
        "none" if said.sign == "=" and not said.value else _MEASURED[said.sign] + worded(said.value)
    )


def _words_of_truth(said: FactStatement, truth: Value | Missing | None) -> tuple[str, str]:
    yes, no, should, should_not = _TRUE_OR_NOT[said.fact]
    is_wanted = said.value == (said.sign == "=")
    is_so = is_wanted if truth is None else not is_wanted
    return yes if is_so else no, should if is_wanted else should_not


def _words_of_count(said: FactStatement, truth: Value | Missing | None) -> tuple[str, str]:
    subject, verb, infinitive, counted = _COUNTED[said.fact]
    wanted, number = _wanted(said).replace("less", "fewer"), said.value
    amount = wanted.replace("none", "no")
    pronoun = "there" if subject == "there" else "it"
    should = f"{pronoun} should {infinitive} {wanted}"
    if isinstance(truth, int):
        amount, number = str(truth or "no"), truth
        is_more = isinstance(said.value, Fraction) and truth > said.value
        if is_more and said.sign in ("=", "<", "<=") and subject != "there":
            verb = f"still {verb}"
    verb = "is" if verb == "are" and number == 1 else verb
    noun = counted.format(s="" if number == 1 else "s")
    return f"{subject} {verb} {amount} {noun}", should


def with_signs(text: str) -> str:
    """Write >= 10 as ≥ 10."""
    for typed, sign in _PRINTED.items():
        text = text.replace(typed, sign)
    return text


def parse_statement(text: str) -> FactStatement:
    """Read `FACT SIGN VALUE`; an InputError says what is wrong."""
    tidy = " ".join(text.translate(_TYPED).split())
    form = _FORM.match(tidy)
    if form is None or form[4].startswith("="):
        raise InputError(f"{quoted(text)} is no claim; {_EXAMPLE}")
    name, index, sign, said = form.groups()
    if name not in FACTS:
        hint = did_you_mean(name, FACTS) or "; the manual's page lessons lists them"
        raise InputError(f"there is no fact {quoted(name)}{hint}")
    fact = FACTS[name]
    if fact.index and index is None:
        raise InputError(f"{name} needs a number in brackets, as in {name}[1]")
    if index is not None and not fact.index:
        raise InputError(f"{name} has no number in brackets")
    if index is not None and int(index) < 1:
        raise InputError(f"{name}[{index}]: {fact.index} are counted from 1")
    value, digits = _read_value(name, fact, sign, said)
    return FactStatement(text, name, None if index is None else int(index), sign, value, digits)


def _read_value(name: str, fact: Fact, sign: str, said: str) -> tuple[Value, tuple[int, ...]]:
    if said == NONE and sign == "=":
        return NONE, ()
    if fact.kind in ("truth", "word"):
        if sign not in ("=", "!="):
            raise InputError(f"{name} is compared with = or !=, not with {sign}")
        words = ("true", "false") if fact.kind == "truth" else fact.words
        if said not in words:
            hint = did_you_mean(said, words) or f"; it is one of {', '.join(words)}"
            raise InputError(f"{name} cannot be {quoted(said)}{hint}")
        return (said == "true" if fact.kind == "truth" else said), ()
    is_vector = said.startswith("(") and said.endswith(")")
    if is_vector != (fact.kind == "vector"):
        raise InputError(f"{name} is {_WANTED[fact.kind]}, not {quoted(said)}")
    if not is_vector:
        number, digits = _read_number(said)
        return number, (digits,)
    if sign not in ("=", "!=", "~"):
        raise InputError(f"{name} is compared with =, != or ~, not with {sign}")
    numbers = [_read_number(part.strip()) for part in said[1:-1].split(",")]
    return tuple(number for number, _ in numbers), tuple(digits for _, digits in numbers)


def _read_number(text: str) -> tuple[Fraction, int]:
    """Return a number, and how many digits it has behind the point."""
    try:
        number = exact_number(text)
        digits = 0 if "/" in text else -int(Decimal(text).as_tuple().exponent)
    except (ValueError, ZeroDivisionError, InvalidOperation, OverflowError) as error:
        raise InputError(f"{quoted(text)} is not a number; give 3, 0.1 or 1/17") from error
    return number, digits


def read_claim(entry: Entry) -> Claim:
    """Return a claim that is a text, or a table with what it changes."""
    if isinstance(entry.value, str):
        return Claim(_statement(entry), None, entry.line)
    found = entry.table(("that", "say", *OF_RUN))
    if "that" not in found:
        raise entry.error(f"that is missing: what is claimed; {_EXAMPLE}")
    say = found["say"].line_of_text(_LONGEST_SENTENCE) if "say" in found else ""
    rest = {key: value for key, value in entry.value.items() if key not in ("that", "say")}
    change = read_change(Entry(rest, entry.path, entry.file, entry.lines), OF_RUN) if rest else None
    return Claim(_statement(found["that"]), change, entry.line, say)


def _statement(entry: Entry) -> FactStatement:
    text = entry.line_of_text(_LONGEST_CLAIM)
    try:
        return parse_statement(text)
    except InputError as error:
        raise entry.error(str(error)) from error
