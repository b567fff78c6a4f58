"""The long trials in scripts/campaign.py, for a moment each: they count, and they can fail."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.core.space.separability import separability

SCRIPTS = Path(__file__).parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
try:
    import campaign
    from campaigns import fuzz, runs, soak
    from campaigns.campaign import Outcome
finally:
    sys.path.remove(str(SCRIPTS))


def test_random_runs_and_verdicts_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign.main(["runs", "--count", "40"]) == 0
    said = capsys.readouterr().out
    assert all(f"40 {what}" in said for what in runs._CHECKS)


def test_a_wrong_verdict_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def of_other_points(space: Any) -> Any:
        return separability(space.__class__(space.dataset, offset=not space.offset))

    monkeypatch.setattr(runs, "separability", of_other_points)
    assert campaign.main(["runs", "--count", "5"]) == 1
    assert "verdicts of problem 1: AssertionError" in capsys.readouterr().out


def test_broken_files_are_read_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign.main(["fuzz", "--count", "12"]) == 0
    said = capsys.readouterr().out
    assert all(
        f"12 {kind}" in said for kind in ("tables", "sessions", "figures", "lessons", "homework")
    )
    assert "refused" in said


@pytest.mark.parametrize("error", [KeyError("x"), ValueError("two\nlines")])
def test_a_file_that_breaks_the_reader_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def breaks(_path: Path) -> None:
        raise error

    monkeypatch.setattr(fuzz, "_open_data", breaks)
    assert campaign.main(["fuzz", "--count", "1"]) == 1
    assert repr(error) in capsys.readouterr().out


@pytest.mark.program
@pytest.mark.slow
def test_what_a_killed_program_had_kept_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign.main(["kills", "--count", "1"]) == 0
    assert "1 killed edits, 1 killed drags, 1 killed saves" in capsys.readouterr().out


def _rest(actions: int, megabytes: float, wrappers: int) -> soak.Rest:
    counts = Counter({"QLabel": wrappers})
    return soak.Rest(actions, megabytes, Counter(), counts, counts)


@pytest.mark.parametrize(
    ("looks", "failures"),
    [
        # What hidden panels drew last comes and goes.
        ([_rest(1000 * k, 500 + 40 * (k % 2), 6000 + 700 * (k % 2)) for k in range(90)], []),
        # A panel that is opened late, once.
        ([_rest(1000 * k, 500, 6000 + 300 * (k > 20)) for k in range(90)], []),
        (
            [_rest(1000 * k, 500 + k, 6000) for k in range(61)],
            ["60 MB more after 60000 actions than after 0"],
        ),
        (
            [_rest(1000 * k, 500, 6000 + 10 * k + 700 * (k % 2)) for k in range(60)],
            ["200 more wrappers at rest: QLabel +200"],
        ),
        ([_rest(0, 500, 6000)] * 2, ["2 looks at rest cannot tell whether anything grows"]),
    ],
)
def test_what_goes_on_growing_fails_and_what_comes_and_goes_does_not(
    looks: list[soak.Rest], failures: list[str]
) -> None:
    outcome = Outcome()
    soak.judge(looks, 50.0, outcome)
    assert outcome.failures == failures
