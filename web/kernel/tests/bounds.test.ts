// The limits on memory, files and output, and the handling of files, with the real Pyodide under
// Node.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { startInterpreter } from "../worker/interpreter.ts";
import { sendLine, makeShared } from "../worker/shared.ts";
import { coreFiles, nodeScope, pyodideFolder } from "../build/node-scope.ts";
import { startPresser } from "./presser.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { FakeFile, How, Outcome } from "./built-runtime.ts";

const folder = pyodideFolder();
const MEGA = 1 << 20;
const LIMITS = {
  streamBytes: 10_000,
  results: 10,
  figures: 5,
  tableRows: 5,
  memoryBytes: 200 * MEGA,
  imageBytes: 100_000,
  newFiles: 10,
  outBytes: 5 * MEGA,
};

describe("bounds and files", {
  skip: folder ? false : "the npm package pyodide is not installed",
}, () => {
  const shared = makeShared();
  const warnings: [bytes: number, limit: number][] = [];
  const printed: string[] = [];
  let python: Interpreter;
  let answer: (prompt: string) => void;

  before(async () => {
    python = await startInterpreter({
      core: coreFiles(folder as string),
      packages: [],
      warm: [],
      limits: LIMITS,
      progress: () => {},
      stream: (_name, text) => printed.push(text),
      ask: (prompt) => answer(prompt),
      memory: (...warning) => warnings.push(warning),
      interrupt: shared,
      scope: nodeScope(),
      slice: (file, from, to) => {
        const { gone, content } = file as FakeFile;
        if (gone) throw new Error("NotReadableError");
        return content.slice(from, to);
      },
    });
  });

  const run = async (code: string, how?: How): Promise<Outcome> =>
    (await python.execute(code, how)).outcome;
  const value = async (code: string) => {
    const outcome = await run(code);
    assert.equal(outcome.status, "ok", outcome.error?.traceback);
    return outcome.results.at(-1)?.text;
  };
  const raises = async (code: string) => {
    const { status, error } = await run(code);
    assert.equal(status, "error", code);
    return `${error?.name}: ${error?.value}`;
  };
  const file = (text: string, name = "a.csv") => {
    const bytes = new TextEncoder().encode(text);
    return {
      name,
      content: bytes.buffer,
      size: bytes.length,
      lastModified: 0,
    } as FakeFile;
  };

  test("code that exceeds the memory limit gets a MemoryError, and the interpreter continues", async () => {
    assert.match(
      await raises("kept = []\nwhile True: kept.append(bytearray(10_000_000))"),
      /^MemoryError/,
    );
    assert.deepEqual(
      warnings.map(([bytes, limit]) => [bytes > 150 * MEGA && bytes <= 200 * MEGA, limit]),
      [[true, 200 * MEGA]],
    );
    const { memoryBytes, results } = await run("del kept\n6 * 7");
    assert.ok(memoryBytes <= 200 * MEGA && memoryBytes > 100 * MEGA, `${memoryBytes}`);
    assert.equal(results[0].text, "42");
  });

  test("code that writes more than the quota gets an OSError with the reason", async () => {
    const quota =
      /^OSError: There is no space for this: files may take 5 MB in all; .* MB are in use, and .* MB more were to be written\. Delete some, or write less\. \(\[Errno \d+\]/;
    for (const code of [
      "open('big.bin', 'wb').write(bytes(6_000_000))",
      "with open('big.bin', 'wb') as f:\n    for _ in range(100): f.write(bytes(100_000)); f.flush()",
      "open('big.bin', 'wb').truncate(10**13)",
      "f = open('/tmp/elsewhere', 'wb'); f.seek(10**12); f.write(b'x'); f.close()",
    ]) {
      assert.match(await raises(code), quota, code);
      await run(
        "import os\nfor path in ('big.bin', '/tmp/elsewhere'):\n    if os.path.exists(path): os.remove(path)",
      );
    }
    assert.equal(
      await value(
        "for _ in range(20):\n    with open('again.bin', 'wb') as f: f.write(bytes(3_000_000))\nos.path.getsize('again.bin')",
      ),
      "3000000",
    );
    await run("os.remove('again.bin')");
  });

  test("code that creates too many files gets an OSError with the reason; temporary files do not count", async () => {
    assert.match(
      await raises("for i in range(11): open(f'f{i}', 'w').close()"),
      /^OSError: One execution may create 10 files in \/out\. Write fewer/,
    );
    assert.equal(
      await value(
        "for i in range(11): os.path.exists(f'f{i}') and os.remove(f'f{i}')\nfor i in range(50):\n    open('temporary', 'w').close(); os.remove('temporary')\nos.listdir('/out')",
      ),
      "[]",
    );
    assert.equal(
      (await run("try:\n    for i in range(11): open(f'f{i}', 'w').close()\nexcept OSError: pass"))
        .stderr,
      "One execution may create 10 files in /out. Write fewer, or put them into one archive.\n",
    );
    await run("for i in range(11): os.path.exists(f'f{i}') and os.remove(f'f{i}')");
  });

  test("each new file comes with its content at that time, and can be restored under its name", async () => {
    const first = await python.execute(
      "os.makedirs('charts', exist_ok=True)\nopen('charts/a b.txt', 'w').write('one')\nopen('empty', 'w').close()",
    );
    const second = await python.execute("open('charts/a b.txt', 'w').write('two');");
    assert.deepEqual(first.outcome.files, [
      { path: "/out/charts/a b.txt", bytes: 3 },
      { path: "/out/empty", bytes: 0 },
    ]);
    assert.deepEqual(
      await Promise.all([...first.files, ...second.files].map((blob) => blob.text())),
      ["one", "", "two"],
    );
    python.restore("charts/a b.txt", await first.files[0].arrayBuffer());
    python.restore("deep/er/new\nline.txt", new ArrayBuffer(2));
    assert.equal(
      await value("open('charts/a b.txt').read(), os.listdir('deep/er')"),
      "('one', ['new\\nline.txt'])",
    );
    for (const name of ["../x", "a/../../x", "/x", "", "a//b", ".", "x\0"])
      assert.throws(() => python.restore(name, new ArrayBuffer(1)), /cannot be put back/);
    await run("import shutil; shutil.rmtree('charts'); shutil.rmtree('deep'); os.remove('empty')");
  });

  test("files with unusual or equal names and in folders are mounted, listed and readable by the reported names", async () => {
    const wanted = [
      "a.csv",
      "a.csv",
      "A.csv",
      "ü 売上 'q\" %.csv",
      "-rf.csv",
      "line\nbreak.csv",
      "../up.csv",
      `${"売".repeat(120)}.csv`,
      "folder/a.csv",
      "folder/a.csv",
      "folder/sub/b.csv",
      "a.csv/c.csv",
      `${"d/".repeat(30)}deep.csv`,
    ];
    const mounted = wanted.map((name, number) => python.mount(name, file(`file ${number}`)));
    assert.deepEqual(
      mounted.map(({ name }) => name),
      [
        "a.csv",
        "a (2).csv",
        "A.csv",
        "ü 売上 'q\" %.csv",
        "-rf.csv",
        "line_break.csv",
        "up.csv",
        `${"売".repeat(83)}.csv`,
        "folder/a.csv",
        "folder/a (2).csv",
        "folder/sub/b.csv",
        "a (3).csv/c.csv",
        `${"d/".repeat(11)}${"d_".repeat(18)}d/deep.csv`,
      ],
    );
    const names = JSON.stringify(JSON.stringify(mounted.map(({ name }) => name)));
    assert.equal(
      await value(
        `import json\nnames = json.loads(${names})\n[open(n).read() for n in names] == [open('/data/' + n).read() for n in names] == [f'file {i}' for i in range(${wanted.length})]`,
      ),
      "True",
    );
    assert.equal(
      await value(
        "import glob\nsorted(glob.glob('folder/**', recursive=True)), sorted(os.listdir('/data/folder'))",
      ),
      "(['folder/', 'folder/a (2).csv', 'folder/a.csv', 'folder/sub', 'folder/sub/b.csv'], ['a (2).csv', 'a.csv', 'sub'])",
    );
    assert.deepEqual((await run("1")).files, []);
    for (const { path } of mounted) python.unmount(path);
    assert.equal(await value("os.listdir('/data'), os.listdir('/out')"), "([], [])");
  });

  test("a file that was changed on disk after it was added is named", async () => {
    const input = file("a,b\n1,2\n", "sales.csv");
    const { path } = python.mount("sales.csv", input);
    input.gone = true;
    const sentence = '"sales.csv" was changed or removed on disk since it was added; add it again.';
    assert.equal(
      await raises("open('sales.csv').read()"),
      `OSError: ${sentence} ([Errno 29] I/O error)`,
    );
    const caught = await run(
      "try:\n    open('sales.csv').read()\nexcept OSError as error: print(error)",
    );
    assert.deepEqual([caught.stdout, caught.stderr], ["[Errno 29] I/O error\n", `${sentence}\n`]);
    assert.equal(python.profile(path, "").error, sentence);
    python.unmount(path);
  });

  test("a question waits for its answer, and stops waiting when it is interrupted", async (context) => {
    answer = () => sendLine(shared, "Grüße 😀");
    assert.deepEqual(
      (await run("input('Name? ')", { interactive: true })).results.map(({ text }) => text),
      ["'Grüße 😀'"],
    );
    const presser = startPresser(shared);
    context.after(() => presser.end());
    answer = () => presser.press(0);
    assert.equal(
      (
        await run("while True:\n    try: input('?')\n    except EOFError: pass", {
          interactive: true,
        })
      ).status,
      "interrupted",
    );
    assert.equal(await value("6 * 7"), "42");
  });

  test("the beginning and the end of a long output that bypasses Python's streams are kept", async () => {
    const { stdout } = await run(
      "import os\nos.write(1, b'first')\nfor _ in range(3000): os.write(1, b'x' * 100)\nos.write(1, b'last');",
    );
    assert.match(stdout, /^firstx+\n… [\d,]+ bytes of output left out …\nx+last$/);
    assert.ok(stdout.length < 12_000);
    printed.length = 0;
    assert.ok((await run("for i in range(100_000): print(i)")).stdout.length < 11_000);
    assert.ok(printed.length < 60 && printed.join("").length <= 10_000, `${printed.length}`);
  });
});
