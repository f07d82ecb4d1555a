"""The time to the first token of a late turn depends on its message, not on the history.

Held by counting the rows that go through the model, of the target and of the draft.
"""

from pathlib import Path

import pytest
from torch import Tensor

from engine.engine import Engine
from engine.models.decoder import Decoder
from engine.models.tiny import write_tiny_gguf
from engine.params import Message
from tests.engine.chats import answer, finished, load, spec, turn, user

NUM_TURNS, NUM_NEW = 20, 1


def test_turn_twenty_reads_as_much_as_turn_two(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Same message, same length of reply: the same number of rows, while the context grows.

    The message, the template's words around it and the last token said are read; with 10 times
    as much in the cache, anything that was read twice would show.
    """
    models = tmp_path / "target.gguf", tmp_path / "draft.gguf"
    for seed, path in enumerate(models):
        write_tiny_gguf(path, seed=seed)
    load(engine, *map(spec, models))
    num_rows = 0
    forward = Decoder.forward

    def counted(self: Decoder, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        nonlocal num_rows
        num_rows += ids.shape[0]
        return forward(self, ids, start, num_logits=num_logits)

    monkeypatch.setattr(Decoder, "forward", counted)
    messages: list[Message] = []
    rows, lengths = [], []
    for _ in range(NUM_TURNS):
        messages.append(user("a"))
        num_rows = 0
        end = finished(turn(engine, *messages, max_new_tokens=NUM_NEW))
        messages.append(answer(end))
        rows.append(num_rows)
        lengths.append(end.stats.num_context_tokens)
    assert lengths[-1] > 5 * lengths[1]
    assert max(rows[1:]) <= min(rows[1:]) + NUM_NEW
