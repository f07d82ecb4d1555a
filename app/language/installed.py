"""Puts a language in force for the whole program: its texts, its numbers, its direction.

Done once, before the window is built; the engine's sentences follow through its own hook.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.language.engine_words import WindowLanguage
from app.view_types import Language
from engine import speak

_FOLDER = "translations"


def chosen_language(settings: Path) -> Language:
    """Read which language the settings name, before anything else of them is looked at.

    Args:
        settings: their file; the system's language where it says nothing that can be read.
    """
    try:
        content = json.loads(settings.read_text(encoding="utf-8-sig"))
        return Language(content["language"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        # Whoever reads the settings in earnest says what is wrong with them.
        return Language.SYSTEM


def language_for(wanted: Language, system: Sequence[str]) -> Language:
    """Choose the language to speak.

    Args:
        wanted: what the settings say.
        system: the languages that the system prefers, in order, such as "de-AT".

    Returns:
        One that there is a translation for, English where the system's are all unknown.
    """
    if wanted is not Language.SYSTEM:
        return wanted
    for name in system:
        match name.replace("_", "-").split("-")[0].lower():
            case "de":
                return Language.GERMAN
            case "zh":
                return Language.CHINESE
            case "en":
                return Language.ENGLISH
            case _:
                continue
    return Language.ENGLISH


def install_language(app: QApplication, wanted: Language) -> Language:
    """Put a language in force and give it; what is built from now on speaks it."""
    system = QLocale.system()
    language = language_for(wanted, system.uiLanguages())
    locale = QLocale(language.value)
    if system.language() == locale.language():
        # Austria and Switzerland write numbers in their own way.
        locale = system
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())
    if language is not Language.ENGLISH:
        own = str(files("resources").joinpath(_FOLDER))
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        # Qt's first, so that ours are asked first.
        for name, folder in ((f"qtbase_{language.value}", qt), (f"foreword_{language.value}", own)):
            translator = QTranslator(app)
            if translator.load(name, folder):
                app.installTranslator(translator)
    speak(WindowLanguage())
    return language
