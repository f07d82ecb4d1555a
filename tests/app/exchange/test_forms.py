"""What is made of the records of other programs."""

import json
from collections.abc import Mapping

import pytest

from app.exchange.imported import BadRecord, ImportedChat, Reason
from app.exchange.pieces import Piece
from app.exchange.reading import read_record
from engine import Role


def read(record: object) -> ImportedChat:
    """Read a record as it would stand in a file."""
    return read_record(Piece(json.dumps(record)))


def said(chat: ImportedChat) -> list[tuple[str, str]]:
    """Who said what."""
    return [(message.role.value, message.text) for message in chat.messages]


def node(
    role: str,
    *parts: object,
    parent: str | None,
    kind: str = "text",
    children: tuple[str, ...] = (),
    **more: object,
) -> dict[str, object]:
    """A node of ChatGPT's tree."""
    message: Mapping[str, object] = {
        "author": {"role": role},
        "content": {"content_type": kind, "parts": list(parts)},
        "create_time": 1_700_000_000.5,
        "recipient": "all",
        "metadata": {"model_slug": "gpt-4o"} if role == "assistant" else {},
    }
    return {"message": {**message, **more}, "parent": parent, "children": list(children)}


def tree(**more: object) -> dict[str, object]:
    """A chat whose question was answered twice; the second answer used a tool."""
    hidden = {"is_visually_hidden_from_conversation": True}
    nodes = {
        "root": {"message": None, "parent": None, "children": ["s"]},
        "s": node("system", "You are hidden.", parent="root", metadata=hidden, children=("q",)),
        "q": node("user", "Why?", parent="s", children=("a", "b")),
        "a": node("assistant", "The first answer.", parent="q"),
        "b": node("assistant", "Let me look.", parent="q", children=("t",)),
        "t": node("assistant", "search()", parent="b", recipient="browser", children=("r",)),
        "r": node("tool", "results", parent="t", children=("h",)),
        "h": node("assistant", "hmm", parent="r", kind="thoughts", children=("c",)),
        "c": node("assistant", "So it is\ue200cite\ue202turn0\ue201.", parent="h"),
    }
    return {
        "title": "A question",
        "create_time": 1_700_000_000.25,
        "update_time": 1_700_000_100,
        "mapping": nodes,
        "current_node": "c",
        **more,
    }


def test_the_current_branch_of_chatgpt() -> None:
    """What was shown, with the pieces of one reply together."""
    chat = read(tree())
    assert said(chat) == [("user", "Why?"), ("assistant", "Let me look.\n\nSo it is.")]
    assert (chat.title, chat.system_prompt) == ("A question", "")
    assert (chat.created_at, chat.updated_at) == (1_700_000_000.25, 1_700_000_100.0)
    assert chat.messages[1].model == "gpt-4o"
    assert chat.messages[1].created_at == 1_700_000_000.5


def test_another_branch_of_chatgpt() -> None:
    """Whichever is said to be current."""
    assert said(read(tree(current_node="a"))) == [
        ("user", "Why?"),
        ("assistant", "The first answer."),
    ]


@pytest.mark.parametrize("current", [None, "gone", 7])
def test_without_a_current_branch_the_newest_is_taken(current: object) -> None:
    """A leaf at least, and never nothing."""
    assert said(read(tree(current_node=current)))[0] == ("user", "Why?")


def test_a_tree_that_bites_its_tail_comes_to_an_end() -> None:
    """A node is taken once."""
    chat = tree()
    nodes = chat["mapping"]
    assert isinstance(nodes, dict)
    nodes["root"]["parent"] = "c"
    assert len(read(chat).messages) == 2


