"""`foreword bench --suite gpu`: the measurements that need no models, only a device.

Owns the suite's words; what it measures stands in `engine/bench/gpu_suite.py`, which imports torch
and is therefore imported inside the function.
"""

import argparse
from collections.abc import Callable

from engine import DeviceChoice
from engine.console.bench_modes import Findings

GPU = "gpu"


def add_suite_options(parser: argparse.ArgumentParser) -> None:
    """Describe the suite's options."""
    group = parser.add_argument_group("without any models")
    group.add_argument(
        "--suite",
        choices=[GPU],
        help="measure a card with random weights of a 7B and a 0.5B shape, in a few minutes; "
        "--device says which",
    )
    group.add_argument(
        "--tiny", action="store_true", help="with --suite, shapes so small that it takes seconds"
    )


def measure_suite(args: argparse.Namespace, tell: Callable[[str], None]) -> Findings:
    """Measure what the words ask for.

    Args:
        args: the parsed words, `--suite` among them.
        tell: told what is being done.

    Raises:
        DeviceMissing: this machine does not have the device.
    """
    from engine.bench.gpu_report import GpuReport
    from engine.bench.gpu_suite import TINY, SuitePlan, run_suite
    from engine.bench.machine import describe_machine
    from engine.console.options import placement_from
    from engine.models.placement import choose_device, set_threads

    placement = placement_from(args)
    device = choose_device(DeviceChoice(placement.device))
    set_threads(placement)
    measured = run_suite(TINY if args.tiny else SuitePlan(), device=device, tell=tell)
    return GpuReport(machine=describe_machine(), measured=measured)
