"""What a frozen Linux program is made into: .deb, .rpm, .tar.xz and AppDir.

Called by `build.py`, which knows no system. Each maker needs its own tool and is left out, with a
word, where that is missing.
"""

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import freeze_lists as lists
from elf_paths import remove_foreign_paths
from freeze import FreezeError
from freeze_sizes import files_of, size_of
from frozen_bundle import About, Bundle
from linux_needs import Needs, debian_depends, needs_of, rpm_requires, shared_objects
from linux_tree import COMPONENT, FILES, lay_out, link_folder

_DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
_PROGRAM = ("lib", "foreword", "foreword")
_LICENCES = "Apache-2.0 AND LGPL-3.0-only AND BSD-3-Clause AND MIT"
_NVIDIAS = " AND LicenseRef-NVIDIA-Proprietary"
_SUMMARY = "private chat with a language model on your own computer"
_DESCRIPTION = (
    "A language model answers on this computer, and a tiny draft writes a few",
    "words ahead of it, which the model checks, so that the same answer arrives",
    "sooner. Nothing that is written leaves the computer.",
)


PACKAGE_LIMIT = 3_000_000_000
"""Bytes on disk, of which packed some two thirds are left; the CUDA edition is beyond that."""


@dataclass(frozen=True, slots=True)
class Packing:
    """How hard each kind of package is compressed, in the words of its tool."""

    archive: str
    deb: tuple[str, ...]
    rpm: str


SMALL = Packing("xz -6 -T0", ("-Zxz", "-z6"), "w6T0.xzdio")
"""For people who download."""
QUICK = Packing("xz -0 -T0", ("-Zgzip", "-z1"), "w1.zstdio")
"""For tests: a tenth of the time."""


def icon() -> Path | None:
    """Give the program's own icon; on Linux the desktop file names it."""
    return None


def version_file(work: Path, *, about: About) -> Path | None:
    """Give the version resource; Linux has none."""
    return None


def finish(bundle: Bundle) -> None:
    """Strip what only debuggers read and what names this machine; refuse what no list knows.

    Raises:
        FreezeError: a file looks for a library that is neither here nor in the lists.
    """
    for part in lists.STRIPPED_FILES:
        for path in sorted(bundle.inside.glob(part.name)):
            if not path.is_symlink():
                _run(["strip", "--strip-unneeded", str(path)])
    for path in shared_objects(bundle.inside):
        # NVIDIA lets its libraries be passed on as they are and in no other way.
        if path.relative_to(bundle.inside).parts[0] != "nvidia":
            remove_foreign_paths(path)
    unknown = needs_of(bundle.inside).unknown
    if unknown:
        raise FreezeError(
            f"The program looks for {', '.join(unknown)}: put them into the bundle, or their "
            "packages into linux_needs.py."
        )


def make_installers(
    bundle: Bundle,
    out: Path,
    *,
    work: Path,
    about: About,
    name: str,
    label: str,
    is_quick: bool = False,
) -> Iterator[Path]:
    """Make everything that can be made here.

    Args:
        bundle: the finished program.
        out: where the files go.
        work: for what lies around meanwhile.
        about: what is said of it.
        name: the package's, "foreword" or "foreword-cuda".
        label: what is put into the file names after that, such as "-with-starter".
        is_quick: compress little, for a test.

    Yields:
        Each file or folder as it is done.
    """
    packing = QUICK if is_quick else SMALL
    tree = work / "tree"
    lay_out(bundle, tree, about=about)
    needs = needs_of(bundle.inside)
    yield make_archive(bundle, out, about=about, name=name + label, packing=packing)
    if size_of(bundle.root) > PACKAGE_LIMIT:
        print("Too large for a package that a release may hold: there is the .tar.xz only.")
        return
    if _has("dpkg-deb"):
        yield make_deb(tree, out, about=about, needs=needs, name=name, label=label, packing=packing)
    if _has("rpmbuild"):
        spec = rpm_spec(tree, about, needs, name=name, packing=packing)
        yield make_rpm(spec, out, work=work, name=name, label=label)
    yield from make_app_dir(tree, out, about=about, name=name + label)


def make_archive(bundle: Bundle, out: Path, *, about: About, name: str, packing: Packing) -> Path:
    """Pack the folder as it is, for any system and without any rights."""
    top = f"{name}-{about.file_version}"
    target = out / f"{top}-linux-{platform.machine()}.tar.xz"
    command = ["tar", "--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]
    # Links stay relative: only names of files get the new folder.
    command += [f"--transform=flags=rH;s,^\\.,{top},", f"--file={target}"]
    command += [f"--use-compress-program={packing.archive}", "-C", str(bundle.root), "."]
    _run(command)
    return target


def make_deb(
    tree: Path,
    out: Path,
    *,
    about: About,
    needs: Needs,
    name: str,
    label: str,
    packing: Packing,
) -> Path:
    """Pack the tree for Debian and what comes from it."""
    machine = _DEBIAN_NAMES[platform.machine()]
    target = out / f"{name}{label}_{about.package_version}_{machine}.deb"
    root = tree.with_name("deb")
    shutil.rmtree(root, ignore_errors=True)
    link_folder(tree, root)
    _set_modes(root)
    overrides = root / "usr" / "share" / "lintian" / "overrides" / name
    overrides.parent.mkdir(parents=True)
    overrides.write_text((FILES / "lintian-overrides").read_text("utf-8"), "utf-8")
    if name != "foreword":
        documents = root / "usr" / "share" / "doc"
        (documents / "foreword").rename(documents / name)
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        debian_control(about, needs, name=name, machine=machine, size_bytes=size_of(root)), "utf-8"
    )
    (control / "md5sums").write_text("".join(_sums(root)), "utf-8")
    _set_modes(root)
    _run(["dpkg-deb", "--build", "--root-owner-group", *packing.deb, str(root), str(target)])
    return target


