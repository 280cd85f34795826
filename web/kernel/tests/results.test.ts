// Requests about results and documents, with the real Pyodide, pandas and matplotlib under Node,
// through the interpreter as in the worker. The details of the answers are tested in Python.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { valid } from "../../../end2end/support/schema.mjs";
import { startInterpreter } from "../worker/interpreter.ts";
import { makeShared } from "../worker/shared.ts";
import { coreFiles, nodeScope, pyodideFolder } from "../build/node-scope.ts";
import { startPresser } from "./presser.ts";
import type { Manifest, Package, Shown } from "../../generated/kernel.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { FakeFile } from "./built-runtime.ts";

const folder = pyodideFolder();
const runtime = join(dirname(fileURLToPath(import.meta.url)), "../../../runtime");
const ready = folder && existsSync(join(runtime, "manifest.json"));
const LIMITS = {
  streamBytes: 10_000,
  results: 50,
  figures: 20,
  tableRows: 100,
  memoryBytes: 1 << 30,
  imageBytes: 1_000_000,
  newFiles: 20,
  outBytes: 100 << 20,
};

type Chart = { type: string; xScale: string; elements: object[] };

/** Returns the archives of the wanted packages and of their dependencies. */
function wheels(wanted: (item: Package) => boolean) {
  const { packages } = JSON.parse(readFileSync(join(runtime, "manifest.json"), "utf8")) as Manifest;
  const names = new Set();
  const add = (item: Package) => {
    if (names.has(item.name)) return;
    for (const name of item.depends) add(packages.find((other) => other.name === name) as Package);
    names.add(item.name);
  };
  packages.filter(wanted).forEach(add);
  return packages
    .filter(({ name }) => names.has(name))
    .map(({ name, asset }) => {
      const content = readFileSync(join(runtime, "files", asset.url.split("/").at(-1) as string));
      return {
        name,
        bytes: content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength),
      };
    });
}

