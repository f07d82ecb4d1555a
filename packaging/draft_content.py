"""What the pictures of a draft that is made show: figures that stand in for real ones."""

from dataclasses import replace
from pathlib import Path

from app.draft_views import MakingPhase, MakingView
from app.language.text import translate
from app.local_models.verdict_lines import itself_reason
from app.making_text import describe_draft
from app.view_types import ModelChoice
from engine import (
    Acceptance,
    Gain,
    MachineSlept,
    PairAdvice,
    Recipe,
    Subject,
    TokenizerMismatch,
    TrainedDraft,
    TrainingProgress,
    TrainingStage,
    explain,
    explain_advice,
    explain_expectation,
)
from engine.pairing.wording import explain_mismatch

HELD_OUT = Acceptance(
    greedy=(0.61, 0.55, 0.49),
    sampled=(0.55, 0.5, 0.44),
    coupled=0.53,
    coverage=0.987,
    num_tokens=7_410,
)
DRAFT = TrainedDraft(
    path=Path("/home/me/.local/share/foreword/drafts/starter.draft"),
    target_name="SmolLM2 135M Instruct",
    is_private=False,
    size_bytes=4_900_000,
    num_written=393_216,
    num_learnt=4_482_000,
    learning_s=2_040.0,
    held_out=HELD_OUT,
)
ADVICE = PairAdvice(
    target="SmolLM2 135M Instruct",
    draft="its own draft",
    step=0.06,
    passes=(1.0, 1.04, 1.08, 1.12),
    gains=(
        Gain(subject=Subject.CHAT, rates=(0.58, 0.5), num_draft_tokens=2, speedup=1.4),
        Gain(subject=Subject.CODE, rates=(0.74, 0.7), num_draft_tokens=3, speedup=1.9),
    ),
)


def making(phase: MakingPhase, progress: TrainingProgress | None = None) -> MakingView:
    """Give the making of the starter's draft in a phase."""
    is_done = phase is MakingPhase.DONE
    return MakingView(
        target_id="smollm2",
        target_name="SmolLM2 135M Instruct",
        phase=phase,
        recipe=Recipe(num_tokens=400_000, num_passes=12.0, minutes=60.0),
        num_questions=42,
        progress=progress,
        expectation=explain_expectation(1.38),
        draft=DRAFT if is_done else None,
        advice=explain_advice(ADVICE) if is_done else "",
    )


def paused() -> MakingView:
    """Give a making that stopped when the machine slept."""
    problem = explain(MachineSlept("SmolLM2 135M Instruct"))
    return replace(making(MakingPhase.PAUSED, LEARNING), problem=problem)


WRITING = TrainingProgress(
    stage=TrainingStage.WRITING,
    share=0.37,
    seconds_left=582.0,
    num_tokens=148_000,
    tokens_per_s=433.0,
)
LEARNING = TrainingProgress(
    stage=TrainingStage.LEARNING,
    share=0.64,
    seconds_left=736.0,
    num_tokens=2_870_000,
    tokens_per_s=2_190.0,
    acceptance=(0.63, 0.57, 0.5),
    held_out=Acceptance(
        greedy=(0.54, 0.48, 0.42),
        sampled=(0.49, 0.44, 0.39),
        coupled=0.47,
        coverage=0.987,
        num_tokens=7_410,
    ),
)


def own_draft() -> ModelChoice:
    """The draft as the models dialog lists it."""
    return ModelChoice(
        id=str(DRAFT.path),
        name=translate("Models", "Its own draft"),
        size_bytes=DRAFT.size_bytes,
        is_installed=True,
        note=describe_draft(DRAFT),
    )


def models() -> list[ModelChoice]:
    """The starter on this machine, and a larger model."""
    return [
        ModelChoice(
            id="smollm2",
            name="SmolLM2 135M Instruct",
            size_bytes=98_362_432,
            is_installed=True,
            note=translate(
                "Catalogue",
                "The starter: tiny and quick, good for trying things; it often gets facts wrong.",
            ),
        ),
        ModelChoice(
            id="coder-1.5b",
            name="Qwen2.5 Coder 1.5B Instruct",
            size_bytes=1_117_320_768,
            is_installed=False,
            note=translate(
                "Catalogue",
                "Answers well for its size, best at code; a draft of its own comes with Foreword.",
            ),
        ),
    ]


def draft_reasons() -> dict[str, str]:
    """Why the models themselves cannot draft."""
    return {
        "smollm2": itself_reason(),
        "coder-1.5b": explain_mismatch(TokenizerMismatch("", "", 0, 151_643)),
    }
