"""Locales that are not here."""

import locale
import types
import unittest

from insitu import locales


class Locales(unittest.TestCase):
    def test_a_locale_that_is_not_here_is_refused_and_the_others_are_set(self):
        calls = []
        module = types.SimpleNamespace(
            setlocale=lambda *arguments: calls.append(arguments) or "C",
            Error=locale.Error,
            _build_localename=".".join,
        )
        locales.refuse_unknown(module)
        for name in (
            None,
            "",
            "C",
            "C.UTF-8",
            ("C", "UTF-8"),
            "C.UTF-8;C;C;C;C;C",
            "LC_CTYPE=C.UTF-8;LC_NUMERIC=C",
        ):
            with self.subTest(name=name):
                self.assertEqual(module.setlocale(locale.LC_ALL, name), "C")
        self.assertEqual(len(calls), 7)
        for name, shown in (
            ("de_DE.UTF-8", "de_DE.UTF-8"),
            (("fr_FR", "UTF-8"), "fr_FR.UTF-8"),
            ("C;en_US;C", "en_US"),
            ("LC_ALL=de_DE", "de_DE"),
        ):
            with (
                self.subTest(name=name),
                self.assertRaisesRegex(
                    locale.Error, f"^unsupported locale setting: there is no {shown} here"
                ),
            ):
                module.setlocale(locale.LC_ALL, name)
        self.assertEqual(len(calls), 7)
