"""llama.cpp's two programs as shell scripts that answer at once and write down each call.

The speculative one counts a byte of the prompt's file as a token, as the tiny model does, less the
line end that the real one takes off.
"""

from pathlib import Path

from engine.bench.llama_cpp import BENCH, SPECULATIVE

_BENCH = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls.txt"
echo '[{"n_prompt": 0, "n_gen": 12, "avg_ts": 20.0}]'
"""
_SPECULATIVE = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls.txt"
while [ $# -gt 0 ]; do
    if [ "$1" = -f ]; then file=$2; fi
    shift
done
echo "some text"
cat >&2 <<END
0.58.301.324 I encoded $(($(wc -c < "$file") - 1)) tokens in    0.500 seconds, speed:    9.370 t/s
0.58.301.348 I decoded   30 tokens in    2.000 seconds, speed:   15.000 t/s
0.58.301.363 I
0.58.301.408 I n_drafted = 24
0.58.301.423 I n_accept  = 18
0.58.301.438 I accept    = 75.000%
END
"""
_BROKEN = """#!/bin/sh
echo "loading the model" >&2
echo "illegal instruction" >&2
exit 132
"""


def write_bench(folder: Path) -> None:
    """Put `llama-bench` into a folder: 20 tokens/s, whatever it is asked."""
    _write(folder / BENCH, _BENCH)


def write_speculative(folder: Path) -> None:
    """Put `llama-speculative-simple` into a folder: 15 tokens/s, 18 of 24 accepted."""
    _write(folder / SPECULATIVE, _SPECULATIVE)


def write_broken(path: Path) -> None:
    """Write a program that crashes."""
    _write(path, _BROKEN)


def calls(folder: Path) -> list[list[str]]:
    """Give the words of each call."""
    return [line.split() for line in (folder / "calls.txt").read_text("utf-8").splitlines()]


def _write(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script, "utf-8")
    path.chmod(0o755)
