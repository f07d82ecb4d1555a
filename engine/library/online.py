"""Whether anything may be fetched at all: the switch in the settings, and the environment's.

Asked before every connection; whoever wants one without asking here is a bug. Opens none itself.
"""

import os

from engine.errors import Offline
from engine.language import say

OFFLINE_VARIABLES = ("FOREWORD_OFFLINE", "HF_HUB_OFFLINE")

_YES = frozenset({"1", "true", "yes", "on"})


class Online:
    """The switch.

    Args:
        is_offline: what the settings say; the environment may forbid more, never allow more.
    """

    def __init__(self, *, is_offline: bool = False) -> None:
        self.is_switched_off = is_offline
        """What the settings say."""

    @property
    def reason(self) -> str:
        """Why nothing may be fetched, as a clause; empty where it may."""
        for name in OFFLINE_VARIABLES:
            if os.environ.get(name, "").strip().lower() in _YES:
                return say("{name} is set").format(name=name)
        return say("the settings say so") if self.is_switched_off else ""

    def check(self) -> None:
        """Let a connection be made, or refuse it.

        Raises:
            Offline: nothing may be fetched.
        """
        reason = self.reason
        if reason:
            raise Offline(reason)
        # The frozen program keeps the hub's library off the network until somebody downloads.
        from huggingface_hub import constants

        constants.HF_HUB_OFFLINE = False
