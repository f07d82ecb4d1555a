"""What goes into the frozen program and what is left out of it, each with its reason.

Only data and pure functions: the spec applies them, the build checks the outcome and the tests
hold them to what is declared and installed. Knows neither PyInstaller nor the window.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import translate
from functools import cache


class Edition(StrEnum):
    """What the program can compute on; one spec makes either."""

    CPU = "cpu"
    CUDA = "cuda"


@dataclass(frozen=True, slots=True)
class Part:
    """A name or a pattern, and why it stands in its list."""

    name: str
    reason: str


OWN_PACKAGES = ("app", "engine", "resources")
"""Wholly collected: some modules are imported by name only when they are used."""

MODULES = (
    Part("app.application", "the window, with all that it is put together from"),
    Part("torch", "computes"),
    Part("transformers", "models beyond the Llama family"),
    Part("tokenizers", "text to ids for folders of safetensors"),
    Part("safetensors.torch", "weights"),
    Part("huggingface_hub", "downloads, imported when one starts"),
    Part("httpx2", "downloads, imported when one starts"),
    Part("filelock", "one process for each model's folder"),
    Part("accelerate", "transformers asks for it by its metadata"),
    Part("jinja2.sandbox", "chat templates"),
    Part("platformdirs", "the user's folders; the system's part is imported by name"),
    Part("psutil", "memory and processor"),
    Part("PySide6.QtCore", "the window"),
    Part("PySide6.QtGui", "the window"),
    Part("PySide6.QtWidgets", "the window"),
    Part("PySide6.QtNetwork", "a second start raises the first window"),
    Part("PySide6.QtSvg", "icons and formulas"),
    Part("markdown_it", "replies"),
    Part("mdit_py_plugins", "replies: footnotes and formulas"),
    Part("pygments.lexers", "code in replies; lexers are imported by name"),
    Part("ziamath", "formulas"),
    Part("pyqtgraph", "charts"),
    Part("pypdf", "documents"),
    Part("docx", "documents"),
    Part("openpyxl", "documents"),
    Part("pptx", "documents"),
    Part("lxml.etree", "documents"),
    Part("keyring.backends", "the system's key store; backends are found by name"),
)
"""What the program imports, whether the analysis sees it or not. The self-test imports each."""

CUDA_MODULES = (Part("bitsandbytes", "packed layers of transformers' models on CUDA"),)
"""As `MODULES`, for the CUDA edition only."""

SUBMODULES = (
    Part("keyring.backends", "found by name"),
    Part("platformdirs", "chosen by the system's name"),
    Part("pygments.lexers", "chosen by the language's name"),
    Part("markdown_it", "rules are found by name"),
    Part("mdit_py_plugins", "plugins are imported when they are used"),
    Part("safetensors", "its torch part is imported when it is used"),
)
"""Packages taken with every module below them."""

DATA_PACKAGES = (
    Part("resources", "icons, style sheets, migrations, the catalogue, licences, the draft"),
    Part("ziafont", "the fonts of formulas"),
    Part("ziamath", "the fonts of formulas"),
    Part("latex2mathml", "the table of symbols"),
    Part("docx", "its templates"),
    Part("pptx", "its templates"),
)
"""Packages taken with the files beside their code."""

METADATA = (
    Part("torch", "transformers and accelerate ask for its version"),
    Part("transformers", "the self-test and transformers itself"),
    Part("tokenizers", "transformers refuses to start without"),
    Part("safetensors", "transformers refuses to start without"),
    Part("huggingface_hub", "transformers refuses to start without"),
    Part("accelerate", "transformers looks for it before a device map is used"),
    Part("bitsandbytes", "transformers looks for it before weights are packed on CUDA"),
    Part("numpy", "transformers refuses to start without"),
    Part("packaging", "transformers refuses to start without"),
    Part("filelock", "transformers refuses to start without"),
    Part("pyyaml", "transformers refuses to start without"),
    Part("regex", "transformers refuses to start without"),
    Part("tqdm", "transformers refuses to start without"),
    Part("PySide6-Essentials", "the self-test names its version"),
    Part("keyring", "its backends are entry points"),
)
"""Distributions whose `*.dist-info` is read while the program runs."""

SOURCES = (
    Part("torch", "reads its own source: configuration modules and scripted functions"),
    Part("transformers", "finds its models by reading their source"),
)
"""Packages that are useless without their `.py` files beside the compiled ones."""

EXCLUDED_MODULES = (
    Part("tkinter", "another window system"),
    Part("PyQt5", "another Qt"),
    Part("PyQt6", "another Qt"),
    Part("PySide2", "another Qt"),
    Part("IPython", "development"),
    Part("matplotlib", "optional in parts of ours, never used"),
    Part("pandas", "optional in transformers, never used"),
    Part("scipy", "optional in transformers, never used; 143 MB"),
    Part("sklearn", "optional in transformers, never used"),
    Part("networkx", "torch's compiler; the program never compiles"),
    Part("triton", "torch's compiler; the program never compiles"),
    Part("tensorboard", "training reports of others"),
    Part("torch.utils.tensorboard", "training reports of others"),
    Part("torch.testing._internal.opinfo", "torch's own tests"),
    Part("torch.testing._internal.common_methods_invocations", "torch's own tests"),
    Part("torch.testing._internal.common_distributed", "torch's own tests"),
    Part("torch.testing._internal.common_nn", "torch's own tests"),
    Part("torch.testing._internal.common_quantization", "torch's own tests"),
    Part("torchvision", "pictures"),
    Part("torchaudio", "sound"),
    Part("pytest", "development"),
    Part("_pytest", "development"),
    Part("py", "pytest under an older name"),
    Part("hypothesis", "development"),
    Part("mypy", "development"),
    Part("gguf", "development: the tests compare with it"),
    Part("sentencepiece", "development: the tests compare with it"),
    Part("setuptools", "development"),
    Part("pip", "development: a frozen program installs nothing"),
    Part("wheel", "development"),
    Part("hf_xet", "the program has its own download, which can be stopped and taken up"),
    Part("rich", "colours of other programs' consoles"),
    Part("typer", "huggingface_hub's own console"),
    Part("click", "the same, and httpx2's"),
    Part("pydantic", "huggingface_hub's words to servers that answer it; 7 MB"),
    Part("pydantic_core", "pydantic's"),
    Part("requests", "optional in fsspec; downloads use httpx2"),
    Part("urllib3", "requests'"),
    Part("numpy.f2py", "compiles Fortran"),
    Part("pyqtgraph.examples", "examples"),
    Part("pyqtgraph.opengl", "charts in three dimensions"),
    Part("PySide6.QtTest", "development"),
    Part("PySide6.QtQml", "no QML in this window"),
    Part("PySide6.QtQuick", "no QML in this window"),
)
"""Modules the analysis would find and the program does not need."""

DROPPED_FILES = (
    Part("torch/test/*", "torch's own tests, 83 MB"),
    Part("torch/include/*", "headers for compiling extensions"),
    Part("torch/share/*", "build files for compiling extensions"),
    Part("torch/bin/*", "programs beside torch; only torch_shm_manager is asked for"),
    Part("torch/lib/*.lib", "import libraries for compiling extensions"),
    Part("torch/lib/libtorchbind_test.*", "torch's own tests"),
    Part("torch/lib/libjitbackend_test.*", "torch's own tests"),
    Part("torch/lib/libbackend_with_compiler.*", "torch's own tests"),
    Part("torch/lib/libaoti_custom_ops.*", "torch's own tests"),
    Part("torch/testing/_internal/*.py", "torch's own tests; a few are imported, without source"),
    Part("torch/_inductor/codegen/*.h", "the compiler; the program never compiles"),
    Part("torch/_inductor/codegen/*.cpp", "the compiler; the program never compiles"),
    Part("torch/utils/benchmark/*", "measures torch"),
    Part("*.pyi", "types, for development"),
    Part("*/py.typed", "types, for development"),
    Part("transformers/*/convert_*.py", "conversion of other programs' checkpoints"),
    Part("bitsandbytes/libbitsandbytes_rocm*", "AMD's cards; torch here is built for another"),
    Part("bitsandbytes/libbitsandbytes_xpu*", "Intel's cards; torch here is built for another"),
    Part("PySide6/Qt/translations/[!q]*", "translations of Qt's tools"),
    Part("PySide6/Qt/translations/qt[!b]*", "translations of other modules of Qt"),
    Part("PySide6/translations/[!q]*", "translations of Qt's tools"),
    Part("PySide6/translations/qt[!b]*", "translations of other modules of Qt"),
    Part("PySide6/Qt/qml/*", "no QML in this window"),
    Part("PySide6/Qt/plugins/platforms/libqeglfs*", "screens without a window system"),
    Part("PySide6/Qt/plugins/platforms/libqlinuxfb*", "screens without a window system"),
    Part("PySide6/Qt/plugins/platforms/libqvkkhrdisplay*", "screens without a window system"),
    Part("PySide6/Qt/plugins/platforms/libqminimal*", "a window nobody sees; offscreen stays"),
    Part("PySide6/Qt/plugins/platforms/libqvnc*", "a window over the network"),
    Part("PySide6/Qt/plugins/egldeviceintegrations/*", "screens without a window system"),
    Part("PySide6/Qt/plugins/generic/*", "input without a window system"),
    Part("PySide6/Qt/plugins/networkinformation/*", "nobody asks whether there is a network"),
    Part("PySide6/Qt/plugins/tls/*", "downloads use Python's own TLS"),
    Part("PySide6/Qt/plugins/sqldrivers/*", "the store uses Python's own SQLite"),
    Part("PySide6/Qt/plugins/printsupport/*", "nothing is printed"),
    Part("PySide6/Qt/plugins/imageformats/*qpdf*", "would bring Qt's PDF"),
    Part("PySide6/Qt/plugins/platforminputcontexts/*virtualkeyboard*", "would bring QML"),
    Part("PySide6/Qt/plugins/wayland-graphics-integration-server/*", "for window systems"),
    Part("PySide6/plugins/tls/*", "downloads use Python's own TLS"),
    Part("PySide6/plugins/sqldrivers/*", "the store uses Python's own SQLite"),
    Part("PySide6/plugins/networkinformation/*", "nobody asks whether there is a network"),
    Part("PySide6/plugins/generic/*", "input without a window system"),
    Part("PySide6/plugins/imageformats/*qpdf*", "would bring Qt's PDF"),
    Part("PySide6/opengl32sw.dll", "OpenGL in software, 20 MB; widgets draw without it"),
    Part("*libQt6Qml*", "no QML in this window"),
    Part("*libQt6Quick*", "no QML in this window"),
    Part("*libQt6VirtualKeyboard*", "no QML in this window"),
    Part("*libQt6Pdf*", "documents are read by pypdf"),
    Part("*libQt6EglF*", "screens without a window system"),
    Part("pyqtgraph/examples/*", "examples"),
    Part("pyqtgraph/icons/*", "icons of tools that are not shown"),
    Part("libavif-*", "as the next"),
    Part("pillow.libs/libavif-*", "pictures in a format that no document here has"),
    Part("PIL/_avif.*", "pictures in a format that no document here has"),
    Part("scipy-*.dist-info/*", "transformers would take an excluded package for there"),
    Part("rich-*.dist-info/*", "as scipy's"),
    Part("typer-*.dist-info/*", "as scipy's"),
    Part("pytest*.dist-info/*", "as scipy's"),
    Part("sentencepiece-*.dist-info/*", "as scipy's"),
    Part("*.dist-info/RECORD", "lists files of another layout"),
    Part("*.dist-info/INSTALLER", "names who installed them elsewhere"),
)
"""Files that are taken out again, by patterns on their place in the bundle."""

KEPT_FILES = (
    Part("torch/bin/torch_shm_manager", "torch refuses to be imported where it is missing"),
)
"""Exceptions from `DROPPED_FILES`."""

CPU_DROPPED_FILES = (Part("libcudart.so*", "another program's CUDA on the computer that freezes"),)
"""Further files that the CPU edition leaves out."""

CPU_EXCLUDED_MODULES = (
    Part("bitsandbytes", "packs layers on NVIDIA's cards only; its metadata stays out too"),
)
"""Further modules that the CPU edition leaves out."""

SYSTEM_LIBRARIES = (
    Part("libstdc++.so.*", "the graphics driver needs the system's, which may be newer"),
    Part("libgcc_s.so.*", "as libstdc++"),
    Part("libX*.so.*", "the display's own"),
    Part("libglib-2.0.so.*", "the desktop's own: another copy beside it breaks GTK's themes"),
    Part("libgobject-2.0.so.*", "as glib"),
    Part("libgio-2.0.so.*", "as glib"),
    Part("libgmodule-2.0.so.*", "as glib"),
    Part("libgthread-2.0.so.*", "as glib"),
    Part("libpcre2-8.so.*", "glib's"),
    Part("libatk-1.0.so.*", "GTK's, for its theme only"),
    Part("libgdk_pixbuf-2.0.so.*", "GTK's, for its theme only"),
    Part("libpango*.so.*", "GTK's, for its theme only"),
    Part("libcairo*.so.*", "GTK's, for its theme only"),
    Part("libpixman-1.so.*", "cairo's"),
    Part("libharfbuzz.so.*", "pango's"),
    Part("libgraphite2.so.*", "pango's"),
    Part("libfribidi.so.*", "pango's"),
    Part("libthai.so.*", "pango's"),
    Part("libdatrie.so.*", "pango's"),
    Part("libfontconfig.so.*", "goes with the system's fonts and their settings"),
    Part("libfreetype.so.*", "as fontconfig"),
    Part("libexpat.so.*", "fontconfig's"),
    Part("libpng16.so.*", "freetype's"),
    Part("libjpeg.so.*", "GTK's"),
    Part("libdbus-1.so.*", "speaks to the system's own daemon"),
    Part("libsystemd.so.*", "dbus's"),
    Part("libgcrypt.so.*", "systemd's"),
    Part("libgpg-error.so.*", "systemd's"),
    Part("liblz4.so.*", "systemd's"),
    Part("libcap.so.*", "systemd's"),
    Part("libmount.so.*", "glib's"),
    Part("libblkid.so.*", "glib's"),
    Part("libselinux.so.*", "glib's"),
    Part("libbsd.so.*", "the display's"),
    Part("libmd.so.*", "the display's"),
)
"""Libraries that PyInstaller finds on a Linux desktop and that stay the system's."""

