"""Who drafts in a round, when, and what is learnt of drafts that nobody used."""

from collections.abc import Callable, Mapping, Sequence

from engine.compare import run_comparison
from engine.decoding import Decoding, Round, Step
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter, Proposal
from engine.events import DraftCost, TokenSource
from engine.lookahead import LONGEST_DRAFT, Lookahead
from engine.params import Controls, SamplingParams
from engine.pass_costs import WIDEST
from engine.sampling import Sampler
from engine.stopping import ReplyText
from engine.turns import Turn
from tests.engine.replies import Reply, letter, reply_to
from tests.table_models import PlannedDrafter, TableBackend, follows, table_model
from tests.tiny_tokenizers import tiny_tokenizer

MODEL, NGRAM = TokenSource.MODEL, TokenSource.NGRAM
FLAT = {1: 1.0, 32: 1.3}


def path_of(num_tokens: int, prompt: Sequence[int]) -> list[int]:
    """What the target says after a prompt, prompt included."""
    reply = reply_to(table_model(TableBackend(num_rows=40)), prompt, max_new_tokens=num_tokens)
    return [*prompt, *reply.ids]


def lookahead(shape: Mapping[int, float] = FLAT, *, step: float = 0.05) -> Lookahead:
    return Lookahead(shape=shape, costs={MODEL: DraftCost(source=MODEL, step=step)})


def answer(
    prompt: Sequence[int],
    drafters: Sequence[Drafter],
    *,
    policy: Lookahead,
    backend: TableBackend | None = None,
    num_tokens: int = 60,
    watch: Callable[[Step], None] = lambda step: None,
) -> Reply:
    backend = backend or TableBackend(num_rows=40)
    costs = list(policy.costs.relative)

    def clock() -> float:
        """Let passes take what the policy believes that they take."""
        return sum(costs[min(width, WIDEST)] for width in backend.widths)

    return reply_to(
        table_model(backend),
        prompt,
        drafters=drafters,
        lookahead=policy,
        max_new_tokens=num_tokens,
        watch=watch,
        clock=clock,
    )


def test_the_first_token_is_shown_before_a_draft_reads_anything() -> None:
    draft = TableBackend(num_rows=40)
    passes_at_rounds: list[int] = []

    def watch(step: Step) -> None:
        if isinstance(step, Round):
            passes_at_rounds.append(draft.num_passes)

    answer([1, 2, 3], [ModelDrafter(table_model(draft))], policy=lookahead(), watch=watch)
    assert passes_at_rounds[0] == 0
    assert passes_at_rounds[-1] > 0


def test_a_long_prompt_is_not_read_by_a_draft_nobody_knows() -> None:
    draft = TableBackend(num_rows=40)
    answer([1, 2, 3] * 300, [ModelDrafter(table_model(draft))], policy=lookahead(step=0.4))
    assert draft.num_passes == 0


def test_a_long_match_goes_before_the_draft_and_a_short_one_after_it() -> None:
    path = path_of(60, [1, 2, 3])
    model, right = PlannedDrafter(follows(path)), follows(path)

    class Matching(PlannedDrafter):
        """Wrong on two tokens of evidence, right on thirty."""

        def propose(
            self,
            ids: Sequence[int],
            num_tokens: int,
            *,
            sampler: Sampler,
            should_stop: Callable[[], bool],
        ) -> Proposal:
            if len(ids) < 30:
                return Proposal([(path[len(ids)] + 1) % 40], evidence=2)
            return Proposal(right(ids, num_tokens), evidence=30)

    looked_up = Matching(right, source=NGRAM)
    policy = lookahead()
    for _ in range(40):
        policy.observe_draft(MODEL, num_drafted=6, num_accepted=5, seconds=0.3, num_caught_up=1)
    reply = answer([1, 2, 3], [looked_up, model], policy=policy)
    sources = {token.source for token in reply.tokens[:20]}
    assert MODEL in sources
    assert NGRAM not in sources
    assert {token.source for token in reply.tokens[32:]} == {NGRAM, TokenSource.TARGET}
    assert list(reply.ids) == path[3:]


def test_a_long_copy_is_drafted_far() -> None:
    """Beyond what can be set by hand, since nothing is spent on drafting it."""
    passage = path_of(120, [1, 2, 3])
    forced = {len(passage) + 1 + place: id for place, id in enumerate(passage)}
    backend = TableBackend(num_rows=40, forced=forced)
    reply = answer(
        [*passage, 39], [NgramDrafter()], policy=lookahead(), backend=backend, num_tokens=120
    )
    assert list(reply.ids) == passage[:120]
    assert max(backend.widths[1:]) > 17
    assert max(backend.widths[1:]) <= LONGEST_DRAFT + 1
    assert len(reply.rounds) < 20


def test_lookups_that_are_always_wrong_are_learnt_from_without_being_used() -> None:
    policy = lookahead({1: 1.0, 2: 1.3, 32: 8.0})
    wrong = PlannedDrafter(lambda ids, num_tokens: [(ids[-1] + 1) % 2 + 38] * 4, source=NGRAM)
    before = policy.acceptance(NGRAM)[0]
    reply = answer([1, 2, 3], [wrong], policy=policy, num_tokens=100)
    assert reply.num_drafted < 20
    assert policy.acceptance(NGRAM)[0] < 0.1 < before


def test_both_halves_of_a_comparison_start_from_what_the_chat_has_read() -> None:
    prompt = [1, 2, 3] * 40
    backend, draft = TableBackend(num_rows=12), TableBackend(num_rows=12)
    target, drafter = table_model(backend), ModelDrafter(table_model(draft))
    target.extend(prompt[:100])
    drafter.model.extend(prompt[:100])
    turn = Turn(
        turn_id=1,
        pane=None,
        prompt=prompt,
        num_dropped_messages=0,
        target=target,
        tokenizer=tiny_tokenizer(),
        drafters=[drafter],
        draft_refusal=None,
        lookahead=Lookahead(),
        sampling=SamplingParams(max_new_tokens=8),
        seed=0,
        stop=(),
        controls=Controls(num_draft_tokens=2),
    )
    for _ in run_comparison(turn, speculative_first=True):
        pass
    assert draft.widths[0] == 100
    assert 20 <= max(draft.widths[1:]) < 30


def test_a_turn_s_temperature_chooses_the_averages() -> None:
    asked: list[float] = []

    class Asked(Lookahead):
        def start_turn(self, temperature: float) -> None:
            asked.append(temperature)
            super().start_turn(temperature)

    sampling = SamplingParams(temperature=0.7)
    decoding = Decoding(
        table_model(TableBackend(num_rows=12)),
        [1, 2],
        reply=ReplyText(token_bytes=letter, end_ids=(), stop=(), max_new_tokens=3),
        sampler=Sampler(sampling, seed=0, num_tokens=12),
        drafters=[],
        lookahead=Asked(),
        controls=Controls(),
    )
    list(decoding.run())
    assert asked == [0.7]
