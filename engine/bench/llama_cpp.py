"""llama.cpp's own programs on the same file, to compare with.

Owns finding them, their words and their output: `llama-bench` for plain decoding and reading a
prompt, `llama-speculative-simple` for speculative decoding with a draft model or with look-ups.
Each run is a process of its own; a program that crashes or says something else is a `RivalFailed`.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.bench.runs import RivalFailed

BENCH, SPECULATIVE = "llama-bench", "llama-speculative-simple"
LOOKAHEAD = 4
_PATIENCE_S = 900
_CONTEXT_MARGIN = 64
_LAST_LINES = 3
# Nine digits are more than any honest one has, and few enough for a number.
_COUNT, _SECONDS = r"(\d{1,9})\b", r"(\d{1,9}(?:\.\d*)?)"
_ENCODED = re.compile(rf"encoded\s+{_COUNT} tokens in\s+{_SECONDS} seconds")
_DECODED = re.compile(rf"decoded\s+{_COUNT} tokens in\s+{_SECONDS} seconds")
_DRAFTED = re.compile(rf"n_drafted\s*=\s*{_COUNT}")
_ACCEPTED = re.compile(rf"n_accept\s*=\s*{_COUNT}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LlamaReply:
    """What `llama-speculative-simple` told of one reply."""

    num_prompt_tokens: int
    first_s: float
    tokens_per_s: float
    num_drafted: int
    num_accepted: int


class LlamaCpp:
    """The programs, and the files they run.

    Args:
        bench: `llama-bench`.
        speculative: `llama-speculative-simple`, or None where it was not built.
        num_threads: processor threads, the same as Foreword's.
    """

    def __init__(self, bench: Path, speculative: Path | None, *, num_threads: int) -> None:
        self._bench = bench
        self._speculative = speculative
        self._num_threads = num_threads

    @classmethod
    def find(cls, folder: Path | None, *, num_threads: int) -> Self | None:
        """Look for the programs in a folder, or on the PATH; None where there is no bench."""
        where = None if folder is None else str(folder)
        bench, speculative = (shutil.which(name, path=where) for name in (BENCH, SPECULATIVE))
        if bench is None:
            return None
        return cls(
            Path(bench).absolute(),
            None if speculative is None else Path(speculative).absolute(),
            num_threads=num_threads,
        )

    @property
    def has_speculative(self) -> bool:
        """Whether speculative decoding can be measured."""
        return self._speculative is not None

    def decode_tokens_per_s(self, model: Path, num_tokens: int, *, depth: int) -> float:
        """Measure plain decoding.

        Args:
            model: a GGUF file.
            num_tokens: how many.
            depth: tokens that are in the cache before.

        Raises:
            RivalFailed: the program could not do it.
        """
        return self._rate(model, ["-p", "0", "-n", str(num_tokens), "-d", str(depth)])

    def read_seconds(self, model: Path, num_tokens: int) -> float:
        """Measure the reading of a prompt of so many tokens.

        Raises:
            RivalFailed: the program could not do it.
        """
        return num_tokens / self._rate(model, ["-p", str(num_tokens), "-n", "0"])

    def speculate(
        self,
        model: Path,
        prompt: str,
        *,
        draft: Path | None,
        max_new_tokens: int,
        num_prompt_tokens: int,
    ) -> LlamaReply:
        """Continue a prompt greedily with a draft model, or with look-ups where there is none.

        Args:
            model: a GGUF file.
            prompt: its text, control markers included, without a beginning that llama.cpp adds.
            draft: a GGUF file, or None.
            max_new_tokens: the limit.
            num_prompt_tokens: about how long the prompt is, so that the cache is made for it.

        Raises:
            RivalFailed: the program could not do it.
        """
        if self._speculative is None:
            raise RivalFailed(f"{SPECULATIVE} is not there")
        room = num_prompt_tokens + max_new_tokens + _CONTEXT_MARGIN
        words = ["-m", str(model), "-c", str(room), "-b", str(room), "-n", str(max_new_tokens)]
        words += ["--temp", "0", "--no-escape", "-t", str(self._num_threads)]
        if draft is None:
            words += ["--spec-type", "ngram-simple"]
        else:
            words += ["--spec-type", "draft-simple", "-md", str(draft)]
            words += ["-td", str(self._num_threads), "--spec-draft-n-max", str(LOOKAHEAD)]
        with tempfile.TemporaryDirectory(prefix="foreword-bench-") as folder:
            file = Path(folder, "prompt.txt")
            # One line end is taken off again, and a chat's prompt ends with one that counts.
            file.write_text(f"{prompt}\n", "utf-8", newline="\n")
            done = self._run(self._speculative, [*words, "-f", str(file)])
        return parse_speculative(done.stderr + done.stdout)

    def _rate(self, model: Path, words: Sequence[str]) -> float:
        threads = ["-t", str(self._num_threads), "-r", "1", "-o", "json"]
        done = self._run(self._bench, ["-m", str(model), *threads, *words])
        return parse_bench(done.stdout)

    def _run(self, program: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        folders = [str(program.parent), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        try:
            done = subprocess.run(
                [str(program), *words],
                env={**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(folders)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_PATIENCE_S,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except OSError as error:
            raise RivalFailed(f"{program.name} cannot be started: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            raise RivalFailed(f"{program.name} took more than {_PATIENCE_S} s") from error
        if done.returncode != 0:
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            said = "; ".join(lines[-_LAST_LINES:]) or "nothing"
            raise RivalFailed(f"{program.name} ended with {done.returncode} and said: {said}")
        return done


def parse_bench(output: str) -> float:
    """Read tokens/s from the JSON of `llama-bench` with one test.

    Raises:
        RivalFailed: it is something else.
    """
    try:
        (test,) = json.loads(output)
        rate = float(test["avg_ts"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise RivalFailed(f"{BENCH} wrote something that is no result") from error
    if not 0 < rate < float("inf"):
        raise RivalFailed(f"{BENCH} told {rate:g} tokens/s")
    return rate


def parse_speculative(output: str) -> LlamaReply:
    """Read the summary that `llama-speculative-simple` logs.

    Raises:
        RivalFailed: a line is missing, or what it tells cannot be.
    """
    encoded, decoded = _ENCODED.search(output), _DECODED.search(output)
    drafted, accepted = _DRAFTED.search(output), _ACCEPTED.search(output)
    if encoded is None or decoded is None or drafted is None or accepted is None:
        raise RivalFailed(f"{SPECULATIVE} wrote no summary")
    if int(accepted[1]) > int(drafted[1]):
        said = f"{accepted[1]} of {drafted[1]} drafted tokens accepted"
        raise RivalFailed(f"{SPECULATIVE} told of {said}")
    seconds = float(decoded[2])
    return LlamaReply(
        num_prompt_tokens=int(encoded[1]),
        first_s=float(encoded[2]),
        tokens_per_s=int(decoded[1]) / seconds if seconds > 0 else 0.0,
        num_drafted=int(drafted[1]),
        num_accepted=int(accepted[1]),
    )
