"""The settings that decide what is answered and how: sampling, speculation, the context.

Declared as `settings.py` says, which puts them among the others.
"""

from app.language.text import mark
from app.setting_spec import SettingSpec, SettingType
from engine import MAX_LOOKAHEAD, MAX_SEED, ContextPolicy, SamplingRule

ANSWERS: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="temperature",
        type=SettingType.NUMBER,
        default=0.7,
        label=mark("Settings", "Temperature"),
        help=mark("Settings", "0 always takes the most likely word; higher is more varied."),
        group="Answers",
        minimum=0.0,
        maximum=5.0,
    ),
    SettingSpec(
        key="top_p",
        type=SettingType.NUMBER,
        default=0.95,
        label=mark("Settings", "Top-p"),
        help=mark(
            "Settings", "Draw among the fewest tokens that together are this likely; 1 takes all."
        ),
        group="Answers",
        minimum=0.01,
        maximum=1.0,
    ),
    SettingSpec(
        key="top_k",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Top-k"),
        help=mark("Settings", "Draw among this many of the most likely tokens; 0 takes all."),
        group="Answers",
        minimum=0,
        maximum=1_000_000,
    ),
    SettingSpec(
        key="min_p",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Min-p"),
        help=mark(
            "Settings",
            "Leave out tokens below this share of the most likely one; 0 leaves out none.",
        ),
        group="Answers",
        minimum=0.0,
        maximum=0.99,
    ),
    SettingSpec(
        key="seed",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Seed"),
        help=mark("Settings", "The same seed and settings give the same reply again."),
        group="Answers",
        minimum=0,
        maximum=MAX_SEED,
        none_label=mark("Settings", "Random"),
    ),
    SettingSpec(
        key="max_new_tokens",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Longest reply"),
        help=mark("Settings", "In tokens; a word is one to three of them."),
        group="Answers",
        minimum=1,
        maximum=10_000_000,
        none_label=mark("Settings", "As the context allows"),
    ),
    SettingSpec(
        key="min_new_tokens",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Shortest reply"),
        help=mark("Settings", "The model does not end by itself before it has this many tokens."),
        group="Answers",
        minimum=0,
        maximum=10_000_000,
    ),
    SettingSpec(
        key="repetition_penalty",
        type=SettingType.NUMBER,
        default=1.0,
        label=mark("Settings", "Repetition penalty"),
        help=mark("Settings", "Above 1 discourages words that were already used; 1 does nothing."),
        group="Answers",
        minimum=0.1,
        maximum=10.0,
    ),
    SettingSpec(
        key="presence_penalty",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Presence penalty"),
        help=mark("Settings", "Above 0 makes a word less likely once the reply has it."),
        group="Answers",
        minimum=-10.0,
        maximum=10.0,
    ),
    SettingSpec(
        key="frequency_penalty",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Frequency penalty"),
        help=mark("Settings", "The same, once more for each time the reply has it."),
        group="Answers",
        minimum=-10.0,
        maximum=10.0,
    ),
    SettingSpec(
        key="no_repeat_ngram",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Never repeat so many tokens"),
        help=mark("Settings", "No run of this many tokens occurs twice; 0 allows it."),
        group="Answers",
        minimum=0,
        maximum=64,
    ),
    SettingSpec(
        key="banned_words",
        type=SettingType.TEXTS,
        default=(),
        label=mark("Settings", "Banned words"),
        help=mark(
            "Settings", "A reply contains none of these, not even inside a word; one a line."
        ),
        group="Answers",
    ),
    SettingSpec(
        key="stop",
        type=SettingType.TEXTS,
        default=(),
        label=mark("Settings", "Stop texts"),
        help=mark(
            "Settings",
            "A reply ends right before any of these; one a line. Thoughts are not searched.",
        ),
        group="Answers",
    ),
)

SPECULATION: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="speculate",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Speculative decoding"),
        help=mark(
            "Settings", "A draft writes ahead and the model checks it: the same answer, sooner."
        ),
        group="Speculation",
    ),
    SettingSpec(
        key="lookahead",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Lookahead"),
        help=mark("Settings", "How many tokens the draft writes ahead in a round."),
        group="Speculation",
        minimum=0,
        maximum=MAX_LOOKAHEAD,
        none_label=mark("Settings", "Automatic"),
    ),
    SettingSpec(
        key="sampling_rule",
        type=SettingType.CHOICE,
        default=SamplingRule.COUPLED.value,
        label=mark("Settings", "Rule for drafts"),
        help=mark(
            "Settings",
            "Coupled: a seed gives the same text with and without speculation. Rejection: "
            "a little more acceptance. Neither changes the odds of any word.",
        ),
        group="Speculation",
        choices=(
            (SamplingRule.COUPLED.value, mark("Settings", "Coupled")),
            (SamplingRule.REJECTION.value, mark("Settings", "Rejection")),
        ),
    ),
    SettingSpec(
        key="tint",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Tint drafted words"),
        help=mark("Settings", "Colour the words that the draft wrote and the model kept."),
        group="Speculation",
    ),
    SettingSpec(
        key="show_proposed",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Show words not yet checked"),
        help=mark("Settings", "Show faintly what the draft has written ahead."),
        group="Speculation",
    ),
)

CONTEXT: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="system_prompt",
        type=SettingType.LONG_TEXT,
        default="",
        label=mark("Settings", "System prompt"),
        help=mark("Settings", "Told to the model at the beginning of each new chat."),
        group="Context",
    ),
    SettingSpec(
        key="context_policy",
        type=SettingType.CHOICE,
        default=ContextPolicy.LEAVE_OUT_OLDEST.value,
        label=mark("Settings", "When a chat is too long"),
        help=mark("Settings", "What to do when it does not fit the context any more."),
        group="Context",
        choices=(
            (
                ContextPolicy.LEAVE_OUT_OLDEST.value,
                mark("Settings", "Leave out its oldest messages"),
            ),
            (
                ContextPolicy.STOP_WHEN_FULL.value,
                mark("Settings", "Let the reply end where the room does"),
            ),
            (ContextPolicy.REFUSE.value, mark("Settings", "Refuse to answer")),
        ),
    ),
    SettingSpec(
        key="context_length",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Context length"),
        help=mark(
            "Settings", "How many tokens of a chat the model can see; more takes more memory."
        ),
        group="Context",
        minimum=16,
        maximum=10_000_000,
        none_label=mark("Settings", "Automatic"),
        is_load_time=True,
    ),
)
