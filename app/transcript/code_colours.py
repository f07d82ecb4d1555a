"""Which parts of a code block take which colour, told by Pygments."""

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

MAX_COLOURED = 20_000
"""Longer code stays plain: colouring it would hold up the window."""

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


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def colours(code: str, language: str) -> list[tuple[int, int, str]]:
    """Give start, end (characters) and palette field of each part that is not plain text.

    A language nobody knows, and code above `MAX_COLOURED`, have none.
    """
    lexer = _lexer(language.lower()) if language and len(code) <= MAX_COLOURED else None
    if lexer is None:
        return []
    found = []
    for start, kind, value in lexer.get_tokens_unprocessed(code):
        role = next((role for parent, role in _ROLES if kind[: len(parent)] == parent), "")
        if role and value:
            found.append((start, start + len(value), role))
    return found
