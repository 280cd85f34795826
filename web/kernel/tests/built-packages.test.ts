// Every package of the build, imported in the real runtime, and what an import of another one says.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { coreAsset, manifest, needsRuntime, read, startFromSnapshot } from "./built-runtime.ts";
import { engineHere } from "./sql-engine.ts";
import type { PackagesIndex } from "../worker/packages.ts";

type Started = Awaited<ReturnType<typeof startFromSnapshot>>;

// Packages that others use if they are there. An import fetches these too.
const OPTIONAL: Record<string, string[]> = {
  beautifulsoup4: ["charset-normalizer", "lxml"],
  reportlab: ["uharfbuzz"],
};

// A use of each package with native code of which nothing else here depends, as the value of the
// last expression.
const USES: [name: string, code: string, value: unknown][] = [
  [
    "python-calamine",
    `import pandas as pd, python_calamine
pd.DataFrame({"a": [1, 2], "b": ["x", None]}).to_excel("/tmp/made.xlsx", index=False)
sheet = python_calamine.CalamineWorkbook.from_path("/tmp/made.xlsx").get_sheet_by_index(0)
[sheet.to_python(), int(pd.read_excel("/tmp/made.xlsx", engine="calamine")["a"].sum())]`,
    [
      [
        ["a", "b"],
        [1, "x"],
        [2, ""],
      ],
      3,
    ],
  ],
  [
    "arro3-core",
    `import arro3.core as arrow
table = arrow.Table.from_pydict({"a": arrow.Array([1, 2, 3], arrow.DataType.int64()), "b": arrow.Array(["x", None, "z"], arrow.DataType.string())})
[table.num_rows, table["b"].to_pylist(), table["a"].to_numpy().tolist()]`,
    [3, ["x", null, "z"], [1, 2, 3]],
  ],
  [
    "arro3-io",
    `import arro3.io
with open("/tmp/made.parquet", "wb") as file: arro3.io.write_parquet(table, file)
arro3.io.write_ipc(table, "/tmp/made.arrow")
[arro3.io.read_parquet(open("/tmp/made.parquet", "rb")).read_all()["b"].to_pylist(), arro3.io.read_ipc("/tmp/made.arrow").read_all().num_rows]`,
    [["x", null, "z"], 3],
  ],
  [
    "arro3-compute",
    `import arro3.compute
[arro3.compute.sum(table["a"]).as_py(), arro3.compute.max(table["a"]).as_py()]`,
    [6, 3],
  ],
  [
    "duckdb",
    `import duckdb, pandas as pd
with open("sales.csv", "w") as file: file.write("region;amount\\nNorth;1,5\\nSouth;2,5\\n")
regions = pd.DataFrame({"region": ["North", "South"], "boss": ["Ann", "Bob"]})
rows = duckdb.sql("select boss, sum(amount) from 'sales.csv' join regions using (region) group by all order by 1")
[rows.fetchall(), duckdb.sql("select version()").fetchone()[0] == "v" + duckdb.__version__, duckdb.sql("select sum(i) from range(10) t(i)").df().iloc[0, 0].item()]`,
    [
      [
        ["Ann", 1.5],
        ["Bob", 2.5],
      ],
      true,
      45,
    ],
  ],
  [
    "pypdfium2",
    `import pypdfium2
from reportlab.pdfgen import canvas
made = canvas.Canvas("/tmp/made.pdf", pagesize=(200, 100))
made.drawString(20, 50, "Total 42")
made.save()
page = pypdfium2.PdfDocument("/tmp/made.pdf")[0]
drawn = page.render(scale=2).to_numpy()
[page.get_textpage().get_text_range(), list(drawn.shape), bool(drawn.min() < 100 < drawn.max()), list(page.render().to_pil().size)]`,
    ["Total 42", [200, 400, 3], true, [200, 100]],
  ],
  [
    "uharfbuzz",
    `import matplotlib, uharfbuzz
font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(matplotlib.get_data_path() + "/fonts/ttf/DejaVuSans.ttf")))
def width(text, **features):
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, features)
    return sum(position.x_advance for position in buffer.glyph_positions)
# The signs of "AV" stand closer together than they are wide.
[width("AV", kern=True) < width("A") + width("V"), width("AV", kern=False) == width("A") + width("V")]`,
    [true, true],
  ],
];

// Names in the advice that are not modules.
const ALIASES = {
  pd: "pandas",
  df: "pandas.DataFrame()",
  DataFrame: "pandas.DataFrame",
};

