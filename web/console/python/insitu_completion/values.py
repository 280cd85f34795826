"""Values that completion reads without running their code: attributes, keys and types."""

from __future__ import annotations

import ast
import sys
import types
from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Columns that are named, and the depth of an expression.
MAX_COLUMNS = 300
MAX_DEPTH = 20

FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
    types.ClassMethodDescriptorType,
    classmethod,
    staticmethod,
)
DESCRIPTORS = (property, types.GetSetDescriptorType, types.MemberDescriptorType)


def exactly(value: Any, *classes: type) -> bool:
    """Whether a value is of one of these classes itself. By identity: `in` would compare with a
    metaclass's own code.
    """
    of = type(value)
    return any(of is one for one in classes)


class Unknown:
    """Stands for a value that is not known without running code."""


@dataclass(frozen=True)
class Instance:
    """Stands for an instance of a class that is not at hand, such as what a call returns."""

    of: type


@dataclass(frozen=True)
class Bound:
    """A function found as a method, whose first parameter is passed by Python, and the class that
    it was found for.
    """

    function: Any
    of: type


def resolve(expression: str, names: dict[str, Any]) -> Any:
    """Returns the value of an expression, an `Instance` of its class, or `Unknown`."""
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
        return value_of(tree, names, 0)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Unknown


def value_of(node: ast.expr, names: dict[str, Any], depth: int) -> Any:
    if depth > MAX_DEPTH:
        return Unknown
    if isinstance(node, ast.Name):
        if node.id in names:
            return names[node.id]
        builtins = names.get("__builtins__")
        return (
            dictionary(builtins).get(node.id, Unknown)
            if type(builtins) is types.ModuleType
            else Unknown
        )
    if isinstance(node, (ast.Constant, ast.JoinedStr)):
        return Instance(type(node.value) if isinstance(node, ast.Constant) else str)
    for display, made in ((ast.List, list), (ast.Dict, dict), (ast.Set, set), (ast.Tuple, tuple)):
        if isinstance(node, display):
            return Instance(made)
    if isinstance(node, ast.Attribute):
        return attribute(value_of(node.value, names, depth + 1), node.attr)
    if isinstance(node, ast.Subscript):
        return item(value_of(node.value, names, depth + 1), node.slice)
    if isinstance(node, ast.Call):
        return returned(value_of(node.func, names, depth + 1))
    return Unknown


def attribute(value: Any, name: str) -> Any:
    """Returns an attribute without running a property or `__getattr__`."""
    if value is Unknown or type(value) is Bound:
        return Unknown
    of = value.of if type(value) is Instance else None
    if of is None and any(label == name for label, _ in columns(value)):
        return Instance(sys.modules["pandas"].Series)
    # Not `inspect.getattr_static`, which reads the dictionaries of classes by their metaclass's own
    # code.
    found = members(value).get(name, Unknown)
    if type(found) is staticmethod:
        return found.__func__
    if type(found) is classmethod:
        own: Any = value if issubclass(type(value), type) else type(value)
        return Bound(found.__func__, of or own)
    if issubclass(type(found), DESCRIPTORS):
        return annotated(found.fget, of or type(value)) if type(found) is property else Unknown
    if of is None and (
        issubclass(type(value), (type, types.ModuleType)) or name in dictionary(value)
    ):
        return found
    return Bound(found, of or type(value)) if issubclass(type(found), FUNCTIONS) else found


def item(value: Any, key: ast.expr) -> Any:
    """Returns what a constant key means in a plain dictionary, list or tuple, and what a column's
    name means in a table.
    """
    if tables := columns(value):
        listed = isinstance(key, (ast.List, ast.Compare))
        one = isinstance(key, ast.Constant) and any(label == key.value for label, _ in tables)
        return (
            Instance(type(value))
            if listed
            else Instance(sys.modules["pandas"].Series)
            if one
            else Unknown
        )
    if (
        not isinstance(key, ast.Constant)
        or not exactly(key.value, str, int)
        or not exactly(value, dict, list, tuple)
    ):
        return Unknown
    if type(value) is dict:
        # Keys that are not plain compare by their own code.
        return (
            value.get(key.value, Unknown)
            if all(exactly(one, str, int) for one in value)
            else Unknown
        )
    return (
        value[key.value]
        if type(key.value) is int and -len(value) <= key.value < len(value)
        else Unknown
    )


def returned(function: Any) -> Any:
    """Returns what a call of a value returns, as far as its annotation says."""
    if issubclass(type(function), type):
        return Instance(function)
    of = None
    if type(function) is Bound:
        function, of = function.function, function.of
    return annotated(function, of)


