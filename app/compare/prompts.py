"""What may be compared: the last question, a prompt of one's own, or one of the built-in sets.

The sets are those of the benchmark. Knows no Qt and no chats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import bench_prompts


class PromptKind(StrEnum):
    """What a prompt asks for; kept in the history of comparisons."""

    CHAT = "chat"
    CODE = "code"
    EDIT = "edit"
    SUMMARY = "summary"
    OWN = "own"
    LAST = "last"

    @property
    def label(self) -> str:
        """What a person calls it."""
        return _KIND_LABELS[self]


_KIND_LABELS = {
    PromptKind.CHAT: "chat",
    PromptKind.CODE: "code",
    PromptKind.EDIT: "edit",
    PromptKind.SUMMARY: "summary",
    PromptKind.OWN: "own prompt",
    PromptKind.LAST: "question from a chat",
}
BUILT_IN = (PromptKind.CHAT, PromptKind.CODE, PromptKind.EDIT, PromptKind.SUMMARY)


class PromptSet(StrEnum):
    """What can be chosen; a set brings several prompts."""

    LAST = "last"
    OWN = "own"
    CHAT = "chat"
    CODE = "code"
    EDIT = "edit"
    SUMMARY = "summary"
    ALL = "all"

    @property
    def label(self) -> str:
        """What a person calls it."""
        return _SET_LABELS[self]

    @property
    def is_built_in(self) -> bool:
        """Whether its prompts come with Foreword."""
        return self not in (PromptSet.LAST, PromptSet.OWN)


_SET_LABELS = {
    PromptSet.LAST: "Last question",
    PromptSet.OWN: "My prompt",
    PromptSet.CHAT: "Set: chat",
    PromptSet.CODE: "Set: code",
    PromptSet.EDIT: "Set: edits",
    PromptSet.SUMMARY: "Set: summaries",
    PromptSet.ALL: "All four sets",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One prompt; `name` tells those of a set apart, such as "code-1"."""

    kind: PromptKind
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be compared, and how.

    Args:
        prompts: one or more; the text of one of the kind LAST is the chat's own.
        num_repeats: 1 or more; which way goes first alternates.
        max_new_tokens: the longest reply, or None for as the settings say.
    """

    prompts: tuple[Prompt, ...]
    num_repeats: int = 1
    max_new_tokens: int | None = None

    @property
    def num_runs(self) -> int:
        """Runs in all."""
        return len(self.prompts) * self.num_repeats


def prompts_of(choice: PromptSet) -> tuple[Prompt, ...]:
    """Give the prompts of a built-in set; nothing for the others."""
    if not choice.is_built_in:
        return ()
    kinds: Sequence[PromptKind] = BUILT_IN if choice is PromptSet.ALL else (PromptKind(choice),)
    return tuple(
        Prompt(kind=PromptKind(found.kind.value), name=found.name, text=found.text)
        for found in bench_prompts()
        if found.kind.value in kinds
    )