STRIPPED_FILES = (
    Part("torch/lib/libtorch_cpu.so", "89 MB of names that only a debugger reads"),
    Part("torch/lib/libtorch_cuda.so", "72 MB of the same, in the CUDA edition"),
    Part("torch/lib/libtorch_cuda_linalg.so", "5 MB of the same, in the CUDA edition"),
    Part("torch/lib/libtorch_python.so", "9 MB of the same"),
    Part("libpython3.*.so*", "17 MB of the same"),
    Part("python3.*/lib-dynload/*.so", "3 MB of the same"),
    Part("tokenizers/tokenizers.abi3.so", "3 MB of the same"),
    Part("cryptography/hazmat/bindings/_rust.abi3.so", "3 MB of the same"),
)
"""Libraries whose symbol tables are taken out on Linux. Not those that auditwheel has moved
sections in (numpy.libs, pillow.libs): the same would make them unloadable; and not NVIDIA's, whose
licence lets them be passed on as they are."""

CUDA_LIBRARY_FOLDERS = ("nvidia/cu13/lib", "nvidia/cu13/bin")
"""Where CUDA 13's packages put their libraries, which no hook of PyInstaller looks into."""

CUDA_LINKED_FOLDER = "nvidia/cu13/lib"
"""Its libraries are to be found by name alone on Linux: bitsandbytes does not say where they lie,
and the computer that freezes may have others of the same names."""

