"""Which libraries the frozen program takes from a Linux system, and the packages that bring them.

Read from the files themselves with binutils' objdump, so that a library nobody thought of stops
the build instead of a user's start.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

DEBIAN = {
    "ld-linux-x86-64.so.2": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libcrypt.so.1": "libcrypt1",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
}
"""Libraries that a package of ours asks for, and what Debian calls the package of each."""

OPTIONAL = {
    "libatk-1.0.so.0": "GTK's theme",
    "libcairo-gobject.so.2": "GTK's theme",
    "libcairo.so.2": "GTK's theme",
    "libgdk-3.so.0": "GTK's theme",
    "libgdk_pixbuf-2.0.so.0": "GTK's theme",
    "libgio-2.0.so.0": "GTK's theme",
    "libgobject-2.0.so.0": "GTK's theme",
    "libgtk-3.so.0": "GTK's theme",
    "libcuda.so.1": "the graphics driver's own; without it the processor computes",
    "libnvidia-ml.so.1": "the graphics driver's own; without it the processor computes",
    "libharfbuzz.so.0": "GTK's theme",
    "libpango-1.0.so.0": "GTK's theme",
    "libpangocairo-1.0.so.0": "GTK's theme",
    "libvulkan.so.1": "windows under Wayland drawn with Vulkan, which ours are not",
    "libwayland-client.so.0": "Wayland; whoever has such a desktop has it",
    "libwayland-cursor.so.0": "Wayland; whoever has such a desktop has it",
    "libwayland-egl.so.1": "Wayland; whoever has such a desktop has it",
}
"""Libraries of plugins that Qt leaves aside where one is missing, and what each is for."""

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)
_VERSION = re.compile(r"\s(GLIBC|GLIBCXX)_(\d+(?:\.\d+)+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Needs:
    """What a bundle asks of the system.

    Args:
        libraries: the names it looks for outside of itself.
        versions: the newest symbols used of "GLIBC" and "GLIBCXX".
    """

    libraries: frozenset[str]
    versions: dict[str, tuple[int, ...]]

    @property
    def unknown(self) -> list[str]:
        """Name the libraries that stand in neither list."""
        return sorted(self.libraries - DEBIAN.keys() - OPTIONAL.keys())


def shared_objects(folder: Path) -> Iterator[Path]:
    """List the ELF files below a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as stream:
                if stream.read(4) == b"\x7fELF":
                    yield path


def needs_of(folder: Path) -> Needs:
    """Find out what the files below a folder look for outside of it."""
    texts = []
    own = set()
    for path in shared_objects(folder):
        own.add(path.name)
        done = subprocess.run(
            ["objdump", "-p", str(path)], capture_output=True, text=True, check=True
        )
        texts.append(done.stdout)
    own |= {path.name for path in folder.rglob("*.so*") if path.is_symlink()}
    return read_needs(texts, own)


def read_needs(texts: Iterable[str], own: set[str]) -> Needs:
    """Read what objdump says of files.

    Args:
        texts: its output for each.
        own: the names of the libraries that are in the bundle.
    """
    libraries: set[str] = set()
    versions: dict[str, tuple[int, ...]] = {}
    for text in texts:
        libraries |= set(_NEEDED.findall(text))
        for kind, number in _VERSION.findall(text):
            found = tuple(map(int, number.split(".")))
            versions[kind] = max(versions.get(kind, ()), found)
    return Needs(frozenset(libraries - own), versions)


def debian_depends(needs: Needs) -> list[str]:
    """Write the packages that a bundle needs, as a control file has them."""
    packages = {DEBIAN[name] for name in needs.libraries & DEBIAN.keys()}
    # What Qt opens by name when a window opens, so that no file asks for it.
    packages |= {"libegl1", "libgl1", "libdbus-1-3", "libfontconfig1"}
    glibc = ".".join(map(str, needs.versions.get("GLIBC", (2, 28))))
    return [f"{name} (>= {glibc})" if name == "libc6" else name for name in sorted(packages)]


def rpm_requires(needs: Needs) -> list[str]:
    """Write the same by the names of libraries, which all RPM distributions know."""
    names = (needs.libraries & DEBIAN.keys()) | {
        "libEGL.so.1",
        "libGL.so.1",
        "libdbus-1.so.3",
        "libfontconfig.so.1",
    }
    requires = [f"{name}()(64bit)" for name in sorted(names - {"ld-linux-x86-64.so.2"})]
    glibc = ".".join(map(str, needs.versions.get("GLIBC", (2, 28))))
    return [*requires, f"libc.so.6(GLIBC_{glibc})(64bit)"]
