"""What can go wrong outside the engine, as fields; the sentences stand in `error_text.py`."""

from dataclasses import dataclass


@dataclass(unsafe_hash=True)
class AppError(Exception):
    """The base of the family."""

    def __str__(self) -> str:
        from app.error_text import explain_app

        return explain_app(self)


@dataclass(unsafe_hash=True)
class ChatsTooNew(AppError):
    """The file of chats was written by a newer version of the program."""

    path: str
    version: int
    known_version: int


@dataclass(unsafe_hash=True)
class ChatsDamaged(AppError):
    """The file of chats cannot be read, wholly or in part."""

    path: str
