import ast
import asyncio
import inspect
import traceback

_loop = asyncio.new_event_loop()


def _run_cell(name, source, *, may_fail=False):
    """Runs a step that a plain script cannot contain: one that awaits outside of functions, or one
    that failed in the session.
    """
    try:
        code = compile(source, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        pending = eval(code, globals())
        if inspect.iscoroutine(pending):
            _loop.run_until_complete(pending)
    except (Exception, SystemExit):
        if not may_fail:
            raise
        traceback.print_exc()
