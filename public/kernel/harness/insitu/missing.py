"""What happens when code imports a package that has not come yet, or a module that is not there.

A package of the runtime is fetched when it is imported, however the import is written; see `Arrivals`. What exists nowhere ends in an error that
names it, the reason, and what is there instead; see `Absences`.
"""

import difflib
import importlib.abc
import sys

GENERAL = "There is no `{name}` in this Python, and nothing can be installed: there is no network and no pip. {instead}"
KNOWN = "There is no `{name}` in this Python. {instead}"
STANDARD = "There is no `{name}` here: it is a part of Python's standard library that does not exist inside a browser."
# How alike a name has to be to be named instead, and how many are.
LIKENESS = 0.75
MOST_NAMES = 3
# Said where nothing is alike: what people ask for most, and who is sure to find one of them useful.
OFFERED = ("numpy", "pandas", "matplotlib", "scipy", "sklearn", "seaborn", "plotly", "sympy", "PIL", "openpyxl", "docx", "reportlab")


class Arrivals(importlib.abc.MetaPathFinder):
    """First in `sys.meta_path`: has the package come that holds a module, and leaves finding the module to others.

    `modules` maps each top-level module of the runtime's packages to its package; `has(package)` says whether its archive is here;
    `provide(package)` blocks until it is, and returns a sentence where it cannot come, else an empty text.
    """

    def __init__(self, modules, has, provide):
        self.modules = modules
        self.has = has
        self.provide = provide

    def find_spec(self, fullname, path=None, target=None):
        package = self.modules.get(fullname)
        # Whether a module exists is often asked without wanting it, and does not take its content.
        if package is not None and not asked_only() and (problem := self.provide(package)):
            raise ModuleNotFoundError(problem, name=fullname)
        return None


class Absences(importlib.abc.MetaPathFinder):
    """Last in `sys.meta_path`, so it is asked only for what nobody else has.

    `modules` are the top-level modules that packages of the runtime have; `absent` says of some that exist elsewhere what to use instead.
    """

    def __init__(self, modules=(), absent=None):
        self.modules = modules
        self.absent = absent or {}

    def find_spec(self, fullname, path=None, target=None):
        # That must stay a plain "no".
        if asked_only():
            return None
        root = fullname.partition(".")[0]
        if path is not None and root not in self.absent:
            # Libraries try optional parts of packages that are there.
            return None
        raise ModuleNotFoundError(self.sentence(fullname, root), name=fullname)

    def sentence(self, fullname, root):
        """Why there is no such module, and what to use instead."""
        if instead := self.absent.get(root):
            return KNOWN.format(name=root, instead=instead)
        if root in sys.stdlib_module_names:
            return STANDARD.format(name=fullname)
        known = {*self.modules, *(name for name in sys.stdlib_module_names if not name.startswith("_"))}
        if alike := difflib.get_close_matches(root, known, MOST_NAMES, LIKENESS):
            return GENERAL.format(name=fullname, instead=f"Did you mean {' or '.join(f'`{name}`' for name in alike)}?")
        offered = [name for name in OFFERED if name in self.modules]
        instead = f"Available beside the standard library, among others: {', '.join(offered)}." if offered else "Use the standard library instead."
        return GENERAL.format(name=fullname, instead=instead)


def asked_only():
    """Whether `importlib.util.find_spec` is asking rather than an import."""
    frame = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        # A file, or "<frozen importlib.util>".
        if frame.f_code.co_name == "find_spec" and "util" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


def still_to_come(module):
    """Whether a top-level module is one of a package that is not here yet."""
    arrivals = next((finder for finder in sys.meta_path if isinstance(finder, Arrivals)), None)
    package = arrivals and arrivals.modules.get(module)
    return package is not None and not arrivals.has(package)


def install(catalog, has, provide):
    """Puts both finders into the search, in place of those of an earlier kernel.

    `catalog` is `{ modules, absent }`, as the two classes take it.
    """
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != __name__]
    sys.meta_path.insert(0, Arrivals(catalog["modules"], has, provide))
    sys.meta_path.append(Absences(catalog["modules"], catalog["absent"]))
