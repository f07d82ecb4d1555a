"""What only a CUDA device can show: recorded passes, one wait a round, both ways to pack.

Run with `python3 packaging/dev.py test --gpu tests/gpu`; it takes a minute.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch

from engine.bench.gpu_models import TINY_PAIR, ForcedBackend, paths, random_decoder
from engine.bench.gpu_parts import largest_error
from engine.bench.gpu_suite import SAMPLED, TINY, run_suite
from engine.commands import Generate, LoadModels, Unload
from engine.device_rounds import DeviceRounds
from engine.drafting.model import ModelDrafter
from engine.drafting.protocol import Proposal
from engine.engine import Engine
from engine.events import ModelsLoaded, TurnFinished
from engine.models import kernels
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import CudaGraphs, GraphedDecoder, recorded
from engine.models.quantized import Int4Linear, Int8Linear
from engine.models.transformers import load_folder
from engine.params import (
    Controls,
    DeviceChoice,
    Message,
    ModelSpec,
    Placement,
    Precision,
    Role,
    SamplingParams,
)
from engine.sampling import Sampler
from engine.stopwatch import Stopwatch
from tests.gguf_files import write_tiny_llama_gguf
from tests.tiny_models import random_state, reference_model, tiny_config

pytestmark = pytest.mark.gpu

CUDA = torch.device("cuda")
GREEDY = SamplingParams()


@contextmanager
def no_waiting() -> Iterator[None]:
    """Let whatever waits for the card raise."""
    torch.cuda.set_sync_debug_mode("error")
    try:
        yield
    finally:
        torch.cuda.set_sync_debug_mode("default")


def graphed(place: int, *, seed: int = 0) -> GraphedDecoder:
    """Record the passes of a tiny target (0) or draft (1)."""
    decoder = random_decoder(TINY_PAIR[place], device=CUDA, seed=seed)
    return GraphedDecoder(decoder, recorder=CudaGraphs(CUDA))


@pytest.mark.parametrize("num_rows", [1, 2, 5, 9, 17, 64])
def test_packed_products_are_right(num_rows: int) -> None:
    """Against the same values in float32; a card older than sm80 has no such products."""
    assert kernels.has_packed_products("cuda")
    random = torch.Generator().manual_seed(num_rows)
    codes = torch.randint(0, 16, (512, 1024), generator=random, dtype=torch.uint8)
    scales = torch.rand(512, 32, generator=random) * 0.1 + 0.01
    minima = -7.0 * scales
    x = torch.randn(num_rows, 1024, generator=random)
    spread = scales.repeat_interleave(32, 1), minima.repeat_interleave(32, 1)
    weight = codes.float() * spread[0] + spread[1]
    packed4 = Int4Linear.from_codes(codes, scales, minima=minima, device=CUDA)
    packed8 = Int8Linear.from_weight(weight, device=CUDA)
    expected = x @ weight.T
    for packed in (packed4, packed8):
        product = packed(x.to(CUDA, torch.bfloat16)).float().cpu()
        assert float((product - expected).norm() / expected.norm()) < 0.02


def test_recorded_passes_answer_like_the_decoder() -> None:
    for place in (0, 1):
        graphs = graphed(place)
        assert largest_error(graphs, range(1, 18)) < 0.02
        assert (graphs.is_recording, graphs.num_recordings) == (True, 17)
        assert graphs.num_replays >= 34


def test_the_rest_of_a_recording_is_forgotten_with_its_decoder() -> None:
    """Recordings keep memory of their own, which has to come back."""
    held = []
    for seed in range(4):
        graphs = graphed(0, seed=seed)
        largest_error(graphs, (1, 5))
        del graphs
        held.append(torch.cuda.memory_allocated())
    assert held[-1] - held[0] < 2**20


@pytest.mark.parametrize("sampling", [GREEDY, *SAMPLED], ids=["greedy", "coupled", "rejection"])
def test_nothing_waits_before_the_verdict(sampling: SamplingParams) -> None:
    """A whole round: the draft's steps, the target's pass, the verdict, all under guard."""
    forced = paths(600, agreement=0.7, num_ids=512, seed=1)
    target, draft = (
        CachedModel(ForcedBackend(graphed(place), forced[place]), name="forced") for place in (0, 1)
    )
    sampler = Sampler(sampling, seed=1, num_tokens=512)
    rounds, drafter = DeviceRounds(target, sampler), ModelDrafter(draft)
    ids = forced[0][:20]
    target.extend(ids[:-1], num_logits=0)

    def ask() -> tuple[Proposal, object]:
        proposal = drafter.propose(ids, 4, sampler=sampler, should_stop=lambda: False)
        logits = rounds.extend(ids[target.length :], proposal)
        return proposal, rounds.begin(logits, proposal, position=len(ids))

    for number in range(36):
        if number < 30:
            # Until every width there is has been recorded.
            _, pending = ask()
        else:
            with no_waiting():
                _, pending = ask()
        judgement = rounds.finish(pending)  # type: ignore[arg-type]
        assert judgement is not None
        verdict = judgement.verdict
        ids = [*ids, *judgement.draft_ids[: verdict.num_accepted], verdict.next_id]
        target.crop_to(len(ids) - 1)
        assert ids == forced[0][: len(ids)]


def test_the_suite_finds_every_reply_right_and_one_wait_a_round() -> None:
    measured = run_suite(TINY, device=CUDA, tell=lambda text: None)
    assert all(speed.is_right for speed in measured.speeds)
    assert measured.is_recorded
    assert [speed.waits_per_round for speed in measured.speeds] == [1.0] * len(measured.speeds)
    assert any("nf4" in product.name for product in measured.products)


def test_times_come_from_the_cards_own_queue() -> None:
    stopwatch = Stopwatch(lambda: 0.0, is_queued=True)
    x = torch.randn(4096, 4096, device=CUDA)
    begin = stopwatch.mark()
    for _ in range(20):
        x = x @ x * 1e-3
    end = stopwatch.mark()
    torch.cuda.synchronize()
    assert stopwatch.seconds(begin, end) > 0


def on(device: DeviceChoice) -> Placement:
    return Placement(device=device, context_length=256)


def loaded(engine: Engine, target: Path, draft: Path | None, device: DeviceChoice) -> ModelsLoaded:
    specs = [
        None if path is None else ModelSpec(id=path.stem, name=path.stem, path=path)
        for path in (target, draft)
    ]
    assert specs[0] is not None
    command = LoadModels(target=specs[0], draft=specs[1], placement=on(device))
    (event,) = [e for e in engine.handle(command) if isinstance(e, ModelsLoaded)]
    return event


def answer(engine: Engine, *, num_draft_tokens: int) -> TurnFinished:
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, "hello world"),),
        sampling=SamplingParams(max_new_tokens=48),
        controls=Controls(num_draft_tokens=num_draft_tokens),
    )
    (event,) = [e for e in engine.handle(command) if isinstance(e, TurnFinished)]
    return event


def test_a_file_answers_on_the_card_with_its_draft(tmp_path: Path) -> None:
    """The draft is the target again: what it proposes stands, but for near-ties."""
    write_tiny_llama_gguf(tmp_path / "target.gguf")
    write_tiny_llama_gguf(tmp_path / "draft.gguf")
    engine = Engine()
    found = loaded(engine, tmp_path / "target.gguf", tmp_path / "draft.gguf", DeviceChoice.CUDA)
    assert found.draft_refusal is None
    assert torch.cuda.get_device_name() in found.device
    finished = answer(engine, num_draft_tokens=4)
    assert finished.stats.num_accepted > 0.8 * finished.stats.num_drafted
    assert finished.stats.num_rounds < answer(engine, num_draft_tokens=0).stats.num_rounds
    list(engine.handle(Unload()))


def test_loading_again_and_again_takes_no_more_memory(tmp_path: Path) -> None:
    write_tiny_llama_gguf(tmp_path / "target.gguf")
    held = []
    for _ in range(4):
        engine = Engine()
        loaded(engine, tmp_path / "target.gguf", None, DeviceChoice.CUDA)
        answer(engine, num_draft_tokens=0)
        list(engine.handle(Unload()))
        held.append(torch.cuda.memory_allocated())
    assert held[-1] - held[1] < 2**20


@pytest.mark.parametrize(("precision", "largest"), [(Precision.NF4, 0.5), (Precision.INT8, 0.1)])
def test_a_folder_is_held_by_bitsandbytes(
    precision: Precision, largest: float, tmp_path: Path
) -> None:
    """On a processor the same weights differ from bfloat16 by 0.31 and 0.04."""
    config = tiny_config("qwen2", hidden_size=128, head_size=32)
    reference = reference_model(config, random_state(config)).to(torch.bfloat16)
    reference.save_pretrained(tmp_path)
    folder = load_folder(tmp_path, precision=precision, device=CUDA, capacity=64)
    ids = torch.arange(12, device=CUDA)
    logits = folder.backend.forward(ids, 0, num_logits=12).cpu()
    with torch.inference_mode():
        expected = reference.float()(ids.cpu().unsqueeze(0)).logits[0]
    assert float((logits - expected).norm() / expected.norm()) < largest
    assert folder.num_parameters == sum(p.numel() for p in reference.parameters())


def test_only_a_card_records_passes() -> None:
    decoder = random_decoder(TINY_PAIR[1], device=CUDA, seed=0)
    assert isinstance(recorded(decoder), GraphedDecoder)
