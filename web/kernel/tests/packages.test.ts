// Packages and the standard library as files over archives, in the file system of the real Pyodide.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { before, beforeEach, describe, test } from "node:test";
import { readFileSync } from "node:fs";

import { makeZip, pyodideFolder } from "../build/node-scope.ts";
import { indexPackages } from "../build/packages-index.ts";
import { entriesOf } from "../worker/archive.ts";
import { STANDARD_LIBRARY, openArchives } from "../worker/archives.ts";
import { SITE, mountStandardLibrary, mountPackages } from "../worker/packages.ts";
import type { Pyodide } from "pyodide/pyodide.mjs";
import type { Archive } from "../build/packages-index.ts";
import type { Found } from "../worker/archives.ts";
import type { FileEntry, FolderEntry } from "../worker/packages.ts";

const folder = pyodideFolder();
const EACCES = 2;
const EINTR = 27;
const EIO = 29;
const ENOENT = 44;
const EROFS = 69;

/** Reads a `Blob` in tests that expect that none is read or that none can be. */
const readSync = () => {
  throw new Error("NotReadableError");
};

const zip = (files: Record<string, string | Buffer>): ArrayBuffer =>
  makeZip(
    Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
  );
const LONG = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at * 7 + (at >> 8)));
const PACKAGES = [
  {
    name: "early",
    bytes: zip({
      "early/__init__.py": "WHO = 'early'\n",
      "early/font.ttf": "glyphs",
      "early-1.dist-info/METADATA": "Version: 1\n",
    }),
  },
  {
    name: "first",
    bytes: zip({
      "first/__init__.py": "WHO = 'first'\n",
      "first/data/long.bin": LONG,
      "first/data/empty": "",
      "shared/a.py": "",
    }),
  },
  { name: "second", bytes: zip({ "second.py": "WHO = 'second'\n", "shared/b.py": "" }) },
  { name: "third", bytes: zip({ "third.py": "WHO = 'third'\n" }) },
];

