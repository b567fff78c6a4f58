"""The worker on the thread of the test: how many snapshots it sends, and when."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.controller import Request, Worker
from tests.training.sample_runs import BLOBS, ENDLESS, PATIENCE, XOR


def test_a_run_that_fits_into_a_turn_arrives_finished_in_one_snapshot(qtbot: QtBot) -> None:
    worker = Worker(turn=PATIENCE)
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    worker.begin(Request(1, XOR, Rule()))
    qtbot.waitUntil(lambda: bool(sent), timeout=PATIENCE)
    worker.begin(Request(2, XOR, Rule(order="worst")))
    qtbot.waitUntil(lambda: len(sent) > 1, timeout=PATIENCE)
    assert [(run.rule.order, run.status) for run in sent] == [
        ("cyclic", "cycle"),
        ("worst", "cycle"),
    ]


def test_snapshots_do_not_pile_up_before_a_reader_that_is_busy(qtbot: QtBot) -> None:
    worker = Worker()
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    between_turns = QTimer()
    with qtbot.waitSignals([between_turns.timeout] * 20, timeout=PATIENCE):
        worker.begin(Request(1, BLOBS, ENDLESS))
        between_turns.start(0)
    worker.cancel()
    qtbot.waitUntil(lambda: len(sent) > 1, timeout=PATIENCE)
    assert [run.is_over for run in sent] == [False, True]


def test_snapshots_go_on_as_they_are_read(qtbot: QtBot) -> None:
    worker = Worker()
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    worker.snapshot_ready.connect(lambda run_id, _: worker.note_seen(run_id))
    worker.begin(Request(1, BLOBS, ENDLESS))
    qtbot.waitUntil(lambda: len(sent) >= 10, timeout=PATIENCE)
    worker.begin(None)
    assert not any(run.is_over for run in sent)
