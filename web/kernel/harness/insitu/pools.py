"""Pools of threads and processes, which do not exist here: their work is done in order, when it is
handed over, instead of failing.

Threads and processes that code starts itself still fail, since one that waits for another would
wait forever.
"""

from __future__ import annotations

import importlib.machinery
import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from typing import Any


class Result:
    """What a pool of `multiprocessing` returns of work that it was handed: the value or the
    exception, which are there already.
    """

    def __init__(
        self,
        act: Callable[[], Any],
        callback: Callable[[Any], object] | None,
        error_callback: Callable[[Any], object] | None,
    ) -> None:
        self._value, self._error = None, None
        try:
            self._value = act()
        except Exception as error:
            self._error = error
            if error_callback is not None:
                error_callback(error)
        else:
            if callback is not None:
                callback(self._value)

    def get(self, timeout: float | None = None) -> Any:
        if self._error is not None:
            raise self._error
        return self._value

    def wait(self, timeout: float | None = None) -> None: ...

    def ready(self) -> bool:
        return True

    def successful(self) -> bool:
        return self._error is None


class Pool:
    """Has the interface of `multiprocessing.pool.Pool` and of its `ThreadPool`."""

    def __init__(
        self,
        processes: int | None = None,
        initializer: Callable[..., object] | None = None,
        initargs: Iterable[Any] = (),
        maxtasksperchild: int | None = None,
        context: Any = None,
    ) -> None:
        if processes is not None and processes < 1:
            raise ValueError("Number of processes must be at least 1")
        self._open = True
        if initializer is not None:
            initializer(*initargs)

    def _check(self) -> None:
        if not self._open:
            raise ValueError("Pool not running")

    def apply(
        self, func: Callable[..., Any], args: Iterable[Any] = (), kwds: dict[str, Any] | None = None
    ) -> Any:
        return self.apply_async(func, args, kwds).get()

    def apply_async(
        self,
        func: Callable[..., Any],
        args: Iterable[Any] = (),
        kwds: dict[str, Any] | None = None,
        callback: Callable[[Any], object] | None = None,
        error_callback: Callable[[Any], object] | None = None,
    ) -> Result:
        self._check()
        return Result(lambda: func(*args, **(kwds or {})), callback, error_callback)

    def map(
        self, func: Callable[[Any], Any], iterable: Iterable[Any], chunksize: int | None = None
    ) -> list[Any]:
        return self.map_async(func, iterable, chunksize).get()

    def map_async(
        self,
        func: Callable[[Any], Any],
        iterable: Iterable[Any],
        chunksize: int | None = None,
        callback: Callable[[Any], object] | None = None,
        error_callback: Callable[[Any], object] | None = None,
    ) -> Result:
        self._check()
        return Result(lambda: [func(item) for item in iterable], callback, error_callback)

    def imap(
        self, func: Callable[[Any], Any], iterable: Iterable[Any], chunksize: int = 1
    ) -> Iterator[Any]:
        self._check()
        return map(func, iterable)

    imap_unordered = imap

    def starmap(
        self,
        func: Callable[..., Any],
        iterable: Iterable[Iterable[Any]],
        chunksize: int | None = None,
    ) -> list[Any]:
        return self.starmap_async(func, iterable, chunksize).get()

    def starmap_async(
        self,
        func: Callable[..., Any],
        iterable: Iterable[Iterable[Any]],
        chunksize: int | None = None,
        callback: Callable[[Any], object] | None = None,
        error_callback: Callable[[Any], object] | None = None,
    ) -> Result:
        self._check()
        return Result(lambda: [func(*items) for items in iterable], callback, error_callback)

    def close(self) -> None:
        self._open = False

    terminate = close

    def join(self) -> None:
        if self._open:
            raise ValueError("Pool is still running")

    def __enter__(self) -> Pool:
        self._check()
        return self

    def __exit__(self, *_: object) -> None:
        self.terminate()


def executor(name: str) -> type:
    """Returns a class with the interface of the executors of `concurrent.futures`."""
    from concurrent.futures import _base

    class Executor(_base.Executor):
        def __init__(
            self,
            max_workers: int | None = None,
            *_: Any,
            initializer: Callable[..., object] | None = None,
            initargs: Iterable[Any] = (),
            **__: Any,
        ) -> None:
            if max_workers is not None and max_workers < 1:
                raise ValueError("max_workers must be greater than 0")
            self._open = True
            if initializer is not None:
                initializer(*initargs)

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if not self._open:
                raise RuntimeError("cannot schedule new futures after shutdown")
            future: Future[Any] = _base.Future()
            future.set_running_or_notify_cancel()
            try:
                value = fn(*args, **kwargs)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(value)
            return future

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            self._open = False

    Executor.__name__ = Executor.__qualname__ = name
    return Executor


def prepare_threads(module: Any) -> None:
    """Replaces the executor of `concurrent.futures.thread`."""
    if is_needed():
        module.ThreadPoolExecutor = executor("ThreadPoolExecutor")


def prepare_pools(module: Any) -> None:
    """Replaces the pools of `multiprocessing.pool`."""
    if is_needed():
        module.Pool = module.ThreadPool = Pool


def is_needed() -> bool:
    """Returns whether there are no threads."""
    return sys.platform == "emscripten"


class ProcessFinder:
    """Finds a `concurrent.futures.process` that can be imported: the standard one needs a part of
    `multiprocessing` that is not here.
    """

    NAME = "concurrent.futures.process"

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        return importlib.machinery.ModuleSpec(fullname, self) if fullname == self.NAME else None  # pyright: ignore[reportArgumentType]

    def create_module(self, spec: Any) -> None: ...

    def exec_module(self, module: types.ModuleType) -> None:
        from concurrent.futures import _base

        class BrokenProcessPool(_base.BrokenExecutor):
            """Raised by other Pythons if a process of the pool ended."""

        vars(module).update(
            ProcessPoolExecutor=executor("ProcessPoolExecutor"), BrokenProcessPool=BrokenProcessPool
        )


def install() -> None:
    """Puts the pools in place, if there are no threads: those of modules that are imported
    already too.
    """
    if not is_needed():
        return
    if not any(isinstance(finder, ProcessFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, ProcessFinder())  # pyright: ignore[reportArgumentType]
    for name, prepare in PREPARE.items():
        if name in sys.modules:
            prepare(sys.modules[name])


PREPARE = {"concurrent.futures.thread": prepare_threads, "multiprocessing.pool": prepare_pools}
