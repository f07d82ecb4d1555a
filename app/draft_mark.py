"""Which draft is marked in the dialog of models, and whether that is settled. Knows no widget."""

from collections.abc import Collection

from app.model_control import NO_DRAFT_ID
from app.view_types import ModelChoice


class DraftMark:
    """The mark among the drafts of the model that is marked.

    A model's own draft is looked for, which takes a moment; until then nothing need be marked.
    """

    def __init__(self) -> None:
        self.id: str | None = None
        """The draft, or None for no draft or while it is not settled."""
        self.is_settled = True
        """Whether it is known what is marked."""
        self.own: ModelChoice | None = None
        """The draft that was made for the model."""
        self._is_own_known = False

    @property
    def to_load(self) -> str | None:
        """What to load: a draft, `NO_DRAFT_ID`, or None for the model's own if there is one."""
        if self.id is None and self.is_settled:
            return NO_DRAFT_ID
        return self.id

    def set(self, id: str | None, *, is_settled: bool = True) -> None:
        """Mark a draft, or no draft."""
        self.id, self.is_settled = id, is_settled

    def begin_target(self, target_id: str) -> None:
        """Take another model to be marked, whose own draft is looked for from now on."""
        was_own = self.own is not None and self.id == self.own.id
        self.own, self._is_own_known = None, False
        if self.id is None or self.id == target_id or was_own:
            self.set(None, is_settled=False)

    def find_own(self, own: ModelChoice | None) -> bool:
        """Take what was found; give whether anything is another now.

        The own draft takes the place of one that it replaces, and is marked where nothing is.
        """
        before = (self.own, self.id, self.is_settled)
        if not self.is_settled or (self.own is not None and self.id == self.own.id):
            self.set(None if own is None else own.id)
        self.own, self._is_own_known = own, True
        return before != (self.own, self.id, self.is_settled)

    def refuse(self, ids: Collection[str]) -> None:
        """Unmark what cannot serve: the own draft takes its place, once that is known."""
        if self.id in ids:
            self.set(None if self.own is None else self.own.id, is_settled=self._is_own_known)
