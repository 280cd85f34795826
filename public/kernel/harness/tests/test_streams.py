"""What code prints, while it runs and afterwards."""

import unittest

from fixtures import Session


class Printing(unittest.TestCase):
    def test_each_print_arrives_whole_and_at_once(self):
        with Session() as session:
            session.run("print('a', 1)\nprint('b')\nimport sys\nprint('c', file=sys.stderr)")
            self.assertEqual(session.bridge.told, [("stdout", "a 1\n"), ("stdout", "b\n"), ("stderr", "c\n")])

    def test_a_flood_arrives_in_few_pieces_and_complete(self):
        with Session(streamBytes=10_000_000) as session:
            outcome = session.run("for i in range(100_000):\n    print('line', i)")
            expected = "".join(f"line {i}\n" for i in range(100_000))
            self.assertEqual(outcome["stdout"], expected)
            self.assertEqual("".join(text for _name, text in session.bridge.told), expected)
            self.assertLess(len(session.bridge.told), 200)

    def test_too_much_keeps_head_and_tail_and_says_what_was_cut(self):
        with Session(streamBytes=100) as session:
            outcome = session.run("print('h' * 50 + 'x' * 1000 + 't' * 49)")
            self.assertEqual(outcome["stdout"], "h" * 50 + "\n… 1,000 bytes of output left out …\n" + "t" * 49 + "\n")
            self.assertLessEqual(sum(len(text) for _name, text in session.bridge.told), 100)

    def test_text_beyond_ascii_survives_the_cut(self):
        with Session(streamBytes=101) as session:
            outcome = session.run("print('ä€😀' * 500)")
            self.assertEqual(set(outcome["stdout"].replace("bytes of output left out", "")) - set("ä€😀\n… ,0123456789"), set())

    def test_what_bypasses_python_is_kept_too(self):
        with Session() as session:
            session.kernel.begin("x = 1")
            session.kernel.streams.open()
            session.bridge.written = [["stdout", "from C\n"]]
            self.assertEqual(session.kernel.streams.close(), ("from C\n", ""))

    def test_replaced_streams_are_put_back(self):
        with Session() as session:
            session.run("import sys, io\nsys.stdout = io.StringIO()\nprint('lost')")
            self.assertEqual(session.run("print('seen')")["stdout"], "seen\n")


if __name__ == "__main__":
    unittest.main()
