"""What `foreword bench --ui` drives and prints; how long things take is no business of a test."""

import json

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bench.answer import NUM_CHARS, long_answer
from app.bench.command import _report, _table
from app.bench.drive import Drive, Findings
from app.bench.pulse import Lateness
from app.bench.replay_engine import Replay, ReplayEngine
from app.bench.stage import REPLAYED, NoLibrary, own_application
from engine import (
    Controls,
    FinishReason,
    Generate,
    Message,
    Role,
    SamplingParams,
    TextDelta,
    TurnFinished,
)


def turn(engine: ReplayEngine, controls: Controls | None = None) -> list[object]:
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, "Go on"),),
        sampling=SamplingParams(),
        controls=controls or Controls(),
    )
    return list(engine.handle(command))


def test_figures_are_by_stage() -> None:
    """The largest and the share below are of one stage, and nought where there was nothing."""
    lateness = Lateness()
    for ms in range(100):
        lateness.add("idle", float(ms))
    lateness.add("loading", 500.0)
    assert lateness.largest("idle") == 99.0
    assert lateness.percentile("idle") == 99.0
    assert lateness.largest("loading") == 500.0
    assert lateness.largest("nothing") == 0.0


def test_the_answer_is_long_and_the_same() -> None:
    """With all that is hard to show in it."""
    answer = long_answer()
    assert len(answer) >= NUM_CHARS
    assert answer == long_answer()
    for mark in ("```python", "| size |", "$$", "> Quoted", "- [x]"):
        assert mark in answer


def test_a_replay_says_its_text() -> None:
    """In bursts, with tokens that cover it, and ends."""
    events = turn(ReplayEngine([Replay("One two three four.", burst=2)]))
    deltas = [event for event in events if isinstance(event, TextDelta)]
    assert "".join(delta.text for delta in deltas) == "One two three four."
    assert len(deltas[0].tokens) == 2
    tokens = [token for delta in deltas for token in delta.tokens]
    assert [token.start for token in tokens[1:]] == [token.end for token in tokens[:-1]]
    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    assert len(finished.token_ids) == len(tokens) + 1


def test_a_replay_stops() -> None:
    """Before its first word, where it was stopped by then."""
    controls = Controls()
    controls.stop.set()
    finished = turn(ReplayEngine(), controls)[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.reason is FinishReason.STOPPED


def test_the_walk_comes_to_its_end(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the real window and thread: every stage is seen, every kind of figure is there."""
    monkeypatch.setattr("app.bench.drive.TOKENS_PER_S", 0.0)
    monkeypatch.setattr("app.bench.drive.long_answer", lambda: long_answer(3000))
    monkeypatch.setattr("app.bench.drive.MEASURED_CHARS", 1500)
    monkeypatch.setattr("app.bench.drive.NUM_SWITCHES", 2)
    monkeypatch.setattr("app.bench.drive.NUM_SCROLLS", 2)
    engine = ReplayEngine()
    settings = {"target_id": REPLAYED.id}
    with own_application(
        qapp, open_engine=lambda: engine, library=NoLibrary(), settings=settings
    ) as application:
        drive = Drive(application, engine, num_turns=4)
        with qtbot.waitSignal(application.program.closed, timeout=60_000):
            application.show()
            drive.start()
        findings = drive.findings
        application.deleteLater()
    assert findings.problems == []
    stages = {"short turns", "switching", "streaming", "in bursts", "new colours", "opening"}
    assert stages | {"scrolling"} <= set(findings.gaps.by_stage)
    assert len(findings.switch_ms) == 2
    assert set(findings.memory) == {4}


def test_the_report() -> None:
    """JSON that can be read again, and a table with a line for each figure."""
    findings = Findings(typing_ms=[3.0, 5.0], switch_ms=[40.0], memory={50: 200_000_000})
    findings.gaps.add("streaming", 12.0)
    findings.work.add("streaming", 7.0)
    starts = [{"visible_ms": 900.0, "process_ms": 1200.0, "has_torch": False}]
    report = _report(starts, findings)
    assert json.loads(json.dumps(report)) == report
    table = _table(report)
    for words in ("Qt's import", "key to letter", "switch", "streaming", "200 after 50", "was not"):
        assert words in table
