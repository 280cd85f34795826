"""The parameters of functions, read from their code and not from what they claim, since annotations
and defaults may run code.
"""

from __future__ import annotations

import inspect
import types
from dataclasses import dataclass

from .values import Bound, Instance, Unknown, ancestors, class_dictionary, exactly, unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .text import Call

MAX_TEXT_LENGTH = 1_500
MAX_DEFAULT_LENGTH = 30
MAX_DOC_LENGTH = 200
PLAIN = (type(None), bool, int, float, complex, str, bytes)


@dataclass
class Parameter:
    """A parameter: its name, with a star if it takes several, its default as text, and how it
    may be passed.
    """

    name: str
    default: str = ""
    stars: str = ""
    positional: bool = True
    keyword: bool = True

    def written(self) -> str:
        return f"{self.stars}{self.name}{f'={self.default}' if self.default else ''}"


def describe(value: Any, call: Call) -> dict[str, Any] | None:
    """Returns the signature of a value, with the span of the parameter at the cursor, and the first
    line of its documentation.
    """
    listed = parameters(value)
    if listed is None:
        return None
    text, spans = f"{name_of(value)}(", []
    starred = False
    for index, parameter in enumerate(listed):
        starred |= parameter.stars == "*"
        if not parameter.positional and not starred and not parameter.stars:
            text, starred = f"{text}*, ", True
        written = parameter.written()
        spans.append([len(text), len(text) + len(written)])
        text += written
        after = listed[index + 1] if index + 1 < len(listed) else None
        if (
            parameter.positional
            and not parameter.keyword
            and not parameter.stars
            and (after is None or after.keyword or after.stars)
        ):
            text += ", /"
        text += ", " if after else ""
    text += ")"
    at = active(listed, call)
    span = spans[at] if at is not None and spans[at][1] <= MAX_TEXT_LENGTH else None
    return {"text": text[:MAX_TEXT_LENGTH], "active": span, "doc": documentation(value)}


def active(listed: list[Parameter], call: Call) -> int | None:
    """Returns the index of the parameter at the cursor."""
    for index, parameter in enumerate(listed):
        if call.current is not None:
            if parameter.stars == "**" or (parameter.keyword and parameter.name == call.current):
                return index
        elif parameter.stars == "*" or (
            parameter.positional and not parameter.stars and index == call.positional
        ):
            return index
    return None


def parameters(value: Any) -> list[Parameter] | None:
    """Returns the parameters of a call of a value, or None if they are not known."""
    function, skip = callee(value)
    listed = of_code(function) if type(function) is types.FunctionType else of_text(function)
    if listed is None:
        return None
    return listed[1:] if skip and listed and not listed[0].stars else listed


def callee(value: Any) -> tuple[Any, bool]:
    """Returns the function that a call of a value runs, and whether Python passes its first
    argument.
    """
    if type(value) is Bound:
        return unwrapped(value.function), True
    if value is Unknown or type(value) is Instance:
        return None, False
    if type(value) is types.MethodType:
        return unwrapped(value.__func__), True
    if issubclass(type(value), type):
        for one in ancestors(value)[:-1]:
            stored = class_dictionary(one)
            for name in ("__init__", "__new__"):
                if (
                    type(made := unwrapped(stored.get(name))) is types.FunctionType
                    or type(made) is staticmethod
                ):
                    return unwrapped(made.__func__ if type(made) is staticmethod else made), True
        return value, False
    return unwrapped(value), False


def of_code(function: types.FunctionType) -> list[Parameter]:
    code = function.__code__
    names, count = code.co_varnames, code.co_argcount
    defaults = function.__defaults__ or ()
    by_name = function.__kwdefaults__ or {}
    listed = []
    for index, name in enumerate(names[:count]):
        at = index - (count - len(defaults))
        listed.append(
            Parameter(
                name,
                shown(defaults[at]) if at >= 0 else "",
                keyword=index >= code.co_posonlyargcount,
            )
        )
    rest = count + code.co_kwonlyargcount
    if code.co_flags & inspect.CO_VARARGS:
        listed.append(Parameter(names[rest], stars="*", keyword=False))
    for name in names[count:rest]:
        listed.append(
            Parameter(name, shown(by_name[name]) if name in by_name else "", positional=False)
        )
    if code.co_flags & inspect.CO_VARKEYWORDS:
        listed.append(
            Parameter(
                names[rest + bool(code.co_flags & inspect.CO_VARARGS)],
                stars="**",
                positional=False,
                keyword=False,
            )
        )
    return listed


def of_text(function: Any) -> list[Parameter] | None:
    """Reads the signature that a function of C code has as text."""
    known = (
        types.BuiltinFunctionType,
        types.MethodDescriptorType,
        types.WrapperDescriptorType,
        types.ClassMethodDescriptorType,
        type,
    )
    if not exactly(function, *known):
        return None
    text = (
        type.__dict__["__text_signature__"].__get__(function)
        if type(function) is type
        else function.__text_signature__
    )
    if (
        type(text) is not str
        or not text.startswith("(")
        or any(character in text[1:-1] for character in "([{'\"")
    ):
        return None
    listed: list[Parameter] = []
    positional = True
    for part in (part.strip() for part in text[1:-1].split(",")):
        if part == "/":
            for parameter in listed:
                parameter.keyword = False
        elif part == "*":
            positional = False
        elif part and part not in ("$module", "$type"):
            stars = "**" if part.startswith("**") else "*" if part.startswith("*") else ""
            name, _, default = part.lstrip("*$").partition("=")
            listed.append(
                Parameter(
                    name,
                    default[:MAX_DEFAULT_LENGTH],
                    stars,
                    positional and stars != "**",
                    not stars,
                )
            )
            positional &= stars != "*"
    return listed


def shown(default: Any) -> str:
    """Returns a default as text if its type is plain."""
    if exactly(default, *PLAIN):
        text = repr(default)
        return text if len(text) <= MAX_DEFAULT_LENGTH else "…"
    if exactly(default, list, tuple, dict) and not default:
        return repr(default)
    return (
        default.__name__
        if exactly(default, type, types.FunctionType, types.BuiltinFunctionType)
        else "…"
    )


def name_of(value: Any) -> str:
    function = value.function if type(value) is Bound else value
    if issubclass(type(function), type):
        return type.__dict__["__name__"].__get__(function)
    return str(getattr(callee(value)[0], "__name__", ""))


def documentation(value: Any) -> str:
    """Returns the first line of the documentation."""
    function = value.function if type(value) is Bound else value
    named = issubclass(type(function), type)
    text = (
        class_dictionary(function).get("__doc__")
        if named
        else getattr(callee(value)[0], "__doc__", None)
    )
    if type(text) is not str:
        return ""
    return next((line.strip() for line in text[:2_000].splitlines() if line.strip()), "")[
        :MAX_DOC_LENGTH
    ]
