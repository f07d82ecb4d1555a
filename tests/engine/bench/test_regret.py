"""Speculation that cannot help: the drafts are wrong, the text is right, and it is all told."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.bench.regret import Hopeless, Sabotage, WrongDrafter
from engine.drafting.protocol import Drafter, Proposal
from engine.events import TokenSource
from engine.models.tiny import write_tiny_gguf
from engine.params import SamplingParams
from engine.processors import Processors
from engine.sampling import Sampler

NUM_TOKENS = 10


class Said:
    """A drafter with fixed words."""

    def __init__(self, ids: list[int], source: TokenSource = TokenSource.NGRAM) -> None:
        self.ids = ids
        self.source = source
        self.seen: list[int] = []

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        return Proposal(self.ids[:num_tokens], num_caught_up=3)

    def num_behind(self, ids: Sequence[int]) -> int:
        return 4

    def forget_after(self, ids: Sequence[int]) -> None:
        self.seen = list(ids)


def sampler() -> Sampler:
    sampling = SamplingParams()
    processors = Processors(
        sampling, num_tokens=NUM_TOKENS, end_ids=frozenset(), token_bytes=lambda id: b""
    )
    return Sampler(sampling, seed=0, num_tokens=NUM_TOKENS, processors=processors)


def proposed(drafter: Drafter, num_tokens: int) -> list[int]:
    proposal = drafter.propose([5, 6], num_tokens, sampler=sampler(), should_stop=lambda: False)
    assert proposal.probs is None
    assert proposal.num_caught_up == 3
    return list(proposal.ids)


def test_a_wrong_drafter_says_something_else_at_the_same_cost() -> None:
    """Ids wrap round, and silence becomes noise."""
    inner = Said([1, 9])
    wrong = WrongDrafter(inner)
    assert proposed(wrong, 2) == [2, 0]
    assert proposed(WrongDrafter(Said([])), 3) == [7, 7, 7]
    assert (wrong.source, wrong.num_behind([])) == (TokenSource.NGRAM, 4)
    wrong.forget_after([1])
    assert inner.seen == [1]


def test_sabotage_is_of_one_drafter_at_a_time() -> None:
    """The others would help."""
    drafters: list[Drafter] = [Said([1]), Said([2], TokenSource.MODEL)]
    sabotage = Sabotage()
    assert sabotage(drafters) == drafters
    for why, source in (
        (Hopeless.WRONG_LOOKUPS, TokenSource.NGRAM),
        (Hopeless.WRONG_DRAFT, TokenSource.MODEL),
    ):
        sabotage.why = why
        (only,) = sabotage(drafters)
        assert isinstance(only, WrongDrafter)
        assert only.source is source


def test_every_hopeless_way_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of a wrong draft stands, and the text is the same with it and without."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    words = ["--threads", "1", "--kinds", "chat", "--max-new-tokens", "12", "--repeats", "1"]
    words += ["--lookahead", "3", "--regret", "--target", str(path), "--draft", str(path)]
    assert main(["bench", *words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [(run["why"], run["prompt"]) for run in report["runs"]] == [
        ("random text", "random-1"),
        ("random text", "random-2"),
        ("wrong look-ups", "chat-1"),
        ("wrong look-ups", "chat-2"),
        ("wrong draft", "chat-1"),
        ("wrong draft", "chat-2"),
    ]
    assert all(run["is_same_text"] for run in report["runs"])
    wrong = [run for run in report["runs"] if run["why"] != "random text"]
    assert all(run["num_drafted"] > 0 for run in wrong)
    assert sum(run["num_accepted"] for run in wrong) <= 1
    assert set(report["regret"]) == set(Hopeless)
    assert main(["bench", *words]) == 0
    table = capsys.readouterr().out
    assert "The same text both ways in 6 of 6 replies." in table
    assert "wrong draft " in table
