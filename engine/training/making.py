"""A draft from nothing: the target writes, the head learns, the file is kept.

Owns the order of things and the folder they are done in. What was done stays there until the
draft is whole, so that a run that was stopped or crashed goes on where it was.
"""

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import torch
from torch import Tensor

from engine.drafting.head_file import HeadCard, as_kept, save_head
from engine.drafting.head_shape import HeadShape
from engine.drafting.head_target import embedding_table, output_rows
from engine.drafting.whole_file import check_writable
from engine.errors import BadLogits, CannotTrain, OutOfMemory, Stopped, TrainingFailed
from engine.json_file import read_json, write_json
from engine.library.part import writing_to
from engine.models.decoder import Decoder, DecoderConfig
from engine.models.loader import LoadedModel
from engine.models.placement import free_bytes
from engine.training.batch import whole_embedding, wide_weights
from engine.training.checkpoint import Checkpoint
from engine.training.corpus import Corpus, empty_shard
from engine.training.examples import Examples
from engine.training.generation import Writer
from engine.training.learning import Learning, Learnt, Plan, Target
from engine.training.progress import TrainingProgress, TrainingStage
from engine.training.recipe import Recipe
from engine.training.turn_marks import turn_marks
from engine.training.vocabulary import choose_vocabulary, count_ids

_WRITING_SHARE = 0.45
"""Of the minutes there are, at most."""
_SMALLEST_VOCABULARY = 8192
_TURN_AT = 0.6
_NUM_CURVE, _NUM_HELD_OUT = 10, 32
_WINDOW = 512
_DTYPE = torch.bfloat16
_WRITTEN = "written.json"

