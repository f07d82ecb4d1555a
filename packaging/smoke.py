"""Tests a frozen program from the outside, as a stranger's machine would have it.

    python packaging/smoke.py /usr/lib/foreword                every check that can be made here
    python packaging/smoke.py dist/frozen/foreword --only damaged --json results.json

Needs a Python, but none of Foreword's libraries. A check that needs a missing tool is passed over
with a word. Exits with 1 where a check failed.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter

from frozen_bundle import Bundle
from smoke_checks import CHECKS, Bench, Failure, PassedOver, Seen

_TOLD = ("platform", "window_s", "ready_s", "first_token_s", "num_tokens", "draft", "num_files")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check came to.

    Args:
        name: the check's.
        problem: what was wrong, empty where nothing was.
        passed_over: why it was not made, empty where it was.
        seen: what the program said.
        seconds: how long the check took.
    """

    name: str
    problem: str = ""
    passed_over: str = ""
    seen: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0

    def __str__(self) -> str:
        if self.passed_over:
            return f"-    {self.name}: {self.passed_over}"
        values = [(key, self.seen.get(key)) for key in _TOLD]
        told = ", ".join(f"{key} {it}" for key, it in values if isinstance(it, str | int | float))
        mark = "FAIL" if self.problem else "ok  "
        return f"{mark} {self.name} ({self.seconds:.1f} s): {self.problem or told}".rstrip(" :")


def run_all(bench: Bench, checks: Sequence[Callable[[Bench], Seen]] = CHECKS) -> Iterator[Outcome]:
    """Make the checks, one after the other; each goes on whatever came of the one before."""
    for check in checks:
        yield run_one(bench, check)


def run_one(bench: Bench, check: Callable[[Bench], Seen]) -> Outcome:
    """Make one check."""
    name = check.__name__.replace("_", " ")
    start = perf_counter()
    try:
        seen = check(bench)
    except Failure as failure:
        return Outcome(name, problem=str(failure), seconds=perf_counter() - start)
    except PassedOver as reason:
        return Outcome(name, passed_over=str(reason))
    return Outcome(name, seen=seen, seconds=perf_counter() - start)


def main(argv: Sequence[str] | None = None) -> int:
    """Make the checks and print a line for each."""
    parser = argparse.ArgumentParser(description="Test a frozen program from the outside.")
    parser.add_argument("folder", type=Path, help="the program's folder, or its .app")
    parser.add_argument("--model", type=Path, help="a GGUF file, where it brings no starter")
    parser.add_argument("--only", nargs="+", metavar="CHECK", help="these checks")
    parser.add_argument("--room", type=Path, help="where copies are made; default: temporary")
    parser.add_argument("--picture", type=Path, metavar="PNG", help="the window in mid-answer")
    parser.add_argument("--json", type=Path, help="write everything that was seen")
    args = parser.parse_args(argv)
    known = {check.__name__: check for check in CHECKS}
    if args.only and not set(args.only) <= known.keys():
        parser.error(f"the checks are: {', '.join(known)}")
    chosen = [known[name] for name in args.only or known]
    outcomes = []
    with tempfile.TemporaryDirectory(
        prefix="foreword-smoke-", dir=args.room, ignore_cleanup_errors=True
    ) as room:
        bench = Bench(
            Bundle(args.folder.resolve()),
            Path(room).resolve(),
            model=args.model.resolve() if args.model else None,
            picture=args.picture.resolve() if args.picture else None,
        )
        for outcome in run_all(bench, chosen):
            print(outcome, flush=True)
            outcomes.append(outcome)
    if args.json:
        args.json.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=2))
    return 1 if any(outcome.problem for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
