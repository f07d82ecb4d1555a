"""What the frozen program weighs, and when that is too much."""

from pathlib import Path

import pytest
from freeze_sizes import Budget, over_budget, parts, size_of, table


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """A small bundle with a link, metadata, a library and the starter."""
    contents = {
        "libpython3.11.so": 7,
        "torch/lib/libtorch_cpu.so": 400,
        "torch/nn/__init__.py": 30,
        "torch-2.13.dist-info/METADATA": 5,
        "numpy/_core/core.so": 10,
        "numpy.libs/libblas.so": 20,
        "resources/models/starter/starter.gguf": 90,
        "resources/catalogue.json": 3,
    }
    for name, size in contents.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size))
    (tmp_path / "libtorch_cpu.so").symlink_to("torch/lib/libtorch_cpu.so")
    return tmp_path


def test_parts_add_up_and_links_weigh_nothing(inside: Path) -> None:
    """A library that is linked to from elsewhere counts once."""
    found = parts(inside)
    assert found == {
        "torch/lib": 400,
        "the starter's weights": 90,
        "numpy": 30,
        "torch": 30,
        "Python and libraries of the system": 7,
        "metadata": 5,
        "resources": 3,
    }
    assert found.total() == size_of(inside)


def test_the_table_names_the_largest_and_sums_the_rest(inside: Path) -> None:
    """Ordered by size, the total last."""
    lines = table(parts(inside), heading="part", largest=2).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == [
        "| torch/lib",
        "| the starter's weights",
        "| everything else",
        "| all",
    ]


def test_what_is_too_large_is_said() -> None:
    """Each limit by itself; exactly the limit is allowed."""
    budget = Budget(900, 350)
    assert list(over_budget(budget, folder_bytes=900, installers={"a.deb": 350})) == []
    problems = list(over_budget(budget, folder_bytes=901, installers={"a.deb": 351, "b.rpm": 1}))
    assert len(problems) == 2
    assert "a.deb" in problems[1]
