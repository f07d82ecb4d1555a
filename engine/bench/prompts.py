"""The prompts that are measured: five kinds, chosen once and never tuned.

Texts lie in `resources/bench/`, one a file, named by kind and number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files


class Kind(StrEnum):
    """What a prompt asks for.

    Summaries and edits paste a text that the reply repeats in part. Random ones ask for words
    without order, drawn at a high temperature: nothing can tell them ahead.
    """

    CODE = "code"
    CHAT = "chat"
    SUMMARY = "summary"
    EDIT = "edit"
    RANDOM = "random"


RANDOM_TEMPERATURE = 1.5
WRITTEN_KINDS = (Kind.CODE, Kind.CHAT, Kind.SUMMARY, Kind.EDIT)


@dataclass(frozen=True, slots=True)
class BenchPrompt:
    """A prompt; `name` is its file's, such as "code-1".

    `temperature` overrides that of the measurement where it is not None.
    """

    kind: Kind
    name: str
    text: str
    temperature: float | None = None


def bench_prompts(kinds: Sequence[Kind] = WRITTEN_KINDS) -> list[BenchPrompt]:
    """Read the prompts of some kinds, in the order of the kinds."""
    texts = {
        item.name.removesuffix(".txt"): item.read_text("utf-8").strip()
        for item in files("resources").joinpath("bench").iterdir()
        if item.name.endswith(".txt")
    }
    return [
        BenchPrompt(kind, name, texts[name], RANDOM_TEMPERATURE if kind is Kind.RANDOM else None)
        for kind in kinds
        for name in sorted(texts)
        if name.startswith(f"{kind.value}-")
    ]
