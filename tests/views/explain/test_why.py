"""The why panel: what it proves and with which numbers, what it highlights, pins and copies."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import DISTANCE, PROOFS, SQUEEZE, proof_of
from perceptron_gui.views.explain.why import WhyPanel
from perceptron_gui.views.explain.why_page import END_OPEN, HINT, OPEN, why_page
from tests.conftest import GOLDEN
from tests.figures.timelines import RUNS, run_of
from tests.views.desk import choose, use_theme
from tests.views.pixels import heard, on_screen, shows

BOARD = NOTATIONS["000"]
RADIUS, MARGIN = "given radius", "given margin"
TALL = 900


class Desk:
    """A panel on screen, and a person in front of it."""

    def __init__(self, qtbot: QtBot) -> None:
        use_theme()
        self.panel = WhyPanel()
        self.highlights = heard(self.panel.highlights_changed)
        self.asked = heard(self.panel.which_requested)
        on_screen(qtbot, self.panel, 420, TALL, active=True)

    def show(self, run: Run | None, moment: Moment, which: str = SQUEEZE) -> None:
        self.panel.show_why(run, moment, BOARD, which)

    def text(self) -> str:
        """Return what is read; in it, scripts are ordinary letters."""
        return " ".join(self.panel.body.toPlainText().split())

    def spot(self, key: str) -> QPoint:
        return self.panel.body.place_of(key).center().toPoint()

    def hover(self, key: str) -> None:
        QTest.mouseMove(self.panel.body.viewport(), self.spot(key))

    def leave(self) -> None:
        QApplication.sendEvent(self.panel.body.viewport(), QEvent(QEvent.Type.Leave))

    def click(self, key: str) -> None:
        QTest.mouseClick(self.panel.body.viewport(), Qt.MouseButton.LeftButton, pos=self.spot(key))

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.panel.body, key)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    """Return a desk with the proof for AND at its first visit."""
    desk = Desk(qtbot)
    desk.show(run_of("and"), Moment(1))
    return desk


def test_what_is_verified_at_a_visit_is_ticked(desk: Desk) -> None:
    run = run_of("and")
    desk.show(run, Moment(1))
    verified = [line for line in proof_of(run, 1, BOARD).lines if line.holds]
    assert len(verified) == desk.text().count("✓") > 5
    assert "✗" not in desk.text()
    assert shows(desk.panel.body, THEMES["light"].style(Role.SUCCESS).color)
    assert "point 1 is a mistake" in desk.text() and "After k = 1 update" in desk.text()
    desk.show(run_of("and"), Moment(2))
    assert "point 2 is no mistake" in desk.text()


def test_the_other_proof_is_asked_for_and_then_shown(desk: Desk) -> None:
    choose(desk.panel.choice, DISTANCE)
    assert desk.asked == [DISTANCE]
    assert desk.panel.choice.value() == SQUEEZE and "Cauchy-Schwarz" in desk.text()
    desk.show(run_of("and"), Moment(1), DISTANCE)
    assert desk.panel.choice.value() == DISTANCE and "falls by" in desk.text()
    assert desk.asked == [DISTANCE]


def test_xor_has_a_certificate_and_a_cycle_where_one_is_proved(desk: Desk) -> None:
    run = run_of("xor")
    desk.show(run, Moment(4))
    shares = GOLDEN["geometry"]["xor01"]["aug"]["support"]
    assert ", ".join(f"λ{i + 1} = {shares[str(i)]}" for i in range(4)) in desk.text()
    assert desk.text().count("= 0. ✓") == 3
    assert "takes 4 visits (4 updates)" in desk.text()
    assert "cycling theorem" in desk.text()
    assert desk.panel.heading == "No line separates these points"
    assert desk.panel.choice.isHidden()
    desk.show(run_of("pocket"), Moment(3))
    assert "one may come later" in desk.text() and "forever" not in desk.text()


def test_without_points_it_says_what_it_is_for(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    assert desk.text() == HINT
    assert not desk.panel.copy.isEnabled() and desk.panel.choice.isHidden()
    desk.show(run_of("and"), Moment(1))
    desk.show(None, Moment())
    assert desk.text() == HINT and not desk.panel.copy.isEnabled()


def test_every_run_can_be_told_and_asked_about(desk: Desk) -> None:
    for run in map(run_of, RUNS):
        for moment in (Moment(0), Moment(1, "asked"), Moment(1), Moment(run.visits + 5)):
            for which in PROOFS:
                desk.show(run, moment, which)
                assert desk.text() and "✗" not in desk.text() and "$" not in desk.text()


@pytest.mark.parametrize("which", PROOFS)
def test_a_visit_that_is_asked_about_is_kept_back(which: str) -> None:
    run = run_of("and")
    for visit in range(1, run.visits + 1):
        asked = why_page(run, Moment(visit, "asked"), BOARD, which).sections
        before = why_page(run, Moment(visit - 1), BOARD, which).sections
        for shown, then in zip(asked, before, strict=True):
            if shown.key == "visit":
                assert OPEN in shown.lines[0].text and not shown.lines[0].highlights
            else:
                assert shown == then


def test_a_cycle_that_is_proved_is_told_unless_a_visit_is_asked_about(desk: Desk) -> None:
    run = run_of("xor")
    for moment, is_told in (
        (Moment(0), True),
        (Moment(3), True),
        (Moment(4, "asked"), False),
        (Moment(4), True),
    ):
        desk.show(run, moment)
        assert "λ1 = 1/4" in desk.text()
        assert (END_OPEN not in desk.text()) == ("forever" in desk.text()) == is_told


def test_a_line_under_the_mouse_highlights_what_it_is_about_and_a_heading_nothing(
    desk: Desk,
) -> None:
    desk.hover(RADIUS)
    desk.hover(MARGIN)
    desk.hover(MARGIN)
    desk.leave()
    assert desk.highlights == [("radius", "radius-point"), ("margin", "support"), ()]
    desk.hover(RADIUS)
    QTest.mouseMove(desk.panel.body.viewport(), QPoint(30, 6))
    assert desk.highlights[-1] == () and not desk.panel.body.pointed


def test_a_click_pins_a_line_in_every_visit_and_another_one_lets_it_go(desk: Desk) -> None:
    desk.click("visit mistake")
    desk.leave()
    (highlight,) = desk.highlights
    assert desk.panel.body.pinned == "visit mistake"
    desk.hover(MARGIN)
    assert desk.highlights[-1] == ("margin", "support")
    desk.leave()
    assert desk.highlights[-1] == highlight
    desk.show(run_of("and"), Moment(2))
    assert desk.highlights[-1] == ()
    desk.show(run_of("and"), Moment(4))
    assert desk.highlights[-1] == highlight
    desk.click("visit mistake")
    desk.leave()
    assert not desk.panel.body.pinned and not desk.highlights[-1]


def test_escape_lets_go_before_it_is_a_shortcut_of_the_window(desk: Desk) -> None:
    left = heard(QShortcut(QKeySequence(Qt.Key.Key_Escape), desk.panel).activated)
    desk.press(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    assert not desk.panel.body.pinned and desk.panel.body.pointed
    desk.press(Qt.Key.Key_Escape)
    assert not desk.panel.body.pointed and desk.highlights[-1] == () and not left
    desk.press(Qt.Key.Key_Escape)
    assert len(left) == 1


def test_a_proof_is_copied_as_it_is_written(desk: Desk) -> None:
    for which in PROOFS:
        desk.show(run_of("and"), Moment(1), which)
        proof = proof_of(run_of("and"), 1, BOARD, which)
        desk.panel.copy.as_text.trigger()
        copied = QGuiApplication.clipboard().text().splitlines()
        assert [line.strip() for line in copied if line.startswith("  ")] == [
            to_plain(line.text) for line in proof.lines
        ]
        assert [line for line in copied if line[0] != " "] == [
            f"{section.title}:" for section in proof.sections
        ]
        desk.panel.copy.as_latex.trigger()
        latex = QGuiApplication.clipboard().text()
        assert latex.startswith("\\begin{align*}") and latex.endswith("\\end{align*}")
        assert all(rf"&\quad {line.text}" in latex for line in proof.lines)


def test_a_certificate_is_copied_as_sentences_without_what_is_asked_about(desk: Desk) -> None:
    desk.show(run_of("xor"), Moment(4))
    desk.panel.copy.as_text.trigger()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("The certificate:\n  No line separates") and "λ₃ = 1/4" in text
    desk.panel.copy.as_latex.trigger()
    latex = QGuiApplication.clipboard().text()
    assert r"\paragraph{The run repeats forever}" in latex and r"$\lambda_{3} = 1/4$" in latex
    assert latex.count(r"\begin{itemize}") == latex.count(r"\end{itemize}") == 2
    desk.show(run_of("and"), Moment(4, "asked"))
    desk.panel.copy.as_text.trigger()
    assert OPEN in QGuiApplication.clipboard().text()


def test_keys_go_from_line_to_line(desk: Desk) -> None:
    body = desk.panel.body
    desk.panel.choice.setFocus()
    QTest.keyClick(desk.panel.choice, Qt.Key.Key_Tab)
    assert body.hasFocus() and body.pointed == "given space"
    desk.press(Qt.Key.Key_Down)
    assert body.pointed == RADIUS and desk.highlights[-1] == ("radius", "radius-point")
    desk.press(Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert body.pinned == RADIUS and body.pointed == MARGIN
    desk.press(Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert not body.pinned
    desk.press(*[Qt.Key.Key_Up] * 3)
    assert body.pointed == "given space"
    desk.press(*[Qt.Key.Key_Down] * 30)
    assert body.pointed == "bound misprint"
    QTest.keyClick(body, Qt.Key.Key_Backtab)
    assert desk.panel.choice.hasFocus() and not body.pointed and not desk.highlights[-1]


def test_selecting_words_pins_nothing(desk: Desk) -> None:
    view, start = desk.panel.body.viewport(), desk.spot(RADIUS)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(20, start.y()))
    QTest.mouseMove(view, start)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start)
    assert not desk.panel.body.pinned
