"""What the pictures of Compare show: runs that stand in for real ones."""

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from screen_content import PLAIN, stats, tokens_of

from app.compare.control import SeriesEnd, Step
from app.compare.prompts import BUILT_IN, Plan, Prompt, PromptKind, PromptSet
from app.compare.run_page import RunPage
from app.compare.runs import ComparedRun
from app.compare.view import CompareView
from engine import (
    CompareFinished,
    FinishReason,
    Pane,
    TextDelta,
    TokenInfo,
    TokenSource,
    TokenStatus,
    TurnFinished,
    TurnStats,
)

DAY_S = 86_400
QUESTION = "Explain in three sentences why the sky is blue."
ANSWER = (
    "The sky looks blue because air scatters short wavelengths of sunlight far more than long "
    "ones. Blue light reaches your eyes from every direction, while red passes almost straight "
    "through.\n\nAt sunset the light crosses more air, so most of the blue is gone before it "
    "arrives."
)
SLOW = TurnStats(
    num_tokens=128,
    num_first_tokens=1,
    num_rounds=127,
    time_to_first_token_s=0.40,
    elapsed_s=0.40 + 127 / PLAIN,
)
TARGET, DRAFT = "Qwen2.5 Coder 1.5B", "Qwen2.5 Coder 0.5B"


def run(
    kind: PromptKind = PromptKind.LAST,
    *,
    prompt: str = "",
    ratio: float = 1.71,
    plain: float = PLAIN,
    series: str = "a",
    age_s: float = 0.0,
    draft: str = DRAFT,
    others_share: float = 0.02,
    first_difference: int | None = None,
    is_speculative_first: bool = False,
) -> ComparedRun:
    """Make a run."""
    return ComparedRun(
        series=series,
        at=time.time() - age_s,
        target=TARGET,
        form="w8a8",
        draft=draft,
        device="CPU, 2 threads",
        kind=kind,
        prompt=prompt,
        temperature=0.7,
        is_speculative_first=is_speculative_first,
        plain_tokens_per_s=plain,
        speculative_tokens_per_s=plain * ratio,
        plain_first_token_s=0.40,
        speculative_first_token_s=0.41,
        num_tokens=128,
        acceptance_rate=min(0.95, 0.31 + 0.25 * ratio),
        tokens_a_round=2.9,
        num_compared=128,
        first_difference=first_difference,
        is_same_text_promised=True,
        others_share=others_share,
    )


def play(view: CompareView, *, share: float = 1.0, ratios: Sequence[float] = (1.71,)) -> None:
    """Run a comparison of the last question; a share below 1 leaves it under way."""
    page = view.run_page
    _prepare(view)
    last = Prompt(kind=PromptKind.LAST, name="", text=QUESTION)
    page.setup.repeats.setCurrentIndex(page.setup.repeats.findData(len(ratios)))
    plan = Plan(prompts=(last,), num_repeats=len(ratios), max_new_tokens=128)
    page.begin(plan)
    runs = []
    for number, ratio in enumerate(ratios, start=1):
        page.advance(
            Step(
                prompt=last,
                number=number,
                num_runs=len(ratios),
                repeat=number,
                num_repeats=len(ratios),
            )
        )
        is_last = number == len(ratios)
        _stream(page, share=share if is_last else 1.0)
        if not is_last or share == 1.0:
            turned = number % 2 == 0
            runs.append(run(ratio=ratio, is_speculative_first=turned))
            page.handle(_finished())
            page.add_run(runs[-1])
    if share == 1.0:
        page.conclude(SeriesEnd(runs=tuple(runs), num_runs=len(ratios), last=_finished()))


def play_difference(view: CompareView) -> None:
    """Run a comparison whose texts part at a near-tie."""
    _prepare(view)
    page = view.run_page
    page.begin(Plan(prompts=(Prompt(kind=PromptKind.LAST, name="", text=QUESTION),)))
    tokens = tokens_of(ANSWER)
    at = 30
    other = ANSWER[: tokens[at].start] + " nearly all" + ANSWER[tokens[at].end :]
    for pane, text in ((Pane.PLAIN, ANSWER), (Pane.SPECULATIVE, other)):
        _say(page, pane, text, share=1.0)
    finished = replace(_finished(), first_difference=at, gap=0.0039, num_compared=at)
    page.handle(finished)
    page.add_run(run(first_difference=at))
    page.conclude(SeriesEnd(runs=page.runs, num_runs=1, last=finished))


