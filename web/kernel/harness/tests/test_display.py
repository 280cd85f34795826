"""The notebook display protocol: the forms of a result, display ids, and hostile values."""

import json
import os
import unittest

from fixtures import Session
from insitu import tables

SETUP = "from IPython.display import *\nfrom PIL import Image as Pillow\nimport sympy"
PNG = "iVBORw0KGgphYmM="


class Display(unittest.TestCase):
    def results(self, session, code):
        outcome = session.run(code)
        self.assertIsNone(outcome["error"], outcome["error"])
        return outcome["results"]

    def test_each_type_of_form_is_sent(self):
        repr_of = "type('T', (), {{'_repr_{}_': lambda self: {}, '__repr__': lambda self: 'T'}})()"
        cases = [
            (
                "HTML('<b>x &amp; y</b><script>1</script>')",
                {"text/plain": "x & y", "text/html": "<b>x &amp; y</b><script>1</script>"},
            ),
            ("Markdown('# head')", {"text/plain": "# head", "text/markdown": "# head"}),
            ("Latex('$x$')", {"text/plain": "$x$", "text/latex": "$x$"}),
            ("Math('x^2')", {"text/plain": "x^2", "text/latex": "$\\displaystyle x^2$"}),
            (
                "SVG('<?xml version=\"1.0\"?><svg><g/></svg>')",
                {
                    "text/plain": "<IPython.core.display.SVG object>",
                    "image/svg+xml": "<svg><g/></svg>",
                },
            ),
            (
                "JSON({'a': [1, float('nan'), {1: 2**70}]})",
                {
                    "text/plain": '{\n  "a": [\n    1,\n    null,\n    {\n      "1": "1180591620717411303424"\n    }\n  ]\n}',
                    "application/json": '{"a": [1, null, {"1": "1180591620717411303424"}]}',
                },
            ),
            (
                "Code('SELECT 1', language='sql')",
                {"text/plain": "SELECT 1", "text/x-code": "sql\nSELECT 1"},
            ),
            ("Pretty('as it is')", {"text/plain": "as it is"}),
            (
                "Image(b'\\x89PNG\\r\\n\\x1a\\nabc', alt='a red dot')",
                {"text/plain": "a red dot", "image/png": PNG},
            ),
            (
                "Image(b'\\xff\\xd8\\xffabc', format='jpg', alt='')",
                {"text/plain": "<IPython.core.display.Image object>", "image/jpeg": "/9j/YWJj"},
            ),
            (repr_of.format("html", "'<i>'"), {"text/plain": "T", "text/html": "<i>"}),
            (
                repr_of.format("markdown", "('*x*', {'meta': 1})"),
                {"text/plain": "T", "text/markdown": "*x*"},
            ),
            (repr_of.format("svg", "b'<svg/>'"), {"text/plain": "T", "image/svg+xml": "<svg/>"}),
            (repr_of.format("latex", "'$y$'"), {"text/plain": "T", "text/latex": "$y$"}),
            (
                repr_of.format("json", "{'b': (1, {2})}"),
                {"text/plain": "T", "application/json": '{"b": [1, [2]]}'},
            ),
            (repr_of.format("png", f"'{PNG}\\n'"), {"text/plain": "T", "image/png": PNG}),
            (repr_of.format("jpeg", "b'abc'"), {"text/plain": "T", "image/jpeg": "YWJj"}),
            (repr_of.format("pdf", "b'%PDF'"), {"text/plain": "T", "application/pdf": "JVBERg=="}),
            (repr_of.format("png", "'no base64!'"), {"text/plain": "T"}),
            (repr_of.format("html", "7"), {"text/plain": "T"}),
            (
                "type('B', (), {'_repr_mimebundle_': lambda self, include=None, exclude=None: ({'text/plain': 'own', 'application/x-thing': b'abc', 'no type': 'x', 'image/gif': b'GIF8'}, {'meta': 1})})()",
                {"text/plain": "own", "application/x-thing": "abc", "image/gif": "R0lGOA=="},
            ),
            (
                "sympy.Symbol('x')**2",
                {
                    "text/plain": "x**2",
                    "text/latex": "$\\displaystyle x^{2}$",
                    "application/mathml+xml": '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><msup><mi>x</mi><mn>2</mn></msup></math>',
                },
            ),
            ("'a\\n\"quoted\" text'", {"text/plain": 'a\n"quoted" text'}),
        ]
        with Session() as session:
            session.run(SETUP)
            for code, expected in cases:
                with self.subTest(code=code):
                    got = self.results(session, code)
                    self.assertEqual(
                        [(item["main"], item["mime"]) for item in got], [(True, expected)]
                    )

    def test_ready_made_forms_are_accepted_and_filtered(self):
        cases = [
            (
                "display({'text/html': '<b>7</b>', 'text/plain': 'seven'}, raw=True)",
                {"text/plain": "seven", "text/html": "<b>7</b>"},
            ),
            (
                "publish_display_data({'application/vnd.vegalite.v5+json': {'title': 'T'}})",
                {"text/plain": "Figure: T", "application/vnd.vegalite.v5+json": '{"title": "T"}'},
            ),
            (
                "publish_display_data({'application/vnd.plotly.v1+json': {'layout': {'title': {'text': 'P'}}}})",
                {
                    "text/plain": "Figure: P",
                    "application/vnd.plotly.v1+json": '{"layout": {"title": {"text": "P"}}}',
                },
            ),
            (
                "display(sympy.Symbol('x'), include=['text/latex'])",
                {"text/plain": "x", "text/latex": "$\\displaystyle x$"},
            ),
            (
                "display(sympy.Symbol('x'), exclude=['text/latex'])",
                {
                    "text/plain": "x",
                    "application/mathml+xml": '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>x</mi></math>',
                },
            ),
            ("display_html('<u>', raw=True)", {"text/plain": "HTML", "text/html": "<u>"}),
            (
                "get_ipython().display_formatter.formatters['text/html'].for_type(complex, lambda value: '<c>')\ndisplay(1j)",
                {"text/plain": "1j", "text/html": "<c>"},
            ),
        ]
        with Session() as session:
            session.run(SETUP)
            for code, expected in cases:
                with self.subTest(code=code):
                    self.assertEqual(
                        [item["mime"] for item in self.results(session, code)], [expected]
                    )
            session.run("get_ipython().display_formatter.formatters['text/html'].pop(complex)")

    def test_unsupported_content_shows_the_reason(self):
        cases = [
            ("Javascript('alert(1)')", "JavaScript is not run here: "),
            (
                "IFrame('https://x.y', 1, 1)",
                "IFrame is not shown here: other pages are not embedded",
            ),
            (
                "type('J', (), {'_repr_javascript_': lambda self: '1'})()",
                "JavaScript is not run here: ",
            ),
        ]
        with Session() as session:
            session.run(SETUP)
            for code, start in cases:
                with self.subTest(code=code):
                    (item,) = self.results(session, code)
                    self.assertEqual(
                        (list(item["mime"]), item["text"][: len(start)]), (["text/plain"], start)
                    )
            error = session.run("Image(url='https://x.y/z.png')")["error"]
            self.assertEqual(
                error["value"][:63],
                "Image cannot load https://x.y/z.png: there is no network here. ",
            )

    def test_displays_are_updated_in_place_within_an_execution(self):
        def shown(outcome):
            return [(item["display"], item["main"], item["text"]) for item in outcome["results"]]

        with Session() as session:
            session.run(SETUP)
            first = session.run(
                "h = display('one', display_id='a')\ndisplay('two')\nh.update('three')\n4"
            )
            self.assertEqual(
                shown(first), [("a", False, "'three'"), (None, False, "'two'"), (None, True, "4")]
            )
            second = session.run("h.update(5)\nupdate_display(6, display_id='a')\nh.display(7)")
            self.assertEqual(shown(second), [("a", False, "6"), ("a", False, "7")])
            many = session.run("h = display(0, display_id=True)\nfor i in range(5000): h.update(i)")
            self.assertEqual([item["text"] for item in many["results"]], ["4999"])
            self.assertEqual(many["stderr"], "")

    def test_an_updated_table_keeps_its_id(self):
        from insitu import result_cache

        with Session() as session:
            (item,) = self.results(
                session,
                "import pandas as pd\nh = display(pd.Series([1]), display_id='t')\nh.update(pd.Series([1, 2]))",
            )
            self.assertEqual((item["data"]["totalRows"], len(result_cache.get(item["id"]))), (2, 2))

    def test_output_is_cleared_at_once_or_before_the_next_output(self):
        cases = [
            (
                "print('gone'); display(1); clear_output(); print('kept'); display(2)",
                "kept\n",
                ["2"],
            ),
            ("print('kept'); display(1); clear_output(wait=True)", "kept\n", ["1"]),
            ("print('gone'); display(1); clear_output(wait=True); print('new')", "new\n", []),
            ("print('gone'); display(1); clear_output(wait=True); display(2)", "", ["2"]),
            ("for i in range(50): clear_output(wait=True); display(i)", "", ["49"]),
        ]
        with Session() as session:
            session.run(SETUP)
            for code, stdout, results in cases:
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertEqual(
                        (
                            outcome["stdout"],
                            [item["text"] for item in outcome["results"]],
                            outcome["stderr"],
                        ),
                        (stdout, results, ""),
                    )

    def test_a_picture_that_is_saved_shown_and_the_value_is_one_result(self):
        cases = [
            ("image.save('x.png')", [False]),
            ("image.show()", [False]),
            ("image.save('x.png'); image.show(); image", [True]),
            ("image.save('x.jpg'); image.putpixel((0, 0), (1, 2, 3)); image", [False, True]),
            ("import io\nimage.save(io.BytesIO(), 'PNG')", []),
            (
                "import shutil\ndef library(): image.save('y.png')\nexec(compile('def f(image): image.save(\"y.png\")', '/lib/x.py', 'exec'))\nf(image)",
                [],
            ),
        ]
        import PIL.Image
        from insitu.display import images

        if not hasattr(PIL.Image.Image.save, "__wrapped__"):
            # Another test has imported it without a kernel.
            images.prepare(PIL.Image)
        with Session() as session:
            session.run(SETUP)
            for code, expected in cases:
                with self.subTest(code=code):
                    got = self.results(session, f"image = Pillow.new('RGB', (2, 3), 'red')\n{code}")
                    self.assertEqual([item["main"] for item in got], expected)
                    self.assertTrue(
                        all(any(kind.startswith("image/") for kind in item["mime"]) for item in got)
                    )

    def test_a_value_that_is_a_shown_figure_is_not_shown_again(self):
        with Session() as session:
            code = "import matplotlib\nmatplotlib.use('module://insitu.backend')\nimport matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1])\nplt.show()\nfig"
            self.assertEqual(
                [(item["main"], item["text"]) for item in self.results(session, code)],
                [(True, "Figure")],
            )
            code = "plt.plot([1]); plt.title('A'); plt.show()\n'last'"
            self.assertEqual(
                [(item["main"], item["text"]) for item in self.results(session, code)],
                [(False, "Figure: A"), (True, "'last'")],
            )

    def test_values_with_ipython_display_show_themselves(self):
        with Session() as session:
            session.run(SETUP)
            own = "class Own:\n    def _ipython_display_(self): display({'text/html': '<u>'}, raw=True)\nOwn()"
            self.assertEqual(
                [(item["main"], item["mime"]["text/html"]) for item in self.results(session, own)],
                [(True, "<u>")],
            )
            endless = "class Endless:\n    def _ipython_display_(self): display(self)\n    def __repr__(self): return 'E'\nEndless()"
            self.assertEqual([item["text"] for item in self.results(session, endless)], ["E"])

    def test_a_type_that_a_package_shows_as_a_table_is_one(self):
        with Session() as session:
            session.run(
                "import pandas\nfrom insitu import tables\nclass Rows: pass\ntables.SHOWN.append((Rows, lambda rows: pandas.DataFrame({'a': [1]})))"
            )
            self.addCleanup(tables.SHOWN.clear)
            for code in ("Rows()", "display(Rows())"):
                (result,) = self.results(session, code)
                data = result["data"]
                self.assertEqual((data["columns"], data["rows"]), (["a"], [[1]]))

    def test_hostile_values_do_not_break_the_outcome(self):
        hostile = [
            "class X:\n    def __getattr__(self, name): raise BaseException('x')\n    def __repr__(self): raise SystemExit\nX()",
            "class X:\n    def _repr_mimebundle_(self, **k): return {'text/html': [1], 5: 6, 'image/png': object(), 'application/json': self, 'text/plain': 9}\n    def __repr__(self): return 'X'\nX()",
            "class X:\n    def _repr_html_(self): return type('S', (str,), {'__len__': lambda s: 0, 'encode': None})('<b>')\n    def __repr__(self): return 'X'\nX()",
            "class M(type):\n    def __getattr__(cls, name): raise BaseException(name)\nclass X(metaclass=M):\n    __class__ = property(lambda self: 1 / 0)\n    def __repr__(self): return 'X'\ndisplay(X())",
            "class D(dict):\n    def items(self): raise BaseException\ndisplay(D(a=1), raw=True)",
            "class I(int):\n    def __repr__(self): return 5\nI(3)",
            "display({'text/html': 'x'}, display_id=object(), raw=True);",
            "import unittest.mock\nunittest.mock.MagicMock()",
            "cycle = {}; cycle['self'] = [cycle]\nJSON(cycle)",
            "deep = []\nfor _ in range(100_000): deep = [deep]\ndeep",
            "class M(type):\n    def __repr__(cls): raise ValueError\nclass C(metaclass=M): pass\nC",
        ]
        with Session() as session:
            session.run(SETUP)
            for code in hostile:
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertEqual(
                        (outcome["status"], len(outcome["results"])), ("ok", 1), outcome["error"]
                    )
                    self.assertTrue(
                        all(
                            isinstance(form, str) for form in outcome["results"][0]["mime"].values()
                        )
                    )
                    json.dumps(outcome, allow_nan=False)

    def test_results_and_forms_beyond_the_limits_are_counted(self):
        with Session() as session:
            outcome = session.run("for i in range(10_000): display(i)")
            self.assertEqual(
                (len(outcome["results"]), outcome["stderr"]),
                (
                    5,
                    "Not shown: 9995 more results, since at most 5 are shown at once: int, int, int, int, int, ….\n",
                ),
            )
            outcome = session.run(
                "class Big:\n    def _repr_html_(self): return 'x' * 2_000_000\n    def __repr__(self): return 'Big'\nBig()"
            )
            self.assertEqual(
                (list(outcome["results"][0]["mime"]), outcome["stderr"]),
                (
                    ["text/plain"],
                    "Not shown: 1 forms that are too large: text/html of Big (2.0 MB).\n",
                ),
            )

    def test_all_results_together_are_limited(self):
        code = "class Big:\n    def _repr_png_(self): return bytes(9_000_000)\n    def __repr__(self): return 'Big'\nfor _ in range(5): display(Big())"
        with Session(imageBytes=10_000_000) as session:
            outcome = session.run(code)
            self.assertEqual(
                [list(item["mime"]) for item in outcome["results"]],
                [["text/plain", "image/png"]] * 3 + [["text/plain"]] * 2,
            )
            self.assertEqual(
                outcome["stderr"],
                "Not shown: 2 results but for their text, since all together hold at most 40 MB: Big, Big.\n",
            )

    def test_the_modules_of_ipython_can_be_imported(self):
        with Session() as session:
            code = "import IPython, IPython.core.display as core\nfrom IPython.core.display import HTML as other\nfrom IPython import get_ipython\n[IPython.display.HTML is other, core.display is display, get_ipython().user_ns is globals(), IPython.version_info[0] > 8]"
            self.assertEqual(self.results(session, code)[0]["text"], "[True, True, True, True]")
            self.assertIsNone(
                session.run("get_ipython().run_line_magic('matplotlib', 'inline')")["error"]
            )
            self.assertIn(
                "Use time.perf_counter()",
                session.run("get_ipython().run_line_magic('time', 'x')")["error"]["value"],
            )

    def test_environment_variables_stay_set(self):
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        with Session() as session:
            session.run(
                "import os\nos.environ['INSITU_TEST'] = 'x'\nos.environ['HOME'] = '/elsewhere'"
            )
            self.assertEqual(
                self.results(session, "os.environ['INSITU_TEST'], os.environ['HOME']")[0]["text"],
                "('x', '/elsewhere')",
            )
            session.run("del os.environ['INSITU_TEST']")
            self.assertEqual(
                self.results(session, "os.environ.get('INSITU_TEST', 'gone')")[0]["text"], "'gone'"
            )

    def test_missing_environment_variables_are_restored(self):
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        for code in (
            "os.environ.clear()",
            "os.environ = None",
            "os.environ._data = {1: 2}",
            "os.environ._data = None",
        ):
            with self.subTest(code), Session() as session:
                session.run("import os\n" + code)
                self.assertEqual(
                    self.results(session, "import os\nos.environ['HOME']")[0]["text"],
                    repr(before["HOME"]),
                )


if __name__ == "__main__":
    unittest.main()
