"""What a computer offers a window, from made-up answers of the dynamic linker."""

from pathlib import Path

import pytest
from dev_system import (
    _PACKAGES,
    distribution_family,
    explain_missing,
    has_display,
    missing_libraries,
    platform_plugins,
    unresolved,
)

from app import system_check

LDD = """\tlinux-vdso.so.1 (0x00007ffd)
\tlibEGL.so.1 => not found
\tlibQt6Core.so.6 => /x/PySide6/Qt/lib/libQt6Core.so.6 (0x00007f)
\tlibxcb-cursor.so.0 => not found
"""


def test_only_what_was_not_found_is_missing() -> None:
    """Both kinds of line are in the sample, so a parser that takes all or none fails."""
    assert unresolved(LDD) == {"libEGL.so.1", "libxcb-cursor.so.0"}


@pytest.mark.parametrize(
    ("system", "environ", "expected"),
    [
        ("Linux", {}, False),
        ("Linux", {"DISPLAY": ""}, False),
        ("Linux", {"DISPLAY": ":0"}, True),
        ("Linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("Windows", {}, True),
        ("Darwin", {}, True),
    ],
)
def test_display(system: str, environ: dict[str, str], expected: bool) -> None:
    """An empty DISPLAY is how a shell says none; other systems always have one."""
    assert has_display(system, environ) is expected


def test_the_plugins_of_a_session() -> None:
    """A Wayland session usually has X11 too, and Qt tries them in this order."""
    both = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert platform_plugins(both) == ["wayland", "xcb"]
    assert platform_plugins({}) == ["offscreen"]
    assert platform_plugins({**both, "QT_QPA_PLATFORM": "minimal:size=1"}) == ["minimal"]


def fake_pyside(folder: Path) -> Path:
    """Lay out the files that are looked at, empty."""
    platforms = folder / "Qt" / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    for name in ("libqxcb.so", "libqwayland.so"):
        (platforms / name).touch()
    (folder / "QtWidgets.abi3.so").touch()
    return folder


def test_one_whole_plugin_is_enough(tmp_path: Path) -> None:
    """Wayland lacks a library, X11 none: a window opens, so nothing is missing."""
    answers = {"libqwayland.so": "\tlibwayland-cursor.so.0 => not found\n"}
    missing = missing_libraries(
        fake_pyside(tmp_path),
        ["wayland", "xcb"],
        list_libraries=lambda path: answers.get(path.name, ""),
    )
    assert missing == []


def test_what_every_window_needs_is_missed_whatever_the_plugin(tmp_path: Path) -> None:
    """The module's own gap and the only plugin's gap add up."""
    answers = {
        "QtWidgets.abi3.so": "\tlibEGL.so.1 => not found\n",
        "libqxcb.so": "\tlibxcb-cursor.so.0 => not found\n",
    }
    missing = missing_libraries(
        fake_pyside(tmp_path), ["xcb"], list_libraries=lambda path: answers.get(path.name, "")
    )
    assert missing == ["libEGL.so.1", "libxcb-cursor.so.0"]


@pytest.mark.parametrize(
    ("os_release", "line"),
    [
        ("ID=debian\n", "sudo apt install libegl1 libxcb-cursor0"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "sudo apt install libegl1 libxcb-cursor0"),
        ("ID=fedora\n", "sudo dnf install libglvnd-egl xcb-util-cursor"),
        ("ID=arch\n", "sudo pacman -S libglvnd xcb-util-cursor"),
    ],
)
def test_the_line_that_installs_them(os_release: str, line: str) -> None:
    """The names of packages differ from one family to the next, and so does the command."""
    text = explain_missing(["libEGL.so.1", "libxcb-cursor.so.0"], distribution_family(os_release))
    assert "libEGL.so.1, libxcb-cursor.so.0" in text
    assert line in text


def test_an_unknown_system_gets_the_names_alone() -> None:
    """A command for the wrong package manager would be worse than none."""
    text = explain_missing(["libEGL.so.1"], distribution_family("ID=nixos\n"))
    assert "libEGL.so.1" in text
    assert "install l" not in text


def test_a_library_without_a_known_package_is_still_named() -> None:
    """The table cannot know what a later Qt will link to."""
    text = explain_missing(["libEGL.so.1", "libnew.so.9"], "debian")
    assert "sudo apt install libegl1" in text
    assert text.count("libnew.so.9") == 2


def test_the_window_s_own_check_names_the_same_packages() -> None:
    """The launcher runs before anything is installed, so that each has a table of its own."""
    named = {**system_check._ANY_WINDOW, **system_check._X11_WINDOW}
    assert named
    assert named == {library: _PACKAGES[library][0] for library in named}