def play_set(view: CompareView) -> None:
    """Run all sets three times; the computer was busy once."""
    _prepare(view)
    page = view.run_page
    page.setup.choose(PromptSet.ALL)
    page.setup.repeats.setCurrentIndex(page.setup.repeats.findData(3))
    prompts = [
        Prompt(kind=kind, name=f"{kind.value}-{number}", text=QUESTION)
        for kind in BUILT_IN
        for number in (1, 2)
    ]
    page.begin(Plan(prompts=tuple(prompts), num_repeats=3))
    dice = random.Random(7)
    gains = {PromptKind.CHAT: 1.18, PromptKind.CODE: 1.63, PromptKind.EDIT: 2.3}
    for prompt in prompts:
        for repeat in range(3):
            share = 0.31 if prompt.name == "code-2" and repeat == 1 else 0.02
            ratio = gains.get(prompt.kind, 1.41) * dice.uniform(0.93, 1.07)
            page.add_run(run(prompt.kind, prompt=prompt.name, ratio=ratio, others_share=share))
    _stream(page, share=1.0)
    page.conclude(SeriesEnd(runs=page.runs, num_runs=len(page.runs), last=_finished()))


def fill_history(view: CompareView) -> None:
    """Show a past of three weeks with two pairs."""
    dice = random.Random(11)
    gains = {
        PromptKind.CHAT: 1.2,
        PromptKind.CODE: 1.6,
        PromptKind.EDIT: 2.2,
        PromptKind.SUMMARY: 1.4,
        PromptKind.LAST: 1.7,
    }
    found = [
        run(
            kind,
            prompt="" if kind is PromptKind.LAST else f"{kind.value}-1",
            ratio=gain * factor * dice.uniform(0.93, 1.08),
            series=f"{number}{draft}",
            age_s=(9 - number) * DAY_S * 2.2 - 60 * repeat,
            draft=draft,
            others_share=0.3 if number == 2 and repeat == 1 else 0.01,
        )
        for number, (kind, gain) in enumerate(gains.items())
        for draft, factor in ((DRAFT, 0.82), ("its own draft", 1.0))
        for repeat in range(3)
    ]
    _prepare(view)
    view.history_page.set_runs(
        [replace(each, id=number) for number, each in enumerate(sorted(found, key=lambda r: r.at))]
    )
    view.show_history()


def _prepare(view: CompareView) -> None:
    view.set_pair(f"{TARGET} w8a8 + {DRAFT}")
    view.run_page.setup.set_question(QUESTION)


def _stream(page: RunPage, *, share: float) -> None:
    _say(page, Pane.PLAIN, ANSWER, share=1.0)
    _say(page, Pane.SPECULATIVE, ANSWER, share=share)


def _say(page: RunPage, pane: Pane, text: str, *, share: float) -> None:
    tokens = tokens_of(text)
    if pane is Pane.PLAIN:
        tokens = tuple(
            TokenInfo(t.id, t.start, t.end, TokenSource.TARGET, 0, TokenStatus.PLAIN, 0.9)
            for t in tokens
        )
    figures = SLOW if pane is Pane.PLAIN else stats(share)
    for token in tokens[: round(share * len(tokens))]:
        piece = text[token.start : token.end]
        page.handle(TextDelta(turn_id=1, text=piece, tokens=(token,), stats=figures, pane=pane))
    if share == 1.0:
        page.handle(
            TurnFinished(
                turn_id=1,
                reason=FinishReason.END,
                text=text,
                token_ids=(),
                stats=figures,
                pane=pane,
            )
        )


def _finished() -> CompareFinished:
    return CompareFinished(
        turn_id=1,
        plain=SLOW,
        speculative=replace(stats(), num_near_ties=1),
        ratio=1.71,
        num_compared=128,
        first_difference=None,
        gap=None,
        is_sampled=False,
        is_whole=True,
    )
