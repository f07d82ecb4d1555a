"""The words under a reply: its figures in one line, and what became of it."""

from html import escape

from app.language.numbers import decimal, integer, percent, seconds
from app.language.text import mark, translate
from app.theme import Palette
from app.view_types import MessageStatus, MessageView
from engine import FinishReason, SamplingParams

GAP = "&nbsp;&nbsp;&nbsp; "


def mark_of(view: MessageView) -> str:
    """Say why a reply is not a whole one; empty where it ended by itself."""
    match view.status:
        case MessageStatus.STOPPED:
            return translate("Reply", "stopped")
        case MessageStatus.INTERRUPTED:
            return translate("Reply", "interrupted")
        case MessageStatus.FAILED:
            # The sentence above the line says it.
            return "" if view.error else translate("Reply", "failed")
        case _:
            pass
    match view.reason:
        case FinishReason.CONTEXT_FULL:
            return translate("Reply", "context full")
        case FinishReason.MAX_TOKENS:
            return translate("Reply", "length limit")
        case FinishReason.STOPPED:
            return translate("Reply", "stopped")
        case _:
            return ""


def figures_html(view: MessageView, mark: str, palette: Palette, *, most: int | None = None) -> str:
    """Write the line as a label shows it; all that others wrote is escaped.

    Args:
        view: the reply.
        mark: why it is not a whole one.
        palette: the colours.
        most: how many figures there is room for, the most telling first; None for all.
    """
    parts = []
    if mark:
        color = palette.danger if view.status is MessageStatus.FAILED else palette.warning
        parts.append(f'<span style="color:{color}">{escape(mark)}</span>')
    parts += [_figure(*figure, palette) for figure in _figures(view)]
    return GAP.join(parts[:most])


def num_figures(view: MessageView, mark: str) -> int:
    """Count what the line may hold."""
    return len(_figures(view)) + bool(mark)


def _figures(view: MessageView) -> list[tuple[str, str]]:
    stats, figures = view.stats, []
    if stats is not None and stats.tokens_per_s:
        figures.append((decimal(stats.tokens_per_s, 1), translate("Reply", "tokens/s")))
    if stats is not None and stats.time_to_first_token_s:
        figures.append((seconds(stats.time_to_first_token_s), translate("Reply", "to first token")))
    if stats is not None and stats.num_drafted:
        figures.append((percent(stats.acceptance_rate), translate("Reply", "accepted")))
    if view.seed is not None:
        figures.append(("", translate("Reply", "seed {seed}").format(seed=view.seed)))
    return figures


def details_of(view: MessageView) -> list[tuple[str, str]]:
    """Give all that is known of how a reply came about, as names and figures."""
    rows: list[tuple[str, str]] = []
    stats = view.stats
    if stats is not None:
        rows.append((translate("Reply", "Tokens"), integer(stats.num_tokens)))
        if stats.num_thinking_tokens:
            rows.append((translate("Reply", "Thinking tokens"), integer(stats.num_thinking_tokens)))
        if stats.tokens_per_s:
            rows.append((translate("Reply", "Tokens/s"), decimal(stats.tokens_per_s, 1)))
        if stats.time_to_first_token_s:
            rows.append(
                (translate("Reply", "To first token"), seconds(stats.time_to_first_token_s))
            )
        prompt = translate("Reply", "{tokens} tokens").format(
            tokens=integer(stats.num_prompt_tokens)
        )
        if stats.num_reused_tokens:
            prompt += translate("Reply", ", {tokens} kept from before").format(
                tokens=integer(stats.num_reused_tokens)
            )
        rows.append((translate("Reply", "Prompt"), prompt))
        if stats.num_drafted:
            accepted = translate("Reply", "{accepted} of {drafted}").format(
                accepted=integer(stats.num_accepted), drafted=integer(stats.num_drafted)
            )
            rows.append(
                (translate("Reply", "Accepted"), f"{percent(stats.acceptance_rate)} ({accepted})")
            )
        if stats.num_rounds:
            rows.append(
                (translate("Reply", "Tokens a round"), decimal(stats.mean_acceptance_length, 2))
            )
            rows.append(
                (
                    translate("Reply", "Lookahead"),
                    translate("Reply", "{value} on average").format(
                        value=decimal(stats.num_drafted / stats.num_rounds, 1)
                    ),
                )
            )
            rows.append((translate("Reply", "Rounds"), integer(stats.num_rounds)))
        rows.append((translate("Reply", "Near-ties"), integer(stats.num_near_ties)))
        if stats.context_length:
            context = translate("Reply", "{used} of {length}").format(
                used=integer(stats.num_context_tokens), length=integer(stats.context_length)
            )
            rows.append((translate("Reply", "Context"), context))
    if view.sampling is not None:
        rows.append((translate("Reply", "Sampling"), _sampling(view.sampling)))
    if view.seed is not None:
        rows.append((translate("Reply", "Seed"), f"{view.seed}"))
    if view.target_id:
        rows.append((translate("Reply", "Target"), view.target_id))
        rows.append((translate("Reply", "Draft"), view.draft_id or translate("Reply", "none")))
    if view.reason is not None:
        rows.append((translate("Reply", "Ended by"), translate("Reply", _ENDS[view.reason])))
    elif view.status is MessageStatus.INTERRUPTED:
        rows.append((translate("Reply", "Ended by"), translate("Reply", "the end of the program")))
    return rows


def _sampling(sampling: SamplingParams) -> str:
    """Say how the tokens were chosen, as far as that is not the usual."""
    if sampling.is_greedy:
        return translate("Reply", "greedy: the likeliest token each time")
    parts = [translate("Reply", "temperature {value}").format(value=f"{sampling.temperature:g}")]
    if sampling.top_p < 1:
        parts.append(translate("Reply", "top-p {value}").format(value=f"{sampling.top_p:g}"))
    if sampling.top_k:
        parts.append(translate("Reply", "top-k {value}").format(value=sampling.top_k))
    if sampling.min_p:
        parts.append(translate("Reply", "min-p {value}").format(value=f"{sampling.min_p:g}"))
    return ", ".join(parts)


_ENDS = {
    FinishReason.END: mark("Reply", "itself"),
    FinishReason.STOP_STRING: mark("Reply", "a stop text"),
    FinishReason.MAX_TOKENS: mark("Reply", "the length limit"),
    FinishReason.CONTEXT_FULL: mark("Reply", "the full context"),
    FinishReason.STOPPED: mark("Reply", "Stop"),
}


def _figure(figure: str, unit: str, palette: Palette) -> str:
    if not figure:
        return unit
    return f'<b style="color:{palette.text}; font-weight:600">{figure}</b> {unit}'
