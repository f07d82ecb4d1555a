"""Look for files that break the readers: `python -m tests.fuzz gguf --seconds 600`.

The cases run in a child process; one that dies, hangs or answers with anything but a refusal
leaves its case in the output folder. The parent starts another child with the next seed.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from time import process_time

import torch

from engine.errors import EngineError
from tests.fuzz.bases import copy_case, write_bases
from tests.fuzz.entries import ENTRIES, SPARE_BYTES, keep_quiet, memory_watch
from tests.fuzz.spoiling import spoil_bytes, spoil_folder

_CHILD_S = 10.0
_HANG_S = 10.0
_PATIENCE = 120
"""Times a child may take what it was given, on a machine that does other things."""
_TOO_LATE = -1
_MOST_KEPT = 40


def main() -> int:
    """Fuzz for a while and say what came of it; 1 if anything broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("entry", choices=ENTRIES)
    parser.add_argument("--seconds", type=float, default=600.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "fuzz-found")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.child:
        return _run_cases(args.entry, seconds=args.seconds, seed=args.seed, out=args.out)
    left, seed, num_cases, num_broken = args.seconds, args.seed, 0, 0
    while left > 0.0 and num_broken < _MOST_KEPT:
        command = [
            *(sys.executable, "-m", "tests.fuzz", args.entry, "--child"),
            *("--seconds", str(min(left, _CHILD_S)), "--seed", str(seed), "--out", str(args.out)),
        ]
        code, told = _run_child(command)
        if code == _TOO_LATE:
            # The machine may have been put to sleep; what hangs does so again.
            code, told = _run_child(command)
        if code == 0 and told:
            tried, broken = map(int, told.split()[-2:])
            num_cases, num_broken = num_cases + tried, num_broken + broken
        else:
            num_broken += 1
            _keep(args.out / f"{args.entry}-now", args.out, f"died with {code}, seed {seed}")
        seed, left = seed + 1, left - _CHILD_S
        print(f"{num_cases:,} cases, {num_broken} broke something", flush=True)
    return 1 if num_broken else 0


def _run_child(command: list[str]) -> tuple[int, str]:
    """Run a child; gives its exit status and what it told."""
    try:
        done = subprocess.run(
            command, timeout=_CHILD_S * _PATIENCE, stdout=subprocess.PIPE, text=True
        )
    except subprocess.TimeoutExpired:
        return _TOO_LATE, ""
    return done.returncode, done.stdout.strip()


def _run_cases(entry: str, *, seconds: float, seed: int, out: Path) -> int:
    """Run cases until the time is over; tells how many, and how many broke something."""
    keep_quiet()
    torch.set_num_threads(1)
    chance = random.Random(seed)
    current = out / f"{entry}-now"
    num_cases = num_broken = 0
    with tempfile.TemporaryDirectory() as root:
        bases = write_bases(Path(root))[entry]
        for base in bases:
            ENTRIES[entry](base, base)
        end = process_time() + seconds
        while process_time() < end:
            base = chance.choice(bases)
            shutil.rmtree(current, ignore_errors=True)
            case = copy_case(base, current / base.name)
            if case.is_dir():
                for _ in range(chance.choice((1, 1, 1, 2))):
                    spoil_folder(case, chance)
            else:
                case.write_bytes(spoil_bytes(case.read_bytes(), chance))
            began = process_time()
            trouble = _trouble(entry, case, base)
            if not trouble and process_time() - began > _HANG_S:
                trouble = f"took {process_time() - began:.1f} s"
            if trouble:
                num_broken += 1
                _keep(current, out, trouble)
            num_cases += 1
            if num_broken >= _MOST_KEPT:
                break
    shutil.rmtree(current, ignore_errors=True)
    print(num_cases, num_broken)
    return 0


def _trouble(entry: str, case: Path, sound: Path) -> str:
    """Say what was wrong with how a case was taken, or give an empty text."""
    files = [case] if case.is_file() else [path for path in case.iterdir() if path.is_file()]
    allowed = sum(path.stat().st_size for path in files) + SPARE_BYTES
    with memory_watch() as gained:
        try:
            ENTRIES[entry](case, sound)
        except EngineError:
            pass
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return "".join(traceback.format_exception(error))
        most = gained()
    return f"took {most:,} bytes of memory, {allowed:,} allowed" if most > allowed else ""


def _keep(case: Path, out: Path, why: str) -> None:
    """Keep a case that broke something, and why."""
    number = sum(1 for path in out.iterdir() if path.name.startswith("found-"))
    kept = out / f"found-{number:03}"
    if case.exists():
        shutil.copytree(case, kept)
    kept.mkdir(exist_ok=True)
    (kept / "why.txt").write_text(why, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
