"""The table of what passes and draft steps cost here, and how far it pays to draft.

What a lookahead would bring is told for drafts of some acceptance, so that a person can see why
one is used or not.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from engine import Calibration, ModelsLoaded
from engine.advisor import expected_speedups
from engine.bench.machine import Machine
from engine.bench.report import described, heading, table
from engine.lookahead import LONGEST_DRAFT
from engine.models.form import FORM_WIDTHS, FormTimes

_ACCEPTANCES = (0.3, 0.5, 0.7, 0.8, 0.9, 0.97)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationReport:
    """What was measured at the load."""

    machine: Machine
    loaded: ModelsLoaded
    products: FormTimes | None
    """Of this processor, where it has both forms."""
    is_good: bool = True

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        found = self.loaded.calibration
        return {
            **described(self.machine, self.loaded),
            "calibration": None if found is None else asdict(found),
            "products": None if self.products is None else asdict(self.products),
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        found = self.loaded.calibration
        if self.products is not None:
            yield from self._product_lines(self.products)
        if found is None:
            yield "Nothing could be measured: there is too little room in the cache."
            return
        plain = found.passes[0][1]
        yield f"Measured in {found.taken_s:.2f} s."
        yield ""
        yield from table(
            [
                ("tokens in a pass", *(str(width) for width, _ in found.passes)),
                ("milliseconds", *(f"{1000 * seconds:.1f}" for _, seconds in found.passes)),
                ("in plain passes", *(f"{seconds / plain:.2f}" for _, seconds in found.passes)),
            ]
        )
        yield ""
        rows = [
            ("drafter", "a step", "to read an id", *(f"{a:.0%} accepted" for a in _ACCEPTANCES))
        ]
        for cost in found.drafts:
            reading = "-" if cost.reading is None else f"{cost.reading:.5f}"
            gains = (_gain(found, cost.step, acceptance) for acceptance in _ACCEPTANCES)
            rows.append((cost.source.value, f"{cost.step:.5f}", reading, *gains))
        yield from table(rows)
        yield "Steps and reading in plain passes; then the best lookahead and its speed."

    def _product_lines(self, times: FormTimes) -> Iterator[str]:
        yield from table(
            [
                ("products of 8192 x 4096, ms", *(f"{width} rows" for width in FORM_WIDTHS)),
                ("4 bits (int4)", *(f"{ms:.2f}" for ms in times.int4)),
                ("8 bits by 8 (w8a8)", *(f"{ms:.2f}" for ms in times.w8a8)),
            ]
        )
        yield f"So a model is held as {times.best.value} here, unless told otherwise."
        yield ""


def _gain(calibration: Calibration, step: float, acceptance: float) -> str:
    """Say which lookahead is best for a draft of this acceptance, and how much faster it is."""
    speedups = expected_speedups(calibration, step=step, acceptance=acceptance)
    best = max(range(LONGEST_DRAFT + 1), key=speedups.__getitem__)
    return f"{best}: {speedups[best]:.2f}"
