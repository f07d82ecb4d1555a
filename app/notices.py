"""What the banner shows when there is more than one thing to say.

The newest sentence is on top, those before it come back when it is dismissed, and an offer with a
button stays beneath them until it is taken or withdrawn. Nothing that was told is lost unread.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.banner import Banner, BannerKind

# Beyond this many unread sentences the oldest are no news any more; the log has none of them.
_MAX_UNREAD = 8


@dataclass(frozen=True, slots=True)
class _Offer:
    text: str
    label: str
    act: Callable[[], None]
    dismissed: Callable[[], None] | None


class Notices(QObject):
    """Feed one banner.

    Args:
        banner: where they are shown.
    """

    def __init__(self, banner: Banner, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._banner = banner
        self._unread: list[tuple[BannerKind, str]] = []
        self._offer: _Offer | None = None
        banner.dismissed.connect(self._on_dismissed)
        banner.action_triggered.connect(self._on_action)

    def say(self, kind: str, text: str) -> None:
        """Say one sentence, "error" or "notice"; the same one again only moves to the top."""
        note: tuple[BannerKind, str] = ("error" if kind == "error" else "notice", text)
        self._unread = [other for other in self._unread if other != note][-_MAX_UNREAD + 1 :]
        self._unread.append(note)
        self._show()

    def take_back(self, text: str) -> None:
        """Take a sentence back that is true no more, whether it was read or not."""
        kept = [note for note in self._unread if note[1] != text]
        if len(kept) < len(self._unread):
            self._unread = kept
            self._show()

    def offer(
        self,
        text: str,
        *,
        label: str,
        act: Callable[[], None],
        dismissed: Callable[[], None] | None = None,
    ) -> None:
        """Offer something to do, in the place of an offer before.

        Args:
            text: one sentence.
            label: of the button.
            act: what the button does.
            dismissed: what happens where the offer is refused.
        """
        self._offer = _Offer(text, label, act, dismissed)
        self._show()

    def withdraw(self) -> None:
        """Take the offer back."""
        self._offer = None
        self._show()

    def _show(self) -> None:
        if self._unread:
            kind, text = self._unread[-1]
            self._banner.show_message(text, kind)
        elif self._offer is not None:
            self._banner.show_message(self._offer.text, "notice", self._offer.label)
        else:
            self._banner.clear()

    def _on_dismissed(self) -> None:
        if self._unread:
            self._unread.pop()
        else:
            offer, self._offer = self._offer, None
            if offer is not None and offer.dismissed is not None:
                offer.dismissed()
        self._show()

    def _on_action(self) -> None:
        # Only an offer has a button, and it is shown only when nothing lies on top.
        if self._offer is not None and not self._unread:
            self._offer.act()
