"""What happens when code imports a module that is not there: an error that names it and says what is the matter."""

import importlib.abc
import sys

GENERAL = (
    "No module named '{name}'. It is not part of this Python runtime, and nothing can be installed here: there is no "
    "network and no pip. Use another library or the standard library instead."
)

STANDARD = "No module named '{name}'. It is a part of Python's standard library that does not exist inside a browser."


class Finder(importlib.abc.MetaPathFinder):
    """Last in `sys.meta_path`, so it is asked only for what nobody else has."""

    def __init__(self):
        self.sentences = {}

    def find_spec(self, fullname, path=None, target=None):
        # Whether a module exists is often asked without wanting it; that must stay a plain "no".
        if asked_only():
            return None
        root = fullname.partition(".")[0]
        sentence = self.sentences.get(fullname) or self.sentences.get(root)
        # Libraries try optional modules and go on; they look at the type, not at the text.
        if sentence is None:
            if path is not None:
                return None
            sentence = (STANDARD if root in sys.stdlib_module_names else GENERAL).format(name=fullname)
        raise ModuleNotFoundError(sentence, name=fullname)


def asked_only():
    """Whether `importlib.util.find_spec` is asking rather than an import."""
    frame = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        # A file, or "<frozen importlib.util>".
        if frame.f_code.co_name == "find_spec" and "util" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


def install():
    """Puts the finder at the end of the search, once."""
    for finder in sys.meta_path:
        if type(finder).__name__ == "Finder" and type(finder).__module__ == __name__:
            return finder
    finder = Finder()
    sys.meta_path.append(finder)
    return finder
