"""The files of resources/ are found, and a missing one is explained."""

from pathlib import Path

import pytest

from perceptron_gui.base import resources as module
from perceptron_gui.base.resources import shipped


def test_a_checkout_finds_the_data_sets() -> None:
    path = shipped("datasets", "iris-petals.csv")
    assert path == Path(__file__).parents[2] / "resources" / "datasets" / "iris-petals.csv"
    assert path.is_file()


def test_an_installed_package_looks_in_its_own_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, strange = tmp_path / "perceptron_gui" / "_resources", tmp_path / "resources"
    for folder in (own, strange):
        folder.mkdir(parents=True)
    (own / "a.csv").touch()
    (strange / "b.csv").touch()
    monkeypatch.setattr(module, "_PACKAGE", own.parent)
    assert shipped("a.csv") == own / "a.csv"
    with pytest.raises(FileNotFoundError):
        shipped("b.csv")


def test_a_missing_file_is_named_in_a_sentence() -> None:
    with pytest.raises(FileNotFoundError, match=r"datasets/none\.csv should have come with .+\.$"):
        shipped("datasets", "none.csv")
