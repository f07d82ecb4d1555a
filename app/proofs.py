"""Whether a reply can be proved now, and the command that does it.

Knows what was kept of a turn and what is loaded; decides nothing about when.
"""

from app.language.text import translate
from app.records import StoredTurn
from engine import ModelsLoaded, VerifyReply


def proof_command(
    turn: StoredTurn, *, loaded: ModelsLoaded | None, turn_id: int
) -> VerifyReply | str:
    """Give the command that replays a reply, or the sentence that says why there is none.

    Args:
        turn: what was kept of it.
        loaded: the models in use.
        turn_id: for the command.
    """
    if not turn.prompt_ids or turn.sampling is None:
        return translate(
            "Proofs", "Cannot be verified: it was not kept how this reply was asked for."
        )
    if turn.num_carried:
        return translate(
            "Proofs",
            "Cannot be verified: its beginning was written while more of the chat had "
            "room, and what that was is not kept.",
        )
    if not turn.token_ids:
        return translate("Proofs", "Cannot be verified: there are no tokens in this reply.")
    if not turn.sampling.is_greedy and turn.seed is None:
        return translate("Proofs", "Cannot be verified: the seed of this reply was not kept.")
    if loaded is None:
        return translate("Proofs", "Cannot be verified: no model is loaded.")
    spec = loaded.target.spec
    if turn.target_digest and spec.digest:
        is_same = turn.target_digest == spec.digest
    else:
        is_same = turn.target_id == spec.id
    if not is_same:
        return translate(
            "Proofs", "Cannot be verified: {target_id} wrote this reply, and {id} is loaded."
        ).format(target_id=turn.target_id, id=spec.id)
    return VerifyReply(
        turn_id=turn_id,
        prompt_ids=turn.prompt_ids,
        reply_ids=turn.token_ids,
        sampling=turn.sampling,
        seed=turn.seed,
    )
