"""Where the time of a reply goes, after its first token: passes, and everything between them.

Each reply is made twice. Once as any reply is, with passes timed by the marks that the engine sets
anyway: that tells how much lies outside them. And once with a stopwatch around a handful of the
engine's functions: that tells where, at the price of a dozen looks at the clock a round. Time
inside a nested part counts for that part alone there; whatever a draft does counts for the draft.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from time import perf_counter
from typing import Any

from engine import ModelsLoaded, decoding, judging
from engine.bench.machine import Machine
from engine.bench.report import described, heading, table
from engine.bench.runs import Plan, Side, Tell, begin_anew, sampling_for
from engine.commands import Generate
from engine.drafting.head import HeadDrafter
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.events import TextDelta, TurnFinished
from engine.handling import EngineLike, carry_out
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.params import Controls, Message, Role
from engine.sampling import Sampler
from engine.stopping import ReplyText


class Part(StrEnum):
    """What a reply's time is spent on; passes of a model first."""

    TARGET = "target passes"
    DRAFT = "draft passes"
    LOOKUP = "look-ups"
    SAMPLING = "sampling"
    VERIFY = "verify"
    """The greedy choices it asks for included."""
    POLICY = "lookahead"
    TEXT = "detokenising"
    LOOP = "loop"
    EVENTS = "events"


_SEAMS: Sequence[tuple[Any, str, Part]] = (
    (CachedModel, "extend", Part.TARGET),
    (CachedModel, "rescore", Part.SAMPLING),
    (ModelDrafter, "propose", Part.DRAFT),
    (HeadDrafter, "propose", Part.DRAFT),
    (NgramDrafter, "propose", Part.LOOKUP),
    (judging, "verify_choices", Part.VERIFY),
    (judging, "verify_draws", Part.VERIFY),
    *((Sampler, name, Part.SAMPLING) for name in ("process", "distribution", "choose", "draw")),
    *((Lookahead, name, Part.POLICY) for name in ("choose", "observe_pass", "observe_draft")),
    *((ReplyText, name, Part.TEXT) for name in ("push", "take", "finish")),
)


