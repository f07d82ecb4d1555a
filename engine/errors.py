"""Everything that can be refused or go wrong, as fields; the sentences stand in `error_text.py`.

An error here is one a user can do something about. Any other exception is a bug of ours and is
reported as `Unexpected` with its traceback. The classes are not frozen only because
`contextlib` has to set `__traceback__` on them.
"""

from dataclasses import dataclass


@dataclass(unsafe_hash=True)
class EngineError(Exception):
    """The base of the family."""

    def __str__(self) -> str:
        from engine.error_text import explain

        # A file's name, and what a file says, may hold bytes that no terminal takes.
        return explain(self).encode("utf-8", "backslashreplace").decode()


@dataclass(unsafe_hash=True)
class BadParameter(EngineError):
    """A setting is out of range."""

    name: str
    value: str
    allowed: str


@dataclass(unsafe_hash=True)
class ModelNotFound(EngineError):
    """No file, folder or catalogue entry goes by that name."""

    name: str


@dataclass(unsafe_hash=True)
class ModelNotInstalled(EngineError):
    """The catalogue knows the model, but it is not on this machine."""

    id: str
    size_bytes: int


@dataclass(unsafe_hash=True)
class CameWithProgram(EngineError):
    """A model that is part of the program, and so cannot be removed by itself."""

    id: str


@dataclass(unsafe_hash=True)
class ProgramDamaged(EngineError):
    """A file that came with the program is not the one that it was made with."""

    path: str


@dataclass(unsafe_hash=True)
class BadModelFile(EngineError):
    """A model file is damaged or is not what its name says; `detail` is a short noun phrase."""

    path: str
    detail: str


@dataclass(unsafe_hash=True)
class UnsupportedModel(EngineError):
    """A sound file that Foreword cannot run: its architecture, tokenizer or tensor type."""

    path: str
    what: str
    value: str


@dataclass(unsafe_hash=True)
class RefusedCode(EngineError):
    """A model that could only be opened by running what is in its files; `what` names it."""

    path: str
    what: str


@dataclass(unsafe_hash=True)
class TokenizerMismatch(EngineError):
    """A draft that does not share the target's tokens."""

    draft: str
    target: str
    first_id: int
    num_different: int


@dataclass(unsafe_hash=True)
class NotCroppable(EngineError):
    """A model whose cache cannot be rolled back, so that it cannot verify a draft."""

    model: str


@dataclass(unsafe_hash=True)
class CannotTrain(EngineError):
    """A target that no draft can be trained for; `reason` is a short clause."""

    target: str
    reason: str


@dataclass(unsafe_hash=True)
class TrainingFailed(EngineError):
    """Training went wrong and was stopped; `num_tokens` were learnt by the last good state."""

    target: str
    num_tokens: int


@dataclass(unsafe_hash=True)
class MachineSlept(EngineError):
    """The computer was suspended while a draft was being made; what was done is kept."""

    target: str


@dataclass(unsafe_hash=True)
class NoDraftLoaded(EngineError):
    """A pair was to be measured, but there is no draft beside the target; `expected_gain` is what
    one of its own would bring, None where nothing is known."""

    target: str
    expected_gain: float | None = None


@dataclass(unsafe_hash=True)
class WrongHead(EngineError):
    """A trained draft that belongs to another target, or is damaged; `detail` is a short clause."""

    draft: str
    target: str
    detail: str


@dataclass(unsafe_hash=True)
class NoModelLoaded(EngineError):
    """A turn was asked for before a target was loaded."""


@dataclass(unsafe_hash=True)
class EmptyPrompt(EngineError):
    """There is nothing to answer."""


@dataclass(unsafe_hash=True)
class PromptTooLong(EngineError):
    """A message that cannot fit, even with every earlier turn left out."""

    num_tokens: int
    context_length: int


@dataclass(unsafe_hash=True)
class BadTemplate(EngineError):
    """The model's chat template raised, looped or would not fit."""

    detail: str


@dataclass(unsafe_hash=True)
class BadLogits(EngineError):
    """A model answered with something that is not a number."""

    model: str


@dataclass(unsafe_hash=True)
class NothingAllowed(EngineError):
    """The settings ban every token there is."""


@dataclass(unsafe_hash=True)
class OutOfMemory(EngineError):
    """Memory ran out, or the plan says it would; sizes in bytes, 0 where unknown."""

    device: str
    needed_bytes: int = 0
    free_bytes: int = 0


@dataclass(unsafe_hash=True)
class OutOfDisk(EngineError):
    """There is no room for a file; sizes in bytes, 0 where unknown."""

    path: str
    needed_bytes: int = 0
    free_bytes: int = 0


@dataclass(unsafe_hash=True)
class NotWritable(EngineError):
    """A folder or file that cannot be written."""

    path: str


@dataclass(unsafe_hash=True)
class NoNetwork(EngineError):
    """A download could not reach its source."""

    source: str
    detail: str


@dataclass(unsafe_hash=True)
class Offline(EngineError):
    """Something was to be fetched while nothing may be; `reason` is a short clause."""

    reason: str


@dataclass(unsafe_hash=True)
class DownloadRefused(EngineError):
    """The source answered, but does not hand the file out; `retry_after_s` is when it wants to be
    asked again, 0 where it did not say."""

    source: str
    status: int
    retry_after_s: float = 0.0


@dataclass(unsafe_hash=True)
class NamesNoVersion(EngineError):
    """The page that should name the newest version says something else."""

    source: str


@dataclass(unsafe_hash=True)
class AccessDenied(DownloadRefused):
    """A hub hands a repository only to people it knows; `page` is where they are let in."""

    repo: str = ""
    page: str = ""
    had_token: bool = False


@dataclass(unsafe_hash=True)
class NotOnHub(DownloadRefused):
    """A hub has no such repository or file, or does not admit it to strangers."""

    name: str = ""


@dataclass(unsafe_hash=True)
class NoKeyStore(EngineError):
    """The system offers no place that keeps a secret."""


@dataclass(unsafe_hash=True)
class FileTooLarge(EngineError):
    """A file larger than its disk can hold any, as on FAT32; size in bytes, 0 where unknown."""

    path: str
    size_bytes: int = 0


@dataclass(unsafe_hash=True)
class LinkInTheWay(EngineError):
    """A link stands where a folder of our own should: what lies behind it is somebody else's."""

    path: str


@dataclass(unsafe_hash=True)
class DigestMismatch(EngineError):
    """A file arrived whole but is not the one expected: another digest, or another size where
    the two sizes differ."""

    path: str
    expected: str
    actual: str
    expected_bytes: int = 0
    actual_bytes: int = 0


@dataclass(unsafe_hash=True)
class ModelBusy(EngineError):
    """A model is being downloaded or changed by another window or process."""

    id: str


@dataclass(unsafe_hash=True)
class DraftBusy(EngineError):
    """A draft for this target is being made by another window or process."""

    target: str


@dataclass(unsafe_hash=True)
class ListBusy(EngineError):
    """The list of the user's own models is being changed by another window or process."""


@dataclass(unsafe_hash=True)
class DeviceMissing(EngineError):
    """A device was asked for that this machine does not have."""

    device: str


@dataclass(unsafe_hash=True)
class Stopped(EngineError):
    """Stop was pressed while loading or downloading; never raised by a turn."""


@dataclass(unsafe_hash=True)
class Unexpected(EngineError):
    """A bug of ours; `traceback` is for the log and the copy button."""

    summary: str
    traceback: str