describe("the index of the archives", () => {
  test("is one tree of all packages, and each top-level module has its package", () => {
    const place = (archive: number, path: string) => {
      const { offset, size } = entriesOf(PACKAGES[archive].bytes).find(
        (entry) => entry.path === path,
      ) as ReturnType<typeof entriesOf>[number];
      return [archive, offset, size];
    };
    assert.deepEqual(indexPackages(PACKAGES, 77, { torch: "Use sklearn." }), {
      archives: ["early", "first", "second", "third"],
      tree: {
        early: {
          "__init__.py": place(0, "early/__init__.py"),
          "font.ttf": place(0, "early/font.ttf"),
        },
        "early-1.dist-info": { METADATA: place(0, "early-1.dist-info/METADATA") },
        first: {
          "__init__.py": place(1, "first/__init__.py"),
          data: {
            "long.bin": place(1, "first/data/long.bin"),
            empty: place(1, "first/data/empty"),
          },
        },
        shared: { "a.py": place(1, "shared/a.py"), "b.py": place(2, "shared/b.py") },
        "second.py": place(2, "second.py"),
        "third.py": place(3, "third.py"),
      },
      modules: {
        early: "early",
        first: "first",
        "shared.a": "first",
        "shared.b": "second",
        second: "second",
        third: "third",
      },
      absent: { torch: "Use sklearn." },
      standardLibrary: 77,
    });
  });

  test("names modules by their files, whether source, bytecode, native or folder", () => {
    const files = {
      "plain.py": "",
      "compiled.pyc": "",
      "native.cpython-314-wasm32-emscripten.so": "",
      "folder/x.py": "",
      LICENSE: "",
      "notes.txt": "",
      "a-1.dist-info/RECORD": "",
    };
    const { modules } = indexPackages([{ name: "package", bytes: zip(files) }], 0);
    assert.deepEqual(modules, {
      plain: "package",
      compiled: "package",
      native: "package",
      folder: "package",
    });
  });

  test("names the parts of a namespace that several packages share", () => {
    const packages = [
      {
        name: "core",
        bytes: zip({
          "space/core/__init__.py": "",
          "space/core/deep/x.py": "",
          "space/py.typed": "",
        }),
      },
      {
        name: "io",
        bytes: zip({ "space/io.pyc": "", "space/core/more.py": "", "root/io/y.py": "" }),
      },
      { name: "root", bytes: zip({ "root/__init__.py": "", "root/own.py": "" }) },
    ];
    assert.deepEqual(indexPackages(packages, 0).modules, {
      "space.core": "core",
      "space.io": "io",
      "root.io": "io",
      root: "root",
      "root.own": "root",
    });
  });

  test("merges the libraries of a data folder and leaves out its other files", () => {
    const paths = [
      "pkg/__init__.py",
      "pkg-1.data/purelib/pure.py",
      "pkg-1.data/platlib/pkg/plat.py",
      "pkg-1.data/data/share/a",
      "pkg-1.data/scripts/run",
      "pkg-1.data/headers/a.h",
    ];
    const packages = [
      { name: "pkg", bytes: zip(Object.fromEntries(paths.map((path) => [path, ""]))) },
    ];
    const { tree, modules } = indexPackages(packages, 0);
    const names = (part: FolderEntry): unknown[] =>
      Object.entries(part).map(([name, entry]) =>
        Array.isArray(entry) ? name : [name, names(entry)],
      );
    assert.deepEqual(
      [names(tree), modules],
      [[["pkg", ["__init__.py", "plat.py"]], "pure.py"], { pkg: "pkg", pure: "pkg" }],
    );
  });

  test("refuses paths that lead outside, duplicate paths and compressed entries", () => {
    const one = (name: string, path: string) => ({
      name,
      bytes: zip({ [path]: "" }),
    });
    const compressed = {
      name: "a",
      bytes: makeZip([{ path: "a.py", content: Buffer.from("x"), method: 8, size: 9 }]),
    };
    const cases: [Archive[], string][] = [
      [[one("a", "../escape.py")], 'a holds the path "../escape.py", which leads elsewhere.'],
      [[one("a", "/absolute.py")], 'a holds the path "/absolute.py", which leads elsewhere.'],
      [[one("a", "a/./b.py")], 'a holds the path "a/./b.py", which leads elsewhere.'],
      [
        [one("a", "a-1.data/purelib/../../b.py")],
        'a holds the path "../../b.py", which leads elsewhere.',
      ],
      [[one("a", "x/y.py"), one("b", "x/y.py")], "x/y.py is in b and in another package."],
      [
        [one("a", "x/y.py"), one("b", "b-1.data/purelib/x/y.py")],
        "x/y.py is in b and in another package.",
      ],
      [[one("a", "x/y.py"), one("b", "x")], "x is in b and in another package."],
      [[compressed], '"a.py" is compressed, which entries of the runtime\'s archives are not.'],
      [[{ name: "a", bytes: new ArrayBuffer(50) }], "This is not a zip archive."],
    ];
    for (const [packages, message] of cases)
      assert.throws(() => indexPackages(packages, 0), { message });
  });
});

