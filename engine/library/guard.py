"""Bounds a request from its first byte to its last: by Stop, and by a time that is given.

The HTTP library bounds each read, so that a server which sends its headers byte by byte could
hold a thread for ever, and Stop would wait with it. This closes the connection from outside.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Self

_LOOK_EVERY_S = 0.1


class Guard:
    """Watches over one request; a context manager, to be handed to it by `extensions`.

    Args:
        stop: set to leave at once.
        within_s: until when all of it has to be over, from now on.
    """

    def __init__(self, stop: Event, *, within_s: float) -> None:
        self.is_late = False
        """Whether it was closed because its time was up"""
        self._stop = stop
        self._end: float | None = monotonic() + within_s
        self._lock = Lock()
        self._connections: list[socket.socket] = []
        self._is_closed = False
        self._is_over = Event()
        self._watcher = Thread(target=self._watch, name="download-guard", daemon=True)

    @property
    def extensions(self) -> dict[str, Any]:
        """What the request is to be given along."""
        return {"trace": self._on_step}

    def lift_limit(self) -> None:
        """Let what follows take its time: a file of gigabytes does."""
        self._end = None

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._watcher.join()
        for connection in self._connections:
            connection.close()

    def _on_step(self, name: str, info: Mapping[str, Any]) -> None:
        if not name.endswith("connect_tcp.complete"):
            return
        # A second handle of the same connection, which TLS does not take over: shutting that
        # down ends a read in the first one, and winds no TLS up from another thread.
        connection = info["return_value"].get_extra_info("socket").dup()
        with self._lock:
            self._connections.append(connection)
            if self._is_closed:
                _shut(connection)

    def _watch(self) -> None:
        while not self._is_over.wait(_LOOK_EVERY_S):
            end = self._end
            self.is_late = end is not None and monotonic() > end
            if self.is_late or self._stop.is_set():
                with self._lock:
                    self._is_closed = True
                    for connection in self._connections:
                        _shut(connection)
                return


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
