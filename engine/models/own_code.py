"""Whether a model can only be run by the Python that lies beside its weights, told from its config.

Such code is never run. Many folders still carry code that transformers has taken over since: they
name the very classes of their family, and are run without it. Imports no torch.

Source: in huggingface/sentence-transformers issue 3140 a folder of a known family with classes of
its own answered otherwise, and in silence, without its code.
"""

from collections.abc import Mapping

from engine.errors import RefusedCode
from engine.models.families import FOLDER_CLASSES

_CLASSES = {
    "AutoConfig": ("Config",),
    "AutoModel": ("Model",),
    "AutoModelForCausalLM": ("ForCausalLM", "LMHeadModel"),
}
_MOST_SHOWN = 80


def own_code(config: Mapping[str, object]) -> str:
    """Name the file with the code that a model of such a config.json needs; empty for none."""
    stem = FOLDER_CLASSES.get(str(config.get("model_type")))
    for kind, endings in _CLASSES.items():
        file, name = _reference(config, kind)
        known = {f"{stem}{ending}".casefold() for ending in endings} if stem else set()
        if file and name.casefold() not in known:
            return file
    return ""


def own_tokenizer(config: Mapping[str, object]) -> str:
    """Name the file with the code that a tokenizer_config.json asks for; empty for none."""
    return _reference(config, "AutoTokenizer")[0]


def refuse_own_code(path: str, config: Mapping[str, object]) -> None:
    """Refuse what only code of its own can run.

    Args:
        path: of the model, for the error.
        config: its config.json.

    Raises:
        RefusedCode: it asks for that.
    """
    file = own_code(config)
    if file:
        raise RefusedCode(path, file)


def _reference(config: Mapping[str, object], kind: str) -> tuple[str, str]:
    """Read "file.Class" or "owner/name--file.Class": the file's name, and the class."""
    classes = config.get("auto_map")
    named = classes.get(kind) if isinstance(classes, dict) else None
    if isinstance(named, list):
        # A slow and a fast tokenizer, either of which may be missing.
        named = next((each for each in named if each), None)
    if not isinstance(named, str) or not named:
        return "", ""
    module, _, name = named.rpartition(".")
    module = module or name
    return f"{module[:_MOST_SHOWN].replace('--', '/', 1)}.py", name
