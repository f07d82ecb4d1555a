"""Other languages: nothing is left in English, fields and plurals fit, numbers are theirs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import translations
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compare.tables import HistoryTable
from app.language.installed import chosen_language, install_language, language_for
from app.language.numbers import decimal, integer, percent
from app.language.text import plural, translate
from app.model_control import OWN_DRAFT_NAME
from app.view_types import Language
from engine import NoModelLoaded, PromptTooLong, explain, speak
from engine.language import English, number, say_count
from tests.compared_runs import compared_run

FIELD = re.compile(r"\{[^{}]*\}")
FILES = [translations.FOLDER / f"foreword_{name}.ts" for name in translations.LANGUAGES]
WANTED = translations.sources()


@pytest.fixture(params=[Language.GERMAN, Language.CHINESE])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Language]:
    """A language in force, and English again afterwards."""
    wanted = Language(request.param)
    assert install_language(qapp, wanted) is wanted
    yield wanted
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale("en_US"))
    speak(English())


def closed(path: Path) -> list[tuple[translations.Source, tuple[str, ...]]]:
    """Give what is translated; that all is says another test."""
    return [entry for entry in translations.translations(path).items() if entry[1]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_translated(path: Path) -> None:
    """The lists hold what the code asks for, no more and no less, and nothing of it is open."""
    found = translations.translations(path)
    assert set(found) == set(WANTED), "run packaging/translations.py"
    assert [source for source, forms in found.items() if not all(forms) or not forms] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_filled_in_fits(path: Path) -> None:
    """The same fields, the number where a plural has it, the same signs for tables and menus."""
    num_forms = translations.LANGUAGES[path.stem.removeprefix("foreword_")]
    for source, forms in closed(path):
        assert len(forms) == (num_forms if source.one else 1), source
        for form in forms:
            assert set(FIELD.findall(form)) == set(FIELD.findall(source.text)), source
            assert form.startswith(">") is source.text.startswith(">"), source
            assert ("&" in form) is ("&" in source.text), source
            assert ("<b>" in form) is ("<b>" in source.text), source
        if source.one:
            assert "%Ln" in forms[-1], source


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_qt_reads_is_what_was_written(path: Path, qapp: QApplication) -> None:
    """The compiled file was made from the list as it stands."""
    translator = QTranslator()
    assert translator.load(str(path.with_suffix(".qm")))
    for source, forms in closed(path):
        if not source.one:
            assert translator.translate(source.context, source.text) == forms[0], source


def test_texts_come_in_the_language(language: Language) -> None:
    """A word of the window, a plural of it, a sentence of the engine, Qt's own button."""
    assert translate("Composer", "Send") in ("Senden", "发送")
    few = plural("Sidebar", "%Ln chats deleted", "Chat deleted", 3)
    assert few in ("3 Chats gelöscht", "已删除 3 个对话")
    assert "model" not in explain(NoModelLoaded())
    assert say_count("%Ln near-ties", "%Ln near-tie", 1) in (
        "1 Beinahe-Gleichstand",
        "1 处近似平局",
    )
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") != "Cancel"


def test_one_and_many(language: Language) -> None:
    """German has a form for one, Chinese has not."""
    one = plural("Sidebar", "%Ln chats deleted", "Chat deleted", 1)
    assert one in ("Chat gelöscht", "已删除 1 个对话")


def test_numbers_are_written_as_the_language_writes_them(language: Language) -> None:
    """Points and commas change places in German, in the engine's sentences too."""
    if language is Language.GERMAN:
        assert integer(1_234_567) == "1.234.567"
        assert decimal(14.25, 1) == "14,2" or decimal(14.25, 1) == "14,3"
        assert percent(0.74) == "74 %"
        assert "32.768" in explain(PromptTooLong(40_000, 32_768))
    else:
        assert integer(1_234_567) == "1,234,567"


def test_numbers_that_qt_cannot_count_to_are_written_all_the_same(language: Language) -> None:
    """A damaged file may claim any."""
    point = {Language.GERMAN: ".", Language.CHINESE: ","}[language]
    most = (1 << 64) - 1
    written = "18,446,744,073,709,551,615".replace(",", point)
    assert integer(most) == number(most) == written
    assert integer(-most).endswith(written)
    assert number(10**400).endswith(point + "000")
    assert number(2.0**40) == "1,099,511,627,776".replace(",", point)
    many = say_count("CPU, %Ln threads", "CPU, %Ln thread", most)
    assert written in many
    assert many == say_count("CPU, %Ln threads", "CPU, %Ln thread", 5).replace("5", written)


def test_past_comparisons_are_told_in_the_language(language: Language, qtbot: QtBot) -> None:
    """A draft that is kept by its English name, and the ratios beside the other figures."""
    table = HistoryTable()
    qtbot.addWidget(table)
    table.show_groups([[compared_run(draft=OWN_DRAFT_NAME)]])
    assert table.text_at(0, 2) == f"{decimal(1.5, 2)}×"
    assert table.text_at(0, 3) == f"Big + {translate('Models', OWN_DRAFT_NAME)}"
    assert OWN_DRAFT_NAME not in table.text_at(0, 3)


def test_english_needs_no_file() -> None:
    """Without any translation one and many are told apart, and thousands have commas."""
    assert plural("Sidebar", "%Ln chats deleted", "Chat deleted", 1) == "Chat deleted"
    many = plural("Sidebar", "%Ln chats deleted", "Chat deleted", 1234)
    assert many == "1,234 chats deleted"


@pytest.mark.parametrize(
    ("wanted", "system", "spoken"),
    [
        (Language.SYSTEM, ["de-AT", "en-US"], Language.GERMAN),
        (Language.SYSTEM, ["zh-Hans-CN"], Language.CHINESE),
        (Language.SYSTEM, ["fr-FR", "zh_TW"], Language.CHINESE),
        (Language.SYSTEM, ["en-GB", "de-DE"], Language.ENGLISH),
        (Language.SYSTEM, ["C"], Language.ENGLISH),
        (Language.SYSTEM, [], Language.ENGLISH),
        (Language.GERMAN, ["zh-CN"], Language.GERMAN),
    ],
)
def test_the_first_language_that_is_known(
    wanted: Language, system: list[str], spoken: Language
) -> None:
    """The setting decides, then the system's languages in their order, then English."""
    assert language_for(wanted, system) is spoken


@pytest.mark.parametrize(
    ("content", "chosen"),
    [
        ('{"language": "de"}', Language.GERMAN),
        ('{"language": "tlh"}', Language.SYSTEM),
        ("{", Language.SYSTEM),
        ("[]", Language.SYSTEM),
        ("{}", Language.SYSTEM),
    ],
)
def test_the_language_is_read_before_anything_else(
    tmp_path: Path, content: str, chosen: Language
) -> None:
    """A file that is damaged names none; it is left for whoever tells of that."""
    path = tmp_path / "settings.json"
    assert chosen_language(path) is Language.SYSTEM
    path.write_text(content, encoding="utf-8")
    assert chosen_language(path) is chosen
    assert path.read_text(encoding="utf-8") == content