def annotated(function: Any, of: type | None) -> Any:
    """Returns an `Instance` of the class that a function's annotation names, which is looked up and
    not evaluated.
    """
    function = unwrapped(function)
    if type(function) is not types.FunctionType or function.__code__ is None:
        return Unknown
    # An annotation that is not text is a function, which would run.
    if not function.__code__.co_flags & sys.modules["__future__"].annotations.compiler_flag:
        return Unknown
    hints = function.__annotations__
    name = hints.get("return") if type(hints) is dict else None
    if type(name) is not str:
        return Unknown
    name = name.strip("\"'")
    if name == "Self":
        return Instance(of) if of is not None else Unknown
    package = function.__module__.partition(".")[0] if type(function.__module__) is str else ""
    top, typing = sys.modules.get(package), sys.modules.get(f"{package}.api.typing")
    for names in (
        function.__globals__,
        *(dictionary(module) for module in (top, typing) if module is not None),
        dictionary(sys.modules["builtins"]),
    ):
        found = dict.get(names, name)
        if found is not None and issubclass(type(found), type):
            return Instance(found)
    return Unknown


def unwrapped(function: Any) -> Any:
    """Returns the function that decorators have wrapped."""
    for _ in range(MAX_DEPTH):
        inner = (
            function.__dict__.get("__wrapped__") if type(function) is types.FunctionType else None
        )
        if type(inner) is not types.FunctionType:
            break
        function = inner
    return function


def columns(value: Any) -> list[tuple[str, str]]:
    """Returns the names and types of a table's columns, for tables of pandas itself."""
    pandas = sys.modules.get("pandas")
    frame = dictionary(pandas).get("DataFrame") if type(pandas) is types.ModuleType else None
    if frame is None or type(value) is not frame:
        return []
    try:
        labels = value.columns[:MAX_COLUMNS]
        if labels.nlevels != 1:
            return []
        return [
            (label, str(dtype))
            for label, dtype in zip(labels.tolist(), value.dtypes.tolist())
            if type(label) is str
        ]
    except Exception:
        # The session's code may have damaged the table, or pandas.
        return []


def members(value: Any) -> dict[str, Any]:
    """Returns the attributes of a value's own dictionary and of its classes, as they are stored
    there.
    """
    found: dict[str, Any] = {}
    if type(value) is Bound:
        return found
    if type(value) is Instance:
        classes = ancestors(value.of)
    else:
        found.update(dictionary(value))
        classes = (
            ancestors(value)
            if issubclass(type(value), type)
            else []
            if issubclass(type(value), types.ModuleType)
            else ancestors(type(value))
        )
    for one in classes:
        for name, stored in dict.items(class_dictionary(one)):
            found.setdefault(name, stored)
    return {name: stored for name, stored in found.items() if type(name) is str}


def ancestors(of: type) -> tuple[type, ...]:
    return type.__dict__["__mro__"].__get__(of)


def class_dictionary(of: type) -> dict[str, Any]:
    """Returns a copy of a class's dictionary, whatever its metaclass overrides."""
    return dict(type.__dict__["__dict__"].__get__(of))


def dictionary(value: Any) -> dict[str, Any]:
    """Returns a copy of a value's own dictionary; empty if it has none, or one of its own
    making.
    """
    if issubclass(type(value), type):
        return class_dictionary(value)
    for one in ancestors(type(value)):
        stored = class_dictionary(one).get("__dict__")
        if stored is not None:
            known = exactly(stored, types.GetSetDescriptorType, types.MemberDescriptorType)
            own = stored.__get__(value) if known else {}
            return (
                {name: held for name, held in dict.items(own) if type(name) is str}
                if issubclass(type(own), dict)
                else {}
            )
    return {}


def kind(value: Any) -> str:
    """Returns the kind of a value for a candidate."""
    of = type(value)
    if issubclass(of, types.ModuleType):
        return "module"
    if issubclass(of, type):
        return "class"
    if issubclass(of, FUNCTIONS) or of is Bound:
        return "function"
    return "property" if issubclass(of, DESCRIPTORS) else "variable"


def detail(value: Any) -> str:
    """Returns a description of a value: its type, and the size of a table."""
    if kind(value) != "variable":
        return ""
    name = type.__dict__["__name__"].__get__(type(value))
    pandas = sys.modules.get("pandas")
    if type(pandas) is types.ModuleType and type(value) is dictionary(pandas).get("DataFrame"):
        try:
            rows, across = value.shape
            return f"{name} {rows} × {across}"
        except Exception:
            return name
    return f"{name}, {len(value)}" if exactly(value, list, dict, set, tuple) else name
