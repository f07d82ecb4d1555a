"""Loading models for a command, with its progress on standard error."""

from engine import (
    Controls,
    LoadModels,
    LoadProgress,
    ModelInfo,
    ModelsLoaded,
    ModelSpec,
    Placement,
    Stopped,
)
from engine.console.terminal import Style, Terminal
from engine.handling import EngineLike, carry_out


def load(
    engine: EngineLike,
    target: ModelSpec,
    *,
    draft: ModelSpec | None,
    placement: Placement,
    controls: Controls,
    errors: Terminal,
    finds_draft: bool = True,
) -> ModelsLoaded:
    """Load a pair and tell on standard error how far it is and what came of it.

    Raises:
        EngineError: the target cannot be loaded, or `controls.stop` was set.
    """
    loaded: ModelsLoaded | None = None
    said = ""
    command = LoadModels(
        target=target,
        draft=draft,
        finds_draft=finds_draft,
        placement=placement,
        controls=controls,
    )
    try:
        for event in carry_out(engine, command):
            match event:
                case LoadProgress(stage=stage, model=model, fraction=fraction):
                    percent = "" if fraction is None else f" {100 * fraction:.0f} %"
                    errors.status(f"{model}: {stage}{percent}")
                    if not errors.is_terminal and said != f"{model}: {stage}":
                        said = f"{model}: {stage}"
                        errors.line(said)
                case ModelsLoaded():
                    loaded = event
                case _:
                    pass
    finally:
        errors.clear_status()
    if controls.stop.is_set():
        # The engine keeps what was whole by then; whoever pressed Ctrl-C wants none of it.
        raise Stopped()
    if loaded is None:
        raise RuntimeError("the engine loaded nothing and said nothing")
    errors.line(_loaded_line(loaded), Style.FAINT)
    if loaded.draft_refusal is not None:
        errors.line(f"The draft is left out. {loaded.draft_refusal}")
    return loaded


def _loaded_line(loaded: ModelsLoaded) -> str:
    names = _named(loaded.target)
    if loaded.draft is not None:
        names += f", drafted by {_named(loaded.draft)}"
    return f"{names}; {loaded.device}; loaded in {loaded.load_s:.1f} s"


def _named(info: ModelInfo) -> str:
    return f"{info.spec.name} ({info.kind})"
