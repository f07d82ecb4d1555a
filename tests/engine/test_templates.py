"""Chat templates from strangers: those in use render as they should, hostile ones are refused.

Refusals count steps and weigh sizes, so they are the same on any machine; no test waits.
"""

import jinja2
import pytest

from engine.errors import BadTemplate
from engine.template_budget import TemplateBudget
from engine.templates import MAX_SOURCE_CHARACTERS, ChatTemplate, TemplateLimit
from tests.tiny_tokenizers import CHATML

MESSAGES = [{"role": "user", "content": "hi <b> é"}, {"role": "assistant", "content": " yes "}]


def _render(source: str) -> str:
    return ChatTemplate(source).render(MESSAGES, bos_token="<s>", eos_token="</s>")


def test_chatml_renders() -> None:
    assert _render(CHATML) == (
        "<|im_start|>user\nhi <b> é<|im_end|>\n<|im_start|>assistant\n yes <|im_end|>\n"
        "<|im_start|>assistant\n"
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ bos_token }}{% if tools %}t{% endif %}{{ eos_token }}", "<s></s>"),
        ("{% for m in messages %}{{ loop.index0 }}{{ loop.last }} {% endfor %}", "0False 1True "),
        ("{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}"
         "{% endfor %}{{ ns.n }}", "2"),
        ("{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}{{ m.role }}"
         "{% endfor %}", "assistant"),
        ("{{ messages[1]['content'] | trim }}{{ messages[1].content.strip() }}", "yesyes"),
        ("{{ messages[0] | tojson }}", '{"role": "user", "content": "hi <b> é"}'),
        ("{{ messages | map(attribute='role') | join(', ') | upper }}", "USER, ASSISTANT"),
        ("{{ (messages | selectattr('role', 'equalto', 'user') | list | length) * 3 }}", "3"),
        ("{{ messages[::-1][0].role }}{{ messages[1:] | length }}", "assistant1"),
        ("{% macro say(m) %}[{{ m.role }}]{% endmacro %}{{ say(messages[0]) }}", "[user]"),
        ("{{ 'a</think>b'.split('</think>')[-1] }}{{ 'x' ~ 1 ~ none }}", "bx1None"),
        ("{% generation %}x{% endgeneration %}{{ missing }}{{ bos_token.x is none }}", "xFalse"),
        ("{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}", "a1"),
        ("  {% if true %}\n  x\n  {% endif %}\n", "  x\n"),
    ],
)  # fmt: skip
def test_what_templates_in_use_need(source: str, text: str) -> None:
    assert _render(source) == text


def test_the_date_is_to_be_had() -> None:
    assert _render("{{ strftime_now('%Y') }}").isdecimal()


def test_the_result_is_what_an_unguarded_sandbox_gives() -> None:
    plain = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(CHATML)
    assert _render(CHATML) == plain.render(messages=MESSAGES, add_generation_prompt=True)


LONG = "{% set a = 'a' * 100000 %}"
GROW = "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(60) %}"


@pytest.mark.parametrize(
    "source",
    [
        "{% set a = range(9999) %}{% for x in a %}{% for y in a %}{% for z in a %}"
        "{% endfor %}{% endfor %}{% endfor %}",
        "{% for x in range(1000000000) %}{% endfor %}",
        LONG + "{% for i in range(9999) %}{{ a }}{% endfor %}",
        LONG + "{{ a.replace('a', a) }}",
        LONG + "{{ a | replace('a', a) }}",
        LONG + "{{ a.join(a) }}",
        LONG + "{{ range(9999) | join(a) }}",
        LONG + "{{ range(9999) | map('replace', '1', a) | list | length }}",
        LONG + "{% filter replace('a', a) %}{{ a }}{% endfilter %}",
        LONG + "{{ a.rfind('b' + a) }}",
        LONG + "{{ a | trim('b' + a) }}",
        "{{ 'a' * 1000000000 }}",
        "{{ 1000000000 * [1] }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ 'a'.ljust(1000000000) }}",
        "{{ 'a' | center(1000000000) }}",
        "{{ '{:1000000000}'.format(1) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%1000000000d' | format(1) }}",
        "{{ (1).to_bytes(1000000000, 'big') }}",
        "{{ [1] | batch(1000000000, 0) | list }}",
        "{{ strftime_now('%1000000000d') }}",
        "{{ [1] | tojson(indent=1000000000) }}",
        "{{ [1, 2] | tojson(separators=('a' * 100000, ':')) }}",
        GROW + "{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
        GROW + "{% set ns.s = ns.s + ns.s %}{% endfor %}",
        GROW + "{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}",
        GROW + "{% set ns.s = {'a': ns.s, 'b': ns.s} %}{% endfor %}{{ ns.s }}",
        GROW + "{% set ns.s %}{{ ns.s }}{{ ns.s }}{% endset %}{% endfor %}",
        "{% set ns = namespace(n=3) %}{% for i in range(60) %}{% set ns.n = ns.n * ns.n %}"
        "{% endfor %}",
        "{% set a = namespace() %}{% set a.x = [a, a] %}{{ a }}",
        "{{ ''.__class__.__mro__ }}",
    ],
)
def test_what_would_loop_or_grow_is_refused(source: str) -> None:
    with pytest.raises(TemplateLimit):
        _render(source)


@pytest.mark.parametrize(
    "source",
    [
        "{{ raise_exception('Conversation roles must alternate') }}",
        "{% macro f(n) %}{{ f(n + 1) }}{{ f(n + 1) }}{% endmacro %}{{ f(0) }}",
        "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{% block a %}{{ self.a() }}{% endblock %}",
        "{% include 'other' %}",
        "{{ lipsum(1000000) }}",
        "{{ messages[0].content + 1 }}",
        "{{ messages[0].content.nothing() }}",
    ],
)
def test_what_raises_is_refused(source: str) -> None:
    with pytest.raises(BadTemplate):
        _render(source)


@pytest.mark.parametrize(
    "source",
    [
        "{% for %}",
        "{{ 1 | no_such_filter }}",
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "a" * (MAX_SOURCE_CHARACTERS + 1),
    ],
)
def test_what_does_not_compile_is_refused_before_rendering(source: str) -> None:
    with pytest.raises(BadTemplate):
        ChatTemplate(source)


def test_the_templates_own_words_are_kept_in_the_reason() -> None:
    with pytest.raises(BadTemplate, match="roles must alternate"):
        _render("{{ raise_exception('roles must alternate') }}")


def test_time_that_is_up_ends_a_rendering() -> None:
    budget = TemplateBudget(1000, max_seconds=-1.0)
    with pytest.raises(jinja2.exceptions.SecurityError, match="too long"):
        budget.step()


def test_a_refused_rendering_leaves_the_template_usable() -> None:
    source = "{% if messages[0].content == 'bad' %}{{ 'a' * 1000000000 }}{% endif %}fine"
    template = ChatTemplate(source)
    with pytest.raises(TemplateLimit):
        template.render([{"role": "user", "content": "bad"}], bos_token="", eos_token="")
    assert template.render(MESSAGES, bos_token="", eos_token="") == "fine"
