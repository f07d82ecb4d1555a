"""Access tokens of hubs: in the system's key store, or for this run only; never in a file.

A token is looked for only when a hub has refused without one. `keyring` is imported then, and
stores that would write a token in the clear count as none.
"""

import logging
import re
from collections.abc import Iterable
from typing import Protocol

from engine.errors import BadParameter, NoKeyStore

SERVICE = "Foreword model hub"

_TOKEN = re.compile(r"[\x21-\x7e]{4,512}")
# Stores that keep secrets as the system does; others may well write plain text.
_SAFE_MODULES = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)

_log = logging.getLogger(__name__)


class KeyStore(Protocol):
    """What is asked of a key store."""

    def get_password(self, service: str, username: str) -> str | None:
        """Look a secret up."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Forget a secret."""
        ...


class Tokens:
    """The tokens of this run.

    Args:
        store: where they are kept, or None to ask the system when one is needed.
    """

    def __init__(self, store: KeyStore | None = None) -> None:
        self._store = store
        self._lent: dict[str, str] = {}

    def find(self, host: str) -> str | None:
        """Look up the token of a host; the one lent for this run comes first."""
        if host in self._lent:
            return self._lent[host]
        store = self._store or system_key_store()
        if store is None:
            return None
        try:
            return store.get_password(SERVICE, host) or None
        except Exception as error:  # each system's store raises its own
            _log.info("The key store cannot be read: %s", type(error).__name__)
            return None

    def lend(self, host: str, token: str) -> None:
        """Use a token until the program ends.

        Raises:
            BadParameter: it is not written like one.
        """
        self._lent[host] = _checked(token)

    def keep(self, host: str, token: str) -> None:
        """Put a token into the system's key store.

        Raises:
            NoKeyStore: there is none, or it refuses.
            BadParameter: it is not written like one.
        """
        token = _checked(token)
        store = self._store or system_key_store()
        if store is None:
            raise NoKeyStore
        try:
            store.set_password(SERVICE, host, token)
        except Exception as error:
            raise NoKeyStore from error
        self._lent.pop(host, None)

    def forget(self, host: str) -> bool:
        """Forget the token of a host everywhere; say whether there was one."""
        was_there = self._lent.pop(host, None) is not None
        store = self._store or system_key_store()
        if store is not None and self.find(host) is not None:
            try:
                store.delete_password(SERVICE, host)
            except Exception as error:
                raise NoKeyStore from error
            was_there = True
        return was_there

    @property
    def can_keep(self) -> bool:
        """Whether the system has a key store; looking may take a moment."""
        return (self._store or system_key_store()) is not None


def system_key_store() -> KeyStore | None:
    """Find the system's key store, or None where there is none that keeps secrets secret."""
    import keyring
    from keyring.backends import chainer

    backend = keyring.get_keyring()
    candidates: Iterable[object] = (
        backend.backends if isinstance(backend, chainer.ChainerBackend) else (backend,)
    )
    for candidate in candidates:
        if type(candidate).__module__.startswith(_SAFE_MODULES):
            store: KeyStore = candidate  # type: ignore[assignment]
            return store
    return None


def _checked(token: str) -> str:
    token = token.strip()
    if not _TOKEN.fullmatch(token):
        # The text itself stays out of the message: it may be a secret with a typing error.
        raise BadParameter("The access token", "that text", "the text that the hub shows for it")
    return token
