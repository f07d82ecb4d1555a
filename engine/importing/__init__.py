"""Models that other programs, or the user, have on this machine: found, judged, listed or copied.

Nothing is looked for unless it is asked for. Imports no torch.
"""

from engine.importing.finding import FoundLocally, find_in, find_models
from engine.importing.places import Origin, known_places
from engine.importing.taking import copy_model, list_model

__all__ = [
    "FoundLocally",
    "Origin",
    "copy_model",
    "find_in",
    "find_models",
    "known_places",
    "list_model",
]