def test_kinds_of_content() -> None:
    """Code is code, a picture is said to be one, speech is what was said."""
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file://x"}
    speech = {"content_type": "audio_transcription", "text": "spoken"}
    code = {"content_type": "code", "language": "python", "text": "print(1)\n"}
    nodes = {
        "a": node("user", image, "look", speech, parent=None, kind="multimodal_text"),
        "b": node("assistant", parent="a", content=code),
        "c": node("user", None, 7, "\ud83d", parent="b"),
        "d": node("assistant", "", parent="c"),
    }
    chat = read({"mapping": nodes, "current_node": "d"})
    assert said(chat) == [
        ("user", "[Image]\n\nlook\n\nspoken"),
        ("assistant", "```python\nprint(1)\n```"),
        ("user", "\ufffd"),
    ]


def lm_message(*versions: object, selected: int = 0) -> dict[str, object]:
    """A message of LM Studio's."""
    return {"versions": list(versions), "currentlySelected": selected}


def test_a_chat_of_lm_studio() -> None:
    """The selected versions, without what was thought and what tools did."""
    text = {"type": "text", "text": "Why?"}
    thinking = {
        "type": "contentBlock",
        "style": {"type": "thinking"},
        "content": [{"type": "text", "text": "hmm"}],
    }
    block = {"type": "contentBlock", "content": [{"type": "text", "text": "Because."}]}
    tool = {"type": "toolStatus", "statusState": {}}
    first = {"type": "singleStep", "role": "user", "content": [text, {"type": "file"}]}
    wrong = {"type": "multiStep", "role": "assistant", "steps": []}
    right = {
        "type": "multiStep",
        "role": "assistant",
        "senderInfo": {"senderName": "qwen2.5"},
        "steps": [thinking, tool, block, block],
    }
    chat = read(
        {
            "name": "A chat",
            "pinned": True,
            "createdAt": 1_700_000_000_250,
            "systemPrompt": "Be brief.",
            "messages": [lm_message(first), lm_message(wrong, right, selected=1)],
        }
    )
    assert said(chat) == [("user", "Why?"), ("assistant", "Because.\n\nBecause.")]
    assert (chat.title, chat.system_prompt, chat.is_pinned) == ("A chat", "Be brief.", True)
    assert chat.created_at == 1_700_000_000.25
    assert chat.messages[1].model == "qwen2.5"


@pytest.mark.parametrize(
    "record",
    [
        {"messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "Q"}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "Q"}]}]},
        {"conversations": [{"from": "human", "value": "Q"}]},
        {"messages": [{"role": "user", "content": "Q"}, {"role": "function", "content": "x"}]},
    ],
)
def test_plain_lists_of_messages(record: dict[str, object]) -> None:
    """As many programs write them."""
    assert said(read(record)) == [("user", "Q")]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (7, Reason.UNKNOWN),
        ([], Reason.UNKNOWN),
        ({}, Reason.UNKNOWN),
        ({"messages": "none"}, Reason.UNKNOWN),
        ({"messages": [7]}, Reason.DAMAGED),
        ({"messages": [{"versions": [7]}]}, Reason.DAMAGED),
        ({"mapping": {"a": 7}, "current_node": "a"}, Reason.DAMAGED),
        ({"system_prompt": "", "messages": [{"parent_id": 0, "role": "x"}]}, Reason.DAMAGED),
    ],
)
def test_bad_records_say_why(record: object, reason: Reason) -> None:
    """And raise nothing else."""
    with pytest.raises(BadRecord) as problem:
        read(record)
    assert problem.value.reason is reason


@pytest.mark.parametrize(
    "text", ["{", "[" * 100_000, '{"a": ' * 100_000, "\x00", '{"a": 1e99999}x']
)
def test_what_is_no_json_says_so(text: str) -> None:
    """However deep it goes."""
    with pytest.raises(BadRecord) as problem:
        read_record(Piece(text))
    assert problem.value.reason is Reason.NO_JSON


@pytest.mark.parametrize("time", [True, "x", -1, 0, 1e400, float("nan"), 10**400, 10**12, None])
def test_times_that_are_none(time: object) -> None:
    """No calendar holds them, and none is made up."""
    chat = read({"mapping": {"a": node("user", "Q", parent=None)}, "create_time": time})
    assert chat.created_at is None
    assert chat.messages[0].role is Role.USER
