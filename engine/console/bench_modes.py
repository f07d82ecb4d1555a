"""What `foreword bench` can measure, one function each: loads what it needs, gives a report.

Sits between the command's words and `engine/bench/`, whose modules import torch and are therefore
imported inside the functions.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine import BadParameter, Controls, DeviceChoice, ModelSpec, Placement, open_engine
from engine.console.interrupts import stop_on_interrupt
from engine.console.loading import load
from engine.console.options import HEAD_SUFFIX, NO_DRAFT
from engine.console.terminal import Terminal

if TYPE_CHECKING:
    from engine import ModelsLoaded
    from engine.bench.first_token import FirstToken
    from engine.bench.llama_cpp import LlamaCpp
    from engine.bench.runs import Plan, Rival
    from engine.engine import Engine

TRANSFORMERS, LLAMA_CPP = "transformers", "llama.cpp"
_LOSS_TOKENS = 48
NUM_FIRST_TOKEN = 2000


class Findings(Protocol):
    """What a measurement found: its report."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was found that should not be."""

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What every measurement is given.

    Args:
        args: the parsed words.
        plan: the prompts and settings they ask for.
        target: the model that answers.
        draft: the one that writes ahead, or None.
        placement: where they go.
        errors: the terminal for progress.
        tell: reports a line of progress on it.
    """

    args: argparse.Namespace
    plan: "Plan"
    target: ModelSpec
    draft: ModelSpec | None
    placement: Placement
    errors: Terminal
    tell: Callable[[str], None]


def measure_speed(setup: Setup) -> Findings:
    """Answer prompts plainly and speculatively, and by others, in turn."""
    from engine.bench.figures import figures_by_kind
    from engine.bench.machine import describe_machine, read_bytes_per_s
    from engine.bench.memory import memory_now
    from engine.bench.report import Report, packed_bytes
    from engine.bench.runs import Failure, Run, measure, warm_up
    from engine.models.form import Form
    from engine.models.placement import choose_device
    from engine.models.ready_weights import packed_places

    llama, notes = _find_llama(setup)
    engine, loaded = _load(setup)
    setup.tell("warming up")
    warm_up(engine, setup.plan)
    memory = memory_now()
    device = choose_device(setup.placement.device)
    is_cpu = device.type == DeviceChoice.CPU
    # Before and after, since what disturbs only slows down.
    rates = [read_bytes_per_s()] if is_cpu else []
    rivals = _rivals(setup, loaded, llama)
    found = list(measure(engine, setup.plan, rivals=rivals, tell=setup.tell))
    runs = [item for item in found if isinstance(item, Run)]
    notes += [item.reason for item in found if isinstance(item, Failure)]
    first_token = _first_token(setup, engine, llama)
    rates += [read_bytes_per_s()] if is_cpu else []
    form = Form.W8A8 if loaded.target.kind == Form.W8A8 else Form.INT4
    places = packed_places(setup.target.path, device, form)
    packed = next((place for place in places if place.exists()), places[0])
    return Report(
        machine=describe_machine(),
        loaded=loaded,
        plan=setup.plan,
        figures=figures_by_kind(runs),
        runs=runs,
        notes=notes,
        first_token=first_token,
        memory=memory,
        end_memory=memory_now(),
        weight_bytes=packed_bytes(packed, loaded.target),
        read_bytes_per_s=max((rate for rate in rates if rate is not None), default=None),
    )


def compare_bytes(setup: Setup) -> Findings:
    """Compare replies byte by byte with and without drafts."""
    from engine.bench.machine import describe_machine
    from engine.bench.same_bytes import SameBytes, compare_replies

    engine, loaded = _load(setup)
    pairs = compare_replies(
        engine,
        setup.args.same_bytes,
        max_new_tokens=setup.args.max_new_tokens,
        num_draft_tokens=setup.plan.num_draft_tokens,
        tell=setup.tell,
    )
    return SameBytes(machine=describe_machine(), loaded=loaded, pairs=list(pairs))


def compare_rules(setup: Setup) -> Findings:
    """Measure how much of a sampled draft stands under each rule."""
    from engine.bench.machine import describe_machine
    from engine.bench.rules import RulesReport, lookahead_of, try_rules

    engine, loaded = _load(setup)
    return RulesReport(
        machine=describe_machine(),
        loaded=loaded,
        num_draft_tokens=lookahead_of(setup.plan),
        runs=list(try_rules(engine, setup.plan, tell=setup.tell)),
    )


def profile_turn(setup: Setup) -> Findings:
    """Find where the time of a reply goes."""
    from engine.bench.machine import describe_machine
    from engine.bench.turn_profile import ProfileReport, profile_turns

    engine, loaded = _load(setup)
    return ProfileReport(
        machine=describe_machine(),
        loaded=loaded,
        profiles=list(profile_turns(engine, setup.plan, tell=setup.tell)),
    )


def watch_memory(setup: Setup) -> Findings:
    """Measure what loading takes, and whether a long conversation takes ever more."""
    from engine.bench.load_memory import measure_loads
    from engine.bench.long_chat import MemoryReport, converse
    from engine.bench.machine import describe_machine

    setup.tell("loading twice, to see what it takes")
    loads = measure_loads(setup.target.path)
    engine, loaded = _load(setup)
    chats = list(converse(engine, setup.args.turns, sampling=setup.plan.sampling, tell=setup.tell))
    return MemoryReport(machine=describe_machine(), loaded=loaded, loads=loads, chats=chats)


def measure_regret(setup: Setup) -> Findings:
    """Measure what speculation costs where it cannot help."""
    from engine.bench.machine import describe_machine
    from engine.bench.regret import RegretReport, Sabotage, find_regret
    from engine.engine import Engine

    sabotage = Sabotage()
    engine = Engine(arrange=sabotage)
    loaded = _load_into(engine, setup)
    runs = find_regret(
        engine,
        setup.plan,
        sabotage=sabotage,
        has_draft=loaded.draft is not None,
        tell=setup.tell,
    )
    return RegretReport(machine=describe_machine(), loaded=loaded, runs=list(runs))


def calibrate(setup: Setup) -> Findings:
    """Measure what passes and draft steps cost, though it may be known."""
    from engine.bench.calibration import CalibrationReport
    from engine.bench.machine import describe_machine
    from engine.engine import Engine
    from engine.models.form import PRODUCTS_FILE, known_form_times
    from engine.paths import user_paths

    loaded = _load_into(Engine(measures_again=True), setup)
    products = known_form_times(user_paths().cache / PRODUCTS_FILE)
    return CalibrationReport(machine=describe_machine(), loaded=loaded, products=products)


def measure_packing_loss(setup: Setup) -> Findings:
    """Measure what packing costs against the file's own values."""
    from engine.bench.loss import LossReport, measure_loss
    from engine.bench.machine import describe_machine
    from engine.bench.prompts import bench_prompts
    from engine.models.loader import load_now

    target = setup.target
    if not target.path.is_file():
        raise BadParameter(name="--loss", value=target.id, allowed="a GGUF file")
    setup.tell("loading the model, and its values in float32")
    loaded = load_now(target, placement=setup.placement)
    ids: list[int] = []
    for prompt in bench_prompts():
        ids += loaded.tokenizer.encode(prompt.text)[:_LOSS_TOKENS]
    return LossReport(
        machine=describe_machine(),
        model=target.name,
        num_positions=len(ids),
        divergences=measure_loss(target.path, loaded, ids),
    )


