"""Frozen values: dataclasses that share the methods `dataclass` would compile for every class anew.

That took half of the time in which all modules of the window are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, overload

Class = TypeVar("Class", bound=type)


@overload
def frozen_value(cls: Class, /) -> Class: ...


@overload
def frozen_value(*, eq: bool = True) -> Callable[[Class], Class]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_value(cls: Any = None, /, *, eq: bool = True) -> Any:
    """Make a frozen dataclass; without `eq` each is equal to itself only, or as its class says."""
    if cls is None:
        return partial(_made, eq=eq)
    return _made(cls, eq=eq)


def _made(cls: type, eq: bool) -> type:
    shared = {**_FROZEN, **(_EQUAL if eq else {})}
    for name, method in shared.items():
        if name not in vars(cls):
            setattr(cls, name, method)
    made: type = dataclass(init=False, eq=False, repr=False)(cls)
    if "__init__" not in vars(cls):
        setattr(cls, "__init__", _initializer(cls))  # noqa: B010 - mypy forbids the plain way
    return made


def _initializer(cls: type) -> Callable[..., None]:
    """Return an `__init__` that writes fields directly, which takes a third of assigning them."""
    params, lines = ["self"], ["known = self.__dict__"]
    names: dict[str, Any] = {"_UNSET": MISSING}
    for each in fields(cast("Any", cls)):
        name, new = each.name, each.name
        names[f"_{name}"] = each.default
        if each.default_factory is not MISSING:
            names[f"_{name}"], default = each.default_factory, "_UNSET"
            new = f"_{name}() if {name} is _UNSET else {name}"
        else:
            default = "" if each.default is MISSING else f"_{name}"
        params.append(f"{name}={default}" if default else name)
        lines.append(f"known[{name!r}] = {new}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines)
    exec(f"def __init__({', '.join(params)}):\n    {body}", names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


Value = TypeVar("Value")


def changed(value: Value, fields: Mapping[str, Any]) -> Value:
    """Return a frozen value with some other fields, like `replace`, which sets all of them anew.

    It is for values that remember nothing but their fields.
    """
    made = object.__new__(type(value))
    vars(made).update(vars(value), **fields)
    if (check := getattr(made, "__post_init__", None)) is not None:
        check()
    return made


_CONTENTS: dict[type, Callable[[Any], object]] = {}


def _content_of(cls: type) -> Callable[[Any], object]:
    """Return what reads the fields that count; it is made once, when it is first needed."""
    if cls not in _CONTENTS:
        # With the class itself, those of a single field are tuples too.
        names = (each.name for each in fields(cls) if each.compare)
        _CONTENTS[cls] = attrgetter("__class__", *names)
    return _CONTENTS[cls]


def _equal(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    content = _content_of(type(self))
    return content(self) == content(other)


def _hashed(self: Any) -> int:
    return hash(_content_of(type(self))(self))


def _set_once(self: Any, name: str, new: object) -> None:
    if name in self.__dict__ or name not in self.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    self.__dict__[name] = new


def _keep(_self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _written(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


_FROZEN = {"__setattr__": _set_once, "__delattr__": _keep, "__repr__": _written}
_EQUAL = {"__eq__": _equal, "__hash__": _hashed}
