"""The lean decoder against transformers with the same weights, and against itself by width.

Comparisons with transformers are in float32 with a tolerance far above its noise and far below
what a wrong rotation, mask or position would do (logits differ by whole units then). Comparisons
by width are of bits: equal or not, with no chance in it.
"""

from collections.abc import Sequence

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from engine.models import decoder as decoder_module
from engine.models.cached import CachedModel
from engine.models.decoder import Decoder, DecoderConfig
from engine.models.rope import interleave
from tests.processors import needs_w8a8
from tests.tiny_models import (
    FAMILIES,
    lean_decoder,
    random_state,
    reference_model,
    tiny_config,
    tiny_model,
    without_window,
)

TOLERANCE = 1e-4


def some_ids(length: int, *, seed: int = 0, rows: int = 96) -> list[int]:
    return torch.randint(0, rows, (length,), generator=torch.Generator().manual_seed(seed)).tolist()


def reference_logits(config: DecoderConfig, state: dict[str, Tensor], ids: Sequence[int]) -> Tensor:
    with torch.inference_mode():
        logits: Tensor = reference_model(config, state)(torch.tensor([ids])).logits[0]
    return logits


@pytest.mark.parametrize("family", list(FAMILIES))
def test_logits_are_those_of_transformers(family: str) -> None:
    """Prefill in chunks of uneven size, then single tokens, far past a sliding window."""
    config = tiny_config(family)
    state = random_state(config)
    ids = some_ids(120)
    expected = reference_logits(config, state, ids)
    assert float(expected.std()) > 0.5
    model = CachedModel(lean_decoder(config, state), name=family)
    got = [model.extend(ids[start:end]) for start, end in ((0, 37), (37, 38), (38, 103))]
    got += [model.extend([id]) for id in ids[103:]]
    assert torch.allclose(torch.cat(got), expected, atol=TOLERANCE, rtol=0)


@pytest.mark.parametrize("family", list(FAMILIES))
def test_what_was_cropped_away_is_forgotten(family: str) -> None:
    config = tiny_config(family)
    state = random_state(config)
    ids, others = some_ids(90), some_ids(60, seed=1)
    model = CachedModel(lean_decoder(config, state), name=family)
    model.extend(ids)
    model.crop_to(40)
    model.extend(others)
    model.crop_to(45)
    got = model.extend(ids[:50])
    expected = reference_logits(config, state, [*ids[:40], *others[:5], *ids[:50]])
    assert torch.allclose(got, expected[45:], atol=TOLERANCE, rtol=0)


def test_a_sliding_window_hides_what_lies_behind_it() -> None:
    """The control: without the window the last rows differ by far more than the tolerance."""
    config = tiny_config("mistral")
    state, ids = random_state(config), some_ids(80)
    windowed = CachedModel(lean_decoder(config, state), name="m").extend(ids)
    whole = CachedModel(lean_decoder(without_window(config), state), name="m").extend(ids)
    assert config.sliding_window == 24
    assert torch.allclose(windowed[:24], whole[:24], atol=TOLERANCE, rtol=0)
    assert float((windowed[60:] - whole[60:]).abs().max()) > 0.1


def test_logits_for_the_last_rows_are_the_same_rows() -> None:
    ids = some_ids(20)
    whole = tiny_model().extend(ids)
    assert torch.allclose(tiny_model().extend(ids, num_logits=3), whole[-3:], atol=TOLERANCE)
    assert tiny_model().extend(ids, num_logits=0).shape == (0, 96)


def test_a_cache_filled_to_the_brim_answers_right() -> None:
    """Capacities that are no multiple of the column step, to the last position."""
    config = tiny_config()
    state = random_state(config)
    for capacity in (16, 33, 77):
        ids = some_ids(capacity)
        model = CachedModel(lean_decoder(config, state, capacity=capacity), name="m")
        model.extend(ids[:-1], num_logits=0)
        expected = reference_logits(config, state, ids)
        assert torch.allclose(model.extend(ids[-1:]), expected[-1:], atol=TOLERANCE, rtol=0)


