"""A proof as the engine carries it out: a loaded target and a kept reply in, events out."""

from collections.abc import Generator
from contextlib import closing

from engine.commands import VerifyReply
from engine.events import PromptProgress, ReplyVerified
from engine.models.loader import LoadedModel
from engine.replay import Judged, replay, sum_up
from engine.turns import new_sampler


def verify_reply(
    command: VerifyReply, target: LoadedModel
) -> Generator[PromptProgress | ReplyVerified]:
    """Replay a reply through the target alone.

    Yields:
        How far it is, then the verdict.
    """
    num_tokens = min(target.tokenizer.num_tokens, target.model.num_rows)
    sampler = new_sampler(
        command.sampling,
        seed=command.seed or 0,
        num_tokens=num_tokens,
        tokenizer=target.tokenizer,
    )
    replaying = replay(
        target.model,
        command.prompt_ids,
        command.reply_ids,
        sampler=sampler,
        stop=command.controls.stop,
    )
    total = len(command.prompt_ids) + len(command.reply_ids)
    with closing(replaying):
        while True:
            try:
                num_done = next(replaying)
            except StopIteration as end:
                judged: list[Judged] = end.value
                break
            yield PromptProgress(turn_id=command.turn_id, num_done=num_done, num_total=total)
    yield sum_up(judged, command)
