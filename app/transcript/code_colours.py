"""Which parts of a code block take which colour, told by Pygments.

A lexer takes a while to be made the first time, so the usual ones are made ahead, off the GUI
thread.
"""

import threading
from collections.abc import Iterator
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

MAX_COLOURED = 20_000
"""Longer code stays plain: it is data more often than code."""
MAX_AT_ONCE = 1_500
"""Characters that are coloured in one step."""
USUAL = (
    *("python", "bash", "json", "javascript", "typescript", "html", "css", "sql", "c", "cpp"),
    *("rust", "go", "java", "yaml", "diff", "toml", "markdown"),
)

_ROLES: tuple[tuple[_TokenType, str], ...] = (
    (Token.Comment, "code_comment"),
    (Token.Keyword, "code_keyword"),
    (Token.Operator.Word, "code_keyword"),
    (Token.Literal.String, "code_string"),
    (Token.Literal.Number, "code_number"),
    (Token.Name.Function, "code_name"),
    (Token.Name.Class, "code_name"),
    (Token.Name.Tag, "code_keyword"),
    (Token.Name.Attribute, "code_name"),
    (Token.Name.Decorator, "code_name"),
    (Token.Generic.Inserted, "code_string"),
    (Token.Generic.Deleted, "code_number"),
    (Token.Generic.Heading, "code_name"),
)


_MAKING = threading.Lock()
"""Pygments does not expect one lexer to be made twice at the same time."""


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    with _MAKING:
        try:
            return get_lexer_by_name(language, stripnl=False, ensurenl=False)
        except ClassNotFound:
            return None


def preload_lexers() -> None:
    """Make the usual lexers; call it on a thread that nobody waits for."""
    for language in USUAL:
        _lexer(language)


def colours(code: str, language: str) -> Iterator[list[tuple[int, int, str]]]:
    """Give start, end (characters) and palette field of each part that is not plain text.

    A language nobody knows, and code above `MAX_COLOURED`, have none.

    Yields:
        Those of about `MAX_AT_ONCE` characters.
    """
    lexer = _lexer(language.lower()) if language and len(code) <= MAX_COLOURED else None
    if lexer is None:
        return
    found: list[tuple[int, int, str]] = []
    due = MAX_AT_ONCE
    for start, kind, value in lexer.get_tokens_unprocessed(code):
        role = next((role for parent, role in _ROLES if kind[: len(parent)] == parent), "")
        if role and value:
            found.append((start, start + len(value), role))
        if start >= due:
            yield found
            found, due = [], start + MAX_AT_ONCE
    if found:
        yield found
