"""Foreword's engine: commands in, events out, no window.

Importing this package imports neither torch nor transformers; `open_engine` does, so call it on
the thread that will carry the engine.
"""

import os
from typing import TYPE_CHECKING

from engine.commands import (
    Command,
    Compare,
    CountTokens,
    Generate,
    LoadModels,
    Unload,
    VerifyReply,
)
from engine.error_text import explain, explain_speculation, format_bytes
from engine.errors import (
    BadLogits,
    BadModelFile,
    BadParameter,
    BadTemplate,
    CannotTrain,
    DeviceMissing,
    DigestMismatch,
    DownloadRefused,
    EmptyPrompt,
    EngineError,
    ModelBusy,
    ModelNotFound,
    ModelNotInstalled,
    NoModelLoaded,
    NoNetwork,
    NotCroppable,
    NothingAllowed,
    NotWritable,
    OutOfDisk,
    OutOfMemory,
    PromptTooLong,
    Stopped,
    TokenizerMismatch,
    TrainingFailed,
    Unexpected,
    UnsupportedModel,
)
from engine.events import (
    CompareFinished,
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
from engine.wording import explain_verdict

if TYPE_CHECKING:
    from engine.engine import Engine

# Read by the OpenMP library when torch loads it. By default a thread that waits for another
# spins for milliseconds and so keeps the processor from it: with anything else running on
# the machine, decoding slows down up to fifty times. Spinning this briefly costs an idle
# machine next to nothing.
os.environ.setdefault("GOMP_SPINCOUNT", "5000")

__version__ = "0.1.0"


def open_engine() -> "Engine":
    """Make an engine with nothing loaded; imports torch, which takes a second or two."""
    from engine.models.shared_library import preload_torch

    preload_torch()
    from engine.engine import Engine

    return Engine()


__all__ = [
    "MAX_LOOKAHEAD",
    "MAX_SEED",
    "BadLogits",
    "BadModelFile",
    "BadParameter",
    "BadTemplate",
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
    "DownloadRefused",
    "EmptyPrompt",
    "EngineError",
    "Event",
    "Failed",
    "FinishReason",
    "Generate",
    "LoadModels",
    "LoadProgress",
    "Message",
    "ModelBusy",
    "ModelInfo",
    "ModelNotFound",
    "ModelNotInstalled",
    "ModelSpec",
    "ModelsLoaded",
    "NoModelLoaded",
    "NoNetwork",
    "NotCroppable",
    "NotWritable",
    "NothingAllowed",
    "OutOfDisk",
    "OutOfMemory",
    "Pane",
    "Paths",
    "Placement",
    "Precision",
    "PromptProgress",
    "PromptTooLong",
    "Proposed",
    "ReplyVerified",
    "Role",
    "SamplingParams",
    "SamplingRule",
    "SpeculationChanged",
    "SpeculationReason",
    "SpeculationState",
    "Stopped",
    "TextDelta",
    "TokenInfo",
    "TokenSource",
    "TokenStatus",
    "TokenizerMismatch",
    "TrainingFailed",
    "TokensCounted",
    "TurnEvent",
    "TurnFinished",
    "TurnStarted",
    "TurnStats",
    "Unexpected",
    "Unload",
    "Unloaded",
    "UnsupportedModel",
    "VerifyReply",
    "explain",
    "explain_speculation",
    "explain_verdict",
    "format_bytes",
    "open_engine",
    "user_paths",
]
