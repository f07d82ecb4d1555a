"""Rendering a model's chat template, which is code from a stranger, within narrow limits.

A Jinja sandbox in the dialect of transformers' chat templates, in which every loop pass and call
is counted and everything that could grow is weighed before or as it is made. Knows no tokenizer:
text comes out.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, cast

from jinja2 import Environment, Template, TemplateError, nodes
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from engine.errors import BadTemplate
from engine.template_budget import TemplateBudget

MAX_SOURCE_CHARACTERS = 500_000
MAX_CHARACTERS = 1_000_000
_MAX_RANGE = 10_000

# What chat templates use; the rest can grow, or calculate, beyond what is worth measuring.
_FILTERS = (
    *("abs", "bool", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first"),
    *("float", "int", "items", "last", "length", "list", "lower", "map", "max", "min", "reject"),
    *("rejectattr", "reverse", "safe", "select", "selectattr", "sort", "string", "title"),
    *("tojson", "truncate", "unique", "upper"),
)
_STR_METHODS = (
    *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha"),
    *("isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "istitle", "isupper"),
    *("join", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind"),
    *("rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip"),
    *("swapcase", "title", "upper"),
)


@dataclass(unsafe_hash=True)
class TemplateLimit(BadTemplate):
    """The template left its limits, and would with any other messages."""


class ChatTemplate:
    """A compiled template.

    Args:
        source: the Jinja text.

    Raises:
        BadTemplate: it does not compile.
    """

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE_CHARACTERS:
            raise BadTemplate(detail="it is too long")
        self._environment = _Environment()
        try:
            tree = _Measured().visit(self._environment.parse(source))
            code = self._environment.compile(tree)
        except (TemplateError, RecursionError, ValueError, MemoryError, SyntaxError) as error:
            raise BadTemplate(detail=f"it does not compile ({_short(error)})") from error
        self._template = Template.from_code(
            self._environment, code, self._environment.make_globals(None)
        )

    def render(
        self, messages: Sequence[Mapping[str, object]], *, bos_token: str, eos_token: str
    ) -> str:
        """Write a conversation as the model was taught to read it, up to where it answers.

        Args:
            messages: what the template calls `messages`: dicts of `role` and `content`.
            bos_token, eos_token: texts of these control tokens, "" where there are none.

        Raises:
            TemplateLimit: it did not stay within its limits.
            BadTemplate: it refused these messages, or raised something else.
        """
        size = sum(len(str(message.get("content", ""))) for message in messages)
        budget = TemplateBudget(MAX_CHARACTERS + 4 * size)
        self._environment.budget = budget
        pieces: list[str] = []
        num_characters = 0
        try:
            for piece in self._template.generate(
                messages=[dict(message) for message in messages],
                add_generation_prompt=True,
                bos_token=bos_token,
                eos_token=eos_token,
                tools=None,
                documents=None,
            ):
                budget.step()
                num_characters += len(piece)
                budget.require(num_characters)
                pieces.append(piece)
        except SecurityError as error:
            raise TemplateLimit(detail=_short(error)) from error
        except Exception as error:  # any code may stand in a template, so it may raise anything
            raise BadTemplate(detail=_short(error)) from error
        return "".join(pieces)


def _short(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"


class _Measured(NodeTransformer):
    """Puts a meter on every loop and on everything a template can build without a call."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "_steps")
        return node

    def visit_List(self, node: nodes.List) -> nodes.Node:
        self.generic_visit(node)
        return _filtered(node, "_check")

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:
        self.generic_visit(node)
        return _filtered(node, "_check")

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:
        self.generic_visit(node)
        return _filtered(node, "_check") if node.ctx == "load" else node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        node.nodes = [_filtered(part, "_check") for part in node.nodes]
        return _filtered(node, "_check")


def _filtered(node: nodes.Node, name: str) -> nodes.Expr:
    # A node in such a place is always an expression.
    return nodes.Filter(cast(nodes.Expr, node), name, [], [], None, None, lineno=node.lineno)