@given(st.integers(1, 4), st.sampled_from([2, 8, 16]), st.integers(0, 100))
def test_interleaved_heads_keep_partners_side_by_side(heads: int, size: int, seed: int) -> None:
    rows = torch.randn(heads * size, 3, generator=torch.Generator().manual_seed(seed))
    mixed = interleave(rows, size).view(heads, size // 2, 2, 3)
    halves = rows.view(heads, 2, size // 2, 3)
    assert torch.equal(mixed[:, :, 0], halves[:, 0])
    assert torch.equal(mixed[:, :, 1], halves[:, 1])


def packed_decoder(kind: str, *, heads: int, group: int, head_size: int = 64) -> Decoder:
    config = tiny_config(
        num_layers=1,
        hidden_size=128,
        num_heads=heads,
        num_kv_heads=heads // group,
        head_size=head_size,
        context_length=1200,
    )
    return lean_decoder(config, random_state(config), kind=kind)


def differing_widths(decoder: Decoder, starts: Sequence[int], widths: Sequence[int]) -> list[str]:
    """Run the same ids one at a time and several at a time; name what gives other bits.

    Both the logits and what was written to the cache are looked at.
    """
    ids = torch.tensor(some_ids(1200))
    decoder.forward(ids[: starts[0]], 0, num_logits=0)
    read, found = starts[0], []
    for start in starts:
        while read < start:
            # As a prompt is read, so that the cache before `start` is one and the same.
            step = min(256, start - read)
            decoder.forward(ids[read : read + step], read, num_logits=0)
            read += step
        rows, caches = [], []
        for place in range(max(widths)):
            position = start + place
            rows.append(decoder.forward(ids[position : position + 1], position, num_logits=1)[0])
            caches.append(decoder.cache[:, :, :, position].clone())
        for width in widths:
            logits = decoder.forward(ids[start : start + width], start, num_logits=width)
            for place in range(width):
                cache = decoder.cache[:, :, :, start + place]
                if not torch.equal(logits[place], rows[place]):
                    found.append(f"logits of row {place}, width {width}, from {start}")
                elif not torch.equal(cache, caches[place]):
                    found.append(f"cache of row {place}, width {width}, from {start}")
        read = start
    return found


WIDTHS = (2, 3, 4, 5, 8, 9, 17)


@pytest.mark.parametrize("kind", ["int4", "int8", pytest.param("w8a8", marks=needs_w8a8)])
@pytest.mark.parametrize("group", [1, 2, 3, 6, 7, 8])
def test_a_row_has_the_same_bits_whatever_the_width(kind: str, group: int) -> None:
    """Around multiples of 32 columns, and of the 512 that torch's kernel takes at a time."""
    decoder = packed_decoder(kind, heads=2 * group, group=group)
    assert differing_widths(decoder, [1, 23, 31, 33, 95, 503, 511, 512, 1021], WIDTHS) == []


def test_columns_that_differ_with_the_width_would_be_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same as above with passes left whole where their rows' columns differ."""
    decoder = packed_decoder("int8", heads=12, group=3, head_size=128)
    edges = range(16, 1150, 32)
    assert differing_widths(decoder, edges, (17,)) == []
    monkeypatch.setattr(decoder_module, "cut_into_runs", lambda start, end, make: [make(0, end)])
    assert differing_widths(decoder, edges, (17,)) != []


@pytest.mark.parametrize("kind", ["float32", "bfloat16", "int8", "int4"])
def test_rescoring_gives_the_same_logits_in_finer_steps(kind: str) -> None:
    model = tiny_model(kind=kind)
    logits = model.extend(some_ids(12), num_logits=3)
    for row in range(3):
        again = model.rescore(row, list(range(96)))
        error = (again - logits[row]).norm() / logits[row].norm()
        assert float(error) < (1e-5 if kind == "float32" else 0.01)


def test_a_pass_that_failed_leaves_nothing_behind() -> None:
    """NaN in masked columns would spread: zero times NaN is NaN."""
    model = tiny_model(kind="int8")
    decoder = model.backend
    assert isinstance(decoder, Decoder)
    expected = model.extend(some_ids(10))
    model.crop_to(0)
    decoder.cache[:] = torch.nan
    assert torch.equal(model.extend(some_ids(10)), expected)
