"""Sympy's formulas as MathML, which browsers render without a library. Never imports sympy by
itself.
"""

from __future__ import annotations

import asyncio

from .custom import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Larger formulas take too long to convert.
MAX_FORMULA_PARTS = 2000
OPEN = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">'


def form(value: Any) -> str | None:
    """Returns the value as presentation MathML, or None if it is not a formula."""
    defaults = loaded("sympy.printing.defaults")
    if defaults is None or not issubclass(type(value), getattr(defaults, "Printable", ())):
        return None
    try:
        if parts(value) > MAX_FORMULA_PARTS:
            return None
        from sympy.printing.mathml import mathml

        return f"{OPEN}{mathml(value, printer='presentation')}</math>"
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise
    except BaseException:
        return None


def parts(value: Any) -> int:
    """Counts the expressions in a value, up to the limit."""
    count = 0
    left: list[Any] = [value]
    while left and count <= MAX_FORMULA_PARTS:
        count += 1
        item = left.pop()
        further: Any = (
            item.flat()
            if hasattr(item, "flat") and callable(item.flat)
            else getattr(item, "args", ())
        )
        left.extend(further)
    return count
