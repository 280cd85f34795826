"""Describes the functions that code defines, and the global names that code reads, for the
functions that the user saves.

It runs in the kernel, apart from the session's variables: the page executes this text with
`REQUEST`, a JSON object, and reads one JSON line. It reads no value of a variable; of the session's
variables it looks at modules, functions and classes only, to find the import that would bring them.
"""

from __future__ import annotations

import ast
import builtins
import dis
import json
import sys
import types
from collections.abc import Iterator
from typing import Any

# The most functions of one piece of code that are described, and the longest texts.
MOST = 50
MAX_DOC_LENGTH = 2_000
MAX_ANNOTATION_LENGTH = 40
MAX_PARAMETERS_LENGTH = 400

# What an annotation may consist of. A constant may be a value of the user's data.
PLAIN = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Tuple,
    ast.List,
    ast.BinOp,
    ast.BitOr,
    ast.expr_context,
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def answer(request: dict[str, Any], variables: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to the page: `uses` asks for the names that code reads, `describe` for its
    functions.
    """
    if "uses" in request:
        return uses(request["uses"], request["among"])
    return describe(request["describe"], variables)


def uses(code: str, among: list[str]) -> dict[str, Any]:
    """Returns which of the names this code reads before it has bound them itself; null if it
    cannot be compiled.
    """
    try:
        read = set(unbound(compiled(code)))
    except (SyntaxError, ValueError):
        return {"names": None}
    return {"names": [name for name in among if name in read]}


def describe(code: str, variables: dict[str, Any]) -> dict[str, Any]:
    """Returns the functions at the top level of the code, whether it has nothing else but imports,
    and if it is not valid Python why.
    """
    try:
        module = ast.parse(code)
        compiled(code)
    except (SyntaxError, ValueError) as error:
        return {
            "functions": [],
            "alone": False,
            "result": None,
            "error": {
                "message": getattr(error, "msg", str(error))[:200],
                "line": getattr(error, "lineno", None),
            },
        }
    # Of two functions of one name the later one counts.
    functions = {node.name: node for node in module.body if isinstance(node, Function)}
    others = [
        node
        for node in module.body
        if not isinstance(node, Function | ast.Import | ast.ImportFrom) or is_future(node)
    ]
    imports: dict[str, list[str]] = {}
    for name, line in bound(module.body):
        # `import a.b` and `import a.c` bind one name, and both are needed.
        imports[name] = (
            [*imports.get(name, []), line] if line.startswith(f"import {name}") else [line]
        )
    described = [function(node, imports, variables) for node in list(functions.values())[:MOST]]
    return {
        "functions": described,
        "alone": len(module.body) > 0 and not others,
        "result": result(module),
        "error": None,
    }


def result(module: ast.Module) -> int | None:
    """Returns the line of the expression whose value the code shows at its end; None if it shows
    none.
    """
    last = module.body[-1] if module.body else None
    if not isinstance(last, ast.Expr) or last.col_offset > 0:
        return None
    prints = (
        isinstance(last.value, ast.Call)
        and isinstance(last.value.func, ast.Name)
        and last.value.func.id in ("print", "display")
    )
    return None if prints else last.lineno


def function(
    node: Function, imports: dict[str, list[str]], variables: dict[str, Any]
) -> dict[str, Any]:
    """Describes one function: `imports` are lines of the code by the name that they bind; the
    session's own are taken if the code has none.
    """
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    names = list(
        dict.fromkeys(
            name
            for name in unbound(compiled(ast.Module([node], [])))
            if name not in vars(builtins) and not name.startswith("__")
        )
    )
    needed = [line for name in names for line in imports.get(name, [])]
    others = [name for name in names if name not in imports]
    found = {name: line for name in others if (line := importing(name, variables))}
    returns = annotation(node.returns)
    return {
        "name": node.name,
        "reserved": node.name in vars(builtins),
        "signature": f"{node.name}({parameters(node.args)})"
        + (f" -> {returns}" if returns else ""),
        "doc": (ast.get_docstring(node) or "")[:MAX_DOC_LENGTH],
        "from": first,
        "to": node.end_lineno,
        "imports": list(dict.fromkeys([*needed, *found.values()])),
        "names": [name for name in others if name not in found],
    }


def compiled(code: str | ast.Module) -> types.CodeType:
    """Compiles code as the harness does: it may await at the top level."""
    return compile(code, "<code>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def unbound(code: types.CodeType) -> Iterator[str]:
    """Yields the global names that code reads and has not bound before; what its functions read
    counts once all of it has run.
    """
    stored: set[str] = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("STORE_NAME", "STORE_GLOBAL"):
            stored.add(instruction.argval)
        elif (
            instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL") and instruction.argval not in stored
        ):
            yield instruction.argval
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from (name for name in unbound(inner) if name not in stored)


def bound(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yields each name that imports at the top level bind, with a line that binds it alone."""
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], ast.unparse(ast.Import([alias]))
        elif isinstance(node, ast.ImportFrom) and not is_future(node):
            for alias in node.names:
                yield (
                    alias.asname or alias.name,
                    ast.unparse(ast.ImportFrom(node.module, [alias], node.level)),
                )


