"""Mirrors and proxies from the environment: every request goes where the user's system says.

The hub of these tests plays the proxy: a client that obeys sends it whole addresses of a host that
does not exist, so that a request around the proxy could not be answered.
"""

from pathlib import Path

import huggingface_hub
import pytest

from engine import NoNetwork
from engine.library import Catalogue, Hub, Library, SearchQuery, search_hub
from tests.engine.library.conftest import CONTENT, ENTRY, FILE, REPO
from tests.hub_server import HubServer

MIRROR = "http://mirror.invalid"


@pytest.fixture
def proxied(hub_server: HubServer, root: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose hub is a mirror behind a proxy."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HTTP_PROXY", hub_server.endpoint)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("HF_ENDPOINT", MIRROR)
    huggingface_hub.close_session()
    return Library(root, Catalogue([ENTRY]), hub=Hub(retry_delay_s=0.0))


def test_a_download_goes_through_the_proxy_to_the_mirror(
    proxied: Library, hub_server: HubServer
) -> None:
    """The question and the bytes alike; what is asked for is the mirror's address."""
    assert proxied.hub.host == "mirror.invalid"
    assert proxied.get("tiny").path.read_bytes() == CONTENT
    assert proxied.get(f"{REPO}/{FILE}").digest
    asked = [request.path for request in hub_server.requests if "/store/" not in request.path]
    assert asked
    assert all(path.startswith(MIRROR) for path in asked)


def test_a_search_goes_through_the_proxy(proxied: Library, hub_server: HubServer) -> None:
    """As everything does."""
    search_hub(proxied.hub, SearchQuery(text="tiny", has_all=True))
    [request] = hub_server.requests
    assert request.path.startswith(f"{MIRROR}/api/models")


def test_a_proxy_that_is_not_there_is_told(
    proxied: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No way around it is tried."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    huggingface_hub.close_session()
    with pytest.raises(NoNetwork) as caught:
        proxied.get("tiny")
    assert caught.value.source == "mirror.invalid"


def test_no_password_file_is_read(
    library: Library, hub_server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `.netrc` with the hub's host in it lies in wait; its secret is never sent."""
    secrets = tmp_path / "netrc"
    secrets.write_text("machine 127.0.0.1 login me password secret\n", "utf-8")
    secrets.chmod(0o600)
    monkeypatch.setenv("NETRC", str(secrets))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".netrc").write_bytes(secrets.read_bytes())
    library.get("tiny")
    library.get(f"{REPO}/{FILE}")
    assert not [request for request in hub_server.requests if "authorization" in request.headers]
