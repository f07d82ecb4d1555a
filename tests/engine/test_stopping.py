"""When a reply ends and what of it is shown, against a reference that sees everything at once."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import FinishReason, TokenInfo, TokenSource, TokenStatus
from engine.stopping import ReplyText, ThinkingMarkers
from tests.tiny_tokenizers import encode_written, tiny_tokenizer

END = 99
CONTROL = 98


def push_plain(reply: ReplyText, id: int) -> FinishReason | None:
    return reply.push(
        id, TokenSource.TARGET, TokenStatus.PLAIN, position_in_round=0, probability=1.0
    )


class Reply:
    """A reply over a table of byte strings; ids beyond it are control tokens."""

    def __init__(
        self,
        table: Sequence[bytes],
        *,
        stop: Sequence[str] = (),
        limit: int | None = None,
        thinking: ThinkingMarkers | None = None,
    ) -> None:
        def token_bytes(id: int) -> bytes:
            return table[id] if id < len(table) else b""

        self.inner = ReplyText(
            token_bytes=token_bytes,
            end_ids={END},
            stop=stop,
            max_new_tokens=limit,
            thinking=thinking,
        )
        self.shown = ""
        self.tokens: list[TokenInfo] = []

    def push(self, *ids: int, takes: bool = True) -> FinishReason | None:
        for id in ids:
            reason = self.inner.push(
                id, TokenSource.NGRAM, TokenStatus.ACCEPTED, position_in_round=0, probability=0.5
            )
            if takes:
                self.take()
            if reason is not None:
                return reason
        return None

    def take(self) -> None:
        text, tokens = self.inner.take()
        self.shown += text
        self.tokens += tokens

    def finish(self, *, is_stopped: bool = False) -> None:
        self.inner.finish(is_stopped)
        self.take()

    @property
    def spans(self) -> list[tuple[int, int, int]]:
        return [(token.id, token.start, token.end) for token in self.tokens]


def test_an_end_id_ends_the_reply_and_shows_nothing() -> None:
    reply = Reply([b"A", b"B"])
    assert reply.push(0, 1, END, 0) is FinishReason.END
    reply.finish()
    assert reply.shown == "AB"
    assert reply.inner.ids == (0, 1, END)
    assert reply.spans == [(0, 0, 1), (1, 1, 2), (END, 2, 2)]


def test_without_end_ids_and_limits_a_reply_goes_on() -> None:
    reply = ReplyText(token_bytes=lambda _: b"x", end_ids=())
    assert all(push_plain(reply, END) is None for _ in range(100))


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_the_limit_gives_exactly_that_many_tokens(limit: int) -> None:
    reply = Reply([b"a"], limit=limit)
    assert reply.push(*[0] * 9) is FinishReason.MAX_TOKENS
    assert reply.inner.num_tokens == limit


def test_an_end_id_inside_the_budget_beats_the_limit_and_one_beyond_does_not() -> None:
    assert Reply([b"a"], limit=2).push(0, END) is FinishReason.END
    assert Reply([b"a"], limit=2).push(0, 0, END) is FinishReason.MAX_TOKENS


def test_a_stop_string_completed_by_the_last_token_of_the_budget_beats_the_limit() -> None:
    reply = Reply([b"a", b"\n\n"], stop=["\n\n"], limit=2)
    assert reply.push(0, 1) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == "a"


def test_a_stop_string_split_over_four_tokens_of_a_run() -> None:
    reply = Reply([b"hi ", b"<", b"/st", b"op", b"> more", b"x", b"y"], stop=["</stop>"])
    assert reply.push(0, 1, 2, 3, 4, 5, 6) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == reply.inner.text == "hi "
    assert reply.inner.ids == reply.inner.kept_ids() == (0,)
    assert reply.inner.cut_text() == ""
    assert reply.spans == [(0, 0, 3)]


def test_a_stop_string_completed_by_the_next_run_was_never_shown() -> None:
    reply = Reply([b"hi", b"</", b"stop>"], stop=["</stop>"])
    assert reply.push(0, 1) is None
    assert reply.shown == "hi"
    assert reply.spans == [(0, 0, 2)]
    assert reply.push(2) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == "hi"


def test_a_token_cut_in_the_middle_keeps_a_clipped_span() -> None:
    reply = Reply([b"a", b"bc<", b"/s>"], stop=["</s>"])
    assert reply.push(0, 1, 2) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == "abc"
    assert reply.inner.ids == (0, 1)
    assert reply.spans == [(0, 0, 1), (1, 1, 3)]
    assert (reply.inner.kept_ids(), reply.inner.cut_text()) == ((0,), "bc")


def test_a_cut_in_a_token_that_ended_a_character_goes_back_to_where_the_character_began() -> None:
    """The ids that are kept are whole characters, so that the rest can be encoded by itself."""
    reply = Reply([b"a", b"x\xc3", b"\xa9bc"], stop=["bc"])
    assert reply.push(0, 1, 2) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == "ax\u00e9"
    assert (reply.inner.kept_ids(), reply.inner.cut_text()) == ((0,), "x\u00e9")


def test_a_stop_string_in_the_thoughts_ends_nothing() -> None:
    """It is meant for the answer; nor does a match begin in the one and end in the other."""
    markers = ThinkingMarkers(CONTROL, END + 1)
    reply = Reply([b"a", b"b", b"c"], stop=["bc"], thinking=markers)
    assert reply.push(CONTROL, 0, 1, 2, 1, END + 1, 2) is None
    assert reply.shown == "abcbc"
    assert reply.inner.num_thinking_tokens == 6
    assert reply.push(1, 2) is FinishReason.STOP_STRING
    reply.finish()
    assert (reply.shown, reply.inner.ids) == ("abcbc", (CONTROL, 0, 1, 2, 1, END + 1, 2))


def test_thoughts_are_never_held_back() -> None:
    """What might begin a stop string is shown at once, also where the prompt opened them."""
    markers = ThinkingMarkers(CONTROL, END + 1, starts_inside=True)
    reply = Reply([b"a", b"b", b"c"], stop=["bc"], thinking=markers)
    reply.push(0, 1)
    assert reply.shown == "ab"
    reply.push(END + 1, 1)
    assert reply.shown == "ab"
    reply.push(0)
    assert reply.shown == "abba"


def test_a_thought_that_is_no_whole_character_when_stopped_is_not_counted() -> None:
    reply = Reply([b"a", b"\xf0\x9f"], thinking=ThinkingMarkers(CONTROL, END + 1))
    reply.push(CONTROL, 0, 1)
    reply.finish(is_stopped=True)
    assert reply.inner.ids == (CONTROL, 0)
    assert reply.inner.num_thinking_tokens == 2


@pytest.mark.parametrize("is_stopped", [False, True])
def test_a_partial_stop_string_is_ordinary_text_when_the_reply_ends(is_stopped: bool) -> None:
    reply = Reply([b"a", b"</"], stop=["</stop>"])
    reply.push(0, 1)
    assert reply.shown == "a"
    reply.finish(is_stopped=is_stopped)
    assert reply.shown == "a</"
    assert reply.spans == [(0, 0, 1), (1, 1, 3)]


def test_a_partial_match_that_fails_is_released_but_for_a_new_beginning() -> None:
    reply = Reply([b"<", b"<", b"/stoq"], stop=["</stop>"])
    reply.push(0, 1)
    assert reply.shown == "<"
    reply.push(2)
    assert reply.shown == "<</stoq"


def test_the_match_that_is_complete_first_wins_and_then_the_longest() -> None:
    assert _text_of(b"abcd", ["bcd", "c"]) == "ab"
    assert _text_of(b"abcd", ["bcd", "d", "cd"]) == "a"
    assert _text_of(b"aabaaab", ["aaab"]) == "aab"


def test_control_tokens_the_model_writes_are_never_text() -> None:
    reply = Reply([b"a", b"b"])
    reply.push(0, CONTROL, 1)
    reply.finish()
    assert reply.shown == "ab"
    assert reply.spans == [(0, 0, 1), (CONTROL, 1, 1), (1, 1, 2)]


def test_offsets_count_utf16_units() -> None:
    reply = Reply(["👨‍👩".encode(), "é".encode(), b"x"])
    reply.push(0, 1, 2)
    assert reply.spans == [(0, 0, 5), (1, 5, 6), (2, 6, 7)]


def test_half_characters_wait_for_the_token_that_completes_them() -> None:
    reply = Reply([b"\xed", b"\x95", b"\x9c!"])
    reply.push(0, 1)
    assert (reply.shown, reply.spans) == ("", [])
    reply.push(2)
    assert reply.shown == "한!"
    assert reply.spans == [(0, 0, 0), (1, 0, 0), (2, 0, 2)]


def test_stop_keeps_whole_characters_only() -> None:
    reply = Reply([b"a", b"\xf0\x9f", b"\x91"])
    reply.push(0, 1, 2)
    reply.finish(is_stopped=True)
    assert reply.shown == "a"
    assert reply.inner.ids == reply.inner.kept_ids() == (0,)
    assert reply.spans == [(0, 0, 1)]


def test_stop_inside_a_token_that_also_ended_a_character() -> None:
    reply = Reply([b"\xc3", b"\xa9\xf0"])
    reply.push(0, 1)
    reply.finish(is_stopped=True)
    assert reply.shown == "é"
    assert reply.inner.ids == (0, 1)
    assert (reply.inner.kept_ids(), reply.inner.cut_text()) == ((), "é")
    assert reply.spans == [(0, 0, 0), (1, 0, 1)]


@pytest.mark.parametrize("last", [[END], []])
def test_half_a_character_at_a_normal_end_is_replaced_as_decoding_at_once_would(
    last: list[int],
) -> None:
    reply = Reply([b"a", b"\xf0\x9f"])
    reply.push(0, 1, *last)
    reply.finish()
    assert reply.shown == "a\ufffd"
    assert reply.spans == [(0, 0, 1), (1, 1, 2), *[(END, 2, 2) for _ in last]]


def test_half_a_character_of_the_stop_string_goes_with_it() -> None:
    reply = Reply([b"a", "한".encode()[:1], "한".encode()[1:]], stop=["한"])
    assert reply.push(0, 1, 2) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == "a"
    assert reply.inner.ids == (0,)


def test_an_end_marker_written_as_ordinary_characters_is_text_and_ends_nothing() -> None:
    tokenizer = tiny_tokenizer()
    reply = ReplyText(token_bytes=tokenizer.token_bytes, end_ids=tokenizer.end_ids)
    ids = [*tokenizer.encode("a<|im_end|>b"), *encode_written(tokenizer, "<|im_end|>")]
    reasons = [push_plain(reply, id) for id in ids]
    assert reasons == [None] * (len(ids) - 1) + [FinishReason.END]
    reply.finish(is_stopped=False)
    assert reply.text == "a<|im_end|>b"


def test_nothing_may_follow_the_end() -> None:
    reply = Reply([b"a"])
    reply.push(END)
    with pytest.raises(ValueError, match="after the end"):
        reply.push(0)


PIECES = [b"a", b"b", b"ab", b"\xed\x95", b"\x9c", b"\x9ca", b"\xf0\x9f\x91", b"\xa8", b"", b"\xff"]


@settings(deadline=None)
@given(
    st.lists(st.integers(0, len(PIECES) - 1), max_size=25),
    st.lists(st.text("ab한", min_size=1, max_size=4), max_size=3),
    st.lists(st.booleans(), min_size=25, max_size=25),
)
def test_any_reply_equals_the_reference(
    ids: list[int], stops: list[str], takes: list[bool]
) -> None:
    """Text, ids and spans depend on the tokens alone, never on when they are taken."""
    reply = Reply(PIECES, stop=stops)
    reason = None
    for id, is_taken in zip(ids, takes, strict=False):
        reason = reply.push(id, takes=is_taken)
        assert _reference(b"".join(PIECES[i] for i in ids), stops).startswith(reply.shown)
        if reason is not None:
            break
    reply.finish()

    whole = b"".join(PIECES[id] for id in ids)
    assert reply.shown == reply.inner.text == _reference(whole, stops)
    assert tuple(token.id for token in reply.tokens) == reply.inner.ids
    kept = b"".join(PIECES[id] for id in reply.inner.kept_ids())
    assert kept.decode("utf-8", "replace") + reply.inner.cut_text() == reply.shown
    place = 0
    for token in reply.tokens:
        assert token.start == place
        place = token.end
    assert place == len(reply.shown.encode("utf-16-le")) // 2

    together = Reply(PIECES, stop=stops)
    together.push(*ids, takes=False)
    together.finish()
    assert together.tokens == reply.tokens


def _reference(data: bytes, stops: Sequence[str]) -> str:
    """Find the stop string that is complete first, then the longest, with the whole at hand."""
    text = data.decode("utf-8", "replace")
    for end in range(1, len(text) + 1):
        lengths = [len(stop) for stop in stops if text[:end].endswith(stop)]
        if lengths:
            return text[: end - max(lengths)]
    return text


def _text_of(data: bytes, stops: Sequence[str]) -> str:
    reply = Reply([data], stop=stops)
    assert reply.push(0) is FinishReason.STOP_STRING
    reply.finish()
    assert reply.shown == _reference(data, stops)
    return reply.shown
