"""The words under a reply: its figures in one line, and what became of it."""

from html import escape

from app.theme import Palette
from app.view_types import MessageStatus, MessageView
from engine import FinishReason

GAP = "&nbsp;&nbsp;&nbsp; "


def mark_of(view: MessageView) -> str:
    """Say why a reply is not a whole one; empty where it ended by itself."""
    match view.status:
        case MessageStatus.STOPPED:
            return "stopped"
        case MessageStatus.INTERRUPTED:
            return "interrupted"
        case MessageStatus.FAILED:
            # The sentence above the line says it.
            return "" if view.error else "failed"
        case _:
            pass
    match view.reason:
        case FinishReason.CONTEXT_FULL:
            return "context full"
        case FinishReason.MAX_TOKENS:
            return "length limit"
        case FinishReason.STOPPED:
            return "stopped"
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
        figures.append((f"{stats.tokens_per_s:.1f}", "tokens/s"))
    if stats is not None and stats.time_to_first_token_s:
        figures.append((f"{stats.time_to_first_token_s:.2f} s", "to first token"))
    if stats is not None and stats.num_drafted:
        figures.append((f"{100 * stats.acceptance_rate:.0f} %", "accepted"))
    if view.seed is not None:
        figures.append(("", f"seed {view.seed}"))
    return figures


def details_of(view: MessageView) -> list[tuple[str, str]]:
    """Give all that is known of how a reply came about, as names and figures."""
    rows: list[tuple[str, str]] = []
    stats = view.stats
    if stats is not None:
        rows.append(("Tokens", f"{stats.num_tokens:,}"))
        if stats.num_thinking_tokens:
            rows.append(("Thinking tokens", f"{stats.num_thinking_tokens:,}"))
        if stats.tokens_per_s:
            rows.append(("Tokens/s", f"{stats.tokens_per_s:.1f}"))
        if stats.time_to_first_token_s:
            rows.append(("To first token", f"{stats.time_to_first_token_s:.2f} s"))
        prompt = f"{stats.num_prompt_tokens:,} tokens"
        if stats.num_reused_tokens:
            prompt += f", {stats.num_reused_tokens:,} kept from before"
        rows.append(("Prompt", prompt))
        if stats.num_drafted:
            accepted = f"{stats.num_accepted:,} of {stats.num_drafted:,}"
            rows.append(("Accepted", f"{100 * stats.acceptance_rate:.0f} % ({accepted})"))
        if stats.num_rounds:
            rows.append(("Tokens a round", f"{stats.mean_acceptance_length:.2f}"))
            rows.append(("Lookahead", f"{stats.num_drafted / stats.num_rounds:.1f} on average"))
        rows.append(("Near-ties", f"{stats.num_near_ties:,}"))
    if view.seed is not None:
        rows.append(("Seed", f"{view.seed}"))
    if view.target_id:
        rows.append(("Target", view.target_id))
        rows.append(("Draft", view.draft_id or "none"))
    if view.reason is not None:
        rows.append(("Ended by", _ENDS[view.reason]))
    return rows


_ENDS = {
    FinishReason.END: "itself",
    FinishReason.STOP_STRING: "a stop text",
    FinishReason.MAX_TOKENS: "the length limit",
    FinishReason.CONTEXT_FULL: "the full context",
    FinishReason.STOPPED: "Stop",
}


def _figure(figure: str, unit: str, palette: Palette) -> str:
    if not figure:
        return unit
    return f'<b style="color:{palette.text}; font-weight:600">{figure}</b> {unit}'
