"""The real program in a folder of its own, for whoever drives it from outside."""

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.application import Application, draft_fit_of, own_draft_of
from app.engine_thread import EngineLike
from app.library.downloads import PendingLike
from app.library.suggestions import KnownModel
from app.library.views import ProgressLike
from app.model_shelf import LibraryLike
from engine import ModelNotFound, ModelSpec, Paths, user_paths
from engine.library import Hub

REPLAYED = ModelSpec(id="replayed", name="Replayed", path=Path("replayed"), digest="replayed")


class NoLibrary:
    """Lists nothing, and has the one model that is replayed."""

    @property
    def hub(self) -> Hub:
        """Give a hub that is never asked."""
        return Hub()

    def entries(self) -> Sequence[KnownModel]:
        """List what there is and what can be had."""
        return ()

    def resolve(self, id_or_path: str, /) -> ModelSpec:
        """Find the model that is replayed."""
        if id_or_path != REPLAYED.id:
            raise ModelNotFound(id_or_path)
        return REPLAYED

    def import_file(self, path: Path, /) -> ModelSpec:
        """Refuse a model of the user's own."""
        raise ModelNotFound(str(path))

    def get(
        self, id_or_repo: str, /, *, progress: Callable[[ProgressLike], None], stop: threading.Event
    ) -> ModelSpec:
        """Refuse a download."""
        raise ModelNotFound(id_or_repo)

    def verify(
        self, id: str, /, *, progress: Callable[[ProgressLike], None], stop: threading.Event
    ) -> ModelSpec:
        """Refuse to read what has no file."""
        raise ModelNotFound(id)

    def remove(self, id: str, /) -> None:
        """Refuse to delete what has no file."""
        raise ModelNotFound(id)

    def unfinished(self) -> Sequence[PendingLike]:
        """List no download."""
        return ()

    def discard(self, id: str, /) -> None:
        """Have nothing to delete."""


@contextmanager
def own_application(
    qt: QApplication,
    *,
    open_engine: Callable[[], EngineLike],
    library: LibraryLike,
    settings: Mapping[str, object],
) -> Iterator[Application]:
    """Make the program with chats and settings of its own; the models are the user's.

    Args:
        qt: the Qt application, which goes on when the last window closes.
        open_engine: makes the engine; called on its thread.
        library: the models to choose from.
        settings: what is set before anything starts.
    """
    qt.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory(prefix="foreword-own-") as home:
        own = Path(home)
        paths = Paths(user_paths().cache, own / "data", own / "config", own / "logs")
        application = Application(
            qt,
            paths=paths,
            open_engine=open_engine,
            library=library,
            draft_fit=draft_fit_of,
            own_draft=own_draft_of,
        )
        for key, value in settings.items():
            application.program.controller.change_setting(key, value)
        yield application
