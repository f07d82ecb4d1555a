"""`foreword selftest`: the whole road on a model made on the spot, and faults it must notice."""

import json
from collections.abc import Generator
from dataclasses import replace

import pytest

from engine import Command, Event, Failed, OutOfMemory, TurnFinished, open_engine
from engine.__main__ import main
from engine.console import selftest


class Spoiled:
    """An engine whose turns, from a certain one on, end with another last id."""

    def __init__(self, *, first_turn: int) -> None:
        self._engine = open_engine()
        self._turns_to_spare = first_turn

    def handle(self, command: Command) -> Generator[Event]:
        for event in self._engine.handle(command):
            if isinstance(event, TurnFinished):
                self._turns_to_spare -= 1
                if self._turns_to_spare < 0:
                    ids = (*event.token_ids[:-1], event.token_ids[-1] ^ 1)
                    event = replace(event, token_ids=ids)
            yield event


class Full:
    """An engine without memory for anything."""

    def handle(self, _: Command) -> Generator[Event]:
        yield Failed(turn_id=None, error=OutOfMemory(device="CPU"))


def run(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    """Run the command; give its exit code and the one line it prints."""
    code = main(["selftest", "--threads", "1"])
    (line,) = capsys.readouterr().out.splitlines()
    result: dict[str, object] = json.loads(line)
    return code, result


def test_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    """One line of JSON; drafts of both kinds stood, and the ids are the same.

    Seeded weights: the reply goes in circles, so that both kinds have something to say.
    """
    code, result = run(capsys)
    assert (code, result["ok"], result["same_ids"]) == (0, True, True)
    for way in ("ngram", "draft"):
        counted = result[way]
        assert isinstance(counted, dict)
        assert 0 < counted["num_accepted"] <= counted["num_drafted"]
    for name in ("foreword", "python", "torch", "transformers", "device", "cpu_capability"):
        assert result[name]


@pytest.mark.parametrize("first_turn", [1, 2])
def test_a_reply_that_differs_is_noticed(
    first_turn: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one bit of one id, in the second or in the third turn alone."""
    monkeypatch.setattr(selftest, "open_engine", lambda: Spoiled(first_turn=first_turn))
    code, result = run(capsys)
    assert (code, result["ok"], result["same_ids"]) == (1, False, False)


def test_drafts_that_never_stand_are_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a lookahead of 0 everything agrees, and nothing was tried."""
    monkeypatch.setattr(selftest, "_LOOKAHEAD", 0)
    code, result = run(capsys)
    assert (code, result["ok"], result["same_ids"]) == (1, False, True)


def test_a_refusal_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a sentence inside the line, with the versions still there."""
    monkeypatch.setattr(selftest, "open_engine", Full)
    code, result = run(capsys)
    assert (code, result["ok"]) == (1, False)
    assert result["error"] == str(OutOfMemory(device="CPU"))
    assert result["torch"]
