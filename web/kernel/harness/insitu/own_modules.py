"""The loader of the user's own modules, files that code has written or that the user has dropped:
compiled like a cell.
"""

from __future__ import annotations

import ast
import importlib.machinery
import sys

from . import integers, overflow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, ModuleType
    from typing import Any


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a source file, with integers of 64 bits and checks for overflow; see `integers.widen`
    and `overflow.watch`.
    """

    def get_code(self, fullname: str) -> CodeType:
        # From the source, since bytecode that another build has left may have been compiled in
        # another way.
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # pyright: ignore[reportIncompatibleMethodOverride]
        tree: ast.Module = compile(
            data, path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True, optimize=_optimize
        )  # pyright: ignore[reportAssignmentType]
        nodes = list(ast.walk(tree))
        integers.widen(nodes)
        overflow.watch(nodes)
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update({**integers.given(), **overflow.given()})
        super().exec_module(module)


def install(folders: tuple[str, ...]) -> None:
    """Puts the loader in charge of what is imported from these folders and from those in them. A
    second call replaces the first.
    """
    sys.path_hooks[:] = [
        hook for hook in sys.path_hooks if getattr(hook, "__module__", None) != __name__
    ]
    sys.path_hooks.insert(0, hook_of(folders))
    for entry in [entry for entry in sys.path_importer_cache if is_within(entry, folders)]:
        del sys.path_importer_cache[entry]


def hook_of(folders: tuple[str, ...]) -> Callable[[str], importlib.machinery.FileFinder]:
    """Returns the entry of `sys.path_hooks`."""
    machinery = importlib.machinery
    make = machinery.FileFinder.path_hook(
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES),
        (Loader, machinery.SOURCE_SUFFIXES),
        (machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES),
    )

    def hook(entry: str) -> Any:
        if not is_within(entry, folders):
            raise ImportError(f"{entry} is not a folder of the user's modules", path=entry)
        return make(entry)

    return hook


def is_within(entry: str, folders: tuple[str, ...]) -> bool:
    """Returns whether a path is one of these folders or in one of them."""
    return any(entry == folder or entry.startswith(f"{folder}/") for folder in folders)
