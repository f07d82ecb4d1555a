"""Foreword's engine: commands in, events out, no window.

Importing this package imports neither torch nor transformers; `open_engine` does, so call it on
the thread that will carry the engine.
"""

import os
from typing import TYPE_CHECKING

from engine.advisor import expected_gain, expected_speedups
from engine.bench.prompts import BenchPrompt, bench_prompts
from engine.commands import (
    Command,
    Compare,
    CountTokens,
    DiscardTraining,
    Generate,
    LoadModels,
    MeasurePair,
    Resume,
    TrainDraft,
    Unload,
    VerifyReply,
)
from engine.draft_events import (
    DraftEvent,
    DraftTrained,
    Gain,
    PairAdvice,
    PairMeasured,
    Subject,
    TrainedDraft,
    TrainingAdvanced,
    TrainingDiscarded,
)
from engine.error_text import explain, explain_expectation, explain_speculation, format_bytes
from engine.errors import (
    AccessDenied,
    BadLogits,
    BadModelFile,
    BadParameter,
    BadTemplate,
    CameWithProgram,
    CannotTrain,
    DeviceMissing,
    DigestMismatch,
    DownloadRefused,
    DraftBusy,
    EmptyPrompt,
    EngineError,
    FileTooLarge,
    LinkInTheWay,
    ListBusy,
    MachineSlept,
    ModelBusy,
    ModelNotFound,
    ModelNotInstalled,
    NoDraftLoaded,
    NoKeyStore,
    NoModelLoaded,
    NoNetwork,
    NotCroppable,
    NothingAllowed,
    NotOnHub,
    NotWritable,
    Offline,
    OutOfDisk,
    OutOfMemory,
    ProgramDamaged,
    PromptTooLong,
    RefusedCode,
    Stopped,
    TokenizerMismatch,
    TrainingFailed,
    Unexpected,
    UnsupportedModel,
    WrongHead,
)
from engine.events import (
    Calibration,
    CompareFinished,
    DraftCost,
    Event,
    Failed,
    FinishReason,
    LoadProgress,
    ModelInfo,
    ModelsLoaded,
    Pane,
    PromptProgress,
    Proposed,
    ReplyVerified,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TokenInfo,
    TokensCounted,
    TokenSource,
    TokenStatus,
    TurnEvent,
    TurnFinished,
    TurnStarted,
    TurnStats,
    Unloaded,
)
from engine.language import speak
from engine.pacing import Pace
from engine.params import (
    MAX_LOOKAHEAD,
    MAX_SEED,
    ContextPolicy,
    Controls,
    DeviceChoice,
    Message,
    ModelSpec,
    Placement,
    Precision,
    Role,
    SamplingParams,
    SamplingRule,
)
from engine.paths import Paths, user_paths
from engine.plain_speed import expected_tokens_per_s, weights_per_s
from engine.training.progress import Acceptance, TrainingProgress, TrainingStage
from engine.training.recipe import Recipe
from engine.training.run_folder import TrainingRun, unfinished_run, work_folder
from engine.training.suggestion import suggested_recipe
from engine.wording import explain_advice, explain_verdict

if TYPE_CHECKING:
    from engine.engine import Engine

# Read by the OpenMP library when torch loads it. By default a thread that waits for another
# spins for milliseconds and so keeps the processor from it: with anything else running on
# the machine, decoding slows down up to fifty times. Spinning this briefly costs an idle
# machine next to nothing.
os.environ.setdefault("GOMP_SPINCOUNT", "5000")

__version__ = "0.1.0"


def load_before_qt() -> None:
    """Load what torch needs loaded before Qt is imported; only Windows has such a thing."""
    from engine.models.shared_library import preload_before_qt

    preload_before_qt()


def open_engine() -> "Engine":
    """Make an engine with nothing loaded; imports torch, which takes a second or two."""
    from engine.models.shared_library import preload_torch

    preload_torch()
    from engine.engine import Engine

    return Engine()


__all__ = [
    "MAX_LOOKAHEAD",
    "MAX_SEED",
    "Acceptance",
    "AccessDenied",
    "BadLogits",
    "BadModelFile",
    "BadParameter",
    "BadTemplate",
    "BenchPrompt",
    "Calibration",
    "CameWithProgram",
    "CannotTrain",
    "Command",
    "Compare",
    "CompareFinished",
    "ContextPolicy",
    "Controls",
    "CountTokens",
    "DeviceChoice",
    "DeviceMissing",
    "DigestMismatch",
    "DiscardTraining",
    "DownloadRefused",
    "DraftBusy",
    "DraftCost",
    "DraftEvent",
    "DraftTrained",
    "EmptyPrompt",
    "EngineError",
    "Event",
    "Failed",
    "FileTooLarge",
    "FinishReason",
    "Gain",
    "Generate",
    "LinkInTheWay",
    "ListBusy",
    "LoadModels",
    "LoadProgress",
    "MachineSlept",
    "MeasurePair",
    "Message",
    "ModelBusy",
    "ModelInfo",
    "ModelNotFound",
    "ModelNotInstalled",
    "ModelSpec",
    "ModelsLoaded",
    "NoDraftLoaded",
    "NoKeyStore",
    "NoModelLoaded",
    "NoNetwork",
    "NotCroppable",
    "NotOnHub",
    "NotWritable",
    "NothingAllowed",
    "Offline",
    "OutOfDisk",
    "OutOfMemory",
    "Pace",
    "PairAdvice",
    "PairMeasured",
    "Pane",
    "Paths",
    "Placement",
    "Precision",
    "ProgramDamaged",
    "PromptProgress",
    "PromptTooLong",
    "Proposed",
    "Recipe",
    "RefusedCode",
    "ReplyVerified",
    "Resume",
    "Role",
    "SamplingParams",
    "SamplingRule",
    "SpeculationChanged",
    "SpeculationReason",
    "SpeculationState",
    "Stopped",
    "Subject",
    "TextDelta",
    "TokenInfo",
    "TokenSource",
    "TokenStatus",
    "TokenizerMismatch",
    "TokensCounted",
    "TrainDraft",
    "TrainedDraft",
    "TrainingAdvanced",
    "TrainingDiscarded",
    "TrainingFailed",
    "TrainingProgress",
    "TrainingRun",
    "TrainingStage",
    "TurnEvent",
    "TurnFinished",
    "TurnStarted",
    "TurnStats",
    "Unexpected",
    "Unload",
    "Unloaded",
    "UnsupportedModel",
    "VerifyReply",
    "WrongHead",
    "bench_prompts",
    "expected_gain",
    "expected_speedups",
    "expected_tokens_per_s",
    "explain",
    "explain_advice",
    "explain_expectation",
    "explain_speculation",
    "explain_verdict",
    "format_bytes",
    "load_before_qt",
    "open_engine",
    "speak",
    "suggested_recipe",
    "unfinished_run",
    "user_paths",
    "weights_per_s",
    "work_folder",
]
