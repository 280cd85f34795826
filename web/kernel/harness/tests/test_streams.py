"""Standard output and error, while code runs and in the outcome."""

import asyncio
import json
import unittest

from fixtures import Session


class Printing(unittest.TestCase):
    def test_each_print_is_sent_complete_and_at_once(self):
        with Session() as session:
            session.run("print('a', 1)\nprint('b')\nimport sys\nprint('c', file=sys.stderr)")
            self.assertEqual(
                session.bridge.emitted, [("stdout", "a 1\n"), ("stdout", "b\n"), ("stderr", "c\n")]
            )

    def test_a_flood_is_sent_completely_in_few_messages(self):
        with Session(streamBytes=10_000_000) as session:
            outcome = session.run("for i in range(100_000):\n    print('line', i)")
            expected = "".join(f"line {i}\n" for i in range(100_000))
            self.assertEqual(outcome["stdout"], expected)
            self.assertEqual("".join(text for _name, text in session.bridge.emitted), expected)
            self.assertLess(len(session.bridge.emitted), 200)

    def test_output_beyond_the_limit_keeps_head_and_tail_and_states_what_is_left_out(self):
        with Session(streamBytes=100) as session:
            outcome = session.run("print('h' * 50 + 'x' * 1000 + 't' * 49)")
            self.assertEqual(
                outcome["stdout"],
                "h" * 50 + "\n… 1,000 bytes of output left out …\n" + "t" * 49 + "\n",
            )
            self.assertLessEqual(sum(len(text) for _name, text in session.bridge.emitted), 100)

    def test_truncation_does_not_split_characters_beyond_ascii(self):
        with Session(streamBytes=101) as session:
            outcome = session.run("print('ä€😀' * 500)")
            self.assertEqual(
                set(outcome["stdout"].replace("bytes of output left out", ""))
                - set("ä€😀\n… ,0123456789"),
                set(),
            )

    def test_output_that_bypasses_python_is_kept_too(self):
        with Session() as session:
            session.kernel.begin("x = 1")
            session.kernel.streams.open()
            session.bridge.written = [["stdout", "from C\n"]]
            self.assertEqual(session.kernel.streams.close(), ("from C\n", ""))

    def test_a_flood_of_flushes_or_of_changes_between_the_streams_is_sent_in_few_messages(self):
        floods = (
            "for i in range(20_000): print(i, flush=True)",
            "import sys\nfor i in range(20_000): print(i, file=(sys.stdout, sys.stderr)[i % 2])",
        )
        for code in floods:
            with self.subTest(code=code), Session(streamBytes=10_000_000) as session:
                outcome = session.run(code)
                self.assertLess(len(session.bridge.emitted), 300)
                for name in ("stdout", "stderr"):
                    self.assertEqual(
                        "".join(text for stream, text in session.bridge.emitted if stream == name),
                        outcome[name],
                    )

    def test_both_streams_are_sent_in_order_while_little_is_printed(self):
        with Session() as session:
            session.run("import sys\nprint('a', end='')\nprint('b', file=sys.stderr)\nprint('c')")
            self.assertEqual(
                session.bridge.emitted, [("stdout", "a"), ("stderr", "b\n"), ("stdout", "c\n")]
            )

    def test_a_task_of_an_earlier_execution_does_not_print_into_a_later_one(self):
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

    def test_closed_streams_still_accept_output(self):
        with Session() as session:
            session.run("import sys, logging\nkept = sys.stderr\nsys.stdout.close()")
            self.assertEqual(
                session.run("print('out')\nkept.write('err')\nsys.stdout.closed")["stderr"], "err"
            )

    def test_replaced_streams_are_restored(self):
        with Session() as session:
            session.run("import sys, io\nsys.stdout = io.StringIO()\nprint('lost')")
            self.assertEqual(session.run("print('seen')")["stdout"], "seen\n")


if __name__ == "__main__":
    unittest.main()
