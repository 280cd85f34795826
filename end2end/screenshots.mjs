// Takes screenshots of the page in the states that users see, for the README and for design
// reviews.
//
//     npx tsx end2end/screenshots.mjs FOLDER

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { addFile, openPage, ready, startBrowser } from "./support/browser.mjs";
import {
  ask,
  choose,
  consent,
  disclose,
  id,
  over,
  profile,
  type,
  unfold,
} from "./support/user.mjs";
import { startServer } from "./support/server.mjs";
import { MODEL, python, startUpstream } from "./support/upstream.mjs";

const folder = process.argv[2] ?? "end2end/results/screenshots";

/**
 * An action on the page of a complete turn.
 *
 * @typedef {(page: import("playwright-core").Page, turn: import("playwright-core").Locator) =>
 *   Promise<void>} Act
 */

/** @type {Record<string, import("./support/looks.mjs").Look>} */
const LOOKS = {
  desktop: { width: 1280, height: 860, colorScheme: "light" },
  "desktop-dark": { width: 1280, height: 860, colorScheme: "dark" },
  phone: { width: 390, height: 844, colorScheme: "light" },
  "phone-dark": { width: 390, height: 844, colorScheme: "dark" },
};

/**
 * Opens the first written file and waits for its content.
 *
 * @type {(inside: string) => Act}
 */
const opened = (inside) => async (page, turn) => {
  await turn.locator(id("preview-file")).first().click();
  await page
    .locator(`${id("preview-body")} ${inside}`)
    .first()
    .waitFor({ timeout: 60_000 });
};

/** @type {(name: string) => Act} */
const side = (name) => (_, turn) =>
  turn.locator(id("figure")).getByRole("button", { name, exact: true }).click();

/**
 * The forms of results: a name, the code, and an action before a second screenshot.
 *
 * @type {[name: string, code: string, after?: Act][]}
 */
