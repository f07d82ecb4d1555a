"""The shape of a conversation: which messages follow which, and which of them are on the path.

Pure functions over ids. A parent is always older than its child, so that whatever a damaged file
says, every path comes to an end.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

ROOT = 0
"""The parent of a message that begins a conversation."""


@dataclass(frozen=True, slots=True)
class Node:
    """One message's place.

    Args:
        id: the message's.
        parent_id: of the message it follows, `ROOT`, or None for the one before it by id.
        picked: of several that follow the same one, the highest is on the path.
    """

    id: int
    parent_id: int | None
    picked: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A message on a path, and all that stand in the same place, itself included, by age."""

    id: int
    siblings: tuple[int, ...]


class Tree:
    """The messages of one conversation.

    Args:
        nodes: in any order.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        ordered = sorted(nodes, key=lambda node: node.id)
        self._nodes = {node.id: node for node in ordered}
        self._parents = _parents(ordered)
        self._children: dict[int, list[int]] = defaultdict(list)
        for id, parent_id in self._parents.items():
            self._children[parent_id].append(id)

    @property
    def parents(self) -> Mapping[int, int]:
        """The parent of each message, by age."""
        return self._parents

    def children(self, id: int) -> tuple[int, ...]:
        """Give the messages that follow one directly, by age."""
        return tuple(self._children.get(id, ()))

    def chosen_path(self) -> list[Step]:
        """Give the messages that are shown, from the first."""
        steps: list[Step] = []
        at = ROOT
        while children := self.children(at):
            at = max(children, key=self.rank)
            steps.append(Step(at, children))
        return steps

    def path_to(self, id: int) -> list[Step]:
        """Give the messages up to one, from the first; empty where there is no such message."""
        path: list[Step] = []
        at = id if id in self._parents else ROOT
        while at != ROOT:
            parent_id = self._parents[at]
            path.append(Step(at, self.children(parent_id)))
            at = parent_id
        return path[::-1]

    def rank(self, id: int) -> tuple[int, int]:
        """Give what decides among siblings: of several, the highest is on the path."""
        return self._nodes[id].picked, id

    def below(self, id: int) -> list[int]:
        """Give a message and all that follow it, on whatever branch."""
        found = [id]
        for at in found:
            found.extend(self._children.get(at, ()))
        return found


def _parents(ordered: Sequence[Node]) -> dict[int, int]:
    parents: dict[int, int] = {}
    before = ROOT
    for node in ordered:
        parent_id = node.parent_id
        is_known = parent_id == ROOT or parent_id in parents
        parents[node.id] = parent_id if parent_id is not None and is_known else before
        before = node.id
    return parents
