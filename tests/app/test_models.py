"""Choosing and getting models, with a library without files."""

from pathlib import Path

from app.model_shelf import ModelShelf
from app.view_types import EngineState, ModelChoice
from engine import EngineError, LoadModels, ModelSpec, NoNetwork, TokenizerMismatch
from tests.app.conftest import TARGET_ID, MakeStage, Recorder
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, ScriptedEngine


def test_the_last_pair_comes_back(make_stage: MakeStage) -> None:
    """Two programs one after the other on one home."""
    first = make_stage()
    first.start()
    first.program.models.load("draft", TARGET_ID)
    first.wait_for(EngineState.READY)
    first.close()
    second = make_stage()
    second.start()
    load = second.engine.commands[0]
    assert isinstance(load, LoadModels)
    assert (load.target.id, load.draft and load.draft.id) == ("draft", TARGET_ID)


def test_a_last_target_that_is_gone_makes_way_for_the_starter(make_stage: MakeStage) -> None:
    """The reason is told, and a chat is possible all the same."""
    first = make_stage(library=FakeLibrary(models=[FakeEntry(id="old")]))
    first.start(until=None)
    first.program.models.load("old", None)
    first.wait_for(EngineState.READY)
    first.close()
    second = make_stage()
    notices = Recorder(second.program.controller.notice)
    second.start()
    assert "old" in str(notices.calls[0][1])
    assert second.program.settings.value("target_id") == TARGET_ID


def test_nothing_installed_offers_the_starter(make_stage: MakeStage) -> None:
    """No download begins by itself."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)])
    stage = make_stage(library=library)
    offers = Recorder(stage.program.models.starter_offered)
    stage.start(until=EngineState.NO_MODEL)
    [(choice,)] = offers.calls
    assert isinstance(choice, ModelChoice)
    assert choice.id == TARGET_ID
    assert not stage.program.shelf.is_busy


def test_a_download_tells_how_far_it_is_and_is_loaded(make_stage: MakeStage) -> None:
    """From nothing to ready; asked for twice, it is fetched once."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)])
    stage = make_stage(library=library)
    stage.start(until=None)
    progress = Recorder(stage.program.shelf.download_progress)
    stage.program.shelf.get(TARGET_ID)
    stage.program.shelf.get(TARGET_ID)
    stage.wait_for(EngineState.READY)
    fractions = [fraction for _, fraction, _ in progress.calls]
    assert fractions == [None, 0.0, 0.25, 0.5, 0.75, None]
    assert progress.calls[-1][2] == ""


def test_a_stopped_download_is_no_error(make_stage: MakeStage) -> None:
    """Held at a gate nobody opens, so that only Stop ended it."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)], gate=Gate())
    stage = make_stage(library=library)
    stage.start(until=None)
    notices = Recorder(stage.program.controller.notice)
    with stage.qtbot.waitSignal(stage.program.shelf.idle):
        stage.program.shelf.get(TARGET_ID)
        stage.program.shelf.cancel(TARGET_ID)
    assert notices.calls == []


def test_a_download_that_fails_says_why(make_stage: MakeStage) -> None:
    """And the next try may begin."""
    library = FakeLibrary(
        models=[FakeEntry(id=TARGET_ID, is_installed=False)],
        error=NoNetwork(source="the hub", detail="no route"),
    )
    stage = make_stage(library=library)
    stage.start(until=None)
    notices = Recorder(stage.program.controller.notice)
    with stage.qtbot.waitSignal(stage.program.shelf.idle):
        stage.program.shelf.get(TARGET_ID)
    assert len(notices.calls) == 1
    assert notices.calls[0][0] == "error"
    assert "the hub cannot be reached" in str(notices.calls[0][1])
    library.error = None
    stage.program.shelf.get(TARGET_ID)
    stage.wait_for(EngineState.READY)


def test_drafts_are_judged_with_a_reason_each(make_stage: MakeStage) -> None:
    """Case 21: only installed ones are looked at, off the GUI thread."""
    library = FakeLibrary(
        models=[FakeEntry(id="good"), FakeEntry(id="bad"), FakeEntry(id="away", is_installed=False)]
    )

    def fit(target: ModelSpec, draft: ModelSpec) -> EngineError | None:
        if draft.id != "bad":
            return None
        return TokenizerMismatch(draft=draft.id, target=target.id, first_id=3, num_different=5)

    stage = make_stage(library=library)
    shelf = ModelShelf(library, draft_fit=fit)
    with stage.qtbot.waitSignals([shelf.draft_reasons_changed, shelf.idle]):
        reasons = Recorder(shelf.draft_reasons_changed)
        shelf.judge_drafts("good")
    [(target_id, found)] = reasons.calls
    assert target_id == "good"
    assert isinstance(found, dict)
    assert list(found) == ["good", "bad"]
    assert "itself" in found["good"]
    assert "first at id 3" in found["bad"]


def test_a_file_of_ones_own_is_listed(make_stage: MakeStage, tmp_path: Path) -> None:
    """And can be chosen at once."""
    stage = make_stage()
    stage.start()
    choices = Recorder(stage.program.shelf.choices_changed)
    stage.program.models.import_model(str(tmp_path / "mine.gguf"))
    [(listed,)] = choices.calls
    assert isinstance(listed, list)
    assert listed[-1].id == "mine"
    assert stage.program.models.load("mine", None)
    stage.wait_for(EngineState.READY)


def test_choosing_anew_while_loading_stops_the_load_before(make_stage: MakeStage) -> None:
    """The first load is held at a gate nobody opens; only its stop flag lets the second begin."""
    gate = Gate()
    engine = ScriptedEngine(load_gate=gate)
    stage = make_stage(engine)
    notices = Recorder(stage.program.controller.notice)
    stage.start(until=EngineState.LOADING)
    stage.program.models.load("draft", None)
    first, _ = stage.program.models._under_way
    assert first.controls.stop.is_set()
    stage.qtbot.waitUntil(lambda: len(engine.commands) == 2)
    gate.open()
    stage.wait_for(EngineState.READY)
    loaded = stage.program.models.loaded
    assert loaded is not None
    assert loaded.target.spec.id == "draft"
    assert notices.calls == []
