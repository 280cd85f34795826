"""Plotly's and Altair's charts as JSON for the page's renderers, without markup that fetches a
library.
"""

import json
import unittest

from fixtures import Session

PLOTLY = "application/vnd.plotly.v1+json"
VEGALITE = "application/vnd.vegalite.v6+json"
SETUP = "import json, plotly.express as px, plotly.graph_objects as go, plotly.io as pio, altair as alt, pandas as pd"


class Plots(unittest.TestCase):
    def bundle(self, session, code):
        """Returns the forms of the chart's MIME bundle."""
        outcome = session.run(f"{code}\nprint(json.dumps(chart._repr_mimebundle_()))")
        self.assertIsNone(outcome["error"], outcome["error"])
        bundle = json.loads(outcome["stdout"])
        return bundle[0] if isinstance(bundle, list) else bundle

    def test_charts_are_json_without_markup(self):
        with Session(streamBytes=100_000) as session:
            session.run(SETUP)
            figure = self.bundle(
                session, "chart = px.line(x=[1, 2], y=[3, float('nan')], title='T')"
            )
            self.assertEqual(figure["text/plain"], "Plotly figure: T [scatter]")
            self.assertEqual(
                [(trace["type"], set(trace) >= {"x", "y"}) for trace in figure[PLOTLY]["data"]],
                [("scatter", True)],
            )
            self.assertEqual(set(figure), {PLOTLY, "text/plain"})
            chart = self.bundle(
                session, "chart = alt.Chart(pd.DataFrame({'a': [1, 2]})).mark_bar().encode(x='a')"
            )
            self.assertEqual(set(chart), {VEGALITE, "text/plain"})
            self.assertEqual(
                (chart[VEGALITE]["mark"]["type"], list(chart[VEGALITE]["datasets"].values())),
                ("bar", [[{"a": 1}, {"a": 2}]]),
            )
            self.assertEqual(
                session.run("str(type(go.Figure())._repr_html_)")["results"][0]["text"], "'None'"
            )

    def test_showing_a_chart_adds_a_result(self):
        with Session(results=20) as session:
            session.run(SETUP)
            for code in (
                "go.Figure().show()",
                "pio.show(go.Figure())",
                "px.bar(x=[1], y=[2]).show(renderer='browser')",
                "alt.Chart(pd.DataFrame({'a': [1]})).mark_bar().show()",
            ):
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertEqual((outcome["error"], len(outcome["results"])), (None, 1))

    def test_an_invalid_chart_reports_its_error(self):
        with Session(streamBytes=100_000) as session:
            session.run(SETUP)
            outcome = session.run(
                "print(alt.Chart(pd.DataFrame({'a': [1]})).mark_bar().encode(x='b')._repr_mimebundle_())"
            )
            self.assertEqual((outcome["stdout"], outcome["error"]), ("{}\n", None))
            self.assertIn('Unable to determine data type for the field "b"', outcome["stderr"])

    def test_altair_accepts_tables_up_to_50_000_rows(self):
        with Session() as session:
            session.run(SETUP)
            self.assertIsNone(
                session.run(
                    "spec = alt.Chart(pd.DataFrame({'a': range(49_000)})).mark_bar().encode(x='a').to_dict()"
                )["error"]
            )
            self.assertEqual(
                session.run("alt.Chart(pd.DataFrame({'a': range(51_000)})).mark_bar().to_dict()")[
                    "error"
                ]["name"],
                "MaxRowsError",
            )

    def test_saving_pictures_is_refused_with_an_alternative(self):
        with Session() as session:
            session.run(SETUP)
            for code, words in (
                ("go.Figure().write_image('x.png')", "save it as PNG from the page"),
                ("go.Figure().to_image('svg')", "write_html"),
                ("pio.write_image(go.Figure(), 'x.png')", "save it as PNG from the page"),
                ("alt.Chart(pd.DataFrame({'a': [1]})).mark_bar().save('x.png')", "vl-convert"),
            ):
                with self.subTest(code=code):
                    self.assertIn(words, session.run(code)["error"]["value"])
            self.assertEqual(
                session.run("alt.Chart(pd.DataFrame({'a': [1]})).mark_bar().save('x.json')")[
                    "files"
                ][0]["path"][-7:],
                "/x.json",
            )
            self.assertIsNone(session.run("go.Figure().write_html('x.html')")["error"])


if __name__ == "__main__":
    unittest.main()
