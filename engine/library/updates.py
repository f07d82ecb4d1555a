"""Whether there is a newer Foreword: one small file, asked for only when the user wants it.

Nothing but the address is sent. What comes back is read within bounds and never run; where it
leads is the homepage that the build wrote down, whatever the file says.
"""

import json
import re

from engine.errors import DownloadRefused, NamesNoVersion, NoNetwork
from engine.library.online import Online
from engine.library.transfer import open_client, read_answer

FEED = "download/latest.json"
_MAX_FEED_BYTES = 65_536
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")


def newer_version(homepage: str, current: str, *, is_offline: bool = False) -> str | None:
    """Ask which version is the newest.

    Args:
        homepage: where releases are to be had; the feed lies below it.
        current: this one's version.
        is_offline: what the settings say; the environment may forbid it as well.

    Returns:
        The newest version if it is newer than this one, or None.

    Raises:
        Offline: nothing may be fetched.
        NoNetwork: nobody answered.
        DownloadRefused: there is no such file.
        NamesNoVersion: it says something else.
    """
    Online(is_offline=is_offline).check()
    import httpx2

    url = f"{homepage.rstrip('/')}/{FEED}"
    try:
        with open_client() as client:
            answer = read_answer(url, client=client, headers={}, most_bytes=_MAX_FEED_BYTES)
    except ValueError as error:
        raise NamesNoVersion(url) from error
    except httpx2.RequestError as error:
        raise NoNetwork(url, str(error)) from error
    if answer.status_code != 200:
        raise DownloadRefused(url, answer.status_code)
    text = answer.content.decode("utf-8", errors="replace")
    try:
        found = json.loads(text)["version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NamesNoVersion(url) from error
    if not isinstance(found, str) or not _VERSION.fullmatch(found):
        raise NamesNoVersion(url)
    return found if _numbers(found) > _numbers(current) else None


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", version)[:4]]
    return tuple(numbers + [0] * (4 - len(numbers)))
