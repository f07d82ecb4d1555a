"""What a frozen macOS program is made into: a signed bundle and a disk image.

Called by `build.py`, which knows no system. Signing and notarisation read their secrets from the
environment and are left out, with a word, where these are not set:

    FOREWORD_MACOS_IDENTITY   the signing identity in the keychain ("-" signs for this Mac alone)
    FOREWORD_MACOS_PROFILE    the keychain profile that `xcrun notarytool store-credentials` made
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from freeze import ROOT, FreezeError
from freeze_sizes import files_of
from frozen_bundle import About, Bundle
from icons import write_icns

IDENTITY_VARIABLE, PROFILE_VARIABLE = "FOREWORD_MACOS_IDENTITY", "FOREWORD_MACOS_PROFILE"
ENTITLEMENTS = ROOT / "packaging" / "files" / "macos" / "entitlements.plist"
_MAGIC = {
    b"\xcf\xfa\xed\xfe",  # 64-bit
    b"\xca\xfe\xba\xbe",  # several processors in one file
}

Run = Callable[[Sequence[str]], None]


def icon() -> Path | None:
    """Draw the program's icon."""
    return write_icns(ROOT / "build" / "icons" / "foreword.icns")


def version_file(work: Path, *, about: About) -> Path | None:
    """Give the version resource; macOS has it in the bundle's Info.plist."""
    return None


def finish(bundle: Bundle) -> None:
    """Sign every library by itself, before the list of files is written.

    The list holds digests, so that a library which is signed later would look damaged.
    """
    identity = os.environ.get(IDENTITY_VARIABLE)
    if not identity:
        _say(f"{IDENTITY_VARIABLE} is not set: nothing is signed.")
        return
    for path in libraries_inside_out(bundle.root):
        sign(path, identity, run=_run)


def libraries_inside_out(root: Path) -> list[Path]:
    """List what has code of its own, the deepest first, programs of the bundle left out.

    A seal covers what lies inside, so that whatever is inside is sealed before.
    """
    main = root / "Contents" / "MacOS"
    found = [
        path
        for path in files_of(root)
        if not path.is_symlink() and path.parent != main and is_code(path)
    ]
    return sorted(found, key=lambda path: (-len(path.parts), path))


def is_code(path: Path) -> bool:
    """Say whether a file is a program or a library of macOS, by its first bytes."""
    with path.open("rb") as stream:
        return stream.read(4) in _MAGIC


def sign(path: Path, identity: str, *, run: Run) -> None:
    """Sign a library, a program or a bundle under the hardened runtime."""
    command = ["codesign", "--force", "--options", "runtime", "--sign", identity]
    if identity != "-":
        command.append("--timestamp")
    if path.suffix == ".app" or path.suffix == "":
        command += ["--entitlements", str(ENTITLEMENTS)]
    run([*command, str(path)])


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
    """Seal the bundle, have it notarised and put it on a disk image.

    Args:
        bundle: the finished program, its list of files written.
        out: where the image goes.
        work: for what lies around meanwhile.
        about: what is said of it.
        name: the package's.
        label: what is put into the file name after that, such as "-with-starter".
        is_quick: of no effect here, where compressing takes little.

    Yields:
        The image.
    """
    identity = os.environ.get(IDENTITY_VARIABLE)
    if identity:
        for program in sorted((bundle.root / "Contents" / "MacOS").iterdir()):
            sign(program, identity, run=_run)
        sign(bundle.root, identity, run=_run)
        _run(["codesign", "--verify", "--deep", "--strict", str(bundle.root)])
    target = out / f"{name}{label}-{about.file_version}-macos-{platform.machine()}.dmg"
    for command in image_commands(bundle.root, target, work=work):
        _run(command)
    if identity:
        sign_image(target, identity, run=_run)
        notarise(target, os.environ.get(PROFILE_VARIABLE), run=_run)
    yield target


def image_commands(app: Path, target: Path, *, work: Path) -> Iterator[list[str]]:
    """Lay out what the image shows, the program beside a link to where it belongs; then make it."""
    stage = work / "image"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    (stage / "Applications").symlink_to("/Applications")
    yield ["ditto", str(app), str(stage / app.name)]
    yield [
        *("hdiutil", "create", "-volname", "Foreword", "-srcfolder", str(stage)),
        *("-fs", "HFS+", "-format", "ULMO", "-ov", str(target)),
    ]


def sign_image(target: Path, identity: str, *, run: Run) -> None:
    """Sign the image itself; one that is signed for this Mac alone gains nothing by it."""
    if identity != "-":
        run(["codesign", "--force", "--timestamp", "--sign", identity, str(target)])


def notarise(target: Path, profile: str | None, *, run: Run) -> None:
    """Have Apple look at the image and put its answer into it."""
    if not profile:
        _say(f"{PROFILE_VARIABLE} is not set: the image is not notarised.")
        return
    run(["xcrun", "notarytool", "submit", str(target), "--keychain-profile", profile, "--wait"])
    run(["xcrun", "stapler", "staple", str(target)])


def _say(line: str) -> None:
    print(line, flush=True)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise FreezeError(f"{command[0]} ended with code {done.returncode}: {done.stdout[-2000:]}")
