"""Where Foreword keeps things on this machine, the same for the console and the window.

`FOREWORD_HOME` puts all four folders below one place, for tests and for carrying it on a stick.
"""

import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import platformdirs

APP_NAME = "foreword"


@dataclass(frozen=True, slots=True)
class Paths:
    """The four folders; none is created by looking."""

    cache: Path
    data: Path
    config: Path
    logs: Path

    @property
    def models(self) -> Path:
        """Downloaded models and what was packed from them."""
        return self.cache / "models"


def bundled_models() -> Path:
    """Where models lie that came with the program; in a checkout and a wheel there are none."""
    return Path(str(files("resources"))) / "models"


def is_bundled(path: Path) -> bool:
    """Say whether a file came with the program: nothing is written beside it, even if it could."""
    return path.absolute().is_relative_to(bundled_models())


def expanded(path: Path) -> Path:
    """Put the home folder in place of "~"; of somebody whom nobody knows here it is only a name."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def user_paths() -> Paths:
    """Find the folders of the user who runs this process."""
    home = os.environ.get("FOREWORD_HOME")
    if home:
        root = expanded(Path(home)).absolute()
        return Paths(root / "cache", root / "data", root / "config", root / "logs")
    return Paths(
        Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False)),
        Path(platformdirs.user_data_dir(APP_NAME, appauthor=False)),
        Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)),
        Path(platformdirs.user_log_dir(APP_NAME, appauthor=False)),
    )
