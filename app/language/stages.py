"""What the engine and the library are busy with, for the translators; they name it in English."""

from app.language.text import mark, translate

STAGES = (
    mark("Stages", "reading {model}"),
    mark("Stages", "loading {model}"),
    mark("Stages", "packing {model}"),
    mark("Stages", "keeping {model}"),
    mark("Stages", "measuring {model}"),
)
"""Those of a load; one that is not here is shown as the engine names it."""

DOWNLOADS = (
    mark("Stages", "waiting for another download of the same model"),
    mark("Stages", "connecting"),
    mark("Stages", "checking what is here already"),
    mark("Stages", "downloading"),
    mark("Stages", "starting over, since what arrived was damaged"),
    mark("Stages", "verifying"),
)
"""Those of a download."""


def loading(stage: str, model: str) -> str:
    """Say what a load is busy with."""
    return translate("Stages", f"{stage} {{model}}").format(model=model)


def downloading(stage: str) -> str:
    """Say what a download is busy with."""
    return translate("Stages", stage)
