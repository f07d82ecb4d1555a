"""What the frozen program weighs: in all, by its parts, and against its budget.

Sizes are bytes in files; megabytes are decimal, as download pages and disks have them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 10**6


@dataclass(frozen=True, slots=True)
class Budget:
    """How large an edition may be without the starter, in bytes."""

    folder_bytes: int
    installer_bytes: int


CPU_BUDGET = Budget(900 * MEGABYTE, 350 * MEGABYTE)


def files_of(folder: Path) -> Iterator[Path]:
    """List the files of a folder; a link counts as nothing."""
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def size_of(path: Path) -> int:
    """Add up a file or a folder, in bytes."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in files_of(path))


def parts(inside: Path) -> Counter[str]:
    """Weigh the parts of a bundle: the folders of its libraries, and what lies beside them.

    Args:
        inside: the folder with the program's files.
    """
    sizes: Counter[str] = Counter()
    for path in files_of(inside):
        place = path.relative_to(inside)
        match place.parts:
            case (_,):
                name = "Python and libraries of the system"
            case ("resources", "models", *_):
                name = "the starter's weights"
            case (first, *_) if first.endswith(".dist-info"):
                name = "metadata"
            case ("torch", "lib", *_) | ("PySide6", "Qt", *_):
                name = "/".join(place.parts[:2])
            case (first, *_):
                name = first.removesuffix(".libs")
        sizes[name] += path.stat().st_size
    return sizes


def over_budget(
    budget: Budget, *, folder_bytes: int, installers: Mapping[str, int]
) -> Iterator[str]:
    """Say in sentences what is too large.

    Args:
        budget: what is allowed.
        folder_bytes: of the program without the starter.
        installers: names and sizes of those without the starter.
    """
    if folder_bytes > budget.folder_bytes:
        yield f"The program takes {megabytes(folder_bytes)} of {megabytes(budget.folder_bytes)}."
    for name, size in installers.items():
        if size > budget.installer_bytes:
            yield f"{name} takes {megabytes(size)} of {megabytes(budget.installer_bytes)}."


def megabytes(size: int) -> str:
    """Write a size for people."""
    return f"{size / MEGABYTE:.1f} MB"


def table(rows: Mapping[str, int], *, heading: str, largest: int) -> str:
    """Write the largest rows as Markdown, and the rest as one."""
    ordered = sorted(rows.items(), key=lambda row: -row[1])
    lines = [f"| {heading} | size |", "|---|---:|"]
    lines += [f"| {name} | {megabytes(size)} |" for name, size in ordered[:largest]]
    rest = sum(size for _, size in ordered[largest:])
    if rest:
        lines.append(f"| everything else | {megabytes(rest)} |")
    lines.append(f"| all | {megabytes(sum(rows.values()))} |")
    return "\n".join(lines)
