"""A head's file may come from anybody: what it says is checked before it is believed."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.drafting.head_file import as_kept, load_head, read_card
from engine.drafting.head_library import find_head, own_head_path
from engine.errors import WrongHead
from engine.models.cached import CachedModel
from engine.params import ModelSpec
from tests.heads import random_parameters, write_head
from tests.tiny_models import lean_decoder, random_state, tiny_config

DIGEST = "ab" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a head that is as it should be."""
    path = tmp_path / "a.draft"
    write_head(path, tiny_config(), vocabulary=[1, 2, 3], digest=DIGEST)
    return path


def write_again(
    path: Path, *, text: str | None = None, tensors: dict[str, Tensor] | None = None
) -> None:
    """Write a file again with another card, or with other tensors."""
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    known = load_file(path)
    save_file({**known, **(tensors or {})}, path, metadata if text is None else {"foreword": text})


def card_of(path: Path) -> dict[str, Any]:
    """Read the card as it is written."""
    with safe_open(path, framework="pt") as file:
        card: dict[str, Any] = json.loads(file.metadata()["foreword"])
    return card


def tiny_target() -> CachedModel:
    """Make the target it was written for."""
    config = tiny_config()
    return CachedModel(lean_decoder(config, random_state(config)), name="tiny")


@pytest.mark.parametrize("text", ["null", "3", "[]", "{}", "[" * 100_000, '{"format": 2}'])
def test_a_card_that_is_none_is_refused(path: Path, text: str) -> None:
    write_again(path, text=text)
    with pytest.raises(WrongHead, match="damaged or too new"):
        read_card(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("taps", []),
        ("taps", [2, 2]),
        ("taps", [-3, 2]),
        ("taps", ["1", 2]),
        ("num_layers", 0),
        ("num_layers", "1"),
        ("num_layers", 10**9),
        ("num_kv_heads", 3),
        ("head_size", 7),
        ("window", 0),
        ("window", None),
        ("inner_size", None),
        ("rope_theta", "x"),
        ("rope_theta", -5),
        ("norm_eps", math.nan),
        ("norm_eps", -1),
        # JSON bounds no number, and such a one has no place in a float.
        ("rope_theta", 10**400),
        ("rope_theta", True),
    ],
)
def test_a_shape_that_no_head_has_is_refused(path: Path, name: str, value: object) -> None:
    card = card_of(path)
    card["shape"][name] = value
    write_again(path, text=json.dumps(card))
    with pytest.raises(WrongHead, match="damaged or too new"):
        read_card(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [("target_digest", None), ("target_name", 5), ("figures", None), ("is_private", "no")],
)
def test_a_card_with_something_odd_is_refused(path: Path, name: str, value: object) -> None:
    write_again(path, text=json.dumps({**card_of(path), name: value}))
    with pytest.raises(WrongHead, match="damaged or too new"):
        read_card(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda ids: ids.flip(0).contiguous(),
        lambda ids: torch.ones_like(ids),
        lambda ids: ids.unsqueeze(1).contiguous(),
        lambda ids: ids[0].clone(),
        lambda ids: ids[:0].clone(),
        lambda ids: ids.float(),
        lambda ids: ids > 1,
        # Ascending to whoever subtracts in 32 bits.
        lambda ids: ids.new_tensor([0, 2**31 - 1, -(2**31), -1, 5]),
    ],
)
def test_a_vocabulary_that_names_an_id_twice_or_is_none_is_refused(
    path: Path, change: Callable[[Tensor], Tensor]
) -> None:
    """A draft is drawn from what it tells of: with an id twice it would not be."""
    write_again(path, tensors={"vocabulary": change(load_file(path)["vocabulary"])})
    with pytest.raises(WrongHead, match="damaged"):
        load_head(path, tiny_target())


@pytest.mark.parametrize("name", ["own.scales", "norm"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_numbers_that_are_none_are_refused(path: Path, name: str, value: float) -> None:
    write_again(path, tensors={name: load_file(path)[name] * 0 + value})
    with pytest.raises(WrongHead, match="damaged"):
        load_head(path, tiny_target())


@pytest.mark.parametrize("name", ["own.scales", "norm"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float8_e4m3fn, torch.float8_e8m0fnu])
def test_numbers_of_a_kind_that_is_never_written_are_refused(
    path: Path, name: str, dtype: torch.dtype
) -> None:
    write_again(path, tensors={name: load_file(path)[name].to(dtype)})
    with pytest.raises(WrongHead, match="damaged"):
        load_head(path, tiny_target())


def test_codes_are_whole_numbers_of_8_bits(path: Path) -> None:
    write_again(path, tensors={"own": load_file(path)["own"].float()})
    with pytest.raises(WrongHead, match="damaged"):
        load_head(path, tiny_target())


@pytest.fixture
def short_path(tmp_path: Path) -> Path:
    """Write a head in 4 bits that is as it should be."""
    path = tmp_path / "short.draft"
    write_head(path, tiny_config(), vocabulary=[1, 2, 3], digest=DIGEST, bits=4)
    return path


def test_a_head_in_4_bits_is_half_as_large_and_says_nearly_the_same(
    path: Path, short_path: Path
) -> None:
    shape = read_card(path).shape
    parameters = random_parameters(shape)
    for name, size in shape.matrices():
        assert load_file(short_path)[name].numel() == 18 * size[0] * size[1] // 32
    load_head(short_path, tiny_target())
    back = as_kept(shape, parameters, bits=4)
    for name, value in parameters.items():
        # Rows that begin as those of the identity have one large value each.
        assert float((back[name] - value).norm()) < 0.15 * float(value.norm())


@pytest.mark.parametrize(
    "change",
    [
        lambda blocks: blocks[:-1].clone(),
        lambda blocks: blocks.float(),
        lambda blocks: blocks.view(torch.int8),
        # Scales that are no numbers.
        lambda blocks: torch.full_like(blocks, 0xFF),
    ],
)
def test_blocks_that_are_none_are_refused(
    short_path: Path, change: Callable[[Tensor], Tensor]
) -> None:
    write_again(short_path, tensors={"own": change(load_file(short_path)["own"])})
    with pytest.raises(WrongHead, match="damaged"):
        load_head(short_path, tiny_target())


def test_a_hostile_file_in_the_folder_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOREWORD_HOME", str(tmp_path))
    own = own_head_path(DIGEST)
    write_head(own, tiny_config(), vocabulary=[1, 2, 3], digest=DIGEST)
    hostile = own.with_name("0.draft")
    write_head(hostile, tiny_config(), vocabulary=[1, 2, 3], digest=DIGEST)
    write_again(hostile, text="null")
    found = find_head(ModelSpec(id="tiny", name="Tiny", path=tmp_path / "tiny", digest=DIGEST))
    assert found is not None
    assert found.path == own
