"""The text of a value as a notebook shows it: containers wrapped at 79 columns, classes by their
names, long values truncated.

Items, depth and characters are limited for every value. Raises nothing except an interrupt.
"""

from __future__ import annotations

import asyncio
import types
from collections import Counter, OrderedDict, defaultdict, deque

from .custom import formatters
from .writer import Group, Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from .writer import Node

    Make: TypeAlias = Callable[["Printer", Any, int], Node]

WIDTH = 79
# Items of one container, and of all containers of a value together.
MAX_ITEMS = 1000
MAX_NODES = 5000
MAX_DEPTH = 40
# Characters of one text or number inside a value, and of the whole.
MAX_ATOM_LENGTH = 20_000
MAX_TEXT_LENGTH = 100_000
# Beyond these many bits Python refuses to convert an integer to text; beyond the second limit the
# conversion takes too long.
PLAIN_BITS = 14_000
EXACT_BITS = 66_000
# Exceptions of an interrupt, which has to end the code and not only the conversion to text.
STOPS = (KeyboardInterrupt, asyncio.CancelledError)


def pretty(value: Any, width: int = WIDTH, registered: bool = True) -> str:
    """Returns the value's text. With `registered`, functions that code has registered for types are
    used.
    """
    try:
        printer = Printer(width, registered)
        lines = Layout(width)
        lines.put(printer.node(value, 0), 0)
        return lines.text()
    except STOPS:
        raise
    except BaseException:
        # A container that cannot be iterated may still have a repr.
        return plain(value)


def on_one_line(value: Any, text: str) -> str:
    """Returns the `repr` of the value, within the same limits. `text` is the result of `pretty`."""
    if is_a(value, (str, type, types.FunctionType, types.BuiltinFunctionType)):
        return plain(value)
    if has_no_repr(value):
        return (
            plain(value) if text.startswith("<") and text.endswith(f" at {id(value):#x}>") else text
        )
    wrapped = "\n" in text and (type(value) in HANDLERS or inherited(type(value)) is not None)
    return pretty(value, MAX_TEXT_LENGTH * 10) if wrapped else text


def plain(value: Any) -> str:
    """Returns `repr(value)`, or a text that states why there is none."""
    try:
        if type(value) is int or (is_a(value, int) and type(value).__repr__ is int.__repr__):
            return integer(value)
        if is_a(value, str) and type(value).__repr__ is str.__repr__:
            return truncated_repr(str, value, "characters")
        if is_a(value, bytes) and type(value).__repr__ is bytes.__repr__:
            return truncated_repr(bytes, value, "bytes")
        if is_a(value, bytearray) and type(value).__repr__ is bytearray.__repr__:
            return truncated_repr(bytearray, value, "bytes")
        text = repr(value)
        return text if type(text) is str else str.__str__(text)
    except STOPS:
        raise
    except BaseException as error:
        return unprintable(value, error)


def is_a(value: Any, kinds: type | tuple[type, ...]) -> bool:
    """Checks like `isinstance`, but by `type(value)`, since a value's `__class__` may be overridden
    and may raise.
    """
    return issubclass(type(value), kinds)


def unprintable(value: Any, error: BaseException) -> str:
    return (
        f"<{type(value).__name__}: its repr raised {type(error).__name__}: {text_of_error(error)}>"
    )


def text_of_error(error: BaseException) -> str:
    try:
        return str(error)[:500]
    except STOPS:
        raise
    except BaseException:
        return "…"


def integer(value: Any) -> str:
    bits = int.bit_length(value)
    if bits < PLAIN_BITS:
        return int.__repr__(value)
    sign = "-" if value < 0 else ""
    if bits > EXACT_BITS:
        # log10(2)
        return f"<{sign}integer of about {int(bits * 0.30103):,} digits>"
    # In parts that are short enough for Python's conversion.
    rest, piece, parts = abs(int(value)), 10**4000, []
    while rest:
        rest, low = divmod(rest, piece)
        parts.append(str(low).zfill(4000))
    return sign + "".join(reversed(parts)).lstrip("0")


