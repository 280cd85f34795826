"""The order of text of both directions, held against Unicode's own cases."""

import unittest
from pathlib import Path

from insitu import bidi

CASES = Path(__file__).with_name("bidi_cases.txt")


class Order(unittest.TestCase):
    def test_unicodes_cases(self):
        lines = [
            line
            for line in CASES.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#")
        ]
        self.assertEqual(len(lines), 500)
        for line in lines:
            codes, side, level, levels, order = line.split(";")
            text = "".join(chr(int(code, 16)) for code in codes.split())
            with self.subTest(line=line):
                base = bidi.base_level(text) if side == "2" else int(side)
                found = bidi.levels(text, base)
                # Characters that take no part have an x.
                kept = [at for at, expected in enumerate(levels.split()) if expected != "x"]
                self.assertEqual(base, int(level))
                self.assertEqual(
                    [found[at] for at in kept], [int(levels.split()[at]) for at in kept]
                )
                self.assertEqual(
                    [kept[at] for at in bidi.visual_order([found[at] for at in kept])],
                    [int(at) for at in order.split()],
                )

    def test_texts_without_letters(self):
        for text, base, levels in (
            ("", 0, []),
            ("12", 0, [0, 0]),
            ("()", 0, [0, 0]),
            ("\u200f", 1, [1]),
        ):
            with self.subTest(text=text):
                self.assertEqual((bidi.base_level(text), bidi.levels(text, base)), (base, levels))
        self.assertEqual(bidi.visual_order([]), [])