class _GenerationTag(Extension):
    """`{% generation %}` marks what to train on; here it only stands around its body."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.tags = {"generation"}

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, with hooks wherever a template can call, add or multiply."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[_GenerationTag, loopcontrols],
            finalize=self._finalize,
            cache_size=0,
        )
        self.budget = TemplateBudget(MAX_CHARACTERS)
        self.filters["tojson"] = _to_json
        self.filters["items"] = _items
        self.filters = {
            name: self._limited(function) if name in _FILTERS else _refused(name)
            for name, function in self.filters.items()
        }
        self.filters["join"] = self._limited(self._join)
        self.filters["trim"] = self._limited(self._trim)
        self.filters["replace"] = self._limited(self._replace)
        self.filters["_check"] = lambda value: self.budget.check(value)
        self.filters["_steps"] = lambda items: self.budget.steps(items)
        self.globals = {
            "range": self._range,
            "dict": dict,
            "namespace": Namespace,
            "raise_exception": _raise_exception,
            "strftime_now": _strftime_now,
        }

    def concat(self, pieces: Iterable[str]) -> str:
        """Join the output of a macro, call or set block; compiled code asks for it by name."""
        return "".join(self.budget.check(iter(pieces)))

    def call(self, context: Context, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call what a template calls; star arguments are Jinja's own signature."""
        self.budget.step()
        # The sandbox wraps str.format, so the method may lie one layer deeper.
        owner = getattr(getattr(function, "__wrapped__", function), "__self__", None)
        if isinstance(owner, int | float | bytes | range):
            raise SecurityError(f"it uses {type(owner).__name__}.{function.__name__}")
        if isinstance(owner, str):
            return self.budget.check(self._call_text(owner, function, *args))
        return self.budget.check(super().call(context, function, *args, **kwargs))

    def _call_text(self, text: str, method: Callable[..., Any], *args: Any) -> Any:
        name = method.__name__
        if name not in _STR_METHODS:
            raise SecurityError(f"it uses str.{name}")
        # Searching backwards and stripping take a step for each pair of characters.
        for argument in args:
            if isinstance(argument, str):
                self.budget.require_product(len(text), len(argument))
        match name:
            case "join":
                return self._join(args[0], text)
            case "replace":
                return self._replace(text, *args)
        return method(*args)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculate, unless the result would be out of all proportion."""
        self.budget.step()
        match operator:
            case "*":
                self._check_product(left, right)
            case "**":
                raise SecurityError("it raises to a power")
            case "%" if isinstance(left, str):
                raise SecurityError("it formats with %")
        return self.budget.check(super().call_binop(context, operator, left, right))

    def _check_product(self, left: Any, right: Any) -> None:
        for times, value in ((left, right), (right, left)):
            if isinstance(times, int) and isinstance(value, str | list | tuple):
                self.budget.require(times * (1 + self.budget.weigh(value)))

    def _finalize(self, value: Any) -> Any:
        self.budget.step()
        return self.budget.check(value)

    def _limited(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def limited(*args: Any, **kwargs: Any) -> Any:
            self.budget.step()
            return self.budget.check(function(*args, **kwargs))

        return limited

    def _join(self, items: Any, d: str = "", attribute: str | int | None = None) -> str:
        if attribute is not None:
            items = [self.getitem(item, attribute) for item in self.budget.steps(items)]
        items = self.budget.check(list(self.budget.steps(items)))
        self.budget.require(self.budget.weigh(items) + len(str(d)) * len(items))
        return str(d).join(str(item) for item in items)

    def _replace(self, text: Any, old: str, new: str, count: int = -1) -> str:
        replaced = str(text)
        self.budget.require(len(replaced) + replaced.count(old) * len(new))
        return replaced.replace(old, new, count)

    def _trim(self, text: Any, chars: str | None = None) -> str:
        trimmed = str(text)
        self.budget.require_product(len(trimmed), len(chars or ""))
        return trimmed.strip(chars)

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        if len(numbers) > _MAX_RANGE:
            raise SecurityError("it counts too far")
        return numbers


def _refused(name: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise SecurityError(f"it uses the filter {name}")

    return refuse


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    # Jinja's own escapes HTML, which would change what the model reads.
    if indent is not None and not 0 <= indent <= 16:
        raise SecurityError("it indents too far")
    if separators is not None and any(len(separator) > 16 for separator in separators):
        raise SecurityError("it separates too widely")
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )


def _items(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items()) if isinstance(value, Mapping) else []


def _raise_exception(message: object) -> None:
    raise TemplateError(str(message))


def _strftime_now(format: str) -> str:
    # Widths such as "%1000000000d" are honoured by some systems.
    if len(format) > 100 or any(character.isdigit() for character in format):
        raise SecurityError("it formats the date strangely")
    return datetime.now().strftime(format)
