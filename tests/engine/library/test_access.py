"""Gated repositories: who is asked for a token, who sees it, and where it is kept.

The hub and its store are two origins here as they are in life, and each request is kept, so that
a token sent to the wrong one would be seen.
"""

from pathlib import Path

import pytest

from engine import AccessDenied, BadParameter, NoKeyStore, NotOnHub
from engine.library import Catalogue, Hub, Library
from engine.library.access import Access
from engine.library.tokens import Tokens
from tests.engine.library.conftest import CONTENT, ENTRY, FILE, REPO
from tests.fake_key_store import FakeKeyStore
from tests.hub_server import HubServer

TOKEN = "hf_the_right_one"


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> FakeKeyStore:
    """A key store that no other program has."""
    return FakeKeyStore()


@pytest.fixture
def gated(root: Path, hub_server: HubServer, keys: FakeKeyStore) -> Library:
    """A library whose only model is behind a gate."""
    hub_server.gates[REPO] = {TOKEN: True, "hf_not_granted": False}
    hub = Hub(endpoint=hub_server.endpoint, retry_delay_s=0.0, tokens=Tokens(keys))
    return Library(root, Catalogue([ENTRY]), hub=hub)


def seen_with_token(server: HubServer) -> list[str]:
    return [
        request.path
        for request in server.requests
        if request.headers.get("authorization") == f"Bearer {TOKEN}"
    ]


def test_without_a_token_the_page_is_named(gated: Library, hub_server: HubServer) -> None:
    """The next step is where the licence is accepted."""
    with pytest.raises(AccessDenied) as caught:
        gated.get("tiny")
    assert not caught.value.had_token
    assert caught.value.page == f"{hub_server.endpoint}/{REPO}"
    assert caught.value.page in str(caught.value)
    assert hub_server.ranges == []


def test_a_kept_token_opens_the_gate_and_stays_with_the_hub(
    gated: Library, hub_server: HubServer, keys: FakeKeyStore
) -> None:
    """The store of another origin, where the bytes lie, never sees it."""
    gated.hub.access.tokens.keep(gated.hub.host, TOKEN)
    assert gated.get("tiny").path.read_bytes() == CONTENT
    with_token = seen_with_token(hub_server)
    assert with_token
    assert not [path for path in with_token if path.startswith("/store/")]
    for request in hub_server.requests:
        if request.path.startswith("/store/"):
            assert "authorization" not in request.headers


def test_a_token_is_not_shown_where_it_is_not_asked_for(
    gated: Library, hub_server: HubServer
) -> None:
    """An open repository of the same hub is fetched without it."""
    hub_server.gates.clear()
    gated.hub.access.tokens.keep(gated.hub.host, TOKEN)
    gated.get("tiny")
    gated.get(f"{REPO}/{FILE}")
    assert seen_with_token(hub_server) == []


def test_a_token_that_is_not_granted_says_so(gated: Library) -> None:
    """The hub knows whose it is, and has not let them in."""
    gated.hub.access.tokens.lend(gated.hub.host, "hf_not_granted")
    with pytest.raises(AccessDenied) as caught:
        gated.get("tiny")
    assert (caught.value.status, caught.value.had_token) == (403, True)
    assert "has not let you in" in str(caught.value)


def test_a_wrong_token_says_so(gated: Library) -> None:
    """And the text of it is in no message."""
    gated.hub.access.tokens.lend(gated.hub.host, "hf_mistyped")
    with pytest.raises(AccessDenied) as caught:
        gated.get("tiny")
    assert (caught.value.status, caught.value.had_token) == (401, True)
    assert "does not accept" in str(caught.value)
    assert "hf_mistyped" not in repr(caught.value) + str(caught.value)


def test_what_the_hub_does_not_have_is_not_called_gated(
    gated: Library, hub_server: HubServer
) -> None:
    """A name with a typing error is the usual reason."""
    with pytest.raises(NotOnHub) as caught:
        gated.get("maker/typo")
    assert "maker/typo" in str(caught.value)


@pytest.mark.parametrize(
    ("address", "is_shown"),
    [
        ("https://huggingface.co", True),
        ("http://127.0.0.1:8080", True),
        ("http://[::1]:8080", True),
        ("http://mirror.example", False),
    ],
)
def test_a_token_travels_only_where_nobody_reads_along(address: str, is_shown: bool) -> None:
    """Encrypted, or inside this machine."""
    access = Access(address, tokens=Tokens(FakeKeyStore()))
    access.tokens.keep(access.host, TOKEN)
    shown: list[str | None] = []

    def ask(token: str | None) -> None:
        shown.append(token)
        if token is None:
            raise AccessDenied(access.host, 401, repo=REPO)

    if is_shown:
        access.try_with_token(REPO, ask)
        assert shown == [None, TOKEN]
    else:
        with pytest.raises(AccessDenied):
            access.try_with_token(REPO, ask)
        assert shown == [None]


def test_a_token_belongs_to_its_host(keys: FakeKeyStore) -> None:
    """A mirror does not get the public hub's."""
    tokens = Tokens(keys)
    tokens.keep("huggingface.co", TOKEN)
    assert tokens.find("mirror.example") is None
    assert tokens.find("huggingface.co") == TOKEN
    assert tokens.forget("huggingface.co")
    assert tokens.find("huggingface.co") is None
    assert not tokens.forget("huggingface.co")


def test_a_lent_token_is_kept_nowhere(keys: FakeKeyStore) -> None:
    """It lasts for this run."""
    tokens = Tokens(keys)
    tokens.lend("huggingface.co", TOKEN)
    assert tokens.find("huggingface.co") == TOKEN
    assert keys.secrets == {}
    assert Tokens(keys).find("huggingface.co") is None


def test_no_key_store_refuses_to_keep(keys: FakeKeyStore) -> None:
    """A file would be the only other place, and that is none."""
    keys.is_broken = True
    with pytest.raises(NoKeyStore):
        Tokens(keys).keep("huggingface.co", TOKEN)
    assert Tokens(keys).find("huggingface.co") is None


@pytest.mark.parametrize("text", ["", "two words", "hf_\r\nx-evil: 1", "hf_ключ", "x" * 600])
def test_what_is_no_token_is_refused_without_repeating_it(text: str) -> None:
    """It would go into a header, and it may be a password pasted in the wrong place."""
    with pytest.raises(BadParameter) as caught:
        Tokens(FakeKeyStore()).lend("huggingface.co", text)
    assert not text or text not in str(caught.value)


@pytest.mark.parametrize("address", ["mirror.example", "file:///etc", "https://[mirror"])
def test_an_address_that_is_none_is_named(root: Path, address: str) -> None:
    library = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint=address))
    with pytest.raises(BadParameter, match="HF_ENDPOINT"):
        library.get("tiny")


def test_a_password_in_the_address_is_kept_nowhere(root: Path, hub_server: HubServer) -> None:
    """It is sent to its host, and stands in no receipt and no sentence."""
    endpoint = hub_server.endpoint.replace("://", "://me:secret@")
    library = Library(root, Catalogue([ENTRY]), hub=Hub(endpoint=endpoint, retry_delay_s=0.0))
    library.get("tiny")
    receipt = (root / "tiny" / "receipt.json").read_text("utf-8")
    library.remove("tiny")
    hub_server.gates[REPO] = {}
    with pytest.raises(AccessDenied) as caught:
        library.get("tiny")
    assert "secret" not in f"{receipt}{caught.value}{caught.value.page}"
