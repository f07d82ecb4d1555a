"""`foreword models get` and `token`: download a model, with a token where a hub wants one.

A token is typed unseen or read from standard input; it is never an argument, which other programs
could read, and goes nowhere but into the system's key store, and only if that is wished.
"""

import argparse
import getpass
import sys
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from engine import AccessDenied, ModelSpec
from engine.console.download_line import DownloadLine
from engine.console.tables import write_json
from engine.console.terminal import Terminal
from engine.library import Library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_actions(actions: "Subparsers", run: Callable[[argparse.Namespace], int]) -> None:
    """Describe the actions' words and options."""
    action = actions.add_parser("get", help="download a model, or go on with a download")
    action.add_argument(
        "id",
        help="a name of the list; OWNER/NAME, OWNER/NAME:Q4_K_M, OWNER/NAME/FILE.gguf or a page "
        "of the hub",
    )
    action.add_argument(
        "--token", action="store_true", help="ask for an access token, used this once"
    )
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_get)

    action = actions.add_parser(
        "token", help="keep an access token for the hub in the system's key store, or forget it"
    )
    action.add_argument("--forget", action="store_true", help="forget the one that is kept")
    action.set_defaults(run=run, action=_token)


def _get(library: Library, args: argparse.Namespace) -> int:
    if args.token:
        library.hub.access.tokens.lend(library.hub.host, _ask_for_token(library.hub.host))
    try:
        spec = _fetch(library, args.id)
    except AccessDenied as error:
        # Only a person at a terminal can answer, and one who was asked already has.
        if args.token or not sys.stdin.isatty():
            raise
        print(error, file=sys.stderr)
        library.hub.access.tokens.lend(library.hub.host, _ask_for_token(library.hub.host))
        spec = _fetch(library, args.id)
    if args.json:
        write_json({"id": spec.id, "path": str(spec.path), "sha256": spec.digest})
    else:
        Terminal(sys.stdout).line(str(spec.path))
    return 0


def _fetch(library: Library, id: str) -> ModelSpec:
    with closing(DownloadLine(sys.stderr)) as line:
        return library.get(id, progress=line.show)


def _token(library: Library, args: argparse.Namespace) -> int:
    host, tokens = library.hub.host, library.hub.access.tokens
    if args.forget:
        was_there = tokens.forget(host)
        print(f"The token for {host} is forgotten." if was_there else f"None is kept for {host}.")
        return 0
    tokens.keep(host, _ask_for_token(host))
    print(f"The token for {host} is in the system's key store. It is sent to {host} only.")
    return 0


def _ask_for_token(host: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(f"Access token for {host}: ")
    return sys.stdin.readline()