def truncated_repr(kind: Any, value: Any, what: str) -> str:
    size = kind.__len__(value)
    if size <= MAX_ATOM_LENGTH:
        return kind.__repr__(value)
    head = kind.__getitem__(value, slice(0, MAX_ATOM_LENGTH // 2))
    tail = kind.__getitem__(value, slice(size - MAX_ATOM_LENGTH // 2, size))
    return f"{kind.__repr__(head)}… {size - len(head) - len(tail):,} {what} left out …{kind.__repr__(tail)}"


class Printer:
    """Turns a value into texts and groups."""

    def __init__(self, width: int = WIDTH, registered: bool = True) -> None:
        self.width, self.registered = width, registered
        self.nodes = 0
        self.size = 0
        self.within = set()

    def node(self, value: Any, depth: int) -> Node:
        self.nodes += 1
        kind = type(value)
        own = formatters("text/plain").of(value) if self.registered else None
        handler = HANDLERS.get(kind) or inherited(kind)
        if own is None and handler is None:
            method = None if is_a(value, type) else own_method(value, "_repr_pretty_")
            if method is None:
                return self.measured(described(value))
            own = method
        if depth >= MAX_DEPTH or (own is not None and self.full()):
            return "..."
        cycle = id(value) in self.within
        if cycle and own is None:
            return handler.recursion  # pyright: ignore[reportOptionalMemberAccess] - if `own` is None there is a handler.
        self.within.add(id(value))
        try:
            if own is not None:
                return self.measured(self.by_function(own, value, depth, cycle))
            return handler.make(self, value, depth)  # pyright: ignore[reportOptionalMemberAccess]
        finally:
            if not cycle:
                self.within.discard(id(value))

    def measured(self, text: str) -> str:
        self.size += len(text)
        return text

    def full(self) -> bool:
        return self.nodes >= MAX_NODES or self.size >= MAX_TEXT_LENGTH

    def by_function(self, function: Callable[..., Any], value: Any, depth: int, cycle: bool) -> str:
        """Returns what a registered function or `_repr_pretty_` writes. `cycle` means that the
        value contains itself.
        """
        writer = Writer(self, depth, self.width)
        function(value, writer, cycle)
        return writer.getvalue()

    def items(
        self, iterable: Iterable[Any], depth: int, total: int, pair: bool = False
    ) -> list[list[Node]]:
        parts = []
        for item in iterable:
            if len(parts) >= MAX_ITEMS or self.full():
                parts.append(["..."])
                break
            if pair:
                key, value = item
                parts.append([self.node(key, depth + 1), ": ", self.node(value, depth + 1)])
            else:
                parts.append([self.node(item, depth + 1)])
        return parts


class Layout:
    """Arranges texts and groups in lines: a group that does not fit into the rest of its line is
    broken at each part.
    """

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.written = []
        self.column = 0

    def put(self, piece: Node, indent: int, after: int = 0) -> None:
        if isinstance(piece, str):
            lines = piece.split("\n")
            self.write(("\n" + " " * indent).join(lines) if indent else piece)
            return
        flat = not piece.breaks and self.column + piece.size + after <= self.width
        self.write(piece.opening)
        inner = indent + piece.indent
        for at, part in enumerate(piece.parts):
            last = at == len(piece.parts) - 1
            for piece_of in part:
                self.put(piece_of, inner, 1 if not last else len(piece.closing) + after)
            if not last:
                self.write(", " if flat else ",\n" + " " * inner)
        self.write(piece.closing)

    def write(self, text: str) -> None:
        self.written.append(text)
        end = text.rfind("\n")
        self.column = self.column + len(text) if end < 0 else len(text) - end - 1

    def text(self) -> str:
        return "".join(self.written)


class Handler:
    """Converts one type of container into a group. `recursion` is the text for a container that
    contains itself.
    """

    def __init__(self, make: Make, recursion: str) -> None:
        self.make, self.recursion = make, recursion


def sequence(opening: str, closing: str) -> Make:
    def make(printer: Printer, value: Any, depth: int) -> Group:
        parts = printer.items(iter(value), depth, len(value))
        end = "," + closing if opening == "(" and len(parts) == 1 else closing
        return Group(opening, parts, end, len(opening))

    return make


def unordered(opening: str, closing: str, empty: str) -> Make:
    def make(printer: Printer, value: Any, depth: int) -> Node:
        if not value:
            return empty
        items = value
        if len(value) <= MAX_ITEMS:
            try:
                items = sorted(value)
            except STOPS:
                raise
            except BaseException:
                pass
        return Group(opening, printer.items(iter(items), depth, len(value)), closing, len(opening))

    return make


def mapping(opening: str, closing: str) -> Make:
    def make(printer: Printer, value: Any, depth: int) -> Group:
        return Group(
            opening,
            printer.items(iter(value.items()), depth, len(value), pair=True),
            closing,
            len(opening),
        )

    return make


def called(name: str, contents: Callable[[Any], list[Any]]) -> Make:
    """Returns a handler's function for `name(contents…)`."""

    def make(printer: Printer, value: Any, depth: int) -> Group:
        parts = [[printer.node(part, depth + 1)] for part in contents(value)]
        return Group(f"{name}(", parts, ")", len(name) + 1)

    return make


def maxlen_of(value: Any) -> str:
    return f", maxlen={value.maxlen}" if value.maxlen is not None else ""


def make_deque(printer: Printer, value: Any, depth: int) -> Group:
    parts = printer.items(iter(value), depth, len(value))
    return Group("deque([", parts, f"]{maxlen_of(value)})", 7)


def make_namespace(printer: Printer, value: Any, depth: int) -> Group:
    name = "namespace" if type(value) is types.SimpleNamespace else type(value).__name__
    parts = [
        [f"{key}=", part]
        for (key, _value), (part,) in zip(
            vars(value).items(), printer.items(vars(value).values(), depth, len(vars(value)))
        )
    ]
    return Group(f"{name}(", parts, ")", len(name) + 1)


HANDLERS = {
    list: Handler(sequence("[", "]"), "[...]"),
    tuple: Handler(sequence("(", ")"), "(...)"),
    set: Handler(unordered("{", "}", "set()"), "{...}"),
    frozenset: Handler(unordered("frozenset({", "})", "frozenset()"), "frozenset({...})"),
    dict: Handler(mapping("{", "}"), "{...}"),
    OrderedDict: Handler(mapping("OrderedDict({", "})"), "OrderedDict(...)"),
    types.MappingProxyType: Handler(mapping("mappingproxy({", "})"), "mappingproxy({...})"),
    defaultdict: Handler(
        called("defaultdict", lambda value: [value.default_factory, dict(value.items())]),
        "defaultdict(...)",
    ),
    Counter: Handler(
        called("Counter", lambda value: [dict(value.most_common(MAX_ITEMS))] if value else []),
        "Counter(...)",
    ),
    deque: Handler(make_deque, "deque(...)"),
    types.SimpleNamespace: Handler(make_namespace, "namespace(...)"),
}


def inherited(kind: type) -> Handler | None:
    """Returns the handler of the container type that `kind` inherits its repr from, or None."""
    for base in HANDLERS:
        if issubclass(kind, base):
            return HANDLERS[base] if kind.__repr__ is base.__repr__ else None
    return None


def described(value: Any) -> str:
    """Returns the text of a value that is not a container."""
    if is_a(value, type):
        return class_name(value)
    if has_no_repr(value):
        return f"<{class_name(type(value))} at {id(value):#x}>"
    if is_a(value, (types.FunctionType, types.BuiltinFunctionType)):
        return function_name(value)
    return plain(value)


def has_no_repr(value: Any) -> bool:
    """Returns whether the value has the default repr, with its class and address."""
    try:
        return type(value).__repr__ is object.__repr__
    except STOPS:
        raise
    except BaseException:
        return False


def own_method(value: Any, name: str) -> Callable[..., Any] | None:
    """Returns the method that the value's class defines under this name. A mock instance has an
    attribute of every name.
    """
    method = getattr(type(value), name, None)
    return method if callable(method) else None


def class_name(kind: type) -> str:
    # A metaclass may define a repr for its classes.
    if type(kind).__repr__ is not type.__repr__:
        return plain(kind)
    # Through the descriptors of `type`, since a class can override both attributes; they also work
    # for classes written in C.
    module, name = (
        type.__dict__["__module__"].__get__(kind),
        type.__dict__["__qualname__"].__get__(kind),
    )
    return (
        name
        if module in ("builtins", "exceptions", None) or type(module) is not str
        else f"{module}.{name}"
    )


def function_name(value: Any) -> str:
    import inspect

    name = getattr(value, "__qualname__", "?")
    module = getattr(value, "__module__", None)
    name = name if module in ("builtins", None) else f"{module}.{name}"
    try:
        return f"<function {name}{inspect.signature(value)}>"
    except STOPS:
        raise
    except BaseException:
        return f"<function {name}>"
