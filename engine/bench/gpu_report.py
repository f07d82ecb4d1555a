"""What the suite for cards found, as JSON for programs and tables for people.

Owns wording and layout only; the figures come from `gpu_suite.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from engine import __version__, format_bytes
from engine.bench.gpu_suite import Measured, Speed
from engine.bench.machine import Machine

Row = tuple[str, ...]
SPEED_UP_GOAL, LIMIT_GOAL = 1.5, 0.6
_LARGEST_ERROR = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuReport:
    """The suite's findings.

    Args:
        machine: what they were found on.
        measured: the figures.
    """

    machine: Machine
    measured: Measured

    @property
    def is_good(self) -> bool:
        """Whether every reply was right and recorded passes compute the same; not how fast."""
        measured = self.measured
        return measured.error < _LARGEST_ERROR and all(speed.is_right for speed in measured.speeds)

    @property
    def speed_up(self) -> float:
        """The best speculative speed over the plain one."""
        plain, fast = (self.measured.best(is_plain=is_plain) for is_plain in (True, False))
        return fast.tokens_per_s / plain.tokens_per_s

    @property
    def limit_share(self) -> float:
        """The plain speed over what the memory allows."""
        plain = self.measured.best(is_plain=True)
        return plain.tokens_per_s / self.measured.limit_tokens_per_s

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        measured = self.measured
        plan = asdict(measured.plan)
        plan["lookaheads"], plan["widths"] = map(
            list, (measured.plan.lookaheads, measured.plan.widths)
        )
        plain = measured.best(is_plain=True)
        return {
            "version": __version__,
            "machine": asdict(self.machine),
            "device": measured.device,
            "plan": plan,
            "build_s": measured.build_s,
            "total_s": measured.total_s,
            "copy_bytes_per_s": measured.copy_bytes_per_s,
            "target_bytes": measured.target_bytes,
            "draft_bytes": measured.draft_bytes,
            "limit_tokens_per_s": measured.limit_tokens_per_s,
            "is_recorded": measured.is_recorded,
            "error": measured.error,
            "products": [asdict(product) for product in measured.products],
            "target_passes": [asdict(times) for times in measured.target_passes],
            "draft_passes": [asdict(times) for times in measured.draft_passes],
            "speeds": [
                {**asdict(speed), "over_plain": speed.tokens_per_s / plain.tokens_per_s}
                for speed in measured.speeds
            ],
            "goals": {
                "speed_up": {"reached": self.speed_up, "goal": SPEED_UP_GOAL},
                "limit_share": {"reached": self.limit_share, "goal": LIMIT_GOAL},
            },
            "is_good": self.is_good,
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        measured, plan = self.measured, self.measured.plan
        target, draft = (shape.name for shape in plan.pair)
        yield f"{measured.device}, torch {self.machine.torch}"
        yield (
            f"Random weights of a {target} and a {draft} shape, "
            f"{format_bytes(measured.target_bytes)} and {format_bytes(measured.draft_bytes)} "
            f"read a pass; {plan.agreement:.0%} of drafted tokens are the target's own."
        )
        yield (
            f"Memory moves {format_bytes(int(measured.copy_bytes_per_s))} a second, so that plain "
            f"decoding cannot exceed {measured.limit_tokens_per_s:.1f} tokens/s."
        )
        if not measured.is_recorded:
            yield "Passes are not recorded on this device."
        else:
            yield f"Recorded passes differ from others by {measured.error:.1e} at most."
        yield ""
        yield from _table(
            ("drafted", "tokens/s", "x plain", "tokens/round", "waits", ""), self._speeds()
        )
        yield ""
        yield from _table(("pass", "as it is", "recorded", "x one token"), self._passes())
        yield ""
        yield from _table(("matrix", "rows", "time", "read"), self._products())
        yield ""
        yield _goal("The best draft length", self.speed_up, SPEED_UP_GOAL, "times plain speed")
        yield _goal("Plain decoding", self.limit_share, LIMIT_GOAL, "of what memory allows")
        if not self.is_good:
            yield "Replies or passes were WRONG: these figures are worth nothing."
        yield f"Measured in {measured.total_s:.0f} s, {measured.build_s:.0f} s of it for weights."

    def _speeds(self) -> Iterator[Row]:
        plain = self.measured.best(is_plain=True).tokens_per_s
        for speed in self.measured.speeds:
            waits = "" if speed.waits_per_round is None else f"{speed.waits_per_round:.2f}"
            yield (
                str(speed.num_draft_tokens or "plain"),
                f"{speed.tokens_per_s:.1f}",
                f"{speed.tokens_per_s / plain:.2f}",
                f"{speed.tokens_per_round:.2f}",
                waits,
                _remark(speed, is_recorded=self.measured.is_recorded),
            )

    def _passes(self) -> Iterator[Row]:
        measured = self.measured
        for name, passes in (("target", measured.target_passes), ("draft", measured.draft_passes)):
            first = passes[0].recorded_s or passes[0].eager_s
            for times in passes:
                best = times.recorded_s or times.eager_s
                yield (
                    f"{name}, {times.width}",
                    f"{times.eager_s * 1000:.3f} ms",
                    "" if times.recorded_s is None else f"{times.recorded_s * 1000:.3f} ms",
                    f"{best / first:.2f}",
                )

    def _products(self) -> Iterator[Row]:
        for product in self.measured.products:
            speed = product.num_bytes / product.seconds
            yield (
                product.name,
                str(product.num_rows),
                f"{product.seconds * 1e6:.1f} us",
                f"{format_bytes(int(speed))}/s",
            )


def _remark(speed: Speed, *, is_recorded: bool) -> str:
    words = [] if speed.rule is None else [f"sampled, {speed.rule}"]
    if is_recorded and not speed.is_recorded:
        words.append("not recorded")
    if not speed.is_right:
        words.append("WRONG")
    return ", ".join(words)


def _goal(name: str, reached: float, goal: float, unit: str) -> str:
    verdict = "reached" if reached >= goal else "missed"
    return f"{name}: {reached:.2f} {unit}; the goal of {goal:g} is {verdict}."


def _table(heading: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Lay cells out in columns, the first to the left and the others to the right."""
    lines: Sequence[Row] = [heading, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heading))]
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()
