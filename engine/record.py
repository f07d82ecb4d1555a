"""Values that are made many times a round: frozen to a type checker, plain at run time.

A frozen dataclass sets each field by a call of its own. After a pass has emptied the caches those
of a round's dozen values take some 20 of 500 us, which `mypy --strict` can save: it refuses to
assign to a field of these just the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def record(cls: type[_T], /) -> type[_T]: ...
@overload
def record(*, kw_only: bool = False) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True)
def record(
    cls: type[_T] | None = None, /, *, kw_only: bool = False
) -> type[_T] | Callable[[type[_T]], type[_T]]:
    """Make a dataclass with slots that is compared and hashed by its fields, and never changed.

    Args:
        cls: the class, where the decorator has no arguments.
        kw_only: whether its fields are given by name alone.
    """
    make = dataclass(slots=True, kw_only=kw_only, unsafe_hash=True)
    return make if cls is None else make(cls)
