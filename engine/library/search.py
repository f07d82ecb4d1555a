"""Search of a hub: which repositories there are, and which of their files could be run here.

One request a search and one a repository. What the hub tells is a publisher's word: it decides
what is shown, and what is fetched is judged again by its own bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.errors import BadModelFile, BadParameter, ModelNotFound
from engine.language import say
from engine.library.catalogue import HubSource
from engine.library.hub import Hub
from engine.library.hub_errors import hub_errors
from engine.library.names import parse_hub_name
from engine.library.repository import choose_files, stated_file
from engine.library.runnable import quantization_of, refusal_of_name
from engine.library.transfer import bearer, open_client, read_answer
from engine.models.families import FOLDER_TYPES, GGUF_ARCHITECTURES
from engine.models.own_code import own_code

_EXPANDED = ("config", "downloads", "gated", "gguf", "safetensors", "siblings", "tags")
_MOST_ASKED = 100
_GGUF_BYTES_A_PARAMETER = 0.6
"""Of a 4-bit file, about; the files' own sizes are only known when a repository is looked at."""
_TYPE_BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I8": 1, "U8": 1, "F8_E4M3": 1}


class ModelKind(StrEnum):
    """How a repository holds a model."""

    ANY = "any"
    GGUF = "gguf"
    FOLDER = "safetensors"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """What is looked for.

    Args:
        text: words of the repository's name.
        kind: how it is to be held.
        max_bytes: the largest download, None for any.
        licence: an identifier as the hub has it, such as "apache-2.0"; empty for any.
        has_all: whether to list also what cannot be run, with the reason.
        limit: the most to list, 1 .. 100.
    """

    text: str
    kind: ModelKind = ModelKind.ANY
    max_bytes: int | None = None
    licence: str = ""
    has_all: bool = False
    limit: int = 30

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= _MOST_ASKED:
            raise BadParameter("The number of results", str(self.limit), f"1 to {_MOST_ASKED}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundModel:
    """A repository as a search lists it.

    Args:
        repo: owner and name; what `get` is asked for.
        kind: how it holds its model.
        num_parameters: 0 where the hub does not say.
        size_bytes: about what is downloaded, 0 where unknown.
        licence: as the hub has it, or empty.
        is_gated: whether its licence has to be accepted first.
        num_downloads: in the last month.
        refusal: why it cannot be run here, as a clause; empty where it can.
    """

    repo: str
    kind: ModelKind
    num_parameters: int = 0
    size_bytes: int = 0
    licence: str = ""
    is_gated: bool = False
    num_downloads: int = 0
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """What can be fetched from a repository: one GGUF file, or its folder of safetensors.

    Args:
        id: what `get` is asked for.
        name: the file's, or "safetensors" for the folder.
        size_bytes: of the download.
        quantization: as the name states it, or empty.
        refusal: why it cannot be run here, as a clause; empty where it can.
    """

    id: str
    name: str
    size_bytes: int
    quantization: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRepository:
    """A repository that was looked at: what a search says of it, and what it holds."""

    model: FoundModel
    files: tuple[FoundFile, ...]


def search_hub(hub: Hub, query: SearchQuery) -> list[FoundModel]:
    """Search a hub, most downloaded first.

    Raises:
        Offline: nothing may be fetched.
        NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
    """
    hub.online.check()
    from huggingface_hub.errors import HfHubHTTPError
    from huggingface_hub.hf_api import ModelInfo

    parameters: list[tuple[str, str]] = [
        ("search", query.text),
        ("sort", "downloads"),
        ("limit", str(_MOST_ASKED)),
        *(("expand", name) for name in _EXPANDED),
    ]
    if query.kind is not ModelKind.ANY:
        parameters.append(("filter", query.kind.value))
    if query.kind is ModelKind.FOLDER:
        parameters.append(("pipeline_tag", "text-generation"))
    if query.licence:
        parameters.append(("filter", f"license:{query.licence.lower()}"))

    read: Any = ModelInfo  # its arguments are what a hub sends, whatever that is

    def ask(token: str | None) -> list[FoundModel]:
        with hub_errors(hub.access, "api/models", had_token=token is not None):
            with open_client() as client:
                address = f"{hub.access.address}/api/models"
                answer = read_answer(
                    address, client=client, params=parameters, headers=bearer(token)
                )
            if answer.status_code != 200:
                raise HfHubHTTPError("the search was refused", response=answer)
            return [_found(read(**{"siblings": None, **item})) for item in answer.json()]

    found = hub.access.try_with_token("api/models", ask)
    fitting = [
        model
        for model in found
        if (query.has_all or not model.refusal)
        and (query.kind in (ModelKind.ANY, model.kind))
        and (query.max_bytes is None or model.size_bytes <= query.max_bytes)
    ]
    return fitting[: query.limit]


def look_at(hub: Hub, repo: str) -> FoundRepository:
    """Ask what a repository holds, with the size of each download.

    Args:
        hub: is asked.
        repo: "owner/name", or the address of its page.

    Raises:
        ModelNotFound: it is not called like a repository.
        Offline: nothing may be fetched.
        NoNetwork, DownloadRefused: the hub could not be reached, or refuses.
    """
    name = parse_hub_name(repo, endpoint=hub.access.address)
    if name is None:
        raise ModelNotFound(repo)
    repo = name.repo
    info = hub.info(repo, revision=name.revision)
    with hub_errors(hub.access, repo):
        stated = map(stated_file, info.siblings or ())
        sizes = {file.path: file.size_bytes for file in stated}
        model = _found(info)
    files = [
        FoundFile(
            id=f"{repo}/{name}",
            name=name,
            size_bytes=size,
            quantization=quantization_of(name),
            refusal=_family_refusal(info) or refusal_of_name(name),
        )
        for name, size in sizes.items()
        if name.lower().endswith(".gguf")
    ]
    files.sort(key=lambda file: file.size_bytes)
    folder = _folder_of(repo, sizes, refusal=model.refusal)
    return FoundRepository(model=model, files=(*files, *folder))


def _folder_of(repo: str, sizes: Mapping[str, int], *, refusal: str) -> tuple[FoundFile, ...]:
    try:
        names = choose_files(HubSource(repo=repo), sorted(sizes))
    except (BadModelFile, BadParameter):
        return ()
    if not any(name.endswith(".safetensors") for name in names):
        return ()
    size_bytes = sum(sizes[name] for name in names)
    return (FoundFile(id=repo, name="safetensors", size_bytes=size_bytes, refusal=refusal),)


def _found(info: Any) -> FoundModel:
    names = [item.rfilename for item in info.siblings or ()]
    tags = [str(tag) for tag in info.tags or ()]
    gguf = info.gguf if isinstance(info.gguf, dict) else {}
    has_gguf = bool(gguf) or any(name.lower().endswith(".gguf") for name in names)
    kind = ModelKind.GGUF if has_gguf else ModelKind.FOLDER
    num_parameters, size_bytes = _size(info, gguf)
    return FoundModel(
        repo=str(info.id),
        kind=kind,
        num_parameters=num_parameters,
        size_bytes=size_bytes,
        licence=next((tag[8:] for tag in tags if tag.startswith("license:")), ""),
        is_gated=bool(info.gated),
        num_downloads=int(info.downloads or 0),
        refusal=_family_refusal(info) or _names_refusal(kind, names),
    )


def _size(info: Any, gguf: Mapping[str, Any]) -> tuple[int, int]:
    """Parameters, and about the bytes of a download; zeros where the hub does not say."""
    if gguf.get("total"):
        total = int(gguf["total"])
        return total, round(total * _GGUF_BYTES_A_PARAMETER)
    stated = info.safetensors
    by_type: Mapping[str, Any] = getattr(stated, "parameters", None) or {}
    size = sum(int(count) * _TYPE_BYTES.get(kind, 2) for kind, count in by_type.items())
    return int(getattr(stated, "total", 0) or 0), size


def _family_refusal(info: Any) -> str:
    gguf = info.gguf if isinstance(info.gguf, dict) else {}
    architecture = str(gguf.get("architecture", ""))
    if architecture:
        is_known = architecture in GGUF_ARCHITECTURES
        return "" if is_known else _unknown(architecture)
    config = info.config if isinstance(info.config, dict) else {}
    if config.get("quantization_config"):
        return say("its weights are packed in a way that cannot be read")
    code = own_code(config)
    if code:
        return say("it can only be run by code that lies in it ({code})").format(code=code)
    model_type = str(config.get("model_type", ""))
    if model_type and model_type not in FOLDER_TYPES:
        return _unknown(model_type)
    return ""


def _unknown(architecture: str) -> str:
    return say("its architecture, {architecture}, cannot be run yet").format(
        architecture=architecture
    )


def _names_refusal(kind: ModelKind, names: list[str]) -> str:
    """Why none of a repository's files would do; empty where one might, or none is known."""
    if not names:
        return ""
    if kind is ModelKind.GGUF:
        reasons = [refusal_of_name(name) for name in names if name.lower().endswith(".gguf")]
        return reasons[0] if reasons and all(reasons) else ""
    if not any(name.endswith(".safetensors") for name in names):
        return say("it holds no safetensors and no GGUF file")
    has_tokens = "tokenizer.json" in names or {"vocab.json", "merges.txt"} <= set(names)
    return "" if has_tokens else say("it has no tokenizer that can be read")
