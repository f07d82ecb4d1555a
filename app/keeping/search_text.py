"""How a text is cut into words for the search, and a question to it likewise.

The index of SQLite takes a run of letters for a word. Chinese, Japanese, Thai and their like write
no spaces, so that every character of theirs is made a word here, and words in a row are asked for.
Pure functions of text; knows no database.
"""

import re
import unicodedata
from dataclasses import dataclass

# Marks a word's end and is no letter, yet shows as nothing where a piece of the index is shown.
SEAM = "\u200b"

# Thai and Lao, Burmese, Khmer, kana, Chinese characters.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
# Vowels of Hebrew and Arabic that are seldom written, and the stroke that only fills a line.
_POINTS = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_PIECES = re.compile(r'"([^"]+)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the index.

    Args:
        match: in the language of FTS5; empty where no piece has a letter or a digit.
        patterns: for LIKE with `\\` as escape, every one of which has to fit as well.
        pieces: what was typed, in the form that is indexed.
    """

    match: str
    patterns: tuple[str, ...]
    pieces: tuple[str, ...]

    @property
    def loose(self) -> tuple[str, ...]:
        """For LIKE: the pieces anywhere, inside of words too."""
        return tuple(_anywhere(piece) for piece in self.pieces)


def searchable(text: str) -> str:
    """Give a text as it is indexed: one form for each letter, and seams between words."""
    text = _POINTS.sub("", unicodedata.normalize("NFKC", text))
    return _UNSPACED.sub(lambda found: f"{SEAM}{SEAM.join(found.group())}{SEAM}", text)


def question(typed: str) -> Question:
    """Turn what somebody typed into a question: all words, in any order, as beginnings of words.

    Words between quotation marks are looked for as they stand. A piece with signs in it, as `c++`,
    is also looked for to the letter, since the index knows no signs.
    """
    terms: list[str] = []
    patterns: list[str] = []
    pieces: list[str] = []
    for quoted, single in _PIECES.findall(typed):
        piece = searchable(quoted or single).strip(SEAM)
        if not piece:
            continue
        has_words = any(_is_of_word(character) for character in piece)
        has_signs = not all(_is_of_word(c) or c in (SEAM, " ") for c in piece)
        pieces.append(piece)
        if has_signs:
            patterns.append(_anywhere(piece))
        if has_words:
            escaped = piece.replace('"', '""')
            may_go_on = not quoted and _is_of_word(piece[-1])
            terms.append(f'"{escaped}"{" *" if may_go_on else ""}')
    return Question(" ".join(terms), tuple(patterns), tuple(pieces))


def _is_of_word(character: str) -> bool:
    # As the tokenizer is told in the migration.
    category = unicodedata.category(character)
    return category[0] in "LN" or category in ("Co", "Mn", "Mc")


def _anywhere(piece: str) -> str:
    # LIKE takes % and _ as wildcards, which a person who searches does not mean.
    plain = piece.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{plain}%"
