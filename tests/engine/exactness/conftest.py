"""Checks the caches all along, and tells at the end which known mistakes the statistics caught."""

from collections.abc import Callable

import pytest

from engine.cache_check import VARIABLE

_CAUGHT = pytest.StashKey[list[str]]()


@pytest.fixture(autouse=True)
def checked_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare ids and caches after each round."""
    monkeypatch.setenv(VARIABLE, "1")


@pytest.fixture
def note_caught(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Have a mistake listed in the summary."""
    return request.config.stash.setdefault(_CAUGHT, []).append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """List the mistakes; those that passed have failed their tests."""
    if caught := config.stash.get(_CAUGHT, []):
        names = "; ".join(sorted(caught))
        terminalreporter.write_line(f"negative controls caught: {len(caught)} ({names})")
