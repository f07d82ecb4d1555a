"""What is asked of the engine: frozen values, no tensor, no Qt, no callback."""

from dataclasses import dataclass, field

from engine.params import Controls, Message, ModelSpec, Placement, SamplingParams


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadModels:
    """Load a target and, if wanted, a draft; what was loaded before goes first.

    A draft that cannot serve never fails the load: `ModelsLoaded.draft_refusal` says why. A part
    that is already loaded from the same path with the same placement is kept.
    """

    target: ModelSpec
    draft: ModelSpec | None = None
    placement: Placement = Placement()
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate:
    """Answer a conversation, or continue a raw text.

    Args:
        turn_id: given back in every event of the turn.
        messages: the conversation, oldest first, the last one the user's.
        raw: a text to continue without a template; then `messages` is empty.
        sampling: how tokens are chosen.
        controls: the stop flag and the switches a running turn obeys.
    """

    turn_id: int
    messages: tuple[Message, ...] = ()
    raw: str | None = None
    sampling: SamplingParams = SamplingParams()
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """Run one prompt plainly and speculatively, one after the other, and compare them.

    The arguments are `Generate`'s. `controls.speculate` is not read: each pane has its own.
    """

    turn_id: int
    messages: tuple[Message, ...] = ()
    raw: str | None = None
    sampling: SamplingParams = SamplingParams()
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True)
class Unload:
    """Free both models."""


Command = LoadModels | Generate | Compare | Unload
