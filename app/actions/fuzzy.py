"""Finds what somebody means by a few letters: all of them, in order, best where words begin."""

import unicodedata

_RUN, _START, _FIRST = 6, 10, 4


def score(pattern: str, text: str) -> int | None:
    """Judge how well a text answers to letters typed for it, or None where it does not.

    Letters in a row and at the beginnings of words count most; case, accents and spaces do not
    matter.

    Args:
        pattern: what was typed.
        text: what it is held against.
    """
    letters = _plain(pattern).replace(" ", "")
    plain = _plain(text)
    if not letters:
        return 0
    best: int | None = None
    for start, letter in enumerate(plain):
        if letter == letters[0]:
            found = _score_from(letters, plain, start)
            if found is not None and (best is None or found > best):
                best = found
    return best


def _score_from(letters: str, plain: str, start: int) -> int | None:
    total = _FIRST if start == 0 else 0
    place, previous = start, -2
    for letter in letters:
        place = _next(plain, letter, place, previous)
        if place < 0:
            return None
        total += 1
        if place == previous + 1:
            total += _RUN
        if place == 0 or not plain[place - 1].isalnum():
            total += _START
        previous = place
        place += 1
    # Of two that answer alike the shorter one is meant.
    return total * 100 - len(plain)


def _next(plain: str, letter: str, place: int, previous: int) -> int:
    found = plain.find(letter, place)
    if found < 0 or found == previous + 1:
        return found
    # A word that begins with the letter is a better place than the middle of one.
    later = plain.find(f" {letter}", place - 1 if place else 0)
    return later + 1 if later >= 0 else found


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
