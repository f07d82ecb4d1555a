"""What a measurement found, as one object: JSON for programs, tables for people.

Owns wording and layout only; the figures come from `figures.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engine import ModelInfo, ModelsLoaded, SamplingParams, __version__, format_bytes
from engine.bench.figures import LLAMA_SIDES, Agreement, Figures, Ratio
from engine.bench.first_token import FirstToken
from engine.bench.machine import Machine
from engine.bench.memory import Memory
from engine.bench.prompts import RANDOM_TEMPERATURE
from engine.bench.runs import Plan, Run, Side

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that was found.

    Args:
        machine: what it was found on.
        loaded: the models.
        plan: what was done.
        figures: by kind, then of all.
        runs: each one.
        notes: what could not be measured, in sentences.
        first_token: how long a long prompt takes to be answered, or None if not wanted.
        memory: of this process with Foreword's models alone, warm.
        end_memory: of this process in the end; transformers' copies, if any, included.
        weight_bytes: what a plain pass has to read, as near as it is known.
        read_bytes_per_s: how fast memory can be read, or None if unknown.
    """

    machine: Machine
    loaded: ModelsLoaded
    plan: Plan
    figures: Sequence[Figures]
    runs: Sequence[Run]
    notes: Sequence[str]
    first_token: FirstToken | None
    memory: Memory
    end_memory: Memory
    weight_bytes: int
    read_bytes_per_s: float | None
    is_good: bool = True

    @property
    def limit_tokens_per_s(self) -> float | None:
        """Plain decoding cannot be faster than the weights can be read once for each token."""
        return self.read_bytes_per_s / self.weight_bytes if self.read_bytes_per_s else None

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "settings": {
                "sampling": asdict(self.plan.sampling),
                "num_draft_tokens": self.plan.num_draft_tokens,
                "num_repeats": self.plan.num_repeats,
                "num_baseline_tokens": self.plan.num_baseline_tokens,
            },
            "figures": [_figures(figures) for figures in self.figures],
            "memory": asdict(self.memory),
            "end_memory": asdict(self.end_memory),
            "weight_bytes": self.weight_bytes,
            "read_bytes_per_s": self.read_bytes_per_s,
            "limit_tokens_per_s": self.limit_tokens_per_s,
            "first_token": self.first_token.to_json() if self.first_token else None,
            "notes": list(self.notes),
            "runs": [asdict(run) for run in self.runs],
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield self._settings_line()
        yield ""
        yield from table(_foreword_rows(self.figures))
        yield _agreement_line(self.figures[-1].speculative_agrees, self.plan.sampling)
        if any(Side.TRANSFORMERS in figures.sides for figures in self.figures):
            yield ""
            yield from table(_baseline_rows(self.figures))
            yield from self._baseline_notes()
        if any(Side.LLAMA in figures.sides for figures in self.figures):
            yield ""
            yield from table(_llama_rows(self.figures))
            yield (
                "llama.cpp decodes as many tokens after as long a prompt; `best` is its best "
                "way in each repeat."
            )
        if self.first_token is not None:
            yield ""
            yield from self.first_token.lines()
        yield from self.notes
        yield ""
        yield from self._memory_lines()

    def _settings_line(self) -> str:
        sampling = self.plan.sampling
        choice = "greedy" if sampling.is_greedy else f"temperature {sampling.temperature:g}"
        if any(prompt.temperature is not None for prompt in self.plan.prompts):
            choice += f" (random ones: temperature {RANDOM_TEMPERATURE:g})"
        return (
            f"up to {sampling.max_new_tokens} tokens a reply, {choice}; each prompt "
            f"{self.plan.num_repeats} times each way, in turn; medians"
        )

    def _baseline_notes(self) -> Iterator[str]:
        yield (
            f"transformers wrote up to {self.plan.num_baseline_tokens} tokens a reply "
            f"and Foreword up to {self.plan.sampling.max_new_tokens}: the same weights in "
            "bfloat16, through `generate`."
        )
        agreement = self.figures[-1].transformers_agrees
        if agreement is not None:
            yield (
                f"Its text is Foreword's in {agreement.num_same} of {agreement.num_pairs} replies, "
                f"and for at least {agreement.least_common} tokens in all."
            )
        assisted = self.figures[-1].sides.get(Side.ASSISTED)
        if assisted is not None and assisted.tokens_per_s is None:
            yield (
                "With the assistant its replies came in one piece, which has no speed: "
                "give more --against-tokens."
            )

    def _memory_lines(self) -> Iterator[str]:
        yield f"Memory with the models loaded: {_held(self.memory)}."
        if self.end_memory.peak_bytes is not None:
            yield f"The most in the whole run: {format_bytes(self.end_memory.peak_bytes)}."
        limit = self.limit_tokens_per_s
        if limit is not None and self.read_bytes_per_s is not None:
            yield (
                f"Reading {format_bytes(self.weight_bytes)} of weights at "
                f"{format_bytes(round(self.read_bytes_per_s))}/s, plain decoding cannot pass "
                f"{limit:.1f} tokens/s here; it reached {self._share_of_limit()}."
            )

    def _share_of_limit(self) -> str:
        found = self.figures[-1].sides[Side.PLAIN].tokens_per_s
        limit = self.limit_tokens_per_s
        return "-" if found is None or limit is None else f"{100 * found / limit:.0f} % of that"