describe("archives", () => {
  const blob = (...bytes: number[]) =>
    Object.assign(new Blob([new Uint8Array(bytes)]), { content: new Uint8Array(bytes).buffer });
  const contentOf = (file: Blob) => (file as ReturnType<typeof blob>).content;

  test("are read on first use, fetched if they are not here, and neither twice", () => {
    const did: string[] = [];
    const archives = openArchives(["added", "buffer", "absent"], {
      readSync: (file) => (did.push("read"), contentOf(file)),
      fetch: (name) => (did.push(`fetch ${name}`), { bytes: new Uint8Array([3]) }),
    });
    archives.add("added", blob(1));
    archives.add("buffer", new Uint8Array([2]).buffer);
    assert.deepEqual(
      [archives.has("added"), archives.has("buffer"), archives.has("absent"), did],
      [true, true, false, []],
    );
    for (const time of [1, 2]) {
      const found = ["added", "buffer", "absent"].map((name) => archives.find(name));
      assert.deepEqual(
        [found, did],
        [
          [{ bytes: Uint8Array.of(1) }, { bytes: Uint8Array.of(2) }, { bytes: Uint8Array.of(3) }],
          ["read", "fetch absent"],
        ],
        `${time}`,
      );
    }
    assert.deepEqual(
      [archives.has("absent"), archives.provide("absent"), archives.provide("added")],
      [true, "", ""],
    );
  });

  test("that can be read again are freed, and the others are kept", () => {
    const did: string[] = [];
    const archives = openArchives(["added", "buffer", "absent"], {
      readSync: (file) => (did.push("read"), contentOf(file)),
      fetch: (name) => (did.push(`fetch ${name}`), { bytes: new Uint8Array([3]) }),
    });
    archives.add("added", blob(1));
    for (let time = 0; time < 2; time += 1) {
      archives.find("added");
      archives.find("absent");
      archives.close();
    }
    assert.deepEqual(did, ["read", "fetch absent", "read"]);
  });

  test("that do not exist are not requested, but the standard library's is, which is not a package", () => {
    const asked: string[] = [];
    const archives = openArchives(["scipy"], {
      readSync,
      fetch: (name) => (asked.push(name), { bytes: new Uint8Array(1) }),
    });
    assert.deepEqual(
      ["scipy", STANDARD_LIBRARY, "elsewhere", "../scipy", ""].map(archives.provide),
      ["", "", ...Array(3).fill("There is no package of that name.")],
    );
    assert.deepEqual(asked, ["scipy", STANDARD_LIBRARY]);
  });

  test("that cannot be fetched return a message, and are requested again", () => {
    const answers: Found[] = [
      { failed: "There is no connection." },
      {},
      { bytes: new Uint8Array(1) },
    ];
    const archives = openArchives(["a"], {
      readSync,
      fetch: () => answers.shift() as Found,
    });
    assert.deepEqual(
      [
        archives.provide("a"),
        archives.has("a"),
        archives.provide("a"),
        archives.provide("a"),
        archives.has("a"),
      ],
      ["There is no connection.", false, "", "", true],
    );
    const alone = openArchives(["scipy"], { readSync, fetch: null });
    assert.match(
      alone.provide("scipy"),
      /^scipy is part of this Python .* this page has no shared memory.*`import …`/,
    );
    const unreadable = openArchives(["a"], { readSync, fetch: null });
    unreadable.add("a", blob(1));
    assert.deepEqual(unreadable.find("a"), {
      failed:
        "a can no longer be read from this browser's storage (NotReadableError). Reload the page.",
    });
  });
});

