"""What is known of a pair of models on this machine: looked up, measured once, kept.

Owns the file it is kept in and the names things have there. The file may be lost: whatever is odd
about it is measured again. Acceptance is kept as averages by place in a draft and holds no text.
"""

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from engine.calibration import WIDTHS, measure_draft, measure_passes
from engine.drafting.protocol import Drafter
from engine.events import Calibration, DraftCost, TokenSource
from engine.json_file import read_json, write_json
from engine.lookahead import Kept, Lookahead
from engine.models.cached import CachedModel

_VERSION = 3
_MOST_KEPT = 64
"""Entries of a kind; the oldest goes."""
_GUESSED_STEP = 0.2
_LEAST_PASS_S, _DEAREST = 1e-7, 1e5
"""Seconds of a pass that no machine undercuts, and how many of them no other one takes."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFiles:
    """What a measurement depends on.

    Args:
        target: file or folder of the target.
        draft: of the draft, or None.
        machine: device, processor, torch, and how weights are held, in words.
        num_threads: processor threads.
    """

    target: Path
    draft: Path | None
    machine: str
    num_threads: int

    @property
    def target_key(self) -> str:
        """Name the target on this machine."""
        return self._key(self.target)

    @property
    def pair_key(self) -> str:
        """Name both on this machine."""
        return self._key(self.target, *([] if self.draft is None else [self.draft]))

    def _key(self, *paths: Path) -> str:
        words = [str(_VERSION), self.machine, str(self.num_threads)]
        for path in paths:
            stat = path.stat()
            words.append(f"{path.absolute()} {stat.st_size} {stat.st_mtime_ns}")
        return sha256(os.fsencode("\n".join(words))).hexdigest()[:32]


class PairRecord:
    """The knowledge of one pair.

    Args:
        path: of the file; made when something is first kept.
        files: what it depends on.
        step_share: time of a draft step in target passes where it cannot be measured; the ratio
            of their weights in memory is a good guess.
    """

    def __init__(self, path: Path, files: PairFiles, *, step_share: float = _GUESSED_STEP) -> None:
        self._path = path
        self._target_key, self._pair_key = files.target_key, files.pair_key
        self._step_share = step_share
        self._passes = _passes_from(_entry(path, "passes", self._target_key))
        self._drafts = _drafts_from(_entry(path, "drafts", self._pair_key))
        self._kept = _kept_from(_entry(path, "acceptance", self._pair_key))
        self._taken_s = 0.0

    @property
    def calibration(self) -> Calibration | None:
        """What was measured, for people."""
        if not self._passes:
            return None
        return Calibration(
            passes=tuple(self._passes.items()),
            drafts=tuple(self._drafts.values()),
            taken_s=self._taken_s,
        )

    def lacking(self, target: CachedModel, drafters: Sequence[Drafter]) -> TokenSource | None:
        """Whose costs `measure` would take a while to find out; None where it takes no time."""
        if self._lacks_passes(target):
            return TokenSource.TARGET
        sources = [drafter.source for drafter in self._unknown(drafters)] if self._passes else []
        return next((source for source in sources if source != TokenSource.NGRAM), None)

    def measure(
        self,
        target: CachedModel,
        drafters: Sequence[Drafter],
        *,
        num_tokens: int,
        should_stop: Callable[[], bool],
    ) -> None:
        """Measure what is not known and keep it; a conversation in the target's cache stays.

        Args:
            target: as loaded.
            drafters: those of a turn; they forget everything.
            num_tokens: ids the tokenizer knows.
            should_stop: asked before each pass; what was not measured is guessed.
        """
        start = perf_counter()
        if self._lacks_passes(target):
            self._passes = measure_passes(target, should_stop=should_stop)
            if self._passes:
                self._keep("passes", self._target_key, list(self._passes.items()))
        unknown = self._unknown(drafters) if self._passes else []
        for drafter in unknown:
            cost = measure_draft(
                drafter,
                target,
                num_tokens=num_tokens,
                pass_s=self._passes[1],
                should_stop=should_stop,
            )
            if cost is not None:
                self._drafts[drafter.source] = cost
        if unknown:
            kept = {cost.source: [cost.step, cost.reading] for cost in self._drafts.values()}
            self._keep("drafts", self._pair_key, kept)
        self._taken_s = perf_counter() - start

    def new_lookahead(self) -> Lookahead:
        """Start a policy with all that is known."""
        shape = {width: seconds / self._passes[1] for width, seconds in self._passes.items()}
        guess = {TokenSource.MODEL: DraftCost(source=TokenSource.MODEL, step=self._step_share)}
        return Lookahead(shape=shape or None, costs={**guess, **self._drafts}, kept=self._kept)

    def keep_acceptance(self, lookahead: Lookahead) -> None:
        """Keep what a policy has learnt, if it is anything new."""
        kept = lookahead.kept()
        if kept != self._kept:
            self._kept = kept
            self._keep("acceptance", self._pair_key, kept)

    def forget(self) -> None:
        """Measure again at the next occasion."""
        self._passes, self._drafts = {}, {}

    def _lacks_passes(self, target: CachedModel) -> bool:
        # A conversation that is still in the cache is worth more than a measurement.
        return not self._passes and target.length == 0

    def _unknown(self, drafters: Sequence[Drafter]) -> list[Drafter]:
        return [drafter for drafter in drafters if drafter.source not in self._drafts]

    def _keep(self, kind: str, key: str, value: object) -> None:
        """Add to the file; where it cannot be written it is found out again next time."""
        whole = read_json(self._path)
        entries = whole.get(kind)
        others = dict(entries) if isinstance(entries, dict) else {}
        others.pop(key, None)
        newest = list(others.items())[-(_MOST_KEPT - 1) :]
        known = {name: whole[name] for name in _KINDS if name in whole}
        try:
            write_json(self._path, {**known, kind: {**dict(newest), key: value}})
        except OSError as error:
            _log.info("calibration not kept: %s", error.strerror)


_KINDS = ("passes", "drafts", "acceptance")


def _entry(path: Path, kind: str, key: str) -> object:
    entries = read_json(path).get(kind)
    return entries.get(key) if isinstance(entries, dict) else None


def _passes_from(entry: object) -> dict[int, float]:
    """Read seconds by width; nothing where anything about them is odd."""
    if not isinstance(entry, list):
        return {}
    passes: dict[int, float] = {}
    for pair in entry:
        match pair:
            case [int(width), float(seconds)] if width in WIDTHS and 0.0 < seconds < 1000.0:
                passes[width] = seconds
            case _:
                return {}
    return passes if _is_likely(passes) else {}


def _is_likely(passes: dict[int, float]) -> bool:
    """Whether passes are as `measure_passes` gives them: others would have wider ones cost nothing,
    or less than nothing."""
    if 1 not in passes or passes[1] < _LEAST_PASS_S:
        return False
    by_width = [passes[width] for width in sorted(passes)]
    is_rising = all(before <= after for before, after in pairwise(by_width))
    return is_rising and by_width[-1] <= _DEAREST * passes[1]


def _drafts_from(entry: object) -> dict[TokenSource, DraftCost]:
    drafts: dict[TokenSource, DraftCost] = {}
    for name, value in entry.items() if isinstance(entry, dict) else ():
        match value:
            case [float(step), (float() | None) as reading] if name in list(TokenSource):
                if 0.0 <= step < 1000.0 and (reading is None or 0.0 <= reading < 1000.0):
                    source = TokenSource(name)
                    drafts[source] = DraftCost(source=source, step=step, reading=reading)
            case _:
                pass
    return drafts


def _kept_from(entry: object) -> Kept:
    kept: Kept = {}
    for name, state in entry.items() if isinstance(entry, dict) else ():
        pairs: list[tuple[float, float]] = []
        for pair in state if isinstance(state, list) else ():
            match pair:
                case [float(mean), float(weight)] if 0.0 <= mean <= 1.0 and 0.0 < weight < 1000.0:
                    pairs.append((mean, weight))
                case _:
                    break
        if pairs:
            kept[name] = pairs
    return kept