CUDA_LIBRARIES_DROPPED = (
    Part("*.a", "for compiling"),
    Part("nvidia/*.bc", "for compiling"),
    Part("nvidia/*/include/*", "for compiling"),
    Part("nvidia/*/libnvrtc.alt*", "a second compiler of kernels that nothing here asks for"),
    Part("nvidia/*/libnvrtc-builtins.alt*", "the second compiler's"),
    Part("nvidia/*/libcusolverMg*", "linear algebra on several cards"),
    Part("nvidia/*/libnvblas*", "takes the place of a BLAS for the processor"),
    Part("nvidia/*/libcufftw*", "takes the place of FFTW"),
    Part("nvidia/*/libnvperf_*", "measures kernels"),
    Part("nvidia/*/libpcsamplingutil*", "measures kernels"),
    Part("nvidia/*/libcheckpoint*", "measures kernels"),
    Part("*/nvshmem_transport_*", "between many computers"),
    Part("*/nvshmem_bootstrap_*", "between many computers"),
    Part("*/libcufile_rdma*", "between many computers"),
)
"""What lies beside those and is not needed to run."""


def cuda_name(version: str) -> str:
    """Give bitsandbytes' word for a CUDA version: "13.0" is cuda130."""
    return "cuda" + "".join(version.split(".")[:2])


