"""Tests of frozen values: they behave as frozen dataclasses do."""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from perceptron_gui.base.values import frozen_value


@frozen_value
class Place:
    """A place."""

    x: float
    y: float = 0.0
    name: str = field(default="", compare=False)

    @cached_property
    def size(self) -> float:
        return abs(self.x) + abs(self.y)


@frozen_value
class Higher(Place):
    """A place with one more number."""

    z: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "z", abs(self.z))


@frozen_value(eq=False)
class Itself:
    """Equal to itself only."""

    x: float


@frozen_value
class Rounded:
    """Says itself what is equal, and how it is written."""

    x: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rounded) and round(self.x) == round(other.x)

    def __hash__(self) -> int:
        return round(self.x)

    def __repr__(self) -> str:
        return "about"


def test_values_and_their_hashes_are_equal_by_the_fields_that_count() -> None:
    for one, other in ((Place(1, 2), Place(1, 2)), (Place(1, name="here"), Place(1, name="there"))):
        assert one == other
        assert hash(one) == hash(other)
    assert Place(1, 2) != Place(1, 3)
    assert len({Place(1), Place(1, 0.0), Place(2)}) == 2


def test_another_class_is_never_equal() -> None:
    others: list[object] = [Higher(1), Itself(1), Rounded(1), 1, (1, 0.0)]
    assert Place(1) not in others
    assert Higher(1) in others
    assert others.count(1) == 1


def test_what_was_worked_out_meanwhile_does_not_count() -> None:
    one, other = Place(3, 4), Place(3, 4)
    assert one.size == 7
    assert one == other


@pytest.mark.parametrize("name", ["x", "y", "new"])
def test_nothing_is_set_or_deleted_later(name: str) -> None:
    place = Place(1, 2)
    with pytest.raises(FrozenInstanceError, match=name):
        setattr(place, name, 3)
    with pytest.raises(FrozenInstanceError, match=name):
        delattr(place, name)
    assert (place.x, place.y) == (1, 2)


def test_they_are_dataclasses_to_others() -> None:
    assert repr(Place(1, name="here")) == "Place(x=1, y=0.0, name='here')"
    assert [each.name for each in fields(Higher)] == ["x", "y", "name", "z"]
    assert replace(Place(1, 2), y=5) == Place(1, 5)
    assert copy.copy(Place(1, 2)) == Place(1, 2)


def test_a_class_may_settle_its_fields_at_the_beginning() -> None:
    assert Higher(1, z=-2).z == 2
    assert Higher(1, z=-2) == Higher(1, z=2)


def test_what_a_class_says_itself_stands() -> None:
    one = Itself(1)
    assert one == one
    assert one != Itself(1)
    assert len({one, Itself(1)}) == 2
    assert Rounded(1.2) == Rounded(0.9)
    assert hash(Rounded(1.2)) == 1
    assert repr(Rounded(1.2)) == "about"


@frozen_value
class Listed:
    """Has what is made anew for each, and a part that is said by its class."""

    name: str
    parts: list[int] = field(default_factory=list)


def test_a_value_is_made_of_what_is_given_and_what_is_usual() -> None:
    assert Higher(1.0, z=-2.0) == Higher(1.0, 0.0, "", 2.0)
    one, other = Listed("a"), Listed(name="a")
    assert one == other and one.parts is not other.parts
    assert Listed("a", [1]).parts == [1]
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]]
    wrong = [((), {}), (("a", [], 1), {}), (("a",), {"other": 1})]
    for given, named in wrong:
        with pytest.raises(TypeError, match=r"Listed\.__init__\(\)"):
            Listed(*given, **named)
