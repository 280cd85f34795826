"""The state that an interpreter from a snapshot renews. That two of them really differ is tested
with real ones (`snapshot.test.ts`).
"""

import logging
import os
import random
import sys
import tempfile
import time
import unittest
import uuid
import warnings

import fixtures  # noqa: F401 - puts the harness on the path
from insitu import renewal, result_cache, result_store
from insitu.display import publish


class Renewal(unittest.TestCase):
    def setUp(self):
        self.before = (
            time.timezone,
            time.altzone,
            time.tzname,
            time.daylight,
            dict(os.environ),
            list(sys.path),
        )

    def tearDown(self):
        time.timezone, time.altzone, time.tzname, time.daylight, environment, sys.path[:] = (
            self.before
        )
        os.environ.clear()
        os.environ.update(environment)

    def test_generators_are_reseeded(self):
        import numpy

        drawn = []
        for _ in range(2):
            random.seed(1)
            numpy.random.seed(1)
            tempfile._name_sequence = None
            renewal.renew_entropy()
            drawn.append(
                (random.random(), numpy.random.random(), next(tempfile._get_candidate_names()))
            )
        for first, second in zip(*drawn):
            self.assertNotEqual(first, second)
        uuid._node = 1
        renewal.renew_entropy()
        self.assertIsNone(uuid._node)

    def test_the_clock_and_the_zone_are_read_again(self):
        logging._startTime = 0
        time.timezone, time.altzone, time.tzname, time.daylight = 1, 2, ("A", "B"), 9
        renewal.renew_clock()
        self.assertEqual((time.timezone, time.altzone, time.tzname, time.daylight), self.before[:4])
        self.assertLess(abs(logging._startTime - time.time_ns()), 10**9)

    def test_the_state_of_the_warm_up_in_the_harness_is_reset(self):
        result_store.INTERPRETER = "00000000"
        result_cache.tables["old"] = 1
        numbers = result_store.numbers, publish.numbers
        renewal.renew_own_state()
        self.assertNotEqual(result_store.INTERPRETER, "00000000")
        self.assertEqual(dict(result_cache.tables), {})
        self.assertEqual([next(result_store.numbers), next(publish.numbers)], [1, 1])
        self.assertIsNot(result_store.numbers, numbers[0])

    def test_caches_of_folders_and_registries_of_warnings_are_cleared(self):
        sys.path[:0] = ["", ""]
        renewal.forget_folders()
        self.assertEqual(sys.path.count(""), 1)
        warnings.__warningregistry__ = {"old": True}
        sys.modules["no_module_at_all"] = object()
        try:
            renewal.forget_warnings()
        finally:
            del sys.modules["no_module_at_all"]
        self.assertFalse(hasattr(warnings, "__warningregistry__"))

    def test_environment_variables_of_the_browser_are_set(self):
        renewal.renew({"LANG": "hi_IN.UTF-8"})
        self.assertEqual(os.environ["LANG"], "hi_IN.UTF-8")


if __name__ == "__main__":
    unittest.main()
