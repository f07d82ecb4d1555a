"""Passes on what is asked at a message to whoever listens to the whole conversation."""

from typing import Protocol

from PySide6.QtCore import SignalInstance

from app.transcript.messages import Reply
from app.transcript.question import Question


class Listening(Protocol):
    """What of a conversation its messages feed."""

    copy_requested: SignalInstance
    regenerate_requested: SignalInstance
    verify_requested: SignalInstance
    acted: SignalInstance
    picked: SignalInstance
    file_opened: SignalInstance

    def settle_opened(self, message_id: int) -> None:
        """Make room for what the reader opened in a message."""


def link_message(message: Question | Reply, view: Listening) -> None:
    """Connect a message that was just built."""
    message.acted.connect(view.acted)
    message.picked.connect(view.picked)
    match message:
        case Reply():
            message.resized.connect(view.settle_opened)
            message.verify_requested.connect(view.verify_requested)
            message.copy_requested.connect(view.copy_requested)
            message.regenerate_requested.connect(view.regenerate_requested)
        case Question():
            message.unfolded.connect(view.settle_opened)
            message.file_opened.connect(view.file_opened)
