"""The engine: one command in, a stream of events out.

Owns the loaded pair, the drafters and what has been learnt of them. Knows no window, no thread
and no store: whoever calls `handle` drives the generator, on one thread at a time, and may close
it at any point. Errors end as `Failed`; what was loaded stays loaded.
"""

import logging
import secrets
import traceback
from collections.abc import Callable, Generator
from contextlib import closing
from time import perf_counter

import torch

from engine.chat import ChatFormat, FittedPrompt
from engine.commands import (
    Command,
    Compare,
    CountTokens,
    DiscardTraining,
    Generate,
    LoadModels,
    MeasurePair,
    TrainDraft,
    Unload,
    VerifyReply,
)
from engine.compare import run_comparison
from engine.draft_events import DraftTrained, TrainingDiscarded
from engine.draft_making import train_draft
from engine.drafting.head_library import LoadedHead, find_head, is_head, load_trained
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.errors import (
    EngineError,
    NoDraftLoaded,
    NoModelLoaded,
    NotCroppable,
    OutOfMemory,
    Stopped,
    Unexpected,
)
from engine.events import (
    Event,
    Failed,
    LoadProgress,
    ModelsLoaded,
    TokensCounted,
    TokenSource,
    Unloaded,
)
from engine.library.pairing import draft_fit
from engine.lookahead import Lookahead
from engine.models.kernels import packing_key
from engine.models.loader import LoadedModel, check_model, load_model, load_now
from engine.models.placement import choose_device, describe_device, set_threads
from engine.pair_measuring import Pair, measure_pair
from engine.pair_record import PairFiles, PairRecord
from engine.params import DeviceChoice, ModelSpec, Placement
from engine.paths import user_paths
from engine.planning.for_load import plan_of, refuse_if_too_large
from engine.prompting import fit_prompt
from engine.proving import verify_reply
from engine.training.run_folder import discard_run, work_folder
from engine.turns import Turn, run_turn

_SHORT_CONTEXT = 512
"""Positions of a target that only makes a draft, whose own cache is not used."""
_log = logging.getLogger(__name__)


