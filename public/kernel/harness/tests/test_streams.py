"""What code prints, while it runs and afterwards."""

import asyncio
import json
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

    def test_a_flood_of_flushes_or_of_changes_between_the_streams_arrives_in_few_pieces(self):
        floods = ("for i in range(20_000): print(i, flush=True)", "import sys\nfor i in range(20_000): print(i, file=(sys.stdout, sys.stderr)[i % 2])")
        for code in floods:
            with self.subTest(code=code), Session(streamBytes=10_000_000) as session:
                outcome = session.run(code)
                self.assertLess(len(session.bridge.told), 300)
                for name in ("stdout", "stderr"):
                    self.assertEqual("".join(text for stream, text in session.bridge.told if stream == name), outcome[name])

    def test_both_streams_arrive_in_order_while_little_is_printed(self):
        with Session() as session:
            session.run("import sys\nprint('a', end='')\nprint('b', file=sys.stderr)\nprint('c')")
            self.assertEqual(session.bridge.told, [("stdout", "a"), ("stderr", "b\n"), ("stdout", "c\n")])

    def test_what_an_earlier_execution_left_running_prints_into_no_later_one(self):
        code = "import asyncio\nasync def late():\n    await asyncio.sleep(0.01)\n    print('late')\n    display('late')\ntask = asyncio.ensure_future(late())\nprint('early')\nawait asyncio.sleep(0)"
        with Session() as session:
            loop = asyncio.new_event_loop()
            outcomes = []
            for text in (code, "await task\nprint('mine')\ndisplay('mine')"):
                self.assertIsNone(session.kernel.begin(text))
                outcomes.append(json.loads(loop.run_until_complete(session.kernel.finish())))
            loop.close()
            self.assertEqual([outcome["stdout"] for outcome in outcomes], ["early\n", "mine\n"])
            self.assertEqual([item["text"] for item in outcomes[1]["results"]], ["'mine'"])

    def test_closed_streams_go_on(self):
        with Session() as session:
            session.run("import sys, logging\nkept = sys.stderr\nsys.stdout.close()")
            self.assertEqual(session.run("print('out')\nkept.write('err')\nsys.stdout.closed")["stderr"], "err")

    def test_replaced_streams_are_put_back(self):
        with Session() as session:
            session.run("import sys, io\nsys.stdout = io.StringIO()\nprint('lost')")
            self.assertEqual(session.run("print('seen')")["stdout"], "seen\n")


if __name__ == "__main__":
    unittest.main()
