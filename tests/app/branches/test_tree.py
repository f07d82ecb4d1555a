"""The shape of a conversation from ids alone, whatever a file says."""

from hypothesis import given
from hypothesis import strategies as st

from app.branches.tree import ROOT, Node, Tree


def ids(tree: Tree) -> list[int]:
    """Give the ids of the path that is shown."""
    return [step.id for step in tree.chosen_path()]


def test_rows_that_know_nothing_of_branches_are_one_line() -> None:
    """As those of an import, or of an older file that was saved from damage."""
    tree = Tree([Node(3, None), Node(1, None), Node(7, None)])
    assert ids(tree) == [1, 3, 7]
    assert tree.parents == {1: ROOT, 3: 1, 7: 3}


def test_the_highest_pick_is_shown_and_its_own_branch_with_it() -> None:
    """Two answers to one question; the older one was picked last and has more behind it."""
    nodes = [Node(1, ROOT), Node(2, 1, 5), Node(3, 1, 2), Node(4, 2), Node(5, 3)]
    tree = Tree(nodes)
    assert ids(tree) == [1, 2, 4]
    assert tree.chosen_path()[1].siblings == (2, 3)
    assert [step.id for step in tree.path_to(5)] == [1, 3, 5]
    assert tree.path_to(99) == []
    assert sorted(tree.below(2)) == [2, 4]


def test_without_a_pick_the_newest_is_shown() -> None:
    """So that nothing that was written last is hidden."""
    assert ids(Tree([Node(1, ROOT), Node(2, 1), Node(3, 1)])) == [1, 3]


def test_a_parent_that_is_gone_or_younger_is_the_message_before() -> None:
    """No message of a damaged file is lost, and no path goes round in a circle."""
    tree = Tree([Node(1, 9), Node(2, 1), Node(4, 3), Node(9, 9)])
    assert ids(tree) == [1, 2, 4, 9]


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.one_of(st.none(), st.integers(-2, 35)), st.integers(0, 5)),
        max_size=30,
    )
)
def test_every_message_is_somewhere_and_every_path_ends(rows: list[tuple[int, int, int]]) -> None:
    """Whatever the columns hold: each message is below the root once, and reached by its path."""
    nodes = {id: Node(id, parent_id, picked) for id, parent_id, picked in rows}
    tree = Tree(nodes.values())
    found = tree.below(ROOT)[1:]
    assert sorted(found) == sorted(nodes)
    for id in nodes:
        assert tree.path_to(id)[-1].id == id
