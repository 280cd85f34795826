"""The result of `get_ipython()`: the parts of a notebook's shell that code and libraries use. Runs no magics and no shell commands."""

from .. import source
from . import custom

# Magics that are ignored, since what they set applies here anyway.
WITHOUT_EFFECT = {"matplotlib", "config", "load_ext", "reload_ext", "autoreload", "precision", "autosave"}


class Events:
    """Accepts callbacks and calls none: their usual purpose, for instance drawing, is handled here without them."""

    def register(self, event, function):
        """Does nothing."""

    def unregister(self, event, function):
        """Does nothing."""


class Format:
    """The functions registered for types, by MIME type."""

    formatters = custom.registered
    active_types = list(custom.registered)


class InteractiveShell:
    """Replaces IPython's shell."""

    config = {}
    events = Events()
    display_formatter = Format()
    colors = "NoColor"

    def __init__(self):
        # The variables of the user's code; set by the kernel.
        self.user_ns = {}

    @property
    def user_global_ns(self):
        """The variables of the user's code."""
        return self.user_ns

    @property
    def execution_count(self):
        """The number of the running execution."""
        return len(self.user_ns.get("In", [""])) - 1

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        """Ignores magics that are not needed here; for the others it raises an error that names an alternative."""
        if magic_name not in WITHOUT_EFFECT:
            raise NotImplementedError(source.explain(f"%{magic_name}") or f"%{magic_name} does not exist here.")

    def run_cell_magic(self, magic_name, line, cell):
        """Raises an error that names an alternative."""
        raise NotImplementedError(source.explain(f"%%{magic_name}") or f"%%{magic_name} does not exist here.")

    def magic(self, arg_s):
        """Calls `run_line_magic`."""
        name, _, rest = arg_s.lstrip("%").partition(" ")
        return self.run_line_magic(name, rest)

    def system(self, cmd):
        """Raises an error, since there is no shell."""
        raise NotImplementedError(source.explain(f"!{cmd}") or "There is no shell here.")

    getoutput = system

    def enable_matplotlib(self, gui=None):
        """Does nothing, since figures are shown anyway."""
        return "inline", "inline"

    def enable_gui(self, gui=None):
        """Does nothing, since there are no windows."""

    def register_magic_function(self, func, magic_kind="line", magic_name=None):
        """Does nothing."""

    def set_custom_exc(self, exc_tuple, handler):
        """Does nothing."""

    def __repr__(self):
        return "<the shell of this page; magics and shell commands do not exist here>"


shell = InteractiveShell()


def get_ipython():
    """Returns the shell."""
    return shell
