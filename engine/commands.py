"""What is asked of the engine: frozen values, no tensor, no Qt, no callback."""

from dataclasses import dataclass, field

from engine.events import TokenInfo
from engine.params import Controls, Message, ModelSpec, Placement, SamplingParams
from engine.training.recipe import Recipe


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadModels:
    """Load a target and, if wanted, a draft; what was loaded before goes first.

    A draft that cannot serve never fails the load: `ModelsLoaded.draft_refusal` says why. A part
    that is already loaded from the same path with the same placement is kept.

    Args:
        target: the model that answers.
        draft: what writes ahead: a model, or a head that was trained for the target.
        finds_draft: whether the target's own trained head is taken where no draft is named.
        placement: where and how.
        controls: the stop flag.
    """

    target: ModelSpec
    draft: ModelSpec | None = None
    finds_draft: bool = True
    placement: Placement = Placement()
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True)
class Resume:
    """A reply that was cut and is to go on from its own tokens.

    With the settings and the seed it was written with, and the coupled rule or no randomness, it
    goes on as if it had never been cut.

    Args:
        prompt_ids: the prompt's ids, as `TurnStarted` told them.
        tokens: the reply's tokens so far, at least one and none of them an end.
    """

    prompt_ids: tuple[int, ...]
    tokens: tuple[TokenInfo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate:
    """Answer a conversation, continue a raw text, or go on with a reply that was cut.

    Args:
        turn_id: given back in every event of the turn.
        messages: the conversation, oldest first, the last one the user's.
        raw: a text to continue without a template; then `messages` is empty.
        sampling: how tokens are chosen; limits count a resumed reply from its first token.
        controls: the stop flag and the switches a running turn obeys.
        resume: the reply to go on with; `messages` then is what it answers, for when prompt and
            reply have no room together any more and the oldest have to go.
    """

    turn_id: int
    messages: tuple[Message, ...] = ()
    raw: str | None = None
    sampling: SamplingParams = SamplingParams()
    controls: Controls = field(default_factory=Controls)
    resume: Resume | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReply:
    """Replay a reply through the target alone and say whose tokens they are.

    Args:
        turn_id: given back in every event.
        prompt_ids: the prompt's ids, as `TurnStarted` told them.
        reply_ids: the reply's, as `TurnFinished` told them.
        sampling: the settings of the turn.
        seed: the turn's seed; None for greedy.
        controls: the stop flag.
    """

    turn_id: int
    prompt_ids: tuple[int, ...]
    reply_ids: tuple[int, ...]
    sampling: SamplingParams = SamplingParams()
    seed: int | None = None
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTokens:
    """Say how long a prompt would be, and how much of it would be left out.

    Args:
        turn_id: given back in the answer and in a failure; None where nobody needs to tell.
        messages, raw, sampling: as in `Generate`.
    """

    turn_id: int | None = None
    messages: tuple[Message, ...] = ()
    raw: str | None = None
    sampling: SamplingParams = SamplingParams()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainDraft:
    """Make a draft for the target that is loaded, from its own words; Stop keeps what was done.

    The same command goes on from there. The chat has to wait meanwhile.

    Args:
        turn_id: given back in every event.
        recipe: how.
        questions: the user's own, to be answered again and learnt from; the draft is then private.
        controls: the stop flag.
    """

    turn_id: int
    recipe: Recipe
    questions: tuple[str, ...] = ()
    controls: Controls = field(default_factory=Controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardTraining:
    """Delete what is unfinished of a target's draft; needs nothing loaded."""

    turn_id: int
    target: ModelSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePair:
    """Say what the draft that is loaded brings for its target, by a few short replies.

    Args:
        turn_id: given back in every event.
        budget_s: about how long it may take, in seconds; one reply on each subject is written.
        controls: the stop flag.
    """

    turn_id: int
    budget_s: float = 20.0
    controls: Controls = field(default_factory=Controls)


Command = (
    LoadModels
    | Generate
    | Compare
    | VerifyReply
    | CountTokens
    | Unload
    | TrainDraft
    | DiscardTraining
    | MeasurePair
)
