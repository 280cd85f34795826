"""What changes in numpy's compiled module: its default integer has 64 bits, while the integer of
indexes, `numpy.intp`, keeps 32.

numpy 2 makes no difference between the two: both are type number 7 (C's long), which has 32 bits on
wasm32. Number 9 is C's long long, which has 64. The module has no names; each function was found by
its texts, its calls and its place in numpy's sources, which the comments name.
`docs/upstream/int64.md` has the way to find them in another version.
"""

from __future__ import annotations

import struct

from wasm import CodeEdit, DataEdit

PATH = "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so"

# Instructions: `i32.const 7`, `i32.const 9`, and the call of PyArray_DescrFromType, which is
# function 515.
LONG, LONGLONG, DESCRIPTION = "4107", "4109", "108304"
# NPY_ARRAY_DEFAULT | NPY_ARRAY_SAME_KIND_CASTING, as PyArray_TakeFrom has it: indexes of 64 bits
# are cast to intp.
SAME_KIND = "41818a8020"
# NPY_ARRAY_DEFAULT, as these functions have it.
DEFAULT = "41810a"


def edit(old: str, new: str, count: int = 1) -> CodeEdit:
    """Returns the edit of instructions in hexadecimal; spaces part the instructions of long ones."""
    return CodeEdit(bytes.fromhex(old), bytes.fromhex(new), count)


CODE: dict[int, list[CodeEdit]] = {
    # abstractdtypes.c, discover_descriptor_from_pylong: what fits 32 bits.
    3353: [edit("41074109", "41094109")],
    # abstractdtypes.c, int_default_descriptor.
    3354: [edit(LONG + DESCRIPTION, LONGLONG + DESCRIPTION)],
    # abstractdtypes.c, int_common_dtype: a bool with a Python int; the global is _Intp_dtype, then
    # _LongLong_dtype.
    3355: [edit("23b601", "23d001", count=2)],
    # convert_datatype.c, can_cast_pyscalar_scalar_to.
    3547: [edit("4107410c410f", "4109410c410f")],
    # ctors.c, PyArray_ArangeObj.
    3663: [edit(LONG + DESCRIPTION, LONGLONG + DESCRIPTION)],
    # descriptor.c, _convert_from_type: np.dtype(int).
    3748: [edit(LONG + DESCRIPTION, LONGLONG + DESCRIPTION)],
    # item_selection.c, PyArray_PutTo and PyArray_Repeat: the indexes, the counts.
    4010: [
        edit(
            f"{LONG}{DESCRIPTION} 4100 4100 {DEFAULT}", f"{LONG}{DESCRIPTION} 4100 4100 {SAME_KIND}"
        )
    ],
    4012: [
        edit(
            f"{LONG}{DESCRIPTION} 4100 4101 {DEFAULT}", f"{LONG}{DESCRIPTION} 4100 4101 {SAME_KIND}"
        )
    ],
    # item_selection.c, PyArray_Choose: NPY_ARRAY_SAME_KIND_CASTING, where there are no flags.
    4014: [
        edit(
            f"{LONG}{DESCRIPTION} 4100 4100 4100 4100",
            f"{LONG}{DESCRIPTION} 4100 4100 4180808020 4100",
        )
    ],
    # item_selection.c, PyArray_SearchSorted: NPY_ARRAY_FORCECAST for the sorter, of which it is
    # known that it is of integers.
    4024: [edit(f"{LONG}{DESCRIPTION} 418006 10bf1c", f"{LONG}{DESCRIPTION} 419006 10bf1c")],
    # multiarraymodule.c, at the import: zero_pyint_like_arr.
    4236: [edit(f"4100 4100 {LONG}{DESCRIPTION} 4100", f"4100 4100 {LONGLONG}{DESCRIPTION} 4100")],
    # ufunc_object.c, try_trivial_scalar_call: i64.extend_i32_s and i64.store for i32.store;
    # convert_ufunc_arguments: whether an array of a Python int has the default type.
    5115: [
        edit(f"3602c010 {LONG}{DESCRIPTION}", f"ac 3703c010 {LONGLONG}{DESCRIPTION}"),
        edit("280210 4107 46", "280210 4109 46"),
    ],
    # ufunc_object.c, PyUFunc_Reduceat: the indexes.
    5134: [edit(f"2001 4101 4101 {DEFAULT}", f"2001 4101 4101 {SAME_KIND}")],
    # ufunc_object.c, resolve_dtypes with int.
    5141: [edit(f"4100 4100 {LONG}{DESCRIPTION}", f"4100 4100 {LONGLONG}{DESCRIPTION}")],
    # ufunc_object.c, reducelike_promote_and_resolve: the type of sums and products, and the size
    # below which it is used.
    5144: [edit("41072109", "41092109"), edit("41034b", "41074b")],
}

# The table of function 5144: the type for each narrower one, unsigned or signed.
DATA: list[DataEdit] = [
    DataEdit(332140, struct.pack("<9i", *[8, 7] * 4, 8), struct.pack("<9i", *[10, 9] * 4, 10))
]
