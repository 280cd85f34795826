"""Says where an integer of the user's code has left its type's limits and become another number,
for the operations where that can be found out at little cost: matrix products, products, casts, and
sums with a narrow type. numpy itself says it of scalars, and computes sums with 64 bits.

The calls are compiled as `__checked__(x.astype)("int32")`, and `a @ b` as `__products__ @ (a, b)`:
all positions stay, and the results are those of numpy. What is compared is the smallest and the
largest value, or a second result in floats if these could exceed the limits. `+`, `-`, `*` and
`**` are not checked: a function for each operator of a cell triples the time of loops over Python's
own numbers.
"""

from __future__ import annotations

import ast
import functools
import operator
import sys
import types
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

CHECKED, PRODUCTS = "__checked__", "__products__"
MATRIX = frozenset({"dot", "inner", "matmul", "vdot"})
ALWAYS = MATRIX | {"astype", "cumprod", "prod"}
# Their results have 64 bits without an argument `dtype`.
WITH_TYPE = frozenset({"cumsum", "sum"})
# Arguments that a second computation needs.
PASSED = frozenset({"axis", "initial", "keepdims", "where"})
# Floats have 53 bits: what is nearer to a limit of 64 is not decided by them.
NEAR = 1e-9
# Values of larger arrays are not looked at, nor are further columns of a table.
MAX_VALUES, MAX_COLUMNS = 20_000_000, 200


def watch(nodes: list[ast.AST]) -> None:
    """Has calls and matrix products among a tree's nodes checked. All positions stay."""
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and is_checked(node.func.attr, node)
        ):
            function = ast.copy_location(ast.Name(CHECKED, ast.Load()), node.func)
            node.func = ast.copy_location(ast.Call(function, [node.func], []), node.func)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            pair = ast.copy_location(ast.Tuple([node.left, node.right], ast.Load()), node)
            node.left, node.right = ast.copy_location(ast.Name(PRODUCTS, ast.Load()), node), pair


def is_checked(name: str, call: ast.Call) -> bool:
    return name in ALWAYS or (
        name in WITH_TYPE and any(word.arg == "dtype" for word in call.keywords)
    )


def given() -> dict[str, Any]:
    """Returns what compiled user code calls, by its names."""
    return {CHECKED: checked, PRODUCTS: Products()}


def checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function that warns in addition; the function itself if it is not one of the
    libraries'.
    """
    name = getattr(function, "__name__", None)
    return (
        functools.partial(call, function, name) if name in ALWAYS or name in WITH_TYPE else function
    )


def call(function: Callable[..., Any], name: str, /, *args: Any, **words: Any) -> Any:
    result = function(*args, **words)
    if message := attempt(said, function, name, args, words, result):
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return result


class Products:
    """The left operand of a matrix product, whose right one is the pair of both."""

    def __matmul__(self, pair: tuple[Any, Any]) -> Any:
        result = operator.matmul(*pair)
        if (numpy := sys.modules.get("numpy")) and (
            message := attempt(product, numpy, "matmul", pair, result)
        ):
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        return result


def attempt(check: Callable[..., str | None], *args: Any) -> str | None:
    """Returns what a check says. It never fails what has succeeded."""
    try:
        return check(*args)
    except Exception:
        return None


def said(
    function: Any, name: str, args: tuple[Any, ...], words: dict[str, Any], result: Any
) -> str | None:
    """Returns the warning about a call that has succeeded, if there is one."""
    numpy = sys.modules.get("numpy")
    owner = getattr(function, "__self__", None)
    if owner is None or isinstance(owner, types.ModuleType):
        home, operands = getattr(function, "__module__", None), args
    else:
        home, operands = type(owner).__module__, (owner, *args)
    if (
        numpy is None
        or not isinstance(home, str)
        or home.partition(".")[0] not in ("numpy", "pandas")
        or not operands
    ):
        return None
    first = operands[0]
    if name == "astype":
        return cast(numpy, first, result)
    if name in MATRIX:
        return product(numpy, name, operands, result)
    if (limits := limits_of(numpy, result)) is None or numpy.size(first) > MAX_VALUES:
        return None
    how = {key: value for key, value in words.items() if key in PASSED}
    if len(operands) > 1:
        how["axis"] = operands[1]
    exact = getattr(numpy, name)(numpy.asarray(first), dtype="float64", **how)
    return worded(name, limits) if beyond(exact, limits) else None


def product(numpy: Any, name: str, operands: tuple[Any, ...], result: Any) -> str | None:
    """Returns the warning about a matrix product."""
    if (limits := limits_of(numpy, result)) is None:
        return None
    left: Any = numpy.asarray(operands[0])
    right: Any = numpy.asarray(operands[1])
    if not left.size or not right.size or left.size + right.size > MAX_VALUES:
        return None
    shape: Any = left.shape
    terms = left.size if name == "vdot" else shape[-1] if shape else 1
    if largest(left) * largest(right) * terms <= limits.max:
        return None
    exact = getattr(numpy, name)(left.astype("float64"), right.astype("float64"))
    return worded(name, limits) if beyond(exact, limits) else None


def cast(numpy: Any, source: Any, result: Any) -> str | None:
    """Returns the warning about a cast of an array, a column or a table."""
    if getattr(result, "ndim", 0) == 2 and hasattr(result, "iloc"):
        both = (
            (source.iloc[:, at], result.iloc[:, at])
            for at in range(min(result.shape[1], MAX_COLUMNS))
        )
        return next((message for one, other in both if (message := cast(numpy, one, other))), None)
    limits = limits_of(numpy, result)
    kind: Any = getattr(source, "dtype", None)
    if (
        limits is None
        or not isinstance(kind, numpy.dtype)
        or kind.kind not in "iuf"
        or numpy.can_cast(kind, limits.dtype)
        or not 0 < source.size <= MAX_VALUES
    ):
        return None
    values = numpy.asarray(source)
    low, high = values.min(), values.max()
    if low != low:
        return f"a missing value has become a number in astype(): {limits.dtype} has none"
    return worded("astype", limits) if int(low) < limits.min or int(high) > limits.max else None


def limits_of(numpy: Any, result: Any) -> Any:
    """Returns the limits of the integers of a result; None if it has no integers of numpy."""
    kind: Any = getattr(result, "dtype", None)
    return numpy.iinfo(kind) if isinstance(kind, numpy.dtype) and kind.kind in "iu" else None


def largest(values: Any) -> int:
    return max(abs(int(values.min())), abs(int(values.max())))


def beyond(exact: Any, limits: Any) -> bool:
    """Returns whether floats are beyond limits of integers."""
    margin = 1 + (NEAR if limits.bits == 64 else 0)
    return float(exact.max()) > limits.max * margin or float(exact.min()) < limits.min * margin


def worded(name: str, limits: Any) -> str:
    return f"a number beyond the limits of {limits.dtype} ({limits.min:,} to {limits.max:,}) has become another one in {name}()"
