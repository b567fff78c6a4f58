"""Many exercises as a question bank: Moodle XML, or an exam in TeX with its key."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from perceptron_gui.base.text import written

from .diagnosing import diagnose
from .making import CONVERGES, CYCLES, ENDING, POINT, WEIGHTS, Answer, ExerciseStep, MadeExercise
from .words import QUESTIONS, answer_text, label_text, rule_text

TITLE = "You are the perceptron"
_OTHER = "*"  # Moodle's answer for any other number
_LETTERS = "ABCDEFGH"


def choices(step: ExerciseStep) -> list[Answer]:
    """Return what is offered for an answer: the right one, and one for every misconception."""
    if step.name == ENDING:
        return [CONVERGES, CYCLES]
    by_name: dict[str, Answer] = {}
    for answer, name in step.wrong.items():
        by_name.setdefault(name, answer)
    # Sorted, since the right one must not stand at the same place every time.
    return sorted([step.right, *by_name.values()], key=str)


def moodle(exercises: Sequence[MadeExercise]) -> bytes:
    """Return a question bank that Moodle imports."""
    quiz = Element("quiz")
    category = SubElement(quiz, "question", type="category")
    _text(category, "category", f"$course$/{TITLE}")
    for made in exercises:
        for step in made.steps:
            _question(quiz, made, step)
    indent(quiz)
    written_out: bytes = tostring(quiz, encoding="UTF-8", xml_declaration=True)
    return written_out


def _question(quiz: Element, made: MadeExercise, step: ExerciseStep) -> None:
    is_choice = step.name in (WEIGHTS, ENDING)
    question = SubElement(quiz, "question", type="multichoice" if is_choice else "numerical")
    _text(question, "name", f"{TITLE} {made.name} {step.name}")
    _text(question, "questiontext", _html(made, step), is_html=True)
    reason = html.escape(diagnose(made, step, step.right).words)
    _text(question, "generalfeedback", reason, is_html=True)
    for name, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0")):
        SubElement(question, name).text = value
    if is_choice:
        for name, value in (("single", "true"), ("shuffleanswers", "true")):
            SubElement(question, name).text = value
        SubElement(question, "answernumbering").text = "ABCD"
        for answer in choices(step):
            shown = html.escape(answer_text(answer, step.name))
            _answer(question, made, step, answer, shown)
        return
    for answer in (step.right, *step.wrong):
        assert isinstance(answer, int)
        _answer(question, made, step, answer, str(answer + (step.name == POINT)))
    _answer(question, made, step, -1, _OTHER)


def _answer(
    question: Element, made: MadeExercise, step: ExerciseStep, answer: Answer, shown: str
) -> None:
    """Add an answer with its mark and what it tells."""
    found = diagnose(made, step, answer)
    added = SubElement(question, "answer", fraction="100" if found.is_right else "0")
    added.set("format", "html" if question.get("type") == "multichoice" else "moodle_auto_format")
    SubElement(added, "text").text = shown
    _text(added, "feedback", html.escape(found.words), is_html=True)
    if question.get("type") == "numerical":
        SubElement(added, "tolerance").text = "0"


def _text(parent: Element, name: str, text: str, is_html: bool = False) -> None:
    added = SubElement(parent, name, {"format": "html"} if is_html else {})
    SubElement(added, "text").text = text


def _html(made: MadeExercise, step: ExerciseStep) -> str:
    """Write what is given and what is asked as HTML."""
    cells = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in _rows(made))
    heading = "<tr><th>point</th><th>x₁</th><th>x₂</th><th>y</th></tr>"
    told, asked = html.escape(rule_text(made)), html.escape(QUESTIONS[step.name])
    hint = " Answer with its number." if step.name == POINT else ""
    return f"<p>{told}</p><table>{heading}{cells}</table><p>{asked}{hint}</p>"


def _rows(made: MadeExercise) -> Iterator[tuple[str, ...]]:
    """Yield the number, the coordinates and the label of every point."""
    points = zip(made.draft.points, made.draft.labels, strict=True)
    for number, (place, label) in enumerate(points, 1):
        yield str(number), *map(written, place), label_text(label)


# The signs that LaTeX does not know as letters.
_SIGNS = {"−": "-", "·": r"\cdot", "η": r"\eta", "←": r"\leftarrow"}
_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=2cm]{geometry}
\usepackage[utf8]{inputenc}
%s
\setlength{\parindent}{0pt}
\begin{document}
\section*{%s}
Name: \rule{8cm}{0.4pt}
"""


def tex(exercises: Sequence[MadeExercise]) -> bytes:
    """Return an exam, and its key on a page of its own."""
    signs = "\n".join(
        rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{\ensuremath{{{command}}}}}"
        for sign, command in _SIGNS.items()
    )
    parts = [_HEAD % (signs, TITLE), *map(_exam_part, exercises)]
    keys = "\n".join(rf"\item[{made.name}] {_key(made)}" for made in exercises)
    parts.append(f"\\newpage\n\\section*{{Key}}\n\\begin{{description}}\n{keys}")
    parts.append("\\end{description}\n\\end{document}\n")
    return "\n".join(parts).encode()


def _exam_part(made: MadeExercise) -> str:
    rows = " \\\\\n".join(" & ".join(row) for row in _rows(made))
    questions = "\n".join(f"\\item {_asked(made, step)}" for step in made.steps)
    return (
        f"\\bigskip\\begin{{minipage}}{{\\textwidth}}\\raggedright\n"
        f"\\textbf{{Exercise {made.name}.}} {rule_text(made)}\n\n\\smallskip\n"
        f"\\begin{{tabular}}{{rrrr}}\npoint & $x_1$ & $x_2$ & $y$ \\\\\\hline\n{rows}\n"
        f"\\end{{tabular}}\n\\begin{{enumerate}}\n{questions}\n\\end{{enumerate}}\n"
        "\\end{minipage}\n"
    )


def _asked(made: MadeExercise, step: ExerciseStep) -> str:
    """Write a question with what it offers, or with room for an answer."""
    asked = QUESTIONS[step.name]
    if step.name not in (WEIGHTS, ENDING):
        return rf"{asked} \rule{{2cm}}{{0.4pt}}"
    offered = (
        rf"\textbf{{{letter}}}~\mbox{{{answer_text(answer, step.name)}}}"
        for letter, answer in zip(_LETTERS, choices(step), strict=False)
    )
    return f"{asked}\\\\\n" + "\\quad\n".join(offered)


def _key(made: MadeExercise) -> str:
    """Write the right answers in turn, with the letters of those that are chosen."""
    told = []
    for number, step in enumerate(made.steps, 1):
        text = answer_text(step.right, step.name)
        if step.name in (WEIGHTS, ENDING):
            text = f"{_LETTERS[choices(step).index(step.right)]} ({text})"
        told.append(f"{number}.~{text}")
    return "; ".join(told)


WRITERS: dict[str, Callable[[Sequence[MadeExercise]], bytes]] = {"moodle": moodle, "tex": tex}
