// A file of every kind, from the drop to the answer: its table is found, and a question about it is
// answered with the numbers that each of them holds. end2end/kinds/make.py makes the files.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";

import { journey } from "../support/fixture.mjs";
import { sample, sampled } from "../support/sample.mjs";
import { ask, cells, drop, profile } from "../support/user.mjs";

/** @type {Record<string, string>} */
const FILES = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../kinds/files.json"), "utf8"),
);
const TOTALS = { South: 21.25, North: 15, West: 12, East: 7 };

const { page } = await journey();

for (const [name, base64] of sample(Object.entries(FILES), 3)) {
  test(`${name} (${sampled()})`, async () => {
    await page.evaluate(async () => {
      await window.insitu.sessions.create();
      await window.insitu.ready;
    });
    await drop(page, [{ name, content: Buffer.from(base64, "base64") }]);
    const file = await profile(page, name);
    assert.match(await file.innerText(), /6 rows/);
    const turn = await ask(page, "total amount by region");
    const { rows } = await cells(turn.locator("table").first());
    const totals = rows.map(([region, amount]) => [region, Number(amount.replaceAll(",", ""))]);
    assert.deepEqual(Object.fromEntries(totals), TOTALS, await turn.innerText());
  });
}

test("percentages of an old workbook are told by the formats of its cells", async () => {
  await page.evaluate(async () => {
    await window.insitu.sessions.create();
    await window.insitu.ready;
  });
  const legacy = path.join(import.meta.dirname, "../../web/kernel/harness/tests/legacy.xls");
  await drop(page, [{ name: "legacy.xls", content: readFileSync(legacy) }]);
  await profile(page, "legacy.xls");
  const turn = await ask(page, "average share by team in legacy.xls");
  assert.match(await turn.innerText(), /12\.50[\s\S]*the numbers are percentages/);
});
