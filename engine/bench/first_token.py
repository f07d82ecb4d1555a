"""How long a long pasted text takes to be answered, here and in llama.cpp.

The text is cut to a number of tokens and read from its beginning each time; both take turns. Pure
wording besides the order of runs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from engine.bench.llama_cpp import LlamaCpp
from engine.bench.prompts import Kind, bench_prompts
from engine.bench.runs import RivalFailed, Tell, begin_anew, whole_turn
from engine.commands import CountTokens, Generate
from engine.errors import PromptTooLong
from engine.events import TokensCounted
from engine.handling import EngineLike, carry_out
from engine.params import Controls, Message, Role, SamplingParams

_QUESTION = "What is the following text about? Answer in one sentence.\n\n"
_ONE_TOKEN = SamplingParams(max_new_tokens=1)
_SPARE_TOKENS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstToken:
    """What was found.

    Args:
        num_prompt_tokens: how long the prompt is.
        seconds: of each repeat, up to the first token.
        llama_seconds: the reading of as many tokens by llama.cpp in the same repeats, or nothing.
        note: why there is nothing, in a sentence, or "".
    """

    num_prompt_tokens: int
    seconds: Sequence[float]
    llama_seconds: Sequence[float]
    note: str = ""

    @property
    def ratios(self) -> list[float]:
        """Ours over llama.cpp's in each repeat, the least first."""
        return sorted(
            ours / theirs for ours, theirs in zip(self.seconds, self.llama_seconds, strict=False)
        )

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            "num_prompt_tokens": self.num_prompt_tokens,
            "seconds": list(self.seconds),
            "llama_seconds": list(self.llama_seconds),
            "over_llama": median(self.ratios) if self.ratios else None,
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        text = f"First token after {self.num_prompt_tokens:,} pasted tokens: "
        text += f"{median(self.seconds):.2f} s"
        if self.ratios:
            text += (
                f"; llama.cpp reads as many in {median(self.llama_seconds):.2f} s: "
                f"{median(self.ratios):.2f} times that "
                f"({self.ratios[0]:.2f}..{self.ratios[-1]:.2f})"
            )
        yield f"{text}."
        if self.note:
            yield self.note


def measure_first_token(
    engine: EngineLike,
    num_tokens: int,
    *,
    num_repeats: int,
    llama: LlamaCpp | None,
    target: Path,
    tell: Tell,
) -> FirstToken:
    """Paste a text and wait for the first token, again and again.

    Args:
        engine: with its models loaded, and warm.
        num_tokens: about how long the prompt is to be; shorter where the context is.
        num_repeats: 1 or more.
        llama: reads as many tokens in turn, or None.
        target: the model's file, for it.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    text = _text_of(engine, num_tokens)
    seconds: list[float] = []
    theirs: list[float] = []
    length, note = 0, ""
    for repeat in range(num_repeats):
        tell(f"first token, {repeat + 1} of {num_repeats}")
        begin_anew(engine)
        command = Generate(
            turn_id=1,
            messages=(Message(Role.USER, text),),
            sampling=_ONE_TOKEN,
            controls=Controls(),
        )
        started, finished = whole_turn(engine, command)
        length = started.num_prompt_tokens
        seconds.append(finished.stats.time_to_first_token_s)
        if llama is None or note:
            continue
        try:
            theirs.append(llama.read_seconds(target, length))
        except RivalFailed as error:
            note = f"llama.cpp's reading was left out: {error}."
    return FirstToken(num_prompt_tokens=length, seconds=seconds, llama_seconds=theirs, note=note)


def _text_of(engine: EngineLike, num_tokens: int) -> str:
    """Paste texts one after the other, as many words as make a prompt of that length."""
    words = [
        f"{word} "
        for prompt in bench_prompts([Kind.SUMMARY, Kind.EDIT])
        for word in prompt.text.split()
    ]
    # Found by doubling, then halving: a count is cheap, a pass is not, nor a text of any length.
    low, high = 1, 2
    while high < 2 * num_tokens and _fits(engine, _pasted(words, high), num_tokens):
        low, high = high, 2 * high
    while low < high:
        middle = (low + high + 1) // 2
        if _fits(engine, _pasted(words, middle), num_tokens):
            low = middle
        else:
            high = middle - 1
    return _pasted(words, low)


def _pasted(words: Sequence[str], num_words: int) -> str:
    return _QUESTION + "".join(islice(cycle(words), num_words))


def _fits(engine: EngineLike, text: str, num_tokens: int) -> bool:
    """Whether a prompt is no longer than wanted, and leaves room in the context."""
    command = CountTokens(messages=(Message(Role.USER, text),), sampling=_ONE_TOKEN)
    try:
        (counted,) = carry_out(engine, command)
    except PromptTooLong:
        return False
    if not isinstance(counted, TokensCounted):
        raise RuntimeError("a count was answered with something else")
    return counted.num_tokens <= min(num_tokens, counted.context_length - _SPARE_TOKENS)
