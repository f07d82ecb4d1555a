"""The others: transformers and llama.cpp, each answering the prompts of a measurement.

Translates between a measurement's runs and their own words; knows neither how they decode nor
what their figures mean.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.bench.llama_cpp import LlamaCpp
from engine.bench.prompts import BenchPrompt
from engine.bench.runs import Plan, RivalFailed, Run, Side
from engine.bench.transformers_baseline import Baseline
from engine.models.gguf import GgufFile
from engine.models.tokenizer import Tokenizer


class TransformersRival:
    """transformers' own `generate`, plainly and with its assistant.

    Args:
        baseline: with its models loaded; a little is generated to warm it up.
    """

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline
        baseline.generate([0, 1], max_new_tokens=2, is_assisted=False)

    @property
    def sides(self) -> Sequence[Side]:
        """Assisted only where `generate` accepts the assistant."""
        if self._baseline.has_assistant:
            return Side.TRANSFORMERS, Side.ASSISTED
        return (Side.TRANSFORMERS,)

    def answer(
        self,
        plan: Plan,
        prompt: BenchPrompt,
        prompt_ids: Sequence[int],
        *,
        side: Side,
        repeat: int,
    ) -> Run:
        """Answer a prompt greedily."""
        reply = self._baseline.generate(
            prompt_ids,
            max_new_tokens=plan.num_baseline_tokens,
            is_assisted=side is Side.ASSISTED,
        )
        seconds = reply.elapsed_s - reply.first_s
        num_tokens = len(reply.ids) - reply.num_first_tokens
        return Run(
            kind=prompt.kind,
            prompt=prompt.name,
            repeat=repeat,
            side=side,
            ids=reply.ids,
            num_prompt_tokens=len(prompt_ids),
            tokens_per_s=num_tokens / seconds if seconds > 0 else 0.0,
            first_s=reply.first_s,
        )


class LlamaRival:
    """llama.cpp on the same files, plainly, with the draft and with its own look-ups.

    Args:
        programs: what was found.
        target: a GGUF file.
        draft: a GGUF file, or None.
    """

    def __init__(self, programs: LlamaCpp, target: Path, *, draft: Path | None) -> None:
        self._programs = programs
        self._target = target
        self._draft = draft
        with GgufFile.open(target) as file:
            self._tokenizer = Tokenizer.from_gguf_metadata(file.metadata, str(target))

    @property
    def sides(self) -> Sequence[Side]:
        """Plain always; speculative where the program is there."""
        if not self._programs.has_speculative:
            return (Side.LLAMA,)
        if self._draft is None:
            return Side.LLAMA, Side.LLAMA_LOOKUP
        return Side.LLAMA, Side.LLAMA_DRAFT, Side.LLAMA_LOOKUP

    def answer(
        self,
        plan: Plan,
        prompt: BenchPrompt,
        prompt_ids: Sequence[int],
        *,
        side: Side,
        repeat: int,
    ) -> Run:
        """Answer a prompt greedily; plainly it is timed after as many tokens as the prompt has.

        Raises:
            RivalFailed: it could not, or it read the prompt's text as other tokens.
        """
        limit = plan.sampling.max_new_tokens or plan.num_baseline_tokens
        length = len(prompt_ids)
        if side is Side.LLAMA:
            rate = self._programs.decode_tokens_per_s(self._target, limit, depth=length)
            first_s, num_drafted, num_accepted = None, None, None
        else:
            reply = self._programs.speculate(
                self._target,
                self._text(prompt_ids),
                draft=self._draft if side is Side.LLAMA_DRAFT else None,
                max_new_tokens=limit,
                num_prompt_tokens=length,
            )
            if reply.num_prompt_tokens != length:
                raise RivalFailed(
                    f"it read {reply.num_prompt_tokens} tokens where Foreword reads {length}"
                )
            rate, first_s = reply.tokens_per_s, reply.first_s
            num_drafted, num_accepted = reply.num_drafted, reply.num_accepted
        return Run(
            kind=prompt.kind,
            prompt=prompt.name,
            repeat=repeat,
            side=side,
            ids=(),
            num_prompt_tokens=length,
            tokens_per_s=rate,
            first_s=first_s,
            num_drafted=num_drafted,
            num_accepted=num_accepted,
        )

    def _text(self, ids: Sequence[int]) -> str:
        """Write a prompt as text, markers included; llama.cpp adds the beginning by itself."""
        tokenizer = self._tokenizer
        if tokenizer.adds_bos and ids[:1] == (tokenizer.bos_id,):
            ids = ids[1:]
        texts = (
            tokenizer.token_text(id).encode()
            if tokenizer.is_control(id)
            else tokenizer.token_bytes(id)
            for id in ids
        )
        return b"".join(texts).decode("utf-8", errors="replace")
