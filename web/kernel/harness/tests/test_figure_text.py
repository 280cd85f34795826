"""Texts of figures that Matplotlib's own layout cannot draw, with the fonts that Matplotlib has;
the fetched fonts are tested in the real runtime.
"""

import importlib
import io
import sys
import unittest
import warnings
from unittest import mock

from insitu import figure_text, figures, shaping, writing_systems

figures.install()

import matplotlib  # noqa: E402 - prepared by the hook above.
from matplotlib import font_manager  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

# What each module's preparation changes.
CHANGED = {
    "matplotlib.textpath": ("TextToPath", "get_text_path"),
    "matplotlib.text": ("Text", "_get_layout"),
    "matplotlib.backend_bases": ("RendererBase", "get_text_width_height_descent"),
    "matplotlib.backends.backend_agg": ("RendererAgg", "draw_text"),
    "matplotlib.backends.backend_svg": ("RendererSVG", "draw_text"),
    "matplotlib.backends._backend_pdf_ps": ("RendererPDFPSBase", "get_text_width_height_descent"),
    "matplotlib.backends.backend_pdf": ("RendererPdf", "draw_text"),
    "matplotlib.backends.backend_ps": ("RendererPS", "draw_text"),
}
ARABIC, HEBREW, CHINESE = "مبيعات", "תל אביב", "收入"
PROPERTIES = font_manager.FontProperties()


def setUpModule():
    for name, (kind, method) in CHANGED.items():
        module = importlib.import_module(name)
        if not hasattr(vars(vars(module)[kind])[method], "__wrapped__"):
            # Another test had imported it before the hook was there.
            figure_text.PREPARE[name](module)


def glyphs(text, tongue="zh"):
    return [
        glyph
        for _, glyph, _, _ in shaping.lay_out(
            text, figure_text.own_fonts(PROPERTIES), tongue
        ).glyphs
    ]


def plain(text):
    font = font_manager.get_font(figure_text.own_fonts(PROPERTIES))
    return [font.get_char_index(ord(character)) for character in text]


def drawn(form, *texts, settings=None, **how):
    """Returns the bytes of a figure with these texts."""
    with matplotlib.rc_context({"svg.hashsalt": "x", **(settings or {})}):
        figure = Figure()
        for at, text in enumerate(texts):
            figure.text(0.1, 0.1 + at / 10, text, **how)
        buffer = io.BytesIO()
        figure.savefig(
            buffer,
            format=form,
            bbox_inches="tight",
            metadata={"Date": None} if form == "svg" else None,
        )
        return buffer.getvalue()


class Layout(unittest.TestCase):
    def test_every_module_has_its_preparation(self):
        self.assertEqual(set(figure_text.PREPARE), set(CHANGED))

    def test_arabic_is_joined_and_from_the_right(self):
        isolated = plain(ARABIC)
        found = glyphs(ARABIC)
        self.assertEqual(len(found), len(isolated))
        self.assertNotIn(0, found)
        # Five of the six letters have another form than alone: alef joins only with the letter
        # before it.
        self.assertGreaterEqual(len(set(found) - set(isolated)), 5)
        # The first letter is the rightmost.
        self.assertEqual(glyphs(f"{ARABIC} 24")[:2], plain("24"))

    def test_hebrew_is_from_the_right_and_numbers_within_it_are_not(self):
        self.assertEqual(glyphs(HEBREW), plain(HEBREW)[::-1])
        self.assertEqual(glyphs(f"{HEBREW} 2024"), plain("2024 ") + plain(HEBREW)[::-1])
        self.assertEqual(
            glyphs(f"Sales {HEBREW}, EU"), plain("Sales ") + plain(HEBREW)[::-1] + plain(", EU")
        )
        # Brackets are mirrored.
        self.assertEqual(glyphs("(א)"), plain("(א)"))

    def test_a_line_is_as_wide_as_its_glyphs_and_has_an_outline(self):
        line = shaping.lay_out(HEBREW, figure_text.own_fonts(PROPERTIES), "zh")
        vertices, codes = line.outline()
        self.assertEqual(len(vertices), len(codes))
        self.assertGreater(len(vertices), 50)
        self.assertLess(vertices[:, 0].max(), line.width + 1)
        self.assertGreater(line.width, shaping.SIZE * 2)
        self.assertEqual(len(shaping.lay_out("", (), "zh").outline()[0]), 0)

    def test_what_matplotlib_draws_itself(self):
        for text in ("plain", "Größe", "Цена", "−5 µm → 3 °C", "€", "★", ""):
            with self.subTest(text=text):
                self.assertFalse(figure_text.is_ours(text, PROPERTIES, False))
        for text in (
            ARABIC,
            HEBREW,
            CHINESE,
            "กรุง",
            "हिन्दी",
            "서울",
            "カナ",
            "🎉",
            "⭐",
            "1️⃣",
            f"a {CHINESE} b",
        ):
            with self.subTest(text=text):
                self.assertTrue(figure_text.is_ours(text, PROPERTIES, False))
        self.assertFalse(figure_text.is_ours(CHINESE, PROPERTIES, "TeX"))
        self.assertFalse(figure_text.is_ours("$α^2$", PROPERTIES, True))
        self.assertTrue(figure_text.is_ours(f"{CHINESE} $x$", PROPERTIES, True))


