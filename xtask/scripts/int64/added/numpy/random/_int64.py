"""numpy.random's `RandomState` as on systems of 64 bits: the same streams, with int64 where the compiled class has C longs."""

import numpy as np

from . import mtrand
from .mtrand import RandomState as CompiledState


class RandomState(CompiledState):
    __slots__ = ()
    __doc__ = CompiledState.__doc__

    def randint(self, low, high=None, size=None, dtype=int):
        if dtype is not int:
            return super().randint(low, high, size, dtype)
        value = super().randint(low, high, size, np.int64)
        return int(value) if size is None and np.ndim(value) == 0 else value

    def random_integers(self, low, high=None, size=None):
        return wide(super().random_integers(low, high, size))

    def permutation(self, x):
        if isinstance(x, (int, np.integer)):
            arr = np.arange(x, dtype=np.result_type(x, np.int64))
            self.shuffle(arr)
            return arr
        return super().permutation(x)

    def choice(self, a, size=None, replace=True, p=None):
        value = super().choice(a, size, replace, p)
        return wide(value) if np.ndim(a) == 0 else value

    def binomial(self, n, p, size=None):
        return wide(super().binomial(narrow(n), p, size))

    def negative_binomial(self, n, p, size=None):
        return wide(super().negative_binomial(n, p, size))

    def poisson(self, lam=1.0, size=None):
        return wide(super().poisson(lam, size))

    def zipf(self, a, size=None):
        return wide(super().zipf(a, size))

    def geometric(self, p, size=None):
        return wide(super().geometric(p, size))

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        return wide(super().hypergeometric(ngood, nbad, nsample, size))

    def logseries(self, p, size=None):
        return wide(super().logseries(p, size))

    def multinomial(self, n, pvals, size=None):
        return wide(super().multinomial(n, pvals, size))

    def tomaxint(self, size=None):
        # A whole draw of 64 bits without its last bit, as `random_positive_int` makes of it where C longs have 64 bits.
        value = super().randint(0, 2**64, size, np.uint64)
        return int(value) >> 1 if size is None else np.right_shift(value, 1, out=value).view(np.int64)


def wide(value):
    """Widens an array of C longs."""
    if isinstance(value, np.ndarray) and value.dtype.char == "l":
        return value.astype(np.int64)
    return value


def narrow(value):
    """Narrows integers, since the compiled binomial casts them to intp, and only safely."""
    if isinstance(value, (int, float)):
        return value
    array = np.asarray(value)
    return array.astype(np.intp) if array.dtype.kind in "iu" else value


def install(namespace):
    """Puts the class, and the functions of one instance of it, in place of those that `numpy.random` and `mtrand` have."""
    RandomState.__module__ = "numpy.random.mtrand"
    compiled = mtrand._rand
    names = [name for name in namespace["__all__"] if getattr(getattr(mtrand, name, None), "__self__", None) is compiled]
    state = RandomState(compiled._bit_generator)
    for name in names:
        function = getattr(state, name)
        setattr(mtrand, name, function)
        namespace[name] = function
    mtrand._rand = state
    mtrand.RandomState = namespace["RandomState"] = RandomState
