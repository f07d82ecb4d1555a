"""The settings' values and their JSON file: read with care, replaced as a whole.

A value that does not pass its declaration falls back to the default and is named; keys of a newer
version are kept. Turns the values into the engine's parameters. Knows no widget.
"""

import contextlib
import errno
import json
import logging
import os
import tempfile
from collections.abc import Mapping
from copy import copy
from pathlib import Path

from app.language.text import translate
from app.setting_spec import SettingValue
from app.settings import SETTINGS, spec_of
from engine import (
    BadParameter,
    ContextPolicy,
    DeviceChoice,
    EngineError,
    NotWritable,
    OutOfDisk,
    Placement,
    SamplingParams,
    SamplingRule,
)

log = logging.getLogger(__name__)


class Settings:
    """The values of all settings, saved at each change.

    Args:
        path: of the JSON file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        # A settings file that is a link (dotfiles in a repository) stays one.
        self._path = Path(os.path.realpath(path))
        self._values: dict[str, SettingValue] = {spec.key: spec.default for spec in SETTINGS}
        self._unknown: dict[str, object] = {}
        self.problems: tuple[str, ...] = ()
        """Sentences about what could not be read; empty when all is well."""
        self._load()

    @property
    def values(self) -> Mapping[str, SettingValue]:
        """All values by key."""
        return dict(self._values)

    def value(self, key: str) -> SettingValue:
        """Give one value."""
        return self._values[key]

    def flag(self, key: str) -> bool:
        """Give the value of a flag."""
        return bool(self._values[key])

    def text(self, key: str) -> str:
        """Give the value of a text or a choice, empty for None."""
        value = self._values[key]
        return value if isinstance(value, str) else ""

    def integer(self, key: str) -> int | None:
        """Give the value of a whole number."""
        value = self._values[key]
        return value if isinstance(value, int) else None

    def number(self, key: str) -> float:
        """Give the value of a number."""
        value = self._values[key]
        return float(value) if isinstance(value, int | float) else 0.0

    def set(self, key: str, value: object) -> None:
        """Change a value and save all of them.

        Raises:
            BadParameter: the value is not allowed, or not beside the others; nothing is changed.
            NotWritable, OutOfDisk: it holds until the program ends, but is not kept.
        """
        checked = spec_of(key).check(value)
        before = self._values[key]
        if checked == before:
            return
        self._values[key] = checked
        try:
            self.sampling()
        except BadParameter as error:
            self._values[key] = before
            raise _in_words(error) from error
        self._save()

    def reset(self) -> None:
        """Put every setting that a dialog shows back to its default, and save.

        Raises:
            NotWritable, OutOfDisk: they hold until the program ends, but are not kept.
        """
        for spec in SETTINGS:
            if spec.group:
                self._values[spec.key] = spec.default
        self._save()

    def sampling(self, over: Mapping[str, SettingValue] | None = None) -> SamplingParams:
        """Say how replies are to be drawn, where a chat has values of its own by those.

        Raises:
            BadParameter: the values of the chat are not allowed beside the others.
        """
        if over:
            changed = copy(self)
            changed._values = {**self._values, **over}
            return changed.sampling()
        return SamplingParams(
            temperature=self.number("temperature"),
            top_k=self.integer("top_k") or 0,
            top_p=self.number("top_p"),
            min_p=self.number("min_p"),
            repetition_penalty=self.number("repetition_penalty"),
            presence_penalty=self.number("presence_penalty"),
            frequency_penalty=self.number("frequency_penalty"),
            no_repeat_ngram=self.integer("no_repeat_ngram") or 0,
            banned_words=self._texts("banned_words"),
            min_new_tokens=self.integer("min_new_tokens") or 0,
            seed=self.integer("seed"),
            rule=SamplingRule(self.text("sampling_rule")),
            max_new_tokens=self.integer("max_new_tokens"),
            stop=self._texts("stop"),
            context_policy=ContextPolicy(self.text("context_policy")),
        )

    def placement(self) -> Placement:
        """Say where models are to be loaded."""
        return Placement(
            device=DeviceChoice(self.text("device")),
            num_threads=self.integer("num_threads"),
            context_length=self.integer("context_length"),
        )

    def _texts(self, key: str) -> tuple[str, ...]:
        value = self._values[key]
        return value if isinstance(value, tuple) else ()

    def _load(self) -> None:
        try:
            text = self._path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            self._give_up(error)
            return
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            self._give_up(error)
            return
        if not isinstance(content, dict):
            self._give_up(TypeError("not an object"))
            return
        problems: list[str] = []
        for key, value in content.items():
            if key not in self._values:
                self._unknown[key] = value
                continue
            try:
                self._values[key] = spec_of(key).check(value)
            except BadParameter as error:
                problems.append(
                    translate("Settings", "Settings: {error} It has its default again.").format(
                        error=error
                    )
                )
        try:
            self.sampling()
        except BadParameter as error:
            # Each is allowed, but not both together; such a file was written by hand.
            self._values["min_new_tokens"] = spec_of("min_new_tokens").default
            problems.append(
                translate("Settings", "Settings: {in_words} It has its default again.").format(
                    in_words=_in_words(error)
                )
            )
        self.problems = tuple(problems)

    def _give_up(self, error: Exception) -> None:
        log.info("The settings cannot be read: %s", type(error).__name__)
        problem = translate(
            "Settings", "The settings could not be read and have their defaults again."
        )
        aside = self._path.with_name(f"{self._path.stem}.damaged{self._path.suffix}")
        with contextlib.suppress(OSError):
            self._path.replace(aside)
            problem += translate("Settings", " The old file was kept as {aside}.").format(
                aside=aside
            )
        self.problems = (problem,)

    def _save(self) -> None:
        content = {**self._unknown, **self._values}
        text = json.dumps(content, indent=2, ensure_ascii=False)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self._path, text)
        except OSError as error:
            raise _explained(error, self._path) from error


def _in_words(error: BadParameter) -> BadParameter:
    """Name settings as the dialog does, where the engine names its own fields."""
    labels = {spec.key: translate("Settings", spec.label) for spec in SETTINGS if spec.label}
    allowed = " ".join(
        f'"{labels[word]}"' if word in labels else word
        for word in error.allowed.replace(",", " :").split()
    )
    return BadParameter(
        name=labels.get(error.name, error.name),
        value=error.value,
        allowed=allowed.replace(" :", ","),
    )


def _replace(path: Path, text: str) -> None:
    # Whole or not at all: another file first, on the disk for certain, then one rename.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _explained(error: OSError, path: Path) -> EngineError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutOfDisk(path=str(path))
    return NotWritable(path=str(path))
