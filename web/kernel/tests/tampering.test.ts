// Code that damages its own interpreter, with the real Pyodide under Node: the next execution works
// all the same, or the interpreter reports that it is broken.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { startInterpreter } from "../worker/interpreter.ts";
import { makeShared } from "../worker/shared.ts";
import { coreFiles, nodeScope, pyodideFolder } from "../build/node-scope.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { Outcome } from "./built-runtime.ts";

const folder = pyodideFolder();
const NEXT =
  "import sys, os, json, re, time, asyncio, colorsys, warnings\nwarnings.warn('mere advice', ImportWarning)\nawait asyncio.sleep(0)\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7, os.getcwd()";

// Damage that is repaired; each case is followed by another execution in the same interpreter.
const REPAIRED = {
  "builtins set to None":
    "import builtins\nfor name in ('print', 'len', '__import__', 'open', 'isinstance', 'compile', 'exec', 'eval', 'getattr', 'dict', 'Exception'):\n    setattr(builtins, name, None)",
  "no builtins left": "import builtins\nbuiltins.__dict__.clear()",
  "no builtins left after a wait":
    "import builtins, asyncio\nawait asyncio.sleep(0)\nbuiltins.__dict__.clear()",
  "a variable whose class cannot be read":
    "class Shy:\n    def __getattribute__(self, name): raise RuntimeError(name)\nshy = Shy()\nshy",
  "an exception whose class cannot be read":
    "class Shy(Exception):\n    def __getattribute__(self, name): raise RuntimeError(name)\nraise Shy('x')",
  "all modules removed": "import sys\nsys.modules.clear()",
  "the module table replaced":
    "import sys\nsys.modules = {}\nsys.path = None\nsys.meta_path = None\nsys.path_hooks = None",
  "an empty import path":
    "import sys\nsys.path.clear(); sys.meta_path.clear(); sys.path_hooks.clear()",
  "the harness's modules removed":
    "import sys\nfor name in list(sys.modules):\n    if name.startswith('insitu'): del sys.modules[name]",
  "the harness's methods replaced":
    "import insitu.kernel as k, insitu.streams as s\nfor name in ('begin', 'finish', 'close', 'run', 'restore', 'probe'): setattr(k.Kernel, name, None)\ns.Streams.open = s.Writer.write = k.json = k.errors = k.to_json = None",
  "the harness's code replaced":
    "import insitu.errors, insitu.result_store\ninsitu.errors.describe.__code__ = (lambda *a: 1/0).__code__\ninsitu.result_store.table_of.__defaults__ = (1, 2)",
  "json broken":
    "import json\njson.dumps = json.loads = json.JSONEncoder.encode = json.JSONEncoder.iterencode = json.JSONDecoder.decode = None",
  "the standard library emptied":
    "import time, os, io, re, traceback, linecache, ast, inspect\nfor module in (time, os, io, re, traceback, linecache, ast, inspect):\n    for name in list(vars(module)):\n        if not name.startswith('__'): delattr(module, name)",
  "streams replaced":
    "import sys\nsys.stdin = sys.stdout = None; sys.stderr = 5; sys.displayhook = sys.excepthook = None",
  "streams closed and their attributes removed":
    "import sys\nsys.stdout.write = None\nsys.stdout.close(); sys.stderr.close()\nvars(sys.stderr).clear()",
  "the streams' class changed": "import sys\ntype(sys.stdout).write = lambda *a: 0",
  "another working directory": "import os\nos.mkdir('/tmp/gone'); os.chdir('/tmp/gone')",
  "the environment removed": "import os\nos.environ.clear(); os.environ = None",
  "the working directory emptied": "import shutil\nshutil.rmtree('/out', ignore_errors=True)",
  "interrupts ignored": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)",
  "the garbage collector off and its hooks raising":
    "import gc\ngc.disable(); gc.callbacks.append(lambda *a: 1/0); gc.set_threshold(0)",
  "a tracer that raises":
    "import sys\ndef hook(*a): raise RuntimeError('trace')\nsys.settrace(hook)",
  "a tracer that records events":
    "import sys\nseen = []\ndef hook(*a):\n    seen.append(a[1])\n    return hook\nsys.settrace(hook)",
  "a profiler that raises":
    "import sys\ndef hook(*a): raise RuntimeError('profile')\nsys.setprofile(hook)",
  "a low recursion limit": "import sys\nsys.setrecursionlimit(70)",
  "warnings broken":
    "import warnings\nwarnings.simplefilter('error'); warnings.warn = warnings.catch_warnings = None",
  "warnings that are errors": "import warnings\nwarnings.simplefilter('error')",
  "an importer that refuses":
    "import sys\nclass No:\n    def find_spec(self, *a): raise ImportError('no')\nsys.meta_path.insert(0, No()); sys.meta_path.insert(0, No); sys.modules.pop('colorsys', None)",
  "no names left": "globals().clear()",
  "no builtins among the names": "globals()['__builtins__'] = {}\nglobals()[5] = 6\n__name__ = 7",
  "history replaced": "In = Out = _ = None",
  "the event loop hidden":
    "import asyncio\nasyncio.set_event_loop(None); asyncio.ensure_future = asyncio.get_event_loop = asyncio.sleep = None",
  "the event loop's methods replaced":
    "import asyncio\nloop = asyncio.get_event_loop()\nloop.call_soon = loop.call_later = loop.create_task = loop.run_until_complete = None\ntype(loop).call_soon = None",
  "an exit at the end of Python": "import atexit, sys\natexit.register(lambda: 1/0)\nsys.exit(4)",
  "tasks left behind":
    "import asyncio\nasync def chatter():\n    while True: await asyncio.sleep(0.001)\ntask = asyncio.ensure_future(chatter())",
  "a repr that raises BaseException":
    "class Bad:\n    def __repr__(self): raise BaseException('no')\nBad()",
  "an exception without a text":
    "class Bad(BaseException):\n    def __str__(self): raise BaseException('no')\nraise Bad",
  "unpaired surrogates everywhere":
    "print('\\ud800')\nclass Half:\n    def _repr_html_(self): return '\\udfff'\n    def __repr__(self): return '\\ud800'\ndisplay(Half())\nraise ValueError('\\udcff')",
};

