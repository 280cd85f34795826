"""Limits of an execution's outcome, and the notes about what was left out."""

import unittest

from fixtures import Session


class Bounds(unittest.TestCase):
    def test_results_beyond_the_limit_are_counted_and_named(self):
        with Session(results=2) as session:
            outcome = session.run("for value in (1, 'a', 2.5, [], {}, (), 7): display(value)\n8")
            self.assertEqual([item["text"] for item in outcome["results"]], ["1", "'a'"])
            self.assertEqual(
                outcome["stderr"],
                "Not shown: 6 more results, since at most 2 are shown at once: float, list, dict, tuple, int, ….\n",
            )

    def test_figures_beyond_the_limit_are_counted_and_named(self):
        with Session(figures=1) as session:
            code = "import matplotlib.pyplot as plt\nfor title in ('first', 'second', 'third'):\n    plt.figure(); plt.plot([1, 2]); plt.title(title)"
            outcome = session.run(code)
            self.assertEqual([item["text"] for item in outcome["results"]], ["Figure: first"])
            self.assertEqual(
                outcome["stderr"],
                "Not shown: 2 more figures, since at most 1 are shown at once: second, third.\n",
            )

    def test_a_picture_that_is_too_large_is_left_out_and_named(self):
        code = "class Picture:\n    def __init__(self, size): self.size = size\n    def _repr_png_(self): return bytes(self.size)\n    def __repr__(self): return f'picture of {self.size}'\ndisplay(Picture(90), Picture(3_000_000))"
        with Session(imageBytes=100_000) as session:
            outcome = session.run(code)
            self.assertEqual(
                [sorted(item["mime"]) for item in outcome["results"]],
                [["image/png", "text/plain"], ["text/plain"]],
            )
            self.assertEqual(
                outcome["stderr"],
                "Not shown: 1 pictures of more than 0.1 MB: picture of 3000000 (3.0 MB).\n",
            )

    def test_a_figure_that_is_too_large_is_drawn_with_fewer_pixels(self):
        noise = "import numpy, matplotlib.pyplot as plt\nplt.figure(figsize=(4, 4)); plt.imshow(numpy.random.default_rng(1).random((600, 600)));"
        with Session(imageBytes=250_000) as session:
            outcome = session.run(noise)
            self.assertEqual(
                (outcome["stderr"], sorted(outcome["results"][0]["mime"])),
                ("", ["image/png", "text/plain"]),
            )

    def test_notes_are_on_separate_lines_after_the_output_of_the_code(self):
        with Session(results=1) as session:
            outcome = session.run(
                "import sys\nprint('no end', end='', file=sys.stderr)\ndisplay(1, 2)"
            )
            self.assertEqual(
                outcome["stderr"],
                "no end\nNot shown: 1 more results, since at most 1 are shown at once: int.\n",
            )

    def test_changed_files_beyond_the_limit_are_counted(self):
        with Session(newFiles=2) as session:
            outcome = session.run("for name in 'abc': open(name, 'w').close()")
            self.assertEqual([file["path"][-1] for file in outcome["files"]], ["a", "b"])
            self.assertEqual(
                outcome["stderr"],
                f"3 files in {session.out} are new or changed; the first 2 are offered for download.\n",
            )

    def test_sentences_of_the_file_system_are_reported_with_and_without_an_error(self):
        sentence = "One execution may create 2 files."
        cases = [
            ("raise OSError(19, 'Quota exceeded')", f"{sentence} ([Errno 19] Quota exceeded)", ""),
            ("1", None, f"{sentence}\n"),
        ]
        for code, value, stderr in cases:
            with self.subTest(code=code), Session() as session:
                session.kernel.troubles = iter(["[]", f'["{sentence}"]']).__next__
                outcome = session.run(code)
                self.assertEqual(
                    (outcome["error"] and outcome["error"]["value"], outcome["stderr"]),
                    (value, stderr),
                )

    def test_variables_are_listed_without_modules_and_without_those_of_notebooks(self):
        with Session() as session:
            session.run(
                "import os\nx = 1\ndef f(): pass\nclass C: pass\n_hidden = 2\nglobals()[5] = 6\n"
                + "long" * 50
                + " = 3\n7"
            )
            self.assertEqual(session.run("8")["variables"], ["x", "f", "C", "long" * 25])
            self.assertEqual(
                len(session.run("for i in range(300): globals()[f'v{i}'] = i")["variables"]), 200
            )


if __name__ == "__main__":
    unittest.main()
