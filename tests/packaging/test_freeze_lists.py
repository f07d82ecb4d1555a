"""What is frozen and what is left out, held to what is declared, installed and imported."""

import ast
import importlib.util
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import freeze_lists as lists
import pytest
from freeze_lists import Edition, Part

ROOT = Path(__file__).parents[2]
ALL_LISTS = (
    lists.MODULES,
    lists.CUDA_MODULES,
    lists.SUBMODULES,
    lists.DATA_PACKAGES,
    lists.METADATA,
    lists.SOURCES,
    lists.EXCLUDED_MODULES,
    lists.CPU_EXCLUDED_MODULES,
    lists.DROPPED_FILES,
    lists.KEPT_FILES,
    lists.CPU_DROPPED_FILES,
    lists.SYSTEM_LIBRARIES,
    lists.STRIPPED_FILES,
    lists.CUDA_LIBRARIES_DROPPED,
)
IMPORT_NAMES = {
    "pyside6-essentials": "PySide6",
    "markdown-it-py": "markdown_it",
    "python-docx": "docx",
    "python-pptx": "pptx",
}
"""Where the name of an import differs from the package's."""


def imported_roots(folder: str) -> set[str]:
    """Read which top-level packages the code below a folder imports, wherever it does."""
    roots = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                roots |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                roots.add(node.module.partition(".")[0])
    return roots


@pytest.mark.parametrize("parts", ALL_LISTS)
def test_each_part_has_one_line_and_a_reason(parts: tuple[Part, ...]) -> None:
    """A line without a reason cannot be questioned, and one that stands twice is half forgotten."""
    names = [part.name for part in parts]
    assert len(names) == len(set(names))
    assert all(len(part.reason) > 3 for part in parts)


