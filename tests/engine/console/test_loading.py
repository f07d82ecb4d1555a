"""Loading for a command: Ctrl-C counts even where the engine has everything by then."""

import io
from collections.abc import Generator
from pathlib import Path

import pytest

from engine import Controls, LoadModels, ModelSpec, Placement, Stopped
from engine.commands import Command
from engine.console.loading import load
from engine.console.terminal import Terminal
from engine.engine import Engine
from engine.events import Event, LoadProgress


class LateStop:
    """An engine whose load is stopped in a stage that runs to its end."""

    def __init__(self, stage: str) -> None:
        self._stage = stage
        self._engine = Engine()

    def handle(self, command: Command) -> Generator[Event]:
        assert isinstance(command, LoadModels)
        is_last = False
        for event in self._engine.handle(command):
            yield event
            if isinstance(event, LoadProgress) and event.stage == self._stage:
                is_last = True
                command.controls.stop.set()
        assert is_last


@pytest.mark.parametrize("stage", ["keeping", "measuring"])
def test_a_stop_in_the_last_stages_is_a_stop(tiny: str, stage: str) -> None:
    stream = io.StringIO()
    with pytest.raises(Stopped):
        load(
            LateStop(stage),
            ModelSpec(id="tiny", name="tiny", path=Path(tiny)),
            draft=None,
            placement=Placement(num_threads=1),
            controls=Controls(),
            errors=Terminal(stream),
        )
    assert "loaded in" not in stream.getvalue()
