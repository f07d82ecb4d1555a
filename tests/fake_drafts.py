"""The making of a draft and the measuring of a pair as a scripted engine tells them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine import (
    Acceptance,
    DraftTrained,
    EngineError,
    Event,
    Failed,
    Gain,
    MeasurePair,
    ModelSpec,
    PairAdvice,
    PairMeasured,
    PromptProgress,
    Stopped,
    Subject,
    TrainDraft,
    TrainedDraft,
    TrainingAdvanced,
    TrainingProgress,
    TrainingStage,
    work_folder,
)
from engine.training.run_folder import TrainingRun, discard_run, keep_run
from tests.gates import Gate

HELD_OUT = Acceptance(
    greedy=(0.6, 0.5), sampled=(0.5, 0.4), coupled=0.5, coverage=0.98, num_tokens=900
)
STEPS = (
    TrainingProgress(
        stage=TrainingStage.WRITING, share=0.5, seconds_left=60.0, num_tokens=500, tokens_per_s=40.0
    ),
    TrainingProgress(
        stage=TrainingStage.LEARNING,
        share=0.2,
        num_tokens=100,
        tokens_per_s=90.0,
        held_out=HELD_OUT,
    ),
    TrainingProgress(stage=TrainingStage.LEARNING, share=0.9, num_tokens=800, tokens_per_s=90.0),
    TrainingProgress(stage=TrainingStage.KEEPING, share=0.0),
)
DRAFT_PATH = Path("drafts") / "own.draft"
ADVICE = PairAdvice(
    target="target",
    draft="draft",
    step=0.05,
    passes=(1.0, 1.1, 1.2),
    gains=(Gain(subject=Subject.CHAT, rates=(0.6, 0.5), num_draft_tokens=2, speedup=1.5),),
)


def trained(*, is_private: bool = False) -> TrainedDraft:
    """Describe a draft that was made."""
    return TrainedDraft(
        path=DRAFT_PATH,
        target_name="target",
        is_private=is_private,
        size_bytes=5_000_000,
        num_written=1000,
        num_learnt=4000,
        learning_s=600.0,
        held_out=HELD_OUT,
    )


@dataclass(slots=True)
class DraftScript:
    """How makings and measurements go.

    Args:
        gate: holds each step of a making.
        measure_gate: holds each step of a measurement.
        error: told by makings before their last step.
        measure_error: told by measurements.
    """

    gate: Gate | None = None
    measure_gate: Gate | None = None
    error: EngineError | None = None
    measure_error: EngineError | None = None
    resumed: list[bool] = field(default_factory=list)
    """Whether each making found work to go on with."""

    def make(self, command: TrainDraft, target: ModelSpec) -> Iterator[Event]:
        """Make a draft; work lies in the folder where the real one lies."""
        folder, turn_id = work_folder(target), command.turn_id
        self.resumed.append(folder.exists())
        yield TrainingAdvanced(turn_id=turn_id, progress=None)
        keep_run(folder, TrainingRun(recipe=command.recipe, questions=command.questions))
        for number, step in enumerate(STEPS):
            if self.gate is not None:
                self.gate.wait(command.controls.stop)
            if command.controls.stop.is_set():
                yield Failed(turn_id=turn_id, error=Stopped())
                return
            if self.error is not None and number == len(STEPS) - 1:
                yield Failed(turn_id=turn_id, error=self.error)
                return
            yield TrainingAdvanced(turn_id=turn_id, progress=step)
        discard_run(folder)
        yield DraftTrained(turn_id=turn_id, draft=trained(is_private=bool(command.questions)))

    def measure(self, command: MeasurePair) -> Iterator[Event]:
        """Measure a pair."""
        for number in (1, 2):
            if self.measure_gate is not None:
                self.measure_gate.wait(command.controls.stop)
            yield PromptProgress(turn_id=command.turn_id, num_done=number, num_total=2)
        if self.measure_error is not None:
            yield Failed(turn_id=command.turn_id, error=self.measure_error)
            return
        yield PairMeasured(turn_id=command.turn_id, advice=ADVICE)
