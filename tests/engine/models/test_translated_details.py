"""What is wrong with a file is said in the reader's language as a whole, not only around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadModelFile, UnsupportedModel
from engine.language import English, speak
from engine.models.folder_json import check_sizes, read_object
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from tests.fuzz import bases

CORPUS = Path(bases.__file__).parent / "corpus" / "gguf"


class Marked(English):
    """Marks what was asked for as a text of the program."""

    def text(self, source: str, /) -> str:
        """Put a text between signs."""
        return f"<<{source}>>"


@pytest.fixture(autouse=True)
def marked() -> Iterator[None]:
    """Speak that language for a while."""
    speak(Marked())
    yield
    speak(English())


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.gguf")), ids=lambda path: path.stem)
def test_a_damaged_file(path: Path) -> None:
    """Whatever is wrong with it, the whole of it can be translated."""
    with pytest.raises((BadModelFile, UnsupportedModel)) as refused, GgufFile.open(path) as file:
        read_config(file)
    if isinstance(refused.value, BadModelFile):
        assert refused.value.detail.startswith("<<")
        assert refused.value.detail.endswith(">>")


def test_a_folder_s_json(tmp_path: Path) -> None:
    """Names of keys stay as they are."""
    with pytest.raises(BadModelFile) as refused:
        check_sizes("m", {"hidden_size": -1})
    assert refused.value.detail == "<<its config.json gives hidden_size as -1>>"
    (tmp_path / "config.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BadModelFile) as refused:
        read_object(tmp_path / "config.json", what="it")
    assert refused.value.detail == "<<it is JSON that is not an object>>"