// Damage that cannot be repaired, because it is in the harness's own state.
const BROKEN = {
  "the inputs' folder unmounted":
    "import gc\nfrom pyodide.ffi import JsProxy\nfor holder in gc.get_objects():\n    for found in gc.get_referents(holder):\n        if isinstance(found, JsProxy) and hasattr(found, 'FS'):\n            try: found.FS.unmount('/data')\n            except Exception: pass",
  "the harness's state found and emptied":
    "import gc\nfor found in gc.get_objects():\n    if type(found).__name__ in ('Kernel', 'Repair', 'Streams'):\n        for name in list(vars(found)): setattr(found, name, None)",
};

// Ways to change a value that is restored, by its expression; each way is one execution.
const WAYS = {
  "json.dumps": [
    "json.dumps = None",
    "del json.dumps",
    "json.dumps, json.loads = json.loads, json.dumps",
    "types.ModuleType.__setattr__(json, 'dumps', None)",
    "vars(json)['dumps'] = None",
    "vars(json).update(dumps=None)",
    "vars(json).__ior__({'dumps': None})",
    "vars(json).pop('dumps')",
    "vars(json).pop('dumps'); vars(json).setdefault('dumps', None)",
    "while 'dumps' in vars(json): vars(json).popitem()",
    "vars(json).clear()",
    "vars(json).clear(); vars(json).update({'loads': None})",
    "exec('dumps = None', vars(json))",
    "exec('def dumps(): pass', vars(json))",
    "exec('del dumps', vars(json))",
    "exec('def put(value):\\n    global dumps\\n    dumps = value\\nfor value in range(1000): put(value)', vars(json))",
    "def put(value):\n    json.dumps = value\nfor value in range(1000): put(value)",
    "class Same:\n    def __eq__(self, other): return True\n    def __hash__(self): return hash(before)\njson.dumps = Same()",
    "gc.get_referents(json.dumps.__globals__)\njson.dumps.__globals__['dumps'] = None",
    "json.dumps = None\njson.dumps = before\njson.dumps = None",
    "loop = asyncio.get_event_loop()\nloop.call_soon(lambda: setattr(json, 'dumps', None))\nawait asyncio.sleep(0.01)",
  ],
  // Its finalizer removes it once more, while it is restored.
  "json.load": ["class Again:\n    def __del__(self): json.load = None\njson.load = Again()"],
  "vars(json.JSONEncoder)['encode']": [
    "json.JSONEncoder.encode = None",
    "del json.JSONEncoder.encode",
    "type.__setattr__(json.JSONEncoder, 'encode', None)",
    "def put(value):\n    json.JSONEncoder.encode = value\nfor value in range(1000): put(value)",
    "gc.get_referents(vars(json.JSONEncoder))[0]['encode'] = None",
    "gc.get_referents(vars(json.JSONEncoder))[0].pop('encode')",
  ],
  "insitu.errors.describe.__code__": [
    "insitu.errors.describe.__code__ = (lambda *_: 1 / 0).__code__",
    "types.FunctionType.__code__.__set__(insitu.errors.describe, (lambda *_: 1 / 0).__code__)",
    "found, = [found for found in gc.get_objects() if getattr(found, '__code__', None) is before and type(found) is types.FunctionType]\nfound.__code__ = (lambda *_: 1 / 0).__code__",
  ],
  "insitu.result_store.ResultStore.main.__defaults__": [
    "insitu.result_store.ResultStore.main.__defaults__ = (5,)",
  ],
  "insitu.result_store.ResultStore.add.__defaults__": [
    "insitu.result_store.ResultStore.add.__defaults__ = (True,) * 5",
    "del insitu.result_store.ResultStore.add.__defaults__",
  ],
  "insitu.display.publish.display.__kwdefaults__": [
    "insitu.display.publish.display.__kwdefaults__ = {'raw': True}",
    "del insitu.display.publish.display.__kwdefaults__",
  ],
  "sys.modules['json']": [
    "sys.modules['json'] = None",
    "del sys.modules['json']",
    "sys.modules |= {'json': types.ModuleType('json')}",
    "sys.modules = dict(sys.modules, json=None)",
    "sys.modules.clear()",
  ],
  "os.path": ["os.path = sys.modules['os.path'] = None"],
};
const IMPORTS =
  "import asyncio, gc, json, os, sys, types, insitu.errors, insitu.result_store, insitu.display.publish";