describe("the packages of the build", needsRuntime, () => {
  let started: Started;
  let index: PackagesIndex;
  before(async () => {
    started = await startFromSnapshot({ engine: await engineHere() });
    index = JSON.parse(new TextDecoder().decode(read(coreAsset("index"))));
  });

  for (const { name, imports, untested } of manifest?.packages ?? []) {
    if (untested) continue;
    test(`${name} is imported, and nothing is fetched for it that it does not need`, async () => {
      const needed = needs(name);
      started.fetched.length = 0;
      assert.ok(imports.length > 0);
      for (const module of imports) {
        const { status, error } = await started.execute(`import ${module}`);
        assert.deepEqual([module, status, error], [module, "ok", null]);
      }
      assert.deepEqual(
        started.fetched.filter((item) => !needed.has(item)),
        [],
      );
    });
  }

  for (const [name, code, value] of USES) {
    test(`${name} works`, async () => {
      assert.deepEqual(await started.value(code), value);
    });
  }

  test("are all that the index knows, and what the errors offer is among them", async () => {
    assert.deepEqual(
      [...new Set(Object.values(index.modules))].sort(),
      manifest.packages.map(({ name }) => name).sort(),
    );
    const offered = (await started.value(
      "import insitu.missing\nlist(insitu.missing.OFFERED)",
    )) as string[];
    assert.deepEqual(
      offered.filter((module) => !Object.hasOwn(index.modules, module)),
      [],
    );
  });

  test("an import of an absent module says what to use", async () => {
    for (const [module, instead] of Object.entries(index.absent)) {
      const { error } = await started.execute(`import ${module}`);
      assert.deepEqual(
        [error?.name, error?.value],
        ["ModuleNotFoundError", `There is no \`${module}\` in this Python. ${instead}`],
      );
    }
  });

  test("the advice for absent modules names what is there", async () => {
    const names = new Set();
    for (const instead of Object.values(index.absent))
      for (const [dotted] of instead.matchAll(/\b[A-Za-z_]\w*(?:\.\w+)+/g)) names.add(dotted);
    const code = `import importlib, arro3.core, pandas
aliases = {${Object.entries(ALIASES).map(([name, value]) => `${JSON.stringify(name)}: ${value}`)}}
def there(dotted):
    top, *rest = dotted.split(".")
    found = aliases[top] if top in aliases else importlib.import_module(top)
    for at, part in enumerate(rest):
        if not hasattr(found, part): importlib.import_module(".".join([top, *rest[: at + 1]]))
        found = getattr(found, part)
    return True
missing = {}
for dotted in ${JSON.stringify([...names])}:
    try: there(dotted)
    except Exception as error: missing[dotted] = str(error)
missing`;
    assert.ok(names.size > 20, String(names.size));
    assert.deepEqual(await started.value(code), {});
  });

  test("Parquet and Feather are written and read as pandas documents it", async () => {
    const code = `import pandas as pd
made = pd.DataFrame({"a": [1.5, None], "b": ["x", "ü"], "day": pd.to_datetime(["2025-02-13", None])})
made.to_parquet("/tmp/advice.parquet")
made.to_feather("/tmp/advice.feather")
read = [pd.read_parquet("/tmp/advice.parquet", engine="pyarrow"), pd.read_feather("/tmp/advice.feather")]
for frame in read: pd.testing.assert_frame_equal(frame, made)
for compression in ("gzip", "brotli", "zstd", "lz4", None):
    made.to_parquet("/tmp/advice.parquet", compression=compression)
    pd.testing.assert_frame_equal(pd.read_parquet("/tmp/advice.parquet"), made)
pd.read_parquet("/tmp/advice.parquet", columns=["b"], filters=[("a", ">", 1)])["b"].tolist()`;
    assert.deepEqual(await started.value(code), ["x"]);
  });

  test("a table of a PDF is read as its profile says", async () => {
    const code = `import os, pandas as pd, reportlab.platypus as made
from insitu import profile
os.chdir("/tmp")
rows = [["name", "n"]] + [[f"row {at}", f"{1000 * at:,}"] for at in range(60)]
made.SimpleDocTemplate("table.pdf").build([made.Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, "black")])])
facts = profile.describe("/tmp/table.pdf")
table = facts["tables"][0]
[table["sheet"], table["rows"], int(eval(table["reader"])["n"].sum()), facts["error"]]`;
    assert.deepEqual(await started.value(code), ["pages 1–2, table 1", 60, 1_770_000, null]);
  });
});

/**
 * Returns the names of the archives that an import of a package may fetch. Those that an operator
 * added are among them, since libraries try some.
 */
function needs(root: string) {
  const found = new Set([
    "python_stdlib",
    ...manifest.packages.filter(({ untested }) => untested).map(({ name }) => name),
  ]);
  const open = [root];
  for (const name of open) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(
      ...(OPTIONAL[name] ?? []),
      ...(manifest.packages.find((item) => item.name === name)?.depends ?? []),
    );
  }
  return found;
}
