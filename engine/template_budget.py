"""What a chat template may spend: steps, time and the size of every value it makes.

Owns the measuring only; `templates.py` calls it wherever a template's code can loop or grow
something. A value is weighed as if written out in full, since lists that share their parts are
small in memory and endless as text.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import Any

from jinja2 import Undefined
from jinja2.exceptions import SecurityError

MAX_STEPS = 200_000
MAX_SECONDS = 2.0
MAX_INT_BITS = 256
MAX_PAIRS = 50_000_000


class TemplateBudget:
    """What is left for one rendering.

    Args:
        max_characters: how large a value or the output may become.
        max_steps: how many loop passes, calls and outputs there may be.
        max_seconds: how long it may take.
    """

    def __init__(
        self,
        max_characters: int,
        *,
        max_steps: int = MAX_STEPS,
        max_seconds: float = MAX_SECONDS,
    ) -> None:
        self._max_characters = max_characters
        self._num_steps_left = max_steps
        self._deadline = time.monotonic() + max_seconds

    def step(self) -> None:
        """Count one step.

        Raises:
            SecurityError: there were too many, or time is up.
        """
        self._num_steps_left -= 1
        if self._num_steps_left < 0:
            raise SecurityError("it does not come to an end")
        if time.monotonic() > self._deadline:
            raise SecurityError("it takes too long")

    def steps(self, items: Iterable[Any]) -> Iterator[Any]:
        """Pass items on, one step each."""
        for item in items:
            self.step()
            yield item

    def require(self, num_characters: int) -> None:
        """Refuse something of this size before it is made.

        Raises:
            SecurityError: it is too large.
        """
        if num_characters > self._max_characters:
            raise SecurityError("it would grow without measure")

    def require_product(self, num_characters: int, num_others: int) -> None:
        """Refuse work that takes a step for each pair of characters.

        Raises:
            SecurityError: there are too many pairs.
        """
        if num_characters * num_others > MAX_PAIRS:
            raise SecurityError("it would take too long")

    def check(self, value: Any) -> Any:
        """Weigh a value that a template has made and hand it back; iterators become lists.

        Raises:
            SecurityError: it is too large, or holds what cannot be weighed.
        """
        if isinstance(value, Iterator):
            value = self._collect(value)
        self.weigh(value)
        return value

    def weigh(self, value: Any) -> int:
        """Estimate the characters of a value written out in full.

        Raises:
            SecurityError: it is too large, or holds what cannot be weighed.
        """
        if isinstance(value, str):
            self.require(len(value))
            return len(value)
        weight = 0
        open_values = [value]
        while open_values:
            weight += self._weigh_one(open_values.pop(), open_values, is_inside=weight > 0)
            self.require(weight)
        return weight

    def _collect(self, items: Iterator[Any]) -> list[Any]:
        collected = []
        weight = 0
        for item in self.steps(items):
            weight += 1 + self.weigh(item)
            self.require(weight)
            collected.append(item)
        return collected

    def _weigh_one(self, value: Any, open_values: list[Any], *, is_inside: bool) -> int:
        match value:
            case str() | bytes():
                return 1 + len(value)
            case bool() | float() | None | Undefined():
                return 8
            case int():
                if value.bit_length() > MAX_INT_BITS:
                    raise SecurityError("it makes endless numbers")
                return 8
            case range():
                return 1 + 8 * len(value)
            case Mapping():
                self.require(len(value))
                open_values += value.keys()
                open_values += value.values()
                return 2
            case Iterable() if isinstance(value, Sized) and not hasattr(value, "revindex"):
                self.require(len(value))
                open_values += value
                return 2
        if is_inside:
            # A namespace, macro or loop inside a list could hide any size.
            raise SecurityError(f"it puts a {type(value).__name__} into a list")
        return 1
