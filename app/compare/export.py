"""Comparisons as a table for other programs: one line a run, figures only. Knows no Qt."""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from app.compare.runs import ComparedRun

COLUMNS = (
    "finished_at",
    "series",
    "target",
    "form",
    "draft",
    "device",
    "kind",
    "prompt",
    "temperature",
    "first",
    "plain_tokens_per_s",
    "speculative_tokens_per_s",
    "ratio",
    "plain_first_token_s",
    "speculative_first_token_s",
    "num_tokens",
    "acceptance_rate",
    "tokens_a_round",
    "num_compared",
    "first_difference",
    "others_share",
    "note",
)


def write_csv(path: Path, runs: Iterable[ComparedRun]) -> None:
    """Write runs, one a line under a heading.

    Raises:
        OSError: there is no place for the file.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for run in runs:
            writer.writerow(_row(run))


def note_of(run: ComparedRun) -> str:
    """Say what speaks against a run, or nothing."""
    if run.ratio <= 0.0:
        return "too short"
    if run.is_refused:
        return "refused: the computer was busy"
    return "the computer was busy" if run.is_busy else ""


def _row(run: ComparedRun) -> list[str]:
    def share(value: float | None) -> str:
        return "" if value is None else f"{value:.4f}"

    return [
        datetime.fromtimestamp(run.at, tz=UTC).isoformat(timespec="seconds"),
        run.series,
        run.target,
        run.form,
        run.draft,
        run.device,
        run.kind.value,
        run.prompt,
        f"{run.temperature:g}",
        "speculative" if run.is_speculative_first else "plain",
        f"{run.plain_tokens_per_s:.3f}",
        f"{run.speculative_tokens_per_s:.3f}",
        f"{run.ratio:.4f}",
        f"{run.plain_first_token_s:.4f}",
        f"{run.speculative_first_token_s:.4f}",
        str(run.num_tokens),
        share(run.acceptance_rate),
        f"{run.tokens_a_round:.3f}",
        str(run.num_compared),
        "" if run.first_difference is None else str(run.first_difference),
        share(run.others_share),
        note_of(run),
    ]