class Engine:
    """Answers with the target that is loaded, sped up by the draft that is.

    Args:
        arrange: chooses among a turn's drafters, or replaces them; a measurement does, and what
            is learnt then is not kept.
        measures_again: whether costs that are known are measured at a load all the same.
    """

    def __init__(
        self,
        *,
        arrange: Callable[[list[Drafter]], list[Drafter]] | None = None,
        measures_again: bool = False,
    ) -> None:
        self._arrange = arrange
        self._measures_again = measures_again
        self._target: LoadedModel | None = None
        self._draft: LoadedModel | LoadedHead | None = None
        self._draft_refusal: EngineError | None = None
        self._placement = Placement()
        self._chat: ChatFormat | None = None
        self._ngram = NgramDrafter()
        self._lookahead = Lookahead()
        self._record: PairRecord | None = None
        self._num_comparisons = 0

    def handle(self, command: Command) -> Generator[Event]:
        """Carry out a command.

        Args:
            command: any; one at a time.

        Yields:
            Its events; the last one says that it is over.
        """
        turn_id = None if isinstance(command, LoadModels | Unload) else command.turn_id
        try:
            with closing(self._run(command)) as events:
                yield from events
        except EngineError as error:
            yield Failed(turn_id=turn_id, error=error)
        except (torch.OutOfMemoryError, MemoryError):
            yield Failed(turn_id=turn_id, error=OutOfMemory(device="device"))
        except Exception as error:
            yield Failed(turn_id=turn_id, error=_unexpected(error))

    def _run(self, command: Command) -> Generator[Event]:
        match command:
            case LoadModels():
                yield from self._load(command)
            case Generate():
                with closing(run_turn(self._turn(command))) as events:
                    yield from events
                self._keep_experience()
            case Compare():
                is_odd = self._num_comparisons % 2 == 1
                self._num_comparisons += 1
                run = run_comparison(self._turn(command), speculative_first=is_odd)
                with closing(run) as events:
                    yield from events
                self._keep_experience()
            case VerifyReply():
                with closing(verify_reply(command, self._loaded())) as events:
                    yield from events
            case CountTokens():
                yield self._count(command)
            case TrainDraft():
                yield from self._train(command)
            case DiscardTraining():
                discard_run(work_folder(command.target))
                yield TrainingDiscarded(turn_id=command.turn_id)
            case MeasurePair():
                yield from self._measure_pair(command)
            case Unload():
                self._forget()
                yield Unloaded()

    def _load(self, command: LoadModels) -> Generator[Event]:
        start = perf_counter()
        device = choose_device(command.placement.device)
        num_threads = set_threads(command.placement)
        # Refuse what can be refused while the old pair is still there.
        check_model(command.target)
        if not self._is_loaded(self._target, command.target, command.placement):
            plan = plan_of(command, held=[self._target, self._draft])
            if self._target is not None:
                # Told at once, since the load that follows may fail or be stopped.
                self._forget()
                yield Unloaded()
            target = yield from self._load_one(
                command, command.target, context_length=plan.context_length
            )
            self._target, self._chat = target, ChatFormat(target.tokenizer)
        self._placement = command.placement
        target = self._loaded()
        named = command.draft
        if named is None and command.finds_draft:
            named = find_head(target.spec)
        if named is None or not self._is_loaded(self._draft, named, command.placement):
            self._drop_draft()
        self._draft_refusal = None
        if named is not None and self._draft is None:
            try:
                self._draft = yield from self._load_draft(command, target, named)
            except Stopped:
                raise
            except EngineError as error:
                # The chat goes on plain, and the window says why.
                self._draft_refusal = error
            except Exception as error:
                # Nor may a fault of ours in a draft's load take the target away.
                self._draft_refusal = _unexpected(error)
        record = self._record_of_pair(target, device=device, num_threads=num_threads)
        if self._measures_again:
            record.forget()
        lacking = record.lacking(target.model, self._drafters())
        if lacking is not None:
            is_draft = self._draft is not None and lacking != TokenSource.TARGET
            measured = self._draft.spec if self._draft and is_draft else target.spec
            yield LoadProgress(stage="measuring", model=measured.name, fraction=None)
        # Stop leaves the measurement out, not the models, which are whole by now.
        record.measure(
            target.model,
            self._drafters(),
            num_tokens=min(target.tokenizer.num_tokens, target.model.num_rows),
            should_stop=command.controls.stop.is_set,
        )
        self._record, self._lookahead = record, record.new_lookahead()
        yield ModelsLoaded(
            target=target.info,
            draft=self._draft.info if self._draft else None,
            draft_refusal=self._draft_refusal,
            device=describe_device(device, num_threads),
            context_length=target.model.capacity,
            load_s=perf_counter() - start,
            device_kind=DeviceChoice(device.type),
            calibration=record.calibration,
        )

    def _load_one(
        self, command: LoadModels, spec: ModelSpec, *, context_length: int | None
    ) -> Generator[Event, None, LoadedModel]:
        """Load one model and tell how far it is."""
        loading = load_model(
            spec,
            placement=command.placement,
            device=choose_device(command.placement.device),
            context_length=context_length,
        )
        with closing(loading):
            while True:
                if command.controls.stop.is_set():
                    raise Stopped()
                try:
                    stage, fraction = next(loading)
                except StopIteration as end:
                    loaded: LoadedModel = end.value
                    return loaded
                yield LoadProgress(stage=stage, model=spec.name, fraction=fraction)

    def _load_draft(
        self, command: LoadModels, target: LoadedModel, spec: ModelSpec
    ) -> Generator[Event, None, LoadedModel | LoadedHead]:
        """Load what is to write ahead.

        Raises:
            EngineError: it cannot serve this target.
        """
        if is_head(spec):
            return load_trained(spec, target)
        self._refuse_draft(target, spec)
        refuse_if_too_large(command, spec, target=target)
        draft = yield from self._load_one(command, spec, context_length=target.model.capacity)
        if not draft.model.can_crop:
            # Each refused token would cost it a reading of the whole conversation.
            raise NotCroppable(model=draft.spec.name)
        return draft

    def _drop_draft(self) -> None:
        if isinstance(self._draft, LoadedHead):
            self._draft.release()
        self._draft = None

    def _refuse_draft(self, target: LoadedModel, draft: ModelSpec) -> None:
        """Say why a draft cannot serve, before it is loaded.

        Raises:
            EngineError: the reason.
        """
        if not target.model.can_crop:
            raise NotCroppable(model=target.spec.name)
        check_model(draft)
        reason = draft_fit(target.spec, draft)
        if reason is not None:
            raise reason

    def _record_of_pair(
        self, target: LoadedModel, *, device: torch.device, num_threads: int
    ) -> PairRecord:
        """Look up what is known of the pair that is loaded."""
        share = 0.0
        if self._draft is not None:
            share = self._draft.info.size_bytes / max(target.info.size_bytes, 1)
        files = PairFiles(
            target=target.spec.path,
            draft=None if self._draft is None else self._draft.spec.path,
            machine=f"{packing_key(device)} {target.info.kind}",
            num_threads=num_threads,
        )
        return PairRecord(user_paths().cache / "calibration.json", files, step_share=share)

    def _keep_experience(self) -> None:
        if self._record is not None and self._arrange is None:
            self._record.keep_acceptance(self._lookahead)

    def _drafters(self) -> list[Drafter]:
        match self._draft:
            case LoadedHead():
                return [self._ngram, self._draft.drafter]
            case LoadedModel():
                return [self._ngram, ModelDrafter(self._draft.model)]
            case None:
                return [self._ngram]

    def _is_loaded(
        self, loaded: LoadedModel | LoadedHead | None, spec: ModelSpec, placement: Placement
    ) -> bool:
        return loaded is not None and loaded.spec.path == spec.path and self._placement == placement

    def _forget(self) -> None:
        self._target = self._draft = self._chat = self._draft_refusal = self._record = None
        self._ngram = NgramDrafter()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _loaded(self) -> LoadedModel:
        if self._target is None:
            raise NoModelLoaded()
        return self._target

    def _train(self, command: TrainDraft) -> Generator[Event]:
        target, num_threads = self._loaded(), set_threads(self._placement)
        if choose_device(self._placement.device).type != "cpu":
            on_cpu = Placement(
                device=DeviceChoice.CPU, num_threads=num_threads, context_length=_SHORT_CONTEXT
            )
            target = load_now(target.spec, placement=on_cpu)
        with closing(train_draft(command, target, num_workers=num_threads)) as events:
            for event in events:
                if isinstance(event, DraftTrained) and isinstance(self._draft, LoadedHead):
                    # Its file may be another one now; the next load takes that.
                    self._drop_draft()
                yield event

    def _measure_pair(self, command: MeasurePair) -> Generator[Event]:
        target = self._loaded()
        if self._draft is None or self._record is None:
            raise NoDraftLoaded(target.spec.name)
        pair = Pair(
            target=target,
            draft=self._draft.info,
            drafter=self._drafters()[-1],
            record=self._record,
        )
        with closing(measure_pair(command, pair, new_turn=self._turn)) as events:
            yield from events

    def _count(self, command: CountTokens) -> TokensCounted:
        target = self._loaded()
        prompt = self._prompt(command, target)
        return TokensCounted(
            num_tokens=len(prompt.ids),
            num_dropped_messages=prompt.num_dropped_messages,
            context_length=target.model.capacity,
            turn_id=command.turn_id,
        )

    def _prompt(
        self, command: Generate | Compare | CountTokens, target: LoadedModel
    ) -> FittedPrompt:
        return fit_prompt(
            self._chat or ChatFormat(target.tokenizer),
            messages=command.messages,
            raw=command.raw,
            sampling=command.sampling,
            capacity=target.model.capacity,
            resume=command.resume if isinstance(command, Generate) else None,
        )

    def _turn(self, command: Generate | Compare) -> Turn:
        target = self._loaded()
        prompt = self._prompt(command, target)
        resume = command.resume if isinstance(command, Generate) else None
        stop = self._chat.stop if self._chat is not None and command.raw is None else ()
        drafters = self._drafters()
        seed = command.sampling.seed
        return Turn(
            turn_id=command.turn_id,
            pane=None,
            prompt=prompt.ids,
            num_dropped_messages=prompt.num_dropped_messages,
            target=target.model,
            tokenizer=target.tokenizer,
            drafters=self._arrange(drafters) if self._arrange else drafters,
            draft_refusal=self._draft_refusal,
            lookahead=self._lookahead,
            sampling=command.sampling,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            stop=stop,
            controls=command.controls,
            resumed=() if resume is None else resume.tokens,
        )


def _unexpected(error: Exception) -> Unexpected:
    """Log a bug of ours and put it into a value."""
    # Neither the message nor the values go to the log: they may quote the conversation.
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("a command failed with %s\n%s", type(error).__name__, frames)
    details = "".join(traceback.format_exception(error))
    return Unexpected(f"{type(error).__name__}: {error}", details)
