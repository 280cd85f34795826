"""Computes the statistics that the checks of closed.jsonl need, in plain Python. Knows neither
tables nor questions.
"""

import math
from collections.abc import Iterable, Sequence


def quantile(values: Iterable[float], share: float) -> float:
    """Returns a quantile, with linear interpolation between the two neighboring values."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def ranks(values: Sequence[float]) -> list[float]:
    """Returns the rank of each value from 1 on; equal values have the mean of their ranks."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: place for place, value in enumerate(ordered, 1)}
    return [(first[value] + last[value]) / 2 for value in values]


def fit(predictors: Sequence[Sequence[float]], response: Sequence[float]) -> list[float]:
    """Returns the coefficients of ordinary least squares, the intercept first.

    Solves the normal equations of the columns less their means, which are small enough for Gaussian
    elimination.
    """
    means = [math.fsum(column) / len(column) for column in (*predictors, response)]
    centered = [
        [value - average for value in column]
        for column, average in zip((*predictors, response), means, strict=True)
    ]
    count = len(predictors)
    rows = [
        [
            math.fsum(a * b for a, b in zip(centered[i], centered[j], strict=True))
            for j in range(count + 1)
        ]
        for i in range(count)
    ]
    for i in range(count):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(count):
            if k != i:
                rows[k] = [
                    value - rows[k][i] * pivot
                    for value, pivot in zip(rows[k], rows[i], strict=True)
                ]
    slopes = [row[count] for row in rows]
    return [
        means[count]
        - math.fsum(slope * average for slope, average in zip(slopes, means, strict=False)),
        *slopes,
    ]


def residuals(
    coefficients: Sequence[float], predictors: Sequence[Sequence[float]], response: Sequence[float]
) -> list[float]:
    """Returns the response less what the coefficients of `fit` predict."""
    intercept, *slopes = coefficients
    return [
        y - intercept - math.fsum(slope * x for slope, x in zip(slopes, row, strict=True))
        for *row, y in zip(*predictors, response, strict=True)
    ]
