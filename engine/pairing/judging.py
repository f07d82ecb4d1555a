"""Judges every model and trained draft there is for one target.

Reads vocabularies, headers and what was measured on this machine; loads no weights. Everything is
looked at anew each time, and what is dear to read is remembered until its file changes.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from engine.acceptance import Acceptance
from engine.drafting.head_file import SUFFIX, HeadCard, read_card
from engine.drafting.head_library import head_folders
from engine.errors import EngineError, TokenizerMismatch, WrongHead
from engine.events import Calibration, TokenSource
from engine.language import say
from engine.library.listing import LibraryEntry
from engine.library.local import size_of
from engine.library.pairing import draft_fit
from engine.models.decoder import DecoderConfig
from engine.models.folder_weights import read_lean_config
from engine.models.form import Form
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from engine.models.kernels import packing_key
from engine.models.placement import choose_device, set_threads
from engine.pair_record import PairFiles, PairRecord
from engine.pairing.verdict import DraftVerdict, Verdict, estimate, ordered
from engine.pairing.wording import explain_estimate, explain_mismatch
from engine.params import ModelSpec, Placement
from engine.paths import user_paths

_KINDS = (Form.W8A8.value, Form.INT4.value, "int8", "bfloat16", "nf4")
"""How a target may have been held when it was measured."""
_PRIOR = 0.65


class Library(Protocol):
    """What is asked of the library."""

    def entries(self) -> Sequence[LibraryEntry]:
        """List what there is and what can be had."""
        ...


def judge_drafts(
    library: Library,
    target: ModelSpec,
    *,
    placement: Placement | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> list[DraftVerdict]:
    """List every draft for a target, the best first.

    Args:
        library: the models there are.
        target: the model that would answer.
        placement: as it would be loaded.
        should_stop: asked before each one; those that were not reached are left out.
    """
    entries = list(library.entries())
    measured = _Measured(target, placement or Placement())
    found: list[DraftVerdict] = []
    for entry in entries:
        if should_stop():
            return ordered(found)
        if entry.spec is None:
            found.append(_of_missing(entry, target, entries))
        elif entry.spec.path == target.path:
            found.append(_of_itself(entry))
        else:
            found.append(_of_installed(entry, entry.spec, target, measured))
    found += [_of_head(path, target, measured) for path in _head_paths()]
    return ordered(found)


class _Measured:
    """What was measured of a target on this machine, however it was held then."""

    def __init__(self, target: ModelSpec, placement: Placement) -> None:
        self._target = target
        device = choose_device(placement.device)
        self._machine, self._num_threads = packing_key(device), set_threads(placement)

    def of(self, draft: Path, source: TokenSource) -> tuple[Calibration | None, Sequence[float]]:
        """Give the costs, and how often the draft's tokens stand; empty where it was not used."""
        known: Calibration | None = None
        for kind in _KINDS:
            files = PairFiles(
                target=self._target.path,
                draft=draft,
                machine=f"{self._machine} {kind}",
                num_threads=self._num_threads,
            )
            record = PairRecord(user_paths().cache / "calibration.json", files)
            if record.calibration is None:
                continue
            rates = _rates(record, source)
            if rates:
                return record.calibration, rates
            known = known or record.calibration
        return known, ()


def _rates(record: PairRecord, source: TokenSource) -> Sequence[float]:
    """Read the acceptance that rests on most drafts."""
    kept = [
        state
        for name, state in record.new_lookahead().kept().items()
        if name.split()[0] == source.value and state
    ]
    if not kept:
        return ()
    best = max(kept, key=lambda state: state[0][1])
    return Acceptance(_PRIOR, kept=best).rates[: len(best) + 1]


def _of_installed(
    entry: LibraryEntry, spec: ModelSpec, target: ModelSpec, measured: _Measured
) -> DraftVerdict:
    refusal = draft_fit(target, spec)
    if refusal is not None:
        is_known = isinstance(refusal, TokenizerMismatch)
        return DraftVerdict(
            id=entry.id,
            name=entry.name,
            size_bytes=entry.size_bytes,
            verdict=Verdict.DOES_NOT_FIT if is_known else Verdict.UNREADABLE,
            reason=explain_mismatch(refusal)
            if isinstance(refusal, TokenizerMismatch)
            else str(refusal),
        )
    return _estimated(
        entry.id, entry.name, spec.path, measured, source=TokenSource.MODEL, target=target
    )


