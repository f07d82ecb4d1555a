"""A loopback hub and a library in front of it, both new for each test."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub
import pytest

from engine.library import Catalogue, CatalogueEntry, Hub, Library
from engine.library.catalogue import HubSource
from tests.hub_server import HubServer

REPO = "maker/tiny-gguf"
FILE = "tiny.Q4_1.gguf"
CONTENT = b"GGUF" + random.Random(31).randbytes(400_000)
DIGEST = hashlib.sha256(CONTENT).hexdigest()
ENTRY = CatalogueEntry(
    id="tiny",
    name="Tiny",
    note="A test.",
    licence="MIT",
    file=FILE,
    size_bytes=len(CONTENT),
    sha256=DIGEST,
    sources=(HubSource(repo=REPO, file=FILE),),
)


@pytest.fixture
def hub_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A hub with one GGUF repository, reached without any proxy."""
    monkeypatch.setenv("NO_PROXY", "*")
    huggingface_hub.close_session()
    with HubServer({REPO: {FILE: CONTENT, "README.md": b"# Tiny"}}) as server:
        yield server
        huggingface_hub.close_session()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A models folder that does not exist yet, with a space and letters of three scripts."""
    return tmp_path / "Modelle für 模型 и так"


@pytest.fixture
def library(root: Path, hub_server: HubServer) -> Library:
    """A library that knows one model and asks again at once after a fault."""
    hub = Hub(endpoint=hub_server.endpoint, retry_delay_s=0.0)
    return Library(root, Catalogue([ENTRY]), hub=hub)
