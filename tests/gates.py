"""A gate that holds a scripted engine until a test lets it go on."""

import threading


class Gate:
    """Holds an engine before each event until a test lets it go on."""

    def __init__(self) -> None:
        self._steps = threading.Semaphore(0)
        self._is_open = threading.Event()

    def let(self, num_events: int = 1) -> None:
        """Let so many events pass."""
        self._steps.release(num_events)

    def open(self) -> None:
        """Let everything pass from now on."""
        self._is_open.set()

    def wait(self, stop: threading.Event) -> None:
        """Wait for a step, or for Stop, which is looked at as often as a model's passes would."""
        while not (stop.is_set() or self._is_open.is_set()):
            if self._steps.acquire(timeout=0.002):
                return
