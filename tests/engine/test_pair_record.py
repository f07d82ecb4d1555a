"""What is known of a pair is kept on disk, and measured again when the file makes no sense."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.events import TokenSource
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.pair_record import PairFiles, PairRecord
from tests.table_models import TableBackend, table_model


@pytest.fixture
def files(tmp_path: Path) -> PairFiles:
    target, draft = tmp_path / "target.gguf", tmp_path / "draft.gguf"
    target.write_bytes(b"weights")
    draft.write_bytes(b"fewer")
    return PairFiles(target=target, draft=draft, machine="cpu", num_threads=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "calibration.json"


def pair() -> tuple[CachedModel, list[Drafter]]:
    draft = ModelDrafter(table_model(TableBackend(num_rows=12)))
    return table_model(TableBackend(num_rows=12)), [NgramDrafter(), draft]


def measured(path: Path, files: PairFiles, *, stop: bool = False) -> PairRecord:
    target, drafters = pair()
    record = PairRecord(path, files)
    record.measure(target, drafters, num_tokens=12, should_stop=lambda: stop)
    return record


def test_what_is_measured_is_found_in_the_next_session(path: Path, files: PairFiles) -> None:
    target, drafters = pair()
    assert PairRecord(path, files).lacking(target, drafters) is TokenSource.TARGET
    assert PairRecord(path, files).calibration is None
    found = measured(path, files).calibration
    again = PairRecord(path, files)
    assert again.lacking(target, drafters) is None
    assert found is not None
    assert again.calibration == replace(found, taken_s=0.0)
    assert {cost.source for cost in found.drafts} == {TokenSource.NGRAM, TokenSource.MODEL}
    assert [name.name for name in path.parent.iterdir()] == [path.name]


def test_another_draft_is_measured_without_the_passes(path: Path, files: PairFiles) -> None:
    measured(path, files)
    target, drafters = pair()
    plain = PairRecord(path, replace(files, draft=None))
    assert plain.lacking(target, drafters[:1]) is None
    assert plain.lacking(target, drafters) is TokenSource.MODEL
    plain.measure(target, drafters, num_tokens=12, should_stop=lambda: False)
    assert isinstance(target.backend, TableBackend)
    assert target.backend.widths == []


def test_a_conversation_in_the_cache_stays(path: Path, files: PairFiles) -> None:
    target, drafters = pair()
    target.extend([1, 2, 3])
    record = PairRecord(path, files)
    assert record.lacking(target, drafters) is None
    record.measure(target, drafters, num_tokens=12, should_stop=lambda: False)
    assert target.length == 3
    assert record.calibration is None


def test_stop_leaves_the_measurement_for_the_next_time(path: Path, files: PairFiles) -> None:
    assert measured(path, files, stop=True).calibration is None
    target, drafters = pair()
    assert PairRecord(path, files).lacking(target, drafters) is TokenSource.TARGET


def test_acceptance_is_kept_and_holds_no_text(path: Path, files: PairFiles) -> None:
    record = measured(path, files)
    lookahead = record.new_lookahead()
    lookahead.start_turn(0.0)
    for _ in range(30):
        lookahead.observe_draft(
            TokenSource.MODEL, num_drafted=3, num_accepted=3, seconds=0.0, num_caught_up=1
        )
    record.keep_acceptance(lookahead)
    again = PairRecord(path, files).new_lookahead()
    again.start_turn(0.0)
    expected = lookahead.acceptance(TokenSource.MODEL)[0]
    assert again.acceptance(TokenSource.MODEL)[0] == pytest.approx(expected, abs=0.1)
    assert again.acceptance(TokenSource.MODEL)[0] > 0.8
    assert json.loads(path.read_text("utf-8"))["acceptance"].keys() == {files.pair_key}
    stamp = path.stat().st_mtime_ns
    record.keep_acceptance(lookahead)
    assert path.stat().st_mtime_ns == stamp, "nothing new is nothing to write"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"passes": 3, "drafts": [], "x": 1}'])
def test_an_odd_file_is_as_good_as_none(path: Path, files: PairFiles, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    assert PairRecord(path, files).calibration is None
    measured(path, files)
    assert PairRecord(path, files).calibration is not None


@pytest.mark.parametrize(
    "passes",
    [
        *(3, {}, [], [[1]], [[1, "x"]], [[1, 0.0]], [[1, 1e9]], [[2, 1.0]], [[1, 1.0], [77, 1.0]]),
        *([None], [[1, 1e-320]], [[1, 4.0], [2, 3.0]], [[1, 1e-4], [2, 900.0]]),
    ],
)
def test_odd_passes_are_measured_again(path: Path, files: PairFiles, passes: object) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"passes": {files.target_key: passes}}), "utf-8")
    assert PairRecord(path, files).calibration is None


def test_other_odd_entries_are_left_out(path: Path, files: PairFiles) -> None:
    path.parent.mkdir()
    whole = {
        "passes": {files.target_key: [[1, 0.01], [9, 0.02]]},
        "drafts": {
            files.pair_key: {"model": [0.1], "who": [0.1, 0.1], "head": [-1.0, 0.1], "ngram": 3}
        },
        "acceptance": {
            files.pair_key: {"model 0 0": [[2.0, 1.0]], "ngram 0 3": [[0.5, 3.0], "x"], "a": 1}
        },
    }
    path.write_text(json.dumps(whole), "utf-8")
    record = PairRecord(path, files)
    assert record.calibration is not None
    assert record.calibration.passes == ((1, 0.01), (9, 0.02))
    assert record.calibration.drafts == ()
    lookahead = record.new_lookahead()
    lookahead.start_turn(0.0)
    assert lookahead.acceptance(TokenSource.MODEL) == Lookahead().acceptance(TokenSource.MODEL)
    # The first of its places made sense.
    assert lookahead.kept()["ngram 0 3"] == [(0.5, 3.0)]


def test_a_folder_that_cannot_be_made_costs_nothing_but_the_copy(
    tmp_path: Path, files: PairFiles
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    path = tmp_path / "file" / "calibration.json"
    assert measured(path, files).calibration is not None
    assert PairRecord(path, files).calibration is None


def test_the_file_does_not_grow_for_ever(path: Path, files: PairFiles) -> None:
    for number in range(70):
        measured(path, replace(files, machine=f"machine {number}"))
    whole = json.loads(path.read_text("utf-8"))
    assert {kind: len(entries) for kind, entries in whole.items()} == {"passes": 64, "drafts": 64}
    assert PairRecord(path, replace(files, machine="machine 69")).calibration is not None


def test_the_keys_follow_the_models_and_the_machine(files: PairFiles) -> None:
    others = [
        replace(files, num_threads=1),
        replace(files, machine="cuda"),
        replace(files, target=files.target.parent / "draft.gguf"),
    ]
    keys = {other.target_key for other in others} | {files.target_key}
    assert len(keys) == 4
    assert replace(files, draft=None).pair_key != files.pair_key != files.target_key
    assert replace(files, draft=None).target_key == files.target_key
    before = files.target_key
    files.target.write_bytes(b"other weights")
    assert files.target_key != before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is Unicode")
def test_a_name_that_is_not_unicode_has_a_key(tmp_path: Path, files: PairFiles) -> None:
    """As on an old disk: Python then holds the bytes as lone surrogates."""
    source = tmp_path / os.fsdecode(b"mod\xe8le.gguf")
    source.write_bytes(b"weights")
    assert len(replace(files, target=source).target_key) == 32
