"""Where things lie in a frozen program, and what is said of it on its packages.

Imports nothing of Foreword, so that any Python will do.
"""

import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from publisher import Publisher


@dataclass(frozen=True, slots=True)
class Bundle:
    """The frozen program's folder.

    Args:
        root: the folder, or the `.app` on macOS.
        system: as `sys.platform`.
    """

    root: Path
    system: str = sys.platform

    @property
    def program(self) -> Path:
        """What is started; on Windows the one with a console, which says what it does."""
        match self.system:
            case "win32":
                return self.root / "foreword-console.exe"
            case "darwin":
                return self.root / "Contents" / "MacOS" / "foreword"
        return self.root / "foreword"

    @property
    def inside(self) -> Path:
        """Where the files lie that the program finds by itself."""
        if self.system == "darwin":
            return self.root / "Contents" / "Frameworks"
        return self.root / "_internal"

    @property
    def models(self) -> Path:
        """Where models lie that come with the program."""
        return self.inside / "resources" / "models"


@dataclass(frozen=True, slots=True)
class About:
    """What the texts around the program say.

    Args:
        version: of the program.
        released: when.
        publisher: whose build it is.
    """

    version: str
    released: date
    publisher: Publisher

    @property
    def package_version(self) -> str:
        """What package managers compare; a local build comes before the release of its number."""
        return self.version if self.publisher.is_release else f"{self.version}~local"

    @property
    def file_version(self) -> str:
        """What stands in the names of files."""
        return self.package_version.replace("~", "-")