def heading(machine: Machine, loaded: ModelsLoaded) -> Iterator[str]:
    """Name the models and the machine, for people."""
    draft = f"drafted by {_named(loaded.draft)}" if loaded.draft else "no draft model"
    yield f"Foreword {__version__}: {_named(loaded.target)}, {draft}; {loaded.device}"
    if loaded.draft_refusal is not None:
        yield f"The draft is left out. {loaded.draft_refusal}"
    yield (
        f"{machine.processor}, {machine.num_cores} cores, "
        f"{format_bytes(machine.memory_bytes)}; torch {machine.torch}, "
        f"{machine.cpu_capability}; {machine.system}"
    )


def described(machine: Machine, loaded: ModelsLoaded) -> dict[str, object]:
    """Name the models and the machine, for a program."""
    return {
        "foreword": __version__,
        "machine": asdict(machine),
        "device": loaded.device,
        "models": {
            "target": _model(loaded.target),
            "draft": _model(loaded.draft) if loaded.draft else None,
            "draft_refusal": str(loaded.draft_refusal) if loaded.draft_refusal else None,
        },
    }


def packed_bytes(packed: Path, info: ModelInfo) -> int:
    """Take the packed file's size, or the model's own where there is none."""
    return packed.stat().st_size if packed.exists() else info.size_bytes


def _foreword_rows(figures: Sequence[Figures]) -> Iterator[Row]:
    yield ("", "plain", "", "speculative", "", "", "", "", "")
    yield (
        "KIND",
        "tokens/s",
        "first s",
        "tokens/s",
        "first s",
        "accepted",
        "a round",
        "ratio",
        "from..to",
    )
    for row in figures:
        plain, speculative = row.sides[Side.PLAIN], row.sides[Side.SPECULATIVE]
        rate, per_round = speculative.acceptance_rate, speculative.tokens_per_round
        yield (
            row.kind or "all",
            _number(plain.tokens_per_s, 1),
            _number(plain.first_s, 2),
            _number(speculative.tokens_per_s, 1),
            _number(speculative.first_s, 2),
            "-" if rate is None else f"{100 * rate:.0f} %",
            _number(per_round, 2),
            *_ratio(row.speculative_over_plain),
        )


def _baseline_rows(figures: Sequence[Figures]) -> Iterator[Row]:
    has_assisted = any(Side.ASSISTED in row.sides for row in figures)
    sides = (Side.TRANSFORMERS, Side.ASSISTED) if has_assisted else (Side.TRANSFORMERS,)
    names = ("transformers", "", "assisted", "")[: 2 * len(sides)]
    yield ("", *names, "Foreword plain / transformers", "")
    yield ("KIND", *("tokens/s", "first s") * len(sides), "ratio", "from..to")
    for row in figures:
        cells = []
        for side in sides:
            found = row.sides.get(side)
            cells += [
                _number(found.tokens_per_s if found else None, 2),
                _number(found.first_s if found else None, 2),
            ]
        yield (row.kind or "all", *cells, *_ratio(row.plain_over_transformers))


def _llama_rows(figures: Sequence[Figures]) -> Iterator[Row]:
    sides = [side for side in LLAMA_SIDES if any(side in row.sides for row in figures)]
    yield ("", *("llama.cpp", *[""] * len(sides))[: len(sides)], "plain /", "", "spec. /", "")
    names = {Side.LLAMA: "plain", Side.LLAMA_DRAFT: "draft", Side.LLAMA_LOOKUP: "look-ups"}
    yield ("KIND", *(names[side] for side in sides), "plain", "from..to", "best", "from..to")
    for row in figures:
        speeds = [found.tokens_per_s if (found := row.sides.get(side)) else None for side in sides]
        yield (
            row.kind or "all",
            *(_number(speed, 1) for speed in speeds),
            *_ratio(row.plain_over_llama),
            *_ratio(row.speculative_over_llama),
        )


def _agreement_line(agreement: Agreement, sampling: SamplingParams) -> str:
    text = (
        f"The same text with and without speculation in {agreement.num_same} of "
        f"{agreement.num_pairs} replies."
    )
    if not sampling.is_greedy and agreement.num_same < agreement.num_pairs:
        text += " Sampled replies may differ: each is a draw from the same distribution."
    return text


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Lay rows out: names to the left, numbers to the right; a heading may run over blanks."""
    heading, *rest = rows
    widths = [max(len(cell) for cell in column) for column in zip(*rest, strict=True)]
    starts = [sum(widths[:index]) + 2 * index for index in range(len(widths))]
    line = ""
    for start, cell in zip(starts, heading, strict=True):
        if cell:
            line = f"{line}  ".ljust(start) + cell if line else " " * start + cell
    yield line
    for row in rest:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].ljust(widths[0])
        yield "  ".join(cells)


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _ratio(ratio: Ratio | None) -> tuple[str, str]:
    if ratio is None:
        return "-", "-"
    return f"{ratio.ratio:.2f}", f"{ratio.least:.2f}..{ratio.most:.2f}"


def _held(memory: Memory) -> str:
    text = format_bytes(memory.resident_bytes)
    if memory.anonymous_bytes is not None:
        text += f", {format_bytes(memory.anonymous_bytes)} of it anonymous"
    return text


def _named(info: ModelInfo) -> str:
    return f"{info.spec.name} ({info.kind})"


def _model(info: ModelInfo) -> dict[str, object]:
    return {
        "id": info.spec.id,
        "sha256": info.spec.digest,
        "kind": info.kind,
        "num_parameters": info.num_parameters,
        "size_bytes": info.size_bytes,
    }


def _figures(figures: Figures) -> dict[str, object]:
    fields = asdict(figures)
    return {**fields, "kind": figures.kind or "all"}
