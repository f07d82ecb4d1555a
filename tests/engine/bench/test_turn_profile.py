"""The stopwatch, with a clock that a test turns, and the profile of a real turn."""

import json
from pathlib import Path

import pytest

from engine import decoding, judging
from engine.__main__ import main
from engine.bench.turn_profile import Part, Stopwatch
from engine.models.cached import CachedModel
from engine.models.tiny import write_tiny_gguf


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_counts_for_the_innermost_part() -> None:
    """Each second once."""
    clock = Clock()
    watch = Stopwatch(clock=clock)
    clock.now = 1
    with watch.part(Part.LOOP):
        clock.now = 3
        with watch.part(Part.TARGET):
            clock.now = 7
        clock.now = 8
    clock.now = 10
    assert watch.read() == {Part.EVENTS: 3, Part.LOOP: 3, Part.TARGET: 4}


def test_what_a_draft_does_counts_for_the_draft() -> None:
    """Its own passes and choices are no passes of the target."""
    clock = Clock()
    watch = Stopwatch(clock=clock)
    with watch.part(Part.DRAFT):
        clock.now = 1
        with watch.part(Part.TARGET):
            clock.now = 3
    clock.now = 4
    watch_before = watch.read()
    assert watch_before == {Part.EVENTS: 1, Part.DRAFT: 3}
    watch.restart()
    clock.now = 6
    assert watch.read() == {Part.EVENTS: 2}


def test_the_engine_is_left_as_it_was() -> None:
    """Though something is raised while it is watched."""
    before = (CachedModel.extend, vars(judging)["verify_choices"], decoding.Decoding.run)
    watch = Stopwatch()

    def fail_inside() -> None:
        with watch.watching():
            assert CachedModel.extend is not before[0]
            raise KeyError

    with pytest.raises(KeyError):
        fail_inside()
    assert (CachedModel.extend, vars(judging)["verify_choices"], decoding.Decoding.run) == before


def test_a_turn_is_shared_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every part is seen, shares add up, and a draft costs nothing where there is none."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    words = ["--threads", "1", "--kinds", "chat", "--max-new-tokens", "12", "--repeats", "1"]
    words += ["--lookahead", "3", "--target", str(path), "--profile"]
    assert main(["bench", *words, "--draft", str(path), "--json"]) == 0
    sides = json.loads(capsys.readouterr().out)["sides"]
    plain, speculative = sides["plain"], sides["speculative"]
    assert sum(part["share"] for part in plain["parts"].values()) == pytest.approx(1.0)
    assert plain["parts"]["draft passes"]["share"] == 0.0
    for part in ("target passes", "sampling", "verify", "detokenising", "loop", "events"):
        assert plain["parts"][part]["share"] > 0.0
        assert speculative["parts"][part]["ms_a_round"] > 0.0
    assert speculative["parts"]["draft passes"]["share"] > 0.0
    assert 0.0 < plain["share_outside_passes"] < 1.0
    assert main(["bench", *words]) == 0
    assert "Outside model passes, plain: " in capsys.readouterr().out
