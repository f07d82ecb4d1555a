"""What the Linux packages say, read without making one."""

import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import linux
import pytest
from frozen_bundle import About, Bundle
from linux_needs import DEBIAN, OPTIONAL, Needs, debian_depends, read_needs, rpm_requires
from linux_tree import COMPONENT, changelog, lay_out
from publisher import Publisher, publisher

OURS = Publisher("A & B", "a@b.example", "https://foreword.example/", is_release=True)
ABOUT = About("1.2.3", date(2026, 11, 30), OURS)
NOBODYS = replace(ABOUT, publisher=publisher({}, is_release=False))
OBJDUMP = """
libtorch_cpu.so:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libc10.so
  NEEDED               libstdc++.so.6
  NEEDED               libc.so.6
  RUNPATH              $ORIGIN

Version References:
  required from libc.so.6:
    0x06969194 0x00 14 GLIBC_2.14
    0x069691b4 0x00 10 GLIBC_2.34
    0x09691a75 0x00 05 GLIBC_2.2.5
  required from libstdc++.so.6:
    0x02297f89 0x00 13 GLIBCXX_3.4.9
"""


def test_needs_are_read_from_the_files() -> None:
    """Own libraries are not asked of the system; versions are compared as numbers."""
    needs = read_needs([OBJDUMP, "  NEEDED               libodd.so.1\n"], {"libc10.so"})
    assert needs.libraries == {"libstdc++.so.6", "libc.so.6", "libodd.so.1"}
    assert needs.versions == {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 9)}
    assert needs.unknown == ["libodd.so.1"]
    assert not DEBIAN.keys() & OPTIONAL.keys()


def test_both_kinds_of_package_ask_for_the_same() -> None:
    """And for what Qt opens by name, which no file asks for."""
    needs = Needs(frozenset({"libc.so.6", "libX11.so.6", "libgtk-3.so.0"}), {"GLIBC": (2, 36)})
    assert debian_depends(needs) == [
        "libc6 (>= 2.36)",
        "libdbus-1-3",
        "libegl1",
        "libfontconfig1",
        "libgl1",
        "libx11-6",
    ]
    requires = rpm_requires(needs)
    assert "libX11.so.6()(64bit)" in requires
    assert "libc.so.6(GLIBC_2.36)(64bit)" in requires
    assert not any("gtk" in need for need in requires)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A laid-out program of two files and a link, in a folder with a space."""
    root = tmp_path / "my build" / "foreword"
    (root / "_internal" / "torch").mkdir(parents=True)
    (root / "foreword").write_text("program")
    (root / "_internal" / "torch" / "libtorch.so").write_text("library")
    (root / "_internal" / "libtorch.so").symlink_to("torch/libtorch.so")
    target = tmp_path / "my build" / "tree"
    lay_out(Bundle(root, "linux"), target, about=ABOUT)
    return target


def test_the_tree_is_what_a_desktop_looks_for(tree: Path) -> None:
    """The launcher, the desktop file, the description, icons, the manual; modes of a system."""
    launcher = tree / "usr" / "bin" / "foreword"
    assert launcher.resolve() == tree / "usr" / "lib" / "foreword" / "foreword"
    assert launcher.stat().st_mode & 0o777 == 0o755
    library = tree / "usr" / "lib" / "foreword" / "_internal" / "torch" / "libtorch.so"
    assert library.stat().st_mode & 0o777 == 0o644
    assert (tree / "usr/lib/foreword/_internal/libtorch.so").is_symlink()
    desktop = (tree / "usr/share/applications/foreword.desktop").read_text("utf-8")
    assert "\nExec=foreword\n" in desktop
    icons = tree / "usr/share/icons/hicolor"
    assert (icons / "scalable/apps/foreword.svg").is_file()
    assert (icons / "256x256/apps/foreword.png").read_bytes().startswith(b"\x89PNG")
    component = ElementTree.parse(tree / f"usr/share/metainfo/{COMPONENT}.metainfo.xml").getroot()
    release = component.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": "1.2.3", "date": "2026-11-30"}
    assert component.findtext("url") == OURS.homepage
    assert component.findtext("developer/name") == OURS.name
    assert component.findtext("launchable") == "foreword.desktop"
    assert not [path for path in tree.rglob("*") if "@" in path.name]


def test_the_control_file_is_debians(tree: Path) -> None:
    """Fields once each, the description indented, the size in KiB rounded up."""
    needs = Needs(frozenset({"libc.so.6"}), {"GLIBC": (2, 31)})
    text = linux.debian_control(ABOUT, needs, name="foreword", machine="amd64", size_bytes=1025)
    fields = [line.partition(":")[0] for line in text.splitlines() if not line.startswith(" ")]
    assert len(fields) == len(set(fields))
    assert "Installed-Size: 2\n" in text
    assert "Conflicts" not in text
    other = linux.debian_control(ABOUT, needs, name="foreword-cuda", machine="amd64", size_bytes=1)
    assert "Conflicts: foreword\n" in other


def test_a_local_build_says_so(tree: Path) -> None:
    """In the version, which a release of the same number replaces; and it names no address."""
    needs = Needs(frozenset({"libc.so.6"}), {"GLIBC": (2, 31)})
    control = linux.debian_control(NOBODYS, needs, name="foreword", machine="amd64", size_bytes=1)
    assert "Version: 1.2.3~local\n" in control
    assert "Maintainer: The Foreword project <local-build@foreword.invalid>\n" in control
    assert "Homepage" not in control
    assert "Version: 1.2.3~local\n" in linux.rpm_spec(tree, NOBODYS, needs, name="foreword")
    assert changelog(NOBODYS).startswith("foreword (1.2.3~local) ")
    assert NOBODYS.file_version == "1.2.3-local"
    assert ABOUT.package_version == ABOUT.file_version == "1.2.3"


def test_the_recipe_of_the_rpm_lists_what_is_there(tree: Path) -> None:
    """A file that is laid out and not listed would stop rpmbuild; a missing one too."""
    needs = Needs(frozenset({"libc.so.6"}), {"GLIBC": (2, 31)})
    text = linux.rpm_spec(tree, ABOUT, needs, name="foreword")
    files = text.partition("%files\n")[2].splitlines()[1:]
    listed = {file for file in files if file.startswith("/usr/share")}
    there = {f"/{path.relative_to(tree)}" for path in (tree / "usr/share").rglob("*")}
    assert listed == {path for path in there if (tree / path[1:]).is_file()}


def test_what_is_too_large_for_a_package_comes_as_an_archive(
    tmp_path: Path, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The CUDA edition is some gigabytes."""
    monkeypatch.setattr(linux, "PACKAGE_LIMIT", 1)
    made = linux.make_installers(
        Bundle(tmp_path / "my build" / "foreword", "linux"),
        tmp_path,
        work=tmp_path / "work",
        about=NOBODYS,
        name="foreword-cuda",
        label="",
        is_quick=True,
    )
    (archive,) = made
    assert archive.name.startswith("foreword-cuda-1.2.3-local-linux-")
    assert archive.stat().st_size > 0


def test_the_desktop_file_is_valid(tree: Path) -> None:
    """By the checker of the desktops themselves, where it is installed."""
    checker = "desktop-file-validate"
    file = tree / "usr/share/applications/foreword.desktop"
    try:
        done = subprocess.run([checker, str(file)], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip(f"{checker} is not installed")
    assert (done.returncode, done.stdout) == (0, "")
