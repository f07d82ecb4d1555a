"""A title for a new chat, from its first message, without asking a model.

The first sentence that says something, without the signs of Markdown; code alone is called what it
is. A pure function.
"""

import re

LONGEST = 60
_SHORTEST_SENTENCE = 12
# No title needs more of a message than this, and a message may be a whole file.
_READ_CHARACTERS = 4000
_LINE_CHARACTERS = 300

_FENCE = re.compile(
    r"^[ \t]*(```+|~~~+)[ \t]*([\w+#.-]*)[^\n]*\n(.*?)(?:^[ \t]*\1|\Z)", re.M | re.S
)
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+[^)]*\)")
_LINE_START = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)"
)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|~~|`+)(?=\S)(.+?)(?<=\S)\1")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
# A full stop ends a sentence where a space follows; those of Chinese and Japanese need none.
_SENTENCE_END = re.compile(
    r"[.!?\u2026]+[\"')\u201d\u2019\u00bb]*(?=\s)|[\u3002\uff01\uff1f]+|[\u061f\u0964]"
)
_ABBREVIATION = re.compile(
    r"(?:^|\s)(?:\w|e\.g|i\.e|etc|vs|Mr|Mrs|Ms|Dr|St|No|z\. ?B|ca|bzw|u\. ?a)\.$"
)
_DEFINED = re.compile(
    r"\b(?:def|class|function|fn|func|struct|interface|enum|trait|module|CREATE TABLE)\s+([\w.]+)",
)


def title_of(text: str) -> str:
    """Give a title of at most `LONGEST` characters; empty for a text that says nothing."""
    text = text[:_READ_CHARACTERS].strip()
    prose = _FENCE.sub("\n", text)
    for line in prose.splitlines():
        words = _plain(line.strip()[:_LINE_CHARACTERS])
        if any(character.isalnum() for character in words):
            return _cut(_first_sentence(words))
    fence = _FENCE.search(text)
    if fence is not None:
        return _of_code(fence.group(2), fence.group(3))
    return _cut(" ".join(text.split()))


def _plain(line: str) -> str:
    if _RULE.match(line):
        return ""
    while (shorter := _LINE_START.sub("", line)) != line:
        line = shorter
    line = _LINK.sub(r"\1", _IMAGE.sub(r"\1", line))
    while (shorter := _EMPHASIS.sub(r"\2", line)) != line:
        line = shorter
    return " ".join(line.replace("|", " ").split())


def _first_sentence(line: str) -> str:
    for end in _SENTENCE_END.finditer(line):
        sentence = line[: end.end()]
        if len(sentence) >= _SHORTEST_SENTENCE and not _ABBREVIATION.search(sentence):
            # A question keeps its mark, which is part of what it says.
            return sentence.rstrip(".\u3002 ") if not sentence.endswith("...") else sentence
    return line.rstrip(".\u3002:") if not line.endswith("...") else line


def _cut(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    head = line[: LONGEST + 1]
    words = head.rsplit(" ", 1)[0]
    # Where no spaces are written, or one word is very long, it is cut between characters.
    kept = words if len(words) > LONGEST // 2 and words != head else line[: LONGEST - 1]
    return f"{_whole(kept).rstrip(' ,;:.-')}\u2026"


def _whole(text: str) -> str:
    # An emoji of several parts is not cut in the middle.
    return re.sub(r"[\u200d\ufe0f\U0001f3fb-\U0001f3ff]+$", "", text)


def _of_code(language: str, code: str) -> str:
    name = _DEFINED.search(code)
    kind = language or "Code"
    if name is not None:
        return _cut(f"{kind}: {name.group(1)}")
    lines = [" ".join(line.split()) for line in code.splitlines()]
    first = next((line for line in lines if any(c.isalnum() for c in line)), "")
    return _cut(f"{kind}: {first}") if first else kind
