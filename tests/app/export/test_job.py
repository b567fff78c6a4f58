"""Choices as jobs: what is offered, remembered and drawn."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage

from perceptron_gui.app.export.job import (
    ShownSession,
    first_choices,
    job_of,
    offer_of,
    preview_of,
    to_remember,
)
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.dialogs.dialogs import OPENED
from perceptron_gui.views.export.choices import ExportChoices


def test_every_format_is_offered_for_something(shown: ShownSession) -> None:
    offer = offer_of(shown)
    offered = {each.ending for view in VIEWS for each in offer.formats_of(view)}
    assert offered == set(FORMATS)
    assert {each.ending for each in offer.formats_of("trace")} == {
        *("tex", "csv", "html", "md", "py", "json")
    }


def test_views_are_called_as_in_the_window(shown: ShownSession) -> None:
    offer = offer_of(shown)
    named = {name: offer.title_of(name) for name in VIEWS}
    assert len(set(named.values())) == len(VIEWS)
    assert (named["boundary"], named["norms"]) == ("Plane", "‖w‖² and bounds")
    assert (named["effects"], named["weight-space"]) == ("Variations", "Weight space")


def test_every_file_that_carries_a_session_can_be_chosen_to_be_opened() -> None:
    carriers = {ending for ending, row in FORMATS.items() if row.session_in}
    assert {f"*.{ending}" for ending in carriers} <= set(re.findall(r"\*\.\w+", OPENED))


def test_a_table_is_previewed_as_text_where_it_becomes_a_page(shown: ShownSession) -> None:
    preview = preview_of(shown, ExportChoices(view="trace", ending="html"))
    assert isinstance(preview, str) and preview.startswith("| visit")


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_a_preview(view: str, shown: ShownSession) -> None:
    ending = "md" if VIEWS[view].is_table else "pdf"
    preview = preview_of(shown, ExportChoices(view=view, ending=ending))
    if VIEWS[view].is_table:
        assert isinstance(preview, str)
        heading, rule = preview.splitlines()[:2]
        assert heading.startswith("| ")
        assert set(rule) == set("|:-")
    else:
        assert isinstance(preview, bytes)
        assert QImage.fromData(preview).width() == pytest.approx(900, rel=0.05)


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"view": "nothing", "ending": "exe", "page": {"theme": "plaid"}, "until": "noon"},
        {"view": 3, "options": {"boundary": {"margin": 7, "unheard": 1}, "x": 1}, "fps": "fast"},
        {"options": [], "page": {"size": "1x1mm"}},
    ],
)
def test_stored_choices_without_sense_are_left_out(
    stored: dict[str, object], shown: ShownSession
) -> None:
    choices = first_choices(stored, shown.session)
    assert (choices.view, choices.ending, choices.until) == ("boundary", "pdf", "cursor")
    assert choices.page == {}
    assert choices.options == {}
    assert isinstance(preview_of(shown, choices), bytes)


def test_a_lesson_is_exported_in_its_own_or_chosen_symbols(shown: ShownSession) -> None:
    session = replace(shown.session, notation="003", views={"loss": {"future": True}})
    choices = first_choices({"view": "loss", "options": {"loss": {"notation": "001"}}}, session)
    assert choices.view_options == {"notation": "003", "future": True}
    plain = replace(choices, options={})
    shown = replace(shown, session=session)
    assert job_of(shown, choices).options.notation == "003"
    assert job_of(shown, plain).options.notation == "000"


def test_what_belongs_to_the_lesson_is_not_remembered() -> None:
    given = {"loss": {"title": "AND", "range": [0, 1, 0, 1], "notation": "003", "future": True}}
    assert to_remember(ExportChoices(options=given, name="x.pdf"))["options"] == {
        "loss": {"future": True}
    }
