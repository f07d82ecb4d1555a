"""The suite for cards, on a processor with tiny shapes: what it forces, counts and reports."""

import json

import pytest
import torch

from engine.bench.gpu_models import TINY_PAIR, ForcedBackend, paths, random_decoder, read_bytes
from engine.bench.gpu_parts import count_waits
from engine.bench.gpu_report import GpuReport
from engine.bench.gpu_suite import TINY, Measured, run_suite
from engine.bench.machine import describe_machine
from engine.models.cached import CachedModel, DeviceBackend
from engine.models.cuda_graphs import GraphedDecoder
from tests.recorders import CallingRecorder

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def measured() -> Measured:
    """Run the suite once, with recordings that call again."""
    torch.set_num_threads(1)
    told: list[str] = []
    found = run_suite(
        TINY, device=CPU, tell=told.append, new_recorder=lambda device: CallingRecorder()
    )
    assert told
    return found


def test_paths_agree_as_often_as_they_should() -> None:
    target, draft = paths(20_000, agreement=0.7, num_ids=100, seed=1)
    agreed = sum(left == right for left, right in zip(target, draft, strict=True))
    assert agreed == pytest.approx(14_000, abs=300)
    assert max(draft) < 100


def test_a_forced_model_says_its_path() -> None:
    """Row by row, from whatever position, in prompts and in narrow passes."""
    decoder = random_decoder(TINY_PAIR[1], device=CPU, seed=0)
    path = paths(decoder.capacity + 1, agreement=1.0, num_ids=512, seed=1)[0]
    backend = ForcedBackend(GraphedDecoder(decoder, recorder=CallingRecorder()), path)
    assert isinstance(backend, DeviceBackend)
    model = CachedModel(backend, name="forced")
    for width in (30, 1, 5, 5, 5):
        start = model.length
        logits = model.extend([1] * width)
        assert logits.argmax(1).tolist() == path[start + 1 : start + width + 1]
    model.crop_to(0)
    assert backend.num_cached == 0


def test_random_weights_keep_activations_in_their_range() -> None:
    """Rows that grow from layer to layer would make every figure one of overflow."""
    decoder = random_decoder(TINY_PAIR[0], device=CPU, seed=0)
    logits = decoder.forward(torch.arange(20), 0, num_logits=20)
    assert 0.5 < float(logits.std()) < 2.0
    assert 800_000 < read_bytes(decoder.weights) < 900_000


def test_every_reply_is_the_forced_one(measured: Measured) -> None:
    speeds = measured.speeds
    assert all(speed.is_right for speed in speeds)
    greedy = [s.num_draft_tokens for s in speeds if s.rule is None and s.is_recorded]
    assert greedy == [0, 2, 4]
    assert [s.is_recorded for s in speeds] == [True] * 7 + [False] * 2
    assert all(s.tokens_per_round == 1 for s in speeds if s.num_draft_tokens == 0)
    assert all(1.5 < s.tokens_per_round < 3 for s in speeds if s.num_draft_tokens)
    assert measured.error < 0.02


def test_passes_and_products_are_those_of_the_plan(measured: Measured) -> None:
    assert [times.width for times in measured.target_passes] == [1, 3, 5]
    assert all(times.recorded_s is not None for times in measured.target_passes)
    assert {product.num_rows for product in measured.products} == {1, 5}
    assert measured.limit_tokens_per_s > 0


def test_the_report_says_it_all(measured: Measured) -> None:
    report = GpuReport(machine=describe_machine(), measured=measured)
    assert report.is_good
    table = "\n".join(report.lines())
    for words in ("tiny target", "sampled, coupled", "not recorded", "output, int8", "goal of 1.5"):
        assert words in table
    found = json.loads(json.dumps(report.to_json()))
    assert found["plan"]["lookaheads"] == [2, 4]
    assert found["goals"]["speed_up"]["reached"] == report.speed_up


def test_a_wrong_reply_is_no_figure(measured: Measured) -> None:
    """Neither is a recorded pass that computes something else."""
    from dataclasses import replace

    wrong = replace(measured.speeds[0], is_right=False)
    for bad in (
        replace(measured, speeds=[wrong, *measured.speeds[1:]]),
        replace(measured, error=0.3),
    ):
        report = GpuReport(machine=describe_machine(), measured=bad)
        assert not report.is_good
        assert "WRONG" in "\n".join(report.lines())


def test_waits_are_only_counted_on_a_card() -> None:
    assert count_waits(lambda: None, CPU) is None
