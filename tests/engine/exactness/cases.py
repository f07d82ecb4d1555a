"""Which settings are tried together: every pair of values of any two factors, few cases in all.

Faults of a rule come from one setting or from two that meet; all pairs cover those with a
fraction of the full product.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, TypeVar

from engine.params import SamplingParams, SamplingRule
from tests.engine.exactness.chains import END, Case, Drafting

Value = TypeVar("Value")

LOOKAHEADS = (1, 2, 4, 7, None)
TEMPERATURES = (0.5, 1.0, 1.5)
SHAPES: Mapping[str, Mapping[str, Any]] = {
    "whole": {},
    "top-k": {"top_k": 5},
    "top-p": {"top_p": 0.85},
    "min-p": {"min_p": 0.1},
}
CONTEXTS: Mapping[str, Mapping[str, Any]] = {
    "no context": {},
    "repetition penalty": {"repetition_penalty": 1.6},
    "repetition reward": {"repetition_penalty": 0.6},
    "presence penalty": {"presence_penalty": 1.5},
    "frequency penalty": {"frequency_penalty": -0.8},
    "no repeated n-gram": {"no_repeat_ngram": 2},
    "logit bias": {"logit_bias": ((5, 1.5), (END, -2.0))},
    # The letters of ids 2 and 3, 7 and 9, and of id 0 alone.
    "banned words": {"banned_words": ("cd", "hj", "a")},
    "min new tokens": {"min_new_tokens": 2},
    "everything": {
        "repetition_penalty": 1.2,
        "presence_penalty": 0.4,
        "frequency_penalty": 0.3,
        "no_repeat_ngram": 3,
        "logit_bias": ((4, 1.0),),
        "banned_words": ("dg",),
        "min_new_tokens": 1,
    },
}
RULES = tuple(SamplingRule)
DRAFTINGS = tuple(Drafting)
Choice = tuple[Any, ...]


def few_cases() -> dict[str, Case]:
    """All pairs of lookahead, drafter, temperature and shape; contexts and rules take turns."""
    chosen = covering((LOOKAHEADS, DRAFTINGS, TEMPERATURES, tuple(SHAPES)))
    contexts = list(CONTEXTS)
    # Three replies in four are judged by the rejection rule, whose randomness has more to get
    # wrong; the coupled rule is also held to the very same text elsewhere.
    rules = [SamplingRule.COUPLED if n % 4 == 3 else SamplingRule.REJECTION for n in range(100)]
    rest = [(contexts[n % len(contexts)], rules[n]) for n in range(len(chosen))]
    return dict(_named((*choice, *more)) for choice, more in zip(chosen, rest, strict=True))


def many_cases() -> dict[str, Case]:
    """All pairs of everything."""
    factors = (LOOKAHEADS, tuple(CONTEXTS), DRAFTINGS, RULES, TEMPERATURES, tuple(SHAPES))
    chosen = covering(factors)
    return dict(_named((k, d, t, s, c, r)) for k, c, d, r, t, s in chosen)


def covering(factors: Sequence[Sequence[Any]]) -> list[Choice]:
    """Choose few combinations such that any two values of two factors meet in one.

    Greedy, and the same each time: the next choice is the first with the most pairs that are new.
    """
    missing = {pair for choice in product(*factors) for pair in _pairs(choice)}
    chosen = []
    while missing:
        best = max(product(*factors), key=lambda choice: len(missing & set(_pairs(choice))))
        missing -= set(_pairs(best))
        chosen.append(best)
    return chosen


def _pairs(choice: Choice) -> Iterator[tuple[tuple[int, Any], ...]]:
    return combinations(enumerate(choice), 2)


def _named(choice: Choice) -> tuple[str, Case]:
    count, drafting, temperature, shape, context, rule = choice
    params = SamplingParams(temperature=temperature, rule=rule)
    params = replace(params, **SHAPES[shape], **CONTEXTS[context])
    k = "auto" if count is None else count
    name = f"K {k}, {drafting}, T {temperature:g}, {shape}, {context}, {rule}"
    return name, Case(count, drafting, params)
