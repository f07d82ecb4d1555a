"""A key store that lives as long as a test."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class FakeKeyStore:
    """Secrets by service and name; a broken one refuses everything, as a locked one does."""

    secrets: dict[tuple[str, str], str] = field(default_factory=dict)
    is_broken: bool = False

    def get_password(self, service: str, username: str) -> str | None:
        """Look a secret up."""
        self._work()
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""
        self._work()
        self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget a secret."""
        self._work()
        del self.secrets[service, username]

    def _work(self) -> None:
        if self.is_broken:
            raise RuntimeError("the key store is locked")
