"""The command `figure`: every view and format, cursors, sessions that come back, bad words."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from perceptron_gui.cli import main
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from tests.terminal.program import PROGRAM, Capture, Told, environment, refusal, unix

pytestmark = pytest.mark.usefixtures("empty_folder")
CARRIERS = [ending for ending, row in FORMATS.items() if row.session_in and row.figures]


def test_the_list_shows_every_view_with_a_sentence(told: Told) -> None:
    lines = told("figure", "--list").splitlines()
    assert [line.split()[0] for line in lines] == list(VIEWS)
    assert all(line.endswith(".") and len(line.split()) > 4 for line in lines)


@pytest.mark.parametrize("view", [name for name, view in VIEWS.items() if not view.is_table])
def test_every_view_is_drawn(view: str, told: Told) -> None:
    said = told("figure", view, "xor", "--out", "x.svg", "--size", "column")
    assert said == f"x.svg: {view} of xor after visit 4 of 4\n"
    assert ElementTree.parse("x.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_help_of_a_view_lists_its_own_options_only(told: Told, capsys: Capture) -> None:
    for words in (["norms", "--help"], ["--title", "loss", "norms", "xor", "--help"]):
        said = told("figure", *words)
        assert "--scale V" in said and "--until V" in said
        assert "--activation V" not in said and "--trials V" not in said
    assert "--activation V" in told("figure", "--help")
    said = refusal(["figure", "norms", "xor", "--out", "x.svg", "--activation", "tanh"], capsys)
    assert said == "--activation: norms has no such option; did you mean '--notation'?"
    said = refusal(["figure", "trace", "xor", "--out", "x.csv", "--until=run"], capsys)
    assert said.startswith("--until: trace has no such option")
    assert "unknown argument '--scal'; did you mean '--scale'" in refusal(
        ["figure", "norms", "xor", "--scal", "log"], capsys
    )


def test_one_view_is_drawn_without_loading_the_others(told: Told) -> None:
    script = (
        "import sys; from perceptron_gui.cli import main;"
        "main(['figure', 'loss', 'xor', '--out', 'x.csv']);"
        "print(sorted(m for m in sys.modules if 'gui.labs.' in m or 'figures.pictures' in m))"
    )
    line = [*PROGRAM[:1], "-c", script]
    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['perceptron_gui.labs.registry']"


def test_one_run_is_written_in_several_formats(told: Told) -> None:
    outs = [f"a.{ending}" for ending in FORMATS if ending != "md"]
    told("figure", "boundary", "and", "--frames", "3", *[w for o in outs for w in ("--out", o)])
    assert sorted(map(str, Path().iterdir())) == sorted(outs)
    assert all(Path(out).stat().st_size > 200 for out in outs)


@pytest.mark.parametrize("ending", ["svg", "tex", "csv", "py"])
def test_the_hulls_are_drawn_by_every_pen(ending: str, told: Told) -> None:
    for show in ("certificate", "none"):
        told("figure", "boundary", "xor", "--show", show, "--no-session", "--out", f"a.{ending}")
        text = Path(f"a.{ending}").read_text(encoding="utf-8")
        assert ("common point" in text) == (show == "certificate")


def test_what_lines_speak_of_is_emphasised(told: Told) -> None:
    told("figure", "boundary", "xor", "--highlight", "hulls,point 3,cycle", "--out", "a.csv")
    rows = Path("a.csv").read_text(encoding="utf-8")
    assert all(key in rows for key in ("highlight hull +1", "highlight points", "cycle line 2"))


@pytest.mark.parametrize("ending", ["tex", "md", "csv", "py"])
def test_the_trace_is_written_as_a_table(ending: str, told: Told) -> None:
    told("figure", "trace", "and", "--out", f"t.{ending}")
    assert "1" in Path(f"t.{ending}").read_text(encoding="utf-8")


def test_a_size_in_millimetres_becomes_pixels(told: Told) -> None:
    told(
        "figure", "loss", "and", "--size", "2x1in", "--font", "5", "--dpi", "100", "--out", "a.png"
    )
    with Image.open("a.png") as picture:
        assert picture.size == (200, 100)


def test_the_cursor_is_a_visit_an_update_or_the_end(told: Told) -> None:
    for at, visit in [("0", 0), ("5", 5), ("k=0", 0), ("k=2", 4), ("end", 36)]:
        said = told("figure", "norms", "and", "--at", at, "--out", "n.csv")
        assert f"after visit {visit} of 36" in said


@pytest.mark.parametrize("ending", CARRIERS)
def test_a_figure_reopens_as_the_session_that_made_it(ending: str, told: Told) -> None:
    given = ["--tie", "minus", "--seed", "7", "--order", "shuffled", "--init", "0.1,1/3,0"]
    how = ["--at", "9", "--show", "margin", "--notation", "001", "--size", "column"]
    told("figure", "boundary", "and", *given, *how, "--frames", "2", "--out", f"one.{ending}")
    session = load_data(f"one.{ending}").session
    assert session is not None
    assert session.rules[0].options()["seed"] == 7
    told("figure", f"one.{ending}", "--out", "two.csv")
    told("figure", "boundary", "and", *given, *how, "--out", "same.csv")
    assert Path("two.csv").read_text() == Path("same.csv").read_text()


def test_an_animation_reopens_as_the_same_animation(told: Told) -> None:
    moves = ["--frames", "visits", "--fps", "2", "--hold", "0.5", "--once", "--size", "column"]
    told("figure", "boundary", "and", "--tie", "minus", "--at", "4", *moves, "--out", "one.gif")
    told("figure", "one.gif", "--out", "two.gif")
    assert Path("one.gif").read_bytes() == Path("two.gif").read_bytes()


def test_what_a_session_shows_can_be_turned_off(told: Told) -> None:
    told("figure", "boundary", "and", "--show", "margin,circle", "--out", "one.json")
    told("figure", "one.json", "--show", "none", "--out", "two.csv")
    told("figure", "boundary", "and", "--out", "same.csv")
    assert Path("two.csv").read_text() == Path("same.csv").read_text()


def test_a_range_may_begin_with_a_minus(told: Told) -> None:
    told("figure", "boundary", "and", "--range", "-1,2,-1,2", "--out", "a.csv")


def test_a_session_of_a_longer_run_is_shown_at_the_end_of_a_shorter_one(told: Told) -> None:
    told("figure", "boundary", "and", "--at", "30", "--out", "one.json")
    assert "visit 24 of 24" in told("figure", "one.json", "--tie", "minus", "--out", "a.csv")


def test_nothing_is_written_where_a_folder_is_in_the_way_of_one_file(capsys: Capture) -> None:
    Path("b.png").mkdir()
    Path("a.csv").write_text("old")
    assert main(["figure", "loss", "and", "--out", "a.csv", "--out", "b.png"]) == 3
    assert Path("a.csv").read_text() == "old"
    assert capsys.readouterr().err.startswith("perceptron-gui: b.png: could not be written")


@unix
def test_names_that_no_file_can_have_are_told_in_a_sentence(capsys: Capture) -> None:
    Path("round").symlink_to("round")
    for name in ("a" * 300 + "/x.csv", "a" * 300 + ".csv", "round/x.csv", "round"):
        out = name if name.endswith(".csv") else f"./{name}"
        code = main(["run", "xor", "--json", out])
        assert code == 3
        assert "could not be written" in capsys.readouterr().err


@unix
def test_ctrl_c_in_the_middle_of_training_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "old.json"
    target.write_text("old")
    endless = ["--order", "shuffled", "--epochs", "100000000", "--max-updates", "100000000"]
    with subprocess.Popen(
        [*PROGRAM, "figure", "norms", "blobs:noise=0.9", *endless, "--out", str(target)],
        env=environment(),
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stderr is not None
        program.stderr.readline()  # the first line of progress
        program.send_signal(signal.SIGINT)
        program.stderr.read()
    assert program.returncode == 130
    assert target.read_text() == "old"


def test_typed_options_win_over_those_of_the_session(told: Told) -> None:
    told("figure", "boundary", "and", "--tie", "minus", "--at", "3", "--out", "one.png")
    assert "norms of and after visit 24 of 24" in told(
        "figure", "norms", "one.png", "--at", "end", "--out", "n.csv"
    )
    assert "visit 3 of 36" in told("figure", "one.png", "--tie", "always", "--out", "n.csv")


def test_other_commands_read_the_session_of_a_figure_too(told: Told) -> None:
    told("figure", "boundary", "and", "--tie", "minus", "--no-offset", "--out", "one.pdf")
    assert (
        told("run", "one.pdf").splitlines()[0]
        == told("run", "and", "--tie", "minus", "--no-offset").splitlines()[0]
    )


def test_no_session_leaves_it_out(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "boundary", "and", "--no-session", "--out", "one.png"]) == 0
    capfd.readouterr()
    assert "carries no session" in refusal(["check", "one.png"], capfd)


def test_the_same_command_writes_the_same_bytes(told: Told) -> None:
    for ending in CARRIERS:
        told("figure", "norms", "and", "--frames", "2", "--out", f"a.{ending}")
        told("figure", "norms", "and", "--frames", "2", "--out", f"b.{ending}")
        assert Path(f"a.{ending}").read_bytes() == Path(f"b.{ending}").read_bytes()


@pytest.mark.parametrize(
    ("words", "told_why"),
    [
        (["boundry", "xor", "--out", "x.png"], "did you mean 'boundary'"),
        (["boundary", "xor"], "--out FILE"),
        (["--out", "x.png"], "name a view and data"),
        (["xor", "--out", "x.png"], "name a view before"),
        (["boundary", "xor", "xor", "--out", "x.png"], "name a view and data"),
        (["boundary", "xor", "--out", "x"], "unknown"),
        (["boundary", "xor", "--out", "x.pgn"], "did you mean 'png'"),
        (["trace", "xor", "--out", "x.png"], "trace is a table"),
        (["boundary", "xor", "--out", "x.md"], "boundary is a figure"),
        (["boundary", "xor", "--at", "99", "--out", "x.png"], "the run ends after 4 visits"),
        (["boundary", "xor", "--at", "k=99", "--out", "x.png"], "the run ends after 4 updates"),
        (["boundary", "xor", "--at", "soon", "--out", "x.png"], "give a visit"),
        (["boundary", "xor", "--size", "huge", "--out", "x.png"], "85x60mm"),
        (["boundary", "xor", "--size", "1x1mm", "--out", "x.png"], "sides must be"),
        (["boundary", "xor", "--theme", "drak", "--out", "x.png"], "did you mean 'dark'"),
        (["boundary", "xor", "--family", "gothic", "--out", "x.png"], "one of sans, serif"),
        (["boundary", "xor", "--font", "0", "--out", "x.png"], "from 4 to 100"),
        (["boundary", "xor", "--dpi", "x", "--out", "x.png"], "from 30 to 1200"),
        (["boundary", "xor", "--range", "1,0,0,1", "--out", "x.png"], "x0 must be below"),
        (["boundary", "xor", "--range=0,5e-324,0,1", "--out", "x.png"], "too narrow"),
        (["boundary", "xor", "--range=-1e200,1e200,0,1", "--out", "x.png"], "too far"),
        (["boundary", "xor", "--frames", "9" * 5000, "--out", "x.gif"], "--frames"),
        (["boundary", "xor", "--show", "circel", "--out", "x.png"], "did you mean 'circle'"),
        (["boundary", "xor", "--scale", "log", "--out", "x.png"], "has no such option"),
        (["boundary", "xor", "--frames", "0", "--out", "x.gif"], "--frames"),
        (["boundary", "xor", "--fps", "1000", "--out", "x.gif"], "from 0.1 to 50"),
        (["boundary", "xor", "--hold", "x", "--out", "x.gif"], "from 0 to 60"),
        (["boundary", "xor", "--tie", "perhaps", "--out", "x.png"], "--tie"),
        (["boundary", "xor", "--thme", "dark", "--out", "x.png"], "did you mean '--theme'"),
    ],
)
def test_bad_words_get_a_sentence_and_no_file(
    words: list[str], told_why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert told_why in refusal(["figure", *words], capfd)


def test_a_folder_that_is_not_there_is_told_before_the_run(capsys: Capture) -> None:
    assert main(["figure", "boundary", "xor", "--out", "nowhere/x.png"]) == 3
    assert "could not be written" in capsys.readouterr().err


@unix
def test_a_failed_export_leaves_the_old_file_as_it_was(capsys: Capture) -> None:
    if os.geteuid() == 0:
        pytest.skip("this user may write everywhere")
    folder = Path("locked")
    folder.mkdir()
    folder.joinpath("x.png").write_bytes(b"old")
    folder.chmod(0o500)
    try:
        assert main(["figure", "boundary", "xor", "--out", "locked/x.png"]) == 3
    finally:
        folder.chmod(0o700)
    assert folder.joinpath("x.png").read_bytes() == b"old"
    assert [path.name for path in folder.iterdir()] == ["x.png"]
    assert "could not be written" in capsys.readouterr().err


def test_a_full_disk_or_a_folder_in_the_way_is_told_with_code_3(capsys: Capture) -> None:
    Path("x.png").mkdir()
    assert main(["figure", "boundary", "xor", "--out", "x.png"]) == 3
    assert capsys.readouterr().err.startswith("perceptron-gui: x.png: could not be written")
    assert list(Path().iterdir()) == [Path("x.png")]


def test_points_that_no_run_can_use_are_still_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    Path("empty.csv").write_text("x1,x2,label\n")
    assert "empty.csv" in refusal(["figure", "boundary", "empty.csv", "--out", "x.png"], capfd)
