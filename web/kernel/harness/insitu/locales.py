"""Locales, of which this Python has only C's with UTF-8. Emscripten accepts every name and changes
nothing, so that `locale.atof("1.234")` would read another number than in the locale that code has
set; here such a name is an error, as where the locale is not installed.
"""

from __future__ import annotations

import locale
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The names of the one locale, in lower case: `""` is the user's, which is this one.
SAME = {"", "c", "posix", "c.utf-8", "c.utf8", "utf-8", "utf8"}
UNSUPPORTED = (
    "unsupported locale setting: there is no {name} here, only C with UTF-8. Format numbers with f'{{x:,}}' and dates with strftime, "
    "and read numbers with pandas' decimal= and thousands=."
)


def refuse_unknown(module: Any) -> None:
    """Has `setlocale` of the module raise for locales that it does not have."""
    original = module.setlocale

    def setlocale(category: int, locale: Any = None) -> str:
        if locale is not None:
            name = locale if isinstance(locale, str) else module._build_localename(locale)
            # What `setlocale` returned may name each category: "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;…",
            # or all of them by position.
            parts = [part.rpartition("=")[2] for part in name.replace("/", ";").split(";")]
            if unknown := next((part for part in parts if part.lower() not in SAME), None):
                raise module.Error(UNSUPPORTED.format(name=unknown))
        return original(category, locale)

    setlocale.__doc__ = original.__doc__
    module.setlocale = setlocale


def install() -> None:
    """Refuses unknown locales, if Python accepts them all. Does nothing the second time."""
    if sys.platform == "emscripten" and locale.setlocale.__module__ != __name__:
        refuse_unknown(locale)
