"""Behaviour that this kernel shares with a notebook's: names of earlier values, their texts, and
errors.
"""

import base64
import io
import unittest
import warnings
import wave

from fixtures import Session

AT = r"0x[0-9a-f]+"


class Notebook(unittest.TestCase):
    def check(self, cells):
        """Runs each cell and compares the texts of its results (None: only runs it)."""
        with Session(results=20) as session:
            for code, expected in cells:
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertIsNone(outcome["error"], outcome["error"])
                    if expected is not None:
                        self.assertEqual(
                            [item["mime"]["text/plain"] for item in outcome["results"]], expected
                        )

    def test_earlier_cells_have_the_same_names_as_in_a_notebook(self):
        self.check(
            [
                ("_, __, ___, _i", ["('', '', '', '')"]),
                ("6 * 7", ["42"]),
                ("_, _2, Out[2], _oh is Out", ["(42, 42, 42, True)"]),
                ("_ii, _i2, In[2], _ih is In", ["('6 * 7', '6 * 7', '6 * 7', True)"]),
                ("[_i, _ii, _iii] == In[-2:-5:-1]", ["True"]),
                ("'wanted'", ["wanted"]),
                ("'unwanted';", []),
                ("_, 7 in Out", ["('wanted', False)"]),
                ("for n in range(30): pass", None),
                *[(str(n), None) for n in range(20)],
                (
                    "'_2' in globals(), '_i2' in globals(), '_i20' in globals()",
                    ["(False, False, True)"],
                ),
            ]
        )

    def test_imports_from_future_apply_to_later_cells(self):
        self.check(
            [
                ("from __future__ import annotations", []),
                ("def f(a: NotThere): pass", []),
                ("f.__annotations__", ["{'a': 'NotThere'}"]),
            ]
        )

    def test_the_same_warning_in_another_cell_is_shown_again(self):
        cell = "import warnings\nwarnings.showwarning = lambda message, *_where: print(message)\nfor _ in range(3): warnings.warn('mind')"
        with Session() as session, warnings.catch_warnings():
            warnings.simplefilter("default")
            self.assertEqual([session.run(cell)["stdout"] for _ in range(2)], ["mind\n", "mind\n"])

    def test_a_display_id_in_transient_returns_no_handle(self):
        with Session() as session:
            outcome = session.run("display('x', transient={'display_id': 't'})")
            self.assertEqual(
                [(item["display"], item["main"]) for item in outcome["results"]], [("t", False)]
            )

    def test_texts_of_values_are_those_of_a_notebook(self):
        wide = "class Wide:\n    def _repr_pretty_(self, p, cycle):\n        with p.group(2, 'Wide(', ')'):\n            for n in range({}):\n                if n: p.text(','); p.breakable()\n                p.pretty('item %d' % n)\nWide()"
        own = "class Own:\n    def __init__(self): self.other = self\n    def _repr_pretty_(self, p, cycle):\n        if cycle: p.text('Own(...)')\n        else:\n            p.text('Own('); p.pretty(self.other); p.text(')')\n"
        names = ", ".join(f"k{n}={n}" for n in range(30))
        self.check(
            [
                (wide.format(3), ["Wide('item 0', 'item 1', 'item 2')"]),
                (wide.format(12), ["Wide(" + ",\n  ".join(f"'item {n}'" for n in range(12)) + ")"]),
                (own + "Own()", ["Own(Own(...))"]),
                ("[Own()]", ["[Own(Own(...))]"]),
                (
                    "class H:\n    def _repr_pretty_(self, p, cycle): p.text('a'); p.break_(); p.text('b')\n[H(), 1]",
                    ["[a\n b,\n 1]"],
                ),
                (
                    f"import types\ntypes.SimpleNamespace({names})",
                    ["namespace(" + names.replace(", ", ",\n          ") + ")"],
                ),
                ("types.SimpleNamespace(a=1, b=[2])", ["namespace(a=1, b=[2])"]),
                (
                    "class Plain: pass\nimport re\nre.sub('0x[0-9a-f]+', '0x', get_ipython().display_formatter.formatters and __import__('IPython').lib.pretty.pretty([Plain()]))",
                    ["[<__main__.Plain at 0x>]"],
                ),
                ("import numpy\n(numpy.int64, numpy.float64)", ["(numpy.int64, numpy.float64)"]),
                ("''", ["''"]),
                ("' \\n'", ["' \\n'"]),
                ("'a\\n'", ["a\n"]),
                (
                    "class Listed(list):\n    def __iter__(self): raise ValueError\nListed([1])",
                    ["[1]"],
                ),
                ("import sympy; sympy.init_printing()", None),
                ("[1, Plain, 'x']", ["[1, __main__.Plain, 'x']"]),
                (
                    "from PIL import Image\n[Image.new('RGB', (2, 3))]",
                    ["[<PIL.Image.Image image mode=RGB size=2x3>]"],
                ),
                (
                    "get_ipython().display_formatter.formatters['text/plain'].type_printers.clear()",
                    None,
                ),
            ]
        )
        with Session() as session:
            (item,) = session.run("class Plain: pass\nPlain()")["results"]
            self.assertRegex(item["mime"]["text/plain"], f"^<__main__.Plain at {AT}>$")
            self.assertRegex(item["text"], f"^<__main__.Plain object at {AT}>$")

    def test_forms_that_fail_are_reported(self):
        cases = [
            (
                "raise ValueError('boom')",
                "Not shown: 1 forms that could not be made: _repr_html_ (ValueError: boom) of X.\n",
            ),
            (
                "return 42",
                "Not shown: 1 forms that could not be made: text/html (int, which it cannot be) of X.\n",
            ),
            ("return None", ""),
            ("return None, {}", ""),
            ("raise NotImplementedError", ""),
        ]
        with Session() as session:
            for body, stderr in cases:
                with self.subTest(body=body):
                    outcome = session.run(
                        f"class X:\n    def __repr__(self): return 'X'\n    def _repr_html_(self): {body}\nX()"
                    )
                    self.assertEqual(
                        ([item["mime"] for item in outcome["results"]], outcome["stderr"]),
                        ([{"text/plain": "X"}], stderr),
                    )
            outcome = session.run(
                "class Y:\n    def __repr__(self): return 'Y'\n    def _ipython_display_(self): 1/0\nY()"
            )
            self.assertEqual(
                ([item["text"] for item in outcome["results"]], outcome["stderr"]),
                (
                    ["Y"],
                    "Not shown: 1 forms that could not be made: _ipython_display_ (ZeroDivisionError: division by zero) of Y.\n",
                ),
            )

    def test_warnings_of_matplotlib_are_reported_once(self):
        with Session() as session:
            session.run(
                "import matplotlib\nmatplotlib.use('module://insitu.backend')\nimport matplotlib.pyplot as plt"
            )
            outcome = session.run("plt.plot([1]); plt.title('ꀀꀁ'); plt.show()")
            self.assertEqual(
                outcome["stderr"],
                "The figure's font has no signs for ꀀ ꀁ, so boxes stand for them.\n",
            )
            outcome = session.run("for _ in range(2):\n    plt.semilogy([-1, 0]); plt.show()")
            self.assertEqual(
                outcome["stderr"],
                "Figure: Data has no positive values, and therefore cannot be log-scaled.\n",
            )

    def test_a_handle_of_a_closed_figure_is_shown_as_text(self):
        with Session() as session:
            session.run(
                "import matplotlib\nmatplotlib.use('module://insitu.backend')\nimport matplotlib.pyplot as plt\nfig, ax = plt.subplots(); ax.set_title('A')"
            )
            self.assertEqual(
                [item["text"] for item in session.run("ax")["results"]],
                ["<Axes: title={'center': 'A'}>"],
            )
            self.assertEqual(
                [item["text"] for item in session.run("ax.plot([1]); fig")["results"]],
                ["Figure: A"],
            )

    def test_pictures_are_found_next_to_the_code(self):
        png = base64.b64encode(b"\x89PNG\r\n\x1a\nabc").decode()
        setup = f"from IPython.display import *\nimport base64\nopen('a.png', 'wb').write(base64.b64decode('{png}'));"
        with Session() as session:
            session.run(setup)
            for code in (
                "Image('a.png')",
                "Image(url='a.png')",
                "Image(filename='a.png')",
                f"Image(url='data:image/png;base64,{png}')",
            ):
                with self.subTest(code=code[:30]):
                    self.assertEqual(
                        [item["mime"].get("image/png") for item in session.run(code)["results"]],
                        [png],
                    )
            markup = f'<img alt=\'x\' src=\'{session.out}/a.png\'><img src="a.png"><img src="b.png"><img src="http://x.y/a.png"><IMG src=a.png>'
            inline = f"data:image/png;base64,{png}"
            expected = f'<img alt=\'x\' src=\'{inline}\'><img src="{inline}"><img src="b.png"><img src="http://x.y/a.png"><IMG src=a.png>'
            self.assertEqual(
                session.run(f"HTML({markup!r})")["results"][0]["mime"]["text/html"], expected
            )
            error = session.run("Image('b.png')")["error"]
            self.assertEqual(
                (error["name"], error["value"]),
                ("FileNotFoundError", "[Errno 2] No such file or directory: 'b.png'"),
            )
            links = [session.run(f"FileLink('{name}.png')")["results"][0]["text"] for name in "ab"]
            self.assertEqual(
                links,
                [
                    "a.png (files under /out are offered for download below the code)",
                    "b.png does not exist (yet)",
                ],
            )

    def test_recordings_and_maps_are_sent_as_forms(self):
        with Session() as session:
            session.run(
                "from IPython.display import *\nopen('v.mp4', 'wb').write(b'....ftypisom');"
            )
            (sound,) = session.run("Audio([[0.0, 0.5, -1.0], [0, 0, 0]], rate=8000)")["results"]
            self.assertEqual(
                (sound["text"], list(sound["mime"])),
                (
                    "Audio (audio/wav, 56 bytes): it is not played here, and can be saved as a file.",
                    ["text/plain", "audio/wav"],
                ),
            )
            with wave.open(io.BytesIO(base64.b64decode(sound["mime"]["audio/wav"]))) as file:
                self.assertEqual(
                    (file.getnchannels(), file.getframerate(), file.readframes(9)),
                    (2, 8000, b"\0\0\0\0\xff\x3f\0\0\x01\x80\0\0"),
                )
            (film,) = session.run("Video('v.mp4')")["results"]
            self.assertEqual(list(film["mime"]), ["text/plain", "video/mp4"])
            (shape,) = session.run("GeoJSON({'type': 'Point', 'coordinates': [0, 1]})")["results"]
            self.assertEqual(
                shape["mime"]["application/geo+json"], '{"type": "Point", "coordinates": [0, 1]}'
            )
            for code, value in (
                (
                    "Audio([1.0])",
                    "rate must be specified when data is a numpy array or list of audio samples.",
                ),
                (
                    "Audio('https://x.y/a.mp3')",
                    "Audio cannot load https://x.y/a.mp3: there is no network here. Put the file into the session and name it with filename=.",
                ),
                ("Video('none.mp4')", "[Errno 2] No such file or directory: 'none.mp4'"),
            ):
                with self.subTest(code=code):
                    self.assertEqual(session.run(code)["error"]["value"], value)


if __name__ == "__main__":
    unittest.main()
