"""The result of `get_ipython()`: the parts of a notebook's shell that code and libraries use. Runs
no magics and no shell commands.
"""

from __future__ import annotations

from .. import source
from . import custom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn

# Magics that are ignored, since what they set applies here anyway.
WITHOUT_EFFECT = {
    "matplotlib",
    "config",
    "load_ext",
    "reload_ext",
    "autoreload",
    "precision",
    "autosave",
}


class Events:
    """Accepts callbacks and calls none: their usual purpose, for instance drawing, is handled here
    without them.
    """

    def register(self, event: Any, function: Any) -> None:
        """Does nothing."""

    def unregister(self, event: Any, function: Any) -> None:
        """Does nothing."""


class Format:
    """The functions registered for types, by MIME type."""

    formatters = custom.registered
    active_types: ClassVar[list[str]] = list(custom.registered)


class InteractiveShell:
    """Replaces IPython's shell."""

    config: ClassVar[dict[str, Any]] = {}
    events = Events()
    display_formatter = Format()
    colors = "NoColor"

    def __init__(self) -> None:
        # The variables of the user's code; set by the kernel.
        self.user_ns = {}

    @property
    def user_global_ns(self) -> dict[str, Any]:
        """The variables of the user's code."""
        return self.user_ns

    @property
    def execution_count(self) -> int:
        """The number of the running execution."""
        return len(self.user_ns.get("In", [""])) - 1

    def run_line_magic(self, magic_name: str, line: str, _stack_depth: int = 1) -> None:
        """Ignores magics that are not needed here; for the others it raises an error that names an
        alternative.
        """
        if magic_name not in WITHOUT_EFFECT:
            raise NotImplementedError(
                source.explain(f"%{magic_name}") or f"%{magic_name} does not exist here."
            )

    def run_cell_magic(self, magic_name: str, line: str, cell: str) -> NoReturn:
        """Raises an error that names an alternative."""
        raise NotImplementedError(
            source.explain(f"%%{magic_name}") or f"%%{magic_name} does not exist here."
        )

    def magic(self, arg_s: str) -> None:
        """Calls `run_line_magic`."""
        name, _, rest = arg_s.lstrip("%").partition(" ")
        return self.run_line_magic(name, rest)

    def system(self, cmd: str) -> NoReturn:
        """Raises an error, since there is no shell."""
        raise NotImplementedError(source.explain(f"!{cmd}") or "There is no shell here.")

    getoutput = system

    def enable_matplotlib(self, gui: Any = None) -> tuple[str, str]:
        """Does nothing, since figures are shown anyway."""
        return "inline", "inline"

    def enable_gui(self, gui: Any = None) -> None:
        """Does nothing, since there are no windows."""

    def register_magic_function(
        self, func: Any, magic_kind: str = "line", magic_name: Any = None
    ) -> None:
        """Does nothing."""

    def set_custom_exc(self, exc_tuple: Any, handler: Any) -> None:
        """Does nothing."""

    def __repr__(self) -> str:
        return "<the shell of this page; magics and shell commands do not exist here>"


shell = InteractiveShell()


def get_ipython() -> InteractiveShell:
    """Returns the shell."""
    return shell