class Systems(unittest.TestCase):
    def test_marks_joiners_and_keycaps_belong_to_what_they_are_drawn_with(self):
        for text, expected in (
            ("a漢", ["", "Han"]),
            ("น้ำ", ["Thai"] * 3),
            ("क्ष", ["Devanagari"] * 3),
            ("1\ufe0f\u20e3 1", ["Emoji"] * 3 + ["", ""]),
            ("👩\u200d💻", ["Emoji"] * 3),
            ("🏃\u200d♂\ufe0f", ["Emoji"] * 4),
            ("👍🏽", ["Emoji"] * 2),
            ("ﾊﾝ", ["Kana"] * 2),
            ("x\u0301", ["", ""]),
        ):
            with self.subTest(text=text):
                self.assertEqual(writing_systems.systems(text), expected)

    def test_blocks_are_in_order_and_apart(self):
        for (_, end, _), (start, _, _) in zip(writing_systems.BLOCKS, writing_systems.BLOCKS[1:]):
            self.assertLess(end, start)

    def test_the_language_decides_the_forms_of_chinese_characters(self):
        for texts, language, first in (
            (["東京"], "zh", "noto_sans_sc"),
            (["東京", "カナ"], "ja", "noto_sans_jp"),
            (["서울", "大韓"], "ko", "noto_sans_kr"),
            (["서울", "の"], "ja", "noto_sans_jp"),
        ):
            with self.subTest(texts=texts):
                self.assertEqual(writing_systems.language(texts), language)
                self.assertEqual(writing_systems.packages("Han", language)[0], first)

    def test_the_packages_that_a_text_may_need(self):
        self.assertEqual(writing_systems.needed("plain"), set())
        self.assertEqual(writing_systems.needed("東京 ไทย"), {"noto_sans_sc", "noto_sans_thai"})
        self.assertEqual(writing_systems.needed("東京 カナ"), {"noto_sans_jp"})

    def test_one_japanese_text_makes_a_figure_japanese(self):
        figure = Figure()
        axes = figure.subplots()
        title = axes.set_title("東京")
        axes.bar(["大阪", "カナ"], [1, 2])
        self.assertEqual(figure_text.language_of(title, "東京"), "ja")
        other = Figure().text(0, 0, "東京")
        self.assertEqual(figure_text.language_of(other, "東京"), "zh")


class Drawing(unittest.TestCase):
    def setUp(self):
        self.addCleanup(shaping.forget)

    def test_a_text_that_matplotlib_can_draw_is_drawn_by_it(self):
        with mock.patch.object(shaping, "lay_out", side_effect=AssertionError):
            for form in ("png", "svg", "pdf"):
                drawn(form, "Größe −5 →", "plain", "$x^2$")

    def test_each_way_to_draw_uses_the_layout(self):
        for form in ("png", "svg", "pdf", "ps"):
            with (
                self.subTest(form=form),
                mock.patch.object(shaping, "lay_out", wraps=shaping.lay_out) as laid,
            ):
                with_text = drawn(form, HEBREW, "plain")
                self.assertIn(HEBREW, {call.args[0] for call in laid.call_args_list})
                self.assertGreater(len(with_text), len(drawn(form, "", "plain")))

    def test_text_of_an_svg_stays_text_if_code_says_so(self):
        self.assertIn(HEBREW, drawn("svg", HEBREW, settings={"svg.fonttype": "none"}).decode())

    def test_turned_and_outlined_texts_and_formulas_are_drawn(self):
        from matplotlib import patheffects

        self.assertNotEqual(drawn("png", HEBREW), drawn("png", HEBREW, rotation=90))
        self.assertNotEqual(
            drawn("png", HEBREW),
            drawn(
                "png", HEBREW, path_effects=[patheffects.withStroke(linewidth=3, foreground="red")]
            ),
        )
        self.assertNotEqual(drawn("png", f"{HEBREW} $x^2$"), drawn("png", HEBREW))

    def test_a_font_that_cannot_be_loaded_is_said(self):
        real = importlib.import_module

        def refuse(module):
            if module.startswith("noto"):
                raise ImportError(f"{module} is not there.")
            return real(module)

        with mock.patch.object(importlib, "import_module", refuse):
            figure = Figure()
            figure.text(0.1, 0.1, CHINESE + "甲")
            _, _, sentences = figures.picture(figure, 1_000_000)
        self.assertEqual(
            sentences,
            [
                "Figure: A font could not be loaded: noto_sans_sc is not there.",
                "Figure: A font could not be loaded: noto_sans_jp is not there.",
                "The figure's font has no signs for 收 入 甲, so boxes stand for them.",
            ],
        )
        self.assertEqual(set(shaping.failures), {"noto_sans_sc", "noto_sans_jp"})
        shaping.forget()
        self.assertEqual(shaping.failures, {})

    def test_without_harfbuzz_texts_are_drawn_unjoined_and_it_is_said(self):
        shaping.lay_out.cache_clear()
        shaping.shaper.cache_clear()
        with (
            mock.patch.dict(sys.modules, {"uharfbuzz": None}),
            warnings.catch_warnings(record=True) as warned,
        ):
            warnings.simplefilter("always")
            line = figure_text.line(HEBREW, PROPERTIES)
        self.assertEqual(sorted(glyph for _, glyph, _, _ in line.glyphs), sorted(plain(HEBREW)))
        self.assertRegex(str(warned[0].message), "^A font could not be loaded: .*uharfbuzz")


if __name__ == "__main__":
    unittest.main()
