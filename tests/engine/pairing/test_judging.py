"""Every model there is gets a verdict for a target, and another one when its files change."""

from pathlib import Path

from engine.draft_events import WORTH_HAVING
from engine.library.listing import LibraryEntry
from engine.models.kernels import packing_key
from engine.models.placement import choose_device, set_threads
from engine.pair_record import PairFiles
from engine.pairing import DraftVerdict, Verdict
from engine.pairing.judging import judge_drafts
from engine.params import DeviceChoice, ModelSpec, Placement
from engine.paths import user_paths
from tests.gguf_files import write_tiny_llama_gguf

PLACEMENT = Placement(device=DeviceChoice.CPU)


class FixedLibrary:
    """A library of given models."""

    def __init__(self, *specs: ModelSpec, missing: str = "") -> None:
        self._specs, self._missing = specs, missing

    def entries(self) -> list[LibraryEntry]:
        """List them; the first one's draft is the missing one."""
        here = [
            LibraryEntry(
                id=spec.id,
                name=spec.name,
                note="",
                licence="",
                size_bytes=1,
                drafts=(self._missing,) if self._missing else (),
                spec=spec,
            )
            for spec in self._specs
        ]
        gone = [
            LibraryEntry(id=id, name=id, note="", licence="", size_bytes=7, drafts=(), spec=None)
            for id in (self._missing, "stranger")
            if id
        ]
        return here + gone


def judged(library: FixedLibrary, target: ModelSpec) -> dict[str, DraftVerdict]:
    found = judge_drafts(library, target, placement=PLACEMENT)
    return {each.id: each for each in found}


def test_all_kinds_of_verdict(target: ModelSpec, draft: ModelSpec, other: ModelSpec) -> None:
    found = judged(FixedLibrary(target, draft, other, missing="made for it"), target)

    assert found[target.id].verdict is Verdict.ITSELF
    assert found[draft.id].can_draft
    assert found[other.id].verdict is Verdict.DOES_NOT_FIT
    assert "first at id" in found[other.id].reason
    assert found["made for it"].verdict is Verdict.GET_IT
    assert found["stranger"].verdict is Verdict.UNKNOWN


def test_a_damaged_model_says_so(target: ModelSpec, tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(b"GGUF\3\0")
    cut = ModelSpec(id="cut", name="cut", path=path)

    found = judged(FixedLibrary(target, cut), target)["cut"]

    assert found.verdict is Verdict.UNREADABLE
    assert "cannot be read" in found.reason


def test_a_file_that_changed_is_judged_again(target: ModelSpec, tmp_path: Path) -> None:
    path = tmp_path / "d.gguf"
    spec = ModelSpec(id="d", name="d", path=path)
    write_tiny_llama_gguf(path, num_layers=1)
    before = judged(FixedLibrary(target, spec), target)["d"]

    write_tiny_llama_gguf(path, num_layers=1, merges=(("e", "h"), ("l", "l")))
    after = judged(FixedLibrary(target, spec), target)["d"]

    assert before.can_draft
    assert after.verdict is Verdict.DOES_NOT_FIT


def test_what_was_measured_decides(target: ModelSpec, draft: ModelSpec) -> None:
    """A record as the engine keeps it: cheap steps, and most of them stand."""
    _keep_record(target, draft, step=0.05)

    found = judged(FixedLibrary(target, draft), target)[draft.id]

    assert (found.verdict, found.is_measured) == (Verdict.PAYS, True)
    assert found.speedup is not None
    assert found.speedup > WORTH_HAVING


def test_a_dear_draft_does_not_pay_here(target: ModelSpec, draft: ModelSpec) -> None:
    _keep_record(target, draft, step=2.0)

    found = judged(FixedLibrary(target, draft), target)[draft.id]

    assert (found.verdict, found.is_measured) == (Verdict.DOES_NOT_PAY, True)


def test_stops_when_it_is_told_to(target: ModelSpec, draft: ModelSpec) -> None:
    library = FixedLibrary(target, draft)

    assert judge_drafts(library, target, placement=PLACEMENT, should_stop=lambda: True) == []


def test_heads_of_other_targets_are_listed(target: ModelSpec) -> None:
    """The shipped one belongs to the starter, and says so."""
    found = [each for each in judged(FixedLibrary(target), target).values() if each.is_head]

    assert {each.verdict for each in found} == {Verdict.DOES_NOT_FIT}
    assert "was trained for" in found[0].reason


def _keep_record(target: ModelSpec, draft: ModelSpec, *, step: float) -> None:
    from engine.json_file import write_json

    machine = f"{packing_key(choose_device(DeviceChoice.CPU))} int4"
    files = PairFiles(
        target=target.path,
        draft=draft.path,
        machine=machine,
        num_threads=set_threads(PLACEMENT),
    )
    write_json(
        user_paths().cache / "calibration.json",
        {
            "passes": {files.target_key: [[1, 0.1], [2, 0.1], [4, 0.1], [8, 0.12]]},
            "drafts": {files.pair_key: {"model": [step, 0.01]}},
            "acceptance": {files.pair_key: {"model 0 0": [[0.8, 20.0], [0.8, 15.0]]}},
        },
    )
