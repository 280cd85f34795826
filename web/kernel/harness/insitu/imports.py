"""Finds the modules in code that cannot be imported yet, by parsing it: for browsers where an
import cannot wait for its package.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys

from . import missing as missing_packages
from . import source, writing_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# A method or function of pandas that imports a module only when it is called.
IMPLIED = {
    "plot": ("matplotlib",),
    "hist": ("matplotlib",),
    "boxplot": ("matplotlib",),
    "to_markdown": ("tabulate",),
    "style": ("jinja2",),
    "to_latex": ("jinja2",),
    "kde": ("scipy",),
    "density": ("scipy",),
    "clustermap": ("scipy",),
    "read_html": ("lxml",),
    "read_xml": ("lxml",),
    "to_xml": ("lxml",),
    "to_excel": ("openpyxl",),
    "ExcelWriter": ("openpyxl",),
    "read_excel": ("openpyxl",),
    "ExcelFile": ("openpyxl",),
    "read_parquet": ("arro3",),
    "to_parquet": ("arro3",),
    "read_feather": ("arro3",),
    "to_feather": ("arro3",),
    "read_hdf": ("tables",),
    "to_hdf": ("tables",),
    "read_sql_table": ("sqlalchemy",),
}
# Values of `engine="…"`, and the readers of workbooks by file extension.
ENGINES = {
    "openpyxl",
    "xlsxwriter",
    "xlrd",
    "calamine",
    "odf",
    "pyxlsb",
    "pyarrow",
    "fastparquet",
    "lxml",
    "bs4",
    "html5lib",
}
ENGINE_MODULES = {"calamine": "python_calamine", "pyarrow": "arro3", "fastparquet": "arro3"}
ENDINGS = {".xls": "xlrd", ".ods": "python_calamine", ".xlsb": "python_calamine"}
CALLS = {"import_module", "__import__"}
# Values of arguments with which a method of pandas calls scipy.
WITH_SCIPY = {
    "kind": {"kde", "density"},
    "method": {
        "kendall",
        "nearest",
        "zero",
        "slinear",
        "quadratic",
        "cubic",
        "barycentric",
        "krogh",
        "polynomial",
        "piecewise_polynomial",
        "spline",
        "pchip",
        "akima",
        "cubicspline",
    },
}


def missing(code: str) -> list[str]:
    """Returns the top-level modules that `code` imports or will need and that are not available,
    sorted. Empty for invalid code.
    """
    try:
        tree = ast.parse(source.dedent(code), mode="exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    wanted = set()
    optional = set()
    fonts = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and not node.value.isascii()
        ):
            fonts |= writing_systems.needed(node.value)
        direct, implied = needs(node)
        wanted.update(direct)
        optional.update(implied)
    pandas = bool(wanted & {"pandas", "seaborn"}) or "pandas" in sys.modules
    if pandas:
        wanted |= optional
    if fonts and ("matplotlib" in wanted or "matplotlib" in sys.modules):
        # Labels of a figure; those that come from data are not known here.
        wanted |= {name for name in {*fonts, "uharfbuzz"} if missing_packages.is_not_loaded(name)}
    return sorted(name for name in wanted if not available(name))


def needs(node: ast.AST) -> tuple[Collection[str], Collection[str]]:
    """Returns the modules that this node imports, and those that it implies if pandas is in use."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}, ()
    if isinstance(node, ast.ImportFrom):
        return ({node.module.partition(".")[0]} if node.module and node.level == 0 else set()), ()
    if isinstance(node, ast.Attribute):
        return (), set(IMPLIED.get(node.attr, ())) - workbook_engines(node.attr)
    if isinstance(node, ast.Call):
        return call_needs(node)
    return (), ()


def workbook_engines(name: str) -> set[str]:
    # The engine depends on the arguments, so the call decides.
    return {"openpyxl"} if name in ("read_excel", "ExcelFile", "to_excel", "ExcelWriter") else set()


def call_needs(node: ast.Call) -> tuple[Collection[str], Collection[str]]:
    name = (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )
    literals = [
        argument.value
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if name in CALLS and literals:
        return {literals[0].partition(".")[0]}, ()
    if any(
        word.arg == "win_type"
        or (
            isinstance(word.value, ast.Constant)
            and word.value.value in WITH_SCIPY.get(word.arg or "", ())
        )
        for word in node.keywords
    ):
        return (), {"scipy"}
    engine = next(
        (
            word.value.value
            for word in node.keywords
            if word.arg == "engine" and isinstance(word.value, ast.Constant)
        ),
        None,
    )
    if engine in ENGINES:
        return (), {ENGINE_MODULES.get(engine, engine)}
    if workbook_engines(name):
        ending = os.path.splitext(literals[0])[1].lower() if literals else ""
        return (), {ENDINGS.get(ending, "openpyxl")}
    return (), ()


def available(name: str) -> bool:
    """Returns whether `import name` would find a module, without importing it."""
    module = sys.modules.get(name)
    # A namespace may lack the parts of a package that is not loaded.
    is_namespace = hasattr(module, "__path__") and getattr(module, "__file__", None) is None
    if (module is not None and not is_namespace) or name in sys.stdlib_module_names:
        return True
    if missing_packages.is_not_loaded(name):
        return False
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False
