"""Printed text with cursor movements, and the files of long outputs."""

import unittest

from fixtures import Session, calls
from insitu.terminal import Screen


def screen(*pieces):
    settled = []
    terminal = Screen(settled.append)
    for piece in pieces:
        terminal.write(piece)
    return "".join(settled) + terminal.rest()


class Redrawn(unittest.TestCase):
    def test_the_text_is_the_final_state_of_a_terminal(self):
        cases = [
            (("plain\ntext",), "plain\ntext"),
            (("dos\r\nlines\r\n",), "dos\nlines\n"),
            (("10%", "\r50%", "\r100%", "\n"), "100%\n"),
            (("long line\rshort",), "shortline"),
            (("gone\r\x1b[Knew",), "new"),
            (("gone\x1b[2K\rnew",), "new"),
            (("abc\x08\x08X",), "aXc"),
            (("a bar\r     \r",), ""),
            (("a\nb\x1b[A\rX\nY",), "X\nY"),
            (("\x1b[31mred\x1b[0m and plain",), "\x1b[31mred\x1b[0m and plain"),
            (("\x1b[31mred\x1b[0m\rb",), "b\x1b[31med\x1b[0m"),
            (("\r1" * 30 + "\r12\r3",), "32"),
            (("x" * 25_000, "\ry"), "x" * 25_000 + "y"),
            (
                ("".join(f"{at}\n" for at in range(100)), "\x1b[99A\rtop"),
                "".join(f"{at}\n" for at in range(61))
                + "top\n"
                + "".join(f"{at}\n" for at in range(62, 100)),
            ),
        ]
        for pieces, expected in cases:
            with self.subTest(pieces=pieces[0][:40]):
                self.assertEqual(screen(*pieces), expected)

    def test_a_line_that_is_redrawn_very_often_is_redrawn_at_once(self):
        pieces = ["".join(f"\r{at}" for at in range(1000))] * 100
        text, count = calls(lambda: screen(*pieces))
        self.assertEqual(text, "999")
        # Two for each of the 100,000 redrawings; one at a time they would be ten.
        self.assertLess(count, 300_000)

    def test_progress_bars_are_one_line_each_without_warnings(self):
        code = "from tqdm.auto import tqdm\nfrom tqdm.notebook import tqdm as other, trange\nimport tqdm as t\nfor bar in (tqdm, other, t.tqdm):\n    for _ in bar(range(3), bar_format='{desc}{n}/{total}', mininterval=0): pass\nfor _ in trange(2, leave=False): pass"
        with Session() as session:
            outcome = session.run(code)
            self.assertEqual((outcome["error"], outcome["stderr"]), (None, "3/3\n" * 3))
            nested = session.run(
                "for i in tqdm(range(2), desc='outer', bar_format='{desc}{n}', mininterval=0):\n    for j in tqdm(range(3), desc='inner', bar_format='{desc}{n}', leave=False, mininterval=0): pass"
            )
            self.assertEqual(nested["stderr"].strip(), "outer2")


class OutputSpill(unittest.TestCase):
    def test_a_long_output_is_written_to_a_file_that_is_not_listed(self):
        with Session() as session:
            short = session.run("print('x' * 4999)")
            self.assertIsNone(short["output"])
            long = session.run("for at in range(3000): print('line', at)")
            self.assertEqual(
                (long["output"], long["files"], long["removed"]),
                (f"{session.out}/.outputs/2.txt", [], []),
            )
            self.assertLess(len(long["stdout"]), 1500)
            read = session.run(
                f"text = open('{long['output']}').read()\ntext == ''.join(f'line {{at}}\\n' for at in range(3000))"
            )
            self.assertEqual(read["results"][0]["text"], "True")
            self.assertEqual(
                session.run("import os\nos.listdir('.outputs')")["results"][0]["text"], "['2.txt']"
            )

    def test_old_outputs_are_deleted_and_a_replaced_folder_is_created_again(self):
        from insitu import output_spill

        self.addCleanup(setattr, output_spill, "MAX_FILES", output_spill.MAX_FILES)
        output_spill.MAX_FILES = 3
        with Session() as session:
            for _ in range(5):
                session.run("print('x' * 6000)")
            self.assertEqual(
                session.run("import os\nsorted(os.listdir('.outputs'))")["results"][0]["text"],
                "['3.txt', '4.txt', '5.txt']",
            )
            outcome = session.run(
                "import shutil\nshutil.rmtree('.outputs'); open('.outputs', 'w').close()\nprint('x' * 6000)"
            )
            self.assertEqual(
                (outcome["output"], outcome["files"]), (f"{session.out}/.outputs/7.txt", [])
            )

    def test_the_file_states_how_much_is_left_out(self):
        from insitu import output_spill

        self.addCleanup(setattr, output_spill, "MOST", output_spill.MOST)
        output_spill.MOST = 10_000
        with Session() as session:
            path = session.run("print('x' * 12_000)")["output"]
            with open(path) as file:
                text = file.read()
            self.assertTrue(
                text.endswith(
                    "x\n… 2,001 further characters of output were not kept; a file holds at most 10,000 …\n"
                )
            )


if __name__ == "__main__":
    unittest.main()