describe("requests about results", {
  skip: ready ? false : "the Python runtime is not there; `cargo xtask runtime` makes it",
}, () => {
  const interrupt = makeShared();
  let python: Interpreter;
  let presser: ReturnType<typeof startPresser>;
  let id = 100;

  before(async () => {
    const extras = [
      "seaborn",
      "openpyxl",
      "xlsxwriter",
      "python-docx",
      "python-pptx",
      "plotly",
      "altair",
    ];
    const packages = wheels(({ name, upFront }) => upFront || extras.includes(name));
    python = await startInterpreter({
      core: coreFiles(folder as string, packages),
      packages,
      warm: ["pandas", "matplotlib.pyplot"],
      limits: LIMITS,
      progress: () => {},
      stream: () => {},
      ask: () => {},
      memory: () => {},
      interrupt,
      scope: nodeScope(),
      slice: (file, from, to) => (file as FakeFile).content.slice(from, to),
    });
    presser = startPresser(interrupt);
    await run("import numpy as np, pandas as pd, matplotlib.pyplot as plt, seaborn as sns");
  });
  after(() => presser?.end());

  const run = async (code: string): Promise<Shown[]> => {
    const { outcome } = await python.execute(code, { id: (id += 1) });
    assert.equal(outcome.status, "ok", outcome.error?.traceback);
    return valid("Outcome", outcome).results;
  };
  const ask = (
    kind: "table" | "save" | "preview" | "vectors",
    request: object,
  ): { fields: any; files: Blob[] } => {
    const answer = python.answer(kind, { id: (id += 1), ...request });
    if (kind === "table") valid("TableWindow", answer.fields.window);
    if (kind === "preview")
      valid("Preview", { results: answer.fields.results, message: answer.fields.message });
    return answer;
  };

  test("charts are read from figures", async () => {
    const cases: [code: string, type: string, xScale: string, elements: object[]][] = [
      [
        "plt.plot(pd.date_range('2025-01-01', periods=2), [1, 2], label='a')",
        "line",
        "datetime",
        [
          {
            label: "a",
            points: [
              ["2025-01-01", 1],
              ["2025-01-02", 2],
            ],
          },
        ],
      ],
      [
        "pd.DataFrame({'a': [1, 2]}, index=['p', 'q']).plot.bar()",
        "bar",
        "categorical",
        [
          { label: "p", group: "a", value: 1 },
          { label: "q", group: "a", value: 2 },
        ],
      ],
      [
        "plt.scatter([1, 10], [3, 4]); plt.xscale('log')",
        "scatter",
        "log",
        [
          {
            label: "",
            points: [
              [1, 3],
              [10, 4],
            ],
          },
        ],
      ],
      [
        "sns.boxplot(data=pd.DataFrame({'v': [1, 2, 3, 4, 20], 'g': list('aaaaa')}), x='g', y='v')",
        "box",
        "categorical",
        [
          {
            label: "a",
            min: 1,
            firstQuartile: 2,
            median: 3,
            thirdQuartile: 4,
            max: 4,
            outliers: [20],
          },
        ],
      ],
      [
        "sns.heatmap(pd.DataFrame([[1, 2]], columns=['a', 'b'], index=['r']))",
        "heatmap",
        "categorical",
        [{ label: "", columns: ["a", "b"], rows: ["r"], values: [[1, 2]] }],
      ],
      [
        "plt.pie([1, 3], labels=['a', 'b'])",
        "pie",
        "linear",
        [
          { label: "a", angle: 90, radius: 1, value: 0.25 },
          { label: "b", angle: 270, radius: 1, value: 0.75 },
        ],
      ],
    ];
    for (const [code, type, xScale, elements] of cases) {
      const [shown] = await run(`${code}\nplt.show()`);
      const chart = shown.chart as Chart;
      assert.deepEqual([chart.type, chart.xScale, chart.elements], [type, xScale, elements], code);
    }
    assert.equal(
      (await run("plt.figure(); plt.text(0, 0, 'no chart'); plt.show()"))[0].chart,
      null,
    );
  });

  test("of a million points the chart has an excerpt", async () => {
    const [{ text }] = await run(`
from insitu import charts
import json
figure, axes = plt.subplots()
axes.plot(pd.date_range('2000', periods=1_000_000, freq='min'), np.random.rand(1_000_000))
axes.scatter(axes.lines[0].get_xdata(), np.random.rand(1_000_000))
chart = charts.chart(figure)
plt.close(figure)
len(json.dumps(chart))`);
    assert.ok(Number(text) > 1_000 && Number(text) < 1_000_000, `${text} characters`);
  });

  test("a hundred thousand rows are sorted once and scrolled through", async () => {
    const shown = await run(`
random = np.random.default_rng(1)
n = 100_000
frame = pd.DataFrame({'number': random.random(n), 'region': random.choice(['North', 'South', 'West'], n), 'at': pd.date_range('2020', periods=n, freq='min'),
    'name': [f'Customer {i:07}' for i in random.integers(0, n, n)]})
from insitu import windows
computed = []
order = windows.View.compute_order
windows.View.compute_order = lambda *given: computed.append(1) or order(*given)
frame`);
    const query = { result: shown[0].id, limit: 100, filter: [], search: "", stats: false };
    for (const [column, descending] of [
      [0, true],
      [1, false],
      [2, true],
      [3, false],
    ] as const) {
      const cells = [0, 100, 50_000, 99_900].flatMap((offset) => {
        const { rows } = ask("table", { ...query, sort: [{ column, descending }], offset }).fields
          .window;
        return rows.map((row: any[]) => row[column]);
      });
      assert.equal(cells.length, 400);
      const sorted = [...cells].sort((one, other) => (one < other ? -1 : Number(one > other)));
      assert.deepEqual(cells, descending ? sorted.reverse() : sorted, `column ${column}`);
      assert.equal(
        (await run("len(computed), computed.clear()"))[0].text,
        "(1, None)",
        `column ${column}`,
      );
    }
    await run("windows.View.compute_order = order");
    const { window } = ask("table", {
      ...query,
      sort: [{ column: 0, descending: true }],
      offset: 99_999,
      search: "west",
    }).fields;
    assert.deepEqual([window.rows, window.allRows], [[], 100_000]);
    await run("del frame");
  });

  test("a whole cell is available, wherever sorting puts its row", async () => {
    const [{ id: result, data }] = await run(
      "pd.DataFrame({'n': [1, 2], 'log': ['line\\n' * 1000 + 'first', 'x' * 1_500_000]})",
    );
    assert.deepEqual(
      ((data?.rows ?? []) as [number, string][]).map(([, text]) => [text.length, text.at(-1)]),
      [
        [500, "…"],
        [500, "…"],
      ],
    );
    const query = {
      result,
      offset: 1,
      limit: 1,
      sort: [{ column: 0, descending: true }],
      filter: [],
      search: "",
      stats: false,
    };
    const first = ask("table", { ...query, whole: 1 }).fields.window;
    assert.deepEqual([first.rows, first.cut], [[[1, `${"line\n".repeat(1000)}first`]], []]);
    const {
      rows: [[, text]],
      cut,
    } = ask("table", { ...query, offset: 0, whole: true }).fields.window;
    assert.deepEqual([text.length, cut], [1_000_000, [{ column: 1, length: 1_500_000 }]]);
    assert.throws(() => ask("table", { ...query, limit: 2, whole: true }), /a row at a time/);
  });

  test("tables and figures can be saved as files", async () => {
    const results = await run(
      "plt.plot([1, 2]); plt.show()\npd.DataFrame({'a': [2, 1], 'b': ['ü', None]})",
    );
    const [figure, table] = results.map(({ id: name }) => name);
    const query = {
      result: table,
      sort: [{ column: 0, descending: false }],
      filter: [],
      search: "",
    };
    const csv = ask("save", { ...query, format: "csv" });
    assert.deepEqual(
      [csv.fields, Buffer.from(await csv.files[0].arrayBuffer()).toString()],
      [{ name: "table.csv" }, "\ufeffa,b\r\n1,\r\n2,ü\r\n"],
    );
    const xlsx = ask("save", { ...query, format: "xlsx" });
    assert.deepEqual(
      [
        xlsx.fields,
        Buffer.from(await xlsx.files[0].arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ],
      [{ name: "table.xlsx" }, "PK"],
    );
    const svg = await ask("vectors", { result: figure }).files[0].text();
    assert.match(svg, /<svg[^]*<\/svg>/);
    assert.equal(
      (
        await run(
          "import tempfile, os\n[name for name in os.listdir(tempfile.gettempdir()) if name.startswith('insitu-')]",
        )
      )[0].text,
      "[]",
    );
    assert.throws(() => ask("vectors", { result: table }), /no longer there/);
    assert.throws(() => ask("table", { ...query, result: "00000000-1" }), /no longer there/);
  });

  test("code reads files as their profiles say, and what it reads otherwise is said", async () => {
    const { buffer, byteLength: size } = new TextEncoder().encode(
      "Report\n\nname;price\nä;1,5\nb;2,25\n",
    );
    const content = { content: buffer, size, lastModified: 0 } as unknown as FakeFile;
    const { path, name } = python.mount("prices.csv", content);
    const readings = python
      .profile(path, "")
      .tables.map(({ sheet, reader }) => ({ path, name, sheet, reader }));
    const run = async (code: string) => (await python.execute(code, { readings })).outcome;
    const plain = await run('import pandas as pd\nprint(pd.read_csv("prices.csv")["price"].sum())');
    const text = ', sep=";", skiprows=2, decimal=","';
    assert.deepEqual([plain.stdout, plain.deviations], ["3.75\n", undefined]);
    assert.deepEqual(plain.additions, [
      { at: 50, text, file: "prices.csv", arguments: ["sep", "skiprows", "decimal"] },
    ]);
    const computed = await run(
      'for one in ["prices.csv"]: print(len(pd.read_csv(one, sep=";", skiprows=2)))',
    );
    assert.deepEqual([computed.stdout, computed.additions], ["2\n", undefined]);
    assert.deepEqual(computed.deviations, [{ file: "prices.csv", arguments: ["decimal"] }]);
    python.unmount(path);
  });

  test("documents are previewed", async () => {
    await run(`
import docx, pptx, openpyxl
with pd.ExcelWriter('b.xlsx', engine='xlsxwriter') as book:
    for month in ('Jan', 'Feb'): pd.DataFrame({'n': range(150)}).to_excel(book, sheet_name=month, index=False)
letter = docx.Document(); letter.add_heading('Title', 1); letter.save('l.docx')
talk = pptx.Presentation(); talk.slides.add_slide(talk.slide_layouts[0]).shapes.title.text = 'Hello'; talk.save('t.pptx')
open('n.txt', 'w').write('note');`);
    const look = (path: string) => {
      const { results, message } = ask("preview", { path }).fields as {
        results: Shown[];
        message: string | null;
      };
      return [
        results.map(({ text, data, mime }) => [
          text,
          data && [data.rows.length, data.totalRows],
          mime["text/html"],
        ]),
        message,
      ];
    };
    assert.deepEqual(look("/out/b.xlsx"), [
      [
        ["Jan", [100, 150], undefined],
        ["Feb", [100, 150], undefined],
      ],
      null,
    ]);
    assert.deepEqual(look("/out/l.docx"), [[["Title", null, "<h2>Title</h2>"]], null]);
    assert.deepEqual(look("/out/t.pptx"), [[["1. Hello", null, "<h2>1. Hello</h2>"]], null]);
    assert.deepEqual(look("/out/n.txt"), [[["note", null, undefined]], null]);
    assert.deepEqual(look("/lib/python3.14/os.py"), [
      [],
      "Only files below /out and /data can be looked at.",
    ]);
    assert.deepEqual(look("/out/none"), [[], "There is no such file any more."]);
  });

  test("charts of other libraries are JSON for the page's renderers", async () => {
    const forms = async (code: string): Promise<[text: string, kinds: string[], content: any]> => {
      const [{ text, mime }] = await run(code);
      return [
        text,
        Object.keys(mime).sort(),
        JSON.parse(mime[Object.keys(mime).find((kind) => kind.endsWith("+json")) as string]),
      ];
    };
    const [figure, kinds, { data }] = await forms(
      "import plotly.express as px\npx.line(x=[1, 2], y=[3, float('nan')], title='T')",
    );
    assert.deepEqual(
      [figure, kinds, data[0].type],
      ["Plotly figure: T [scatter]", ["application/vnd.plotly.v1+json", "text/plain"], "scatter"],
    );
    const [, [form], { mark, datasets }] = await forms(
      "import altair as alt\nalt.Chart(pd.DataFrame({'a': [1, 2]})).mark_bar().encode(x='a')",
    );
    assert.deepEqual(
      [form, mark.type, Object.values(datasets)],
      ["application/vnd.vegalite.v6+json", "bar", [[{ a: 1 }, { a: 2 }]]],
    );
  });

  test("a request that a value's code blocks can be stopped, and the variables are kept", async () => {
    const [{ id: result }] = await run(`
class Endless:
    slow = False
    def __str__(self):
        while Endless.slow: pass
        return 'x'
kept_variable = 41
pd.DataFrame({'v': [Endless()]})`);
    await run("Endless.slow = True");
    presser.press(id + 1);
    assert.throws(
      () =>
        ask("table", {
          result,
          offset: 0,
          limit: 5,
          sort: [],
          filter: [],
          search: "x",
          stats: false,
        }),
      /It was stopped/,
    );
    assert.equal((await run("kept_variable + 1"))[0].text, "42");
  });
});
