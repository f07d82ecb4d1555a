"""The window's offline switch, obeyed by the console's commands as well.

Reads the settings' file and nothing else; imports neither Qt nor the engine's heavy parts.
"""

import json
import logging
import os

from engine import user_paths

OFFLINE_KEY = "offline"

_VARIABLE = "FOREWORD_OFFLINE"

log = logging.getLogger(__name__)


def obey_settings() -> None:
    """Forbid connections in this process if the window's settings do."""
    path = user_paths().config / "settings.json"
    try:
        settings = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        # The window tells about settings that cannot be read; a command goes on without them.
        log.info("The settings cannot be read: %r", error)
        return
    if isinstance(settings, dict) and settings.get(OFFLINE_KEY) is True:
        os.environ.setdefault(_VARIABLE, "1")
