"""Formulas of sympy as MathML, which browsers draw without a library. Imports sympy never by itself."""

import asyncio

from .custom import loaded

# Larger formulas take longer to write out than anyone looks at them.
MOST_PARTS = 2000
OPEN = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">'


def form(value):
    """The value as presentation MathML, or None where it is no formula."""
    defaults = loaded("sympy.printing.defaults")
    if defaults is None or not issubclass(type(value), getattr(defaults, "Printable", ())):
        return None
    try:
        if parts(value) > MOST_PARTS:
            return None
        from sympy.printing.mathml import mathml

        return f"{OPEN}{mathml(value, printer='presentation')}</math>"
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise
    except BaseException:
        return None


def parts(value):
    """How many expressions it is made of, counted to the bound."""
    count, left = 0, [value]
    while left and count <= MOST_PARTS:
        count += 1
        item = left.pop()
        left.extend(item.flat() if hasattr(item, "flat") and callable(item.flat) else getattr(item, "args", ()))
    return count
