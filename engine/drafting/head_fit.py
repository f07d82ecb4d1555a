"""Whether a trained head can serve a target, before either is loaded: read from their files' heads.

Loading asks the same of what is loaded by then.
"""

from engine.drafting.head_file import check_target, read_card
from engine.errors import WrongHead
from engine.language import say
from engine.models.decoder import DecoderConfig
from engine.models.folder_weights import read_lean_config
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from engine.params import ModelSpec


def check_head(head: ModelSpec, target: ModelSpec) -> None:
    """Refuse a head that was made for another target.

    Raises:
        WrongHead: it was, or nothing it could read from is to be had in this target.
        EngineError: the target is damaged or cannot be run.
    """
    card, config = read_card(head.path), _config(target)
    if config is None:
        raise WrongHead(head.path.name, target.name, say("its hidden states cannot be had"))
    check_target(card, config, draft=head.path.name, target=target.name)


def _config(target: ModelSpec) -> DecoderConfig | None:
    if target.path.is_dir():
        return read_lean_config(target.path)
    with GgufFile.open(target.path) as file:
        return read_config(file)
