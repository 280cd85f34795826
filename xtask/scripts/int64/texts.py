"""What changes in Python sources of numpy and of the libraries that are compiled against it.

Each edit is bound to the text that it replaces and to how often this occurs. New code is in
`added/`, one file for each, under the path that it has in the wheel.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TextEdit:
    """Replaces `old` by `new` in a file that holds `old` exactly `count` times; appends `new` if
    `old` is empty.
    """

    old: str
    new: str
    count: int = 1


# What numpy's own Python states as its default integer.
NUMPY = {
    "numpy/_core/_type_aliases.py": [
        TextEdit(
            '    "int_": "intp",\n    "uint": "uintp",\n',
            '    "int_": "int64",\n    "uint": "uint64",\n',
        ),
    ],
    "numpy/_core/numeric.py": [
        TextEdit(
            "return a_bool.sum(axis=axis, dtype=np.intp, keepdims=keepdims)",
            "return a_bool.sum(axis=axis, dtype=np.int64, keepdims=keepdims)",
        ),
        TextEdit(
            "        return multiarray.count_nonzero(a)\n",
            "        return np.int64(multiarray.count_nonzero(a))\n",
        ),
    ],
    "numpy/_array_api_info.py": [
        TextEdit('            "integral": dtype(intp),', '            "integral": dtype("int64"),')
    ],
    "numpy/ma/core.py": [
        TextEdit(
            "return np.array(self.size, dtype=np.intp, ndmin=self.ndim)",
            "return np.array(self.size, dtype=np.int64, ndmin=self.ndim)",
        ),
        TextEdit(
            "return np.full(out_dims, items, dtype=np.intp)",
            "return np.full(out_dims, items, dtype=np.int64)",
        ),
        TextEdit(
            "return (~m).sum(axis=axis, dtype=np.intp, **kwargs)",
            "return (~m).sum(axis=axis, dtype=np.int64, **kwargs)",
        ),
    ],
    "numpy/lib/_histograms_impl.py": [
        TextEdit("ntype = np.dtype(np.intp)", "ntype = np.dtype(np.int64)")
    ],
    # `RandomState` draws C longs; the subclass of `added/` widens them.
    "numpy/random/__init__.py": [
        TextEdit(
            "from numpy._pytesttester import PytestTester\n",
            "from . import _int64\n_int64.install(globals())\ndel _int64\n\nfrom numpy._pytesttester import PytestTester\n",
        ),
    ],
    # The import of `mtrand` here comes before the subclass is in it.
    "numpy/random/_pickle.py": [
        TextEdit("from .mtrand import RandomState\n", ""),
        TextEdit(
            "    if isinstance(bit_generator_name, BitGenerator):\n        return RandomState(bit_generator_name)\n",
            "    from . import RandomState\n\n    if isinstance(bit_generator_name, BitGenerator):\n        return RandomState(bit_generator_name)\n",
        ),
    ],
}

# Compiled functions of pandas take arrays of intp; what pandas makes for them by the default
# integer is narrowed.
PANDAS = {
    "pandas/core/internals/managers.py": [
        TextEdit(
            "taker = lib.maybe_indices_to_slice(taker, max_len)",
            "taker = lib.maybe_indices_to_slice(\n                        taker.astype(np.intp, copy=False), max_len\n                    )",
        ),
        TextEdit("np.append(self._blklocs, 0)", "np.append(self._blklocs, np.intp(0))"),
        TextEdit(
            "np.append(self._blknos, len(self.blocks))",
            "np.append(self._blknos, np.intp(len(self.blocks)))",
        ),
        TextEdit(
            "np.concatenate([[0], self._blklocs])",
            "np.concatenate([np.zeros(1, dtype=np.intp), self._blklocs])",
        ),
        TextEdit(
            "np.concatenate([[len(self.blocks)], self._blknos])",
            "np.concatenate(\n                [np.array([len(self.blocks)], dtype=np.intp), self._blknos]\n            )",
        ),
    ],
    "pandas/core/internals/concat.py": [
        TextEdit(
            "ax0_blk_indexer = mgr.blklocs[bp.indexer]",
            "ax0_blk_indexer = mgr.blklocs[bp.indexer].astype(np.intp, copy=False)",
        ),
    ],
    "pandas/core/indexers/utils.py": [
        TextEdit(
            "        indices = np.array(indices)\n        if len(indices) == 0:",
            '        indices = np.array(indices)\n        if indices.dtype.kind == "i":\n'
            "            indices = indices.astype(np.intp, copy=False)\n        if len(indices) == 0:",
        ),
    ],
}

# The compiled function writes C longs into an array of the default integer.
SCIKIT_LEARN = {
    "sklearn/utils/random.py": [
        TextEdit(
            "from sklearn.utils._random import sample_without_replacement\n",
            "from sklearn.utils._sample_int64 import sample_without_replacement\n",
        ),
    ],
}

SCIPY = {
    # Peaks and bases that the user hands over may be of the default integer.
    "scipy/signal/_peak_finding.py": [
        TextEdit(
            "value = value.astype(np.intp, order='C', casting='safe',",
            "value = value.astype(np.intp, order='C', casting='same_kind',",
        ),
        TextEdit(
            "return _peak_widths(x, peaks, rel_height, *prominence_data)",
            "prominences, *bases = prominence_data\n"
            '    bases = [np.asarray(base).astype(np.intp, casting="same_kind", copy=False) for base in bases]\n'
            "    return _peak_widths(x, peaks, rel_height, prominences, *bases)",
        ),
    ],
    # The only two functions whose every compiled loop takes a C long, to which int64 does not cast
    # safely.
    "scipy/special/_orthogonal.py": [
        TextEdit("_ufuncs.eval_hermite(n, x)", "_ufuncs.eval_hermite(np.long(n), x)"),
        TextEdit("_ufuncs.eval_hermitenorm(n, x)", "_ufuncs.eval_hermitenorm(np.long(n), x)"),
    ],
    "scipy/special/__init__.py": [
        TextEdit(
            "",
            "\nfrom ._takes_long import takes_long as _takes_long\n\n"
            "eval_hermite = _takes_long(eval_hermite)\neval_hermitenorm = _takes_long(eval_hermitenorm)\n",
        ),
    ],
}

EDITS: dict[str, dict[str, list[TextEdit]]] = {
    "numpy": NUMPY,
    "pandas": PANDAS,
    "scikit-learn": SCIKIT_LEARN,
    "scipy": SCIPY,
}
ADDED: dict[str, list[str]] = {
    "numpy": ["numpy/random/_int64.py"],
    "pandas": [],
    "scikit-learn": ["sklearn/utils/_sample_int64.py"],
    "scipy": ["scipy/special/_takes_long.py"],
}
