"""The engine: one command in, a stream of events out.

Owns the loaded pair, the drafters and what has been learnt of them. Knows no window, no thread
and no store: whoever calls `handle` drives the generator, on one thread at a time, and may close
it at any point. Errors end as `Failed`; what was loaded stays loaded.
"""

import logging
import secrets
import traceback
from collections.abc import Generator
from contextlib import closing
from time import perf_counter

import torch

from engine.chat import ChatFormat
from engine.commands import Command, Compare, Generate, LoadModels, Unload
from engine.compare import run_comparison
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.errors import (
    EmptyPrompt,
    EngineError,
    NoModelLoaded,
    NotCroppable,
    OutOfMemory,
    PromptTooLong,
    Stopped,
    Unexpected,
)
from engine.events import Event, Failed, LoadProgress, ModelsLoaded, Unloaded
from engine.library.pairing import draft_fit
from engine.lookahead import Lookahead
from engine.models.loader import LoadedModel, check_model, load_model
from engine.models.placement import choose_device, describe_device, set_threads
from engine.params import ModelSpec, Placement
from engine.turns import Turn, run_turn

_RESERVED_TOKENS = 512
_log = logging.getLogger(__name__)


class Engine:
    """Answers with the target that is loaded, sped up by the draft that is."""

    def __init__(self) -> None:
        self._target: LoadedModel | None = None
        self._draft: LoadedModel | None = None
        self._draft_refusal: EngineError | None = None
        self._placement = Placement()
        self._chat: ChatFormat | None = None
        self._ngram = NgramDrafter()
        self._lookahead = Lookahead()
        self._num_comparisons = 0

    def handle(self, command: Command) -> Generator[Event]:
        """Carry out a command.

        Args:
            command: any; one at a time.

        Yields:
            Its events; the last one says that it is over.
        """
        turn_id = command.turn_id if isinstance(command, Generate | Compare) else None
        try:
            with closing(self._run(command)) as events:
                yield from events
        except EngineError as error:
            yield Failed(turn_id=turn_id, error=error)
        except (torch.OutOfMemoryError, MemoryError):
            yield Failed(turn_id=turn_id, error=OutOfMemory(device="device"))
        except Exception as error:
            _log.exception("a command failed")
            summary = f"{type(error).__name__}: {error}"
            yield Failed(turn_id=turn_id, error=Unexpected(summary, traceback.format_exc()))

    def _run(self, command: Command) -> Generator[Event]:
        match command:
            case LoadModels():
                yield from self._load(command)
            case Generate():
                with closing(run_turn(self._turn(command))) as events:
                    yield from events
            case Compare():
                is_odd = self._num_comparisons % 2 == 1
                self._num_comparisons += 1
                run = run_comparison(self._turn(command), speculative_first=is_odd)
                with closing(run) as events:
                    yield from events
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
            self._forget()
            target = yield from self._load_one(command, command.target, context_length=None)
            self._target, self._chat = target, ChatFormat(target.tokenizer)
        self._placement = command.placement
        target = self._loaded()
        if command.draft is None or not self._is_loaded(
            self._draft, command.draft, command.placement
        ):
            self._draft = None
        self._draft_refusal = None
        if command.draft is not None and self._draft is None:
            try:
                self._refuse_draft(target, command.draft)
                self._draft = yield from self._load_one(
                    command, command.draft, context_length=target.model.capacity
                )
            except Stopped:
                raise
            except EngineError as error:
                # The chat goes on plain, and the window says why.
                self._draft_refusal = error
        self._lookahead = self._new_lookahead(device)
        yield ModelsLoaded(
            target=target.info,
            draft=self._draft.info if self._draft else None,
            draft_refusal=self._draft_refusal,
            device=describe_device(device, num_threads),
            context_length=target.model.capacity,
            load_s=perf_counter() - start,
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

    def _new_lookahead(self, device: torch.device) -> Lookahead:
        """Start to learn about the pair that is loaded."""
        share = 0.0
        if self._draft is not None:
            share = self._draft.info.size_bytes / max(self._loaded().info.size_bytes, 1)
        return Lookahead(is_flat=device.type != "cpu", step_share=share)

    def _is_loaded(self, loaded: LoadedModel | None, spec: ModelSpec, placement: Placement) -> bool:
        return loaded is not None and loaded.spec.path == spec.path and self._placement == placement

    def _forget(self) -> None:
        self._target = self._draft = self._chat = self._draft_refusal = None
        self._ngram = NgramDrafter()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _loaded(self) -> LoadedModel:
        if self._target is None:
            raise NoModelLoaded()
        return self._target

    def _turn(self, command: Generate | Compare) -> Turn:
        target = self._loaded()
        chat = self._chat or ChatFormat(target.tokenizer)
        capacity = target.model.capacity
        stop: tuple[str, ...] = ()
        num_dropped = 0
        if command.raw is not None:
            prompt = tuple(chat.encode_raw(command.raw))
            if not prompt:
                raise EmptyPrompt()
            if len(prompt) >= capacity:
                raise PromptTooLong(num_tokens=len(prompt), context_length=capacity)
        else:
            wanted = command.sampling.max_new_tokens or _RESERVED_TOKENS
            reserved = min(wanted, _RESERVED_TOKENS, capacity // 4)
            fitted = chat.fit(command.messages, capacity, num_reserved=reserved)
            prompt, num_dropped = fitted.ids, fitted.num_dropped_messages
            stop = chat.stop
        drafters: list[Drafter] = [self._ngram]
        if self._draft is not None:
            drafters.append(ModelDrafter(self._draft.model))
        seed = command.sampling.seed
        return Turn(
            turn_id=command.turn_id,
            pane=None,
            prompt=prompt,
            num_dropped_messages=num_dropped,
            target=target.model,
            tokenizer=target.tokenizer,
            drafters=drafters,
            draft_refusal=self._draft_refusal,
            lookahead=self._lookahead,
            sampling=command.sampling,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            stop=stop,
            controls=command.controls,
        )