def debian_control(about: About, needs: Needs, *, name: str, machine: str, size_bytes: int) -> str:
    """Write what dpkg knows of the package."""
    fields = {
        "Package": name,
        "Version": about.package_version,
        "Architecture": machine,
        "Maintainer": about.publisher.maintainer,
        "Installed-Size": str(-(-size_bytes // 1024)),
        "Depends": ", ".join(debian_depends(needs)),
        "Recommends": "libgtk-3-0, fonts-inter, fonts-jetbrains-mono, xdg-utils",
        "Section": "net",
        "Priority": "optional",
    }
    if name != "foreword":
        fields |= {"Provides": "foreword", "Conflicts": "foreword", "Replaces": "foreword"}
    if about.publisher.homepage:
        fields["Homepage"] = about.publisher.homepage
    lines = [f"{key}: {value}" for key, value in fields.items()]
    lines.append(f"Description: {_SUMMARY}")
    lines += [f" {line}" for line in _DESCRIPTION]
    return "\n".join(lines) + "\n"


def make_rpm(spec: str, out: Path, *, work: Path, name: str, label: str) -> Path:
    """Carry out rpm's recipe, for Fedora, openSUSE and what comes from them."""
    top = work / "rpm"
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir(parents=True)
    recipe = top / f"{name}.spec"
    recipe.write_text(spec, "utf-8")
    _run(["rpmbuild", "-bb", "--define", f"_topdir {top}", "--target", platform.machine(), recipe])
    (made,) = (top / "RPMS").rglob("*.rpm")
    target = out / made.name.replace(f"{name}-", f"{name}{label}-", 1)
    shutil.move(made, target)
    return target


def rpm_spec(tree: Path, about: About, needs: Needs, *, name: str, packing: Packing = SMALL) -> str:
    """Write rpm's recipe: it packs the tree and touches no file of it."""
    owned = [f"/{path.relative_to(tree)}" for path in sorted(tree.glob("usr/share/*/**/*"))]
    files = [path for path in owned if not (tree / path[1:]).is_dir()]
    lines = [
        f"Name: {name}",
        f"Version: {about.package_version}",
        "Release: 1",
        f"Summary: {_SUMMARY[0].upper()}{_SUMMARY[1:]}",
        f"License: {_LICENCES}{'' if name == 'foreword' else _NVIDIAS}",
        # It is asked for below by the names of libraries; those inside are nobody else's.
        "AutoReqProv: no",
        *(f"Requires: {need}" for need in rpm_requires(needs)),
        *([f"URL: {about.publisher.homepage}"] if about.publisher.homepage else []),
        *(["Provides: foreword", "Conflicts: foreword"] if name != "foreword" else []),
        "%global __os_install_post %{nil}",
        "%global debug_package %{nil}",
        "%global _build_id_links none",
        f"%global _binary_payload {packing.rpm}",
        "%description",
        *_DESCRIPTION,
        "%install",
        "mkdir -p %{buildroot}",
        f"cp -al '{tree}/.' %{{buildroot}}/",
        "%files",
        "%defattr(-,root,root,-)",
        "/usr/bin/foreword",
        "/usr/lib/foreword",
        *files,
    ]
    return "\n".join(lines) + "\n"


def make_app_dir(tree: Path, out: Path, *, about: About, name: str) -> Iterator[Path]:
    """Make the folder that an AppImage is packed from, and that where its tool is there."""
    app_dir = out / f"{name}.AppDir"
    shutil.rmtree(app_dir, ignore_errors=True)
    link_folder(tree, app_dir)
    (app_dir / "AppRun").symlink_to("usr/lib/foreword/foreword")
    (app_dir / "foreword.desktop").symlink_to("usr/share/applications/foreword.desktop")
    drawn = "usr/share/icons/hicolor/scalable/apps/foreword.svg"
    (app_dir / "foreword.svg").symlink_to(drawn)
    (app_dir / ".DirIcon").symlink_to("usr/share/icons/hicolor/256x256/apps/foreword.png")
    metainfo = app_dir / "usr" / "share" / "metainfo"
    (metainfo / f"{COMPONENT}.appdata.xml").symlink_to(f"{COMPONENT}.metainfo.xml")
    _set_modes(app_dir)
    yield app_dir
    if _has("appimagetool"):
        target = out / f"{name}-{about.file_version}-{platform.machine()}.AppImage"
        _run(["appimagetool", "--no-appstream", str(app_dir), str(target)])
        yield target


def _set_modes(root: Path) -> None:
    """Give every file the mode a system has it with; a program stays one."""
    for path in (root, *root.rglob("*")):
        if path.is_symlink():
            continue
        is_program = path.parts[-3:] == _PROGRAM or path.name == "torch_shm_manager"
        path.chmod(0o755 if path.is_dir() or is_program else 0o644)


def _sums(root: Path) -> Iterator[str]:
    for path in sorted(files_of(root)):
        place = path.relative_to(root)
        if place.parts[0] != "DEBIAN":
            digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            yield f"{digest}  {place}\n"


def _has(tool: str) -> bool:
    if shutil.which(tool) is None:
        print(f"{tool} is not installed: what it makes is left out.", flush=True)
        return False
    return True


def _run(command: Sequence[str | os.PathLike[str]]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise FreezeError(f"{command[0]} ended with code {done.returncode}: {done.stdout[-2000:]}")
