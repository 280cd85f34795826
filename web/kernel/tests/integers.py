"""What the edited numpy, pandas, scipy and scikit-learn have to compute, and what they must not:
read by `integers.test.ts`, which runs it in the runtime. Expressions are texts, which are not
compiled as the user's code is: they show what the libraries get from each other.
"""

import warnings

import numpy as np
import pandas as pd  # noqa: F401 - the expressions use it.

warnings.simplefilter("ignore")

AT = np.array([0, 2])
A = np.arange(5.0)
RANDOM = np.random.RandomState(3)


def put(indexes, value):
    """Returns five zeros of which those at `indexes` are `value`."""
    zeros = np.zeros(5)
    np.put(zeros, indexes, value)
    return zeros


def add_at(indexes):
    """Returns five zeros with ones added at `indexes`."""
    zeros = np.zeros(5)
    np.add.at(zeros, indexes, 1)
    return zeros


# By the name of the type that they have.
TYPES = {
    "int64": [
        # The default.
        "np.array([1])",
        "np.array([1, True])",
        "np.array([[1, 2], [3, 4]])",
        "np.asarray(range(2))",
        "np.arange(3)",
        "np.arange(3, 0, -1)",
        "np.zeros(1, int)",
        "np.full(1, 2)",
        "np.fromiter([1], int)",
        "np.where([True], 1, 2)",
        "np.indices((2,))[0]",
        "np.vander([1, 2])",
        "np.histogram([1, 2])[0]",
        "np.count_nonzero(np.eye(2), axis=0)",
        "np.int64(np.count_nonzero([1]))",
        "np.ma.array([1, 2]).count(axis=0)",
        "np.ones(1).astype(int)",
        "np.array(['3000000000']).astype(int)",
        "pd.Series([1.5]).astype(int).to_numpy()",
        "pd.Series([1]).to_numpy()",
        "pd.DataFrame({'a': [1]})['a'].to_numpy()",
        "pd.Series([3e9]).astype(int).to_numpy()",
        # Sums, products and the like of narrower integers.
        "np.sum(np.ones(2, 'i4'))",
        "np.ones(2, 'i1').sum()",
        "np.ones(2, bool).sum()",
        "np.ones((2, 2), 'i2').sum(0)",
        "np.ones(2, 'i4').cumsum()",
        "np.ones(2, 'i4').prod()",
        "np.ones(2, 'i2').cumprod()",
        "np.add.reduceat(np.ones(4, 'i4'), [0, 2])",
        "np.add.accumulate(np.ones(4, 'i4'))",
        "np.eye(2, dtype='i4').trace()",
        "pd.Series([1], dtype='i4').sum()",
        # Python's integers with others.
        "np.array([True]) * 2",
        "np.bool_(1) + 1",
        "np.add(1, 2)",
        "np.negative(1)",
        "np.abs(-3)",
        "np.invert(3)",
        # Random integers.
        "np.random.randint(0, 5, 3)",
        "np.random.RandomState(1).randint(0, 5, 3)",
        "np.random.RandomState(1).poisson(3, 2)",
        "np.random.RandomState(1).choice(5, 2)",
        "np.random.binomial(np.array([10, 20]), 0.5)",
        "np.random.permutation(3)",
        "np.random.default_rng(1).integers(0, 5, 3)",
    ],
    "uint64": [
        "np.ones(2, 'u1').sum()",
        "np.ones(2, 'u4').sum()",
        "np.ones(2, 'u2').prod()",
        "np.uint(1)",
        "np.array([2**63])",
    ],
    # What is narrow on purpose stays so.
    "int32": [
        "np.int32(1) + 1",
        "np.ones(1, 'i4') * 2",
        "np.intp(1)",
        "np.zeros(1, 'l')",
        "np.zeros(1, 'long')",
        "np.zeros(1, 'p')",
        # Compiled code of libraries takes these as indexes.
        "np.argsort([2, 1])",
        "np.nonzero([1])[0]",
        "np.bincount([1])",
        "np.searchsorted([1, 2], [1])",
    ],
    "float32": ["np.ones(1, 'f4') * 2"],
    "object": ["np.array([2**70])"],
}

