"""What `get_ipython()` gives: enough of a notebook's shell for code and libraries that ask it. Runs no magic and no shell."""

from .. import source
from . import custom

# No display: what these do holds here anyway.
WITHOUT_EFFECT = {"matplotlib", "config", "load_ext", "reload_ext", "autoreload", "precision", "autosave"}


class Events:
    """Takes callbacks and calls none: what they are for, drawing for instance, happens here without them."""

    def register(self, event, function):
        """Nothing comes of it."""

    def unregister(self, event, function):
        """Nothing comes of it."""


class Format:
    """The functions registered for types, by MIME type."""

    formatters = custom.registered
    active_types = list(custom.registered)


class InteractiveShell:
    """Stands for the shell."""

    config = {}
    events = Events()
    display_formatter = Format()
    colors = "NoColor"

    def __init__(self):
        # The variables of the user's code; set by the kernel.
        self.user_ns = {}

    @property
    def user_global_ns(self):
        """The same."""
        return self.user_ns

    @property
    def execution_count(self):
        """The number of the execution under way."""
        return len(self.user_ns.get("In", [""])) - 1

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        """Does nothing for magics that are not needed here; the others say what to write instead."""
        if magic_name not in WITHOUT_EFFECT:
            raise NotImplementedError(source.explain(f"%{magic_name}") or f"%{magic_name} does not exist here.")

    def run_cell_magic(self, magic_name, line, cell):
        """Says what to write instead."""
        raise NotImplementedError(source.explain(f"%%{magic_name}") or f"%%{magic_name} does not exist here.")

    def magic(self, arg_s):
        """As `run_line_magic`."""
        name, _, rest = arg_s.lstrip("%").partition(" ")
        return self.run_line_magic(name, rest)

    def system(self, cmd):
        """Says that there is no shell."""
        raise NotImplementedError(source.explain(f"!{cmd}") or "There is no shell here.")

    getoutput = system

    def enable_matplotlib(self, gui=None):
        """Figures are shown anyway."""
        return "inline", "inline"

    def enable_gui(self, gui=None):
        """There are no windows."""

    def register_magic_function(self, func, magic_kind="line", magic_name=None):
        """Nothing comes of it."""

    def set_custom_exc(self, exc_tuple, handler):
        """Nothing comes of it."""

    def __repr__(self):
        return "<the shell of this page; magics and shell commands do not exist here>"


shell = InteractiveShell()


def get_ipython():
    """The shell."""
    return shell
