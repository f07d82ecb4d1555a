"""When a reply ends, and what of it may be shown: end ids, stop strings held back, limits.

Takes committed tokens one at a time, after verify, and gives back text with the tokens that made
it. Knows no model and no cache: the loop crops the caches to what is kept here.
"""

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from engine.detokenizer import Detokenizer
from engine.errors import BadParameter
from engine.events import FinishReason, TokenInfo, TokenSource, TokenStatus
from engine.stop_strings import StopMatcher

_Given = tuple[int, TokenSource, TokenStatus, int, float]
"""What `push` is given, in its order."""


@dataclass(slots=True)
class _Placed:
    """A token with the place of its text.

    `released_at` is how much text, in UTF-16 units, must be out before the token may follow: up to
    the end of the last character it has a part in, None while that character is unfinished. `clean`
    is the last place at or before the token where no character was begun: ids, and text, up to
    there.
    """

    token: TokenInfo
    released_at: int | None
    clean: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ThinkingMarkers:
    """The control ids between which a model thinks before it answers.

    Args:
        open_id, close_id: never shown themselves.
        starts_inside: whether the prompt has already opened the thinking.
    """

    open_id: int
    close_id: int
    starts_inside: bool = False


class ReplyText:
    """The reply of one turn as it grows.

    Args:
        token_bytes: the exact bytes of a token; b"" for control tokens, which are never shown.
        end_ids: ids that end the reply and show nothing.
        stop: texts that end the reply right before them, none empty; not looked for in what the
            model thinks before it answers.
        max_new_tokens: how many tokens the reply may have, or None for no limit.
        thinking: the model's markers, if it has any.
    """

    def __init__(
        self,
        *,
        token_bytes: Callable[[int], bytes],
        end_ids: Collection[int],
        stop: Sequence[str] = (),
        max_new_tokens: int | None = None,
        thinking: ThinkingMarkers | None = None,
    ) -> None:
        self._thinking = thinking
        self._markers = {thinking.open_id, thinking.close_id} if thinking else set[int]()
        self._is_thinking = thinking is not None and thinking.starts_inside
        self._num_thinking_tokens = 0
        self._detokenizer = Detokenizer(token_bytes)
        self._has_stops = bool(stop)
        self._matcher = StopMatcher(stop)
        self._end_ids = frozenset(end_ids)
        self._max_new_tokens = max_new_tokens
        self._ids: list[int] = []
        self._reason: FinishReason | None = None
        self._is_over = False
        self._pieces: list[str] = []
        self._num_taken_pieces = 0
        self._held = ""
        self._num_released = 0
        self._num_decoded = 0
        self._waiting: deque[_Placed] = deque()
        self._unfinished: list[_Placed] = []
        self._clean = (0, 0)
        self._cut_at: tuple[int, int] | None = None
        self._may_wait = thinking is None and not stop
        self._unread: list[_Given] = []
        """Tokens of which nothing but the id was looked at: they end nothing."""

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of the reply, an end id included; nothing that begins in or after a stop string."""
        return tuple(self._ids)

    def ids_from(self, start: int) -> list[int]:
        """List the ids from place `start` on."""
        return self._ids[start:]

    @property
    def num_tokens(self) -> int:
        """How many ids the reply has."""
        return len(self._ids)

    @property
    def text(self) -> str:
        """Everything released so far, taken or not."""
        self._read()
        return "".join(self._pieces)

    @property
    def num_thinking_tokens(self) -> int:
        """How many of the tokens came before the answer, markers included."""
        return self._num_thinking_tokens

    def kept_ids(self) -> tuple[int, ...]:
        """List the ids whose text is wholly in `text`.

        A token that was cut is left out, and those that only began its first character.
        """
        self._read()
        return self.ids if self._cut_at is None else tuple(self._ids[: self._cut_at[0]])

    def cut_text(self) -> str:
        """Give the text after that of `kept_ids`: what is left of a token that was cut."""
        if self._cut_at is None:
            return ""
        return self.text.encode("utf-16-le")[2 * self._cut_at[1] :].decode("utf-16-le")

    def resume(self, tokens: Sequence[TokenInfo]) -> tuple[str, tuple[TokenInfo, ...]]:
        """Begin with tokens of a reply that was cut; give what of it may be shown.

        What a character or a stop text was begun with is held again until it is decided.

        Raises:
            BadParameter: the reply had come to its end.
        """
        for token in tokens:
            reason = self.push(
                token.id,
                token.source,
                token.status,
                position_in_round=token.position_in_round,
                probability=token.probability,
            )
            if reason is not None:
                raise BadParameter(name="resume", value="a whole reply", allowed="one that was cut")
        return self.take()

    def push(
        self,
        id: int,
        source: TokenSource,
        status: TokenStatus,
        *,
        position_in_round: int,
        probability: float,
    ) -> FinishReason | None:
        """Add a token the target stands behind; what is told of it is `TokenInfo`'s.

        Returns:
            Why the reply ends with it, or None if it goes on.

        Raises:
            ValueError: the reply has already ended.
        """
        if self._reason is not None or self._is_over:
            raise ValueError("a token after the end of the reply")
        given = (id, source, status, position_in_round, probability)
        if self._may_wait and id not in self._end_ids and not self._is_last():
            self._ids.append(id)
            self._unread.append(given)
            return None
        self._read()
        return self._push(given)

    def _is_last(self) -> bool:
        return self._max_new_tokens is not None and len(self._ids) + 1 >= self._max_new_tokens

    def _read(self) -> None:
        """Turn into text what was put off: quick rounds are told together."""
        if self._unread:
            unread, self._unread = self._unread, []
            del self._ids[-len(unread) :]
            for token in unread:
                self._push(token)

    def _push(self, given: _Given) -> FinishReason | None:
        id, source, status, position_in_round, probability = given
        if not self._unfinished:
            self._clean = (len(self._ids), self._num_decoded)
        self._ids.append(id)
        if self._thinking is not None:
            self._follow_thinking(self._thinking, id)
        is_end, is_marker = id in self._end_ids, id in self._markers
        if is_end:
            self._flush()
        text = "" if is_end or is_marker else self._detokenizer.push(id)
        start = self._num_decoded
        self._settle_with(text)
        end = self._num_decoded
        is_thinking = self._is_thinking
        token = TokenInfo(
            id, start, end, source, position_in_round, status, probability, is_thinking
        )
        placed = _Placed(token, end, self._clean)
        self._waiting.append(placed)
        if is_end:
            self._reason = FinishReason.END
            return self._reason
        if self._detokenizer.has_pending:
            placed.released_at = None
            self._unfinished.append(placed)
        if is_thinking or is_marker:
            self._pass_by(text)
        elif self._match(text):
            self._reason = FinishReason.STOP_STRING
        elif self._max_new_tokens is not None and len(self._ids) >= self._max_new_tokens:
            self._reason = FinishReason.MAX_TOKENS
        return self._reason

    def take(self) -> tuple[str, tuple[TokenInfo, ...]]:
        """Hand out the text released since the last call, and the tokens wholly released."""
        self._read()
        text = "".join(self._pieces[self._num_taken_pieces :])
        self._num_taken_pieces = len(self._pieces)
        tokens: list[TokenInfo] = []
        while self._waiting and self._is_released(self._waiting[0]):
            tokens.append(self._waiting.popleft().token)
        return text, tuple(tokens)

    def finish(self, is_stopped: bool) -> None:
        """End the reply and release what was held; call once, whatever the reason.

        Args:
            is_stopped: whether Stop ended it; then the bytes of a character that never became
                whole are dropped, otherwise they end as U+FFFD.
        """
        if self._is_over:
            return
        self._read()
        self._is_over = True
        if self._reason is FinishReason.STOP_STRING:
            return
        if is_stopped:
            self._drop_unfinished()
        else:
            self._flush()
        self._release(self._held)
        self._held = ""

    def _settle_with(self, text: str) -> None:
        """Count new text, and end with it what was being waited for: its first character."""
        if text and self._unfinished:
            self._settle(self._num_decoded + _num_utf16(text[0]))
        self._num_decoded += _num_utf16(text)

    def _follow_thinking(self, thinking: ThinkingMarkers, id: int) -> None:
        is_marker = id in self._markers
        if id == thinking.open_id:
            self._is_thinking = True
        self._num_thinking_tokens += self._is_thinking or is_marker
        if id == thinking.close_id:
            self._is_thinking = False

    def _settle(self, released_at: int) -> None:
        for placed in self._unfinished:
            placed.released_at = released_at
        self._unfinished.clear()

    def _pass_by(self, text: str) -> None:
        """Let text through unmatched: a stop text is meant for the answer, not for the thoughts."""
        self._release(self._held + text)
        self._held = ""
        self._matcher.reset()

    def _match(self, text: str) -> bool:
        if not self._has_stops:
            self._release(text)
            return False
        first_new = len(self._held)
        self._held += text
        for index, character in enumerate(text, start=first_new):
            length = self._matcher.push(character)
            if length:
                self._release(self._held[: index + 1 - length])
                self._held = ""
                self._cut()
                return True
        num_free = len(self._held) - self._matcher.num_held
        self._release(self._held[:num_free])
        self._held = self._held[num_free:]
        return False

    def _release(self, text: str) -> None:
        if text:
            self._pieces.append(text)
            self._num_released += _num_utf16(text)

    def _is_released(self, placed: _Placed) -> bool:
        return placed.released_at is not None and placed.released_at <= self._num_released

    def _cut(self) -> None:
        """Keep the tokens that begin before the stop string, the last of them clipped."""
        kept: deque[_Placed] = deque()
        for placed in self._waiting:
            if placed.token.start >= self._num_released and not self._is_released(placed):
                break
            kept.append(placed)
        for _ in range(len(self._waiting) - len(kept)):
            self._drop(self._waiting.pop())
        self._waiting = kept
        if kept and not self._is_released(kept[-1]):
            last = kept[-1].token
            kept[-1].token = replace(last, end=min(last.end, self._num_released))
            kept[-1].released_at = self._num_released
            self._cut_at = kept[-1].clean

    def _drop(self, placed: _Placed) -> None:
        """Take the last token back."""
        self._ids.pop()
        token = placed.token
        self._num_thinking_tokens -= token.is_thinking or token.id in self._markers

    def _flush(self) -> None:
        """Let the bytes of a character that never became whole end as U+FFFD."""
        rest = self._detokenizer.flush()
        self._held += rest
        self._num_decoded += _num_utf16(rest)
        if self._unfinished:
            last = self._unfinished[-1]
            last.token = replace(last.token, end=self._num_decoded)
        self._settle(self._num_decoded)

    def _drop_unfinished(self) -> None:
        """Leave out tokens that are nothing but part of a character that never became whole."""
        self._detokenizer.drop()
        for placed in self._unfinished:
            if placed.token.start < placed.token.end:
                # It also ended the character before, so only its tail is missing.
                placed.released_at = placed.token.end
                self._cut_at = placed.clean
            else:
                self._drop(self._waiting.pop())
        self._unfinished.clear()


def _num_utf16(text: str) -> int:
    """Count the units Qt counts: two for a character beyond the basic plane."""
    if text.isascii():
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)
