"""What this computer offers a window: a display, and the system libraries that Qt links to.

On Linux the Qt wheels bring Qt itself and expect the graphics and X11 libraries of the system.
The dynamic linker is asked which are missing, and the table turns them into package names.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

# library: its package in Debian and Ubuntu, Fedora, Arch
_PACKAGES = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libGLX.so.0": ("libglx0", "libglvnd-glx", "libglvnd"),
    "libGLdispatch.so.0": ("libglvnd0", "libglvnd", "libglvnd"),
    "libOpenGL.so.0": ("libopengl0", "libglvnd-opengl", "libglvnd"),
    "libX11.so.6": ("libx11-6", "libX11", "libx11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype", "freetype2"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2", "krb5-libs", "krb5"),
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor", "wayland"),
    "libwayland-egl.so.1": ("libwayland-egl1", "libwayland-egl", "wayland"),
    "libxcb.so.1": ("libxcb1", "libxcb", "libxcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-glx.so.0": ("libxcb-glx0", "libxcb", "libxcb"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb", "libxcb"),
    "libxcb-render-util.so.0": (
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xinerama.so.0": ("libxcb-xinerama0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
}
_FAMILIES = {
    "debian": (0, "sudo apt install"),
    "ubuntu": (0, "sudo apt install"),
    "fedora": (1, "sudo dnf install"),
    "rhel": (1, "sudo dnf install"),
    "arch": (2, "sudo pacman -S"),
}

# What a window needs whatever the display; the platform plugin comes on top.
_QT_MODULES = ("QtWidgets", "QtNetwork", "QtSvg")


def has_display(system: str, environ: Mapping[str, str]) -> bool:
    """Tell whether a window can appear: always outside Linux, there by the environment."""
    return system != "Linux" or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def platform_plugins(environ: Mapping[str, str]) -> list[str]:
    """Name the Qt platform plugins that could serve this session, the preferred one first."""
    asked = environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if asked:
        return [asked]
    plugins = []
    if environ.get("WAYLAND_DISPLAY"):
        plugins.append("wayland")
    if environ.get("DISPLAY"):
        plugins.append("xcb")
    return plugins or ["offscreen"]


def unresolved(ldd_output: str) -> set[str]:
    """Pick the libraries out of ldd's output that it did not find."""
    return set(re.findall(r"^\s*(\S+) => not found", ldd_output, re.MULTILINE))


def missing_libraries(
    pyside: Path, plugins: Iterable[str], *, list_libraries: Callable[[Path], str]
) -> list[str]:
    """Find the system libraries that keep a window from opening.

    Args:
        pyside: the folder of the installed PySide6.
        plugins: the platform plugins that could serve; one that is whole is enough.
        list_libraries: ldd, from a file to its output; empty where there is no ldd.

    Returns:
        Library names in order; empty where a window can open.
    """
    missing: set[str] = set()
    for name in _QT_MODULES:
        for module in pyside.glob(f"{name}.*.so"):
            missing |= unresolved(list_libraries(module))
    lacking = []
    for plugin in plugins:
        path = pyside / "Qt" / "plugins" / "platforms" / f"libq{plugin}.so"
        if path.exists():
            lacking.append(unresolved(list_libraries(path)))
    # The one that needs least: it is the shortest way to a window.
    missing |= min(lacking, key=len, default=set())
    return sorted(missing)


def distribution_family(os_release: str) -> str | None:
    """Read which family of Linux a machine is of, from the text of /etc/os-release."""
    fields = dict(re.findall(r"^(ID|ID_LIKE)=\"?([^\"\n]*)\"?", os_release, re.MULTILINE))
    names = [fields.get("ID", ""), *fields.get("ID_LIKE", "").split()]
    return next((name for name in names if name in _FAMILIES), None)


def explain_missing(libraries: list[str], family: str | None) -> str:
    """Name the missing libraries together with the line that installs them."""
    named = f"Qt cannot open a window because system libraries are missing: {', '.join(libraries)}."
    if family is None:
        return f"{named} Install them with your system's package manager and run this again."
    column, command = _FAMILIES[family]
    packages = sorted({_PACKAGES[name][column] for name in libraries if name in _PACKAGES})
    unknown = [name for name in libraries if name not in _PACKAGES]
    tail = f" (and the package that holds {', '.join(unknown)})" if unknown else ""
    if not packages:
        return f"{named} Install them with your system's package manager and run this again."
    return f"{named} Install them with:\n    {command} {' '.join(packages)}{tail}"
