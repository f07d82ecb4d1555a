"""Search: what is asked of the hub, and what of its answers is shown as something to run."""

from collections.abc import Iterator

import huggingface_hub
import pytest

from engine import BadParameter, DownloadRefused, ModelNotFound, NoNetwork
from engine.library import FoundModel, Hub, ModelKind, SearchQuery, look_at, search_hub
from tests.hub_server import HubServer

GGUF = {"Tiny-Q4_K_M.gguf": b"GGUF" + bytes(600), "Tiny-IQ2_XS.gguf": b"GGUF", "README.md": b"#"}
FOLDER = {
    "config.json": b"{}",
    "model.safetensors": bytes(500),
    "tokenizer.json": b"{}",
    "pytorch_model.bin": b"pickle",
}
LLAMA = {"gguf": {"total": 1000, "architecture": "llama", "context_length": 2048}}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A hub with one of each kind of repository."""
    monkeypatch.setenv("NO_PROXY", "*")
    huggingface_hub.close_session()
    repos = {
        "maker/tiny-gguf": GGUF,
        "maker/tiny": FOLDER,
        "maker/tiny-gemma-gguf": {"gemma-Q4_0.gguf": b"GGUF"},
        "maker/tiny-squeezed-gguf": {"squeezed-IQ1_S.gguf": b"GGUF"},
        "maker/tiny-pickle": {"config.json": b"{}", "pytorch_model.bin": b""},
        "maker/tiny-tekken": {"config.json": b"{}", "model.safetensors": b"", "tekken.json": b""},
        "other/thing": GGUF,
    }
    with HubServer(repos) as hub:
        hub.cards = {
            "maker/tiny-gguf": {
                **LLAMA,
                "tags": ["gguf", "license:apache-2.0"],
                "downloads": 50,
                "gated": "manual",
            },
            "maker/tiny": {
                "tags": ["safetensors", "license:mit"],
                "downloads": 90,
                "safetensors": {"parameters": {"BF16": 400}, "total": 400},
                "config": {"model_type": "qwen2"},
            },
            "maker/tiny-gemma-gguf": {
                "gguf": {"total": 10, "architecture": "gemma3"},
                "tags": ["gguf"],
            },
            "maker/tiny-squeezed-gguf": {**LLAMA, "tags": ["gguf"]},
        }
        yield hub
        huggingface_hub.close_session()


@pytest.fixture
def hub(server: HubServer) -> Hub:
    """A way to it."""
    return Hub(endpoint=server.endpoint, retry_delay_s=0.0)


def repos(found: list[FoundModel]) -> list[str]:
    return [model.repo for model in found]


def test_a_search_lists_what_can_be_run_most_wanted_first(hub: Hub) -> None:
    """Names, licence, gate and sizes as the hub states them."""
    found = search_hub(hub, SearchQuery(text="tiny"))
    assert repos(found) == ["maker/tiny", "maker/tiny-gguf"]
    folder, gguf = found
    assert (folder.kind, folder.licence, folder.size_bytes) == (ModelKind.FOLDER, "mit", 800)
    assert (gguf.kind, gguf.licence, gguf.is_gated) == (ModelKind.GGUF, "apache-2.0", True)
    assert (gguf.num_parameters, gguf.num_downloads) == (1000, 50)
    assert 500 < gguf.size_bytes < 700


def test_the_rest_is_listed_with_its_reason_if_asked_for(hub: Hub) -> None:
    """One clause each, for whoever looks for a name and does not find it."""
    found = {
        model.repo: model.refusal
        for model in search_hub(hub, SearchQuery(text="tiny", has_all=True))
    }
    assert found["maker/tiny"] == found["maker/tiny-gguf"] == ""
    assert "gemma3" in found["maker/tiny-gemma-gguf"]
    assert "IQ1_S" in found["maker/tiny-squeezed-gguf"]
    assert "safetensors" in found["maker/tiny-pickle"]
    assert "tokenizer" in found["maker/tiny-tekken"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (SearchQuery(text="tiny", kind=ModelKind.GGUF), ["maker/tiny-gguf"]),
        (SearchQuery(text="tiny", kind=ModelKind.FOLDER), ["maker/tiny"]),
        (SearchQuery(text="tiny", max_bytes=700), ["maker/tiny-gguf"]),
        (SearchQuery(text="tiny", licence="Apache-2.0"), ["maker/tiny-gguf"]),
        (SearchQuery(text="tiny", limit=1), ["maker/tiny"]),
        (SearchQuery(text="nothing like it"), []),
    ],
)
def test_filters(hub: Hub, query: SearchQuery, expected: list[str]) -> None:
    """Each leaves out what it should."""
    assert repos(search_hub(hub, query)) == expected


def test_a_search_is_one_request_that_tells_nothing_of_the_user(
    hub: Hub, server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No token, no cookie, no list of what is installed; only the words."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    search_hub(hub, SearchQuery(text="tiny"))
    [request] = server.requests
    assert request.headers["user-agent"] == "foreword"
    assert not {"authorization", "cookie", "x-amzn-trace-id"} & set(request.headers)


def test_a_repository_lists_its_files_with_sizes_and_verdicts(hub: Hub) -> None:
    """What a click would fetch, before it does."""
    looked = look_at(hub, "maker/tiny-gguf")
    told = [(file.id, file.size_bytes, file.quantization) for file in looked.files]
    assert told == [
        ("maker/tiny-gguf/Tiny-IQ2_XS.gguf", 4, "IQ2_XS"),
        ("maker/tiny-gguf/Tiny-Q4_K_M.gguf", 604, "Q4_K_M"),
    ]
    squeezed, good = looked.files
    assert "IQ2_XS" in squeezed.refusal
    assert good.refusal == ""


def test_a_folder_is_listed_as_one_thing(hub: Hub) -> None:
    """Weights and the small files beside them, without the pickle."""
    [folder] = look_at(hub, "maker/tiny").files
    assert (folder.id, folder.name, folder.size_bytes) == ("maker/tiny", "safetensors", 504)


def test_a_page_of_the_hub_can_be_pasted(hub: Hub, server: HubServer) -> None:
    """The browser's address says what is meant."""
    looked = look_at(hub, f"{server.endpoint}/maker/tiny/tree/main")
    assert looked.model.repo == "maker/tiny"


