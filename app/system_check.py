"""Whether a window can be opened here, found out before Qt aborts over it.

Names what is missing and the line that installs it. Imports no Qt; asks nothing that Qt does not
need itself.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Mapping

# Shared libraries that Qt loads on Linux but its wheels do not bring, and their Debian packages.
_ANY_WINDOW = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libglib-2.0.so.0": "libglib2.0-0",
}
_X11_WINDOW = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

_NO_DISPLAY = (
    "There is no display to open a window on. "
    "Chat on the console with `foreword chat`, or start Foreword from a desktop."
)

Loads = Callable[[str], bool]
"""Whether a shared library can be loaded."""


def window_problem(
    environment: Mapping[str, str] = os.environ,
    *,
    platform: str = sys.platform,
    loads: Loads | None = None,
    has_x_server: Callable[[], bool] | None = None,
    find: Callable[[str], str | None] = shutil.which,
) -> str:
    """Say in a sentence why no window can be opened, or give an empty text.

    Args:
        environment: the process's variables.
        platform: as `sys.platform`.
        loads: asks the dynamic linker; a test has its own.
        has_x_server: whether the X server answers; a test has its own.
        find: finds a program by its name; a test has its own.
    """
    if platform != "linux":
        return ""
    loads = loads or _loads
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    needed = dict(_ANY_WINDOW)
    uses_wayland = bool(environment.get("WAYLAND_DISPLAY")) and chosen in ("", "wayland")
    uses_x11 = chosen in ("", "xcb") and not uses_wayland
    if uses_x11:
        if not environment.get("DISPLAY"):
            return _NO_DISPLAY
        needed |= _X11_WINDOW
    missing = {library: package for library, package in needed.items() if not loads(library)}
    if missing and find("apt"):
        return (
            "Some system libraries that a window needs are missing. Install them with: "
            f"sudo apt install {' '.join(missing.values())}"
        )
    if missing:
        return (
            "Some system libraries that a window needs are missing. Install the packages of your "
            f"system that hold: {' '.join(missing)}"
        )
    if uses_x11 and not (has_x_server or _has_x_server)():
        return _NO_DISPLAY
    return ""


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_x_server() -> bool:
    # DISPLAY may name a server that is gone; Qt would abort over it without a word to catch.
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    has_error = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not has_error
