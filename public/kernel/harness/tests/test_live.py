"""What is shown while the code still runs."""

import json
import unittest

from fixtures import Session


def told(session):
    """The places and texts that were told as shown, and "cleared" where all was taken away."""
    found = []
    for stream, text in session.bridge.told:
        if stream == "display":
            place, result = json.loads(text) if text else (None, None)
            found.append("cleared" if result is None else (place, result["text"]))
    return found


class Telling(unittest.TestCase):
    def test_each_result_is_told_when_it_is_shown_and_the_value_comes_with_the_outcome(self):
        with Session() as session:
            outcome = session.run("print('before')\ndisplay('one')\nprint('between')\ndisplay('two')\n3")
            names = [stream for stream, _text in session.bridge.told]
            self.assertEqual(names, ["stdout", "display", "stdout", "display"])
            self.assertEqual(told(session), [(0, "'one'"), (1, "'two'")])
            first = json.loads(session.bridge.told[1][1])[1]
            self.assertEqual(first, outcome["results"][0])
            self.assertEqual([result["text"] for result in outcome["results"]], ["'one'", "'two'", "3"])

    def test_updates_and_what_is_taken_away_are_told(self):
        code = "handle = display('a', display_id=True)\ndisplay('b')\nhandle.update('c')\nfrom IPython.display import clear_output\nclear_output(wait=True)\ndisplay('d')"
        with Session() as session:
            session.run(code)
            self.assertEqual(told(session), [(0, "'a'"), (1, "'b'"), (0, "'c'"), "cleared", (0, "'d'")])

    def test_a_figure_that_is_shown_is_told_and_one_that_is_left_open_comes_with_the_outcome(self):
        code = "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\nplt.figure()\nplt.plot([2])"
        with Session() as session:
            outcome = session.run(code)
            self.assertEqual([place for place, _text in told(session)], [0])
            self.assertEqual(len(outcome["results"]), 2)

    def test_of_a_flood_of_updates_few_are_told_and_none_later_than_the_next_rest(self):
        code = "h = display(0, display_id=True)\nfor i in range(5_000): h.update(i)\nimport time\ntime.sleep(0.06)"
        with Session(answers=["{}"]) as session:
            session.run(code)
            found = told(session)
            self.assertLess(len(found), 200)
            self.assertEqual(found[-1], (0, "4999"))

    def test_of_what_is_long_only_its_place_is_told_and_of_what_earlier_code_left_behind_nothing(self):
        with Session(imageBytes=50_000_000) as session:
            outcome = session.run("class Long:\n    def _repr_png_(self): return b'\\x89PNG' + bytes(2 << 20)\ndisplay(Long())\ndisplay('after')")
            self.assertEqual(told(session), [(0, "A large result, shown when the code is done."), (1, "'after'")])
            self.assertEqual({len(text) < 1000 for stream, text in session.bridge.told if stream == "display"}, {True})
            self.assertGreater(len(outcome["results"][0]["mime"]["image/png"]), 2 << 20)
        with Session() as session:
            session.run("import asyncio\nasync def late():\n    await asyncio.sleep(0)\n    display('late')\ntask = asyncio.ensure_future(late())")
            session.run("await asyncio.sleep(0.01)")
            self.assertEqual(told(session), [])

    def test_the_probe_tells_nothing(self):
        with Session() as session:
            session.kernel.probe("token")
            self.assertEqual(session.bridge.told, [])


if __name__ == "__main__":
    unittest.main()
