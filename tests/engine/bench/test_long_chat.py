"""A conversation of some turns: what is read anew, what is allocated, and what is made of it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.bench.load_memory import LoadMemory
from engine.bench.long_chat import ChatTurn, MemoryReport, converse
from engine.bench.machine import describe_machine
from engine.engine import Engine
from engine.events import ModelsLoaded
from engine.params import ModelSpec, SamplingParams
from tests.engine.chats import load

MB = 2**20
TURN = ChatTurn(
    resident_bytes=500 * MB,
    num_read_tokens=10,
    num_context_tokens=30,
    first_s=0.1,
    allocated_bytes=None,
)


@pytest.fixture
def loaded(engine: Engine, target: ModelSpec) -> ModelsLoaded:
    """A tiny model in the engine."""
    return load(engine, target)


def report(loaded: ModelsLoaded, resident: Sequence[int]) -> MemoryReport:
    load_once = LoadMemory(
        imports_bytes=MB, peak_bytes=MB, settled_bytes=MB, file_bytes=MB, seconds=1.0
    )
    return MemoryReport(
        machine=describe_machine(),
        loaded=loaded,
        loads=(load_once, load_once),
        chats=[[TURN], [replace(TURN, resident_bytes=size) for size in resident]],
    )


def test_a_conversation_is_held_twice(engine: Engine, loaded: ModelsLoaded) -> None:
    """Each turn reads its own message and no more, the first excepted; replies have one length."""
    # A letter each time: a reply that was cut within a character would be shorter.
    sampling = SamplingParams(max_new_tokens=2, logit_bias=((65, 100.0),))
    chats = list(converse(engine, 4, sampling=sampling, tell=lambda text: None))
    assert [len(turns) for turns in chats] == [4, 4]
    for turns in chats:
        lengths = [turn.num_context_tokens for turn in turns]
        assert lengths == sorted(lengths)
        for before, after in pairwise(turns):
            # The last token that was said has not been read yet.
            grown = after.num_context_tokens - before.num_context_tokens
            assert after.num_read_tokens == grown - 2 + 1
    counted = [[turn.allocated_bytes is not None for turn in turns] for turns in chats]
    assert counted == [[False, False, True, True]] * 2
    assert [turn.num_context_tokens for turn in chats[0]] == [
        turn.num_context_tokens for turn in chats[1]
    ]


def test_flat_memory_is_good_and_growth_is_not(loaded: ModelsLoaded) -> None:
    """A hundredth is noise; what one conversation adds to the other does not count."""
    flat = report(loaded, [500 * MB, 520 * MB, 504 * MB])
    assert flat.is_good
    assert flat.growth_bytes == 4 * MB
    grown = report(loaded, [500 * MB, 505 * MB, 512 * MB])
    assert not grown.is_good
    assert list(grown.lines())[-1] == "The last conversation added 13 MB of memory."
    assert grown.to_json()["growth_bytes"] == 12 * MB
