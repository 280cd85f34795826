"""Results that are sent while the code still runs."""

import json
import unittest

from fixtures import Session


def sent(session):
    """Returns the indices and texts of the results that were sent, and "cleared" if all were
    removed.
    """
    found = []
    for stream, text in session.bridge.emitted:
        if stream == "display":
            index, result = json.loads(text) if text else (None, None)
            found.append("cleared" if result is None else (index, result["text"]))
    return found


class LiveResults(unittest.TestCase):
    def test_each_result_is_sent_when_it_is_shown_and_the_value_with_the_outcome(self):
        with Session() as session:
            outcome = session.run(
                "print('before')\ndisplay('one')\nprint('between')\ndisplay('two')\n3"
            )
            names = [stream for stream, _text in session.bridge.emitted]
            self.assertEqual(names, ["stdout", "display", "stdout", "display"])
            self.assertEqual(sent(session), [(0, "'one'"), (1, "'two'")])
            first = json.loads(session.bridge.emitted[1][1])[1]
            self.assertEqual(first, outcome["results"][0])
            self.assertEqual(
                [result["text"] for result in outcome["results"]], ["'one'", "'two'", "3"]
            )

    def test_updates_and_clears_are_sent(self):
        code = "handle = display('a', display_id=True)\ndisplay('b')\nhandle.update('c')\nfrom IPython.display import clear_output\nclear_output(wait=True)\ndisplay('d')"
        with Session() as session:
            session.run(code)
            self.assertEqual(
                sent(session), [(0, "'a'"), (1, "'b'"), (0, "'c'"), "cleared", (0, "'d'")]
            )

    def test_a_shown_figure_is_sent_at_once_and_an_open_one_with_the_outcome(self):
        code = "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\nplt.figure()\nplt.plot([2])"
        with Session() as session:
            outcome = session.run(code)
            self.assertEqual([index for index, _text in sent(session)], [0])
            self.assertEqual(len(outcome["results"]), 2)

    def test_a_flood_of_updates_is_sent_in_few_messages_and_is_current_at_the_next_pause(self):
        code = "h = display(0, display_id=True)\nfor i in range(5_000): h.update(i)\nimport time\ntime.sleep(0.06)"
        with Session(answers=["{}"]) as session:
            session.run(code)
            found = sent(session)
            self.assertLess(len(found), 200)
            self.assertEqual(found[-1], (0, "4999"))

    def test_only_the_index_of_a_long_result_is_sent_and_nothing_of_tasks_of_earlier_executions(
        self,
    ):
        with Session(imageBytes=50_000_000) as session:
            outcome = session.run(
                "class Long:\n    def _repr_png_(self): return b'\\x89PNG' + bytes(2 << 20)\ndisplay(Long())\ndisplay('after')"
            )
            self.assertEqual(
                sent(session), [(0, "A large result, shown when the code is done."), (1, "'after'")]
            )
            self.assertEqual(
                {
                    len(text) < 1000
                    for stream, text in session.bridge.emitted
                    if stream == "display"
                },
                {True},
            )
            self.assertGreater(len(outcome["results"][0]["mime"]["image/png"]), 2 << 20)
        with Session() as session:
            session.run(
                "import asyncio\nasync def late():\n    await asyncio.sleep(0)\n    display('late')\ntask = asyncio.ensure_future(late())"
            )
            session.run("await asyncio.sleep(0.01)")
            self.assertEqual(sent(session), [])

    def test_the_probe_sends_nothing(self):
        with Session() as session:
            session.kernel.probe("token")
            self.assertEqual(session.bridge.emitted, [])


if __name__ == "__main__":
    unittest.main()
