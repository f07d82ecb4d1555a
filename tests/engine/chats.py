"""Drives an engine through whole turns and looks its events over, for the tests of the engine."""

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from engine.commands import Generate, LoadModels
from engine.engine import Engine
from engine.errors import EngineError
from engine.events import (
    Event,
    Failed,
    ModelsLoaded,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TurnFinished,
)
from engine.params import (
    Controls,
    DeviceChoice,
    Message,
    ModelSpec,
    Placement,
    Role,
    SamplingParams,
)

Found = TypeVar("Found")
ON_CPU = Placement(device=DeviceChoice.CPU, num_threads=1)


def spec(path: Path) -> ModelSpec:
    """Name a model by its file."""
    return ModelSpec(id=path.stem, name=path.stem, path=path)


def load(engine: Engine, target: ModelSpec, draft: ModelSpec | None = None) -> ModelsLoaded:
    """Load a pair."""
    command = LoadModels(target=target, draft=draft, placement=ON_CPU)
    return only(ModelsLoaded, list(engine.handle(command)))


def only(kind: type[Found], events: list[Event]) -> Found:
    """Find the one event of a kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, events
    return found[0]


def user(text: str) -> Message:
    """Say something."""
    return Message(Role.USER, text)


def turn(
    engine: Engine,
    *messages: Message,
    raw: str | None = None,
    sampling: SamplingParams | None = None,
    max_new_tokens: int | None = 16,
    controls: Controls | None = None,
) -> list[Event]:
    """Run a turn with the number 7; three tokens are drafted a round."""
    sampling = replace(sampling or SamplingParams(), max_new_tokens=max_new_tokens)
    return list(
        engine.handle(
            Generate(
                turn_id=7,
                messages=messages,
                raw=raw,
                sampling=sampling,
                controls=controls or Controls(num_draft_tokens=3),
            )
        )
    )


def finished(events: list[Event]) -> TurnFinished:
    """Take the last event, the end of a turn."""
    assert events[-1] is only(TurnFinished, events)
    return only(TurnFinished, events)


def failure(events: list[Event]) -> EngineError:
    """Take what the last event says went wrong."""
    assert isinstance(events[-1], Failed)
    return events[-1].error


def answer(finish: TurnFinished) -> Message:
    """Turn a reply into what the next turn is given of it."""
    return Message(Role.ASSISTANT, finish.text, finish.token_ids)


def speculation(events: list[Event]) -> list[tuple[SpeculationState, SpeculationReason]]:
    """List what was told of speculation."""
    return [(e.state, e.reason) for e in events if isinstance(e, SpeculationChanged)]
