"""Names of models: what counts as one, and that none becomes a path of somebody else's."""

import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.library.names import (
    HubName,
    folder_name,
    host_of,
    is_safe_file_name,
    local_file_name,
    parse_hub_name,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("maker/model", HubName(repo="maker/model")),
        (" maker/model/ ", HubName(repo="maker/model")),
        ("maker/model/q4.gguf", HubName(repo="maker/model", file="q4.gguf")),
        ("maker/model/sub/q4.GGUF", HubName(repo="maker/model", file="sub/q4.GGUF")),
        ("maker/model:q4_k_m", HubName(repo="maker/model", quantization="Q4_K_M")),
        ("maker/model@v2", HubName(repo="maker/model", revision="v2")),
        ("hf.co/maker/model:Q8_0", HubName(repo="maker/model", quantization="Q8_0")),
        ("https://huggingface.co/maker/model", HubName(repo="maker/model")),
        (
            "https://huggingface.co/maker/model/blob/main/q4.gguf?download=true",
            HubName(repo="maker/model", file="q4.gguf"),
        ),
        (
            "https://huggingface.co/maker/model/resolve/c0ffee/%D0%BC.gguf",
            HubName(repo="maker/model", file="м.gguf", revision="c0ffee"),
        ),
        ("https://huggingface.co/maker/model/tree/main", HubName(repo="maker/model")),
    ],
)
def test_ways_to_name_a_model(text: str, expected: HubName) -> None:
    """Typed by hand, as another program writes it, or pasted from a browser."""
    assert parse_hub_name(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "model",
        "/maker/model",
        "../model",
        "maker/..",
        "maker/../etc/passwd.gguf",
        "maker/model/../../x.gguf",
        "maker/model/%2e%2e/x.gguf",
        "maker/model/..%5cx.gguf",
        "maker/model/.hidden.gguf",
        "maker/model/nul.gguf",
        "maker/model/file.bin",
        "maker/model/a.gguf/b",
        "maker/model/a\nb.gguf",
        "https://elsewhere.example/maker/model",
        "file:///etc/passwd",
        "maker/model@../x",
        "maker/model:Q4/../x",
        "maker/model/com¹.gguf",
        "maker/model/half-\udcff.gguf",
        "maker/model/turned-\u202efugg.gguf",
        f"maker/model/{'a' * 300}.gguf",
        "https://[maker/model",
    ],
)
def test_what_is_no_model_of_a_hub(text: str) -> None:
    """Least of all what climbs, hides, or means a device on Windows."""
    assert parse_hub_name(text) is None


def test_a_mirror_from_the_environment_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pages are pasted as those of the public hub are."""
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example")
    assert parse_hub_name("https://mirror.example/maker/model") == HubName(repo="maker/model")


@given(st.text(max_size=40))
def test_whatever_is_typed_stays_inside_one_folder(text: str) -> None:
    """Both a folder's and a file's name are one segment on every system."""
    name = parse_hub_name(text)
    if name is None:
        return
    folder = folder_name(name.id)
    for system in (PurePosixPath, PureWindowsPath):
        assert len(system(folder).parts) == 1
    assert not folder.startswith(".")
    assert is_safe_file_name(local_file_name(name.file) or "none.gguf")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a/b/c--d.gguf", "a/b/c/d.gguf"),
        ("a--b/c", "a/b--c"),
        ("a/b:Q4_0", "a/b-Q4_0"),
        ("a/b@main2", "a/b-main2"),
        ("a/b/м.gguf", "a/b/н.gguf"),
        ("a/b-/c.gguf", "a/b/-c.gguf"),
    ],
)
def test_two_models_never_share_a_folder(one: str, other: str) -> None:
    """Though their letters could be read as the same."""
    assert folder_name(one) != folder_name(other)


def test_plain_names_keep_their_plain_folders() -> None:
    """Folders of earlier versions are found again."""
    assert folder_name("gpt2") == "gpt2"
    assert folder_name("maker/model") == "maker--model"
    assert folder_name("maker/model/q4.gguf") == "maker--model--q4.gguf"


@pytest.mark.parametrize(
    "id", [".", "..", ".locks", "imported.json", "a.", "nul", "a" * 300, "half-\udcff", ""]
)
def test_no_model_takes_the_library_s_own_place(id: str) -> None:
    """Nor the folder it lies in, nor one that a system could not make."""
    folder = folder_name(id)
    assert is_safe_file_name(folder)
    assert folder not in {id, "imported.json"}


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://Mirror.example:443/hub", "mirror.example"),
        ("http://127.0.0.1:8080", "127.0.0.1:8080"),
        ("https://me:secret@mirror.example", "mirror.example"),
        ("https://[mirror", ""),
        ("mirror.example", ""),
    ],
)
def test_a_host_is_named_without_secrets(address: str, host: str) -> None:
    """It stands in receipts, in sentences and in the log."""
    assert host_of(address) == host


def test_letters_and_accents_composed_or_not_are_one_file() -> None:
    """Some systems store an accent apart from its letter."""
    apart = unicodedata.normalize("NFD", "Modèle-Größe.gguf")
    assert local_file_name(f"sub/{apart}") == unicodedata.normalize("NFC", apart)


@pytest.mark.parametrize("name", ["модель.gguf", "模型 4 bit.gguf", "قلم.gguf", "a.b.gguf"])
def test_names_in_any_script_are_kept(name: str) -> None:
    """A space inside is no harm either."""
    assert is_safe_file_name(name)
