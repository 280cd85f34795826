"""The title of an interactive chart, read from its specification: the text of a result that has no
other.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Longer specifications are not parsed, since that takes too long for one line.
MAX_SPECIFICATION_LENGTH = 2_000_000


def described(mime: dict[str, str]) -> str | None:
    """Describes the chart, or returns None if none of the forms is a chart."""
    for kind, form in mime.items():
        if kind.startswith("application/vnd.plotly."):
            return text_of(form, lambda chart: chart.get("layout", {}).get("title"))
        if kind.startswith(("application/vnd.vegalite.", "application/vnd.vega.")):
            return text_of(form, lambda chart: chart.get("title"))
    return None


def text_of(form: str, title_of: Callable[[Any], Any]) -> str:
    try:
        title = title_of(json.loads(form)) if len(form) <= MAX_SPECIFICATION_LENGTH else None
        title = title.get("text") if isinstance(title, dict) else title
        title = " ".join(map(str, title)) if isinstance(title, list) else title
    except (ValueError, AttributeError, RecursionError):
        title = None
    return f"Figure: {title[:500]}" if isinstance(title, str) and title else "Figure"