def _load(setup: Setup) -> "tuple[Engine, ModelsLoaded]":
    engine = open_engine()
    return engine, _load_into(engine, setup)


def _load_into(engine: "Engine", setup: Setup) -> "ModelsLoaded":
    controls = Controls()
    with stop_on_interrupt(controls):
        return load(
            engine,
            setup.target,
            draft=setup.draft,
            placement=setup.placement,
            controls=controls,
            errors=setup.errors,
            finds_draft=setup.args.draft != NO_DRAFT,
        )


def _find_llama(setup: Setup) -> "tuple[LlamaCpp | None, list[str]]":
    """Find llama.cpp where it is wanted; where it is not there, a note says so.

    Raises:
        BadParameter: the folder that was named does not hold it.
    """
    from engine.bench.llama_cpp import BENCH, LlamaCpp
    from engine.models.placement import set_threads

    if LLAMA_CPP not in setup.args.against:
        return None, []
    folder = setup.args.llama_cpp
    found = LlamaCpp.find(
        None if folder is None else Path(folder), num_threads=set_threads(setup.placement)
    )
    if found is None and folder is not None:
        raise BadParameter("--llama-cpp", folder, f"a folder that holds {BENCH}")
    if found is None:
        return None, [f"llama.cpp was left out: {BENCH} is not on the PATH; see --llama-cpp."]
    if not setup.target.path.is_file():
        return None, ["llama.cpp was left out: it reads GGUF files only."]
    return found, []


def draft_of_others(draft: ModelSpec | None) -> Path | None:
    """Give the draft that other programs can run: a trained head is ours alone."""
    return None if draft is None or draft.path.suffix == HEAD_SUFFIX else draft.path


def _rivals(setup: Setup, loaded: "ModelsLoaded", llama: "LlamaCpp | None") -> "Sequence[Rival]":
    from engine.bench.rivals import LlamaRival, TransformersRival
    from engine.bench.transformers_baseline import Baseline
    from engine.models.placement import choose_device

    draft = None if loaded.draft is None else draft_of_others(setup.draft)
    rivals: list[Rival] = []
    if TRANSFORMERS in setup.args.against:
        setup.tell("transformers: dequantising the same weights")
        device = choose_device(setup.placement.device)
        rivals.append(TransformersRival(Baseline(setup.target.path, draft, device=device)))
    if llama is not None:
        rivals.append(LlamaRival(llama, setup.target.path, draft=draft))
    return rivals


def _first_token(setup: Setup, engine: "Engine", llama: "LlamaCpp | None") -> "FirstToken | None":
    """Measure a long prompt where that was asked for, or another program reads it too."""
    from engine.bench.first_token import measure_first_token

    num_tokens = setup.args.first_token
    if num_tokens is None and llama is None:
        return None
    return measure_first_token(
        engine,
        NUM_FIRST_TOKEN if num_tokens is None else num_tokens,
        num_repeats=setup.plan.num_repeats,
        llama=llama,
        target=setup.target.path,
        tell=setup.tell,
    )
