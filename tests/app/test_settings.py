"""Settings: declared once, checked always, kept whole."""

import dataclasses
import json
import os
from pathlib import Path

import pytest

from app.setting_spec import SettingSpec, SettingType
from app.settings import SETTINGS, spec_of
from app.settings_file import Settings
from engine import (
    BadParameter,
    ContextPolicy,
    DeviceChoice,
    NotWritable,
    SamplingParams,
    SamplingRule,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose folder is not there yet."""
    return tmp_path / "config" / "settings.json"


@pytest.mark.parametrize("spec", SETTINGS, ids=lambda spec: spec.key)
def test_every_declaration_holds_water(spec: SettingSpec) -> None:
    """The default passes its own check, and what a dialog shows has a label and a help line."""
    assert spec.check(spec.default) == spec.default
    if spec.group:
        assert spec.label
        assert spec.help.endswith(".")
    if spec.type is SettingType.CHOICE:
        assert spec.choices


def test_the_defaults(path: Path) -> None:
    """Varied answers, and the same text for the same seed with and without drafts."""
    assert Settings(path).sampling() == SamplingParams(
        temperature=0.7, top_p=0.95, rule=SamplingRule.COUPLED
    )


def test_every_way_of_choosing_tokens_can_be_set(path: Path) -> None:
    """All of the engine's parameters but the bias of single ids, each to a value of its own."""
    wanted = SamplingParams(
        temperature=0.5,
        top_k=40,
        top_p=0.9,
        min_p=0.1,
        repetition_penalty=1.1,
        presence_penalty=0.2,
        frequency_penalty=0.3,
        no_repeat_ngram=4,
        banned_words=("alas",),
        min_new_tokens=3,
        seed=7,
        rule=SamplingRule.REJECTION,
        max_new_tokens=99,
        stop=("###",),
        context_policy=ContextPolicy.REFUSE,
    )
    settings = Settings(path)
    for field in dataclasses.fields(SamplingParams):
        if field.name != "logit_bias":
            key = "sampling_rule" if field.name == "rule" else field.name
            settings.set(key, getattr(wanted, field.name))
    assert settings.sampling() == wanted
    assert Settings(path).sampling() == wanted


def test_settings_that_contradict_each_other(path: Path) -> None:
    """The second one is refused by name and the first stays; a file that has both loses one."""
    settings = Settings(path)
    settings.set("max_new_tokens", 10)
    with pytest.raises(BadParameter, match="Shortest reply") as caught:
        settings.set("min_new_tokens", 11)
    assert "Longest reply" in caught.value.allowed
    assert settings.value("min_new_tokens") == 0
    path.write_text(json.dumps({"max_new_tokens": 10, "min_new_tokens": 11}), encoding="utf-8")
    again = Settings(path)
    assert again.value("min_new_tokens") == 0
    assert "Shortest reply" in again.problems[0]


def test_values_last(path: Path) -> None:
    """One of each type, through the file."""
    settings = Settings(path)
    changes = {
        "temperature": 0.7,
        "top_k": 40,
        "seed": 2**63 - 1,
        "stop": ("a\nb", "👩‍🚀"),
        "sampling_rule": "coupled",
        "speculate": False,
        "system_prompt": "Buď stručný.",
        "device": "cpu",
        "target_id": "some model",
    }
    for key, value in changes.items():
        settings.set(key, value)
    again = Settings(path)
    assert {key: again.value(key) for key in changes} == changes
    sampling = again.sampling()
    assert sampling.rule is SamplingRule.COUPLED
    assert sampling.stop == ("a\nb", "👩‍🚀")
    assert again.placement().device is DeviceChoice.CPU
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("temperature", 5.1),
        ("temperature", float("nan")),
        ("temperature", "0.5"),
        ("temperature", True),
        ("temperature", None),
        ("top_k", 1.5),
        ("seed", -1),
        ("seed", 10**400),
        ("lookahead", 17),
        ("speculate", 1),
        ("theme", "purple"),
        ("theme", ["dark"]),
        ("stop", ["", "x"]),
        ("stop", "x"),
        ("system_prompt", 3),
        ("context_length", 15),
    ],
)
def test_a_value_out_of_range_changes_nothing(path: Path, key: str, value: object) -> None:
    """Refused by the dialog's road, and by the file's with the others kept."""
    settings = Settings(path)
    with pytest.raises(BadParameter):
        settings.set(key, value)
    assert settings.value(key) == spec_of(key).default

    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({key: value, "top_p": 0.5}), encoding="utf-8")
    loaded = Settings(path)
    assert loaded.value(key) == spec_of(key).default
    assert loaded.value("top_p") == 0.5
    assert len(loaded.problems) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1, 2]", b"null", b"\xff\xfe\x00", b"[" * 100_000, bytes(4096)],
    ids=["empty", "cut", "list", "null", "bytes", "deep", "zeros"],
)
def test_a_file_that_is_no_settings_is_kept_aside(path: Path, content: bytes) -> None:
    """The program starts with its defaults, says so once, and can save again."""
    path.parent.mkdir()
    path.write_bytes(content)
    settings = Settings(path)
    assert dict(settings.values) == {spec.key: spec.default for spec in SETTINGS}
    assert len(settings.problems) == 1
    assert path.with_name("settings.damaged.json").read_bytes() == content
    settings.set("top_k", 3)
    assert Settings(path).problems == ()


def test_keys_of_a_newer_version_survive(path: Path) -> None:
    """Somebody who goes back one version and forth again loses nothing."""
    path.parent.mkdir()
    path.write_text('{"hologram": {"on": true}, "top_k": 3}', encoding="utf-8")
    settings = Settings(path)
    settings.set("top_k", 4)
    assert settings.problems == ()
    assert json.loads(path.read_text(encoding="utf-8"))["hologram"] == {"on": True}


def test_a_save_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rename is what fails, as late as it can; no other file is left behind."""
    settings = Settings(path)
    settings.set("top_k", 3)

    def fail(*args: object) -> None:
        raise PermissionError(13, "denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(NotWritable):
            settings.set("top_k", 4)
    assert settings.value("top_k") == 4
    assert Settings(path).value("top_k") == 3
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    """Case 33: a file lies where the folder should be."""
    (tmp_path / "config").touch()
    settings = Settings(tmp_path / "config" / "settings.json")
    with pytest.raises(NotWritable):
        settings.set("top_k", 3)
    assert settings.value("top_k") == 3


def test_a_linked_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    """Settings that live in somebody's dotfiles are written there."""
    path.parent.mkdir()
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", encoding="utf-8")
    path.symlink_to(real)
    Settings(path).set("top_k", 3)
    assert path.is_symlink()
    assert json.loads(real.read_text(encoding="utf-8"))["top_k"] == 3


def test_reset_keeps_the_models(path: Path) -> None:
    """What no dialog shows is not a matter of taste."""
    settings = Settings(path)
    settings.set("target_id", "some model")
    settings.set("temperature", 1.0)
    settings.reset()
    assert settings.value("temperature") == 0.7
    assert settings.value("target_id") == "some model"
