"""Loads torch's shared library while other threads go on.

An import holds the interpreter for as long as the system's loader takes, which for torch is half a
second and more: a window would stand still. The loader called as a C function lets it go, and the
import that follows finds the library in memory. Knows where torch keeps its files.
"""

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path


def preload_before_qt() -> None:
    """Load on Windows the one library of torch that cannot be loaded any more once Qt is there.

    Qt's folder holds a C++ runtime of its own, older than the one that torch's base library
    needs; whichever comes first serves both. The rest of torch is loaded when it is imported.

    Source: pytorch issue 166628.
    """
    if sys.platform == "win32":
        spec = find_spec("torch")
        if spec is None or spec.origin is None:
            return
        base = Path(spec.origin).parent / "lib" / "c10.dll"
        if base.exists():
            ctypes.CDLL(str(base))


def preload_torch() -> None:
    """Load the library that torch is in; whatever goes wrong here, the import will tell."""
    if sys.platform == "win32":
        # There torch calls the loader in this way by itself.
        return
    spec = find_spec("torch")
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent / "lib"
    ending = "dylib" if sys.platform == "darwin" else "so"
    # What the library rests on first, and for all to see, as the import does it.
    libraries = {
        f"libtorch_global_deps.{ending}": os.RTLD_NOW | os.RTLD_GLOBAL,
        f"libtorch_cpu.{ending}": os.RTLD_NOW | os.RTLD_LOCAL,
    }
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.argtypes, dlopen.restype = (ctypes.c_char_p, ctypes.c_int), ctypes.c_void_p
    for name, flags in libraries.items():
        path = folder / name
        if path.exists():
            dlopen(os.fsencode(path), flags)
