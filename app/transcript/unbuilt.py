"""A message that is far from what is on screen: its place is kept, its widgets are not made.

A chat of hundreds of messages costs what is seen of it. The height is a guess until the message
has been on screen once.
"""

from dataclasses import dataclass, field

from app.theme import LINE_HEIGHT, Look
from app.thinking import answer_of
from app.transcript.parts import Known
from app.view_types import MessageView
from engine import Role

CHAR_WIDTH = 0.5
"""Width of a character in running text, relative to its height."""
FRAME_LINES = 2
ACTS_HEIGHT, FILES_HEIGHT = 26, 38


@dataclass(slots=True, eq=False)
class Unbuilt:
    """The place of a message.

    Args:
        view: the message.
        look: tells how large text is.
        column: the width its height is known for; 0 while it is a guess.
        known_height: its height at that width.
        known: what else was found while it had widgets.
    """

    view: MessageView
    look: Look
    column: int = 0
    known_height: int = 0
    known: Known = field(default_factory=Known)

    @property
    def id(self) -> int:
        """The message's id."""
        return self.view.id

    @property
    def words(self) -> str:
        """What is copied of it; what was thought is left out."""
        return answer_of(self.view.text, self.view.tokens)

    def place(self, column: int) -> int:
        """Give the height it takes, or is likely to take, at a width."""
        if self.column == column:
            return self.known_height
        chars = max(1, int(column / (CHAR_WIDTH * self.look.base_px)))
        lines = sum(1 + len(line) // chars for line in self.words.split("\n"))
        if self.view.role is Role.ASSISTANT:
            lines += FRAME_LINES
        height = round(lines * self.look.base_px * LINE_HEIGHT) + 18
        if self.view.role is Role.ASSISTANT:
            return height
        # The line of what can be done with it, and its files.
        return height + ACTS_HEIGHT + (FILES_HEIGHT if self.view.files else 0)
