"""Models and settings: a reason beside what cannot be chosen, values checked before being told."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QRadioButton
from pytestqt.qtbot import QtBot

from app.model_control import NO_DRAFT_ID
from app.models_dialog import ModelsDialog
from app.settings import SETTINGS
from app.settings_dialog import SettingsDialog
from app.switch import Switch
from app.theme import Look
from app.view_types import ModelChoice, Theme
from tests.app.window.acts import click, press, write

CHOICES = [
    ModelChoice(id="big", name="Big", size_bytes=10**9, is_installed=True, note="Answers."),
    ModelChoice(id="small", name="Small", size_bytes=10**8, is_installed=True, note="Drafts."),
    ModelChoice(id="other", name="Other", size_bytes=10**8, is_installed=True, note="Other."),
    ModelChoice(id="far", name="Far", size_bytes=10**8, is_installed=False, note="To be had."),
]
REASON = "Its tokens differ from Big, first at id 0."


@pytest.fixture
def dialog(look: Look, qtbot: QtBot) -> ModelsDialog:
    """Big and small in use, one that does not fit, one to be had."""
    dialog = ModelsDialog(look)
    qtbot.addWidget(dialog)
    dialog.set_choices(CHOICES)
    dialog.set_current("big", "small")
    dialog.set_draft_reasons({"big": "It is the model itself.", "other": REASON})
    dialog.show()
    return dialog


def radio(dialog: ModelsDialog, name: str) -> QRadioButton:
    found = [r for r in dialog.findChildren(QRadioButton) if r.accessibleName() == name]
    return found[-1]


def test_reasons(dialog: ModelsDialog) -> None:
    """A draft that cannot serve is listed, cannot be chosen, and says why."""
    assert not radio(dialog, "Other as draft").isEnabled()
    assert dialog.row("draft", "other").note.text() == REASON
    assert radio(dialog, "Other as model").isEnabled()
    assert not radio(dialog, "Far as model").isEnabled()


def test_choosing(dialog: ModelsDialog, qtbot: QtBot) -> None:
    """A target is told at once, so that reasons can follow; the pair when it is accepted."""
    with qtbot.waitSignal(dialog.target_selected) as target:
        radio(dialog, "Other as model").click()
    assert target.args == ["other"]
    dialog.set_draft_reasons({"small": REASON})
    dialog.set_own_draft(None)
    assert radio(dialog, "No draft as draft").isChecked()
    with qtbot.waitSignal(dialog.accepted_pair) as pair:
        click(dialog.use)
    assert pair.args == ["other", NO_DRAFT_ID]


def test_accepted_before_its_own_draft_is_found_a_model_still_gets_it(
    dialog: ModelsDialog, qtbot: QtBot
) -> None:
    """There and back, so that what was found before does not count either."""
    own = ModelChoice(id="own", name="Its own draft", size_bytes=5, is_installed=True, note="Own.")
    dialog.set_own_draft(own)
    dialog.set_current("big", "own")
    for name in ("Other", "Big"):
        radio(dialog, f"{name} as model").click()
    with qtbot.waitSignal(dialog.accepted_pair) as pair:
        click(dialog.use)
    assert pair.args == ["big", None]


def test_accepting_what_is_in_use(dialog: ModelsDialog, qtbot: QtBot) -> None:
    """With nothing changed the pair is the one that was marked."""
    with qtbot.waitSignal(dialog.accepted_pair) as pair:
        click(dialog.use)
    assert pair.args == ["big", "small"]


def test_getting(dialog: ModelsDialog, qtbot: QtBot) -> None:
    """A download is asked for, shown, kept over a new list, and over when it is."""
    row = dialog.row("target", "far")
    with qtbot.waitSignal(dialog.get_requested) as asked:
        click(row.get)
    assert asked.args == ["far"]
    dialog.set_download("far", 0.5, "50 of 100 MB")
    assert (row.progress.value(), row.progress_text.text()) == (500, "50 of 100 MB")
    dialog.set_choices(CHOICES)
    row = dialog.row("target", "far")
    assert not row.get.isEnabled()
    assert row.progress_text.text() == "50 of 100 MB"
    dialog.set_download("far", None, "")
    assert row.get.isEnabled()
    assert row.progress.isHidden()


def test_a_draft_of_its_own_is_listed_and_chosen(dialog: ModelsDialog, qtbot: QtBot) -> None:
    """It stands with the target it was made for, and goes when another is marked."""
    own = ModelChoice(id="own", name="Its own draft", size_bytes=5, is_installed=True, note="Own.")
    dialog.set_own_draft(own)
    with qtbot.waitSignal(dialog.pair_changed) as changed:
        radio(dialog, "Its own draft as draft").click()
    assert changed.args == ["big", "own"]
    with qtbot.waitSignal(dialog.measure_requested) as asked:
        click(dialog.measure)
    assert asked.args == ["big", "own"]
    radio(dialog, "Other as model").click()
    assert dialog.pair == ("other", None)
    assert ("draft", "own") not in dialog._rows


@pytest.mark.parametrize("has_one", [True, False])
def test_another_model_brings_its_own_draft_along(dialog: ModelsDialog, has_one: bool) -> None:
    """Nothing is marked while it is looked for: plain by mistake would be half as quick."""
    own = ModelChoice(id="own", name="Its own draft", size_bytes=5, is_installed=True, note="Own.")
    dialog.set_own_draft(own)
    dialog.set_current("big", "own")
    radio(dialog, "Other as model").click()
    assert not any(button.isChecked() for button in dialog._draft_group.buttons())
    found = replace(own, id="found") if has_one else None
    dialog.set_own_draft(found)
    assert dialog.pair == ("other", "found" if has_one else None)
    assert any(button.isChecked() for button in dialog._draft_group.buttons())
    # What is marked by then stays.
    radio(dialog, "No draft as draft").click()
    dialog.set_own_draft(replace(own, id="newer"))
    assert dialog.pair == ("other", None)


def test_making_a_draft_is_asked_for_the_marked_model(dialog: ModelsDialog, qtbot: QtBot) -> None:
    radio(dialog, "Other as model").click()
    with qtbot.waitSignal(dialog.make_requested) as asked:
        click(dialog.make)
    assert asked.args == ["other"]


def test_what_a_pair_brings_is_said(dialog: ModelsDialog) -> None:
    dialog.set_advice("Expect 1.4×.", may_measure=False)
    assert dialog.advice.text() == "Expect 1.4×."
    assert not dialog.measure.isEnabled()
    dialog.set_current("big", None)
    dialog.set_advice("", may_measure=False)
    assert not dialog.measure.isVisibleTo(dialog)
    assert not dialog.advice.isVisibleTo(dialog)


def test_nothing_to_use(look: Look, qtbot: QtBot) -> None:
    """Without a model that is installed there is nothing to accept."""
    dialog = ModelsDialog(look)
    qtbot.addWidget(dialog)
    dialog.set_choices(CHOICES[-1:])
    dialog.set_current("", None)
    assert not dialog.use.isEnabled()


@pytest.fixture
def settings(look: Look, qtbot: QtBot) -> SettingsDialog:
    """All settings at their defaults."""
    dialog = SettingsDialog(SETTINGS, {spec.key: spec.default for spec in SETTINGS}, look=look)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def answer(dialog: SettingsDialog, words: str) -> None:
    """Press a button of the question."""
    assert dialog.question is not None
    [button] = [button for button in dialog.question.buttons() if button.text() == words]
    button.click()
    assert dialog.question is None


def told(dialog: SettingsDialog) -> list[tuple[str, object]]:
    values: list[tuple[str, object]] = []
    dialog.changed.connect(lambda key, value: values.append((key, value)))
    return values


def test_the_dialog_grows_with_the_text(settings: SettingsDialog, look: Look) -> None:
    """Made larger in the dialog itself, its fields and groups stay whole."""
    assert settings.size() == QSize(680, 560)
    look.set_zoom(1.1)
    assert settings.size() == QSize(748, 616)
    look.set_zoom(2.0)
    room = settings.groups.width() - settings.groups.sizeHintForColumn(0)
    assert room >= 0
    look.set_zoom(1.0)


def test_every_setting_has_its_field(settings: SettingsDialog) -> None:
    """What is declared with a group is there; what is not, is not."""
    assert set(settings.rows) == {spec.key for spec in SETTINGS if spec.group}
    for row in settings.rows.values():
        assert row.field.accessibleName() == row.spec.label


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("temperature", "0.6", 0.6),
        ("temperature", "0,6", 0.6),
        ("top_k", "40", 40),
        ("seed", "9223372036854775807", 2**63 - 1),
        ("max_new_tokens", "1,000", 1000),
    ],
)
def test_typing_a_number(
    settings: SettingsDialog, qtbot: QtBot, key: str, typed: str, value: object
) -> None:
    """A number is told in its own type, once."""
    values = told(settings)
    field = settings.rows[key].field
    assert isinstance(field, QLineEdit)
    field.clear()
    write(field, typed)
    press(field, Qt.Key.Key_Return)
    assert values == [(key, value)]


@pytest.mark.parametrize("typed", ["9", "-1", "warm", "nan", "1e999", ""])
def test_a_wrong_number_is_not_told(settings: SettingsDialog, qtbot: QtBot, typed: str) -> None:
    """It says what would be allowed, and stops saying so when it is right."""
    values = told(settings)
    row = settings.rows["temperature"]
    assert isinstance(row.field, QLineEdit)
    row.field.setText(typed)
    press(row.field, Qt.Key.Key_Return)
    assert values == []
    assert not row.problem.isHidden()
    row.field.setText("1")
    press(row.field, Qt.Key.Key_Return)
    assert row.problem.isHidden()
    assert values == [("temperature", 1.0)]


def test_the_other_fields(settings: SettingsDialog, qtbot: QtBot) -> None:
    """Switch, choice, long text, several texts, and an empty field that means None."""
    values = told(settings)
    speculate = settings.rows["speculate"].field
    assert isinstance(speculate, Switch)
    speculate.click()
    theme = settings.rows["theme"].field
    assert isinstance(theme, QComboBox)
    press(theme, Qt.Key.Key_End)
    prompt, stop = settings.rows["system_prompt"].field, settings.rows["stop"].field
    assert isinstance(prompt, QPlainTextEdit)
    assert isinstance(stop, QPlainTextEdit)
    prompt.setPlainText("Be brief.\n\nPlease.")
    settings.rows["system_prompt"].commit()
    stop.setPlainText("###\n\n</stop>")
    settings.rows["stop"].commit()
    seed = settings.rows["seed"].field
    assert isinstance(seed, QLineEdit)
    seed.setText("7")
    settings.rows["seed"].commit()
    seed.setText("")
    settings.rows["seed"].commit()
    assert values == [
        ("speculate", False),
        ("theme", Theme.DARK.value),
        ("system_prompt", "Be brief.\n\nPlease."),
        ("stop", ("###", "</stop>")),
        ("seed", 7),
        ("seed", None),
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [("temperature", 0.123456789), ("top_p", 1 / 3), ("stop", ("\n\n", "a\r\nb"))],
)
def test_what_nobody_typed_is_no_change(settings: SettingsDialog, key: str, value: object) -> None:
    """A value of a file may be finer than one types, or hold what a field cannot."""
    values = told(settings)
    settings.set_values({key: value})
    row = settings.rows[key]
    row.commit()
    row.commit()
    assert values == []
    assert row.problem.isHidden()


def test_values_from_outside_are_not_told_back(settings: SettingsDialog, qtbot: QtBot) -> None:
    """After a reset the fields show the defaults and say nothing; it asks first."""
    values = told(settings)
    with qtbot.assertNotEmitted(settings.reset_requested):
        click(settings.reset)
        answer(settings, "Cancel")
    click(settings.reset)
    with qtbot.waitSignal(settings.reset_requested):
        answer(settings, "Reset")
    settings.set_values({"temperature": 0.7, "speculate": False, "theme": "dark", "seed": 3})
    assert values == []
    field = settings.rows["temperature"].field
    assert isinstance(field, QLineEdit)
    assert field.text() == "0.7"
