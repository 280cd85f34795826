import assert from "node:assert/strict";
import { test } from "node:test";

import { states } from "./facts.mjs";

/** @typedef {import("./facts.mjs").Fact} Fact */

const TABLE = {
  columns: ["Region", "Consumer", "Corporate"],
  rows: [
    ["West", 362880.773, 225855.27],
    ["East", 350908.167, 200409.35],
  ],
  totalRows: 2,
};

/**
 * @type {[name: string, fact: Fact, view: Partial<import("./facts.mjs").View>, stated: boolean][]}
 */
const CASES = [
  ["a number in the answer", 42, { answer: "There are 42." }, true],
  [
    "a number that only a table has",
    362880.773,
    { answer: "See the table.", tables: [TABLE] },
    false,
  ],
  ["a number in bold", 543, { answer: "**543** orders.\n\nOf 9,994." }, true],
  ["a number beside one in bold", 9994, { answer: "**543** of 9,994 orders." }, true],
  [
    "a footnote's number",
    543,
    { answer: "There is **1 ship mode**.\n\nThis counts 543 rows." },
    false,
  ],
  [
    "a number in the table below one in bold",
    89473.708,
    {
      answer:
        "**Texas**: **170,188.05**\n\n| State | Sales |\n| --- | --- |\n| Florida | 89,473.71 |",
    },
    true,
  ],
  [
    "a number of an answer with a name in bold",
    543,
    { answer: "**Same Day** was chosen.\n\n543 orders." },
    true,
  ],
  ["a percentage", { percent: 6.36 }, { answer: "6.3 % of them" }, false],
  ["a rounded percentage", { percent: 6.3497 }, { answer: "6.3 % of them" }, true],
  ["a share", { percent: 46.19 }, { answer: "a share of 0.462" }, true],
  ["a share with a percent sign", { percent: 46.19 }, { answer: "0.462 %" }, false],
  [
    "the first name",
    { first: ["TX", "Texas"], among: ["TX", "CA"] },
    { answer: "Texas leads, then CA" },
    true,
  ],
  [
    "another first name",
    { first: ["TX", "Texas"], among: ["TX", "CA"] },
    { answer: "CA leads, then TX" },
    false,
  ],
  ["no name", { first: ["TX"], among: ["TX", "CA"] }, { answer: "one of them" }, false],
  ["one of several facts", { any: [1, "once"] }, { answer: "only once" }, true],
  ["all of several facts", { all: [1, "once"] }, { answer: "only once" }, false],
  ["a row in a table", { row: ["West", 225855.2745] }, { answer: "", tables: [TABLE] }, true],
  [
    "a row with a column's header",
    { row: ["West", "Consumer", 362880.773] },
    { answer: "", tables: [TABLE] },
    true,
  ],
  [
    "a row with another column's header",
    { row: ["West", "Corporate", 362880.773] },
    { answer: "", tables: [TABLE] },
    false,
  ],
  ["cells of two rows", { row: ["West", 350908.167] }, { answer: "", tables: [TABLE] }, false],
  [
    "a row of the answer's own table",
    { row: ["West", "Corporate", 225855.2745] },
    {
      answer:
        "| Region | Consumer | Corporate |\n| --- | ---: | ---: |\n| West | 362,880.77 | 225,855.27 |",
    },
    true,
  ],
  [
    "a row on a line",
    { row: ["West", 362880.773] },
    { answer: "- East: 350,908.17\n- West: 362,880.77" },
    true,
  ],
  [
    "cells on two lines",
    { row: ["West", 350908.167] },
    { answer: "- East: 350,908.17\n- West: 362,880.77" },
    false,
  ],
  [
    "a list in the answer",
    { listed: ["Tables", "Supplies"], others: ["Paper"] },
    { answer: "Supplies and tables" },
    true,
  ],
  [
    "a list with another name",
    { listed: ["Tables", "Supplies"], others: ["Paper"] },
    { answer: "Supplies, tables, paper" },
    false,
  ],
  [
    "a list in bold",
    { listed: ["Tables", "Supplies"], others: ["Paper"] },
    {
      answer:
        "**Tables and Supplies** have 2.\n\n| name | n |\n| --- | --- |\n| Tables | 2 |\n| Supplies | 2 |\n| Paper | 1 |",
    },
    true,
  ],
  [
    "an incomplete list",
    { listed: ["Tables", "Supplies"], others: ["Paper"] },
    { answer: "Supplies" },
    false,
  ],
  [
    "a list in a table",
    { listed: ["East", "West"], others: ["South"] },
    { answer: "These:", tables: [TABLE] },
    true,
  ],
  [
    "a list in a table that is cut",
    { listed: ["East", "West"], others: ["South"] },
    { answer: "These:", tables: [{ ...TABLE, totalRows: 3 }] },
    false,
  ],
  [
    "a chart",
    { chart: [284, 1.5] },
    { answer: "", figures: [{ elements: [{ label: "a", value: 284 }, { value: 1.5003 }] }] },
    true,
  ],
  [
    "a chart with other values",
    { chart: [284] },
    { answer: "284", figures: [{ elements: [{ value: 290 }] }] },
    false,
  ],
  [
    "a histogram",
    { histogram: 10 },
    { figures: [{ elements: [{ value: 1 }, { value: 4 }, { value: 3 }, { value: 2 }] }] },
    true,
  ],
  [
    "a histogram with the line of its median",
    { histogram: 10 },
    {
      figures: [
        {
          elements: [
            { elements: [{ value: 1 }, { value: 4 }, { value: 3 }, { value: 2 }] },
            { elements: [{ x: 2, y: 0 }] },
          ],
        },
      ],
    },
    true,
  ],
  [
    "a histogram of other values",
    { histogram: 20 },
    { figures: [{ elements: [{ value: 1 }, { value: 4 }, { value: 3 }, { value: 2 }] }] },
    false,
  ],
  [
    "two bars as a histogram",
    { histogram: 10 },
    { figures: [{ elements: [{ value: 6 }, { value: 4 }] }] },
    false,
  ],
  [
    "an image without data as a histogram",
    { histogram: 10 },
    { answer: "10", figures: [null] },
    false,
  ],
  [
    "a line's heights",
    { chart: [284] },
    {
      figures: [
        {
          type: "line",
          elements: [
            {
              points: [
                [1, 284],
                [2, 9],
              ],
            },
          ],
        },
      ],
    },
    true,
  ],
  [
    "a line's places",
    { chart: [2] },
    {
      figures: [
        {
          type: "line",
          elements: [
            {
              points: [
                [1, 284],
                [2, 9],
              ],
            },
          ],
        },
      ],
    },
    false,
  ],
  [
    "a series of values",
    { chart: [3, 4], most: 4 },
    { figures: [{ elements: [{ value: 3 }, { value: 4 }] }] },
    true,
  ],
  [
    "a series among too many values",
    { chart: [3, 4], most: 4 },
    { figures: [{ elements: [3, 4, 5, 6, 7].map((value) => ({ value })) }] },
    false,
  ],
  [
    "a pie's parts",
    { chart: [30, 10] },
    { figures: [{ type: "pie", elements: [{ value: 0.75 }, { value: 0.25 }] }] },
    true,
  ],
  [
    "other parts of a pie",
    { chart: [30, 10] },
    { figures: [{ type: "pie", elements: [{ value: 0.7 }, { value: 0.3 }] }] },
    false,
  ],
  [
    "a series in two figures",
    { chart: [3, 4], most: 4 },
    { figures: [{ elements: [{ value: 3 }] }, { elements: [{ value: 4 }] }] },
    false,
  ],
  [
    "a box plot",
    { box: [1, 2, 3] },
    { figures: [{ type: "box", elements: [{ firstQuartile: 1, median: 2, thirdQuartile: 3 }] }] },
    true,
  ],
  [
    "a box plot of other values",
    { box: [1, 2, 4] },
    { figures: [{ type: "box", elements: [{ firstQuartile: 1, median: 2, thirdQuartile: 3 }] }] },
    false,
  ],
  [
    "a line through the quartiles",
    { box: [1, 2, 3] },
    {
      figures: [
        {
          type: "line",
          elements: [
            {
              points: [
                [0, 1],
                [1, 2],
                [2, 3],
              ],
            },
          ],
        },
      ],
    },
    false,
  ],
  ["no chart", { chart: [284] }, { answer: "284" }, false],
];

for (const [name, fact, view, stated] of CASES) {
  test(`${name} ${stated ? "is" : "is not"} stated`, () =>
    assert.equal(states({ answer: "", tables: [], figures: [], ...view }, fact), stated));
}
