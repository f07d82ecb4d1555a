"""What a chat is written with: kept with it, taken from presets, told to the engine."""

from app.presets.style import STYLE_KEYS, ChatStyle, Preset, packed, unpacked
from app.setting_spec import SettingValue
from engine import Generate
from tests.app.conftest import MakeStage, Recorder, Stage


def values(stage: Stage, **changed: SettingValue) -> dict[str, SettingValue]:
    """Give all values, some of them changed."""
    return {key: stage.program.settings.value(key) for key in STYLE_KEYS} | changed


def preset(stage: Stage, name: str = "Terse", *, is_default: bool = False) -> Preset:
    """Make a preset."""
    return Preset(
        id=0,
        name=name,
        system_prompt="Be terse.",
        values=values(stage, temperature=0.1),
        is_default=is_default,
    )


def asked(stage: Stage) -> Generate:
    """Give what the engine was asked last."""
    return [command for command in stage.engine.commands if isinstance(command, Generate)][-1]


def test_a_chosen_preset_reaches_the_engine_and_stays_with_its_chat(make_stage: MakeStage) -> None:
    """After a restart as well; another chat goes on following the settings."""
    stage = make_stage()
    stage.start()
    control = stage.program.presets
    assert control.name() == "Standard"
    preset_id = control.save(preset(stage))
    control.choose(preset_id)
    assert control.name() == "Terse"
    stage.send("one")
    assert [message.content for message in asked(stage).messages] == ["Be terse.", "one"]
    assert asked(stage).sampling.temperature == 0.1
    chat = stage.program.controller.chats.current_id
    assert chat is not None
    stage.program.controller.new_chat()
    assert control.name() == "Standard"
    stage.send("two")
    assert asked(stage).sampling.temperature == 0.7
    stage.close()
    again = make_stage()
    again.start()
    again.program.controller.open_conversation(chat)
    assert again.program.presets.name() == "Terse"
    again.send("three")
    assert asked(again).sampling.temperature == 0.1


def test_a_preset_that_changes_or_goes_changes_only_the_open_chat(make_stage: MakeStage) -> None:
    """Another chat keeps what it was given, and says so."""
    stage = make_stage()
    stage.start()
    control = stage.program.presets
    preset_id = control.save(preset(stage))
    control.choose(preset_id)
    stage.send("one")
    first = stage.program.controller.chats.current_id
    assert first is not None
    stage.program.controller.new_chat()
    control.choose(preset_id)
    stage.send("two")
    changed = Preset(
        id=preset_id, name="Chatty", system_prompt="Talk.", values=values(stage, temperature=1.5)
    )
    control.save(changed)
    stage.send("three")
    assert asked(stage).sampling.temperature == 1.5
    assert asked(stage).messages[0].content == "Talk."
    stage.program.controller.open_conversation(first)
    assert control.style().system_prompt == "Be terse."
    control.delete(preset_id)
    assert control.presets() == []
    assert control.name() == "Own values"
    stage.send("four")
    assert asked(stage).sampling.temperature == 0.1


def test_new_chats_begin_with_the_default(make_stage: MakeStage) -> None:
    """Only one preset is it; and the chat can still choose what the settings say."""
    stage = make_stage()
    stage.start()
    control = stage.program.presets
    control.save(preset(stage, "One", is_default=True))
    control.save(preset(stage, "Two", is_default=True))
    assert [p.name for p in control.presets() if p.is_default] == ["Two"]
    stage.program.controller.new_chat()
    assert control.name() == "Two"
    control.choose(None)
    assert control.name() == "Standard"
    stage.send("one")
    assert [message.content for message in asked(stage).messages] == ["one"]


def test_values_that_do_not_go_together_are_refused(make_stage: MakeStage) -> None:
    """It is said why, and nothing is kept."""
    stage = make_stage()
    stage.start()
    notices = Recorder(stage.program.controller.notice)
    wrong = values(stage, max_new_tokens=5, min_new_tokens=9)
    kept = stage.program.presets.save(Preset(id=0, name="x", system_prompt="", values=wrong))
    stage.program.presets.set_style(ChatStyle(values=wrong))
    assert kept == 0
    assert len(notices.calls) == 2
    assert stage.program.presets.name() == "Standard"
    assert stage.program.presets.save(preset(stage, "  ")) == 0


def test_damaged_values_are_left_out() -> None:
    """Whatever the column holds, what comes of it is allowed."""
    kept: dict[str, SettingValue] = {"temperature": 0.5, "stop": ("a",), "top_k": 3}
    assert unpacked(packed(kept)) == kept
    assert unpacked('{"temperature": 99, "top_k": 3, "theme": "dark"}') == {"top_k": 3}
    for text in ("[]", "{", None, 7, b"\0", "[" * 100_000):
        assert unpacked(text) == {}


def test_a_new_chat_keeps_the_prompt_that_was_given_to_it(make_stage: MakeStage) -> None:
    """Even where nothing but the prompt is its own; one as in the settings follows them."""
    stage = make_stage()
    stage.start()
    control = stage.program.presets
    assert control.set_style(ChatStyle(system_prompt="Be a pirate."))
    assert control.style().system_prompt == "Be a pirate."
    stage.send("one")
    assert asked(stage).messages[0].content == "Be a pirate."
    stage.program.controller.new_chat()
    stage.program.controller.change_setting("system_prompt", "First.")
    control.choose(None)
    stage.program.controller.change_setting("system_prompt", "Second.")
    assert control.style().system_prompt == "Second."
