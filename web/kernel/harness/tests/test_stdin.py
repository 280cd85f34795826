"""Code that asks the user for input."""

import unittest

from fixtures import Session


class Asking(unittest.TestCase):
    def test_question_and_answer_are_in_the_output(self):
        with Session(answers=['"Ada"', '"40"']) as session:
            outcome = session.run(
                "name = input('Name: ')\nage = int(input())\nname, age + 2", interactive=True
            )
            self.assertEqual(
                (outcome["results"][0]["text"], outcome["stdout"]),
                ("('Ada', 42)", "Name: Ada\n40\n"),
            )
            self.assertEqual(session.bridge.asked, ["Name: ", ""])

    def test_pending_output_is_sent_before_a_question(self):
        with Session(answers=['""']) as session:
            emitted = []
            ask = session.kernel.asking._ask
            session.kernel.asking._ask = lambda prompt: (
                emitted.extend(session.bridge.emitted),
                ask(prompt),
            )[1]
            session.run("print('Think', end='')\ninput('? ')", interactive=True)
            self.assertEqual(emitted, [("stdout", "Think")])

    def test_reading_stdin_asks_the_user_too(self):
        with Session(answers=['"one"', '"two"', "null"]) as session:
            outcome = session.run(
                "import sys\nsys.stdin.readline(), sys.stdin.read()", interactive=True
            )
            self.assertEqual(outcome["results"][0]["text"], r"('one\n', 'two\n')")

    def test_no_answer_no_user_and_an_interrupt_are_different_errors(self):
        nobody = "input() is not available here, because nobody is there to type. Put the value into the code instead."
        unable = "input() is not available here: this page has no shared memory, so Python cannot wait for what you type. Put the value into the code instead."
        cases = [
            (["null"], True, "error", "EOFError", "No answer was given."),
            (['"never read"'], False, "error", "EOFError", nobody),
            ([], True, "error", "EOFError", unable),
            (
                [""],
                True,
                "interrupted",
                "KeyboardInterrupt",
                "Stopped before it was done. The variables are kept.",
            ),
        ]
        for answers, interactive, status, name, value in cases:
            with self.subTest(answers=answers), Session(answers=answers) as session:
                outcome = session.run("input('?')", interactive=interactive)
                self.assertEqual(
                    (outcome["status"], outcome["error"]["name"], outcome["error"]["value"]),
                    (status, name, value),
                )


if __name__ == "__main__":
    unittest.main()
