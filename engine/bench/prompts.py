"""The prompts that are measured: four kinds, chosen once and never tuned.

Texts lie in `resources/bench/`, one a file, named by kind and number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files


class Kind(StrEnum):
    """What a prompt asks for; the last two paste a text that the reply repeats in part."""

    CODE = "code"
    CHAT = "chat"
    SUMMARY = "summary"
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class BenchPrompt:
    """A prompt; `name` is its file's, such as "code-1"."""

    kind: Kind
    name: str
    text: str


def bench_prompts(kinds: Sequence[Kind] = tuple(Kind)) -> list[BenchPrompt]:
    """Read the prompts of some kinds, in the order of the kinds."""
    texts = {
        item.name.removesuffix(".txt"): item.read_text("utf-8").strip()
        for item in files("resources").joinpath("bench").iterdir()
        if item.name.endswith(".txt")
    }
    return [
        BenchPrompt(kind, name, texts[name])
        for kind in kinds
        for name in sorted(texts)
        if name.startswith(f"{kind.value}-")
    ]
