"""What is put back where somebody tells what has changed, as the worker does; what is put back at all is tested there, with the real Pyodide."""

import json
import unittest

from fixtures import Session


class Watched(unittest.TestCase):
    def test_only_what_is_said_to_have_changed_is_looked_at(self):
        from insitu import errors
        from insitu.repair import Repair

        told, changed = [], []
        with Session() as session:
            repair = Repair(session.out, lambda *addresses: told.extend(map(json.loads, addresses)), lambda: changed.pop() if changed else 0)
            dumps, code, encode = json.dumps, errors.describe.__code__, json.JSONEncoder.encode
            dicts, functions = told
            self.assertIn(id(vars(json)), dicts)
            self.assertIn(id(errors.describe), functions)

            json.dumps, errors.describe.__code__, json.JSONEncoder.encode = None, (lambda: None).__code__, None
            try:
                repair.restore()
                self.assertIsNone(json.dumps)
                changed.extend([*dicts, *functions])
                repair.restore()
                self.assertEqual((json.dumps, errors.describe.__code__, json.JSONEncoder.encode), (dumps, code, encode))
            finally:
                json.dumps, errors.describe.__code__, json.JSONEncoder.encode = dumps, code, encode
