"""One axis of a plot: its scale, its ticks, and the values at its positions (numbers, dates,
names).
"""

from __future__ import annotations

import re
import sys

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from numpy.typing import ArrayLike

MAX_TEXT_LENGTH = 300
MAX_TICKS = 100
POWER = re.compile(r"\$\\mathdefault\{([^$]*)\}\$")
UNIT = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
UNIT_AT_END = re.compile(r"(?:\(([^()]*)\)|\[([^\[\]]*)\])\s*$")
MICROSECONDS: dict[Any, int] = {"D": 86_400_000_000, "s": 1_000_000, "ms": 1_000, "us": 1}


class Axis:
    """The x, y or z axis of `axes`. `scale` is "linear", "log", "datetime", "categorical" or
    another name of matplotlib's.
    """

    def __init__(self, axes: Any, name: str) -> None:
        self.axes = axes
        self.axis = getattr(axes, f"{name}axis")
        # On a polar axis labels at whole numbers are labels of angles, not categories.
        self.names = {} if axes.name == "polar" else self.categories()
        self.frequency = None
        self.scale = self.find_scale()

    def find_scale(self) -> str:
        scale = self.axis.get_scale()
        if scale != "linear":
            return plain(scale)
        if self.names:
            return "categorical"
        converter = (
            self.axis.get_converter()
            if hasattr(self.axis, "get_converter")
            else self.axis.converter
        )
        if (
            type(converter).__name__ == "PeriodConverter"
            or type(self.axis.get_major_formatter()).__name__ == "TimeSeries_DateFormatter"
        ):
            # Pandas counts periods since 1970 if an index has a frequency.
            self.frequency = getattr(self.axis, "freq", None) or getattr(self.axes, "freq", None)
            return "datetime" if self.frequency is not None else "linear"
        dates = sys.modules.get("matplotlib.dates")
        if dates is not None and (
            isinstance(converter, (dates.DateConverter, dates._SwitchableDateConverter))
            or isinstance(self.axis.get_major_locator(), dates.DateLocator)
        ):
            return "datetime"
        return "linear"

    def categories(self) -> dict[int, str]:
        """Returns the names of positions, if positions have names."""
        mapping = getattr(self.axis.units, "_mapping", None)
        if isinstance(mapping, dict):
            return {int(position): plain(name) for name, position in list(mapping.items())}
        # Fixed labels at consecutive whole positions are names; "π/2" at 1.57 is only a notation
        # for a number.
        labelled = {place: text for place, text in self.fixed_labels().items() if text}
        half = {place % 1 for place in labelled}
        if half not in ({0.0}, {0.5}) or any(
            late - early != 1 for early, late in zip(sorted(labelled), sorted(labelled)[1:])
        ):
            return {}
        if all(text == f"{place:g}" for place, text in labelled.items()):
            return {}
        # A heat map's labels are in the middle of its cells.
        return {int(place // 1): text for place, text in labelled.items()}

    def fixed_labels(self) -> dict[float, str]:
        """Returns the tick labels that the code has set, by position."""
        formatter = self.axis.get_major_formatter()
        if type(formatter).__name__ == "FixedFormatter":
            return {
                float(place): plain(text)
                for place, text in zip(self.axis.get_majorticklocs(), formatter.seq)
            }
        # `set_ticks(places, labels=…)` binds a dictionary of the labels to a function.
        function: Any = getattr(formatter, "func", None)
        if (
            function is not None
            and type(formatter).__name__ == "FuncFormatter"
            and getattr(getattr(function, "func", None), "__name__", "") == "_format_with_dict"
        ):
            return {float(place): plain(text) for place, text in function.args[0].items()}
        return {}

    def ticks(self) -> list[str]:
        """Returns the tick labels within view."""
        low, high = sorted(self.axis.get_view_interval())
        slack = (high - low) * 1e-9
        places = numpy.asarray(self.axis.get_majorticklocs(), dtype=float)
        formatter = self.axis.get_major_formatter()
        if len(places) > 10 * MAX_TICKS:
            return []
        texts = [power(plain(text)) for text in formatter.format_ticks(places)]
        inside = [
            text
            for place, text in zip(places, texts)
            if low - slack <= place <= high + slack and text
        ]
        return inside[:MAX_TICKS]

    def is_reversed(self) -> bool:
        return bool(self.axis.get_inverted())

    def limits(self) -> list[Any] | None:
        """Returns the ends of the axis as values, the lower one first, if the code has set them.
        Names have none.
        """
        automatic = getattr(self.axes, f"get_autoscale{self.axis.axis_name}_on")()
        if automatic or self.scale not in ("linear", "log", "datetime"):
            return None
        return self.values(sorted(self.axis.get_view_interval()))

    def label(self, position: float) -> str:
        """Returns the label of a position."""
        if not numpy.isfinite(position):
            return ""
        if self.names:
            nearest = int(numpy.floor(position + 0.5))
            return self.names.get(nearest, f"{position:g}")
        value = self.values(numpy.array([position]))[0]
        return value if isinstance(value, str) else number_text(position)

    def labels(self, positions: Iterable[float]) -> list[str]:
        """Returns the labels of the positions: the tick labels that the code has set, if it has set
        one at each of them.
        """
        fixed = (
            {}
            if self.names
            else {round(place, 9): text for place, text in self.fixed_labels().items()}
        )
        found = [fixed.get(round(float(place), 9), "") for place in positions] if fixed else []
        return found if found and all(found) else [self.label(place) for place in positions]

    def values(self, positions: ArrayLike) -> list[Any]:
        """Converts positions to JSON values: numbers, dates as ISO text, names; None if a value
        is missing.
        """
        positions = numpy.asarray(positions, dtype=float)
        present = numpy.isfinite(positions)
        if self.scale == "datetime" and present.any():
            texts = numpy.full(len(positions), None, dtype=object)
            texts[present] = self.dates(positions[present])
            return texts.tolist()
        if self.names and all(
            value in self.names
            for value in numpy.unique(positions[present])[: len(self.names) + 1].tolist()
        ):
            return [
                self.names[int(value)] if good else None
                for value, good in zip(positions.tolist(), present.tolist())
            ]
        return numbers(positions)

    def dates(self, positions: numpy.ndarray) -> Any:
        if self.frequency is not None:
            pandas = sys.modules["pandas"]
            periods = pandas.PeriodIndex.from_ordinals(
                numpy.round(positions).astype("int64"), freq=self.frequency
            )
            # A week is labelled by its last day, as in the index from which pandas has created the
            # periods.
            weekly = str(periods.freqstr).partition("-")[0].endswith("W")
            return iso(
                periods.to_timestamp(how="end" if weekly else "start").normalize().to_numpy()
                if weekly
                else periods.to_timestamp().to_numpy()
            )
        dates = sys.modules["matplotlib.dates"]
        zone = self.axis.units
        if hasattr(zone, "utcoffset") and dates.UTC is not zone and plain(zone) != "UTC":
            return [moment.isoformat() for moment in dates.num2date(positions, tz=zone)]
        # In units of 10 µs, since a date in microseconds has more digits than a float.
        since = numpy.round(positions * 8_640_000_000).astype("int64") * 10
        return iso(numpy.datetime64(dates.get_epoch(), "us") + since.astype("timedelta64[us]"))


def power(text: str) -> str:
    """Returns a power as plain text, if matplotlib has formatted it as a formula."""
    match = POWER.fullmatch(text)
    return match[1].replace("{", "").replace("}", "") if match else text


def iso(moments: numpy.ndarray) -> numpy.ndarray:
    """Formats moments as ISO texts, all with the coarsest unit that is exact."""
    whole = moments.astype("datetime64[us]")
    count = whole.astype("int64")
    unit = next(unit for unit, size in MICROSECONDS.items() if not (count % size).any())
    return numpy.datetime_as_string(whole, unit=unit)


def numbers(values: ArrayLike) -> list[Any]:
    """Converts a flat array of floats to a list, with None if a value is not finite."""
    values = numpy.asarray(values, dtype=float)
    present = numpy.isfinite(values)
    if present.all():
        return values.tolist()
    found = values.astype(object)
    found[~present] = None
    return found.tolist()


def number_text(value: Any) -> str:
    return f"{value:.10g}"


def plain(value: Any) -> str:
    """Converts to a plain `str` of limited length."""
    text = "".join(("", str(value))) if value is not None else ""
    return text if len(text) <= MAX_TEXT_LENGTH else text[: MAX_TEXT_LENGTH - 1] + "…"


def unit(label: str) -> str:
    """Returns the text in the label's brackets: those at its end, or the first."""
    match = UNIT_AT_END.search(label) or UNIT.search(label)
    return (match[1] or match[2] or "").strip() if match else ""