def _estimated(
    id: str,
    name: str,
    path: Path,
    measured: _Measured,
    *,
    source: TokenSource,
    target: ModelSpec,
    lead: str = "",
) -> DraftVerdict:
    calibration, rates = measured.of(path, source)
    costs = {} if calibration is None else {cost.source: cost for cost in calibration.drafts}
    found = estimate(
        passes=None if calibration is None else dict(calibration.passes),
        step=costs[source].step if source in costs else None,
        rates=rates,
        size_share=size_of(path) / max(1, size_of(target.path)),
    )
    reason = explain_estimate(found)
    return DraftVerdict(
        id=id,
        name=name,
        size_bytes=size_of(path),
        verdict=found.verdict,
        reason=f"{lead} {reason}" if lead else reason,
        speedup=found.speedup,
        is_measured=found.rate is not None,
        is_head=source is TokenSource.HEAD,
    )


def _of_itself(entry: LibraryEntry) -> DraftVerdict:
    return DraftVerdict(
        id=entry.id,
        name=entry.name,
        size_bytes=entry.size_bytes,
        verdict=Verdict.ITSELF,
        reason=say("It is the model itself: nothing would be gained."),
    )


def _of_missing(
    entry: LibraryEntry, target: ModelSpec, entries: Iterable[LibraryEntry]
) -> DraftVerdict:
    """Judge a model that is not here by what the catalogue says of it."""
    verdict, reason = _by_catalogue(entry, target, list(entries))
    return DraftVerdict(
        id=entry.id,
        name=entry.name,
        size_bytes=entry.size_bytes,
        verdict=verdict,
        reason=reason,
        is_installed=False,
    )


def _by_catalogue(
    entry: LibraryEntry, target: ModelSpec, entries: Sequence[LibraryEntry]
) -> tuple[Verdict, str]:
    if entry.is_imported:
        return Verdict.UNREADABLE, say("Its file is not where it was.")
    own = next((each for each in entries if each.id == target.id), None)
    if own is not None and entry.id in own.drafts:
        return Verdict.GET_IT, say("Made for this model, and not on this computer yet.")
    if own is None and any(
        entry.id in each.drafts and each.spec is not None and _is_twin(target, each.spec)
        for each in entries
    ):
        return Verdict.GET_IT, say("Its tokens are the same, and it is not on this computer yet.")
    if entry.size_bytes >= size_of(target.path) > 0:
        return Verdict.UNKNOWN, say(
            "Not on this computer, and as large as the model itself or larger."
        )
    if own is not None and own.drafts:
        return Verdict.UNKNOWN, say("Not on this computer; the catalogue does not pair the two.")
    return Verdict.UNKNOWN, say("Not on this computer, so its tokens cannot be compared yet.")


def _is_twin(target: ModelSpec, other: ModelSpec) -> bool:
    return draft_fit(target, other) is None


def _head_paths() -> list[Path]:
    return [path for folder in head_folders() for path in sorted(folder.glob(f"*{SUFFIX}"))]


def _of_head(path: Path, target: ModelSpec, measured: _Measured) -> DraftVerdict:
    name = say("Trained draft {name}").format(name=path.stem)
    try:
        card = read_card(path)
    except WrongHead as error:
        return _refused_head(path, name, Verdict.UNREADABLE, str(error))
    name = say("Trained draft for {name}").format(name=card.target_name)
    if target.digest and card.target_digest == target.digest:
        lead = say("Trained for this model.")
    elif _has_shape(target, card):
        lead = say("Trained for another file of this shape.")
    else:
        reason = say("Does not fit: it was trained for {name}.").format(name=card.target_name)
        return _refused_head(path, name, Verdict.DOES_NOT_FIT, reason)
    return _estimated(
        str(path), name, path, measured, source=TokenSource.HEAD, target=target, lead=lead
    )


def _refused_head(path: Path, name: str, verdict: Verdict, reason: str) -> DraftVerdict:
    return DraftVerdict(
        id=str(path),
        name=name,
        size_bytes=size_of(path),
        verdict=verdict,
        reason=reason,
        is_head=True,
    )


def _has_shape(target: ModelSpec, card: HeadCard) -> bool:
    config = _config_of(target.path)
    return (
        config is not None
        and config.hidden_size == card.shape.hidden_size
        and config.num_layers == card.shape.taps[-1]
        and config.vocab_rows == card.num_rows
    )


def _config_of(path: Path) -> DecoderConfig | None:
    try:
        if path.is_dir():
            return read_lean_config(path)
        with GgufFile.open(path) as file:
            return read_config(file)
    except EngineError:
        return None
