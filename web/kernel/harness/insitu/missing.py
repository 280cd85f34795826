"""Import hooks for packages that are not loaded yet and for modules that do not exist.

A package of the runtime is fetched when it is imported, however the import is written; see
`FetchingFinder`. The import of an unknown module raises an error that names the module, the reason
and an alternative; see `MissingFinder`.
"""

from __future__ import annotations

import difflib
import importlib.abc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

GENERAL = "There is no `{name}` in this Python, and code can install nothing: there is no network and no pip. {instead}"
WHEEL = "The user can drop a wheel of it onto the page."
KNOWN = "There is no `{name}` in this Python. {instead}"
STANDARD = "There is no `{name}` here: it is a part of Python's standard library that does not exist inside a browser."
# How similar a name has to be to be suggested, and how many are.
SIMILARITY = 0.75
MAX_NAMES = 3
# Suggested if no name is similar: the packages that are used most.
OFFERED = (
    "numpy",
    "pandas",
    "matplotlib",
    "scipy",
    "sklearn",
    "seaborn",
    "plotly",
    "sympy",
    "PIL",
    "openpyxl",
    "docx",
    "reportlab",
)


class FetchingFinder(importlib.abc.MetaPathFinder):
    """First in `sys.meta_path`: fetches the package that contains a module and leaves finding the
    module to the other finders.

    `modules` maps each top-level module of the runtime's packages to its package, and each module
    of a namespace that packages share; `has(package)` returns whether its archive is loaded;
    `provide(package)` blocks until it is, and returns a sentence if it cannot be fetched,
    otherwise an empty text.
    """

    def __init__(
        self, modules: dict[str, str], has: Callable[[str], bool], provide: Callable[[str], str]
    ) -> None:
        self.modules = modules
        self.has = has
        self.provide = provide

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        package = self.modules.get(fullname)
        # Libraries often only test whether a module exists, which does not need its content.
        if package is not None and not is_lookup_only() and (problem := self.provide(package)):
            raise ModuleNotFoundError(problem, name=fullname)
        return None


class MissingFinder(importlib.abc.MetaPathFinder):
    """Last in `sys.meta_path`, so it is asked only for modules that no other finder has.

    `modules` are the top-level modules of the runtime's packages; `absent` maps modules that exist
    elsewhere to what to use instead.
    """

    def __init__(self, modules: Collection[str] = (), absent: dict[str, str] | None = None) -> None:
        self.modules = modules
        self.absent = absent or {}

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        # `importlib.util.find_spec` has to return None for an unknown module.
        if is_lookup_only():
            return None
        root = fullname.partition(".")[0]
        if path is not None and root not in self.absent:
            # Libraries try optional parts of packages that exist.
            return None
        raise ModuleNotFoundError(self.sentence(fullname, root), name=fullname)

    def sentence(self, fullname: str, root: str) -> str:
        """Explains why there is no such module, and what to use instead."""
        if instead := self.absent.get(root):
            return KNOWN.format(name=root, instead=instead)
        if root in sys.stdlib_module_names:
            return STANDARD.format(name=fullname)
        known = {
            *self.modules,
            *(name for name in sys.stdlib_module_names if not name.startswith("_")),
        }
        if alike := difflib.get_close_matches(root, known, MAX_NAMES, SIMILARITY):
            return GENERAL.format(
                name=fullname, instead=f"Did you mean {' or '.join(f'`{name}`' for name in alike)}?"
            )
        offered = [name for name in OFFERED if name in self.modules]
        instead = (
            f"Available beside the standard library, among others: {', '.join(offered)}."
            if offered
            else "Use the standard library instead."
        )
        return GENERAL.format(name=fullname, instead=f"{instead} {WHEEL}")


def is_lookup_only() -> bool:
    """Returns whether the caller is `importlib.util.find_spec` and not an import."""
    frame = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        # A file, or "<frozen importlib.util>".
        if frame.f_code.co_name == "find_spec" and "util" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


def is_not_loaded(module: str) -> bool:
    """Returns whether a top-level module, or a part of it, belongs to a package that is not loaded
    yet.
    """
    fetching = next(
        (finder for finder in sys.meta_path if isinstance(finder, FetchingFinder)), None
    )
    if fetching is None:
        return False
    packages = {
        package
        for name, package in fetching.modules.items()
        if name == module or name.startswith(f"{module}.")
    }
    return not all(fetching.has(package) for package in packages)


def install(
    catalog: dict[str, dict[str, str]], has: Callable[[str], bool], provide: Callable[[str], str]
) -> None:
    """Adds both finders to `sys.meta_path`, in place of those of an earlier kernel.

    `catalog` is `{ modules, absent }`, as the two classes take it.
    """
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != __name__]
    sys.meta_path.insert(0, FetchingFinder(catalog["modules"], has, provide))
    sys.meta_path.append(MissingFinder(catalog["modules"], catalog["absent"]))
