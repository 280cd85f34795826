# A notebook runs a loop of its own, beside which asyncio.run() refuses to start another; here it
# runs in a thread.
import asyncio
import concurrent.futures

_asyncio_run = asyncio.run


def _run_in_thread(coroutine, **options):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(_asyncio_run, coroutine, **options).result()


asyncio.run = _run_in_thread
