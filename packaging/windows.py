"""What a frozen Windows program is made into: an installer by NSIS, and a .zip.

Called by `build.py`, which knows no system. The installer's text lies in
`files/windows/foreword.nsi`; it can be compiled on any system that has makensis.
"""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from freeze import ROOT, FreezeError
from freeze_sizes import files_of, size_of
from frozen_bundle import About, Bundle
from icons import write_ico

SCRIPT = ROOT / "packaging" / "files" / "windows" / "foreword.nsi"
SIGN_VARIABLE = "FOREWORD_WINDOWS_SIGN"
"""A command that signs the file whose path is put after it; nothing is signed without."""
NSIS_LIMIT = 2_000_000_000
"""Bytes: makensis cannot address more in one installer."""


def icon() -> Path | None:
    """Draw the program's icon."""
    return write_ico(ROOT / "build" / "icons" / "foreword.ico")


def version_file(work: Path, *, about: About) -> Path | None:
    """Write the version resource that Explorer shows, in PyInstaller's form."""
    work.mkdir(parents=True, exist_ok=True)
    target = work / "version.txt"
    target.write_text(version_resource(about), "utf-8")
    return target


def version_resource(about: About) -> str:
    """Give the resource's text; the version has three numbers."""
    version = about.version
    numbers = (*map(int, version.split(".")[:3]), 0)
    strings = {
        "CompanyName": about.publisher.name,
        "FileDescription": "Foreword",
        "FileVersion": version,
        "InternalName": "foreword",
        "LegalCopyright": "Apache License 2.0",
        "OriginalFilename": "foreword.exe",
        "ProductName": "Foreword",
        "ProductVersion": about.file_version,
    }
    pairs = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in strings.items())
    return (
        "VSVersionInfo(\n"
        f"  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, "
        "OS=0x40004, fileType=1, subtype=0, date=(0, 0)),\n"
        f"  kids=[StringFileInfo([StringTable('040904B0', [{pairs}])]),\n"
        "        VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )


def finish(bundle: Bundle) -> None:
    """Sign the programs and the libraries that are ours to sign, where there is a key."""
    if os.environ.get(SIGN_VARIABLE):
        for path in sorted(bundle.root.glob("*.exe")):
            sign(path, os.environ)


def sign(path: Path, environ: Mapping[str, str]) -> None:
    """Sign a file by the command of the environment; without one nothing happens.

    Raises:
        FreezeError: the command failed.
    """
    command = environ.get(SIGN_VARIABLE)
    if not command:
        print(f"{SIGN_VARIABLE} is not set: {path.name} is not signed.", flush=True)
        return
    # A whole command line with options of its own, which belongs to whoever holds the key.
    done = subprocess.run(f'{command} "{path}"', shell=True, capture_output=True, text=True)
    if done.returncode != 0:
        raise FreezeError(f"Signing {path.name} ended with code {done.returncode}.")


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
    """Make the archive, and the installer where makensis is there and the program fits in one.

    Args:
        bundle: the finished program.
        out: where the files go.
        work: for what lies around meanwhile.
        about: what is said of it.
        name: the package's, "foreword" or "foreword-cuda".
        label: what is put into the file names after that, such as "-with-starter".
        is_quick: of no effect here, where compressing takes little.

    Yields:
        Each file as it is done.
    """
    stem = f"{name}{label}-{about.file_version}-windows-x64"
    yield make_archive(bundle, out / f"{stem}.zip")
    if size_of(bundle.root) > NSIS_LIMIT:
        print("Too large for an installer by NSIS: there is the .zip only.", flush=True)
    elif shutil.which("makensis") is None:
        print("makensis is not installed: what it makes is left out.", flush=True)
    else:
        target = out / f"{stem}-setup.exe"
        work.mkdir(parents=True, exist_ok=True)
        compile_installer(bundle.root, target, about=about, work=work)
        yield target


def make_archive(bundle: Bundle, target: Path) -> Path:
    """Pack the folder for whoever wants no installer, or may not run one."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files_of(bundle.root)):
            archive.write(path, Path("Foreword") / path.relative_to(bundle.root))
    return target


def compile_installer(payload: Path, target: Path, *, about: About, work: Path) -> None:
    """Have makensis pack a folder.

    Args:
        payload: the frozen program, or a stand-in for it.
        target: the installer.
        about: what is said of it.
        work: for the icon.

    Raises:
        FreezeError: makensis failed or warned.
    """
    values = {
        "VERSION": about.version,
        "SHOWN": about.file_version,
        "PUBLISHER": about.publisher.name,
        "PAYLOAD": str(payload),
        "OUTFILE": str(target),
        "ICON": str(write_ico(work / "foreword.ico")),
        "LICENCE": str(ROOT / "LICENSE"),
        "SIZE_KB": str(-(-size_of(payload) // 1024)),
    }
    if os.environ.get(SIGN_VARIABLE):
        values["SIGN"] = os.environ[SIGN_VARIABLE]
    defines = [f"-D{key}={value}" for key, value in values.items()]
    command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defines, str(SCRIPT)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise FreezeError(f"makensis ended with code {done.returncode}: {done.stdout[-2000:]}")
