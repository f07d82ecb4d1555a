"""What is said to the tools of Windows and macOS, which are not here; and the icons for both."""

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import icons
import macos
import pytest
import windows
from freeze import FreezeError
from frozen_bundle import About
from PIL import Image
from publisher import publisher

SCRIPT = windows.SCRIPT.read_text("utf-8")


def about(version: str) -> About:
    """Say what a local build of a version says of itself."""
    return About(version, date(2026, 11, 30), publisher({}, is_release=False))


def test_every_text_of_the_installer_is_in_every_language() -> None:
    """A missing one would be an empty box on somebody's screen."""
    languages = set(re.findall(r'MUI_LANGUAGE "(\w+)"', SCRIPT))
    assert languages == {"English", "German", "SimpChinese"}
    said = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\} \"(.+)\"$", SCRIPT, re.MULTILINE)
    names = {name for name, _, _ in said}
    assert names == set(re.findall(r"\$\((\w+)\)", SCRIPT))
    assert {(name, language) for name, language, _ in said} == {
        (name, language.upper()) for name in names for language in languages
    }


def test_the_installer_is_told_all_it_asks_for() -> None:
    """Values come from the build; SIGN is the only one that may be missing."""
    own = set(re.findall(r"!define (\w+)", SCRIPT)) | {"SHCTX"}
    asked = set(re.findall(r"\$\{(\w+)\}", SCRIPT)) - own
    given = {
        "VERSION",
        "SHOWN",
        "PUBLISHER",
        "PAYLOAD",
        "OUTFILE",
        "ICON",
        "LICENCE",
        "SIZE_KB",
        "SIGN",
    }
    assert given <= asked


def test_removing_asks_about_data_and_keeps_it_in_silence() -> None:
    """The question stands last, and its quiet answer is no."""
    section = SCRIPT.partition('Section "Uninstall"')[2]
    assert "/SD IDNO" in section
    assert section.index("AskData") < section.index(r'RMDir /r "$LOCALAPPDATA\foreword"')
    assert 'RMDir /r "$INSTDIR"' not in section


def test_the_version_resource_is_a_value_pyinstaller_can_read() -> None:
    """It evaluates the text with its own classes."""
    text = windows.version_resource(about("1.20.3"))
    assert "(1, 20, 3, 0)" in text
    names = set(re.findall(r"[A-Z]\w+(?=\()", text))
    made = eval(text, {name: lambda *args, **kwargs: (args, kwargs) for name in names})
    assert made
    assert "'The Foreword project'" in text
    assert "'1.20.3-local'" in text


def test_nothing_is_signed_without_a_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And that is said."""
    windows.sign(tmp_path / "setup.exe", {})
    assert "setup.exe is not signed" in capsys.readouterr().out


def test_a_signature_that_fails_stops_the_build(tmp_path: Path) -> None:
    """Without showing the command, which may hold a secret."""
    with pytest.raises(FreezeError, match=r"setup\.exe") as told:
        windows.sign(tmp_path / "setup.exe", {windows.SIGN_VARIABLE: "false secret"})
    assert "secret" not in str(told.value)


def test_what_lies_inside_is_signed_before_what_holds_it(tmp_path: Path) -> None:
    """Only what has code of its own; links and the programs themselves come later or never."""
    app = tmp_path / "Foreword.app"
    library = b"\xcf\xfa\xed\xfe rest"
    for place in ("Frameworks/a/b/deep.dylib", "Frameworks/shallow.so", "MacOS/foreword"):
        (app / "Contents" / place).parent.mkdir(parents=True, exist_ok=True)
        (app / "Contents" / place).write_bytes(library)
    (app / "Contents" / "Frameworks" / "text.py").write_text("pass")
    (app / "Contents" / "Frameworks" / "link.dylib").symlink_to("shallow.so")
    names = [path.name for path in macos.libraries_inside_out(app)]
    assert names == ["deep.dylib", "shallow.so"]


def test_programs_get_entitlements_and_libraries_do_not() -> None:
    """The hardened runtime is for all; the stamp of time only for a key that is known."""
    commands: list[Sequence[str]] = []
    macos.sign(Path("Foreword.app"), "Key", run=commands.append)
    macos.sign(Path("lib.dylib"), "-", run=commands.append)
    assert "--entitlements" in commands[0]
    assert "--timestamp" in commands[0]
    assert "--entitlements" not in commands[1]
    assert "--timestamp" not in commands[1]
    assert all("runtime" in command for command in commands)


def test_notarisation_waits_and_then_staples(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a profile it is left out, with a word."""
    commands: list[Sequence[str]] = []
    macos.notarise(Path("x.dmg"), "profile", run=commands.append)
    assert [command[1] for command in commands] == ["notarytool", "stapler"]
    macos.notarise(Path("x.dmg"), None, run=commands.append)
    assert len(commands) == 2
    assert "not notarised" in capsys.readouterr().out


def test_the_image_shows_the_program_beside_where_it_belongs(tmp_path: Path) -> None:
    """A person drags one onto the other."""
    commands = list(
        macos.image_commands(tmp_path / "Foreword.app", tmp_path / "x.dmg", work=tmp_path / "work")
    )
    assert [command[0] for command in commands] == ["ditto", "hdiutil"]
    assert (tmp_path / "work" / "image" / "Applications").readlink() == Path("/Applications")


@pytest.mark.usefixtures("qapp")
def test_icons_hold_every_size(tmp_path: Path) -> None:
    """Each is drawn for itself."""
    with Image.open(icons.write_ico(tmp_path / "x.ico")) as ico:
        assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= set(ico.info["sizes"])
    with Image.open(icons.write_icns(tmp_path / "x.icns")) as icns:
        assert (512, 512, 2) in icns.info["sizes"]
    icons.draw_png(tmp_path / "x.png", size=40)
    with Image.open(tmp_path / "x.png") as png:
        assert png.size == (40, 40)
