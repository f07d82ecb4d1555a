"""The window's offline switch and the console."""

import json
import os
import subprocess
import sys

import pytest

from app.library.console_switch import obey_settings
from engine import user_paths


@pytest.mark.parametrize(
    ("content", "is_offline"),
    [
        (json.dumps({"offline": True}), True),
        (json.dumps({"offline": False}), False),
        (json.dumps({}), False),
        ("[1]", False),
        ("{", False),
        (None, False),
    ],
)
def test_the_console_obeys_the_windows_switch(
    monkeypatch: pytest.MonkeyPatch, content: str | None, is_offline: bool
) -> None:
    """Settings that cannot be read forbid nothing and break nothing."""
    monkeypatch.setenv("FOREWORD_OFFLINE", "")
    monkeypatch.delenv("FOREWORD_OFFLINE")
    path = user_paths().config / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is not None:
        path.write_text(content, "utf-8")
    obey_settings()
    assert ("FOREWORD_OFFLINE" in os.environ) == is_offline


def test_a_command_of_the_program_refuses_while_the_window_is_offline() -> None:
    """The very program, in a process of its own."""
    path = user_paths().config / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"offline": True}), "utf-8")
    command = [sys.executable, "-m", "app", "models", "search", "anything"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Foreword is offline" in done.stderr
