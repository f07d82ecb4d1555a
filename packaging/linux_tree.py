"""Lays the frozen program out as a Linux system has it: below /usr, with everything around it.

The same tree is packed as .deb and .rpm and makes up the AppDir.
"""

import gzip
import os
import shutil
from pathlib import Path
from xml.sax.saxutils import escape

import icons
from freeze import ROOT
from frozen_bundle import About, Bundle

FILES = ROOT / "packaging" / "files" / "linux"
ICON_SIZES = (48, 64, 128, 256, 512)
COMPONENT = "app.foreword.Foreword"


def lay_out(bundle: Bundle, tree: Path, *, about: About) -> None:
    """Make the tree anew; the program's files are links to those of the bundle, not copies."""
    shutil.rmtree(tree, ignore_errors=True)
    link_folder(bundle.root, tree / "usr" / "lib" / "foreword")
    binaries = tree / "usr" / "bin"
    binaries.mkdir(parents=True)
    (binaries / "foreword").symlink_to("../lib/foreword/foreword")
    share = tree / "usr" / "share"
    _write(share / "applications" / "foreword.desktop", _filled("foreword.desktop", about))
    _write(share / "metainfo" / f"{COMPONENT}.metainfo.xml", _filled("metainfo.xml", about))
    write_icons(share / "icons" / "hicolor")
    _write_packed(share / "man" / "man1" / "foreword.1.gz", _filled("foreword.1", about))
    documents = share / "doc" / "foreword"
    _write(documents / "copyright", (FILES / "copyright").read_text("utf-8"))
    licences = (ROOT / "resources" / "licences" / "THIRD_PARTY.md").read_text("utf-8")
    _write(documents / "THIRD_PARTY.md", licences)
    _write_packed(documents / "changelog.gz", changelog(about))


def link_folder(source: Path, target: Path) -> None:
    """Copy a folder by hard links, where the disk allows it; modes become those of a system."""
    for parent, folders, names in os.walk(source):
        place = target / Path(parent).relative_to(source)
        place.mkdir(parents=True, exist_ok=True)
        place.chmod(0o755)
        for name in [*names, *(name for name in folders if Path(parent, name).is_symlink())]:
            path = Path(parent, name)
            if path.is_symlink():
                (place / name).symlink_to(path.readlink())
                continue
            path.chmod(0o755 if name == "foreword" and path.parent == source else _mode(path))
            try:
                os.link(path, place / name)
            except OSError:
                shutil.copy2(path, place / name)


def write_icons(hicolor: Path) -> None:
    """Draw the icon in every size a desktop asks for."""
    _write(hicolor / "scalable" / "apps" / "foreword.svg", icons.SOURCE.read_text("utf-8"))
    for size in ICON_SIZES:
        target = hicolor / f"{size}x{size}" / "apps" / "foreword.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        icons.draw_png(target, size=size)
        target.chmod(0o644)


def changelog(about: About) -> str:
    """Write the one entry that a package of ours has, in Debian's form."""
    when = f"{about.released:%a, %d %b %Y} 12:00:00 +0000"
    return (
        f"foreword ({about.package_version}) stable; urgency=medium\n\n"
        "  * See the project's CHANGELOG.md for what changed.\n\n"
        f" -- {about.publisher.maintainer}  {when}\n"
    )


def _filled(name: str, about: About) -> str:
    text = (FILES / name).read_text("utf-8")
    page = about.publisher.homepage
    homepage = f'  <url type="homepage">{page}</url>\n' if page else ""
    # A line of its own, which goes where there is no address.
    text = text.replace("  @HOMEPAGE@\n", homepage)
    values = {
        "VERSION": about.version,
        "DATE": about.released.isoformat(),
        "PUBLISHER": escape(about.publisher.name),
    }
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _mode(path: Path) -> int:
    # Libraries are not programs: Debian has them without the bit.
    return 0o755 if path.name == "torch_shm_manager" else 0o644


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o644)


def _write_packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # No name and no time inside, so that the same text makes the same file.
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    path.chmod(0o644)