def test_every_dependency_is_frozen() -> None:
    """A dependency that is declared but not listed would be missing on users' machines only."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = project.partition("\ndependencies = [")[2].partition("]\n")[0]
    declared = {name.lower() for name in re.findall(r'^\s*"([\w.-]+)', block, re.MULTILINE)}
    listed = {part.name.partition(".")[0].lower() for part in (*lists.MODULES, *lists.CUDA_MODULES)}
    wanted = {IMPORT_NAMES.get(name, name.replace("-", "_")).lower() for name in declared}
    assert "torch" in wanted
    assert wanted - listed == set()


def test_nothing_the_code_imports_is_excluded() -> None:
    """Whole packages only: an excluded module below one that is imported has its own reason."""
    excluded = {part.name for part in lists.EXCLUDED_MODULES if "." not in part.name}
    assert (imported_roots("app") | imported_roots("engine")) & excluded == set()


@pytest.mark.parametrize("part", [*lists.MODULES, *lists.SUBMODULES, *lists.DATA_PACKAGES])
def test_each_listed_module_is_there(part: Part) -> None:
    """A name that was moved by a new version is found here, not after a freeze of ten minutes."""
    assert importlib.util.find_spec(part.name) is not None


@pytest.mark.parametrize("part", lists.METADATA)
def test_each_listed_distribution_is_installed(part: Part) -> None:
    """Its metadata is what transformers and the self-test ask for."""
    try:
        assert distribution(part.name).version
    except PackageNotFoundError:
        pytest.fail(f"{part.name} is not installed")


@pytest.mark.parametrize("part", lists.SOURCES)
def test_sources_are_not_dropped(part: Part) -> None:
    """Both packages read their own source while they run."""
    for place in ("models/auto/modeling_auto.py", "utils/_config_module.py"):
        assert lists.dropped_by(f"{part.name}/{place}", lists.DROPPED_FILES) is None


@pytest.mark.parametrize(
    ("place", "is_dropped"),
    [
        ("torch/test/cpp/test_api", True),
        ("torch/bin/protoc", True),
        ("torch/bin/torch_shm_manager", False),
        ("torch/lib/libtorch_cpu.so", False),
        ("torch/lib/torch_cpu.dll", False),
        ("torch/lib/libtorchbind_test.so", True),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", False),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", False),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", False),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", False),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6/Qt/translations/qt_de.qm", True),
        ("PySide6/Qt/translations/designer_de.qm", True),
        ("libxcb-cursor.so.0", False),
        ("libstdc++.so.6", True),
        ("libcudart.so.13", True),
        ("resources/styles/foreword.qss", False),
        ("resources/drafts/smollm2-135m-instruct.draft", False),
    ],
)
def test_known_places(place: str, is_dropped: bool) -> None:
    """Patterns reach as far as they should and no further, on every system."""
    assert (lists.dropped_by(place, lists.drops_of(Edition.CPU)) is not None) is is_dropped


def test_only_the_matching_cuda_library_of_bitsandbytes_stays() -> None:
    """The others are 20 MB each; the one for the processor is asked for at every import."""
    drops = lists.drops_of(Edition.CUDA, cuda_version="13.0")
    found = {
        name: lists.dropped_by(f"bitsandbytes/{name}", drops) is None
        for name in (
            "libbitsandbytes_cpu.so",
            "libbitsandbytes_cuda118.so",
            "libbitsandbytes_cuda128.so",
            "libbitsandbytes_cuda130.so",
            "libbitsandbytes_cuda132.so",
            "libbitsandbytes_rocm72.so",
            "libbitsandbytes_xpu2026.so",
        )
    }
    assert {name for name, stays in found.items() if stays} == {
        "libbitsandbytes_cpu.so",
        "libbitsandbytes_cuda130.so",
    }


def test_the_cpu_edition_does_not_know_bitsandbytes() -> None:
    """Neither its code nor its metadata, by which transformers would take it for there."""
    assert "bitsandbytes" in {part.name for part in lists.excluded_of(Edition.CPU)}
    assert "bitsandbytes" not in {part.name for part in lists.metadata_of(Edition.CPU)}
    assert "bitsandbytes" in {part.name for part in lists.modules_of(Edition.CUDA)}
    assert "bitsandbytes" not in {part.name for part in lists.excluded_of(Edition.CUDA)}
    assert "bitsandbytes" in {part.name for part in lists.metadata_of(Edition.CUDA)}


@pytest.mark.parametrize(
    ("place", "is_dropped"),
    [
        ("nvidia/cu13/lib/libcublas.so.13", False),
        ("nvidia/cu13/lib/libcusolver.so.12", False),
        ("nvidia/cu13/lib/libcusolverMg.so.12", True),
        ("nvidia/cu13/lib/libnvrtc.so.13", False),
        ("nvidia/cu13/lib/libnvrtc-builtins.so.13.0", False),
        ("nvidia/cu13/lib/libnvrtc.alt.so.13", True),
        ("nvidia/cu13/lib/libcufft.so.12", False),
        ("nvidia/cu13/lib/libcufftw.so.12", True),
        ("nvidia/cu13/lib/libcudart.so.13", False),
        ("libcudart.so.13", False),
        ("nvidia/cu13/lib/libcudart_static.a", True),
        ("nvidia/cudnn/lib/libcudnn_ops.so.9", False),
        ("nvidia/nvshmem/lib/libnvshmem_host.so.3", False),
        ("nvidia/nvshmem/lib/libnvshmem_device.bc", True),
        ("nvidia/nvshmem/lib/nvshmem_transport_ibrc.so.3", True),
        ("torch/lib/libtorch_cuda.so", False),
    ],
)
def test_known_places_of_cuda(place: str, is_dropped: bool) -> None:
    """What torch's libraries ask for stays; what stands beside it for compilers goes."""
    drops = lists.drops_of(Edition.CUDA, cuda_version="13.0")
    assert (lists.dropped_by(place, drops) is not None) is is_dropped


@pytest.mark.parametrize("folder", ["app", "engine"])
def test_no_code_starts_itself_or_compiles(folder: str) -> None:
    """A frozen program has no Python to start: `sys.executable` is the window once more. What
    needs one asks first whether the program is frozen; and nothing asks for a compiler, or for
    source, as a recording (`torch.jit.trace`) does not."""
    for path in (ROOT / folder).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "sys.executable" in text:
            assert '"frozen"' in text, path
        for name in ("torch.compile(", "cpp_extension", "torch.jit.script(", "ProcessPoolExecutor"):
            assert name not in text, path


def test_the_spec_reads_these_lists() -> None:
    """It is Python that only PyInstaller runs; at least it parses, and uses every function."""
    tree = ast.parse((ROOT / "packaging" / "foreword.spec").read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "lists"
    }
    assert {
        "OWN_PACKAGES",
        "SUBMODULES",
        "DATA_PACKAGES",
        "SOURCES",
        "CUDA_LIBRARY_FOLDERS",
        "CUDA_LINKED_FOLDER",
        "modules_of",
        "metadata_of",
        "excluded_of",
        "drops_of",
        "dropped_by",
    } <= used
