"""Sentences for everything that can be refused: what happened, then the next step.

Owns wording only, for the console and the window alike. Never reads a message back.
"""

import math

from engine.draft_events import WORTH_HAVING
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
    EmptyPrompt,
    EngineError,
    FileTooLarge,
    LinkInTheWay,
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
    PromptTooLong,
    RefusedCode,
    Stopped,
    TokenizerMismatch,
    TrainingFailed,
    Unexpected,
    UnsupportedModel,
    WrongHead,
)
from engine.events import SpeculationReason

_MOST_QUOTED = 80
"""Characters of what a file says of itself that are worth quoting."""


def explain(error: EngineError) -> str:
    """Say in one or two sentences what went wrong and what to do next."""
    match error:
        case BadParameter(name, value, allowed):
            return f"{name} cannot be {value}: choose {allowed}."
        case ModelNotFound(name):
            return (
                f"There is no model called {name!r} here. "
                "See what there is with `foreword models list`, or give a path."
            )
        case ModelNotInstalled(id, size_bytes):
            size = f" ({format_bytes(size_bytes)})" if size_bytes else ""
            return f"{id} is not on this machine yet{size}. Get it with `foreword models get {id}`."
        case CameWithProgram(id):
            return f"{id} came with Foreword and is removed together with it."
        case BadModelFile(path, detail):
            return (
                f"{path} cannot be read as a model: {detail}. "
                "Download it again, or choose another file."
            )
        case UnsupportedModel(path, what, value):
            return (
                f"{path} has the {what} {_short(value)!r}, which Foreword cannot run yet. "
                "Choose another model."
            )
        case RefusedCode(path, what):
            return (
                f"{path} can only be opened by running code that lies in it ({what}), and Foreword "
                "never runs code from a model. Look for the same model in safetensors or GGUF."
            )
        case TokenizerMismatch(draft, target, first_id, num_different):
            return (
                f"{draft} cannot draft for {target}: their tokens differ, "
                f"first at id {first_id} ({num_different:,} in all). "
                "Choose a draft from the same family."
            )
        case NotCroppable(model):
            return (
                f"{model} cannot take tokens back, which speculation needs. "
                "The chat goes on without it."
            )
        case CannotTrain(target, reason):
            return f"No draft can be trained for {target}: {reason}. Choose another model."
        case TrainingFailed(target, num_tokens):
            return (
                f"Training a draft for {target} went wrong and was stopped. What was learnt from "
                f"the {num_tokens:,} tokens before is kept: run it again to go on from there."
            )
        case MachineSlept(target):
            return (
                f"The computer slept while a draft for {target} was being made. What was done is "
                "kept: resume it, with the lid open and power connected."
            )
        case NoDraftLoaded(target, gain):
            told = "" if gain is None else f" {explain_expectation(gain)}"
            return f"There is no draft beside {target} to measure. Choose or make one first.{told}"
        case WrongHead(draft, target, detail):
            return (
                f"The draft {draft} cannot write ahead of {target}: {detail}. "
                "Train one for this model, or go on without."
            )
        case NoModelLoaded():
            return "No model is loaded. Choose one first."
        case EmptyPrompt():
            return "The message is empty. Write something to answer."
        case PromptTooLong(num_tokens, context_length):
            return (
                f"The message has {num_tokens:,} tokens, and the model can hold "
                f"{context_length:,} with its reply. Shorten it, or load the model with "
                "a longer context."
            )
        case BadTemplate(detail):
            return (
                f"The model's chat template cannot be used: {detail}. "
                "Choose another model, or continue a raw text."
            )
        case BadLogits(model):
            return (
                f"{model} answered with values that are not numbers. Its file may be damaged: "
                "load it again, or download it again."
            )
        case NothingAllowed():
            return (
                "The settings forbid every possible next word. Allow some of the banned words, "
                "or switch off the rule against repetition."
            )
        case OutOfMemory(device, needed_bytes, free_bytes):
            sizes = ""
            if needed_bytes:
                sizes = f" (needs {format_bytes(needed_bytes)}, {format_bytes(free_bytes)} free)"
            return (
                f"There is not enough memory on the {device}{sizes}. "
                "Close other programs, shorten the context or choose a smaller model."
            )
        case OutOfDisk(path, needed_bytes, free_bytes):
            sizes = ""
            if needed_bytes:
                sizes = f" (needs {format_bytes(needed_bytes)}, {format_bytes(free_bytes)} free)"
            return f"There is no room on the disk for {path}{sizes}. Free some and try again."
        case NotWritable(path):
            return f"{path} cannot be written. Check its permissions, or choose another folder."
        case NoNetwork(source, detail):
            return f"{source} cannot be reached ({detail}). Check the connection and try again."
        case Offline(reason):
            return (
                f"Nothing is fetched, because Foreword is offline: {reason}. "
                "Switch that off to download."
            )
        case AccessDenied(source, status, had_token=True, page=page) if status == 401:
            return (
                f"{source} does not accept the access token. Copy it once more from your account "
                f"there, then try {page} again."
            )
        case AccessDenied(source, repo=repo, page=page, had_token=True):
            return (
                f"{source} knows you, but has not let you in to {repo}. Accept its licence at "
                f"{page}, wait until that is granted, then try again."
            )
        case AccessDenied(source, repo=repo, page=page):
            return (
                f"{source} gives {repo} only to people it knows. Accept its licence at {page}, "
                "then give your access token."
            )
        case NotOnHub(source, name=name):
            return (
                f"{source} has no {name}, or shows it to nobody without a token. "
                "Check how it is written, or search for it."
            )
        case NoKeyStore():
            return (
                "This system has no key store that can be used, so the access token is not kept. "
                "It will be asked for each time."
            )
        case FileTooLarge(path, size_bytes):
            size = f" of {format_bytes(size_bytes)}" if size_bytes else ""
            return (
                f"{path} cannot be kept: its disk holds no files{size} (FAT32 ends at 4.3 GB). "
                "Move the models to another disk."
            )
        case LinkInTheWay(path):
            return (
                f"{path} is a link to somewhere else, and downloads go only into a folder of "
                "Foreword's own. Remove the link and try again."
            )
        case DownloadRefused(source, status, retry_after_s) if retry_after_s:
            return (
                f"{source} is too busy just now (status {status}) and asks to come back in "
                f"{math.ceil(retry_after_s / 60)} min."
            )
        case DownloadRefused(source, status) if status == 429 or status >= 500:
            return (
                f"{source} cannot hand the file out just now (status {status}). "
                "Try again in a few minutes."
            )
        case DownloadRefused(source, status):
            return (
                f"{source} refused the download (status {status}). "
                "Check the name and whether the model needs a licence to be accepted."
            )
        case DigestMismatch(path, expected_bytes=expected, actual_bytes=actual) if (
            expected != actual
        ):
            return (
                f"{path} is not the expected file ({actual:,} bytes instead of {expected:,}). "
                "It was not kept; download it again."
            )
        case DigestMismatch(path, expected, actual):
            return (
                f"{path} is not the expected file (SHA-256 {actual[:12]}..., "
                f"expected {expected[:12]}...). It was not kept; download it again."
            )
        case ModelBusy(id):
            return (
                f"{id} is being downloaded or changed by another window. "
                "Wait for that, or stop it there."
            )
        case DeviceMissing(device):
            return (
                f"There is no {device} device on this machine. Choose `auto` or `cpu`, "
                "or install its driver."
            )
        case Stopped():
            return "Stopped."
        case Unexpected(summary):
            return f"Something went wrong inside Foreword: {summary}. The log has the details."
    return f"{type(error).__name__}."


