"""A reply as it is written in a terminal, and its figures.

Receives the engine's events; text goes to standard output and everything about it to standard
error, so that a pipe gets the reply and nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import (
    Event,
    FinishReason,
    PromptProgress,
    SpeculationChanged,
    TextDelta,
    TokenInfo,
    TokenSource,
    TokenStatus,
    TurnFinished,
    TurnStarted,
    TurnStats,
    explain_speculation,
)
from engine.console.terminal import Style, Terminal

_ENDINGS = {
    FinishReason.MAX_TOKENS: "cut at --max-new-tokens",
    FinishReason.CONTEXT_FULL: "cut: the context is full",
    FinishReason.STOPPED: "stopped",
}
_STYLES = {
    TokenSource.NGRAM: Style.SEEN_BEFORE,
    TokenSource.MODEL: Style.DRAFTED,
    TokenSource.HEAD: Style.DRAFTED,
}


@dataclass(slots=True)
class Reply:
    """What is known of a reply once it is over.

    `chosen_ids` are the tokens as the target chose them. Those of `finished` are for the next turn,
    and differ where a stop string cut a token in two.
    """

    started: TurnStarted | None = None
    speculation: SpeculationChanged | None = None
    finished: TurnFinished | None = None
    chosen_ids: list[int] = field(default_factory=list)


@dataclass(slots=True)
class ReplyView:
    """Shows one reply.

    Args:
        output: for the text, or None to show none of it.
        errors: for progress and figures.
    """

    output: Terminal | None
    errors: Terminal
    reply: Reply = field(default_factory=Reply)
    _shown: int = 0
    _ends_line: bool = True

    def show(self, event: Event) -> None:
        """Take one event of the turn."""
        match event:
            case TurnStarted():
                self.reply.started = event
                if event.num_dropped_messages:
                    count = event.num_dropped_messages
                    self.errors.line(f"(The context is full: {count} oldest messages left out.)")
            case PromptProgress(num_done=done, num_total=total):
                self.errors.status(f"reading: {done:,} of {total:,} tokens")
            case SpeculationChanged():
                self.reply.speculation = event
            case TextDelta(text=text, tokens=tokens):
                self.errors.clear_status()
                self.reply.chosen_ids += [token.id for token in tokens]
                self._write(text, tokens)
            case TurnFinished():
                self.reply.finished = event
            case _:
                return

    def close(self) -> None:
        """End the reply's last line, and give the figures of a reply that is whole."""
        self.errors.clear_status()
        if self.output is not None and not self._ends_line:
            self.output.write("\n")
        if self.reply.finished is not None:
            for line in figures(self.reply.finished, self.reply.speculation):
                self.errors.line(line, Style.FAINT)

    def _write(self, text: str, tokens: tuple[TokenInfo, ...]) -> None:
        start = self._shown
        self._shown += _utf16_length(text)
        if self.output is not None:
            for piece, style in _styled(text, start, tokens):
                self.output.write(piece, style)
                self._ends_line = piece.endswith("\n")


def figures(finished: TurnFinished, speculation: SpeculationChanged | None) -> Iterator[str]:
    """Put a reply's figures into words: the speed, then what drafting brought."""
    stats = finished.stats
    ending = _ENDINGS.get(finished.reason)
    text = _speed(stats) + (f"; {ending}" if ending else "")
    yield text
    if speculation is None:
        return
    # Why a draft was refused was told when it was loaded; it need not follow every reply.
    text = f"speculation {explain_speculation(speculation.reason)}"
    if stats.num_drafted:
        text = (
            f"{100 * stats.acceptance_rate:.0f} % of {stats.num_drafted} drafted accepted, "
            f"{stats.mean_acceptance_length:.2f} tokens a round; {text}"
        )
    yield text


def _speed(stats: TurnStats) -> str:
    text = f"{stats.num_tokens} token{'' if stats.num_tokens == 1 else 's'}"
    if stats.num_thinking_tokens:
        text += f" ({stats.num_thinking_tokens} of them thought)"
    if stats.tokens_per_s:
        text += f" at {stats.tokens_per_s:.1f} tokens/s"
    if stats.time_to_first_token_s:
        text += f", the first after {stats.time_to_first_token_s:.2f} s"
    return text


def _styled(text: str, start: int, tokens: tuple[TokenInfo, ...]) -> Iterator[tuple[str, Style]]:
    """Cut a delta where its style changes.

    Args:
        text: the delta's.
        start: where it begins in the reply, in UTF-16 units, as the tokens' offsets are.
        tokens: those that made it; they may begin before it.
    """
    units = text.encode("utf-16-le", "surrogatepass")
    place = 0
    for token in tokens:
        style = _style(token)
        first = max(token.start - start, place)
        last = min(token.end - start, len(units) // 2)
        if last <= first:
            continue
        if first > place:
            yield _decoded(units, place, first), Style.PLAIN
        yield _decoded(units, first, last), style
        place = last
    if 2 * place < len(units):
        yield _decoded(units, place, len(units) // 2), Style.PLAIN


def _style(token: TokenInfo) -> Style:
    if token.is_thinking:
        return Style.FAINT
    is_draft = token.status is TokenStatus.ACCEPTED
    return _STYLES.get(token.source, Style.PLAIN) if is_draft else Style.PLAIN


def _decoded(units: bytes, start: int, end: int) -> str:
    return units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
