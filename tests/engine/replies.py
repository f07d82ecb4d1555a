"""Runs the decoding loop to its end and gathers what came of it, for the tests of the loop."""

from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count

from engine.decoding import Decoding, Round, Step
from engine.drafting.protocol import Drafter
from engine.events import FinishReason, TokenInfo
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.params import Controls, SamplingParams
from engine.processors import Processors
from engine.sampling import Sampler
from engine.stopping import ReplyText

GREEDY = SamplingParams()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a run brought: `tokens` and `text` as a window would get them, and every step."""

    ids: list[int]
    reason: FinishReason | None
    text: str
    tokens: list[TokenInfo]
    steps: list[Step]
    passes_s: float

    @property
    def rounds(self) -> list[Round]:
        """The rounds after the prompt's own pass."""
        return [step for step in self.steps if isinstance(step, Round) and not step.is_prefill]

    @property
    def num_drafted(self) -> int:
        """Draft tokens judged."""
        return sum(round.num_drafted for round in self.rounds)

    @property
    def num_accepted(self) -> int:
        """Draft tokens that stood."""
        return sum(round.num_accepted for round in self.rounds)


def ticking(step_s: float = 1.0) -> Callable[[], float]:
    """Make a clock that goes on by the same step each time it is read."""
    ticks = count()
    return lambda: next(ticks) * step_s


def letter(id: int) -> bytes:
    """Show ids as letters, a for 0."""
    return bytes([97 + id % 26])


def reply_to(
    target: CachedModel,
    prompt: Sequence[int],
    *,
    drafters: Sequence[Drafter] = (),
    sampling: SamplingParams = GREEDY,
    num_draft_tokens: int | None = None,
    max_new_tokens: int | None = None,
    end_ids: Collection[int] = (),
    stop: Sequence[str] = (),
    num_tokens: int | None = None,
    seed: int = 0,
    controls: Controls | None = None,
    lookahead: Lookahead | None = None,
    token_bytes: Callable[[int], bytes] = letter,
    watch: Callable[[Step], None] = lambda step: None,
    on_tokens: Callable[[list[int]], object] = lambda ids: None,
    clock: Callable[[], float] | None = None,
) -> Reply:
    """Decode until the reply ends; `watch` sees each step while the loop is held at its yield.

    `on_tokens` gets the ids of each round, also of a reply that ends in an error.
    """
    reply = ReplyText(
        token_bytes=token_bytes, end_ids=end_ids, stop=stop, max_new_tokens=max_new_tokens
    )
    num_known = target.backend.num_rows if num_tokens is None else num_tokens
    processors = Processors(sampling, num_tokens=num_known, token_bytes=token_bytes)
    decoding = Decoding(
        target,
        prompt,
        reply=reply,
        sampler=Sampler(sampling, seed=seed, num_tokens=num_known, processors=processors),
        drafters=drafters,
        lookahead=lookahead or Lookahead(),
        controls=controls or Controls(num_draft_tokens=num_draft_tokens),
        max_new_tokens=max_new_tokens,
        clock=clock or ticking(),
    )
    steps: list[Step] = []
    tokens: list[TokenInfo] = []
    reason = None
    with closing(decoding.run()) as run:
        for step in run:
            steps.append(step)
            if isinstance(step, Round):
                if step.reason is not None:
                    reason = step.reason
                    reply.finish(is_stopped=reason is FinishReason.STOPPED)
                new = reply.take()[1]
                on_tokens([token.id for token in new])
                tokens += new
            watch(step)
    return Reply(
        ids=list(reply.ids),
        reason=reason,
        text=reply.text,
        tokens=tokens,
        steps=steps,
        passes_s=decoding.passes_s,
    )
