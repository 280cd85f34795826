// Imports fetch packages with their dependencies; the error of a missing package names alternatives.

import { test } from "node:test";
import assert from "node:assert/strict";
import { run, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";

const { page } = await journey();

for (const [code, wanted] of [
  ["from scipy import stats\nround(float(stats.norm.cdf(1.96)), 3)", "0.975"],
  ["from sklearn.linear_model import LinearRegression\nround(float(LinearRegression().fit([[0], [1], [2]], [1, 3, 5]).coef_[0]), 6)", "2.0"],
  ["import seaborn as sns\nsns.__name__", "'seaborn'"],
  ["import pandas as pd\npd.DataFrame({'a': [1, 2]}).to_excel('made.xlsx', index=False)\nint(pd.read_excel('made.xlsx')['a'].sum())", "3"],
  ["import xlsxwriter\nxlsxwriter.Workbook('w.xlsx').close()\nimport os\nos.path.getsize('w.xlsx') > 1000", "True"],
  ["import sympy\nx = sympy.symbols('x')\nsympy.integrate(2 * x, x)", "x**2"],
  ["import docx\nd = docx.Document()\nd.add_paragraph('hi')\nd.save('d.docx')\ndocx.Document('d.docx').paragraphs[0].text", "'hi'"],
  ["import pptx\np = pptx.Presentation()\np.save('p.pptx')\nlen(pptx.Presentation('p.pptx').slides)", "0"],
  ["from reportlab.pdfgen import canvas\nc = canvas.Canvas('r.pdf')\nc.drawString(9, 9, 'hi')\nc.save()\nopen('r.pdf', 'rb').read(4)", "b'%PDF'"],
  ["import plotly.graph_objects as go\nlen(go.Figure(go.Bar(y=[1, 2])).data)", "1"],
  ["from bs4 import BeautifulSoup\nBeautifulSoup('<p>hi</p>', 'lxml').p.text", "'hi'"],
  ["from lxml import etree\netree.fromstring('<a><b/></a>')[0].tag", "'b'"],
  ["from PIL import Image\nImage.new('RGB', (3, 4)).size", "(3, 4)"],
]) {
  test(`code that begins with "${code.split("\n")[0]}" runs`, async () => {
    const outcome = await within(90_000, "the execution", run(page, code));
    assert.deepEqual([outcome.error, outcome.results.find((result) => result.main)?.text], [null, wanted]);
  });
}

test("an import inside a function, a try or a string fetches its package too, or its failure can be caught as usual", async () => {
  const outcome = await run(
    page,
    "def f():\n    import regex\n    return regex.__name__\ntry:\n    import torch\nexcept ImportError:\n    torch = None\n(f(), torch)",
  );
  assert.deepEqual([outcome.error, outcome.results[0]?.text], [null, "('regex', None)"]);
});

test("the error of a missing module names it and the alternatives", async () => {
  for (const [code, name] of [
    ["import torch", "torch"],
    ["import polars as pl", "polars"],
    ["from tensorflow import keras", "tensorflow"],
    ["import there_is_no_such_module", "there_is_no_such_module"],
  ]) {
    const outcome = await run(page, code);
    assert.equal(outcome.error?.name, "ModuleNotFoundError", JSON.stringify(outcome));
    assert.match(outcome.error.value, new RegExp(name));
    assert.match(outcome.error.value, /instead|available|use /i, outcome.error.value);
    assert.doesNotMatch(outcome.error.value, /micropip|loadPackage|pyodide\.org/, "no advice that cannot be followed here");
  }
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