def is_future(node: ast.stmt) -> bool:
    """Returns whether this is an import from `__future__`, which only the beginning of a file may
    have.
    """
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def importing(name: str, variables: dict[str, Any]) -> str | None:
    """Returns the line that imports what the session has under this name: a module, or a function
    or class of one.
    """
    value = variables.get(name)
    if type(value) is types.ModuleType:
        module = value.__dict__.get("__name__")
        if type(module) is not str or sys.modules.get(module) is not value:
            return None
        parent, _, last = module.rpartition(".")
        if module == name:
            return f"import {module}"
        return (
            f"from {parent} import {last}"
            if parent and last == name
            else f"import {module} as {name}"
        )
    if type(value) not in (types.FunctionType, types.BuiltinFunctionType, type):
        return None
    module, own = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if (
        type(module) is not str
        or type(own) is not str
        or module in ("__main__", "builtins")
        or not own.isidentifier()
    ):
        return None
    if vars(sys.modules.get(module, types)).get(own) is not value:
        return None
    return f"from {module} import {own}" if own == name else f"from {module} import {own} as {name}"


def parameters(arguments: ast.arguments) -> str:
    """Returns the parameters as they are written, without the values of defaults: those may come
    from the user's data.
    """
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    parts = [parameter(one, at >= required) for at, one in enumerate(positional)]
    if arguments.posonlyargs:
        parts.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg:
        parts.append("*" + parameter(arguments.vararg, False))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [
        parameter(one, default is not None)
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
    ]
    if arguments.kwarg:
        parts.append("**" + parameter(arguments.kwarg, False))
    text = ", ".join(parts)
    return text if len(text) <= MAX_PARAMETERS_LENGTH else text[:MAX_PARAMETERS_LENGTH] + "…"


def parameter(one: ast.arg, optional: bool) -> str:
    """Returns one parameter, with `=…` if it has a default."""
    kind = annotation(one.annotation)
    return one.arg + (f": {kind}" if kind else "") + ("=…" if optional else "")


def annotation(node: ast.expr | None) -> str:
    """Returns an annotation if it is short and consists of names; else an empty text."""
    if node is None or not all(
        isinstance(part, PLAIN) or (isinstance(part, ast.Constant) and part.value is None)
        for part in ast.walk(node)
    ):
        return ""
    text = ast.unparse(node)
    return text if len(text) <= MAX_ANNOTATION_LENGTH else ""


if "REQUEST" in globals():
    text = json.dumps(
        answer(json.loads(globals()["REQUEST"]), vars(sys.modules["__main__"])), ensure_ascii=False
    )
    # Half of a surrogate pair is not text for who reads this.
    print(text.encode("utf-8", "replace").decode("utf-8"))