const FORMS = [
  [
    "small-table",
    "import pandas as pd\npd.DataFrame({'customer': ['Anna Weber', 'Ben Rossi', 'Chloé Martin'], 'orders': [12, 9, 7], 'revenue': [18234.5, 12100, None]})",
  ],
  [
    "large-table",
    "import numpy as np, pandas as pd\nn = np.arange(1_000_000)\npd.DataFrame({'order': n + 1, 'region': np.array(['north', 'south', 'east', 'west'])[n % 4], 'amount': (n * 104_729 % 1_000_003) / 100, 'day': pd.Timestamp('2020-01-01') + pd.to_timedelta(n % 1000, unit='D'), 'note': np.where(n % 5 == 0, None, 'ok')})",
    async (_page, turn) => {
      await turn.locator(".table-summary").first().waitFor({ timeout: 60_000 });
      await turn.getByRole("button", { name: "Search and filter" }).first().click();
      await turn.locator(id("result-menu")).first().click();
    },
  ],
  [
    "figure",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3, 4], [10, 40, 20, 30], label='north')\nplt.plot([1, 2, 3, 4], [5, 6, 7, 8], label='south')\nplt.legend(); plt.title('Revenue by month'); plt.xlabel('month'); plt.ylabel('revenue (EUR)')\nplt.show()",
    side("Interactive"),
  ],
  [
    "figure-round",
    "import matplotlib.pyplot as plt\naxes = plt.subplot(projection='polar')\nfor name, values in [('A', [4, 3, 2, 5, 4]), ('B', [2, 4, 4, 3, 2])]: axes.plot([0, 1.57, 3.14, 4.71, 0], values, label=name)\naxes.set_xticks([0, 1.57, 3.14, 4.71], labels=['speed', 'range', 'price', 'safety']); axes.legend(); axes.set_title('Two cars')\nplt.show()",
    side("Interactive"),
  ],
  [
    "figure-twins",
    "import matplotlib.pyplot as plt\nleft = plt.subplot(); left.bar(list('abcd'), [50, 30, 15, 5], label='revenue'); left.set_ylabel('EUR'); left.set_title('ABC')\nright = left.twinx(); right.plot(list('abcd'), [50, 80, 95, 100], 'r-o', label='share'); right.set_ylabel('share (%)')\nplt.show()",
    side("Interactive"),
  ],
  [
    "figure-words",
    "import matplotlib.pyplot as plt\nplt.bar(['a', 'b', 'c'], [3, 5, 2]); plt.title('Bars')\nplt.show()",
    side("Description"),
  ],
  [
    "figure-numbers",
    "import matplotlib.pyplot as plt\nplt.bar(['a', 'b', 'c'], [3, 5, 2]); plt.title('Bars')\nplt.show()",
    side("Numbers"),
  ],
  [
    "html",
    "class Laid:\n  def _repr_html_(self): return '<h3>A title</h3><p>Some <b>bold</b> words.</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'\n  def __repr__(self): return 'laid'\nLaid()",
  ],
  [
    "styled",
    "import pandas as pd\npd.DataFrame({'a': [1, 2, 3], 'b': [3.5, 1.25, 9]}).style.highlight_max(color='gold')",
  ],
  [
    "formula",
    "class Formula:\n  def _repr_latex_(self): return r'$\\displaystyle \\int_0^1 \\frac{x^2}{1+x}\\,dx$'\n  def __repr__(self): return 'integral'\nFormula()",
  ],
  [
    "mathml",
    "class Formula:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'x', 'application/mathml+xml': '<math display=\"block\"><mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'}\nFormula()",
  ],
  [
    "drawing",
    'class Drawn:\n  def _repr_svg_(self): return \'<svg xmlns="http://www.w3.org/2000/svg" width="180" height="80"><circle cx="40" cy="40" r="30" fill="teal"/><text x="80" y="45">a label</text></svg>\'\n  def __repr__(self): return \'drawn\'\nDrawn()',
  ],
  ["picture", "from PIL import Image\nImage.linear_gradient('L').resize((320, 120))"],
  ["series", "import pandas as pd\npd.Series([3, 1, 2], index=['a', 'b', 'c'], name='amount')"],
  [
    "code",
    "from IPython.display import Code\nCode('def f(x):\\n    # a comment\\n    return x + 1', language='python')",
  ],
  [
    "traceback",
    "import pandas as pd\ndef inner(row):\n    return row['b']\npd.DataFrame({'a': [1]}).apply(inner, axis=1)",
  ],
  [
    "markdown",
    "class Words:\n  def _repr_markdown_(self): return '## A title\\n\\nSome **bold** words and [a link](https://example.org).\\n\\n- one\\n- two'\n  def __repr__(self): return 'words'\nWords()",
  ],
  [
    "json",
    "from IPython.display import JSON\nJSON({'name': 'config', 'list': list(range(300)), 'deep': {'a': {'b': None}}, 'on': True})",
  ],
  [
    "colours",
    "'\\x1b[1;31mred\\x1b[0m, \\x1b[32mgreen\\x1b[0m, \\x1b[33myellow\\x1b[0m, \\x1b[34mblue\\x1b[0m, \\x1b[35mmagenta\\x1b[0m, \\x1b[36mcyan\\x1b[0m, \\x1b[41mon red\\x1b[0m'",
  ],
  [
    "plotly",
    "import plotly.graph_objects as go\ngo.Figure([go.Bar(name='north', x=['Q1', 'Q2', 'Q3'], y=[3, 5, 2]), go.Bar(name='south', x=['Q1', 'Q2', 'Q3'], y=[2, 3, 4])], layout={'title': {'text': 'Two regions'}})",
  ],
  [
    "altair",
    "import altair as alt, pandas as pd\nalt.Chart(pd.DataFrame({'x': [1, 2, 3, 4], 'y': [3, 1, 4, 2]})).mark_line(point=True).encode(x='x', y='y')",
  ],
  [
    "unknown",
    "class Sound:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'a sound', 'audio/wav': 'UklGRg=='}\nSound()",
  ],
  [
    "document",
    "from reportlab.pdfgen.canvas import Canvas\npaper = Canvas('page.pdf'); paper.setFont('Helvetica', 28); paper.drawString(100, 700, 'Hello paper'); paper.save()",
    opened("iframe"),
  ],
  [
    "letter",
    "import docx\npaper = docx.Document(); paper.add_heading('Quarterly report', 0); paper.add_paragraph('Revenue grew by 12 %.')\ngrid = paper.add_table(rows=2, cols=2)\nfor cell, words in zip([*grid.rows[0].cells, *grid.rows[1].cells], ['region', 'total', 'north', '12']): cell.text = words\npaper.save('report.docx')",
    opened("iframe"),
  ],
  [
    "slides",
    "import pptx\nslides = pptx.Presentation(); slide = slides.slides.add_slide(slides.slide_layouts[1]); slide.shapes.title.text = 'Revenue'; slide.placeholders[1].text = 'It grew'\nslides.save('slides.pptx')",
    opened("iframe"),
  ],
  [
    "workbook",
    "import pandas as pd\nwith pd.ExcelWriter('book.xlsx') as book:\n    for name in ['January', 'February']: pd.DataFrame({'item': ['lamp', 'chair'], 'amount': [12.5, 80]}).to_excel(book, sheet_name=name, index=False)",
    opened(id("table")),
  ],
];

await mkdir(folder, { recursive: true });
const upstream = await startUpstream();
const server = await startServer({ model: upstream.model });
const browser = await startBrowser();