def test_what_is_no_repository_is_not_asked_for(hub: Hub, server: HubServer) -> None:
    """No request for a name that cannot be one."""
    with pytest.raises(ModelNotFound):
        look_at(hub, "../etc")
    assert server.requests == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_hub_is_told_at_once(hub: Hub, server: HubServer, status: int) -> None:
    """Nobody waits in front of an empty list while a library sleeps and tries again."""
    server.faults.hub_status = status
    server.faults.retry_after = "90"
    with pytest.raises(DownloadRefused) as caught:
        search_hub(hub, SearchQuery(text="tiny"))
    assert (caught.value.status, caught.value.retry_after_s) == (status, 90.0)
    assert "2 min" in str(caught.value)
    assert len(server.requests) == 1


def test_something_else_that_answers_is_no_hub(
    hub: Hub, server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of a café's network answers 200 to everything."""
    server.repos["maker/tiny-gguf"] = {}
    server.cards["maker/tiny-gguf"] = {"id": None, "gguf": "?", "tags": [3], "downloads": "many"}
    with pytest.raises(NoNetwork):
        look_at(hub, "maker/tiny-gguf")


@pytest.mark.parametrize("limit", [0, 101])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    """The hub would give its own idea of a page."""
    with pytest.raises(BadParameter):
        SearchQuery(text="x", limit=limit)


@pytest.mark.parametrize(
    "card",
    [
        {"siblings": [{"rfilename": 5}]},
        {"siblings": [{"rfilename": "m.gguf", "size": "many"}]},
        {"siblings": [{"rfilename": "m.gguf", "size": -1}]},
        {"siblings": ["m.gguf"]},
        {"downloads": "many"},
        {"gguf": {"total": [1]}},
        {"safetensors": {"parameters": 5, "total": 5}},
    ],
)
def test_what_no_hub_would_say_is_not_believed(
    hub: Hub, server: HubServer, card: dict[str, object]
) -> None:
    server.repos["maker/odd"] = {"m.gguf": b"GGUF"}
    server.cards["maker/odd"] = card
    with pytest.raises(NoNetwork, match="something else"):
        look_at(hub, "maker/odd")
