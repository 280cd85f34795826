"""Compiles the text of a cell. Handles what notebooks allow and Python does not."""

# Without `from __future__ import annotations`: `compile` would pass it on to the cells.
import __future__

import ast
import functools
import inspect
import linecache
import operator
import re
import textwrap
from dataclasses import dataclass
from types import CodeType

from . import integers, joins, overflow, selections

# Whether the engine can suspend a function that is not asynchronous. If it cannot, `asyncio.run`
# does not work inside a cell, and the cell itself awaits.
switching = True

FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
FEATURES = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)

ALTERNATIVES = {
    "matplotlib": "Figures are shown without it; leave the line out.",
    "pip": "Packages cannot be installed from here; import the package, and it is loaded if the runtime has it.",
    "conda": "Packages cannot be installed from here; import the package, and it is loaded if the runtime has it.",
    "time": "Use time.perf_counter() before and after.",
    "timeit": "Use the timeit module.",
    "cd": "Use os.chdir().",
    "ls": "Use os.listdir().",
    "pwd": "Use os.getcwd().",
    "cat": "Use open(path).read().",
    "run": "Use runpy.run_path(path).",
    "who": "Use dir().",
    "whos": "Use dir().",
    "env": "Use os.environ.",
    "sql": "Use the sqlite3 module.",
    "writefile": "Use open(path, 'w').write(text).",
    "bash": "There is no shell; use Python's os, shutil and pathlib.",
    "sh": "There is no shell; use Python's os, shutil and pathlib.",
}

MAGIC = re.compile(r"^\s*(?:[\w, ]+=\s*)?(%%?)([A-Za-z_]\w*)")
SHELL = re.compile(r"^\s*(?:[\w, ]+=\s*)?!{1,2}\s*(\S+)?")
HELP = re.compile(r"^\s*(\?{1,2}[\w.]+|[\w.]+\?{1,2})\s*$")


@dataclass
class Cell:
    """A compiled cell: everything except the last expression, the last expression, and how to
    handle its value. `features` are the flags of its imports from `__future__`.
    """

    body: CodeType | None
    last: CodeType | None
    silent: bool
    awaits: bool
    features: int


def compile_cell(code: str, count: int, features: int = 0) -> Cell:
    """Compiles `code` as cell number `count`, with the `features` of earlier cells. Raises
    SyntaxError with a message that names an alternative.
    """
    text = dedent(code)
    flags = FLAGS | features
    name = f"Cell [{count}]"
    # Tracebacks read their source lines here; a modification time of None stops linecache from
    # looking for a file. Python expects a line end after the last line.
    linecache.cache[name] = (len(text), None, f"{text}\n".splitlines(keepends=True), name)
    try:
        tree = compile(text, name, "exec", flags | ast.PyCF_ONLY_AST)
    except SyntaxError as error:
        raise notebook_only(text, name, error) or error from None
    silent = bool(tree.body) and ends_with_semicolon(text, tree.body[-1])
    if not switching and "run" in text:
        tree = awaiting(tree)
    selections.watch(tree)
    # A walk through the tree takes longer than compiling it.
    nodes = list(ast.walk(tree))
    joins.watch(nodes)
    integers.widen(nodes)
    overflow.watch(nodes)
    last = None
    if tree.body and isinstance(final := tree.body[-1], ast.Expr):
        tree.body.pop()
        last = ast.Expression(final.value)
    body_code = compile(tree, name, "exec", flags) if tree.body else None
    if body_code is not None:
        flags |= body_code.co_flags & FEATURES
    last_code = compile(last, name, "eval", flags) if last else None
    return Cell(
        body=body_code,
        last=last_code,
        silent=silent,
        awaits=any(
            part is not None and part.co_flags & inspect.CO_COROUTINE
            for part in (body_code, last_code)
        ),
        features=flags & FEATURES,
    )


class Awaiting(ast.NodeTransformer):
    """Replaces `asyncio.run(…)` at the top level of a cell with `await …`. Calls in functions and
    classes stay, since those cannot await.
    """

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        # Calls with further arguments, a loop factory or `debug`, stay.
        if (
            dotted(node.func) in self.names
            and len(node.args) == 1
            and not node.keywords
            and not isinstance(node.args[0], ast.Starred)
        ):
            return ast.copy_location(ast.Await(node.args[0]), node)
        return node

    def skip(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = skip
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = skip


def awaiting(tree: ast.Module) -> ast.Module:
    """Returns the tree with `await` in place of `asyncio.run`. A tree without such calls, or one
    that is too deep, is returned unchanged.
    """
    names = names_of_run(tree)
    if not any(
        isinstance(node, ast.Call) and dotted(node.func) in names for node in ast.walk(tree)
    ):
        return tree
    try:
        return ast.fix_missing_locations(Awaiting(names).visit(tree))
    except RecursionError:
        return tree


def dotted(node: ast.AST) -> str | None:
    """Returns `name` or `module.name` as text, and None for anything else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else None


def names_of_run(tree: ast.Module) -> set[str]:
    """Returns the names of `asyncio.run` in a cell, which depend on its imports."""
    names = {"asyncio.run"}
    for node in tree.body:
        if isinstance(node, ast.Import):
            names |= {
                f"{alias.asname}.run"
                for alias in node.names
                if alias.name == "asyncio" and alias.asname
            }
        elif isinstance(node, ast.ImportFrom) and node.module == "asyncio":
            names |= {alias.asname or alias.name for alias in node.names if alias.name == "run"}
    return names


def dedent(code: str) -> str:
    """Removes the indentation that all lines share. Code that is indented correctly is unchanged."""
    text = code.replace("\r\n", "\n").lstrip("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    if not first[:1].isspace():
        return text
    shorter = textwrap.dedent(text)
    if not next(line for line in shorter.split("\n") if line.strip())[:1].isspace():
        return shorter
    return text


def ends_with_semicolon(text: str, last: ast.stmt) -> bool:
    """Returns whether `;` follows the last statement of a text."""
    # Positions of a tree are in lines that end as Python's do, and in bytes of UTF-8.
    lines = text.replace("\r", "\n").split("\n")[(last.end_lineno or 1) - 1 :]
    lines[0] = lines[0].encode()[last.end_col_offset or 0 :].decode()
    return "\n".join(lines).lstrip(" \t\f\n\\").startswith(";")


def notebook_only(text: str, name: str, error: SyntaxError) -> SyntaxError | None:
    """Returns a more helpful error if the failing line is a magic, a shell command or a request
    for help; None otherwise.
    """
    lines = text.split("\n")
    at = (error.lineno or 1) - 1
    # Python may report a cell magic at a later line.
    for number in dict.fromkeys((at, next((i for i, line in enumerate(lines) if line.strip()), 0))):
        if 0 <= number < len(lines) and (message := explain(lines[number])):
            return SyntaxError(message, (name, number + 1, 1, lines[number] + "\n"))
    return None


def explain(line: str) -> str | None:
    if match := MAGIC.match(line):
        sign, magic = match.groups()
        instead = ALTERNATIVES.get(magic, "Write it in plain Python.")
        return f"{sign}{magic} is a notebook magic, which does not exist here. {instead}"
    if (match := SHELL.match(line)) and "!" in line.split("=")[-1][:3] + line[:3]:
        command = match.group(1) or ""
        instead = ALTERNATIVES.get(command, "Use Python's os, shutil and pathlib.")
        return f"There is no shell here, so !{command} cannot run. {instead}"
    if match := HELP.match(line):
        subject = match.group(1).strip("?")
        return f"'?' does not show help here. Use help({subject}) or print({subject}.__doc__)."
    return None
