"""Hooks for Plotly and Altair: their charts are sent as JSON, which the page draws with its own
renderers. By default the libraries write markup that fetches a renderer from the network. Applied
when the library is imported.
"""

from __future__ import annotations

import json

from .display import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# Rows that an Altair chart may embed: about 5 MB, which a browser still draws. Altair's default is
# 5,000.
MAX_ROWS = 50_000

NO_PICTURES = (
    "Plotly makes pictures with kaleido, which needs a browser of its own and does not exist here. Show the figure (as the last "
    "expression, or with fig.show()) and save it as PNG from the page; fig.write_html(...) writes a page that can be opened anywhere; "
    "for a picture file out of Python draw it with matplotlib."
)
NO_SAVING = (
    "Altair makes pictures with vl-convert, which does not exist here. Show the chart and save it as PNG from the page; "
    'chart.save("name.json") writes its specification, and for a picture file out of Python there is matplotlib.'
)


def prepare_plotly(basedatatypes: Any) -> None:
    figure = basedatatypes.BaseFigure

    def _repr_mimebundle_(
        self: Any, include: Any = None, exclude: Any = None, **_options: Any
    ) -> dict[str, Any]:
        return {
            "application/vnd.plotly.v1+json": json.loads(self.to_json(validate=False)),
            "text/plain": described(self),
        }

    def show(self: Any, *_arguments: Any, **_options: Any) -> None:
        """Shows the figure in the page."""
        display(self)

    figure._repr_mimebundle_ = _repr_mimebundle_
    # Both would produce the markup that the bundle replaces.
    figure._repr_html_ = figure._ipython_display_ = None
    figure.show = show
    figure.write_image = figure.to_image = refuse


def prepare_kaleido(kaleido: Any) -> None:
    for name in ("to_image", "write_image", "write_images"):
        setattr(kaleido, name, refuse)


def refuse(*_arguments: Any, **_options: Any) -> NoReturn:
    raise RuntimeError(NO_PICTURES)


def described(figure: Any) -> str:
    """Describes the figure in one line: its title, and type and name of its first traces."""
    traces = [
        " ".join(part for part in (trace.type, f"“{trace.name}”" if trace.name else "") if part)
        for trace in figure.data[:12]
    ]
    title = figure.layout.title.text
    return f"Plotly figure{f': {title}' if title else ''} [{', '.join(traces)}{', …' if len(figure.data) > 12 else ''}]"


def prepare_plotly_renderers(renderers: Any) -> None:
    renderers.renderers.default = "plotly_mimetype"

    def show(fig: Any, *_arguments: Any, **_options: Any) -> None:
        """Shows the figure in the page."""
        display(fig)

    renderers.show = show


def prepare_altair(altair: Any) -> None:
    # Altair's own JSON renderer uses a media type that no other tool knows.
    form = f"application/vnd.vegalite.{altair.SCHEMA_VERSION.partition('.')[0]}+json"
    altair.renderers.register(
        "insitu", lambda spec, **_options: {form: spec, "text/plain": "Altair chart"}
    )
    altair.renderers.enable("insitu")
    altair.data_transformers.enable("default", max_rows=MAX_ROWS)
    explain = altair.utils.display_traceback
    # An invalid chart reports its error on stderr; with `in_ipython` it would rely on a notebook's
    # shell.
    altair.utils.display_traceback = lambda in_ipython=True: explain(in_ipython=False)
    chart = altair.TopLevelMixin
    save = chart.save

    def show(self: Any) -> None:
        """Shows the chart in the page."""
        display(self)

    def checked_save(
        self: Any, fp: Any, format: Any = None, *arguments: Any, **options: Any
    ) -> Any:
        wanted = str(format or str(getattr(fp, "name", fp)).rpartition(".")[2]).lower()
        if wanted in ("png", "svg", "pdf"):
            raise RuntimeError(NO_SAVING)
        return save(self, fp, format, *arguments, **options)

    checked_save.__doc__ = save.__doc__
    chart.show = show
    chart.save = checked_save


def display(value: Any) -> None:
    if publish.store is not None:
        publish.store.display(value)


PREPARE = {
    "plotly.basedatatypes": prepare_plotly,
    "plotly.io._renderers": prepare_plotly_renderers,
    "plotly.io._kaleido": prepare_kaleido,
    "altair": prepare_altair,
}
