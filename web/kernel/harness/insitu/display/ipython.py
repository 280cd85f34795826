"""The `IPython` module that code and libraries import, with the parts that are supported here.

It takes precedence over an installed IPython, whose displays have no effect without its own kernel.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types

from . import objects, pretty, publish, shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

VERSION = (9, 0, 0, "")
FUNCTIONS = {
    name: getattr(publish, name)
    for name in (
        "display",
        "update_display",
        "clear_output",
        "publish_display_data",
        "DisplayHandle",
    )
}
ONE_FORM = {
    "display_pretty": publish.of_kind("text/plain"),
    "display_html": publish.of_kind("text/html"),
    "display_markdown": publish.of_kind("text/markdown"),
    "display_svg": publish.of_kind("image/svg+xml"),
    "display_png": publish.of_kind("image/png", binary=True),
    "display_jpeg": publish.of_kind("image/jpeg", binary=True),
    "display_latex": publish.of_kind("text/latex"),
    "display_json": publish.of_kind("application/json"),
    "display_javascript": publish.of_kind("application/javascript"),
    "display_pdf": publish.of_kind("application/pdf", binary=True),
}
CLASSES = {
    **{kind.__name__: kind for kind in objects.SHOWN},
    "YouTubeVideo": objects.YouTubeVideo,
    "VimeoVideo": objects.VimeoVideo,
    "ScribdDocument": objects.ScribdDocument,
}


def set_figure_options(*_formats: Any, **_options: Any) -> None:
    """Does nothing, since figures are sharp here anyway."""


DISPLAY = {
    **CLASSES,
    **FUNCTIONS,
    **ONE_FORM,
    "set_matplotlib_formats": set_figure_options,
    "set_matplotlib_close": set_figure_options,
}
MODULES = {
    "IPython": {
        "version_info": VERSION,
        "__version__": "9.0.0",
        "get_ipython": shell.get_ipython,
        "display": None,
        "InteractiveShell": shell.InteractiveShell,
    },
    "IPython.display": DISPLAY,
    "IPython.core": {},
    "IPython.core.display": DISPLAY,
    "IPython.core.display_functions": FUNCTIONS,
    "IPython.core.getipython": {"get_ipython": shell.get_ipython},
    "IPython.core.interactiveshell": {"InteractiveShell": shell.InteractiveShell},
    "IPython.core.pylabtools": {"backend2gui": {}},
    "IPython.terminal": {},
    # Libraries test for the terminal's shell; this one counts as a notebook's, so it is not an
    # instance of this class.
    "IPython.terminal.interactiveshell": {
        "TerminalInteractiveShell": type("TerminalInteractiveShell", (), {})
    },
    "IPython.lib": {},
    "IPython.lib.pretty": {
        # Sympy's registered functions call this for other values, so registered functions are not
        # used here.
        "pretty": lambda value, *_args, **_options: pretty.pretty(value, registered=False),
        "pprint": lambda value, *_args, **_options: print(pretty.pretty(value, registered=False)),
        "for_type": shell.Format.formatters["text/plain"].for_type,
        "for_type_by_name": shell.Format.formatters["text/plain"].for_type_by_name,
    },
}
PACKAGES = {"IPython", "IPython.core", "IPython.lib", "IPython.terminal"}
for kind in (*FUNCTIONS.values(), shell.InteractiveShell):
    kind.__module__ = (
        "IPython.core.interactiveshell"
        if kind is shell.InteractiveShell
        else "IPython.core.display_functions"
    )


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules above."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname not in MODULES:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=fullname in PACKAGES)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return types.ModuleType(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        vars(module).update(
            {key: value for key, value in MODULES[name].items() if value is not None}
        )
        if name == "IPython":
            # `import IPython` alone makes these available too.
            import IPython.core
            import IPython.display
            import IPython.lib.pretty

            module.display = IPython.display  # pyright: ignore[reportAttributeAccessIssue] - the attribute of this module.


def install() -> None:
    """Inserts the finder before all others, once."""
    if not any(type(finder).__module__ == __name__ for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