describe("packages", { skip: folder ? false : "the npm package pyodide is not installed" }, () => {
  const index = indexPackages(PACKAGES, 0);
  const fetched: string[] = [];
  const troubles: string[] = [];
  let answers: Found[] = [];
  let pyodide: Pyodide;
  let FS: Pyodide["FS"];
  let opened: ReturnType<typeof openArchives>;
  let site: ReturnType<typeof mountPackages>;

  before(async () => {
    const { loadPyodide } = await import(pathToFileURL(join(folder as string, "pyodide.mjs")).href);
    pyodide = await loadPyodide();
    FS = pyodide.FS;
    const archives = openArchives(index.archives, {
      readSync,
      fetch: (name) => {
        fetched.push(name);
        return (
          answers.shift() ?? {
            bytes: new Uint8Array((PACKAGES.find((item) => item.name === name) as Archive).bytes),
          }
        );
      },
    });
    const { tree } = index;
    const entries = Object.values(tree.early) as FileEntry[];
    const early = new Map(
      entries.map(([archive, offset, size]) => [
        `${archive}:${offset}`,
        new Uint8Array(PACKAGES[0].bytes, offset, size),
      ]),
    );
    opened = archives;
    site = mountPackages(FS, index, archives, {
      trouble: (sentence) => troubles.push(sentence),
      early,
    });
  });
  beforeEach(() => {
    fetched.length = troubles.length = 0;
    answers = [];
  });

  const errno = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return (error as { errno: number }).errno;
    }
    return 0;
  };

  test("are listed and described without their archives", () => {
    assert.deepEqual(FS.readdir(SITE), [
      ".",
      "..",
      "early",
      "early-1.dist-info",
      "first",
      "shared",
      "second.py",
      "third.py",
    ]);
    assert.deepEqual(FS.readdir(`${SITE}/shared`), [".", "..", "a.py", "b.py"]);
    const { mode, size, mtime } = FS.stat(`${SITE}/first/data/long.bin`);
    assert.deepEqual(
      [FS.isFile(mode), size, mtime.toISOString()],
      [true, LONG.length, "1980-01-01T00:00:00.000Z"],
    );
    assert.equal(FS.isDir(FS.stat(`${SITE}/first/data`).mode), true);
    assert.deepEqual(
      ["nothing", "first/nothing", "constructor", "first/__proto__"].map((path) =>
        errno(() => FS.stat(`${SITE}/${path}`)),
      ),
      Array(4).fill(ENOENT),
    );
    assert.deepEqual(fetched, []);
  });

  test("have some files that are available before their archive", () => {
    assert.equal(FS.readFile(`${SITE}/early/font.ttf`, { encoding: "utf8" }), "glyphs");
    assert.equal(pyodide.runPython("import early; early.WHO"), "early");
    assert.deepEqual(fetched, []);
  });

  test("whose archive cannot be fetched fail to be read, with the reason", () => {
    answers = [{ failed: "There is no connection." }];
    assert.equal(
      errno(() => FS.readFile(`${SITE}/first/__init__.py`)),
      EIO,
    );
    assert.deepEqual([fetched, troubles], [["first"], ["There is no connection."]]);
  });

  test("whose archive is being fetched can be interrupted", () => {
    answers = [{}];
    assert.equal(
      errno(() => FS.readFile(`${SITE}/third.py`)),
      EINTR,
    );
    assert.deepEqual([fetched, troubles], [["third"], []]);
    // Python checks for signals, finds none, and reads again.
    fetched.length = 0;
    answers = [{}, {}, {}];
    assert.equal(pyodide.runPython(`open("${SITE}/third.py").read()`), "WHO = 'third'\n");
    assert.deepEqual(fetched, ["third", "third", "third", "third"]);
  });

  test("fail with an I/O error after too many ignored interrupts", () => {
    answers = Array(2_000).fill({});
    assert.match(
      pyodide.runPython(
        `try: text = open("${SITE}/second.py").read()\nexcept OSError as error: text = str(error)\ntext`,
      ),
      /^\[Errno 29\]/,
    );
    assert.ok(fetched.length < 1_100, `${fetched.length}`);
  });

  test("are read in pieces of any size and position, and their archive is requested once", () => {
    const path = `${SITE}/first/data/long.bin`;
    const stream = FS.open(path, "r");
    const piece = (position: number, length: number) => {
      const buffer = new Uint8Array(length + 2).fill(255);
      const count = FS.read(stream, buffer, 1, length, position);
      return [
        count,
        Buffer.compare(
          Buffer.from(buffer.subarray(1, 1 + count)),
          LONG.subarray(position, position + count),
        ),
        buffer[0],
        buffer[length + 1],
      ];
    };
    const cases = [
      [0, 10, 10],
      [0, 300_000, 300_000],
      [65_536, 200_000, 200_000],
      [299_999, 10, 1],
      [300_000, 10, 0],
      [400_000, 10, 0],
      [5, 0, 0],
    ];
    for (const [position, length, count] of cases)
      assert.deepEqual(piece(position, length), [count, 0, 255, 255], `${position}`);
    FS.close(stream);
    assert.deepEqual(Buffer.compare(Buffer.from(FS.readFile(path)), LONG), 0);
    assert.equal(FS.readFile(`${SITE}/first/data/empty`).length, 0);
    const code = `
with open("${path}", "rb") as file:
    start = file.read(3)
    file.seek(-2, 2)
    found = [*start, *file.read(), file.tell(), file.seek(100), file.read(1)[0]]
found`;
    assert.deepEqual(pyodide.runPython(code).toJs(), [
      ...LONG.subarray(0, 3),
      ...LONG.subarray(-2),
      LONG.length,
      100,
      LONG[100],
    ]);
    assert.deepEqual(fetched, ["first"]);
  });

  test("are imported, each from its archive", () => {
    assert.deepEqual(
      pyodide
        .runPython(
          "import first, second, third, shared.a, shared.b; [first.WHO, second.WHO, third.WHO]",
        )
        .toJs(),
      ["first", "second", "third"],
    );
    assert.equal(
      pyodide.runPython("import importlib.metadata; importlib.metadata.version('early')"),
      "1",
    );
    assert.deepEqual(fetched, ["second", "early"]);
  });

  /** Adds a wheel as the interpreter does. */
  const install = (name: string, files: Record<string, string>): void => {
    const archive = zip(files);
    site.add(name, entriesOf(archive));
    opened.add(name, archive);
  };

  test("are joined by the user's wheels, which Python then finds although it has looked for them before", () => {
    const look =
      "try:\n    import dropped\n    found = dropped.WHO\nexcept ModuleNotFoundError as error: found = str(error)\nfound";
    assert.equal(pyodide.runPython(look), "No module named 'dropped'");
    const names = () =>
      pyodide
        .runPython(
          "sorted(one.name for one in importlib.metadata.distributions() if one.name in ('early', 'dropped'))",
        )
        .toJs();
    pyodide.runPython("import importlib.metadata, sys; before = set(sys.modules)");
    names();
    install("wheel 1", {
      "dropped/__init__.py": "from dropped.__proto__.inner import WHO\n",
      "dropped/__proto__/inner.py": "WHO = 'dropped'\n",
      "dropped-1.dist-info/METADATA": "Name: dropped\nVersion: 1.5\n",
    });
    assert.equal(
      pyodide.runPython(
        "[name for name in sys.modules if name not in before and not name.startswith('importlib')]",
      ).length,
      0,
      "nothing was imported",
    );
    assert.equal(pyodide.runPython(look), "dropped");
    assert.equal(pyodide.runPython("importlib.metadata.version('dropped')"), "1.5");
    assert.deepEqual(FS.readdir(`${SITE}/dropped`), [".", "..", "__init__.py", "__proto__"]);
    assert.deepEqual([fetched, troubles], [[], []]);
    assert.equal((Object.prototype as { inner?: unknown }).inner, undefined);
    // A second one, and the first is still there.
    install("wheel 2", { "another.py": "WHO = 'another'\n" });
    assert.deepEqual(
      pyodide.runPython("import another, dropped; [another.WHO, dropped.WHO]").toJs(),
      ["another", "dropped"],
    );
  });

  test("keep their places: a wheel that would take one, or lead elsewhere, adds nothing", () => {
    const before = FS.readdir(SITE);
    const [there, twice] = [
      '"{}" is there already. Restart Python if it is of a wheel that you have removed.',
      '"{}" is there twice.',
    ];
    const cases: [path: string, message: string][] = [
      ["second.py", there.replace("{}", "second.py")],
      ["first/more.py", there.replace("{}", "first")],
      ["early-1.dist-info/entry_points.txt", there.replace("{}", "early-1.dist-info")],
      ["dropped/more.py", there.replace("{}", "dropped")],
      ["../escape.py", '"../escape.py" leads elsewhere.'],
      ["new/../../escape.py", '"new/../../escape.py" leads elsewhere.'],
      ["/absolute.py", '"/absolute.py" leads elsewhere.'],
      ["new/./a.py", '"new/./a.py" leads elsewhere.'],
      ["fine/__init__.py", twice.replace("{}", "fine/__init__.py")],
      ["fine/__init__.py/inner.py", '"fine/__init__.py/inner.py" is in a file.'],
      ["fine", twice.replace("{}", "fine")],
    ];
    for (const [path, message] of cases) {
      const files = [
        ...entriesOf(zip({ "fine/__init__.py": "" })),
        ...entriesOf(zip({ [path]: "" })),
      ];
      assert.throws(() => site.add("wheel 3", files), { message }, path);
    }
    assert.deepEqual(FS.readdir(SITE), before);
    assert.ok(!opened.has("wheel 3"));
  });

  test("and the standard library have the names that no wheel may have", () => {
    const list = readFileSync(
      new URL("../../../crates/kernel/src/wheels/inspection/standard_library.txt", import.meta.url),
      "utf8",
    );
    // The modules that Python names itself, those of its archive, and those that Pyodide adds.
    const code = `
import sys, zipfile
names = {*sys.stdlib_module_names, *sys.builtin_module_names, *(name for name in before if "." not in name)}
names |= {name.split("/")[0].split(".")[0] for name in zipfile.ZipFile("/lib/python314.zip").namelist()}
sorted(name for name in names if name.isidentifier())`;
    const known = new Set(list.trimEnd().split("\n"));
    const names = pyodide.runPython(code).toJs();
    const own = ["early", "first", "second", "third", "shared"];
    assert.deepEqual(
      names.filter((name: string) => !known.has(name) && !own.includes(name)),
      [],
    );
    assert.deepEqual(
      [...known].filter((name) => !names.includes(name)),
      [],
    );
  });

  test("cannot be changed in any way", () => {
    const file = `${SITE}/second.py`;
    const writable = FS.open(file, "r");
    const cases: Record<string, [act: () => unknown, code: number]> = {
      written: [() => FS.writeFile(file, "x"), EACCES],
      "written through an open file": [
        () => writable.stream_ops.write(writable, new Uint8Array(1), 0, 1, 0),
        EROFS,
      ],
      made: [() => FS.writeFile(`${SITE}/new.py`, "x"), EACCES],
      "made as a folder": [() => FS.mkdir(`${SITE}/new`), EACCES],
      removed: [() => FS.unlink(file), EACCES],
      "removed as a folder": [() => FS.rmdir(`${SITE}/shared`), EACCES],
      renamed: [() => FS.rename(file, `${SITE}/other.py`), EACCES],
      linked: [() => FS.symlink("/tmp", `${SITE}/link`), EACCES],
      truncated: [() => FS.truncate(file, 0), EACCES],
      "changed in mode": [() => FS.chmod(file, 0o777), EROFS],
      "changed in time": [() => FS.utime(file, 1, 1), EROFS],
    };
    assert.deepEqual(
      Object.entries(cases).map(([how, [act]]) => [how, errno(act)]),
      Object.entries(cases).map(([how, [, code]]) => [how, code]),
    );
    const { node_ops } = FS.lookupPath(SITE).node;
    const operations = ["setattr", "mknod", "rename", "unlink", "rmdir", "symlink"] as const;
    assert.deepEqual(
      operations.map((name) => errno(node_ops[name] as () => unknown)),
      operations.map(() => EROFS),
    );
    assert.equal(FS.readFile(file, { encoding: "utf8" }), "WHO = 'second'\n");
  });
});

