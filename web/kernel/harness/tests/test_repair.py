"""The repair with a watcher that reports changes, as the worker has one. What the repair restores
is tested in JavaScript, with the real Pyodide.
"""

import json
import unittest

from fixtures import Session


class Watched(unittest.TestCase):
    def test_only_what_is_reported_as_changed_is_restored(self):
        from insitu import errors
        from insitu.repair import Repair

        watched, changed = [], []
        with Session() as session:
            repair = Repair(
                session.out,
                lambda *addresses: watched.extend(map(json.loads, addresses)),
                lambda: changed.pop() if changed else 0,
            )
            dumps, code, encode = json.dumps, errors.describe.__code__, json.JSONEncoder.encode
            dicts, functions = watched
            self.assertIn(id(vars(json)), dicts)
            self.assertIn(id(errors.describe), functions)

            json.dumps, errors.describe.__code__, json.JSONEncoder.encode = (
                None,
                (lambda: None).__code__,
                None,
            )
            try:
                repair.restore()
                self.assertIsNone(json.dumps)
                changed.extend([*dicts, *functions])
                repair.restore()
                self.assertEqual(
                    (json.dumps, errors.describe.__code__, json.JSONEncoder.encode),
                    (dumps, code, encode),
                )
            finally:
                json.dumps, errors.describe.__code__, json.JSONEncoder.encode = dumps, code, encode
