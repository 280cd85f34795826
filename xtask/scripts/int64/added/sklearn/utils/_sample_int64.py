"""Samples without replacement as the compiled `sample_without_replacement` does, with the same calls of the generator.

That one writes C longs into an array of the default integer, which are two types on wasm32.
"""

import numpy as np
from sklearn.utils import check_random_state

METHODS = ("auto", "tracking_selection", "reservoir_sampling", "pool")


def sample_without_replacement(n_population, n_samples, method="auto", random_state=None):
    """Returns `n_samples` different integers below `n_population`; the methods are those of scikit-learn's documentation."""
    n_population, n_samples = int(n_population), int(n_samples)
    if n_population < 0:
        raise ValueError(f"n_population should be greater than 0, got {n_population}.")
    if n_samples > n_population:
        raise ValueError(f"n_population should be greater or equal than n_samples, got n_samples > n_population ({n_samples} > {n_population})")
    if n_samples < 0:
        raise ValueError("negative dimensions are not allowed")
    if method not in METHODS:
        raise ValueError(f"Expected a method name in {METHODS}, got {method}. ")
    random = check_random_state(random_state)
    if method == "auto":
        ratio = n_samples / n_population if n_population else 1.0
        if 0.01 < ratio < 0.99:
            return random.permutation(n_population)[:n_samples]
        method = "tracking_selection" if ratio < 0.2 else "reservoir_sampling"
    return {"tracking_selection": _track, "pool": _draw, "reservoir_sampling": _replace}[method](n_population, n_samples, random.randint)


def _track(n_population, n_samples, randint):
    selected = {}
    while len(selected) < n_samples:
        selected[randint(n_population)] = None
    return np.fromiter(selected, dtype=np.int64, count=n_samples)


def _draw(n_population, n_samples, randint):
    pool = np.arange(n_population)
    out = np.empty(n_samples, dtype=np.int64)
    for i in range(n_samples):
        j = randint(n_population - i)
        out[i] = pool[j]
        pool[j] = pool[n_population - i - 1]
    return out


def _replace(n_population, n_samples, randint):
    out = np.arange(n_samples)
    for i in range(n_samples, n_population):
        j = randint(0, i + 1)
        if j < n_samples:
            out[j] = i
    return out
