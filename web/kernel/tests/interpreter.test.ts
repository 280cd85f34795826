// The interpreter with the real Pyodide under Node: boot, run, stop, files. The packages of the
// runtime are tested with the snapshot, the real seal in browsers.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startInterpreter } from "../worker/interpreter.ts";
import { interrupt as press, makeShared } from "../worker/shared.ts";
import { coreFiles, makeZip, nodeScope, pyodideFolder } from "../build/node-scope.ts";
import { forgetLongTimers, startPresser } from "./presser.ts";
import type { Found } from "../worker/archives.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { FakeFile, How, Outcome } from "./built-runtime.ts";

const folder = pyodideFolder();
const LIMITS = {
  streamBytes: 10_000,
  results: 10,
  figures: 5,
  tableRows: 5,
  memoryBytes: 400 << 20,
  imageBytes: 100_000,
  newFiles: 10,
  outBytes: 5 << 20,
};

/** Makes a file that the interpreter reads by `slice`. */
const file = (text: string) =>
  ({
    content: new TextEncoder().encode(text).buffer,
    size: text.length,
    lastModified: 0,
  }) as FakeFile;

describe("the interpreter", {
  skip: folder
    ? false
    : "the npm package pyodide is not installed (INSITU_PYODIDE names its folder)",
}, () => {
  const interrupt = makeShared();
  const printed: [stream: string, text: string][] = [];
  const asked: string[] = [];
  const notices: [bytes: number, limit: number][] = [];
  const stages: [stage: string, done: number, total: number][] = [];
  const archive = (name: string, text: string): { name: string; bytes: ArrayBuffer } => ({
    name,
    bytes: makeZip([{ path: `${name}/__init__.py`, content: Buffer.from(text) }]),
  });
  const upfront = archive("upfront", "ANSWER = 42\n");
  // Not available from the start: their archives arrive through `load`, or when an import waits for
  // them.
  const later = ["loaded", "fetched", "refused", "stopped"].map((name) =>
    archive(name, "HERE = True\n"),
  );
  const wanted: string[] = [];
  const arrivals: (() => Found)[] = [];
  let python: Interpreter;
  let presser: ReturnType<typeof startPresser>;

  before(async () => {
    python = await startInterpreter({
      core: coreFiles(folder as string, [upfront, ...later]),
      packages: [upfront],
      warm: ["upfront", "nosuchthing"],
      limits: LIMITS,
      progress: (...stage) => stages.push(stage),
      stream: (...chunk) => {
        printed.push(chunk);
        if (chunk[1] === "begun\n") presser.press(0);
      },
      ask: (prompt) => asked.push(prompt),
      memory: (...notice) => notices.push(notice),
      interrupt,
      scope: nodeScope(),
      slice: (file, from, to) => (file as FakeFile).content.slice(from, to),
      fetchArchive: (name) => {
        wanted.push(name);
        return (arrivals.shift() as (typeof arrivals)[number])();
      },
    });
    presser = startPresser(interrupt);
    forgetLongTimers();
  });
  after(() => presser?.end());

  const run = async (code: string, how?: How): Promise<Outcome> =>
    (await python.execute(code, how)).outcome;
  const value = async (code: string) => {
    const outcome = await run(code);
    assert.equal(outcome.status, "ok", outcome.error?.traceback);
    return outcome.results.at(-1)?.text;
  };

  test("reports the progress of the start", () => {
    assert.deepEqual(stages, [
      ["Starting Python", 0, 3],
      ["Importing upfront", 1, 3],
      ["Importing nosuchthing", 2, 3],
      ["Ready", 3, 3],
    ]);
    assert.deepEqual(
      [python.start, python.pyodide, python.interruptible],
      ["ordinary", "314.0.3", true],
    );
    assert.match(python.python, /^3\.14\./);
  });

  test("keeps variables, knows its folders, and runs code that awaits", async () => {
    assert.equal(await value("import upfront\nx = upfront.ANSWER"), undefined);
    assert.equal(await value("x"), "42");
    assert.equal(
      await value("import os; os.getcwd(), os.path.realpath('/mnt/data')"),
      "('/out', '/out')",
    );
    assert.equal(await value("import asyncio\nawait asyncio.sleep(0.01)\n'awaited'"), "'awaited'");
  });

  test("streams output that bypasses Python's own streams", async () => {
    printed.length = 0;
    const outcome = await run("import os\nprint('first')\nos.write(1, b'from C\\n');");
    assert.equal(outcome.stdout, "first\nfrom C\n");
    assert.deepEqual(printed, [
      ["stdout", "first\n"],
      ["stdout", "from C\n"],
    ]);
  });

  test("runs code as a notebook does, and shows the last expression", async () => {
    const cases: [code: string, text: string | undefined][] = [
      ["import asyncio\nawait asyncio.sleep(0)\n'awaited'", "'awaited'"],
      ["    indented = 3\n    indented + 1", "4"],
      ["quiet = 5", undefined],
      ["quiet;", undefined],
      ["quiet", "5"],
      ["# only a comment", undefined],
      ["", undefined],
      ["None", undefined],
      ["def f():\n    '''doc'''\nf.__doc__", "'doc'"],
      ["'é'.encode()", String.raw`b'\xc3\xa9'`],
    ];
    for (const [code, text] of cases) {
      const { error, results } = await run(code);
      assert.deepEqual([error, results.find(({ main }) => main)?.text], [null, text], code);
    }
  });

  test("counts executions, also those that fail", async () => {
    const { executionCount: first } = await run("1");
    for (const code of ["1 / 0", "("]) await run(code);
    assert.equal((await run("1")).executionCount, first + 3);
  });

  test("goes on after exit()", async () => {
    await run("stays = 5");
    for (const code of ["exit()", "quit()", "import sys\nsys.exit(1)", "raise SystemExit"]) {
      assert.equal((await run(code)).error?.name, "SystemExit", code);
    }
    assert.equal(await value("stays"), "5");
  });

  test("stops code that computes, sleeps or awaits and keeps the variables", async () => {
    await run("kept = 41");
    for (const code of [
      "while True: pass",
      "while True:\n    try: 1 / 0\n    except Exception: pass",
      "import time; time.sleep(3600)",
      "import asyncio; await asyncio.sleep(3600)",
      "while True:\n    try:\n        time.sleep(3600)\n    except ValueError: pass",
    ]) {
      assert.equal((await run(`print('begun')\n${code}`)).status, "interrupted", code);
    }
    assert.equal(await value("kept + 1"), "42");
  });

  test("a stop that comes too late does not affect the next execution", async () => {
    press(interrupt, 41);
    assert.equal((await run("1 + 1", { id: 42 })).results[0].text, "2");
  });

  test("a stop that comes before its execution has begun ends it, and only that", async () => {
    press(interrupt, 43);
    const { status, error } = await run("never = 1", { id: 43 });
    assert.deepEqual([status, error?.name], ["interrupted", "KeyboardInterrupt"]);
    assert.equal((await run("'never' in globals()", { id: 44 })).results[0].text, "False");
  });

  test("an exception in a background task affects neither the kernel nor the next execution", async () => {
    for (const raised of ["SystemExit(2)", "KeyboardInterrupt"]) {
      await run(`async def bad():\n    raise ${raised}\ntask = asyncio.create_task(bad())`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.equal(await value("2 + 2"), "4", raised);
    }
  });

  test("mounts files by reference, read-only, under unique names", async () => {
    const mounted = [
      python.mount("s.csv", file("a,b\n1,2\n")),
      python.mount("s.csv", file("other")),
    ];
    assert.deepEqual(mounted, [
      { name: "s.csv", path: "/data/s.csv", bytes: 8 },
      { name: "s (2).csv", path: "/data/s (2).csv", bytes: 5 },
    ]);
    assert.equal(
      await value("open('s.csv').read(), open('/mnt/data/s (2).csv').read()"),
      "('a,b\\n1,2\\n', 'other')",
    );
    const refused = await run("open('/data/s.csv', 'w')");
    assert.match(refused.error?.value ?? "", /Read-only file system/);
    assert.match(
      (await run("import os; os.remove('/data/s.csv')")).error?.value ?? "",
      /Permission denied/,
    );
    python.unmount("/data/s (2).csv");
    assert.equal(
      await value("os.listdir('/data'), os.path.lexists('s (2).csv')"),
      "(['s.csv'], False)",
    );
    assert.throws(() => python.unmount("/data/nothing"), /no mounted file/);
    assert.equal(
      new TextDecoder().decode(
        await python.read("new.txt").catch((error) => new TextEncoder().encode(error.message)),
      ),
      'There is no file "/out/new.txt".',
    );
  });

  test("writing to an input's name creates a separate file and leaves the input unchanged", async () => {
    const cases = [
      ["w", "with open('t.txt', 'w') as f: f.write('new')", "new"],
      ["a", "with open('t.txt', 'a') as f: f.write('+more')", "input+more"],
      ["r+", "with open('t.txt', 'r+') as f: f.write('X')", "Xnput"],
    ];
    for (const [mode, code, expected] of cases) {
      const { path } = python.mount("t.txt", file("input"));
      assert.equal(path, "/data/t.txt", mode);
      const outcome = await run(code);
      assert.equal(outcome.status, "ok", outcome.error?.traceback);
      assert.deepEqual(outcome.files, [{ path: "/out/t.txt", bytes: expected.length }], mode);
      assert.equal(
        await value("open('t.txt').read(), open('/data/t.txt').read()"),
        `('${expected}', 'input')`,
        mode,
      );
      assert.equal(new TextDecoder().decode(await python.read("t.txt")), expected);
      python.unmount(path);
      await run("os.remove('t.txt')");
    }
  });

  test("a bare name that code has removed refers to its input again", async () => {
    const { path } = python.mount("folder/l.txt", file("input"));
    await run("import os, shutil\nos.remove('folder/l.txt'); shutil.rmtree('/out/folder')");
    assert.equal(await value("open('folder/l.txt').read()"), "'input'");
    python.unmount(path);
    assert.equal(await value("os.path.lexists('folder')"), "False");
  });

  test("a package that the page has fetched is imported without a request for it", async () => {
    assert.deepEqual(python.imports("import loaded, upfront"), ["loaded"]);
    python.load([later[0]]);
    assert.deepEqual(python.imports("import loaded"), []);
    assert.equal(await value("import loaded; loaded.HERE"), "True");
    assert.deepEqual(wanted, []);
  });

  test("an import waits for the archive of its package, which is fetched once", async () => {
    arrivals.push(() => ({ bytes: new Uint8Array(later[1].bytes) }));
    assert.equal(await value("import fetched; fetched.HERE"), "True");
    assert.equal(await value("import importlib; importlib.reload(fetched).HERE"), "True");
    assert.deepEqual([wanted, python.imports("import fetched")], [["fetched"], []]);
  });

  test("an import whose package cannot be fetched fails with the reason, and is retried the next time", async () => {
    wanted.length = 0;
    arrivals.push(
      () => ({ failed: "The package could not be fetched." }),
      () => ({ bytes: new Uint8Array(later[2].bytes) }),
    );
    const { error } = await run("import refused");
    assert.deepEqual(
      [error?.name, error?.value],
      ["ModuleNotFoundError", "The package could not be fetched."],
    );
    assert.equal(await value("import refused; refused.HERE"), "True");
    assert.deepEqual(wanted, ["refused", "refused"]);
  });

  test("a wheel of the user is installed without running anything, and is imported like a package", async () => {
    const wheel = (files: Record<string, string>) => {
      const content = makeZip(
        Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) })),
      );
      return { content, size: content.byteLength } as unknown as FakeFile;
    };
    const named = (sha256: string) => ({ name: "dropped", version: "1.0", sha256 });
    assert.deepEqual(python.imports("import dropped"), ["dropped"]);
    const files = {
      "dropped/__init__.py": "open('/out/ran', 'w').close()\nHERE = True\n",
      "dropped/inner.pth": "import os; open('/out/ran', 'w').close()\n",
    };
    python.install(named("ab"), wheel(files));
    // Once only, also if a restored interpreter asks for it again.
    python.install(named("ab"), wheel(files));
    assert.equal(
      await value("import os, sys; os.path.exists('/out/ran'), 'dropped' in sys.modules"),
      "(False, False)",
    );
    assert.deepEqual(python.imports("import dropped"), []);
    assert.equal(await value("import dropped; dropped.HERE"), "True");
    assert.throws(
      () => python.install(named("cd"), wheel({ "dropped/other.py": "" })),
      /"dropped" is there already/,
    );
    assert.throws(
      () => python.install(named("cd"), wheel({ "upfront/__init__.py": "" })),
      /"upfront" is there already/,
    );
    assert.equal(await value("upfront.ANSWER, dropped.HERE"), "(42, True)");
    await run("os.remove('/out/ran')");
  });

  test("whether a module exists is answered without its archive", async () => {
    wanted.length = 0;
    assert.equal(
      await value("import importlib.util\nimportlib.util.find_spec('stopped').origin"),
      "'/lib/python3.14/site-packages/stopped/__init__.py'",
    );
    assert.deepEqual(wanted, []);
  });

  test("an import that waits for its package can be stopped", async () => {
    // The user presses Stop meanwhile, and `receive` returns no file.
    arrivals.push(() => {
      press(interrupt, 51);
      return {};
    });
    const { status, error } = await run("import stopped", { id: 51 });
    assert.deepEqual([status, error?.name], ["interrupted", "KeyboardInterrupt"]);
    arrivals.push(() => ({ bytes: new Uint8Array(later[3].bytes) }));
    assert.equal(await value("import stopped; stopped.HERE"), "True");
  });

  test("the module js has no interface that allows egress", async () => {
    const code = `
import js, pyodide.code
found = [name for name in ("fetch", "XMLHttpRequest", "postMessage", "self", "document", "WebSocket") if hasattr(js, name)]
try:
    pyodide.code.run_js("1")
    found.append("run_js")
except Exception as error:
    pass
found`;
    assert.equal(await value(code), "[]");
  });
});
