"""The pages of the manual: their order, their links and pictures, and their plain text."""

from __future__ import annotations

import pytest

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.manual import (
    ManualPage,
    anchor,
    page_names,
    picture_path,
    plain_text,
    read_page,
)
from perceptron_gui.base.resources import shipped

PAGE = ManualPage(
    "toy",
    "# A page\n\nSee [the index](index.md#pages), [below](#c--d) and\n[the\nweb](https://x.org).\n"
    "<!-- part -->\n![A picture](../gallery/and-norms.png)\n<!-- /part -->\n"
    "```\n# no heading\n[no](link)\n```\n## C & D\n",
)


def test_headings_links_and_pictures_are_found_but_not_in_code() -> None:
    assert PAGE.title == "A page"
    assert PAGE.headings == ("A page", "C & D")
    assert [anchor(heading) for heading in PAGE.headings] == ["a-page", "c--d"]
    assert PAGE.links == ("index.md#pages", "#c--d", "https://x.org")
    assert PAGE.pictures == ("../gallery/and-norms.png",)


def test_plain_text_names_pages_and_pictures() -> None:
    text = plain_text(PAGE)
    assert "See the index (index), below and" in text
    assert "(picture: A picture)" in text
    assert "<!--" not in text


def test_every_page_is_linked_from_the_first() -> None:
    files = {path.stem for path in shipped("manual").glob("*.md")}
    assert set(page_names()) == files
    assert page_names()[0] == "index"


@pytest.mark.parametrize("name", page_names())
def test_links_lead_to_pages_and_headings_and_pictures_are_there(name: str) -> None:
    page = read_page(name)
    assert len(set(page.headings)) == len(page.headings)
    for link in page.links:
        file, _, heading = link.partition("#")
        target = read_page(file.removesuffix(".md")) if file else page
        assert not heading or heading in map(anchor, target.headings), link
    for picture in page.pictures:
        assert picture_path(picture) is not None, picture


def test_only_pictures_of_the_program_are_shown() -> None:
    assert picture_path("../gallery/and-norms.png") is not None
    assert picture_path("../gallery/no-such.png") is None
    assert picture_path("../../README.md") is None
    assert picture_path("/etc/hostname") is None


def test_a_page_that_is_mistyped_is_guessed() -> None:
    with pytest.raises(UsageError, match="did you mean 'figures'"):
        read_page("figure")
    with pytest.raises(UsageError, match="the pages are index, window"):
        read_page("zzz")


def test_anchors_are_made_as_on_the_web() -> None:
    assert anchor("What the words mean") == "what-the-words-mean"
    assert anchor("run --json") == "run---json"
