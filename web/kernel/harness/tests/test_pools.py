"""Pools whose work is done in order. In the real runtime they take the places of Python's own:
`web/kernel/tests/pools.test.ts`.
"""

import unittest

from insitu import pools


class Pools(unittest.TestCase):
    def test_a_pool_computes_what_pools_of_processes_compute(self):
        begun, seen, failed = [], [], []
        with pools.Pool(2, begun.append, ["ready"]) as pool:
            found = [
                pool.apply(pow, (2, 3)),
                pool.apply(int, ("11",), {"base": 2}),
                pool.map(abs, [-1, 2], 5),
                list(pool.imap(abs, [-3])),
                sorted(pool.imap_unordered(abs, [-3, 2])),
                pool.starmap(pow, [(2, 1), (2, 2)]),
                pool.map_async(abs, [-4], callback=seen.append).get(1),
                pool.starmap_async(pow, [(3, 2)], callback=seen.append).get(),
            ]
            result = pool.apply_async(int, ("x",), error_callback=failed.append)
        self.assertEqual(found, [8, 3, [1, 2], [3], [2, 3], [2, 4], [4], [9]])
        self.assertEqual(
            (begun, seen, [type(error) for error in failed]), (["ready"], [[4], [9]], [ValueError])
        )
        self.assertEqual((result.ready(), result.successful()), (True, False))
        with self.assertRaises(ValueError):
            result.get()
        for refused in (
            lambda: pool.map(abs, [1]),
            lambda: pools.Pool(0),
            lambda: pools.Pool(1).join(),
        ):
            with self.assertRaises(ValueError):
                refused()
        pool.join()

    def test_an_executor_computes_what_executors_compute(self):
        from concurrent.futures import Executor, as_completed

        begun = []
        with pools.executor("ThreadPoolExecutor")(
            4, "name", initializer=begun.append, initargs=["ready"]
        ) as executor:
            futures = [executor.submit(pow, 2, exponent) for exponent in (1, 2)]
            failing = executor.submit(int, "x", base=10)
            self.assertEqual(
                (
                    list(executor.map(pow, [2, 3], [2, 2])),
                    sorted(future.result() for future in as_completed(futures)),
                ),
                ([4, 9], [2, 4]),
            )
        self.assertEqual(
            (
                begun,
                type(failing.exception()),
                isinstance(executor, Executor),
                type(executor).__name__,
            ),
            (["ready"], ValueError, True, "ThreadPoolExecutor"),
        )
        with self.assertRaises(RuntimeError):
            executor.submit(abs, 1)
        with self.assertRaises(ValueError):
            type(executor)(0)

    def test_stop_ends_the_work_of_an_executor(self):
        def stop():
            raise KeyboardInterrupt

        with (
            pools.executor("ThreadPoolExecutor")() as executor,
            self.assertRaises(KeyboardInterrupt),
        ):
            executor.submit(stop)
