"""The command `figure`: every view and format, cursors, sessions that come back, bad words."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import perceptron_gui
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from tests.terminal.program import Cli

pytestmark = pytest.mark.usefixtures("empty_folder")
CARRIERS = [ending for ending, row in FORMATS.items() if row.session_in and row.figures]


def test_the_list_shows_every_view_with_a_sentence(cli: Cli) -> None:
    lines = cli("figure", "--list").splitlines()
    assert [line.split()[0] for line in lines] == list(VIEWS)
    assert all(line.endswith(".") and len(line.split()) > 4 for line in lines)


@pytest.mark.parametrize("view", [name for name, view in VIEWS.items() if not view.is_table])
def test_every_view_is_drawn(view: str, cli: Cli) -> None:
    said = cli("figure", view, "xor", "--out", "x.svg", "--size", "column")
    assert said == f"x.svg: {view} of xor after visit 4 of 4; letters as shapes\n"
    assert ElementTree.parse("x.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_described_without_a_file(view: str, cli: Cli) -> None:
    said = cli("figure", view, "xor", "--describe").splitlines()
    assert said[0] == f"{VIEWS[view].heading}: xor."
    assert said[1].startswith("4 points: (0, 0) and (1, 1) of class −1")
    assert not any(Path().iterdir())


def test_help_of_a_view_lists_its_own_options_only(cli: Cli) -> None:
    for words in (["norms", "--help"], ["--title", "loss", "norms", "xor", "--help"]):
        said = cli("figure", *words)
        assert "--scale V" in said and "--until V" in said
        assert "--activation V" not in said and "--trials V" not in said
    assert "--activation V" in cli("figure", "--help")


def test_one_run_is_written_in_several_formats(cli: Cli) -> None:
    outs = [f"a.{ending}" for ending in FORMATS if ending != "md"]
    cli("figure", "boundary", "and", "--frames", "3", *[w for o in outs for w in ("--out", o)])
    assert sorted(map(str, Path().iterdir())) == sorted(outs)
    assert all(Path(out).stat().st_size > 200 for out in outs)


def test_it_is_said_how_letters_of_an_svg_were_written(cli: Cli) -> None:
    figure = "figure", "boundary", "and", "--out", "a.svg"
    after = "a.svg: boundary of and after visit 36 of 36; letters as"
    assert cli(*figure) == cli(*figure, "--outlines") == f"{after} shapes\n"
    assert cli(*figure, "--letters", "text") == f"{after} text, with its fonts inside\n"
    assert "@font-face" in Path("a.svg").read_text(encoding="utf-8")
    # What was chosen travels with the session, until something else is asked for.
    assert cli("figure", "a.svg", "--out", "b.svg").endswith("text, with its fonts inside\n")
    assert cli("figure", "b.svg", "--out", "c.svg", "--outlines").endswith("letters as shapes\n")
    assert cli("figure", "b.svg", "--out", "c.pdf").endswith("36 of 36\n")


def test_a_session_of_an_earlier_version_may_ask_for_outlines(cli: Cli) -> None:
    cli("figure", "boundary", "and", "--out", "a.json")
    session = Path("a.json").read_text(encoding="utf-8")
    assert '"page": {}' in session
    old = session.replace('"page": {}', '"page": {"size": "slide", "outlines": true}')
    Path("a.json").write_text(old, encoding="utf-8")
    assert cli("figure", "a.json", "--out", "b.svg").endswith("letters as shapes\n")
    assert 'viewBox="0 0 720 405"' in Path("b.svg").read_text(encoding="utf-8")


def test_a_file_that_is_called_as_a_view_is_opened(cli: Cli) -> None:
    cli("figure", "norms", "and", "--out", "a.json")
    Path("a.json").rename("projection")
    assert "norms of and" in cli("figure", "projection", "--out", "x.pdf")


@pytest.mark.parametrize("ending", ["tex", "md", "csv", "py"])
def test_the_trace_is_written_as_a_table(ending: str, cli: Cli) -> None:
    cli("figure", "trace", "and", "--out", f"t.{ending}")
    assert "1" in Path(f"t.{ending}").read_text(encoding="utf-8")


def test_the_cursor_is_a_visit_an_update_or_the_end(cli: Cli) -> None:
    for at, visit in [("0", 0), ("5", 5), ("k=0", 0), ("k=2", 4), ("end", 36)]:
        said = cli("figure", "norms", "and", "--at", at, "--out", "n.csv")
        assert f"after visit {visit} of 36" in said
    # Rounds of a proved cycle go on behind the run.
    for at, visit in [("k=200", 200), ("k=3", 3), ("4", 4), ("137", 137)]:
        said = cli("figure", "boundary", "xor", "--at", at, "--out", "n.svg")
        assert f"after visit {visit} of" in said


@pytest.mark.parametrize("ending", CARRIERS)
def test_a_figure_reopens_as_the_session_that_made_it(ending: str, cli: Cli) -> None:
    given = ["--tie", "minus", "--seed", "7", "--order", "shuffled", "--init", "0.1,1/3,0"]
    how = ["--at", "9", "--show", "margin", "--notation", "001", "--size", "column"]
    cli("figure", "boundary", "and", *given, *how, "--frames", "2", "--out", f"one.{ending}")
    session = load_data(f"one.{ending}").session
    assert session is not None
    assert session.rules[0].options()["seed"] == 7
    cli("figure", f"one.{ending}", "--out", "two.csv")
    cli("figure", "boundary", "and", *given, *how, "--out", "same.csv")
    assert Path("two.csv").read_text() == Path("same.csv").read_text()


def test_an_animation_reopens_as_the_same_animation(cli: Cli) -> None:
    moves = ["--frames", "visits", "--fps", "2", "--hold", "0.5", "--once", "--size", "column"]
    cli("figure", "boundary", "and", "--tie", "minus", "--at", "4", *moves, "--out", "one.gif")
    cli("figure", "one.gif", "--out", "two.gif")
    assert Path("one.gif").read_bytes() == Path("two.gif").read_bytes()


def test_typed_options_win_over_those_of_the_session(cli: Cli) -> None:
    of_visit = "--tie", "minus", "--at", "3"
    cli("figure", "boundary", "and", *of_visit, "--show", "margin,circle", "--out", "one.png")
    said = cli("figure", "norms", "one.png", "--at", "end", "--out", "n.csv")
    assert "norms of and after visit 24 of 24" in said
    assert "visit 3 of 36" in cli("figure", "one.png", "--tie", "always", "--out", "n.csv")
    cli("figure", "one.png", "--show", "none", "--range", "-1,2,-1,2", "--out", "two.csv")
    cli("figure", "boundary", "and", *of_visit, "--range", "-1,2,-1,2", "--out", "same.csv")
    assert Path("two.csv").read_text() == Path("same.csv").read_text()


def test_a_session_of_a_longer_run_is_shown_at_the_end_of_a_shorter_one(cli: Cli) -> None:
    cli("figure", "boundary", "and", "--at", "30", "--out", "one.json")
    assert "visit 24 of 24" in cli("figure", "one.json", "--tie", "minus", "--out", "a.csv")


def test_the_same_command_writes_the_same_bytes(cli: Cli) -> None:
    for ending in CARRIERS:
        cli("figure", "norms", "and", "--frames", "2", "--out", f"a.{ending}")
        cli("figure", "norms", "and", "--frames", "2", "--out", f"b.{ending}")
        assert Path(f"a.{ending}").read_bytes() == Path(f"b.{ending}").read_bytes()


def norms(path: Path) -> list[tuple[float, float]]:
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return [(float(row["x"]), float(row["y"])) for row in rows if row["mark"] == "norm"]


def test_a_cycle_is_shown_at_any_later_visit_and_reopens_there(cli: Cli, tmp_path: Path) -> None:
    picture, again = tmp_path / "xor.png", tmp_path / "again.csv"
    cli("figure", "boundary", "xor", "--at", "137", "--out", str(picture))
    session = load_data(str(picture)).session
    assert session is not None and session.cursor == 137
    cli("figure", "norms", str(picture), "--out", str(again))
    longer = Run(make(LIBRARY["xor"]), Rule(epochs=100, keep_going=True)).finish()
    weights = [longer.exact_weights_at(visit) for visit in range(138)]
    # Every visit to XOR is a mistake: as many updates as visits.
    assert norms(again) == [(k, float(sum(v * v for v in w))) for k, w in enumerate(weights)]


def test_only_the_last_visits_can_be_shown(cli: Cli, tmp_path: Path) -> None:
    table, picture = tmp_path / "norms.csv", tmp_path / "norms.tex"
    recent = ("figure", "norms", "xor", "--at", "137", "--recent", "24")
    cli(*recent, "--out", str(table), "--out", str(picture))
    assert [k for k, _ in norms(table)] == list(range(113, 138))
    assert "= 411" in picture.read_text(encoding="utf-8")  # R²k, far above the axes


def test_python_and_the_command_line_keep_the_same_points_out(cli: Cli, tmp_path: Path) -> None:
    data = load_data("iris").dataset
    run = perceptron_gui.train(data.points, data.labels, test=0.3, test_seed=4)
    typed = ("iris", "--test", "0.3", "--test-seed", "4")
    told = json.loads(cli("run", *typed, "--json", "-"))
    test = run.dataset.test
    assert test is not None and told["data"]["test"]["points"] == test.points.tolist()
    assert told["outcome"]["test_errors"] == run.outcome.test_errors == 0
    assert "of 30 test points misclassified" in cli("run", *typed)
    drawn = perceptron_gui.draw("boundary", "iris", test=0.3, test_seed=4).job
    assert drawn.dataset.test is not None
    assert drawn.dataset.test.points.tolist() == test.points.tolist()
    figure = tmp_path / "iris.svg"
    cli("figure", "boundary", *typed, "--out", str(figure))
    again = json.loads(cli("run", str(figure), "--json", "-"))
    assert (again["data"]["test"], again["outcome"]) == (told["data"]["test"], told["outcome"])
    whole = json.loads(cli("run", str(figure), "--test", "0", "--json", "-"))
    assert whole["data"]["points"] == data.points.tolist() and "test" not in whole["data"]