def _short(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 3]}..."


def explain_expectation(gain: float) -> str:
    """Say what a draft of its own would bring a model here, before there is one."""
    if gain < WORTH_HAVING:
        return "A draft of its own is not expected to pay on this computer: wide passes cost much."
    return f"A draft of its own is expected to bring about {gain:.1f}× on this computer."


def explain_speculation(reason: SpeculationReason, detail: EngineError | None = None) -> str:
    """Say why speculation is on, paused or off, in a few words."""
    text = {
        SpeculationReason.PAYS: "on",
        SpeculationReason.LOOKUP_ONLY: "on: only words seen before are drafted",
        SpeculationReason.SWITCHED_OFF: "off",
        SpeculationReason.LOOKAHEAD_ZERO: "off: the lookahead is 0",
        SpeculationReason.NO_DRAFT: "off: there is no draft",
        SpeculationReason.DOES_NOT_PAY: "paused: the draft costs more than it brings here",
        SpeculationReason.CANNOT_CROP: "off: this model cannot take tokens back",
        SpeculationReason.DRAFT_REFUSED: "off: the draft does not fit",
        SpeculationReason.DRAFT_FAILED: "on: a draft failed and sits out",
    }[reason]
    return f"{text}. {explain(detail)}" if detail is not None else text


def format_bytes(size_bytes: int) -> str:
    """Write a size for people, in decimal units as file managers do."""
    size = float(size_bytes)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
