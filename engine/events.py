"""What the engine tells: frozen values in the order things happen.

Owns the events and the statistics they carry. Each event of a turn carries `turn_id`, and in a
comparison the pane; the receiver drops what is not current. Every road out of a turn ends with
`TurnFinished`, `CompareFinished`, `ReplyVerified` or `Failed`. No tensor and no Qt type crosses.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.draft_events import DraftEvent
from engine.errors import EngineError
from engine.params import DeviceChoice, ModelSpec
from engine.record import record


class FinishReason(StrEnum):
    """Why a reply ended."""

    END = "end"
    STOP_STRING = "stop string"
    MAX_TOKENS = "length"
    CONTEXT_FULL = "context full"
    STOPPED = "stopped"


class TokenSource(StrEnum):
    """Who first wrote a token down."""

    TARGET = "target"
    MODEL = "model"
    NGRAM = "ngram"
    HEAD = "head"


class TokenStatus(StrEnum):
    """What became of a token in its round."""

    PLAIN = "plain"
    """The target's own, in a round without a draft."""
    ACCEPTED = "accepted"
    RECOVERED = "recovered"
    """The target's correction of a refused draft token."""
    BONUS = "bonus"
    """The extra token after a wholly accepted draft."""


class Pane(StrEnum):
    """Which half of a comparison an event belongs to."""

    PLAIN = "plain"
    SPECULATIVE = "speculative"


class SpeculationState(StrEnum):
    """Whether drafts are being used."""

    ON = "on"
    PAUSED = "paused"
    OFF = "off"


class SpeculationReason(StrEnum):
    """Why drafts are, or are not, being used; sentences in `error_text.py`."""

    PAYS = "pays"
    CHOSEN = "chosen"
    LOOKUP_ONLY = "lookup only"
    SWITCHED_OFF = "switched off"
    LOOKAHEAD_ZERO = "lookahead zero"
    NO_DRAFT = "no draft"
    DOES_NOT_PAY = "does not pay"
    CANNOT_CROP = "cannot crop"
    DRAFT_REFUSED = "draft refused"
    DRAFT_FAILED = "draft failed"


@record
class TokenInfo:
    """One token of a reply.

    Args:
        id: its id in the target's vocabulary.
        start: where its text begins in the reply, in UTF-16 units.
        end: where it ends; equal to `start` for a token that completes no character.
        source: who wrote it first.
        position_in_round: 0 for the first token a round brought.
        status: what became of it.
        probability: the target's probability of it after penalties and bans, before temperature
            and cuts.
        is_thinking: whether it belongs to what the model thinks before it answers.
    """

    id: int
    start: int
    end: int
    source: TokenSource
    position_in_round: int
    status: TokenStatus
    probability: float
    is_thinking: bool = False


@record(kw_only=True)
class TurnStats:
    """Counters of a turn, growing while it runs and final in `TurnFinished`.

    Times are measured by the engine's own clock from the start of the turn, in seconds; tokens
    are counted where they are made, never from screen updates.

    Args:
        num_prompt_tokens: length of the prompt, reused part included.
        num_reused_tokens: prompt tokens whose cache was kept from before.
        num_tokens: tokens of the reply so far.
        num_thinking_tokens: those of them the model thought before it answered.
        num_first_tokens: tokens that came with the first event.
        num_rounds: target passes after the prefill.
        num_drafted: draft tokens judged by the target and within the reply.
        num_accepted: those that stood.
        time_to_first_token_s: 0 until there is one.
        elapsed_s: up to the newest token.
        gained: `gained[n]` counts the rounds that brought n tokens.
        num_draft_tokens: tokens drafted in the newest round.
        num_near_ties: greedy choices whose two best logits lay closer than the arithmetic's noise.
        context_length: positions the cache can hold.
        num_context_tokens: positions in use.
    """

    num_prompt_tokens: int = 0
    num_reused_tokens: int = 0
    num_tokens: int = 0
    num_thinking_tokens: int = 0
    num_first_tokens: int = 0
    num_rounds: int = 0
    num_drafted: int = 0
    num_accepted: int = 0
    time_to_first_token_s: float = 0.0
    elapsed_s: float = 0.0
    gained: tuple[int, ...] = ()
    num_draft_tokens: int = 0
    num_near_ties: int = 0
    context_length: int = 0
    num_context_tokens: int = 0

    @property
    def tokens_per_s(self) -> float:
        """Tokens after the first event over the time after it; 0 while there are none."""
        seconds = self.elapsed_s - self.time_to_first_token_s
        tokens = self.num_tokens - self.num_first_tokens
        return tokens / seconds if seconds > 0 and tokens > 0 else 0.0

    @property
    def acceptance_rate(self) -> float:
        """Accepted over drafted; 0 where nothing was drafted."""
        return self.num_accepted / self.num_drafted if self.num_drafted else 0.0

    @property
    def mean_acceptance_length(self) -> float:
        """Tokens a round: 1 + accepted / rounds."""
        return 1.0 + self.num_accepted / self.num_rounds if self.num_rounds else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A loaded model, for people: `kind` such as "int4", `size_bytes` of its weights."""

    spec: ModelSpec
    kind: str
    num_parameters: int
    size_bytes: int
    has_chat_template: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadProgress:
    """How far a load is: `stage` such as "reading", `fraction` 0 .. 1 or None if unknown."""

    stage: str
    model: str
    fraction: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftCost:
    """What a drafter costs, in target passes over one token.

    Args:
        source: the drafter.
        step: to draft one token.
        reading: to read one id of a text it has not followed, or None until it is measured.
    """

    source: TokenSource
    step: float
    reading: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What was measured of a pair on this machine: how far to draft depends on it.

    Args:
        passes: (tokens, seconds) of target passes, rising; one token comes first.
        drafts: costs of each drafter that was measured.
        taken_s: seconds that measuring took now; 0 where all was known.
    """

    passes: tuple[tuple[int, float], ...]
    drafts: tuple[DraftCost, ...]
    taken_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsLoaded:
    """A target is ready; the draft may be missing, and then `draft_refusal` says why if one was
    asked for. `device` is for people ("CPU, 2 threads"), `device_kind` for programs, never AUTO;
    `calibration` is None where nothing could be measured."""

    target: ModelInfo
    draft: ModelInfo | None
    draft_refusal: EngineError | None
    device: str
    context_length: int
    load_s: float
    device_kind: DeviceChoice = DeviceChoice.CPU
    calibration: Calibration | None = None


