"""What the text so far does to the next token's logits: penalties, biases and bans.

Owns the context they look at. Every row is processed on exactly the ids before it, drafted ones
included, for target and draft alike: that is what keeps drafts exact under these settings. Knows
no model; one instance serves one turn.
"""

from collections.abc import Callable, Collection, Sequence

import torch
from torch import Tensor

from engine.params import SamplingParams


class Processors:
    """The context-dependent settings of one turn.

    Repetition looks at prompt and reply, presence and frequency at the reply alone, as vLLM has
    them. Banned words are banned as text: no token is allowed that would complete one, however
    the word is cut into tokens.

    Args:
        params: the settings.
        num_tokens: ids the tokenizer knows; rows are cut to these.
        end_ids: held back until `min_new_tokens` are there.
        token_bytes: the exact bytes of a token.
    """

    def __init__(
        self,
        params: SamplingParams,
        *,
        num_tokens: int,
        end_ids: Collection[int] = (),
        token_bytes: Callable[[int], bytes] = lambda _: b"",
    ) -> None:
        self._params = params
        self._num_tokens = num_tokens
        self._end_ids = sorted(id for id in end_ids if id < num_tokens)
        self._token_bytes = token_bytes
        self._num_new = 0
        self._seen = torch.zeros(num_tokens, dtype=torch.bool)
        self._counts = torch.zeros(num_tokens, dtype=torch.float32)
        self._has_counts = params.presence_penalty != 0.0 or params.frequency_penalty != 0.0
        self._ngrams = _Ngrams(params.no_repeat_ngram)
        self._words = _BannedWords(params.banned_words, num_tokens, token_bytes)
        self._bias: Tensor | None = None
        biased = [(id, bias) for id, bias in params.logit_bias if id < num_tokens]
        if biased:
            self._bias = torch.zeros(num_tokens)
            for id, bias in biased:
                self._bias[id] += bias
        self.is_idle = (
            params.repetition_penalty == 1.0
            and not self._has_counts
            and not params.no_repeat_ngram
            and not params.banned_words
            and not params.min_new_tokens
            and self._bias is None
        )
        """Whether no row is changed, whatever the context."""

    def start(self, prompt: Sequence[int]) -> None:
        """Take the prompt as what has been read."""
        if self.is_idle:
            return
        self._mark(self._seen, prompt)
        self._ngrams.extend(prompt)

    def commit(self, ids: Sequence[int]) -> None:
        """Take ids as part of the reply."""
        if self.is_idle:
            return
        self._num_new += len(ids)
        self._mark(self._seen, ids)
        self._count(self._counts, ids)
        self._ngrams.extend(ids)
        self._words.extend(ids)

    def apply(self, row: Tensor, following: Sequence[int]) -> Tensor:
        """Process one row of logits.

        Args:
            row: (V,) float32 for the position after `following`, itself after what was committed.
            following: drafted ids.

        Returns:
            (min(V, num_tokens),) float32; what is banned is minus infinity.
        """
        row = row[: self._num_tokens]
        if self.is_idle:
            return row
        params, width = self._params, row.shape[0]
        device = row.device
        if params.repetition_penalty != 1.0:
            seen = self._seen.clone()
            self._mark(seen, following)
            penalized = torch.where(
                row > 0, row / params.repetition_penalty, row * params.repetition_penalty
            )
            row = torch.where(seen[:width].to(device), penalized, row)
        if self._has_counts:
            counts = self._counts.clone()
            self._count(counts, following)
            counts = counts[:width].to(device)
            row = row - params.frequency_penalty * counts
            row = row - params.presence_penalty * (counts > 0)
        if self._bias is not None:
            row = row + self._bias[:width].to(device)
        banned = [*self._ngrams.banned(following), *self._words.banned(following)]
        if self._num_new + len(following) < params.min_new_tokens:
            banned += self._end_ids
        banned = [id for id in banned if id < width]
        if banned:
            row = row.clone()
            row[torch.tensor(banned, device=device)] = -torch.inf
        return row

    def _mark(self, seen: Tensor, ids: Sequence[int]) -> None:
        known = [id for id in ids if id < self._num_tokens]
        seen[torch.tensor(known, dtype=torch.long)] = True

    def _count(self, counts: Tensor, ids: Sequence[int]) -> None:
        known = torch.tensor([id for id in ids if id < self._num_tokens], dtype=torch.long)
        counts.index_add_(0, known, torch.ones(known.shape[0]))


class _Ngrams:
    """Finds the ids that would repeat an n-gram of the context; n = 0 finds none."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._ids: list[int] = []
        self._next: dict[tuple[int, ...], set[int]] = {}

    def extend(self, ids: Sequence[int]) -> None:
        """Add ids to the context."""
        if self._length:
            for id in ids:
                if len(self._ids) >= self._length - 1:
                    self._next.setdefault(self._tail(self._ids), set()).add(id)
                self._ids.append(id)

    def banned(self, following: Sequence[int]) -> set[int]:
        """List the ids that may not come after the context and `following`."""
        if not self._length or len(self._ids) + len(following) < self._length - 1:
            return set()
        recent = [*self._ids[-2 * self._length :], *following]
        tail = self._tail(recent)
        banned = set(self._next.get(tail, ()))
        # N-grams that end within the draft are not in the index yet.
        first = max(self._length - 1, len(recent) - len(following))
        for end in range(first, len(recent)):
            if tuple(recent[end - self._length + 1 : end]) == tail:
                banned.add(recent[end])
        return banned

    def _tail(self, ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(ids[len(ids) - self._length + 1 :])


class _BannedWords:
    """Finds the ids that would complete a banned word in the reply's bytes."""

    def __init__(
        self, words: Sequence[str], num_tokens: int, token_bytes: Callable[[int], bytes]
    ) -> None:
        self._words = [word.encode() for word in words]
        self._token_bytes = token_bytes
        self._tail = b""
        self._longest = max(map(len, self._words), default=0)
        self._containing: set[int] = set()
        self._starting: dict[bytes, list[int]] = {}
        if not self._words:
            return
        rests = {word[start:] for word in self._words for start in range(1, len(word))}
        for id in range(num_tokens):
            text = token_bytes(id)
            if any(word in text for word in self._words):
                self._containing.add(id)
            for length in range(1, min(len(text), self._longest - 1) + 1):
                if text[:length] in rests:
                    self._starting.setdefault(text[:length], []).append(id)

    def extend(self, ids: Sequence[int]) -> None:
        """Add ids to the reply."""
        if self._words:
            self._tail = self._cut(self._tail + b"".join(map(self._token_bytes, ids)))

    def banned(self, following: Sequence[int]) -> set[int]:
        """List the ids that may not come after the reply and `following`."""
        if not self._words:
            return set()
        tail = self._cut(self._tail + b"".join(map(self._token_bytes, following)))
        banned = set(self._containing)
        for word in self._words:
            for length in range(1, len(word)):
                if tail.endswith(word[:length]):
                    banned.update(self._starting.get(word[length:], ()))
        return banned

    def _cut(self, tail: bytes) -> bytes:
        return tail[-(self._longest - 1) :] if self._longest > 1 else b""