def bitsandbytes_drops(cuda_version: str) -> tuple[Part, ...]:
    """Drop the libraries of every CUDA version but the one that torch was built with.

    Args:
        cuda_version: torch's, such as "13.0".
    """
    others = ("118", "121", "124", "126", "128", "129", "130", "132")
    mine = cuda_name(cuda_version)
    return tuple(
        Part(f"bitsandbytes/libbitsandbytes_cuda{other}*", "another version of CUDA")
        for other in others
        if f"cuda{other}" != mine
    )


def dropped_by(place: str, drops: Iterable[Part]) -> Part | None:
    """Find the pattern by which a file is taken out, if one does.

    Args:
        place: relative to the bundle, with forward slashes.
        drops: patterns; `*` matches slashes too.
    """
    if any(_matches(place, kept.name) for kept in KEPT_FILES):
        return None
    return next((drop for drop in drops if _matches(place, drop.name)), None)


def drops_of(edition: Edition, *, cuda_version: str | None = None) -> tuple[Part, ...]:
    """List the patterns of an edition.

    Args:
        edition: which one.
        cuda_version: torch's, where it has one.
    """
    drops = DROPPED_FILES + SYSTEM_LIBRARIES
    if edition is Edition.CPU:
        return drops + CPU_DROPPED_FILES
    return drops + CUDA_LIBRARIES_DROPPED + bitsandbytes_drops(cuda_version or "")


def excluded_of(edition: Edition) -> tuple[Part, ...]:
    """List the modules that an edition leaves out."""
    if edition is Edition.CPU:
        return EXCLUDED_MODULES + CPU_EXCLUDED_MODULES
    return EXCLUDED_MODULES


def modules_of(edition: Edition) -> tuple[Part, ...]:
    """List what an edition imports."""
    return MODULES if edition is Edition.CPU else MODULES + CUDA_MODULES


def metadata_of(edition: Edition) -> tuple[Part, ...]:
    """List the distributions whose metadata an edition reads."""
    if edition is Edition.CUDA:
        return METADATA
    return tuple(part for part in METADATA if part.name != "bitsandbytes")


def _matches(place: str, pattern: str) -> bool:
    return _compiled(pattern).match(place) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(translate(pattern))
