"""Who publishes a build: the one place where a release gets its maintainer and its page.

A release takes both from its environment and stops without them. A build on somebody's own computer
is nobody's release: its version says so, and it names the project and no address that exists.
Imports nothing of Foreword, so that any Python will do.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

MAINTAINER_VARIABLE = "FOREWORD_MAINTAINER"
"""Name and address, as Debian has them: `Somebody <somebody@somewhere.org>`."""
HOMEPAGE_VARIABLE = "FOREWORD_HOMEPAGE"
"""Where releases are to be had; a check for updates asks below it."""
PROJECT = "The Foreword project"
LOCAL_ADDRESS = "local-build@foreword.invalid"
"""Of a name that is reserved for addresses that lead nowhere."""

_MAINTAINER = re.compile(r"([^<>@]+?) <([^<>@\s]+@[^<>@\s]+\.[A-Za-z]{2,})>")
_HOMEPAGE = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?")
_NOWHERE = (".example", ".invalid", ".localhost", ".test")


class PublisherError(Exception):
    """What a release lacks, as a sentence."""


@dataclass(frozen=True, slots=True)
class Publisher:
    """Whose build it is.

    Args:
        name: of a person or a project.
        address: where mail about it goes.
        homepage: where it is to be had; empty where that is not known.
        is_release: whether it is made for others.
    """

    name: str
    address: str
    homepage: str
    is_release: bool

    @property
    def maintainer(self) -> str:
        """Name and address in one."""
        return f"{self.name} <{self.address}>"


def publisher(environ: Mapping[str, str], *, is_release: bool) -> Publisher:
    """Read who publishes a build.

    Args:
        environ: has `MAINTAINER_VARIABLE` and `HOMEPAGE_VARIABLE`, which a local build may lack.
        is_release: whether it is made for others.

    Raises:
        PublisherError: a release lacks one of them, or it cannot be what it should.
    """
    maintainer = environ.get(MAINTAINER_VARIABLE, "").strip()
    homepage = environ.get(HOMEPAGE_VARIABLE, "").strip()
    if is_release:
        for name, value in ((MAINTAINER_VARIABLE, maintainer), (HOMEPAGE_VARIABLE, homepage)):
            if not value:
                raise PublisherError(
                    f"A release needs {name} in its environment; without --release the build is "
                    "marked as a local one."
                )
    found = _MAINTAINER.fullmatch(maintainer or f"{PROJECT} <{LOCAL_ADDRESS}>")
    if found is None or (is_release and found[2].lower().endswith(_NOWHERE)):
        raise PublisherError(
            f"{MAINTAINER_VARIABLE} is to be a name and an address that mail reaches, such as "
            f"Somebody <somebody@somewhere.org>, and not {maintainer}."
        )
    if homepage and _HOMEPAGE.fullmatch(homepage) is None:
        raise PublisherError(
            f"{HOMEPAGE_VARIABLE} is to be an address that begins with https://, and not "
            f"{homepage}."
        )
    return Publisher(found[1], found[2], homepage, is_release)
