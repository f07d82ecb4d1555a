"""A long answer with all that is hard to show: tables, code in three languages, formulas, lists."""

import random

NUM_CHARS = 60_000

_PARTS = (
    "A paragraph with **bold** words, `code` and $x_{i+1} = x_i - \\frac{f(x_i)}{f'(x_i)}$ in it, "
    "and a second sentence that is long enough for the lines to wrap once or twice, "
    "whatever the width.\n\n",
    "## What follows from that\n\n",
    "- the first point, with *emphasis*\n- the second, with a [link](https://example.org/a)\n"
    "  - nested, with $O(n \\log n)$\n- [x] done\n\n",
    "| size | plain | drafted | ratio |\n|---:|---:|---:|:--|\n| 128 | 8.1 | 13.9 | $1.72$ |\n"
    "| 512 | 7.9 | 13.1 | $1.66$ |\n| 2048 | 7.2 | 11.8 | $1.64$ |\n\n",
    "```python\ndef merge(left: list[int], right: list[int]) -> list[int]:\n"
    '    """Merge two sorted lists."""\n    merged = []\n    while left and right:\n'
    "        merged.append((left if left[0] <= right[0] else right).pop(0))\n"
    "    return merged + left + right  # one of them is empty\n```\n\n",
    "$$\n\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}\n$$\n\n",
    "> Quoted words that go on for a while,\n> over two lines.\n\n",
    '```json\n{"name": "starter", "sizes": [128, 512, 2048], "ready": true}\n```\n\n',
    "1. first do this\n2. then do that, with `a_command --and=option`\n"
    "3. look at what came of it\n\n",
)


def long_answer(num_chars: int = NUM_CHARS) -> str:
    """Give at least so many characters, the same every time."""
    chance = random.Random(0)
    answer = ""
    while len(answer) < num_chars:
        answer += chance.choice(_PARTS)
    return answer
