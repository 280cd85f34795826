// Golden data has its type, and what differs from it is named.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { valid } from "../../end2end/support/schema.mjs";
import type { Types } from "../../end2end/support/schema.mjs";

const CHARTS = new URL("../../crates/charts/golden/", import.meta.url);
const MESSAGES = new URL("../../crates/kernel/golden/", import.meta.url);

const golden = (name: string, folder: URL = MESSAGES): any =>
  JSON.parse(readFileSync(new URL(name, folder), "utf8"));

test("every golden chart, outcome and window has its type", () => {
  for (const name of readdirSync(CHARTS)) valid("Chart", golden(name, CHARTS));
  const replies = readdirSync(new URL("reply", MESSAGES)).map((name) => golden(`reply/${name}`));
  const of = (type: string) => replies.filter((reply) => reply.type === type);
  for (const { outcome } of of("executed")) valid("Outcome", outcome);
  for (const { window } of of("tabled")) valid("TableWindow", window);
  for (const { results, message } of of("previewed")) valid("Preview", { results, message });
  for (const { files } of of("mounted")) for (const file of files) valid("Mounted", file);
  assert.deepEqual(
    ["executed", "tabled", "previewed", "mounted"].filter((type) => of(type).length === 0),
    [],
  );
});

test("a field that is missing, unknown or of another type is named with its place", () => {
  const { outcome } = golden("reply/executed-table.json");
  const chart = outcome.results[0].chart;
  const step = { purpose: "", code: "", refused: null };
  const withChart = (chart: object) => ({
    ...outcome,
    results: [{ ...outcome.results[0], chart }],
  });
  const cases: Array<[name: keyof Types, value: unknown, complaint: RegExp]> = [
    [
      "Chart",
      { ...chart, title: undefined, xLabel: 7 },
      /^this is not a Chart: Chart must have required property 'title', Chart\/xLabel must be string$/,
    ],
    ["Chart", { ...chart, type: "lines" }, /Chart value of tag "type" must be in oneOf$/],
    [
      "Chart",
      { ...chart, elements: [{ label: "a", points: [[1]] }] },
      /^this is not a Chart: Chart\/elements\/0\/points\/0 must NOT have fewer than 2 items$/,
    ],
    [
      "Chart",
      { ...chart, type: "several", elements: [{ ...chart, colour: "red" }] },
      /^this is not a Chart: Chart\/elements\/0 must NOT have additional properties$/,
    ],
    ["Outcome", { ...outcome, status: "fine" }, /Outcome\/status must be/],
    [
      "Outcome",
      withChart({ ...chart, elements: {} }),
      /Outcome\/results\/0\/chart\/elements must be array/,
    ],
    [
      "Turn",
      {
        answer: "",
        steps: [{ ...step, outcome: withChart({ ...chart, type: "pie" }) }],
        stopped: null,
        message: null,
        claims: [],
        notComputed: false,
      },
      /steps\/0\/outcome\/results\/0\/chart/,
    ],
    [
      "TableWindow",
      { ...golden("reply/tabled.json").window, totalRows: -1 },
      /^this is not a TableWindow: TableWindow\/totalRows must be >= 0$/,
    ],
    ["Startup", { from: "cache", why: null }, /Startup\/from must be/],
  ];
  for (const [name, value, complaint] of cases) {
    const plain = JSON.parse(JSON.stringify(value));
    assert.throws(
      () => valid(name, plain),
      (error: Error) => (assert.match(error.message, complaint), true),
    );
  }
});
