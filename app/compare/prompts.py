"""What may be compared: the last question, a prompt of one's own, or one of the built-in sets.

The sets are those of the benchmark. Knows no widget and no chats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.language.text import mark, translate
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
        return translate("Compare", _KIND_LABELS[self])


_KIND_LABELS = {
    PromptKind.CHAT: mark("Compare", "chat"),
    PromptKind.CODE: mark("Compare", "code"),
    PromptKind.EDIT: mark("Compare", "edit"),
    PromptKind.SUMMARY: mark("Compare", "summary"),
    PromptKind.OWN: mark("Compare", "own prompt"),
    PromptKind.LAST: mark("Compare", "question from a chat"),
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
        return translate("Compare", _SET_LABELS[self])

    @property
    def is_built_in(self) -> bool:
        """Whether its prompts come with Foreword."""
        return self not in (PromptSet.LAST, PromptSet.OWN)


_SET_LABELS = {
    PromptSet.LAST: mark("Compare", "Last question"),
    PromptSet.OWN: mark("Compare", "My prompt"),
    PromptSet.CHAT: mark("Compare", "Set: chat"),
    PromptSet.CODE: mark("Compare", "Set: code"),
    PromptSet.EDIT: mark("Compare", "Set: edits"),
    PromptSet.SUMMARY: mark("Compare", "Set: summaries"),
    PromptSet.ALL: mark("Compare", "All four sets"),
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
