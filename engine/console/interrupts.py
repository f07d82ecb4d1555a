"""What Ctrl-C does while the engine works: it sets the stop flag, and what there is stays."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from engine import Controls

INTERRUPTED = 130
"""The exit code of a program that was interrupted."""


@contextmanager
def stop_on_interrupt(controls: Controls) -> Iterator[None]:
    """Let Ctrl-C stop what runs inside; a second one interrupts the program as ever.

    Args:
        controls: of the command that runs inside.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        # Started in the background: the shell has decided that Ctrl-C is not for us.
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        if controls.stop.is_set():
            raise KeyboardInterrupt
        controls.stop.set()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
