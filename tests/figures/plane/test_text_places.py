"""Small texts keep apart from each other, from marks, and inside the box."""

from __future__ import annotations

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.plane.text_places import TextPlaces

BOX = PlaneBox(0.0, 1.0, 0.0, 1.0)


def test_a_text_alone_stands_above_its_place() -> None:
    text = TextPlaces(BOX).beside("a", Role.NOTE, "1", 0.5, 0.5)
    assert (text.x, text.anchor) == (0.5, "s")
    assert 0.5 < text.y < 0.6


def test_texts_of_one_place_go_to_different_sides() -> None:
    places = TextPlaces(BOX)
    found = [places.beside(str(i), Role.NOTE, "1/4", 0.5, 0.5) for i in range(4)]
    assert len({text.anchor for text in found}) == 4


def test_a_text_at_the_edge_stays_inside() -> None:
    assert TextPlaces(BOX).beside("a", Role.NOTE, "1/4", 0.5, 0.99).anchor == "n"
    assert "w" in TextPlaces(BOX).beside("a", Role.NOTE, "1/4", 0.0, 0.5).anchor


def test_marks_are_avoided() -> None:
    above = [(0.5, 0.58), (0.5, 0.61)]
    assert TextPlaces(BOX, above).beside("a", Role.NOTE, "1", 0.5, 0.5).anchor != "s"


def test_the_place_with_room_is_chosen() -> None:
    crowd = [(0.1 + dx, 0.1 + dy) for dx in (-0.1, 0, 0.1) for dy in (-0.1, 0, 0.1)]
    text = TextPlaces(BOX, crowd).at_one_of("a", Role.NOTE, "1", [(0.1, 0.1), (0.8, 0.8)])
    assert text.x > 0.5
