"""The names of colours in a figure's legend, by which unlabelled marks are named."""

from __future__ import annotations

import sys

from .charts_axis import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Legend:
    """Maps colours to the names in the legend."""

    def __init__(self, axes: Any) -> None:
        self.texts = []
        self.by_colour = {}
        legend = axes.get_legend()
        if legend is None:
            legends = getattr(axes.figure, "legends", None) or []
            legend = legends[0] if len(legends) == 1 else None
        if legend is None:
            return
        self.texts = [plain(text.get_text()) for text in legend.get_texts()]
        colours = [colour_of(handle) for handle in legend.legend_handles]
        for colour, text in zip(colours, self.texts):
            if colour is not None and colours.count(colour) == 1:
                self.by_colour[colour] = text

    def name(self, artist: Any, own: Any = None) -> str:
        """Returns the name of an artist: its label, unless the legend names its colour differently."""
        own = plain(artist.get_label() if own is None else own)
        if own.startswith("_") or own == "None":
            own = ""
        if own and (own in self.texts or not self.texts):
            return own
        return self.by_colour.get(colour_of(artist)) or own


def colour_of(artist: Any) -> tuple[int, ...] | None:
    colour = (
        artist.get_color()
        if hasattr(artist, "get_color")
        else artist.get_facecolor()
        if hasattr(artist, "get_facecolor")
        else None
    )
    rgba: Any = sys.modules["matplotlib.colors"].to_rgba_array(colour) if colour is not None else []
    # Without alpha, which differs between marks of the same colour.
    return tuple(int(part * 255 + 0.5) for part in rgba[0][:3]) if len(rgba) else None
