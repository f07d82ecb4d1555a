"""The backend for any architecture, and the loop against transformers' own generation.

Float32 on tiny models: logits agree to 1e-4, and greedy texts are equal because no two logits of
these seeded models lie that close.
"""

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.errors import BadModelFile, UnsupportedModel
from engine.models.cached import CachedModel
from engine.models.transformers import load_folder
from engine.params import Precision
from tests.engine.replies import reply_to
from tests.tiny_models import (
    gpt2_model,
    lean_decoder,
    near_copy,
    random_state,
    reference_model,
    save_folder,
    tiny_config,
    wrapped,
)
from tests.tiny_tokenizers import tiny_tokenizer

CPU = torch.device("cpu")
PROMPT = [5, 9, 23, 5, 9, 11, 5, 9]
LENGTH = 40


def generated(model: Any, *, assistant: Any = None) -> list[int]:
    """Continue the prompt with transformers' own greedy generation."""
    settings: dict[str, Any] = {"do_sample": False, "max_new_tokens": LENGTH, "pad_token_id": 0}
    if assistant is not None:
        settings["assistant_model"] = assistant
    with torch.inference_mode():
        ids = model.generate(
            torch.tensor([PROMPT]), attention_mask=torch.ones(1, len(PROMPT)), **settings
        )
    answer: list[int] = ids[0, len(PROMPT) :].tolist()
    return answer


def pair(family: str) -> tuple[Any, Any]:
    """A target and a draft that is often right, as transformers has them."""
    if family == "gpt2":
        draft = gpt2_model()
        draft.load_state_dict(near_copy(gpt2_model().state_dict(), share=0.03))
        return gpt2_model(), draft
    config = tiny_config(family)
    state = random_state(config)
    return reference_model(config, state), reference_model(config, near_copy(state, share=0.05))


@pytest.mark.parametrize("family", ["gpt2", "llama"])
@pytest.mark.filterwarnings("ignore")
def test_greedy_texts_are_those_of_transformers(family: str) -> None:
    """Plain and assisted, with the n-gram and the model drafter, at every lookahead."""
    model, draft = pair(family)
    expected = generated(model)
    assert generated(model, assistant=draft) == expected
    num_accepted = 0
    for count in range(9):
        drafters: list[list[Drafter]] = [
            [NgramDrafter(min_length=1)],
            [ModelDrafter(wrapped(draft))],
        ]
        for drafting in drafters:
            found = reply_to(
                wrapped(model),
                PROMPT,
                drafters=drafting,
                num_draft_tokens=count,
                max_new_tokens=LENGTH,
            )
            assert found.ids == expected
            num_accepted += found.num_accepted
    assert num_accepted > 40


@pytest.mark.parametrize("family", ["llama", "llama tied", "qwen2", "qwen3", "mistral"])
@pytest.mark.filterwarnings("ignore")
def test_the_lean_decoder_says_what_transformers_says(family: str) -> None:
    """Plain, and with its own assisted generation; a sliding window cannot be rolled back there."""
    config = tiny_config(family)
    state = random_state(config)
    shaken = near_copy(state, share=0.05)
    model = CachedModel(lean_decoder(config, state), name="lean")
    draft = CachedModel(lean_decoder(config, shaken), name="draft")
    reference = reference_model(config, state)
    expected = generated(reference)
    if config.sliding_window is None:
        assert generated(reference, assistant=reference_model(config, shaken)) == expected
    for count in (0, 1, 4, 8):
        found = reply_to(
            model,
            PROMPT,
            drafters=[ModelDrafter(draft)],
            num_draft_tokens=count,
            max_new_tokens=LENGTH,
        )
        assert found.ids == expected


@pytest.mark.parametrize("family", ["gpt2", "llama", "qwen3"])
def test_cropping_and_going_on_is_as_never_having_been_there(family: str) -> None:
    config = tiny_config("qwen3")
    model = reference_model(config, random_state(config)) if family == "qwen3" else pair(family)[0]
    ids = torch.randint(0, 96, (50,), generator=torch.Generator().manual_seed(0)).tolist()
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0]
    cached = wrapped(model)
    cached.extend([*ids[:20], 3, 4, 5])
    cached.crop_to(20)
    cached.extend(ids[20:30], num_logits=0)
    got = cached.extend(ids[30:])
    assert torch.allclose(got, expected[30:], atol=1e-4, rtol=0)
    cached.crop_to(0)
    assert torch.allclose(cached.extend(ids[:9]), expected[:9], atol=1e-4, rtol=0)
    assert torch.equal(cached.rescore(8, [1, 2]), cached.rescore(8, [2, 1]).flip(0))


