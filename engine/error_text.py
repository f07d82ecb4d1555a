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
    NamesNoVersion,
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
from engine.events import SpeculationReason
from engine.language import number, say

_MOST_QUOTED = 80
"""Characters of what a file says of itself that are worth quoting."""


def explain(error: EngineError) -> str:
    """Say in one or two sentences what went wrong and what to do next."""
    match error:
        case BadParameter(name, value, allowed):
            return say("{name} cannot be {value}: choose {allowed}.").format(
                name=name, value=value, allowed=allowed
            )
        case ModelNotFound(name):
            return say(
                "There is no model called {name!r} here. See what there is with `foreword "
                "models list`, or give a path."
            ).format(name=name)
        case ModelNotInstalled(id, size_bytes):
            size = f" ({format_bytes(size_bytes)})" if size_bytes else ""
            return say(
                "{id} is not on this machine yet{size}. Get it with `foreword models get {id}`."
            ).format(id=id, size=size)
        case CameWithProgram(id):
            return say("{id} came with Foreword and is removed together with it.").format(id=id)
        case ProgramDamaged(path):
            return say(
                "{path} came with Foreword and is not as it was made. It is left as it is: "
                "install Foreword again."
            ).format(path=path)
        case BadModelFile(path, detail):
            return say(
                "{path} cannot be read as a model: {detail}. Download it again, or choose "
                "another file."
            ).format(path=path, detail=detail)
        case UnsupportedModel(path, what, value):
            return say(
                "{path} has the {what} {value!r}, which Foreword cannot run yet. Choose "
                "another model."
            ).format(path=path, what=what, value=_short(value))
        case RefusedCode(path, what):
            return say(
                "{path} can only be opened by running code that lies in it ({what}), and "
                "Foreword never runs code from a model. Look for the same model in safetensors "
                "or GGUF."
            ).format(path=path, what=what)
        case TokenizerMismatch(draft, target, first_id, num_different):
            return say(
                "{draft} cannot draft for {target}: their tokens differ, first at id "
                "{first_id} ({different} in all). Choose a draft from the same family."
            ).format(draft=draft, target=target, first_id=first_id, different=number(num_different))
        case NotCroppable(model):
            return say(
                "{model} cannot take tokens back, which speculation needs. The chat goes on "
                "without it."
            ).format(model=model)
        case CannotTrain(target, reason):
            return say(
                "No draft can be trained for {target}: {reason}. Choose another model."
            ).format(target=target, reason=reason)
        case TrainingFailed(target, num_tokens):
            return say(
                "Training a draft for {target} went wrong and was stopped. What was learnt "
                "from the {tokens} tokens before is kept: run it again to go on from there."
            ).format(target=target, tokens=number(num_tokens))
        case MachineSlept(target):
            return say(
                "The computer slept while a draft for {target} was being made. What was done "
                "is kept: resume it, with the lid open and power connected."
            ).format(target=target)
        case NoDraftLoaded(target, gain):
            told = "" if gain is None else f" {explain_expectation(gain)}"
            return say(
                "There is no draft beside {target} to measure. Choose or make one first.{told}"
            ).format(target=target, told=told)
        case WrongHead(draft, target, detail):
            return say(
                "The draft {draft} cannot write ahead of {target}: {detail}. Train one for "
                "this model, or go on without."
            ).format(draft=draft, target=target, detail=detail)
        case NoModelLoaded():
            return say("No model is loaded. Choose one first.")
        case EmptyPrompt():
            return say("The message is empty. Write something to answer.")
        case PromptTooLong(num_tokens, context_length):
            return say(
                "The message has {tokens} tokens, and the model can hold {context_length} with "
                "its reply. Shorten it, or load the model with a longer context."
            ).format(tokens=number(num_tokens), context_length=number(context_length))
        case BadTemplate(detail):
            return say(
                "The model's chat template cannot be used: {detail}. Choose another model, or "
                "continue a raw text."
            ).format(detail=detail)
        case BadLogits(model):
            return say(
                "{model} answered with values that are not numbers. Its file may be damaged: "
                "load it again, or download it again."
            ).format(model=model)
        case NothingAllowed():
            return say(
                "The settings forbid every possible next word. Allow some of the banned words, "
                "or switch off the rule against repetition."
            )
        case OutOfMemory(device, needed_bytes, free_bytes):
            sizes = ""
            if needed_bytes:
                sizes = say(" (needs {needed_bytes}, {free_bytes} free)").format(
                    needed_bytes=format_bytes(needed_bytes), free_bytes=format_bytes(free_bytes)
                )
            return say(
                "There is not enough memory on the {device}{sizes}. Close other programs, "
                "shorten the context or choose a smaller model."
            ).format(device=device, sizes=sizes)
        case OutOfDisk(path, needed_bytes, free_bytes):
            sizes = ""
            if needed_bytes:
                sizes = say(" (needs {needed_bytes}, {free_bytes} free)").format(
                    needed_bytes=format_bytes(needed_bytes), free_bytes=format_bytes(free_bytes)
                )
            return say(
                "There is no room on the disk for {path}{sizes}. Free some and try again."
            ).format(path=path, sizes=sizes)
        case NotWritable(path):
            return say(
                "{path} cannot be written. Check its permissions, or choose another folder."
            ).format(path=path)
        case NoNetwork(source, detail):
            return say(
                "{source} cannot be reached ({detail}). Check the connection and try again."
            ).format(source=source, detail=detail)
        case NamesNoVersion(source):
            return say(
                "{source} does not say which version is the newest. Look at the page Foreword "
                "came from yourself."
            ).format(source=source)
        case Offline(reason):
            return say(
                "Nothing is fetched, because Foreword is offline: {reason}. Switch that off to "
                "download."
            ).format(reason=reason)
        case AccessDenied(source, status, had_token=True, page=page) if status == 401:
            return say(
                "{source} does not accept the access token. Copy it once more from your "
                "account there, then try {page} again."
            ).format(source=source, page=page)
        case AccessDenied(source, repo=repo, page=page, had_token=True):
            return say(
                "{source} knows you, but has not let you in to {repo}. Accept its licence at "
                "{page}, wait until that is granted, then try again."
            ).format(source=source, repo=repo, page=page)
        case AccessDenied(source, repo=repo, page=page):
            return say(
                "{source} gives {repo} only to people it knows. Accept its licence at {page}, "
                "then give your access token."
            ).format(source=source, repo=repo, page=page)
        case NotOnHub(source, name=name):
            return say(
                "{source} has no {name}, or shows it to nobody without a token. Check how it "
                "is written, or search for it."
            ).format(source=source, name=name)
        case NoKeyStore():
            return say(
                "This system has no key store that can be used, so the access token is not "
                "kept. It will be asked for each time."
            )
        case FileTooLarge(path, size_bytes):
            size = (
                say(" of {size_bytes}").format(size_bytes=format_bytes(size_bytes))
                if size_bytes
                else ""
            )
            return say(
                "{path} cannot be kept: its disk holds no files{size} (FAT32 ends at 4.3 GB). "
                "Move the models to another disk."
            ).format(path=path, size=size)
        case LinkInTheWay(path):
            return say(
                "{path} is a link to somewhere else, and downloads go only into a folder of "
                "Foreword's own. Remove the link and try again."
            ).format(path=path)
        case DownloadRefused(source, status, retry_after_s) if retry_after_s:
            return say(
                "{source} is too busy just now (status {status}) and asks to come back in "
                "{ceil} min."
            ).format(source=source, status=status, ceil=math.ceil(retry_after_s / 60))
        case DownloadRefused(source, status) if status == 429 or status >= 500:
            return say(
                "{source} cannot hand the file out just now (status {status}). Try again in a "
                "few minutes."
            ).format(source=source, status=status)
        case DownloadRefused(source, status):
            return say(
                "{source} refused the download (status {status}). Check the name and whether "
                "the model needs a licence to be accepted."
            ).format(source=source, status=status)
        case DigestMismatch(path, expected_bytes=expected, actual_bytes=actual) if (
            expected != actual
        ):
            return say(
                "{path} is not the expected file ({actual} bytes instead of {expected}). It "
                "was not kept; download it again."
            ).format(path=path, actual=number(actual), expected=number(expected))
        case DigestMismatch(path, expected, actual):
            return say(
                "{path} is not the expected file (SHA-256 {value}..., expected {value2}...). "
                "It was not kept; download it again."
            ).format(path=path, value=actual[:12], value2=expected[:12])
        case ModelBusy(id):
            return say(
                "{id} is being downloaded or changed by another window or program. Wait for "
                "that, or stop it there."
            ).format(id=id)
        case DraftBusy(target):
            return say(
                "A draft for {target} is being made by another window or program already. Wait "
                "for that, or stop it there."
            ).format(target=target)
        case ListBusy():
            return say(
                "Another window or program is changing the list of models just now. Try again "
                "in a moment."
            )
        case DeviceMissing(device):
            return say(
                "There is no {device} device on this machine. Choose `auto` or `cpu`, or "
                "install its driver."
            ).format(device=device)
        case Stopped():
            return say("Stopped.")
        case Unexpected(summary):
            return say(
                "Something went wrong inside Foreword: {summary}. The log has the details."
            ).format(summary=summary)
    return f"{type(error).__name__}."


