"""Settings come back as they were, and whatever the file holds, the start goes on."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.state.settings import MOST_RECENT, Settings


def reopened(settings: Settings) -> Settings:
    settings.save()
    return Settings(settings.path)


def test_without_a_file_everything_is_as_usual(settings: Settings) -> None:
    assert (settings.theme, settings.font_scale, settings.speed) == ("light", 1.0, 30)
    assert (settings.geometry, settings.layout, settings.recent) == (b"", b"", ())
    assert (dict(settings.export), settings.folder) == ({}, "")
    assert not settings.path.exists()


def test_everything_comes_back_with_its_type(settings: Settings) -> None:
    settings.theme = "dark"
    settings.font_scale = 1.25
    settings.geometry = bytes(range(256))
    settings.layout = b"\x00\xff"
    settings.folder = "/home/ä, ö; = %20/100%  sure"
    settings.export = {"view": "loss", "page": {"size": "85x60mm"}, "fps": 12.5, "loops": False}
    settings.snaps = False
    settings.speed = 77
    again = reopened(settings)
    assert (again.theme, again.font_scale, again.speed) == ("dark", 1.25, 77)
    assert (again.geometry, again.layout) == (bytes(range(256)), b"\x00\xff")
    assert again.folder == "/home/ä, ö; = %20/100%  sure"
    assert again.export == settings.export
    assert not again.snaps


TEXTS = "plaid", "large", "1e9", "nan", "1, 2", "", "{", "[1]", '"text"', "[" * 100_000, "\u0000"


@pytest.mark.parametrize("stored", TEXTS, ids=range(len(TEXTS)))
def test_a_value_that_makes_no_sense_is_not_used_and_told_in_the_log(
    stored: str, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    keys = "look/theme", "look/font_scale", "files/recent", "export/choices"
    for key in keys:
        settings.set_text(key, stored)
    with caplog.at_level(logging.WARNING):
        assert (settings.theme, settings.font_scale) == ("light", 1.0)
        assert (settings.recent, dict(settings.export)) == ((), {})
    assert all(key in caplog.text for key in keys)


@pytest.mark.parametrize(
    "content", [b"\x00\xff\xfe garbage \n\n=]=[", b"[look\ntheme", b"\x89PNG\r\n\x1a\n" * 1000]
)
def test_a_broken_file_never_stops_the_start_and_is_kept_aside(
    content: bytes, tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.ini"
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        settings = Settings(path)
    aside = tmp_path / "settings.ini.broken"
    assert aside.exists() == ("cannot be read" in caplog.text)
    assert aside.exists() or b"[look" not in content
    assert not aside.exists() or aside.read_bytes() == content
    assert settings.theme == "light"
    settings.theme = "contrast"
    assert reopened(settings).theme == "contrast"


def test_recent_files_are_few_and_newest_first(settings: Settings, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.json" for number in range(MOST_RECENT + 2)]
    for path in paths:
        path.touch()
        settings.add_recent(str(path))
    settings.add_recent(str(paths[5]))
    paths[7].unlink()
    shown = settings.recent_files()
    assert shown[0] == str(paths[5])
    assert len(shown) == MOST_RECENT - 1
    assert str(paths[7]) not in shown
    assert str(paths[0]) not in shown


def test_what_cannot_be_written_is_told_in_the_log_and_holds_until_the_end(
    tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    settings = Settings(tmp_path / "file" / "settings.ini")
    settings.theme = "dark"
    with caplog.at_level(logging.WARNING):
        settings.save()
    assert "could not be written" in caplog.text
    assert settings.theme == "dark"