Making = Generator[TrainingProgress, None, HeadCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """Where and with what a draft is made.

    Args:
        folder: for what is not finished; several gigabytes.
        output: the draft's file.
        digest: SHA-256 of the target's file, to which the draft is bound.
        num_workers: threads, one a core.
        keeps_work: whether the folder's content stays when the draft is done.
        bits: 8 or 4, in which the draft is kept.
    """

    folder: Path
    output: Path
    digest: str
    num_workers: int
    keeps_work: bool = False
    bits: int = 8


def memory_bytes(config: DecoderConfig, recipe: Recipe, num_workers: int) -> int:
    """State the memory a run takes beside the target's own: the larger of its two stages."""
    ids = recipe.num_sequences * recipe.length
    features = 2 * 3 * config.hidden_size
    writing = num_workers * ids * (config.cache_bytes_per_position + features)
    tables = 4 * 2 * config.vocab_rows * config.hidden_size
    rows = recipe.num_sequences * config.vocab_rows * 4 * 2 * num_workers
    return writing + tables + rows + 400 * 2**20


def make_draft(
    target: LoadedModel,
    recipe: Recipe,
    workshop: Workshop,
    *,
    should_stop: Callable[[], bool],
    questions: tuple[str, ...] = (),
    clock: Callable[[], float] = perf_counter,
) -> Making:
    """Make a draft for a target.

    Args:
        target: loaded on the processor; its cache is not used.
        recipe: how.
        workshop: where.
        should_stop: asked several times a second.
        questions: the user's own, to be answered again and learnt from; the draft is then private.
        clock: seconds.

    Yields:
        How far it is.

    Returns:
        What is known of the draft, with its held-out figures.

    Raises:
        CannotTrain: the target is of a kind that no head can be made for.
        OutOfMemory, OutOfDisk: there is no room; what was done is kept.
        NotWritable: the folder or the draft's place cannot be written.
        TrainingFailed: a loss was no number; the last good state is kept.
        BadLogits: the target itself writes what is no number.
        Stopped: `should_stop` said so; what was done is kept.
    """
    decoder = target.model.backend
    if not isinstance(decoder, Decoder):
        raise CannotTrain(target.spec.name, "its hidden states cannot be had")
    check_writable(workshop.output)
    recipe = _fitting(recipe, decoder.config, workshop.num_workers)
    config, begun = decoder.config, clock()
    taps = taps_of(config.num_layers)
    name = f"{workshop.digest[:16]}-{recipe.seed}-{recipe.length}x{recipe.num_sequences}"
    if questions:
        name += f"-{_digest_of(questions)}"
    corpus = Corpus(
        workshop.folder / f"corpus-{name}",
        num_groups=-(-recipe.num_tokens // (recipe.num_sequences * recipe.length)),
    )
    corpus.drop_damaged(
        empty_shard(recipe.num_sequences, recipe.length, len(taps) * config.hidden_size),
        num_rows=config.vocab_rows,
    )
    kept = set(corpus.numbers())
    with closing(
        _write(
            target,
            decoder,
            recipe,
            workshop,
            corpus,
            questions=questions,
            should_stop=should_stop,
            clock=clock,
        )
    ) as writing:
        yield from writing
    counts = count_ids(corpus, config.vocab_rows)
    vocabulary = choose_vocabulary(
        counts,
        target.tokenizer,
        smallest=min(_SMALLEST_VOCABULARY, recipe.vocabulary),
        largest=recipe.vocabulary,
        coverage=recipe.coverage,
    )
    examples = Examples(corpus, hidden_size=config.hidden_size, seed=recipe.seed)
    per_update = workshop.num_workers * recipe.batch_size
    learning = Learning(
        shape_for(config, taps, recipe.num_layers),
        _target(target.spec.name, decoder, vocabulary),
        examples=examples,
        plan=Plan(
            num_updates=max(1, round(recipe.num_passes * len(examples.learnt) / per_update)),
            seconds=_seconds_left(recipe, _writing_s(corpus) or clock() - begun),
            batch_size=recipe.batch_size,
            num_workers=workshop.num_workers,
            peak_rate=recipe.peak_rate,
            turn_at=_TURN_AT,
            num_curve=_NUM_CURVE,
            num_held_out=_NUM_HELD_OUT,
            seed=recipe.seed,
        ),
        checkpoint=Checkpoint(
            workshop.folder / "state.safetensors",
            key=_key(recipe, workshop, vocabulary, corpus.numbers(), questions=questions),
        ),
        clock=clock,
    )
    try:
        with closing(learning.run(should_stop=should_stop)) as steps:
            for step in steps:
                yield _told(step)
    except TrainingFailed as error:
        # They would stop the next run at the same place; those of this one, each run.
        if corpus.drop_no_numbers() - kept:
            raise BadLogits(target.spec.name) from error
        raise
    yield TrainingProgress(stage=TrainingStage.KEEPING, share=0.0)
    held_out = learning.curve[-1][1]
    if workshop.bits != 8:
        # Coarse enough to be measured as it is kept.
        rounded = as_kept(learning.shape, learning.parameters, bits=workshop.bits)
        held_out = learning.look_at(rounded, should_stop=should_stop)
    card = HeadCard(
        target_name=target.spec.name,
        target_digest=workshop.digest,
        num_rows=config.vocab_rows,
        is_private=bool(questions),
        recipe={
            **recipe.to_json(),
            "num_workers": workshop.num_workers,
            "bits": workshop.bits,
            "target_kind": target.info.kind,
        },
        figures={
            "written": corpus.num_tokens(),
            "learnt": learning.curve[-1][0],
            "learning_s": round(learning.spent_s),
            "held_out": held_out.to_json(),
            "curve": [[tokens, figures.to_json()] for tokens, figures in learning.curve],
        },
        shape=learning.shape,
    )
    save_head(workshop.output, card, learning.parameters, vocabulary, bits=workshop.bits)
    if not workshop.keeps_work:
        corpus.remove()
        learning.checkpoint.path.unlink(missing_ok=True)
    return card


def _told(step: Learnt) -> TrainingProgress:
    left = step.spent_s * (1 - step.share) / max(step.share, 1e-9)
    return TrainingProgress(
        stage=TrainingStage.LEARNING,
        share=step.share,
        seconds_left=left if step.share > 0.01 else None,
        num_tokens=step.num_tokens,
        tokens_per_s=step.tokens_per_s,
        acceptance=step.acceptance,
        held_out=step.held_out,
    )


def taps_of(num_layers: int) -> tuple[int, ...]:
    """Say after which layers features are taken: a third, two thirds and all of them."""
    return tuple(sorted({max(1, num_layers // 3), max(1, 2 * num_layers // 3), num_layers}))


def shape_for(config: DecoderConfig, taps: tuple[int, ...], num_layers: int) -> HeadShape:
    """Shape a head's layers as the target's are."""
    return HeadShape(
        hidden_size=config.hidden_size,
        taps=taps,
        num_layers=num_layers,
        num_heads=config.num_heads,
        num_kv_heads=config.num_kv_heads,
        head_size=config.head_size,
        inner_size=-(-config.hidden_size * 8 // 3 // 32) * 32,
        rope_theta=config.rope_theta,
        norm_eps=config.norm_eps,
        window=_WINDOW,
    )


def _write(
    target: LoadedModel,
    decoder: Decoder,
    recipe: Recipe,
    workshop: Workshop,
    corpus: Corpus,
    *,
    questions: tuple[str, ...],
    should_stop: Callable[[], bool],
    clock: Callable[[], float],
) -> Generator[TrainingProgress]:
    """Let the target write what is not written yet, until it is enough or time is up."""
    if _is_written(corpus, recipe):
        return
    weights = wide_weights(decoder.weights, _DTYPE)
    writer = Writer(
        config=decoder.config,
        weights=weights,
        embedding=whole_embedding(decoder.config, weights, _DTYPE),
        dtype=_DTYPE,
        tokenizer=target.tokenizer,
        marks=turn_marks(target.tokenizer, name=target.spec.name),
        taps=taps_of(decoder.config.num_layers),
        num_sequences=recipe.num_sequences,
        length=recipe.length,
        num_workers=workshop.num_workers,
        seed=recipe.seed,
        questions=questions,
    )
    begun = clock()
    limit = None if recipe.minutes is None else recipe.minutes * 60 * _WRITING_SHARE

    def is_over() -> bool:
        # Without a single group there is nothing to learn from.
        late = limit is not None and clock() - begun > limit
        return should_stop() or (late and len(corpus.numbers()) > 0)

    try:
        for written in writer.write(corpus, should_stop=is_over, clock=clock):
            left = (written.num_total - written.num_tokens) / max(written.tokens_per_s, 1e-9)
            if limit is not None:
                left = min(left, limit - (clock() - begun))
            yield TrainingProgress(
                stage=TrainingStage.WRITING,
                share=written.num_tokens / written.num_total,
                seconds_left=max(left, 0.0) if written.tokens_per_s else None,
                num_tokens=written.num_tokens,
                tokens_per_s=written.tokens_per_s,
            )
    except Stopped:
        if should_stop():
            raise
    path = corpus.folder / _WRITTEN
    with writing_to(path):
        write_json(path, {"minutes": recipe.minutes, "seconds": clock() - begun})


def _is_written(corpus: Corpus, recipe: Recipe) -> bool:
    """Say whether all that is wanted is there, or what the same minutes were enough for."""
    num_there = len(corpus.numbers())
    if num_there == corpus.num_groups:
        return True
    kept = read_json(corpus.folder / _WRITTEN)
    return bool(num_there) and recipe.minutes is not None and kept.get("minutes") == recipe.minutes


def _target(name: str, decoder: Decoder, vocabulary: Tensor) -> Target:
    config, weights = decoder.config, decoder.weights
    every = torch.arange(config.vocab_rows)
    return Target(
        name=name,
        embedding=embedding_table(weights, config.vocab_rows).to(_DTYPE),
        all_rows=output_rows(weights, every).to(_DTYPE),
        vocabulary=vocabulary,
    )


def _fitting(recipe: Recipe, config: DecoderConfig, num_workers: int) -> Recipe:
    """Write fewer conversations side by side where memory is short.

    Raises:
        OutOfMemory: not even one at a time fits.
    """
    free = free_bytes(torch.device("cpu"))
    while memory_bytes(config, recipe, num_workers) > free:
        if recipe.num_sequences == 1:
            raise OutOfMemory("CPU", memory_bytes(config, recipe, num_workers), free)
        recipe = replace(recipe, num_sequences=recipe.num_sequences // 2)
    return recipe


def _writing_s(corpus: Corpus) -> float:
    """Say how long the last stretch of writing took, so that a run that goes on is no longer."""
    seconds = read_json(corpus.folder / _WRITTEN).get("seconds", 0.0)
    return seconds if isinstance(seconds, float) else 0.0


def _seconds_left(recipe: Recipe, spent_s: float) -> float | None:
    """Give what is left of the minutes, but never so little that nothing would be learnt."""
    if recipe.minutes is None:
        return None
    whole = recipe.minutes * 60
    return max(whole - spent_s, whole * (1 - _WRITING_SHARE))


def _key(
    recipe: Recipe,
    workshop: Workshop,
    vocabulary: Tensor,
    numbers: list[int],
    *,
    questions: tuple[str, ...],
) -> str:
    """Name all that a state of learning depends on."""
    ids = sha256(vocabulary.numpy().tobytes()).hexdigest()
    known = {
        **recipe.to_json(),
        "digest": workshop.digest,
        # How many learn at once decides what is learnt, and what a step counts.
        "workers": workshop.num_workers,
        "vocabulary": ids,
        "groups": numbers,
    }
    if questions:
        known["questions"] = _digest_of(questions)
    return json.dumps(known, sort_keys=True)


def _digest_of(questions: tuple[str, ...]) -> str:
    return sha256(json.dumps(questions).encode()).hexdigest()[:8]