describe("the standard library", {
  skip: folder ? false : "the npm package pyodide is not installed",
}, () => {
  test("is one file whose content is fetched on first use, once", async () => {
    const { loadPyodide } = await import(pathToFileURL(join(folder as string, "pyodide.mjs")).href);
    const pyodide = await loadPyodide();
    const { FS } = pyodide;
    const path = "/lib/python314.zip";
    const content = readFileSync(join(folder as string, "python_stdlib.zip"));
    const fetched: string[] = [];
    const troubles: string[] = [];
    const answers: Found[] = [
      { failed: "There is no connection." },
      { bytes: new Uint8Array(content) },
    ];
    const archives = openArchives([], {
      readSync,
      fetch: (name) => {
        fetched.push(name);
        return answers.shift() as Found;
      },
    });
    pyodide.runPython("import importlib, sys, zipimport; importlib.invalidate_caches()");
    mountStandardLibrary(FS, { standardLibrary: content.length }, archives, {
      trouble: (sentence) => troubles.push(sentence),
    });
    assert.equal(FS.stat(path).size, content.length);
    assert.equal(
      pyodide.runPython("import os; os.path.getsize('/lib/python314.zip')"),
      content.length,
    );
    assert.deepEqual(fetched, []);
    assert.match(
      pyodide.runPython(
        `try: text = open("${path}", "rb").read()\nexcept OSError as error: text = str(error)\ntext`,
      ),
      /^\[Errno 29\]/,
    );
    assert.deepEqual([fetched, troubles], [[STANDARD_LIBRARY], ["There is no connection."]]);
    assert.equal(
      pyodide.runPython("import colorsys, wave, xml.dom.minidom; colorsys.rgb_to_hsv(1, 0, 0)[2]"),
      1,
    );
    assert.deepEqual(Buffer.compare(Buffer.from(FS.readFile(path)), content), 0);
    assert.deepEqual(
      [fetched, troubles],
      [[STANDARD_LIBRARY, STANDARD_LIBRARY], ["There is no connection."]],
    );
    assert.throws(() => FS.writeFile(path, "x"), { errno: EACCES });
  });
});