def _short(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 3]}..."


def explain_expectation(gain: float) -> str:
    """Say what a draft of its own would bring a model here, before there is one."""
    if gain < WORTH_HAVING:
        return say(
            "A draft of its own is not expected to pay on this computer: wide passes cost much."
        )
    return say("A draft of its own is expected to bring about {gain}× on this computer.").format(
        gain=number(gain, 1)
    )


def explain_speculation(reason: SpeculationReason, detail: EngineError | None = None) -> str:
    """Say why speculation is on, paused or off, in a few words."""
    text = {
        SpeculationReason.PAYS: say("on: the draft saves time here"),
        SpeculationReason.CHOSEN: say("on: you chose the lookahead"),
        SpeculationReason.LOOKUP_ONLY: say("on: only words seen before are drafted"),
        SpeculationReason.SWITCHED_OFF: say("off: you switched it off"),
        SpeculationReason.LOOKAHEAD_ZERO: say("off: the lookahead is 0"),
        SpeculationReason.NO_DRAFT: say("off: there is nothing to draft with"),
        SpeculationReason.DOES_NOT_PAY: say("paused: the draft costs more than it brings here"),
        SpeculationReason.CANNOT_CROP: say(
            "off: this model cannot take words back, as drafts need"
        ),
        SpeculationReason.DRAFT_REFUSED: say("off: the draft does not fit"),
        SpeculationReason.DRAFT_FAILED: say("on: a draft failed and is left out of this reply"),
    }[reason]
    return f"{text}. {explain(detail)}" if detail is not None else text


def format_bytes(size_bytes: int) -> str:
    """Write a size for people, in decimal units as file managers do."""
    size = float(size_bytes)
    for unit in (say("{size} bytes"), say("{size} kB"), say("{size} MB")):
        if size < 1000:
            return unit.format(size=number(size))
        size /= 1000
    return say("{size} GB").format(size=number(size, 1))