try {
  await planner();
  await model();
  await results();
} finally {
  await browser.close();
  await server.stop();
  await upstream.stop();
}

/** Shows the empty page, then the sample with two questions that the planner answers. */
async function planner() {
  const page = await openPage(browser, server.url, { boot: false });
  await everywhere(page, "1-empty");
  await page.locator(id("sample-sales")).click();
  await profile(page, "sales.csv", 150_000);
  await choose(page, "Built-in planner");
  await everywhere(page, "2-file");
  await ask(page, "top 5 customers by revenue");
  await everywhere(page, "3-ranking");
  const turn = await ask(page, "monthly revenue as a chart");
  const chart = turn.locator(id("figure")).first().frameLocator("iframe");
  await chart.locator(".scatterlayer .point").first().waitFor();
  await everywhere(page, "4-chart");
  await unfold(turn);
  await everywhere(page, "5-steps", true);
  await page.context().close();
}

/**
 * Shows a turn of a language model with a correction, the request for consent, the ledger, an error
 * and a running execution.
 */
async function model() {
  const page = await openPage(browser, server.url);
  await addFile(
    page,
    "orders.csv",
    "item,amount,day\nlamp,12.5,2026-01-03\nchair,80,2026-01-04\nlamp,7.5,2026-02-01\ntable,240,2026-02-11\n",
  );
  await profile(page, "orders.csv");
  await choose(page, MODEL);
  upstream.script(
    {
      text: "I'll add up the prices first.",
      calls: [
        python(
          "import pandas as pd\n\ndf = pd.read_csv('orders.csv')\ndf.groupby('item')['price'].sum()",
          "add up the prices per item",
        ),
      ],
    },
    {
      text: "The column is called `amount`.",
      calls: [
        python(
          "totals = df.groupby('item')['amount'].sum().sort_values(ascending=False)\nprint(f'{len(df)} orders')\ntotals",
          "add up the amounts per item",
        ),
      ],
    },
    {
      text: "**Tables** bring in the most:\n\n| item | total |\n|---|---:|\n| table | 240.00 |\n| chair | 80.00 |\n| lamp | 20.00 |\n\nThe lamps come in two small orders; see the [catalogue](https://example.org/lamps).",
    },
  );
  await ask(page, "Which item brings in the most, and how are the others spread?");
  await everywhere(page, "6-model");
  await page.locator(id("privacy-open")).click();
  await everywhere(page, "7-ledger");
  await page.keyboard.press("Escape");
  upstream.script({ status: 401, error: "Incorrect API key provided" });
  await ask(page, "And by month?");
  await everywhere(page, "8-error");
  await disclose(page, "Ask me first");
  upstream.script({ calls: [python("df.describe()", "describe the numbers")] }, { text: "Done." });
  const asked = await type(page, "Describe the numbers");
  await page.locator(id("consent")).waitFor();
  await everywhere(page, "9-consent");
  await consent(page, "Send");
  await over(asked);
  upstream.script({
    calls: [
      python(
        "import time\nfor step in range(100):\n    print('step', step)\n    time.sleep(0.2)",
        "work through a hundred steps",
      ),
    ],
  });
  const running = await type(page, "Work through it");
  await running.getByText("step 3").first().waitFor();
  await everywhere(page, "10-running");
  await page.locator(id("stop")).click();
  await over(running);
  await ready(page);
  await page.context().close();
}

/** Shows every form of a result, and a document. */
async function results() {
  const page = await openPage(browser, server.url);
  await choose(page, MODEL);
  let number = 20;
  for (const [name, code, after] of FORMS) {
    upstream.script({ calls: [python(code, name)] }, { text: "Here it is." });
    const turn = await ask(page, `Show me: ${name}`, 120_000);
    if ((await turn.locator(".highlights [data-testid=result]").count()) === 0) await unfold(turn);
    await turn
      .locator(`${id("result")}, ${id("created-file")}, ${id("error")}`)
      .first()
      .waitFor();
    for (const frame of await turn.locator("iframe").all()) await frame.scrollIntoViewIfNeeded();
    await page.waitForTimeout(2_500);
    await turn.evaluate((article) => article.scrollIntoView());
    await everywhere(page, `${number}-${name}`);
    number += 1;
    if (after) {
      await after(page, turn);
      await page.waitForTimeout(2_500);
      await everywhere(page, `${number}-${name}-more`);
      number += 1;
      await page.keyboard.press("Escape");
    }
  }
  await page.context().close();
}

/**
 * Takes one screenshot per width and colour scheme.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function everywhere(page, name, fullPage = false) {
  for (const [look, { width, height, colorScheme }] of Object.entries(LOOKS)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Frames receive the colour scheme by a message.
    await page.waitForTimeout(200);
    await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage });
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}
