"""The classic example of speculative decoding, as the README has it, on tiny GPT-2 models.

The hub is a real server on the loopback, the judge is transformers' own assisted `generate`.
"""

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
import torch

from engine.__main__ import main
from tests.hub_server import HubServer
from tests.tiny_models import gpt2_model, save_folder
from tests.tiny_tokenizers import tiny_tokenizer

EXAMPLE = ["--greedy", "--max-new-tokens", "40", "--raw", "Far far away"]
REPOS = {"gpt2": "openai-community/gpt2", "distilgpt2": "distilbert/distilgpt2"}


@pytest.fixture
def models(tmp_path: Path) -> dict[str, Any]:
    """Two GPT-2s that agree now and then: the draft is the target, shaken a little."""
    tokenizer = tiny_tokenizer(320, chat_template=None)
    found = {}
    for name, shake in (("gpt2", 0.0), ("distilgpt2", 0.02)):
        model = gpt2_model(seed=1, vocab_size=320)
        generator = torch.Generator().manual_seed(4)
        for parameter in model.parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            parameter.data += shake * parameter.data.std() * noise
        save_folder(model, tmp_path / name, tokenizer=tokenizer)
        found[name] = model
    return found


@pytest.fixture
def hub(
    tmp_path: Path, models: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> Iterator[HubServer]:
    """A hub that has both under their real names."""
    repos = {
        repo: {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}
        for name, repo in REPOS.items()
    }
    monkeypatch.setenv("NO_PROXY", "*")
    huggingface_hub.close_session()
    with HubServer(repos) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        yield server
        huggingface_hub.close_session()


def reference(models: dict[str, Any], prompt_ids: list[int]) -> list[int]:
    """Continue with transformers' assisted generation, greedily, in float32."""
    ids = torch.tensor([prompt_ids])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = models["gpt2"].generate(
            ids,
            attention_mask=torch.ones_like(ids),
            assistant_model=models["distilgpt2"],
            max_new_tokens=40,
            do_sample=False,
            pad_token_id=0,
        )
    found: list[int] = out[0, ids.shape[1] :].tolist()
    return found


def test_the_example_gives_the_ids_that_transformers_gives(
    hub: HubServer, models: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """In float32, with both fetched from the hub first; then again without any request."""
    words = ["chat", "--target", "gpt2", "--draft", "distilgpt2", *EXAMPLE]
    words += ["--precision", "float32", "--lookahead", "4", "--threads", "1", "--json"]
    assert main(words) == 1
    assert "Get it with `foreword models get gpt2`" in capsys.readouterr().err
    assert main([*words, "--get"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ids"] == reference(models, answer["prompt_ids"])
    assert len(answer["ids"]) == 40
    # The draft stood now and then and was refused now and then: both roads were taken.
    assert 0 < answer["stats"]["num_accepted"] < answer["stats"]["num_drafted"]
    hub.requests.clear()
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["ids"] == answer["ids"]
    assert hub.requests == []


def test_the_example_as_it_is_written(hub: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    """With the weights packed as the defaults have it: 40 tokens of text, exit code 0."""
    for name in REPOS:
        assert main(["models", "get", name]) == 0
    capsys.readouterr()
    words = ["chat", "--target", "gpt2", "--draft", "distilgpt2", *EXAMPLE, "--threads", "1"]
    assert main(words) == 0
    got = capsys.readouterr()
    assert got.out.endswith("\n")
    assert "40 tokens" in got.err
