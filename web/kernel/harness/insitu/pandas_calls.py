"""Finds the calls of a cell that read a file with pandas, and which file each reads, as far as the
code says. Runs nothing of the cell.
"""

from __future__ import annotations

import ast
import os
import pathlib
import sys
from dataclasses import dataclass
from types import FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The functions of pandas that read a table from a file, with the names of the arguments that they
# take by position.
FUNCTIONS = {
    "read_csv": ("filepath_or_buffer",),
    "read_table": ("filepath_or_buffer",),
    "read_fwf": ("filepath_or_buffer",),
    "read_excel": ("io", "sheet_name"),
}
PATHS = {"Path", "PurePath", "PosixPath", "PurePosixPath"}
# A name whose value depends on the value of another one and so on is followed this far.
MAX_DEPTH = 20
# Statements with a scope of their own.
SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
)


class Unknown:
    """A value that the code does not state."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


@dataclass
class ReadCall:
    """A call that reads a file: the function's name in pandas, the file's path, and the arguments
    besides it, `UNKNOWN` if they are computed.
    """

    node: ast.Call
    function: str
    path: str
    given: dict[str, Any]


@dataclass
class Binding:
    """What binds a name: the expression, if the code states one, in which scope, and whether the
    statement always runs there.
    """

    value: ast.AST | None
    scope: ast.AST
    direct: bool
    place: tuple[int, int]


def may_read(code: str, names: dict[str, Any]) -> bool:
    """Returns whether code can have such a call at all; most cells have none, and parsing takes
    time.
    """
    return any(name in code for name in FUNCTIONS) or any(
        type(value) is FunctionType and value.__name__ in FUNCTIONS
        for value in list(names.values())
    )


def read_calls(tree: ast.Module, names: dict[str, Any]) -> list[ReadCall]:
    """Returns the calls whose file is known before the cell runs; `names` are the variables that
    exist by now.
    """
    cell = CellNames(tree, names)
    calls = []
    for node, scopes in cell.calls:
        function = cell.function(node.func, scopes, node)
        if (
            function is None
            or any(isinstance(argument, ast.Starred) for argument in node.args)
            or any(word.arg is None for word in node.keywords)
        ):
            continue
        positions = FUNCTIONS[function]
        arguments: dict[str, ast.expr] = {
            **dict(zip(positions, node.args)),
            **{word.arg: word.value for word in node.keywords if word.arg},
        }
        source = arguments.pop(positions[0], None)
        path = (
            None
            if source is None or len(node.args) > len(positions)
            else cell.text(source, scopes, node)
        )
        if path is not None:
            calls.append(
                ReadCall(
                    node,
                    function,
                    path,
                    {name: value_of(value) for name, value in arguments.items()},
                )
            )
    return calls


class CellNames:
    """The names of a cell: what binds them in the cell, and what they are before it."""

    def __init__(self, tree: ast.Module, names: dict[str, Any]) -> None:
        self.names = names
        self.pandas = sys.modules.get("pandas")
        self.bindings: dict[str, list[Binding]] = {}
        # With the scopes that they are in, the outermost first.
        self.calls: list[tuple[ast.Call, tuple[ast.AST, ...]]] = []
        self.visit(tree, (tree,))

    def visit(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            self.bind(child, node, scopes)
            if isinstance(child, ast.Call):
                self.calls.append((child, scopes))
            self.visit(child, (*scopes, child) if isinstance(child, SCOPES) else scopes)

    def bind(self, node: ast.AST, parent: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        direct = parent is scopes[-1]
        if (
            isinstance(node, ast.Assign)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)
        ):
            self.add(node.targets[0].id, node.value, scopes, direct, node)
        elif (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.value is not None
        ):
            self.add(node.target.id, node.value, scopes, direct, node)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            if not isinstance(parent, (ast.Assign, ast.AnnAssign)) or (
                isinstance(parent, ast.Assign) and len(parent.targets) > 1
            ):
                self.add(node.id, None, scopes, False, node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                self.add(alias.asname or alias.name.split(".")[0], node, scopes, direct, node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.add(node.name, None, scopes, direct, node)
        elif isinstance(node, ast.arg):
            self.add(node.arg, None, scopes, False, node)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self.add(node.name, None, scopes, False, node)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names:
                self.add(name, None, scopes, False, node)

    def add(
        self, name: str, value: ast.AST | None, scopes: tuple[ast.AST, ...], direct: bool, node: Any
    ) -> None:
        self.bindings.setdefault(name, []).append(
            Binding(value, scopes[-1], direct, (node.lineno, node.col_offset))
        )

    def binding(self, name: str, scopes: tuple[ast.AST, ...], call: ast.Call) -> ast.AST | None:
        """Returns what a name is bound to where the call runs, if the cell has one statement for it
        that has run by then.
        """
        bound = self.bindings.get(name, [])
        if (
            len(bound) != 1
            or not bound[0].direct
            or bound[0].scope is not scopes[-1]
            or bound[0].place >= (call.lineno, call.col_offset)
        ):
            return None
        return bound[0].value

    def is_pandas(self, name: str) -> bool:
        bound = self.bindings.get(name)
        if bound is None:
            return self.pandas is not None and self.names.get(name) is self.pandas
        return all(imports_pandas(one.value, name) for one in bound)

    def function(
        self, node: ast.expr, scopes: tuple[ast.AST, ...], call: ast.Call, depth: int = 0
    ) -> str | None:
        """Returns the name of the function of pandas that an expression is, if it is one that reads
        a file.
        """
        if isinstance(node, ast.Attribute):
            return (
                node.attr
                if node.attr in FUNCTIONS
                and isinstance(node.value, ast.Name)
                and self.is_pandas(node.value.id)
                else None
            )
        if not isinstance(node, ast.Name) or depth > MAX_DEPTH:
            return None
        bound = self.bindings.get(node.id)
        if bound is None:
            value = self.names.get(node.id)
            name = value.__name__ if type(value) is FunctionType else ""
            return name if name in FUNCTIONS and getattr(self.pandas, name, None) is value else None
        imported = [imported_function(one.value, node.id) for one in bound]
        if None not in imported and len(set(imported)) == 1:
            return imported[0]
        value = self.binding(node.id, scopes, call)
        return (
            self.function(value, scopes, call, depth + 1) if isinstance(value, ast.expr) else None
        )

    def text(
        self, node: ast.AST, scopes: tuple[ast.AST, ...], call: ast.Call, depth: int = 0
    ) -> str | None:
        """Returns the path or text that an expression is, or None if the code does not say."""
        if depth > MAX_DEPTH:
            return None

        def texts(nodes: list[Any]) -> list[str] | None:
            found = [self.text(one, scopes, call, depth + 1) for one in nodes]
            return [one for one in found if one is not None] if None not in found else None

        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            if node.id in self.bindings:
                value = self.binding(node.id, scopes, call)
                return None if value is None else self.text(value, scopes, call, depth + 1)
            # A function may run when the variable has another value.
            value = self.names.get(node.id) if len(scopes) == 1 else None
            # By type, since the methods of other objects are the user's code.
            return (
                str(value)
                if type(value) in (str, pathlib.PosixPath, pathlib.PurePosixPath)
                else None
            )
        if isinstance(node, ast.JoinedStr):
            plain = [
                part
                for part in node.values
                if not isinstance(part, ast.FormattedValue)
                or (part.conversion == -1 and part.format_spec is None)
            ]
            found = (
                texts(
                    [part.value if isinstance(part, ast.FormattedValue) else part for part in plain]
                )
                if len(plain) == len(node.values)
                else None
            )
            return None if found is None else "".join(found)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
            found = texts([node.left, node.right])
            return (
                None
                if found is None
                else "".join(found)
                if isinstance(node.op, ast.Add)
                else os.path.join(*found)
            )
        if isinstance(node, ast.Call) and node.args and not node.keywords:
            name = dotted(node.func)
            found = texts(node.args)
            if found is not None and (name == "os.path.join" or name.split(".")[-1] in PATHS):
                return os.path.join(*found)
            if found is not None and len(found) == 1 and name in ("str", "os.fspath"):
                return found[0]
        return None


def imports_pandas(node: ast.AST | None, name: str) -> bool:
    """Returns whether a statement binds pandas to a name."""
    if not isinstance(node, ast.Import):
        return False
    return any(
        alias.name == "pandas"
        if alias.asname == name
        else alias.asname is None and alias.name.split(".")[0] == "pandas" == name
        for alias in node.names
    )


def imported_function(node: ast.AST | None, name: str) -> str | None:
    """Returns the function of pandas that an import binds to a name."""
    if not isinstance(node, ast.ImportFrom) or node.module != "pandas":
        return None
    return next(
        (
            alias.name
            for alias in node.names
            if (alias.asname or alias.name) == name and alias.name in FUNCTIONS
        ),
        None,
    )


def dotted(node: ast.expr) -> str:
    """Returns a name with its modules, or an empty text."""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


# Names that an argument may have as a value.
TYPES = {"str": str, "int": int, "float": float, "bool": bool, "object": object}


def value_of(node: ast.AST) -> Any:
    """Returns the value of a literal, in which names of types are allowed, or `UNKNOWN`."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return TYPES.get(node.id, UNKNOWN)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = value_of(node.operand)
        return -value if type(value) in (int, float) else UNKNOWN
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        values = [value_of(one) for one in node.elts]
        return UNKNOWN if any(one is UNKNOWN for one in values) else values
    if isinstance(node, ast.Dict):
        keys, values = (
            [UNKNOWN if key is None else value_of(key) for key in node.keys],
            [value_of(one) for one in node.values],
        )
        if any(one is UNKNOWN or isinstance(one, (list, dict)) for one in keys) or any(
            one is UNKNOWN for one in values
        ):
            return UNKNOWN
        return dict(zip(keys, values))
    return UNKNOWN
