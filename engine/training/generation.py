"""The target writes: groups of conversations, each group on a thread of its own.

Owns the drawing of ids, the threads, and which groups are still to be written: a group is a
function of seed and number alone, so that an interrupted run goes on where it was. One thread a
core with a group each beats all cores on one group, since nobody waits for anybody.
"""

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from random import Random
from time import perf_counter

import torch
from torch import Tensor

from engine.errors import Stopped
from engine.models.decoder import DecoderConfig, DecoderWeights
from engine.models.tokenizer import Tokenizer
from engine.training.batch import BatchDecoder
from engine.training.conversation import Conversation
from engine.training.corpus import Corpus, Shard, empty_shard
from engine.training.recipe import mixed_seed
from engine.training.turn_marks import TurnMarks

_NUM_CANDIDATES = 64
_POLL_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How far the writing is: ids so far, of how many, and how many a second."""

    num_tokens: int
    num_total: int
    tokens_per_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """All that writing needs.

    Args:
        config: the target's shape.
        weights: from `wide_weights`.
        embedding: from `whole_embedding`.
        dtype: of keys and values.
        tokenizer: the target's.
        marks: its template's.
        taps: after which layers features are taken.
        num_sequences: conversations of a group.
        length: ids of each.
        num_workers: groups at once.
        seed: of everything.
        questions: the user's own, if they are to be learnt from.
    """

    config: DecoderConfig
    weights: DecoderWeights
    embedding: Tensor
    dtype: torch.dtype
    tokenizer: Tokenizer
    marks: TurnMarks
    taps: tuple[int, ...]
    num_sequences: int
    length: int
    num_workers: int
    seed: int
    questions: tuple[str, ...] = ()

    @property
    def tokens_per_group(self) -> int:
        """Ids of a group."""
        return self.num_sequences * self.length

    def write(
        self,
        corpus: Corpus,
        *,
        should_stop: Callable[[], bool],
        clock: Callable[[], float] = perf_counter,
    ) -> Generator[Written]:
        """Write the groups of a corpus that are not there yet.

        Yields:
            How far it is, about twice a second.

        Raises:
            Stopped: `should_stop` said so; groups that are whole are kept.
            OutOfDisk: there is no room for another.
        """
        num_groups, there = corpus.num_groups, set(corpus.numbers())
        num_kept = len(there) * self.tokens_per_group
        total, start = num_groups * self.tokens_per_group, clock()
        done = [0] * self.num_workers
        is_over = False

        def work(worker: int) -> None:
            # Threads of the products are counted for each thread of ours.
            torch.set_num_threads(1)
            decoder = BatchDecoder(
                self.config,
                self.weights,
                embedding=self.embedding,
                dtype=self.dtype,
                num_sequences=self.num_sequences,
                capacity=self.length,
                taps=self.taps,
            )
            for number in range(worker, num_groups, self.num_workers):
                if number in there:
                    continue

                def tell() -> bool:
                    done[worker] += self.num_sequences
                    return is_over or should_stop()

                shard = self.write_group(number, decoder, should_stop=tell)
                if shard is None:
                    return
                corpus.write(number, shard)

        with ThreadPoolExecutor(self.num_workers) as pool:
            pending: set[Future[None]] = {pool.submit(work, n) for n in range(self.num_workers)}
            try:
                while pending:
                    finished, pending = wait(pending, _POLL_S, return_when=FIRST_COMPLETED)
                    for future in finished:
                        future.result()
                    seconds = max(clock() - start, 1e-9)
                    yield Written(
                        num_tokens=num_kept + sum(done),
                        num_total=total,
                        tokens_per_s=sum(done) / seconds,
                    )
            finally:
                is_over = True
        if should_stop():
            raise Stopped()

    def write_group(
        self, number: int, decoder: BatchDecoder, *, should_stop: Callable[[], bool]
    ) -> Shard | None:
        """Write one group, or give None if it was stopped."""
        seed = mixed_seed(self.seed, number)
        generator = torch.Generator(self.embedding.device).manual_seed(seed)
        conversations = [
            Conversation(
                self.marks,
                encode=self.tokenizer.encode,
                random=Random(f"{seed}/{index}"),
                questions=self.questions,
            )
            for index in range(self.num_sequences)
        ]
        shard = empty_shard(
            self.num_sequences, self.length, len(self.taps) * self.config.hidden_size
        )
        decoder.restart()
        drawn = [0] * self.num_sequences
        for position in range(self.length):
            if should_stop():
                return None
            pairs = zip(conversations, drawn, strict=True)
            ids = torch.tensor([talk.push(id) for talk, id in pairs])
            logits, features = decoder.step(ids.to(self.embedding.device))
            shard.features[:, position] = features.cpu()
            drawn = self._draw(logits, conversations, generator)
        for index, talk in enumerate(conversations):
            shard.ids[index] = torch.tensor(talk.ids)
            shard.kinds[index] = torch.tensor(talk.kinds)
        return shard

    def _draw(
        self, logits: Tensor, conversations: list[Conversation], generator: torch.Generator
    ) -> list[int]:
        """Draw from the likeliest ids of each row, at each conversation's own temperature."""
        known = logits[:, : self.tokenizer.num_tokens]
        values, index = known.topk(min(_NUM_CANDIDATES, known.shape[1]), dim=1)
        temperatures = torch.tensor([talk.temperature for talk in conversations])
        temperatures = temperatures.to(values.device).unsqueeze(1)
        probs = torch.softmax(values.float() / temperatures.clamp_min(1e-4), dim=1)
        picks = torch.multinomial(probs, 1, generator=generator)
        drawn: list[int] = index.gather(1, picks).squeeze(1).tolist()
        return drawn
