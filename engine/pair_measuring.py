"""Finds out what a loaded pair brings, by a few short replies on two subjects.

Each round drafts the same number of tokens, so that the rounds themselves tell the acceptance by
place. What that is worth `advisor.py` works out.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import perf_counter

from engine.advisor import advise, rates_from
from engine.commands import Generate, MeasurePair
from engine.draft_events import PairMeasured, Subject
from engine.drafting.protocol import Drafter
from engine.errors import NotCroppable
from engine.events import ModelInfo, PromptProgress, TurnEvent, TurnFinished
from engine.models.loader import LoadedModel
from engine.pair_record import PairRecord
from engine.params import Controls, Message, Role, SamplingParams
from engine.turns import Turn, run_turn

NUM_DRAFTED = 6
"""Tokens of each draft: as many as may pay; the advice finds out how many of them do."""
REPLY_LENGTH = 64
PROMPTS = (
    (Subject.CHAT, "Explain in a few sentences why the sky is blue."),
    (Subject.CODE, "Write a Python function that merges two sorted lists."),
    (Subject.CHAT, "Give me five tips for a good night's sleep."),
    (Subject.CODE, "Write a JavaScript class for a stack, with push, pop and peek."),
)

Ask = Callable[[str], Generator[TurnEvent]]
"""Answers a question with drafts of `NUM_DRAFTED` tokens and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What is measured: a loaded target, its draft, and what is known of both."""

    target: LoadedModel
    draft: ModelInfo
    drafter: Drafter
    record: PairRecord


@dataclass(slots=True)
class _Rounds:
    gained: list[int] = field(default_factory=lambda: [0] * (NUM_DRAFTED + 2))

    def add(self, gained: tuple[int, ...]) -> None:
        for count, rounds in enumerate(gained[: len(self.gained)]):
            self.gained[count] += rounds


def measure_pair(
    command: MeasurePair, pair: Pair, *, new_turn: Callable[[Generate], Turn]
) -> Generator[PromptProgress | PairMeasured]:
    """Measure a pair; the conversation in its caches is forgotten.

    Args:
        command: for how long.
        pair: as loaded.
        new_turn: prepares a turn of it.

    Yields:
        How far it is, then the advice.

    Raises:
        NotCroppable: the target can check no draft.
    """
    model, should_stop = pair.target.model, command.controls.stop.is_set
    if not model.can_crop:
        raise NotCroppable(model=pair.target.spec.name)
    model.crop_to(0)
    pair.record.measure(
        model,
        [pair.drafter],
        num_tokens=min(pair.target.tokenizer.num_tokens, model.num_rows),
        should_stop=should_stop,
    )
    is_chat = pair.target.info.has_chat_template
    controls = Controls(stop=command.controls.stop, num_draft_tokens=NUM_DRAFTED)

    def ask(text: str) -> Generator[TurnEvent]:
        generate = Generate(
            turn_id=command.turn_id,
            messages=(Message(Role.USER, text),) if is_chat else (),
            raw=None if is_chat else text,
            sampling=SamplingParams(max_new_tokens=REPLY_LENGTH),
            controls=controls,
        )
        lookahead = pair.record.new_lookahead()
        turn = replace(new_turn(generate), drafters=[pair.drafter], lookahead=lookahead)
        return run_turn(turn)

    measuring = acceptance_by_subject(ask, budget_s=command.budget_s, should_stop=should_stop)
    with closing(measuring):
        while True:
            try:
                num_done = next(measuring)
            except StopIteration as end:
                rates = end.value
                break
            yield PromptProgress(turn_id=command.turn_id, num_done=num_done, num_total=len(PROMPTS))
    calibration = pair.record.calibration
    advice = advise(
        calibration,
        target=pair.target.spec.name,
        draft=pair.draft.spec.name,
        step=pair.record.new_lookahead().draft_cost(pair.drafter.source).step,
        rates=rates,
    )
    yield PairMeasured(turn_id=command.turn_id, advice=advice)


def acceptance_by_subject(
    ask: Ask,
    *,
    budget_s: float,
    should_stop: Callable[[], bool],
    clock: Callable[[], float] = perf_counter,
) -> Generator[int, None, Mapping[Subject, tuple[float, ...]]]:
    """Measure acceptance; one reply on each subject at least, more while there is time.

    Args:
        ask: has a question answered.
        budget_s: seconds.
        should_stop: asked before each reply.
        clock: seconds.

    Yields:
        How many of `PROMPTS` were answered.

    Returns:
        Rates by place, of the subjects that were reached.
    """
    found: dict[Subject, _Rounds] = {}
    start = clock()
    for number, (subject, text) in enumerate(PROMPTS):
        is_late = len(found) == len(Subject) and clock() - start > budget_s
        if is_late or should_stop():
            break
        with closing(ask(text)) as events:
            for event in events:
                if isinstance(event, TurnFinished) and not should_stop():
                    found.setdefault(subject, _Rounds()).add(event.stats.gained)
        yield number + 1
    rates = {subject: rates_from(rounds.gained, NUM_DRAFTED) for subject, rounds in found.items()}
    return {subject: each for subject, each in rates.items() if each}