class Stopwatch:
    """Shares out time among parts; what no part claims is `Part.EVENTS`.

    Args:
        clock: seconds, only ever growing.
    """

    def __init__(self, *, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._now: Part = Part.EVENTS
        self._since = clock()
        self.seconds = dict.fromkeys(Part, 0.0)

    def restart(self) -> None:
        """Begin at zero, in the part that is running."""
        self.seconds.update(dict.fromkeys(Part, 0.0))
        self._since = self._clock()

    def read(self) -> dict[Part, float]:
        """Give the seconds of each part up to now."""
        self._charge()
        return {part: seconds for part, seconds in self.seconds.items() if seconds}

    @contextmanager
    def part(self, part: Part) -> Iterator[None]:
        """Count what happens inside for a part, or for the draft it belongs to."""
        before = self._now
        self._charge()
        if before is not Part.DRAFT:
            self._now = part
        try:
            yield
        finally:
            self._charge()
            self._now = before

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Time the engine's functions while something runs."""
        with ExitStack() as stack:
            for owner, name, part in _SEAMS:
                original = getattr(owner, name)
                stack.callback(setattr, owner, name, original)
                setattr(owner, name, self._timed(original, part))
            run = decoding.Decoding.run
            stack.callback(setattr, decoding.Decoding, "run", run)
            setattr(decoding.Decoding, "run", self._timed_steps(run))  # noqa: B010
            yield

    def _charge(self) -> None:
        now = self._clock()
        self.seconds[self._now] += now - self._since
        self._since = now

    def _timed(self, function: Callable[..., Any], part: Part) -> Callable[..., Any]:
        clock, seconds = self._clock, self.seconds

        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            # As `part` does, without its context: some dozens of these are in a round.
            before = self._now
            now = clock()
            seconds[before] += now - self._since
            self._since = now
            if before is not Part.DRAFT:
                self._now = part
            try:
                return function(*args, **kwargs)
            finally:
                now = clock()
                seconds[self._now] += now - self._since
                self._since = now
                self._now = before

        return timed

    def _timed_steps(
        self, run: Callable[[decoding.Decoding], Generator[Any]]
    ) -> Callable[[decoding.Decoding], Generator[Any]]:
        """Count the loop's own time, which is up to each of its yields."""

        @wraps(run)
        def timed(self_: decoding.Decoding) -> Generator[Any]:
            with closing(run(self_)) as steps:
                go_on = self._timed(next, Part.LOOP)
                while (step := go_on(steps, None)) is not None:
                    yield step

        return timed


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One reply from its first token on.

    Args:
        prompt, side: whose.
        num_rounds: target passes.
        seconds: of each part, with all of them timed.
        passes_s: of passes, as the engine itself counts them, with nothing else timed.
        whole_s: of all that.
    """

    prompt: str
    side: Side
    num_rounds: int
    seconds: Mapping[Part, float]
    passes_s: float
    whole_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileReport:
    """What was found."""

    machine: Machine
    loaded: ModelsLoaded
    profiles: Sequence[Profile]
    is_good: bool = True

    def share(self, side: Side, part: Part) -> float:
        """Give a part's share of all replies of a side."""
        total = sum(sum(profile.seconds.values()) for profile in self._of(side))
        spent = sum(profile.seconds.get(part, 0.0) for profile in self._of(side))
        return spent / total if total else 0.0

    def share_outside(self, side: Side) -> float:
        """Give the share of everything but passes of a model, timed as little as can be."""
        total = sum(profile.whole_s for profile in self._of(side))
        inside = sum(profile.passes_s for profile in self._of(side))
        return 1.0 - inside / total if total else 0.0

    def ms_a_round(self, side: Side, part: Part) -> float:
        """Give a part's milliseconds in a round."""
        rounds = sum(profile.num_rounds for profile in self._of(side))
        spent = sum(profile.seconds.get(part, 0.0) for profile in self._of(side))
        return 1000 * spent / rounds if rounds else 0.0

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "sides": {
                side: {
                    "share_outside_passes": self.share_outside(side),
                    "parts": {
                        part: {
                            "share": self.share(side, part),
                            "ms_a_round": self.ms_a_round(side, part),
                        }
                        for part in Part
                    },
                }
                for side in self._sides()
            },
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield ""
        yield from table(self._rows())
        for side in self._sides():
            yield f"Outside model passes, {side}: {100 * self.share_outside(side):.2f} %."

    def _rows(self) -> Iterator[tuple[str, ...]]:
        sides = self._sides()
        yield ("", *(cell for side in sides for cell in (side.value, "")))
        yield ("PART", *("share", "ms a round") * len(sides))
        for part in Part:
            cells = []
            for side in sides:
                cells.append(f"{100 * self.share(side, part):.2f} %")
                cells.append(f"{self.ms_a_round(side, part):.3f}")
            yield (part, *cells)

    def _sides(self) -> list[Side]:
        return [side for side in Side if self._of(side)]

    def _of(self, side: Side) -> list[Profile]:
        return [profile for profile in self.profiles if profile.side is side]


def profile_turns(engine: EngineLike, plan: Plan, *, tell: Tell) -> Iterator[Profile]:
    """Answer each prompt plainly and speculatively under the stopwatch.

    Args:
        engine: with its models loaded; one that does everything on this thread.
        plan: the prompts, repeats and settings.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    watch = Stopwatch()
    for repeat in range(plan.num_repeats):
        for prompt in plan.prompts:
            for side in (Side.PLAIN, Side.SPECULATIVE):
                tell(f"repeat {repeat + 1} of {plan.num_repeats}: {prompt.name}, {side}")
                begin_anew(engine)
                command = Generate(
                    turn_id=1,
                    messages=(Message(Role.USER, prompt.text),),
                    sampling=sampling_for(prompt, plan.sampling, seed=repeat),
                    controls=Controls(
                        speculate=side is Side.SPECULATIVE,
                        num_draft_tokens=plan.num_draft_tokens,
                    ),
                )
                passes_s, whole_s = _unwatched(engine, command)
                begin_anew(engine)
                with watch.watching():
                    num_rounds, seconds = _watched(engine, command, watch)
                yield Profile(
                    prompt=prompt.name,
                    side=side,
                    num_rounds=num_rounds,
                    seconds=seconds,
                    passes_s=passes_s,
                    whole_s=whole_s,
                )


def _unwatched(
    engine: EngineLike, command: Generate, *, clock: Callable[[], float] = perf_counter
) -> tuple[float, float]:
    """Run a turn; give the seconds of its passes and of all of it, from its first token on."""
    run = decoding.Decoding.run
    turns: list[decoding.Decoding] = []

    def noted(turn: decoding.Decoding) -> Generator[Any]:
        turns.append(turn)
        return run(turn)

    began_at: float | None = None
    begun_s = passes_s = whole_s = 0.0
    setattr(decoding.Decoding, "run", noted)  # noqa: B010
    try:
        for event in carry_out(engine, command):
            match event:
                case TextDelta() if began_at is None:
                    begun_s, began_at = turns[-1].passes_s, clock()
                case TurnFinished() if began_at is not None:
                    passes_s, whole_s = turns[-1].passes_s - begun_s, clock() - began_at
                case _:
                    pass
    finally:
        setattr(decoding.Decoding, "run", run)  # noqa: B010
    return passes_s, whole_s


def _watched(
    engine: EngineLike, command: Generate, watch: Stopwatch
) -> tuple[int, dict[Part, float]]:
    """Run a turn, the stopwatch counting from its first token until it is told as finished.

    Returns:
        Its rounds, and the seconds of each part.
    """
    has_begun = False
    num_rounds = 0
    seconds: dict[Part, float] = {}
    for event in carry_out(engine, command):
        match event:
            case TextDelta() if not has_begun:
                has_begun = True
                watch.restart()
            case TextDelta(stats=stats):
                num_rounds = stats.num_rounds
            case TurnFinished(stats=stats):
                # What was learnt of the pair is then written to the disk: no part of the reply.
                num_rounds = stats.num_rounds
                seconds = watch.read()
            case _:
                pass
    return num_rounds, seconds