@dataclass(frozen=True, slots=True)
class Unloaded:
    """No model is loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """The prompt is known. `num_dropped_messages` oldest messages were left out to make room. A
    reply that goes on begins with `resumed_text`, which lacks what was only half a character."""

    turn_id: int
    num_prompt_tokens: int
    num_reused_tokens: int
    num_dropped_messages: int
    seed: int
    prompt_ids: tuple[int, ...]
    pane: Pane | None = None
    resumed_text: str = ""
    resumed_tokens: tuple[TokenInfo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptProgress:
    """Prefill: `num_done` of `num_total` new prompt tokens are in the cache."""

    turn_id: int
    num_done: int
    num_total: int
    pane: Pane | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What the draft has written ahead and nobody has judged; never stored or copied."""

    turn_id: int
    text: str
    pane: Pane | None = None


@record(kw_only=True)
class TextDelta:
    """New text of the reply with the tokens that made it.

    Either may be empty: `text` for a token that completes no character, `tokens` where only the
    beginning of one is shown so far. Token offsets are into the whole reply. A token comes with
    the last of its text that was held back.
    """

    turn_id: int
    text: str
    tokens: tuple[TokenInfo, ...]
    stats: TurnStats
    pane: Pane | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeculationChanged:
    """Speculation went on, was paused or is off, and why. `detail` is set for a refused draft."""

    turn_id: int
    state: SpeculationState
    reason: SpeculationReason
    detail: EngineError | None = None
    pane: Pane | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The reply is whole. `token_ids` are all its ids (an end id included), for the next turn."""

    turn_id: int
    reason: FinishReason
    text: str
    token_ids: tuple[int, ...]
    stats: TurnStats
    pane: Pane | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareFinished:
    """The verdict. A comparison that was stopped ends with the half that ran, `is_whole` false.

    Args:
        plain, speculative: the statistics of each run; `speculative` is None if it never ran.
        ratio: speculative over plain tokens/s, 0 where either is unknown.
        num_compared: tokens both replies have at the same place and alike, up to the first
            difference.
        first_difference: index of the first token that differs, or None.
        gap: at the first difference, the distance of the target's two best logits, rescored in
            float32; None where there is no difference or the run was sampled.
        is_sampled: the texts may differ, since each is a draw from the same distribution.
        is_coupled: both draws were made with the same noise, and differ only where two tokens
            came out nearly equal.
    """

    turn_id: int
    plain: TurnStats
    speculative: TurnStats | None
    ratio: float
    num_compared: int
    first_difference: int | None
    gap: float | None
    is_sampled: bool
    is_whole: bool
    is_coupled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyVerified:
    """The proof's result.

    Args:
        num_tokens: tokens of the reply.
        num_own: those that are the target's own: its choice (greedy, coupled), or one that the
            settings allow (rejection).
        num_near_ties: greedy choices that were nearly decided the other way.
        smallest_gap: of the near-ties, in logits; None without one.
        largest_gap: how far the worst token that is not the target's lies below its choice.
        first_foreign: index of the first token that is not the target's own, or None.
        probabilities: the target's, of each token.
        is_sampled: whether the reply was drawn, so that a token is a draw and not a choice.
        is_coupled: whether it was drawn with noise that the seed gives again, so that each token
            can be held against the target's own draw.
        is_whole: false when it was stopped on the way.
    """

    turn_id: int
    num_tokens: int
    num_own: int
    num_near_ties: int
    smallest_gap: float | None
    largest_gap: float
    first_foreign: int | None
    probabilities: tuple[float, ...]
    is_sampled: bool
    is_whole: bool
    is_coupled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensCounted:
    """How long a prompt would be. `num_dropped_messages` would be left out to make room."""

    num_tokens: int
    num_dropped_messages: int
    context_length: int
    turn_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A command could not be carried out; `turn_id` is None outside a turn. What was loaded
    stays loaded, and the next command is welcome."""

    turn_id: int | None
    error: EngineError
    pane: Pane | None = None


TurnEvent = (
    TurnStarted
    | PromptProgress
    | Proposed
    | TextDelta
    | SpeculationChanged
    | TurnFinished
    | CompareFinished
    | ReplyVerified
    | Failed
)
Event = LoadProgress | ModelsLoaded | Unloaded | TokensCounted | TurnEvent | DraftEvent
