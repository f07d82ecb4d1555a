"""The switch that checks caches: silent where they are right, loud where a crop is one off."""

from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from engine.cache_check import VARIABLE, CacheDisagrees
from engine.drafting.model import ModelDrafter
from engine.models.cached import CachedModel
from engine.models.decoder import Decoder
from tests.engine.replies import Reply, reply_to
from tests.table_models import TableBackend, table_model
from tests.tiny_models import lean_decoder, near_copy, random_state, tiny_config

PROMPT = [5, 9, 23, 5, 9, 11, 5, 9]
CONFIG = tiny_config()
STATE = random_state(CONFIG)


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")


def model(*, shaken: float = 0.0, kind: str = "float32") -> CachedModel:
    state = near_copy(STATE, share=shaken) if shaken else STATE
    return CachedModel(lean_decoder(CONFIG, state, kind=kind), name="tiny")


def drafted(target: CachedModel, draft: CachedModel, *, max_new_tokens: int = 140) -> Reply:
    return reply_to(
        target,
        PROMPT,
        drafters=[ModelDrafter(draft)],
        num_draft_tokens=2,
        max_new_tokens=max_new_tokens,
    )


@pytest.mark.parametrize("kind", ["float32", "int4", "bfloat16"])
def test_caches_that_are_right_pass(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through two checks by a fresh run, which leave the reply as it is; packed, bit by bit."""
    target, draft = model(kind=kind), model(kind=kind, shaken=0.3)
    assert target.backend.keeps_bits is (kind == "int4")
    found = drafted(target, draft)
    assert len(found.rounds) > 50
    assert 0 < found.num_accepted < found.num_drafted
    monkeypatch.delenv(VARIABLE)
    assert drafted(model(kind=kind), model(kind=kind, shaken=0.3)).ids == found.ids


def test_nothing_is_run_twice_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for value in ("1", "0"):
        monkeypatch.setenv(VARIABLE, value)
        backend = TableBackend(num_rows=12)
        reply_to(table_model(backend), [1, 2], max_new_tokens=60)
        counts.append(backend.num_passes)
    # One pass reads the prompt; of the check's three, one goes on where the cache ends.
    assert counts == [61 + 3, 61]


@dataclass(slots=True, kw_only=True)
class KeepsOne(TableBackend):
    """A crop that keeps one position too many."""

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Go on wherever the cache ends."""
        return TableBackend.forward(self, ids, len(self.ids), num_logits=num_logits)

    def crop(self, length: int) -> None:
        """Forget less than asked."""
        TableBackend.crop(self, length + 1 if length else 0)


class Slipping(Decoder):
    """Loses step by one position at its first crop, and counts as if it had not."""

    slip = 0

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run one position off."""
        logits = super().forward(ids, start + self.slip, num_logits=num_logits)
        self.num_cached = start + len(ids)
        return logits

    def crop(self, length: int) -> None:
        """Slip, unless everything is forgotten."""
        self.slip = 1 if length else 0
        super().crop(length)


def slipping(state: dict[str, Tensor]) -> CachedModel:
    whole = lean_decoder(CONFIG, state)
    decoder = Slipping(
        CONFIG, whole.weights, capacity=512, dtype=torch.float32, device=torch.device("cpu")
    )
    return CachedModel(decoder, name="slipping")


@pytest.mark.parametrize("broken", ["target", "draft"])
def test_a_crop_that_is_one_off_is_told_at_once(broken: str) -> None:
    target, draft = TableBackend(num_rows=12), TableBackend(num_rows=12, seed=1)
    if broken == "target":
        target = KeepsOne(num_rows=12)
    else:
        draft = KeepsOne(num_rows=12, seed=1)
    with pytest.raises(CacheDisagrees, match=r"holds \d+ positions for \d+ ids"):
        reply_to(
            table_model(target),
            [1, 2, 3],
            drafters=[ModelDrafter(table_model(draft))],
            num_draft_tokens=3,
            max_new_tokens=40,
        )


@pytest.mark.parametrize("broken", ["target", "draft"])
def test_a_cache_that_lies_is_found_by_a_fresh_run(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the switch the reply goes on as if nothing were wrong."""
    near = near_copy(STATE, share=0.3)

    def run() -> Reply:
        target = slipping(STATE) if broken == "target" else model()
        draft = slipping(near) if broken == "draft" else model(shaken=0.3)
        return drafted(target, draft)

    with pytest.raises(CacheDisagrees, match="slipping answers otherwise"):
        run()
    monkeypatch.delenv(VARIABLE)
    assert len(run().ids) == 140
