"""How models are named: repositories and files of a hub, and the folders they become here.

Pure text. Whatever is read from a person, a page or a hub becomes the name of a file on this
machine only through this module, so that nothing climbs, hides or means another thing on Windows.
"""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_HUB_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co"})
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_QUANTIZATION = re.compile(r"[A-Za-z0-9_]{2,16}")
# Beside what Windows refuses: half a character, and what turns the direction of writing, so that
# one name could be shown as another.
_FORBIDDEN = re.compile(
    r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]'
)
_RESERVED = frozenset(
    {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
    | {f"{name}{n}" for name in ("COM", "LPT") for n in "123456789¹²³"}
)
_LONGEST_BYTES = 200
_USUAL_PORTS = {"http": ":80", "https": ":443"}
_MOST_SAME = 1_000
_TAKEN = frozenset({"imported.json"})
"""What lies in the library's folder beside the models."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubName:
    """A model of a hub, as a person named it.

    Args:
        repo: owner and name, "owner/name".
        file: a GGUF file's path in the repository, or empty.
        quantization: which of several files is meant, such as "Q4_K_M", or empty.
        revision: a branch, tag or commit.
    """

    repo: str
    file: str = ""
    quantization: str = ""
    revision: str = "main"

    @property
    def id(self) -> str:
        """The one way to write it."""
        text = self.repo if self.revision == "main" else f"{self.repo}@{self.revision}"
        if self.file:
            return f"{text}/{self.file}"
        return f"{text}:{self.quantization}" if self.quantization else text


def parse_hub_name(text: str, *, endpoint: str = "") -> HubName | None:
    """Read "owner/name", "owner/name:Q4_K_M", "owner/name/file.gguf" or a page of the hub.

    Args:
        text: what a person typed or pasted.
        endpoint: the address of a further hub whose pages are understood.

    Returns:
        None for anything else.
    """
    path = _path_of(text.strip(), endpoint)
    if path is None:
        return None
    segments = [unquote(segment) for segment in path.rstrip("/").split("/")]
    if len(segments) < 2:
        return None
    owner, name, *rest = segments
    revision = "main"
    if len(rest) >= 2 and rest[0] in ("blob", "resolve", "tree", "raw"):
        revision, rest = rest[1], rest[2:]
    name, _, stated = name.partition("@")
    revision = stated or revision
    name, _, quantization = name.partition(":")
    file = "/".join(rest)
    if not (_PLAIN.fullmatch(owner) and _PLAIN.fullmatch(name) and _PLAIN.fullmatch(revision)):
        return None
    if quantization and (file or not _QUANTIZATION.fullmatch(quantization)):
        return None
    if file and not (file.lower().endswith(".gguf") and all(map(is_safe_file_name, rest))):
        return None
    return HubName(
        repo=f"{owner}/{name}", file=file, quantization=quantization.upper(), revision=revision
    )


def is_safe_file_name(name: str) -> bool:
    """Say whether a name can be a file's on every system, and stays inside its folder."""
    stem = name.partition(".")[0].strip()
    return (
        bool(name)
        and not name.startswith((".", " "))
        and not name.endswith((".", " "))
        and _FORBIDDEN.search(name) is None
        and stem.upper() not in _RESERVED
        and len(name.encode()) <= _LONGEST_BYTES
    )


def is_plain_name(name: str) -> bool:
    """Say whether a name is that of a file right in its folder, odd as it may be otherwise."""
    return name == Path(name).name and name not in ("", "..") and "\0" not in name


def local_file_name(path: str) -> str:
    """Give the name that a file of a repository has on this machine.

    Composed letters, so that the same name typed on another system is the same file here.
    """
    return unicodedata.normalize("NFC", path.rsplit("/", 1)[-1])


def folder_name(id: str) -> str:
    """Give the folder of a model; two ids never share one.

    An id that is not written in the plain letters of a hub's repositories gets a mark of its own,
    since what is left of it could be another's.
    """
    name = id.replace("/", "--")
    is_plain = re.fullmatch(r"[A-Za-z0-9._+-]+", name) and is_safe_file_name(name)
    has_one_reading = id.count("/") <= 2 and not re.search(r"--|-/|/-", id)
    if is_plain and has_one_reading and name.lower() not in _TAKEN:
        return name
    plain = re.sub(r"[^A-Za-z0-9._+-]+", "_", name)[:80].strip(".")
    mark = hashlib.sha256(id.encode(errors="surrogatepass")).hexdigest()[:10]
    return f"{plain}-{mark}"


def free_id(name: str, taken: frozenset[str]) -> str:
    """Make an id of a name that no other model has, in whatever case it is written."""
    # Without dots at its ends: "." and ".." are folders of their own.
    base = "-".join(name.replace(":", "-").replace("/", "-").split()).strip(".") or "model"
    used = {other.casefold() for other in taken}
    return next((each for each in _numbered(base) if each.casefold() not in used), base)


def unused_name(name: str, taken: frozenset[str]) -> str:
    """Add a number to a name that another model has, written just so."""
    return next((each for each in _numbered(name) if each not in taken), name)


def _numbered(base: str) -> Iterator[str]:
    yield base
    yield from (f"{base}-{number}" for number in range(2, _MOST_SAME))


def host_of(address: str) -> str:
    """Give the host of an address, with its port unless it is the usual one; empty where none is.

    Without a name and a password in it, which are nobody else's business.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2].lower()
    return host.removesuffix(_USUAL_PORTS.get(parts.scheme, ""))


def _path_of(text: str, endpoint: str) -> str | None:
    """The path of a page of a hub, or the text itself where it is no address."""
    if "://" in text:
        try:
            address = urlsplit(text)
        except ValueError:
            return None
        hosts = _HUB_HOSTS | {host_of(endpoint or os.environ.get("HF_ENDPOINT", ""))}
        return address.path.lstrip("/") if host_of(text) in hosts - {""} else None
    first, _, rest = text.partition("/")
    return rest if first in _HUB_HOSTS else text
