"""Pictures of finding and fetching models: suggestions, results, downloads, tokens, trouble.

Used by `screenshots.py`; what they show stands in for answers of a real hub.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget
from screen_content import draft_reasons, models

from app.language.text import translate
from app.library.suggestions import suggestions
from app.library.token_dialog import TokenDialog
from app.library.views import DownloadState, DownloadView
from app.models_dialog import ModelsDialog
from app.theme import Look
from app.view_types import Theme
from engine import RefusedCode
from engine.importing import FoundLocally, Origin
from engine.language import say
from engine.library import (
    Catalogue,
    FoundFile,
    FoundModel,
    FoundRepository,
    Library,
    ModelKind,
    load_catalogue,
)
from engine.paths import user_paths
from engine.planning.plan import DraftNeed, TargetNeed, make_plan

HOST = "huggingface.co"
MEMORY_BYTES = 16_000_000_000
GEMMA_PAGE = f"https://{HOST}/google/gemma-3-1b-it"

FOUND = (
    FoundModel(
        repo="Qwen/Qwen3-4B-GGUF",
        kind=ModelKind.GGUF,
        size_bytes=2_497_000_000,
        licence="apache-2.0",
        num_downloads=182_331,
    ),
    FoundModel(
        repo="unsloth/Qwen3-4B-Instruct-2507-GGUF",
        kind=ModelKind.GGUF,
        size_bytes=2_497_000_000,
        licence="apache-2.0",
        num_downloads=92_331,
    ),
    FoundModel(
        repo="google/gemma-3-4b-it-qat-q4_0-gguf",
        kind=ModelKind.GGUF,
        size_bytes=2_300_000_000,
        licence="gemma",
        is_gated=True,
        num_downloads=50_120,
        refusal="its architecture, {architecture}, cannot be run yet",
    ),
)
FILES = (
    FoundFile(
        id="Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf",
        name="Qwen3-4B-Q4_K_M.gguf",
        size_bytes=2_497_280_256,
    ),
    FoundFile(
        id="Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q8_0.gguf",
        name="Qwen3-4B-Q8_0.gguf",
        size_bytes=4_280_000_000,
    ),
    FoundFile(
        id="Qwen/Qwen3-4B-GGUF/Qwen3-4B-IQ2_XS.gguf",
        name="Qwen3-4B-IQ2_XS.gguf",
        size_bytes=1_280_000_000,
        refusal="{kind} cannot be read",
    ),
)
DOWNLOADS = (
    DownloadView(
        id="qwen3-4b",
        name="Qwen3 4B",
        state=DownloadState.RUNNING,
        fraction=0.37,
        line="924 MB of 2.5 GB, 42 MB/s, 38 s left",
    ),
    DownloadView(
        id="gemma-3-1b-it",
        name="Gemma 3 1B",
        state=DownloadState.FAILED,
        line=f"{HOST} gives google/gemma-3-1b-it only to people it knows. Accept its licence at "
        f"{GEMMA_PAGE}, then give your access token.",
        needs_token=True,
        page=GEMMA_PAGE,
    ),
    DownloadView(
        id="llama-3.2-3b-instruct",
        name="Llama 3.2 3B Instruct",
        state=DownloadState.PAUSED,
        fraction=0.6,
        line="Paused at 1.2 GB of 2.0 GB",
    ),
)


def _dialog(look: Look, *, width: int = 620) -> ModelsDialog:
    dialog = ModelsDialog(look)
    dialog.resize(width, 740)
    dialog.set_choices(models())
    entries = Library(user_paths().models, Catalogue(load_catalogue())).entries()
    dialog.finding.set_hub(HOST, "")
    dialog.finding.set_suggestions(suggestions(entries, memory_bytes=MEMORY_BYTES), frozenset())
    dialog.pages.show_page(1)
    return dialog


def suggested(look: Look) -> QWidget:
    """What the catalogue suggests."""
    return _dialog(look)


def found(look: Look, *, width: int = 620) -> QWidget:
    """What a search brought, one repository opened."""
    dialog = _dialog(look, width=width)
    dialog.finding.field.setText("4b gguf")
    dialog.finding.has_all.setChecked(True)
    models_found = tuple(
        replace(model, refusal=say(model.refusal).format(architecture="gemma3"))
        if model.refusal
        else model
        for model in FOUND
    )
    files = tuple(
        replace(file, refusal=say(file.refusal).format(kind="IQ2_XS")) if file.refusal else file
        for file in FILES
    )
    dialog.finding.show_found(models_found)
    dialog.finding.show_repository(FOUND[0].repo, FoundRepository(model=FOUND[0], files=files))
    return dialog


def downloads(look: Look, *, width: int = 620) -> QWidget:
    """Several downloads in different states."""
    dialog = _dialog(look, width=width)
    for view in DOWNLOADS:
        dialog.downloads.show_view(view)
    return dialog


def offline(look: Look) -> QWidget:
    """Nothing may be asked."""
    dialog = _dialog(look)
    dialog.finding.set_hub(HOST, "the settings say so")
    return dialog


def failed(look: Look) -> QWidget:
    """The hub did not answer."""
    dialog = _dialog(look)
    dialog.finding.field.setText("qwen3 4b")
    dialog.finding.show_problem(
        f"{HOST} cannot be reached (no connection). Check the connection and try again."
    )
    return dialog


def token(look: Look) -> QWidget:
    """The question for a token."""
    dialog = TokenDialog("gemma-3-1b-it", HOST)
    dialog.set_can_keep(True)
    dialog.adjustSize()
    return dialog


def _found_locally() -> list[FoundLocally]:
    cache = "/home/ada/.cache/huggingface/hub/models--bartowski--Phi-3-mini"
    return [
        FoundLocally(
            origin=Origin.OLLAMA,
            name="qwen2.5-coder:7b",
            path=Path("/home/ada/.ollama/models/blobs/sha256-60e05f21"),
            size_bytes=4_683_073_536,
        ),
        FoundLocally(
            origin=Origin.LM_STUDIO,
            name="bartowski/Llama-3.2-1B-Instruct-GGUF",
            path=Path("/home/ada/.lmstudio/models/bartowski/Llama-3.2-1B-Instruct-Q4_K_M.gguf"),
            size_bytes=807_694_464,
        ),
        FoundLocally(
            origin=Origin.HUB_CACHE,
            name="someone/custom-model",
            path=Path(cache),
            size_bytes=0,
            problem=RefusedCode("someone/custom-model", "modeling_custom.py"),
        ),
    ]


def importing(look: Look, *, width: int = 620) -> QWidget:
    """What other programs have: one is being copied, one cannot be run."""
    dialog = _dialog(look, width=width)
    found_here = _found_locally()
    dialog.pages.show_page(2)
    # It looks by itself once it is seen.
    dialog.show()
    dialog.local.show_found(found_here, frozenset())
    dialog.local.show_copying(found_here[1].path, 312_000_000, found_here[1].size_bytes)
    return dialog


def planned(look: Look, *, width: int = 620, free_bytes: int = 8_000_000_000) -> QWidget:
    """What the marked pair would take of memory."""
    dialog = _dialog(look, width=width)
    dialog.pages.show_page(0)
    dialog.set_current("coder-1.5b", "coder-0.5b")
    dialog.set_draft_reasons(draft_reasons())
    target = TargetNeed(
        name="Qwen2.5 Coder 1.5B Instruct",
        kind="8 bits",
        weight_bytes=1_750_000_000,
        bytes_per_position=28_672,
        working_bytes=320_000_000,
        longest_context=32_768,
    )
    draft = DraftNeed(
        name="Qwen2.5 Coder 0.5B Instruct",
        kind="8 bits",
        weight_bytes=630_000_000,
        bytes_per_position=12_288,
        working_bytes=200_000_000,
    )
    plan = make_plan(target, draft, device="CPU", free_bytes=free_bytes)
    dialog.memory.show_plan(plan)
    advice = translate("Models", "Not measured yet on this computer.")
    dialog.set_advice(advice, may_measure=True)
    return dialog


_LOCAL: dict[str, Callable[..., QWidget]] = {
    "import": importing,
    "plan": planned,
    "plan-refused": partial(planned, free_bytes=1_200_000_000),
}
SCREENS: dict[str, tuple[Callable[[Look], QWidget], Theme]] = {
    "find-suggested": (suggested, Theme.LIGHT),
    "find-suggested-dark": (suggested, Theme.DARK),
    "find-results": (found, Theme.LIGHT),
    "find-results-dark": (found, Theme.DARK),
    "find-results-narrow": (partial(found, width=440), Theme.LIGHT),
    "find-downloads": (downloads, Theme.LIGHT),
    "find-downloads-dark": (downloads, Theme.DARK),
    "find-downloads-narrow": (partial(downloads, width=440), Theme.LIGHT),
    "find-offline": (offline, Theme.LIGHT),
    "find-failed": (failed, Theme.LIGHT),
    "find-token": (token, Theme.LIGHT),
    **{
        f"models-{name}{suffix}": (partial(build, width=width), theme)
        for name, build in _LOCAL.items()
        for suffix, width, theme in (
            ("", 620, Theme.LIGHT),
            ("-dark", 620, Theme.DARK),
            ("-narrow", 440, Theme.DARK),
        )
    },
}
