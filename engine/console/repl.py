"""The keyboard side of `foreword chat`: lines in, a few commands, answers out."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress

from engine import EngineError
from engine.console.conversation import Conversation
from engine.console.terminal import Style, Terminal

ReadLine = Callable[[str], str]
"""Asks for a line under a prompt; raises EOFError at the end."""

_PROMPT, _MORE = "> ", ". "
_COMMAND = re.compile(r"/[a-z]+(\s+\S+)?\s*")
_HELP = """\
/new                  forget what was said and begin anew
/speculation on|off   let drafts write ahead, or not
/quit                 leave; so does Ctrl-D
A line that ends with \\ goes on in the next one. Ctrl-C stops a reply."""


def converse(conversation: Conversation, *, errors: Terminal, read_line: ReadLine) -> None:
    """Answer lines until they end, or Ctrl-C is pressed while none is being answered."""
    while True:
        try:
            text = _read(read_line)
        except (EOFError, KeyboardInterrupt):
            if errors.is_terminal:
                errors.line("")
            return
        if _COMMAND.fullmatch(text):
            if not _obey(text.split(), conversation, errors):
                return
        elif text.strip():
            try:
                conversation.answer(text)
            except EngineError as error:
                errors.line(str(error))


def keyboard() -> ReadLine:
    """Make a reader of standard input, with editing of lines where it is a terminal."""
    is_typed = sys.stdin.isatty()
    if is_typed:
        with suppress(ImportError):  # Windows has none, and edits lines by itself
            import readline  # noqa: F401

    def read_line(prompt: str) -> str:
        if is_typed and not sys.stdout.isatty():
            # `input` would write the prompt among the replies.
            print(prompt, end="", file=sys.stderr, flush=True)
        return input(prompt if is_typed and sys.stdout.isatty() else "")

    return read_line


def _read(read_line: ReadLine) -> str:
    line = read_line(_PROMPT)
    text = ""
    while line.endswith("\\"):
        text += line[:-1] + "\n"
        line = read_line(_MORE)
    return text + line


def _obey(words: list[str], conversation: Conversation, errors: Terminal) -> bool:
    """Carry out a command; False is the wish to leave."""
    match words:
        case ["/quit"] | ["/exit"]:
            return False
        case ["/help"]:
            errors.line(_HELP, Style.FAINT)
        case ["/new"]:
            conversation.forget()
            errors.line("A new conversation.", Style.FAINT)
        case ["/speculation", ("on" | "off") as state]:
            conversation.speculate = state == "on"
            errors.line(f"Speculation is {state} from the next reply on.", Style.FAINT)
        case _:
            errors.line(f"{' '.join(words)} is not a command: /help lists them.")
    return True