describe("after code that damages its interpreter", {
  skip: folder ? false : "the npm package pyodide is not installed",
}, () => {
  let python: Interpreter;
  const start = async () => {
    python = await startInterpreter({
      core: coreFiles(folder as string),
      packages: [],
      warm: [],
      limits: {
        streamBytes: 10_000,
        results: 10,
        figures: 5,
        tableRows: 5,
        memoryBytes: 0,
        imageBytes: 100_000,
        newFiles: 10,
        outBytes: 5 << 20,
      },
      progress: () => {},
      stream: () => {},
      ask: () => {},
      memory: () => {},
      interrupt: makeShared(),
      scope: nodeScope(),
    });
  };
  const execute = async (code: string): Promise<{ outcome: Outcome; broken: string | null }> => ({
    ...(await python.execute(code)),
    broken: python.check(),
  });
  before(start);

  for (const [what, code] of Object.entries(REPAIRED)) {
    test(`${what}: the next execution works`, async () => {
      const first = await execute(code);
      assert.equal(first.broken, null);
      assert.ok(JSON.stringify(first.outcome).isWellFormed?.() ?? true);
      const { outcome, broken } = await execute(NEXT);
      const { status, stdout, stderr, results, error } = outcome;
      assert.deepEqual(
        { status, stdout, stderr, results: results.map(({ text }) => text), error, broken },
        {
          status: "ok",
          stdout: "out\n",
          stderr: "err\n",
          results: ["(42, '/out')"],
          error: null,
          broken: null,
        },
      );
    });
  }

  for (const [what, ways] of Object.entries(WAYS)) {
    test(`${what} is restored after every kind of change, each time`, async () => {
      for (const way of ways) {
        for (const time of ["once", "again"]) {
          await execute(`${IMPORTS}\nbefore = ${what}`);
          assert.equal((await execute(way)).outcome.error, null, way);
          const { outcome, broken } = await execute(`${IMPORTS}\n(${what}) is before`);
          const { status, results, error } = outcome;
          assert.deepEqual(
            [status, results.map(({ text }) => text), error, broken],
            ["ok", ["True"], null, null],
            `${way} ${time}`,
          );
        }
      }
    });
  }

  for (const [what, code] of Object.entries(BROKEN)) {
    test(`${what}: the interpreter reports that it is broken`, async () => {
      // The task from the table `REPAIRED` would keep this process alive.
      await python.execute("task.cancel()");
      await start();
      const reported = await execute(code).then(
        ({ broken }) => broken,
        (error) => error.broken,
      );
      assert.ok(reported);
    });
  }
});
