"""Driving an engine from code that wants errors raised: the console, the benchmark.

A window takes `Failed` as one event among others; here it ends the loop as an exception.
"""

from collections.abc import Generator
from contextlib import closing
from typing import Protocol

from engine.commands import Command
from engine.events import Event, Failed


class EngineLike(Protocol):
    """What takes a command and tells what comes of it."""

    def handle(self, command: Command) -> Generator[Event]:
        """Carry out a command."""


def carry_out(engine: EngineLike, command: Command) -> Generator[Event]:
    """Carry out a command.

    Yields:
        Its events, but for `Failed`.

    Raises:
        EngineError: it failed, after the events that were yielded.
    """
    with closing(engine.handle(command)) as events:
        for event in events:
            if isinstance(event, Failed):
                raise event.error
            yield event