# With their values.
VALUES = {
    "[np.dtype(t).name for t in (int, 'int', 'int_', np.int_)]": ["int64"] * 4,
    "[np.result_type(int).name, np.result_type(bool, int).name, pd.api.types.pandas_dtype(int).name]": [
        "int64"
    ]
    * 3,
    "np.__array_namespace_info__().default_dtypes()['integral'].name": "int64",
    # The cases of bug reports.
    "np.arange(70000).sum()": 2449965000,
    "np.array([60000]) * np.array([50000])": [3_000_000_000],
    "np.prod([100000, 100000])": 10_000_000_000,
    "np.negative(3 * 10**9)": -3_000_000_000,
    "np.cumsum([2**30] * 3)": [2**30, 2**31, 3 * 2**30],
    "np.dot([100000], [100000])": 10_000_000_000,
    "np.mean(np.array([60000, 60000]) ** 2)": 3_600_000_000.0,
    "pd.Series([3e9]).astype(int).tolist()": [3_000_000_000],
    "pd.Series(['3000000000']).astype(int).tolist()": [3_000_000_000],
    "pd.to_datetime(pd.Series(['2026-01-31'])).astype('datetime64[ns]').astype(int).tolist()": [
        1_769_817_600_000_000_000
    ],
    "(pd.DataFrame({'q': [30000], 'p': [99999]}).astype(int).prod(axis=1)).tolist()": [
        2_999_970_000
    ],
    "pd.Series([2**31, 1]).groupby([0, 0]).sum().tolist()": [2**31 + 1],
    # Indexes of 64 bits are accepted.
    "A[AT]": [0.0, 2.0],
    "A.take(AT)": [0.0, 2.0],
    "np.repeat([1, 2], AT)": [2, 2],
    "put(AT, 7)": [7.0, 0.0, 7.0, 0.0, 0.0],
    "np.choose(np.array([1, 0]), [[1, 2], [3, 4]])": [3, 2],
    "np.bincount(AT)": [1, 0, 1],
    "np.searchsorted([3, 1, 2], 2, sorter=np.array([1, 2, 0]))": 1,
    "add_at(AT)": [1.0, 0.0, 1.0, 0.0, 0.0],
    "np.add.reduceat(A, AT)": [1.0, 9.0],
    "np.unravel_index(AT, (2, 2))[0]": [0, 1],
    "np.partition(A, np.array([1]))[1]": 1.0,
    "np.lexsort((A, A)).size": 5,
    "np.delete(A, AT)": [1.0, 3.0, 4.0],
    "len(np.split(A, AT))": 3,
    "np.insert(A, AT, 9).tolist()": [9.0, 0.0, 1.0, 9.0, 2.0, 3.0, 4.0],
    "pd.Series(A).iloc[AT].tolist()": [0.0, 2.0],
    "pd.DataFrame({'a': A}).take([0, 1]).shape": [2, 1],
    "pd.DataFrame({'a': A}).assign(b=1, c='x').drop(columns='a').insert(0, 'd', 2)": None,
    "pd.concat([pd.DataFrame({'a': [1], 'b': [1.5]}), pd.DataFrame({'b': [2.5], 'c': ['x']})], axis=1).shape": [
        1,
        4,
    ],
    # The streams are those of other platforms.
    "np.random.RandomState(42).randint(0, 100, 3)": [51, 92, 14],
    "np.random.RandomState(42).permutation(5)": [1, 4, 2, 0, 3],
    "np.random.RandomState(42).choice(10, 3, replace=False)": [8, 1, 5],
    "np.random.RandomState(42).binomial(10, 0.5, 3)": [4, 8, 6],
    "np.random.RandomState(1).tomaxint()": 3846349041279680629,
    "np.random.RandomState(1).tomaxint(3)": [
        3846349041279680629,
        6643820753963584036,
        1054979534512580,
    ],
    "[type(np.random.RandomState(1).tomaxint()).__name__, np.random.RandomState(1).tomaxint((2, 2)).dtype.name]": [
        "int",
        "int64",
    ],
    "(lambda state: (state.tomaxint(3), state.randint(9))[1])(np.random.RandomState(1))": 5,
    "[(np.random.seed(42), np.random.randint(0, 100))[1], np.random.get_state()[0]]": [
        51,
        "MT19937",
    ],
    "__import__('pickle').loads(__import__('pickle').dumps(RANDOM)).randint(9) == __import__('copy').deepcopy(RANDOM).randint(9)": True,
    "[type(np.random._pickle.__randomstate_ctor(kind)).__name__ for kind in ('MT19937', np.random.MT19937(1))]": [
        "RandomState"
    ]
    * 2,
    "isinstance(np.random.mtrand._rand, np.random.RandomState)": True,
}

# With the names of their errors.
REFUSED = {
    "np.repeat([1, 2], np.array([1.5, 2.0]))": "TypeError",
    "put(np.array([1.5]), 1)": "TypeError",
    "np.choose(np.array([0.5]), [[1], [2]])": "TypeError",
    "np.int8(1) + 300": "OverflowError",
}

# Uses of scipy and scikit-learn, with their values, which are those of 64-bit CPython.
LATE = {
    "round(__import__('scipy.special').special.eval_hermite(3, 2.0), 9)": 40.0,
    "__import__('scipy.special').special.eval_hermitenorm(np.array([2, 3]), 2.0)": [3.0, 2.0],
    "__import__('scipy.signal').signal.peak_widths(np.array([0.0, 1, 0, 2, 0]), np.array([1, 3]))[0].tolist()": [
        1.0,
        1.0,
    ],
    "__import__('scipy.signal').signal.peak_prominences(np.array([0.0, 1, 0, 2, 0]), np.array([1, 3]))[0].tolist()": [
        1.0,
        2.0,
    ],
    "__import__('sklearn.utils.random').utils.random.sample_without_replacement(2**40, 3, random_state=0).dtype.name": "int64",
    "__import__('sklearn.utils.random').utils.random.sample_without_replacement(10, 4, random_state=0).tolist()": [
        2,
        8,
        4,
        9,
    ],
    "sorted(__import__('sklearn.utils.random').utils.random.sample_without_replacement(100, 3, method='pool', random_state=0).tolist())": [
        44,
        47,
        64,
    ],
}


def plain(value):
    """Returns the value in the types of JSON."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def found(expression):
    """Returns the value of an expression, or the name of its error."""
    try:
        return plain(eval(expression))
    except Exception as error:
        return type(error).__name__


def check(values):
    """Returns the expressions that have another value, with it."""
    return {
        expression: value
        for expression, expected in values.items()
        if (value := found(expression)) != expected
    }


def check_types():
    """Returns the expressions that have another type, with it."""
    named = {
        f"({expression}).dtype.name": name
        for name, expressions in TYPES.items()
        for expression in expressions
    }
    return check(named)
