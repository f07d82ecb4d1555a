"""Drafts that were not used are judged by what came, one at a time, for nothing."""

from engine.drafting.protocol import Proposal
from engine.events import TokenSource
from engine.hindsight import Hindsight
from engine.lookahead import Lookahead

NGRAM = TokenSource.NGRAM


class Ledger(Lookahead):
    """Notes what it is told of unused drafts."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, int, int]] = []

    def observe_unused(
        self, source: TokenSource, *, num_judged: int, num_right: int, evidence: int
    ) -> None:
        self.told.append((num_judged, num_right, evidence))


def test_a_draft_is_followed_until_it_is_wrong() -> None:
    ledger = Ledger()
    hindsight = Hindsight(ledger)
    ids = [1, 2, 3]
    hindsight.judge(ids)
    hindsight.put_aside(Proposal([4, 5, 6, 7], evidence=3), NGRAM, start=3)
    hindsight.judge(ids)
    for more in ([4], [5]):
        ids += more
        hindsight.judge(ids)
        # Another one meanwhile is left alone.
        hindsight.put_aside(Proposal([9], evidence=2), NGRAM, start=len(ids))
        assert ledger.told == []
    ids += [8, 9]
    hindsight.judge(ids)
    assert ledger.told == [(4, 2, 3)]
    hindsight.judge(ids)
    assert ledger.told == [(4, 2, 3)]


def test_a_draft_that_is_right_to_its_end_counts_once() -> None:
    ledger = Ledger()
    hindsight = Hindsight(ledger)
    hindsight.put_aside(Proposal([4, 5], evidence=7), NGRAM, start=1)
    hindsight.judge([1, 4, 5, 6])
    hindsight.put_aside(Proposal(list(range(40)), evidence=20), NGRAM, start=4)
    hindsight.judge([1, 4, 5, 6, *range(30)])
    assert ledger.told == [(2, 2, 7), (16, 16, 20)]


def test_a_reply_that_gives_tokens_up_judges_nothing_twice() -> None:
    ledger = Ledger()
    hindsight = Hindsight(ledger)
    hindsight.put_aside(Proposal([4, 5], evidence=3), NGRAM, start=3)
    hindsight.judge([1, 2])
    hindsight.judge([1, 2, 3, 9])
    assert ledger.told == [(2, 0, 3)]
