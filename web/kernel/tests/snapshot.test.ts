// The abilities of an interpreter that was started from the snapshot, with the runtime's real files
// under Node.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { makeShared } from "../worker/shared.ts";
import { LIMITS, archive, needsRuntime, snapshotCore, startFromSnapshot } from "./built-runtime.ts";
import { forgetLongTimers, startPresser } from "./presser.ts";
import type { FakeFile } from "./built-runtime.ts";

type Started = Awaited<ReturnType<typeof startFromSnapshot>>;

describe("an interpreter that was started from the snapshot", needsRuntime, () => {
  const interrupt = makeShared();
  const stages: [stage: string, done: number, total: number][] = [];
  let python: Started["python"];
  let fetched: Started["fetched"];
  let execute: Started["execute"];
  let value: Started["value"];
  let presser: ReturnType<typeof startPresser>;

  before(async () => {
    ({ python, fetched, execute, value } = await startFromSnapshot({
      interrupt,
      slice: (file, from, to) => (file as FakeFile).content.slice(from, to),
      progress: (...stage) => stages.push(stage),
      stream: (_name, text) => text === "begun\n" && presser.press(0),
    }));
    presser = startPresser(interrupt);
    forgetLongTimers();
  });
  after(() => presser?.end());

  test("it reports how it was started, and one step of progress", () => {
    assert.deepEqual(stages, [
      ["Starting Python", 0, 1],
      ["Ready", 1, 1],
    ]);
    assert.deepEqual(
      [python.start, python.pyodide, python.interruptible],
      ["snapshot", "314.0.3", true],
    );
    assert.match(python.python, /^3\.14\./);
  });

  test("the modules that a first question needs are imported and work, and no archive is fetched for them", async () => {
    assert.deepEqual(
      await value(
        "import sys\n[name in sys.modules for name in ('numpy', 'pandas', 'matplotlib.pyplot', 'PIL.Image')]",
      ),
      [true, true, true, true],
    );
    const cases = [
      [
        "import numpy as np, pandas as pd, matplotlib.pyplot as plt\nfloat(np.linalg.det(np.array([[1., 2.], [3., 4.]])).round(6))",
        "-2.0",
      ],
      [
        "df = pd.DataFrame({'shop': list('aab'), 'n': [1, 2, 4]})\ndf.groupby('shop')['n'].sum().to_dict()",
        "{'a': 3, 'b': 4}",
      ],
      [
        "open('s.csv', 'w').write('day,n\\n2026-01-31,1\\n2026-02-28,2\\n');\npd.read_csv('s.csv', parse_dates=['day']).set_index('day')['n'].resample('YE').sum().tolist()",
        "[3]",
      ],
      [
        "df.merge(df, on='shop').shape, df['shop'].str.upper().tolist(), df['n'].astype('Int64').mean().round(2)",
        "((5, 3), ['A', 'A', 'B'], np.float64(2.33))",
      ],
      [
        "import re, json, datetime, decimal, sqlite3, hashlib, zipfile\nsqlite3.connect(':memory:').execute('select 1 + 1').fetchone(), hashlib.sha256(b'').hexdigest()[:8]",
        "((2,), 'e3b0c442')",
      ],
    ];
    for (const [code, text] of cases) {
      const { results, error } = await execute(code);
      assert.deepEqual([error?.traceback, results.at(-1)?.text], [undefined, text], code);
    }
    assert.deepEqual(fetched, []);
  });

  test("a figure has its text, in the font that came with the snapshot", async () => {
    const shown = async (title: string) => {
      const { results, stderr } = await execute(
        `plt.plot([1, 2], label='line'); plt.title(${JSON.stringify(title)}); plt.legend(); plt.show()`,
      );
      const [{ text, mime, chart }] = results;
      return {
        text,
        png: Buffer.from(mime["image/png"], "base64"),
        elements: (chart as { elements: object[] }).elements,
        stderr,
      };
    };
    const [first, second] = [await shown("Sales"), await shown("Costs")];
    assert.deepEqual(
      [first.text, first.elements, first.stderr],
      [
        "Figure: Sales [line]",
        [
          {
            label: "line",
            points: [
              [0, 1],
              [1, 2],
            ],
          },
        ],
        "",
      ],
    );
    assert.deepEqual(
      [first, second].map(({ png }) => png.subarray(0, 4).toString("latin1")),
      ["\x89PNG", "\x89PNG"],
    );
    assert.notDeepEqual(first.png, second.png);
    assert.deepEqual(fetched, []);
  });

  test("figures, tables and readers are set up as the harness sets them up when they are imported", async () => {
    assert.deepEqual(
      await value(
        "import PIL.Image\n[plt.rcParams['font.size'], plt.rcParams['axes.spines.top'], pd.get_option('display.width')]",
      ),
      [11, false, 140],
    );
    const { results } = await execute(
      "import matplotlib\nmatplotlib.use('Agg')\nplt.plot([0, 45_000])\nplt.show()\nPIL.Image.new('RGB', (2, 2)).show()",
    );
    assert.deepEqual(
      results.map(({ mime }) => Object.keys(mime)),
      [
        ["text/plain", "image/png"],
        ["text/plain", "image/png"],
      ],
    );
    // No more than this is read to detect that the file is too large.
    const content = new TextEncoder().encode(`a,b\n${"1,2\n".repeat(2 << 20)}`).buffer;
    const { path } = python.mount("huge.csv", {
      content,
      size: 3_000_000_000,
      lastModified: 0,
    } as FakeFile);
    const { error } = await execute("pd.read_csv('huge.csv')");
    assert.equal(error?.name, "MemoryError");
    assert.match(
      error.value,
      /^huge\.csv \(.* GB\) would take about .* when it is read whole, and .* are free\. Read it in pieces with chunksize=/,
    );
    python.unmount(path);
  });

  test("an import waits for the archives that it needs, each once", async () => {
    const cases: [code: string, names: string[]][] = [
      ["import colorsys", ["python_stdlib"]],
      ["import wave, html.parser", []],
      ["import sympy", ["sympy", "mpmath"]],
      ["import openpyxl", ["openpyxl", "lxml"]],
      ["import sympy.stats, openpyxl.chart", []],
      ["import tabulate", ["tabulate"]],
    ];
    for (const [code, names] of cases) {
      fetched.length = 0;
      const { error } = await execute(code);
      assert.deepEqual([error?.traceback, [...fetched]], [undefined, names], code);
    }
  });

  test("packages are fetched with what they depend on, and work", async () => {
    const cases = [
      ["from scipy import stats\nround(float(stats.norm.cdf(1.96)), 3)", "0.975"],
      [
        "from sklearn.linear_model import LinearRegression\nround(float(LinearRegression().fit([[0], [1], [2]], [1, 3, 5]).coef_[0]), 6)",
        "2.0",
      ],
      ["import seaborn as sns\nsns.__name__", "'seaborn'"],
      [
        "import pandas as pd\npd.DataFrame({'a': [1, 2]}).to_excel('made.xlsx', index=False)\nint(pd.read_excel('made.xlsx')['a'].sum())",
        "3",
      ],
      [
        "import xlsxwriter\nxlsxwriter.Workbook('w.xlsx').close()\nimport os\nos.path.getsize('w.xlsx') > 1000",
        "True",
      ],
      ["import sympy\nx = sympy.symbols('x')\nsympy.integrate(2 * x, x)", "x**2"],
      [
        "import docx\nd = docx.Document()\nd.add_paragraph('hi')\nd.save('d.docx')\ndocx.Document('d.docx').paragraphs[0].text",
        "'hi'",
      ],
      [
        "import pptx\np = pptx.Presentation()\np.save('p.pptx')\nlen(pptx.Presentation('p.pptx').slides)",
        "0",
      ],
      [
        "from reportlab.pdfgen import canvas\nc = canvas.Canvas('r.pdf')\nc.drawString(9, 9, 'hi')\nc.save()\nopen('r.pdf', 'rb').read(4)",
        "b'%PDF'",
      ],
      ["import plotly.graph_objects as go\nlen(go.Figure(go.Bar(y=[1, 2])).data)", "1"],
      ["from bs4 import BeautifulSoup\nBeautifulSoup('<p>hi</p>', 'lxml').p.text", "'hi'"],
      ["from lxml import etree\netree.fromstring('<a><b/></a>')[0].tag", "'b'"],
      ["from PIL import Image\nImage.new('RGB', (3, 4)).size", "(3, 4)"],
    ];
    for (const [code, text] of cases) {
      const { error, results } = await execute(code);
      assert.deepEqual(
        [error?.traceback, results.find(({ main }) => main)?.text],
        [undefined, text],
        code,
      );
    }
    await execute(
      "for name in ('made.xlsx', 'w.xlsx', 'd.docx', 'p.pptx', 'r.pdf'): os.remove(name)",
    );
  });

  test("an import inside a function fetches its package too, and the failure of one can be caught as usual", async () => {
    const code =
      "def f():\n    import regex\n    return regex.__name__\ntry:\n    import torch\nexcept ImportError:\n    torch = None\n(f(), torch)";
    const { error, results } = await execute(code);
    assert.deepEqual([error?.traceback, results[0]?.text], [undefined, "('regex', None)"]);
  });

  test("side modules outside the snapshot are loaded beside those in it", async () => {
    assert.equal(
      await value(
        "import scipy.optimize, numpy\nround(float(scipy.optimize.brentq(numpy.cos, 1, 2)), 6)",
      ),
      1.570796,
    );
    assert.deepEqual(
      await value("from lxml import etree\n[etree.fromstring('<a><b/></a>')[0].tag]"),
      ["b"],
    );
  });

  test("the packages' folder can be listed and read", async () => {
    assert.equal(
      await value(
        "import os, seaborn\nos.path.isfile(seaborn.__file__) and 'categorical.pyc' in os.listdir(os.path.dirname(seaborn.__file__))",
      ),
      true,
    );
    assert.equal(
      await value("import importlib.metadata\nimportlib.metadata.version('pandas').split('.')[0]"),
      "3",
    );
    const { error } = await execute("os.remove(seaborn.__file__)");
    assert.deepEqual(
      [error?.name, error?.value],
      [
        "PermissionError",
        "[Errno 2] Permission denied: '/lib/python3.14/site-packages/seaborn/__init__.pyc'",
      ],
    );
  });

  test("the error of a module that does not exist names it, and what to use instead", async () => {
    for (const [code, name] of [
      ["import torch", "torch"],
      ["import polars as pl", "polars"],
      ["from tensorflow import keras", "tensorflow"],
      ["import there_is_no_such_module", "there_is_no_such_module"],
    ]) {
      const { error } = await execute(code);
      assert.equal(error?.name, "ModuleNotFoundError", code);
      assert.match(error.value, new RegExp(`^There is no \`${name}\` in this Python[.,] `));
      assert.match(error.value, /instead|available|use /i);
      assert.doesNotMatch(
        error.value,
        /micropip|loadPackage|pyodide\.org/,
        "no advice that cannot be followed here",
      );
    }
  });

  test("errors are shown with their lines in the cell, without the harness's own", async () => {
    const inside = (await execute("def inner():\n    return {}['missing']\n\ninner()")).error;
    assert.deepEqual([inside?.name, inside?.value], ["KeyError", "'missing'"]);
    assert.match(
      inside?.traceback ?? "",
      /line 4[^]*inner\(\)[^]*line 2[^]*\['missing'\][^]*KeyError: 'missing'/,
    );
    assert.doesNotMatch(inside?.traceback ?? "", /insitu\/|_pyodide|harness|eval_code/);
    assert.equal((await execute("x = (1,\ny = 2")).error?.name, "SyntaxError");
    const failed = await execute("df = pd.DataFrame({'a': [1]})\ndf['nothing']");
    assert.deepEqual([failed.error?.name, failed.error?.value], ["KeyError", "'nothing'"]);
    assert.match(
      failed.error?.traceback ?? "",
      /Cell \[\d+\], line 2, in <module>\n {8}1 df = .*\n {4}--> 2 df\['nothing'\]/,
    );
    assert.equal((await execute("1 / 0")).error?.name, "ZeroDivisionError");
    assert.equal((await execute("x = = 1")).error?.name, "SyntaxError");
  });

  test("infinite recursion, in Python and through C, is an error that does not damage the interpreter", async () => {
    const cases = ["def f(): return f()\nf()", "def f(x): return sorted([x, x], key=f)\nf(1)"];
    for (const code of cases) {
      assert.equal((await execute(code)).error?.name, "RecursionError", code);
      assert.equal(python.check(), null, code);
    }
  });

  test("code that awaits continues, and tasks run concurrently", async () => {
    assert.deepEqual(
      await value(
        "import asyncio\nawait asyncio.gather(*(asyncio.sleep(0.01, n) for n in range(3)))",
      ),
      [0, 1, 2],
    );
    const { results } = await execute(
      "import time\nsince = time.monotonic()\nawait asyncio.sleep(0.05)\n0.04 < time.monotonic() - since",
    );
    assert.equal(results[0].text, "True", "not too early");
  });

  test("code that computes, awaits or sleeps can be stopped, and its variables are kept", async () => {
    for (const code of [
      "while True: pass",
      "await asyncio.sleep(3600)",
      "import time\ntime.sleep(3600)",
      "import numpy as np\nwhile True: pd.DataFrame(np.random.rand(2000, 5)).groupby(0).sum()",
    ]) {
      const { status, error } = await execute(`kept = 41\nprint('begun')\n${code}`);
      assert.deepEqual(
        [status, error?.name, await value("kept + 1")],
        ["interrupted", "KeyboardInterrupt", 42],
        code,
      );
    }
  });

  test("files can be written, read and removed", async () => {
    const { files, status } = await execute("df.to_csv('out.csv', index=False)");
    assert.deepEqual([status, files], ["ok", [{ path: "/out/out.csv", bytes: 4 }]]);
    assert.equal(new TextDecoder().decode(await python.read("out.csv")), "a\n1\n");
    assert.deepEqual(
      await value(
        "import os, tempfile\nwith tempfile.TemporaryDirectory() as folder: open(folder + '/x', 'w').close()\n[os.getcwd(), os.path.exists(folder)]",
      ),
      ["/out", false],
    );
  });

  test("memory grows beyond the snapshot, up to the limit", async () => {
    const { memoryBytes: before } = await execute("1");
    assert.equal(
      await value("import numpy as np\nbig = np.ones(40_000_000)\nint(big.sum())"),
      40_000_000,
    );
    const { memoryBytes } = await execute("del big");
    assert.ok(
      memoryBytes >= before + 200_000_000 && memoryBytes <= LIMITS.memoryBytes,
      `${before} to ${memoryBytes}`,
    );
    assert.equal((await execute("bytearray(2_000_000_000)")).error?.name, "MemoryError");
    assert.equal(
      await value("pd.DataFrame({'a': range(1_000_000)})['a'].sum().item()"),
      499_999_500_000,
    );
  });

  test("it is not damaged after all of the above", () => {
    assert.equal(python.check(), null);
  });
});