def test_a_pass_that_fails_in_the_middle_leaves_the_cache_whole() -> None:
    """Some layers have grown by then and some have not."""
    model = pair("llama")[0]
    ids = list(range(12))
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0]
    cached = wrapped(model)
    cached.extend(ids[:6])

    def fail(*args: object) -> None:
        raise RuntimeError("no memory")

    handle = model.model.layers[1].register_forward_pre_hook(fail)
    with pytest.raises(RuntimeError):
        cached.extend(ids[6:9])
    handle.remove()
    assert torch.allclose(cached.extend(ids[6:]), expected[6:], atol=1e-4, rtol=0)


@pytest.mark.parametrize("family", ["llama", "gpt2"])
@pytest.mark.parametrize(
    ("precision", "kind", "error"),
    [
        (Precision.FLOAT32, "float32", 1e-5),
        (Precision.BFLOAT16, "bfloat16", 0.05),
        (Precision.INT8, "int8", 0.08),
        (Precision.INT4, "int4", 0.6),
        (Precision.AUTO, "int8", 0.08),
    ],
)
def test_a_folder_is_held_as_asked(
    precision: Precision, kind: str, error: float, family: str, tmp_path: Path
) -> None:
    model = pair(family)[0]
    folder = save_folder(model, tmp_path / "a folder é", tokenizer=tiny_tokenizer())
    loaded = load_folder(folder, precision=precision, device=CPU, capacity=100)
    assert (loaded.kind, loaded.backend.capacity, loaded.backend.can_crop) == (kind, 100, True)
    assert loaded.num_parameters == sum(p.numel() for p in model.parameters())
    ids = list(range(30))
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0]
    got = CachedModel(loaded.backend, name="m").extend(ids)
    assert float((got - expected).norm() / expected.norm()) < error


@pytest.mark.parametrize(("capacity", "can_crop"), [(20, True), (100, False)])
def test_a_window_shorter_than_the_context_cannot_be_rolled_back(
    capacity: int, can_crop: bool, tmp_path: Path
) -> None:
    """Mistral with a window of 24: where it is never filled, nothing is forgotten."""
    config = tiny_config("mistral")
    model = reference_model(config, random_state(config))
    folder = save_folder(model, tmp_path / "m", tokenizer=tiny_tokenizer())
    loaded = load_folder(folder, precision=Precision.FLOAT32, device=CPU, capacity=capacity)
    assert loaded.backend.can_crop is can_crop


def test_a_model_that_cannot_be_rolled_back_says_the_same_without_drafts(tmp_path: Path) -> None:
    """Past its window, with a stop string that takes tokens back in the end."""
    config = tiny_config("mistral")
    model = reference_model(config, random_state(config))
    folder = save_folder(model, tmp_path / "m", tokenizer=tiny_tokenizer())
    backend = load_folder(folder, precision=Precision.FLOAT32, device=CPU, capacity=100).backend
    target = CachedModel(backend, name="mistral")
    expected = generated(model)
    found = reply_to(
        target,
        PROMPT,
        drafters=[NgramDrafter(min_length=1)],
        num_draft_tokens=4,
        max_new_tokens=LENGTH,
    )
    assert (found.ids, found.num_drafted) == (expected, 0)
    text = "".join(chr(97 + id % 26) for id in expected)
    cut = reply_to(target, PROMPT, stop=[text[20:23]], max_new_tokens=LENGTH)
    assert cut.ids == expected[: text.index(text[20:23])]
    again = reply_to(target, [*PROMPT, *cut.ids], max_new_tokens=LENGTH - len(cut.ids))
    assert again.ids == expected[len(cut.ids) :]


def test_folders_that_are_not_whole_are_refused(tmp_path: Path) -> None:
    model = pair("llama")[0]
    folder = save_folder(model, tmp_path / "m", tokenizer=tiny_tokenizer())
    weights, config = folder / "model.safetensors", folder / "config.json"

    def refusal(kind: type[Exception]) -> None:
        with pytest.raises(kind):
            load_folder(folder, precision=Precision.FLOAT32, device=CPU, capacity=None)

    whole, settings = weights.read_bytes(), config.read_text()
    for damaged in (b"", whole[:100], whole[: len(whole) // 2], b"\xff" * 1000):
        weights.write_bytes(damaged)
        refusal(BadModelFile)
    weights.write_bytes(whole)
    tensors = load_file(weights)
    del tensors["model.layers.1.mlp.down_proj.weight"]
    save_file(tensors, weights, metadata={"format": "pt"})
    refusal(BadModelFile)
    weights.write_bytes(whole)
    config.write_text(settings.replace('"num_attention_heads": 4', '"num_attention_heads": 0'))
    refusal(BadModelFile)
    config.write_text(settings.replace('"hidden_size": 64', '"hidden_size": 128'))
    refusal(BadModelFile)
    config.write_text(settings.replace('"llama"', '"no-such-model"'))
    refusal(UnsupportedModel)
    for damaged_settings in ("{", "[]", "{}", '{"model_type": 3}'):
        config.write_text(damaged_settings)
        refusal(BadModelFile)
    config.unlink()
    refusal(BadModelFile)
    config.write_text(settings)
    weights.unlink()
    refusal(BadModelFile)
