"""`draw` from Python: pictures that show themselves, files, options, and sentences for mistakes."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import matplotlib
import pytest

from perceptron_gui import draw, train
from perceptron_gui.base.errors import InputError
from perceptron_gui.cli import main
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.notebook import NotebookFigure

ROOT = Path(__file__).parent.parent
SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]


@pytest.fixture(scope="module")
def run() -> Run:
    return train(SQUARE, [-1, -1, -1, 1], tie="minus")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_shows_itself(name: str, run: Run) -> None:
    shown = draw(name, run, size="100x75mm", dpi=50)
    svg, png, markdown = shown._repr_svg_(), shown._repr_png_(), shown._repr_markdown_()
    if VIEWS[name].is_table:
        assert markdown is not None and "|" in markdown and svg is None and png is None
    else:
        assert svg is not None and "<svg" in svg and markdown is None
        assert png is not None and png.startswith(b"\x89PNG")


def test_letters_of_a_shown_svg_are_shapes_or_text_with_its_fonts() -> None:
    cases: list[tuple[dict[str, Any], bool]] = [({}, False), ({"outlines": True}, False)]
    for given, has_text in [*cases, ({"letters": "text"}, True)]:
        svg = draw("norms", "and", **given)._repr_svg_()
        assert svg is not None
        assert ("<text" in svg) is ("@font-face" in svg) is has_text
        assert "<title>Norms: and</title>" in svg
    with pytest.raises(InputError, match="did you mean 'shapes'"):
        draw("norms", "and", letters="shape")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "tex", "csv", "py", "json"])
def test_a_saved_file_is_that_of_the_command_line(ending: str) -> None:
    picture = draw("norms", "and", tie="minus", at=7, theme="dark", until="bound")
    saved = picture.save(f"drawn.{ending}")
    assert saved == Path(f"drawn.{ending}")
    words = "figure norms and --tie minus --at 7 --theme dark --until bound"
    assert main([*words.split(), "--out", f"typed.{ending}"]) == 0
    drawn, typed = saved.read_bytes(), Path(f"typed.{ending}").read_bytes()
    assert drawn == typed


def test_a_file_reopens_as_the_session_that_drew_it(run: Run) -> None:
    draw("norms", run, at="k=3", notation="002").save("norms.svg")
    session = load_data("norms.svg").session
    assert session is not None
    assert (session.view, session.notation) == ("norms", "002")
    assert session.cursor == run.history.visit_after(3)
    draw("norms", run).save("bare.svg", session=False)
    with pytest.raises(InputError):
        load_data("bare.svg")


def test_a_visit_is_chosen_as_on_the_command_line(run: Run) -> None:
    for at, visit in (("end", run.visits), (5, 5), ("5", 5), ("k=2", run.history.visit_after(2))):
        assert draw("boundary", run, at=at).job.cursor == visit
    cycling = train(SQUARE, [-1, 1, 1, -1])
    assert draw("boundary", cycling, at=1000).job.cursor == 1000  # it goes on for ever


def test_what_is_shown_is_named_or_listed(run: Run) -> None:
    for show in ("margin, circle", ["margin", "circle"]):
        figure = draw("boundary", run, show=show).drawing
        assert isinstance(figure, Figure)
        assert figure.has("margin") and figure.has("circle")
    plain = draw("boundary", run).drawing
    assert isinstance(plain, Figure) and not plain.has("margin")
    flag = draw("boundary", run, margin=True).drawing
    assert isinstance(flag, Figure) and flag.has("margin")


def test_a_picture_says_what_it_is(run: Run) -> None:
    assert repr(draw("norms", run, at=3)) == "<norms of these points after visit 3 of 24>"
    assert repr(draw("loss", "xor")) == "<loss of xor after visit 4 of 4>"


@pytest.mark.parametrize(
    ("words", "options", "sentence"),
    [
        (("nroms",), {}, "there is no view 'nroms'; did you mean 'norms'"),
        (("norms",), {"theem": "dark"}, "norms has no option 'theem'; did you mean 'theme'"),
        (("norms",), {"theme": "pink"}, "'pink'"),
        (("norms",), {"size": "huge"}, "give a size like 85x60mm"),
        (("norms",), {"at": 1000}, "the run ends after 24 visits"),
        (("norms",), {"at": "later"}, "give a visit"),
        (("norms",), {"eta": 1}, "'eta' is an option of the rule; give it to train"),
        (("norms",), {"show": "margin"}, "norms does not know it"),
        (("boundary",), {"show": "marign"}, "did you mean 'margin'"),
        (("norms",), {"until": "never"}, "until"),
    ],
)
def test_mistakes_get_a_sentence(
    words: tuple[str], options: dict[str, Any], sentence: str, run: Run
) -> None:
    with pytest.raises(InputError, match=sentence):
        draw(*words, run, **options)


def test_what_is_no_run_gets_a_sentence_and_so_does_a_wrong_file(run: Run) -> None:
    wrong: Any = [[0, 1]]
    with pytest.raises(InputError, match="give a run, as train"):
        draw("norms", wrong)
    with pytest.raises(InputError, match="no-such-data"):
        draw("norms", "no-such-data")
    with pytest.raises(InputError, match=r"files ending in '\.doc' are unknown"):
        draw("norms", run).save("norms.doc")
    with pytest.raises(InputError, match="trace is a table"):
        draw("trace", run).save("trace.png")


def test_the_example_runs_and_leaves_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(ROOT / "resources" / "examples" / "notebook.py"))
    assert names["run"].outcome.updates == 10
    pictures = [value for value in names.values() if isinstance(value, NotebookFigure)]
    assert len(pictures) == 7
    assert sorted(path.name for path in Path().iterdir()) == [
        "and-norms.tex", "and-trace.csv", "and.pdf",
    ]  # fmt: skip
    said = capsys.readouterr().out
    assert "converged 10" in said and "False {0: Fraction(1, 4)" in said


def test_the_example_with_scikit_learn_runs(capsys: pytest.CaptureFixture[str]) -> None:
    matplotlib.use("agg")
    names = runpy.run_path(str(ROOT / "resources" / "examples" / "scikit_learn.py"))
    assert names["mean"] > 0.8 and names["best"].run_.is_over
    assert Path("panels.pdf").read_bytes().startswith(b"%PDF")
    assert "PerceptronClassifier(" in capsys.readouterr().out