describe(
  "in an engine in which a table's entry and the export are different objects",
  needsRuntime,
  () => {
    const { get } = WebAssembly.Table.prototype;
    const entries = new Map<number, CallableFunction>();
    before(() => {
      // As in JavaScriptCore, for the entries that the interpreter's module has made itself.
      const { ownSlots } = JSON.parse(new TextDecoder().decode(snapshotCore().facts));
      WebAssembly.Table.prototype.get = function (slot) {
        const found = get.call(this, slot);
        if (!found || slot >= ownSlots) return found;
        if (!entries.has(slot)) entries.set(slot, (...values: unknown[]) => found(...values));
        return entries.get(slot);
      };
    });
    after(() => {
      WebAssembly.Table.prototype.get = get;
    });

    test("functions get the indices that the snapshot's pointers have", async () => {
      const { value } = await startFromSnapshot();
      assert.notEqual(entries.size, 0);
      assert.deepEqual(
        await value(
          "import numpy as np, pandas as pd\n[int(pd.Series([1, 2]).sum()), sorted({'b', 'a'}), float(np.arange(4).mean())]",
        ),
        [3, ["a", "b"], 1.5],
      );
    });
  },
);

describe(
  "an interpreter that was started from the snapshot and cannot wait for archives",
  needsRuntime,
  () => {
    const SENTENCE = (name: string) =>
      `${name} is part of this Python but had not been loaded when the code asked for it, and it could not be fetched while the code ran: this page has no ` +
      "shared memory, since it is not cross-origin isolated. Write the import at the top of the code (`import …`) and run it again.";

    test("reports that, and works once they are handed over", async () => {
      const { python, execute, value } = await startFromSnapshot({ fetchArchive: null });
      const { error } = await execute("import sympy");
      assert.deepEqual([error?.name, error?.value], ["ModuleNotFoundError", SENTENCE("sympy")]);
      assert.equal(
        (await execute("import colorsys")).error?.value,
        `${SENTENCE("python_stdlib")} ([Errno 29] I/O error)`,
      );
      assert.deepEqual(python.imports("import sympy, mpmath"), ["mpmath", "sympy"]);
      python.load(
        ["sympy", "mpmath", "python_stdlib"].map((name) => ({ name, bytes: archive(name).buffer })),
      );
      assert.deepEqual(
        await value(
          "import colorsys, sympy\n[str(sympy.Symbol('x') * 2), colorsys.ONE_THIRD > 0.3]",
        ),
        ["2*x", true],
      );
    });
  },
);
