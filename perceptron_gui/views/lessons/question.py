"""The question of a step: its words, its answers, and afterwards how many were right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout

from perceptron_gui.lessons.prose import line_html, line_plain
from perceptron_gui.theory.run_text.poll import Poll
from perceptron_gui.views.widgets.poll import PollBox
from perceptron_gui.views.widgets.stage import filled


class QuestionBox(PollBox):
    """A poll in the panel of the lesson."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.outcome = QLabel(), QLabel()
        for label in (self.words, self.outcome):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
        filled(QVBoxLayout(self), self.words, self.answers, self.outcome, spacing=8)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is None:
            return
        words = poll.question.words
        self.words.setText(f"<b>{line_html(words)}</b>")
        self.words.setAccessibleName(line_plain(words))
        outcome = poll.outcome[0] if poll.is_revealed and poll.outcome else ""
        self.outcome.setText(f"<b>{outcome}</b>" if outcome else "")
        self.outcome.setAccessibleName(outcome)
        self.outcome.setVisible(bool(outcome))
