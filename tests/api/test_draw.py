"""`draw`: its options are the declared ones, and its errors use the words of Python."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from perceptron_gui import draw, train
from perceptron_gui.base.errors import InputError
from perceptron_gui.export.layout.page import PAGE


def test_options_of_the_page_are_keywords_with_their_defaults() -> None:
    keywords, told = inspect.signature(draw).parameters, draw.__doc__ or ""
    assert {name: keywords[name].default for name in PAGE} == {
        name: param.default for name, param in PAGE.items()
    }
    assert all(f"\n    {name}: " in told for name in keywords)


def test_a_run_by_name_and_a_trained_run_draw_the_same() -> None:
    assert draw("norms", "and").drawing == draw("norms", train("and")).drawing


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"theme": "pink"}, "theme 'pink': unknown"),
        ({"size": "huge"}, "size 'huge': give a size"),
        ({"eta": 0}, "eta 0: must be greater than 0"),
        ({"at": 10_000}, "at '10000': the run ends after"),
        ({"until": "never"}, "until 'never'"),
    ],
)
def test_errors_name_options_as_python_does(options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as caught:
        draw("norms", "and", **options)  # type: ignore[arg-type]
    assert str(caught.value).startswith(said)


def test_a_wrong_file_is_called_a_path(tmp_path: Path) -> None:
    for name in "and.jpg", "and":
        with pytest.raises(InputError, match=r"^path: files ending"):
            draw("norms", "and").save(tmp_path / name)
