import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { decimals } from "./judge.mjs";
import { judged, jsonLines, questions } from "./lines.mjs";

const ids = (/** @type {Parameters<typeof questions>[0]} */ options) =>
  questions(options).map(({ id }) => id);

test("questions are chosen by set, by id, by half and by number", () => {
  assert.deepEqual(ids({ set: "plain", only: "^medals-[1-4]$" }), [
    "medals-1",
    "medals-2",
    "medals-3",
    "medals-4",
  ]);
  assert.deepEqual(ids({ set: "plain", only: "^medals-[1-4]$", half: "odd" }), [
    "medals-1",
    "medals-3",
  ]);
  assert.deepEqual(ids({ set: "plain", only: "^medals-[1-4]$", half: "even", limit: "1" }), [
    "medals-2",
  ]);
  assert.deepEqual(
    [...new Set(questions({ set: "closed,plain", only: "-1$" }).map(({ set }) => set))],
    ["closed", "plain"],
  );
  assert.throws(() => ids({ set: "plain", only: "", half: "third" }), /write odd or even/);
});

test("every question has an id of its own, a table of its set, and either a program or a reaction that is expected", () => {
  /** @type {{ table: string, set: string }[]} */
  const tables = JSON.parse(readFileSync(path.join(import.meta.dirname, "tables.json"), "utf8"));
  const all = ["closed", "plain", "more", "unseen", "blind", "fresh"].flatMap((set) =>
    jsonLines(path.join(import.meta.dirname, `${set}.jsonl`)).map((question) => ({
      ...question,
      set,
    })),
  );
  const faulty = all.filter(
    ({ set, table, program, expect }) =>
      !tables.some((other) => other.table === table && other.set === set) ||
      (program === undefined) !== ["ask", "decline"].includes(expect),
  );
  assert.deepEqual(faulty, []);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.deepEqual(
    tables.filter(
      ({ table, set }) => !all.some((question) => question.table === table && question.set === set),
    ),
    [],
  );
});

test("every question of the folder first_sight has an id of its own, its tables, and a first question if it follows one", () => {
  const folder = path.join(import.meta.dirname, "first_sight");
  const others = ["closed", "plain", "more", "unseen", "blind", "fresh"].flatMap((set) =>
    ids({ set, only: "" }),
  );
  const sources = ["questions", "second", "third", "fourth", "fifth"].flatMap((set) => {
    const all = jsonLines(path.join(folder, `${set}.jsonl`));
    const lines = readFileSync(
      path.join(folder, set === "questions" ? "sources.csv" : `${set}_sources.csv`),
      "utf8",
    )
      .trim()
      .split("\n")
      .slice(1);
    const tables = new Set(lines.map((line) => line.slice(0, line.indexOf(","))));
    const own = new Set(all.map(({ id }) => id));
    assert.equal(own.size, all.length);
    assert.deepEqual(
      others.filter((id) => own.has(id)),
      [],
    );
    others.push(...own);
    assert.deepEqual(
      all.filter(
        ({ table, tables: further = [], after }) =>
          ![table, ...further].every((name) => tables.has(name)) || (after && !own.has(after)),
      ),
      [],
    );
    assert.deepEqual(
      [...tables].filter((name) => !all.some(({ table }) => table === name)).sort(),
      [],
    );
    return lines;
  });
  // Tables of licences that are not the project's are fetched: sources.csv has their hashes,
  // tables/ not their data.
  assert.deepEqual(
    readdirSync(path.join(folder, "tables")).sort(),
    sources
      .filter((line) => !/,(GPL|ODbL)-/.test(line))
      .map((line) => `${line.slice(0, line.indexOf(","))}.csv`)
      .sort(),
  );
  const set = path.join(folder, "questions.jsonl");
  assert.deepEqual(
    questions({ set, only: "^infectious-[25]$" }).map(({ before }) => before),
    [undefined, ["measles cases per year as a line chart", "same for polio"]],
  );
});

test("every closed question of the folder first_sight is loaded, and a rounded answer to it is judged right, one of a further digit off wrong", () => {
  const folder = path.join(import.meta.dirname, "first_sight");
  const all = questions({ set: path.join(folder, "closed.jsonl"), only: "-c\\d+$" });
  assert.deepEqual(
    [1, 2, 3].map((level) => all.filter((question) => question.level === level).length),
    [24, 24, 24],
  );
  const others = [
    "closed",
    "plain",
    "more",
    "unseen",
    "blind",
    "fresh",
    "first_sight/questions",
    "first_sight/second",
  ].flatMap((set) => ids({ set, only: "" }));
  assert.equal(new Set([...others, ...all.map(({ id }) => id)]).size, others.length + all.length);
  const files = new Set(readdirSync(path.join(folder, "tables")));
  assert.deepEqual(
    all.filter(({ table }) => !files.has(`${table}.csv`)),
    [],
  );
  const step = {
    purpose: "",
    code: "",
    status: "ok",
    tables: [],
    figures: [],
    texts: [],
    printed: "",
    error: null,
  };
  const turn = {
    choices: [],
    steps: [step],
    stopped: null,
    message: null,
    marked: false,
    start: 0,
    seconds: 1,
    firstCode: 0,
  };
  for (const { expected, ...question } of jsonLines(path.join(folder, "closed.jsonl"))) {
    const places = decimals(question.format);
    const verdict = (/** @type {number} */ steps) => {
      const values = Object.entries(expected).map(([name, value]) => {
        const digits = places[name] ?? 0;
        return `@${name}[${typeof value === "number" ? (Number(value.toFixed(digits)) + steps * 10 ** -digits).toFixed(digits) : value}${typeof value === "string" && steps ? "x" : ""}]`;
      });
      return judged(
        { ...question, set: "closed", tokens: null, turn: { ...turn, answer: values.join(", ") } },
        { program: expected },
      ).verdict;
    };
    assert.deepEqual([question.id, verdict(0), verdict(1)], [question.id, "right", "wrong"]);
  }
});

test("an answer comes with what its last successful execution showed, and with its choices", () => {
  const step = {
    purpose: "",
    code: "",
    status: "ok",
    tables: [],
    figures: [],
    texts: [],
    printed: "",
    error: null,
  };
  const shown = {
    ...step,
    tables: [{ columns: ["region", "n"], rows: [["West", 3]], totalRows: 1 }],
  };
  const failed = { ...step, status: "error", error: "KeyError: n" };
  const asked = {
    answer: "See below.",
    choices: [],
    steps: [shown, failed],
    stopped: null,
    message: null,
    marked: false,
    start: 0,
    seconds: 1,
    firstCode: 0,
  };
  const question = {
    set: "plain",
    id: "shop-1",
    table: "shop",
    question: "sales per region",
    tokens: null,
  };
  const expected = { program: [{ row: ["West", 3] }] };
  assert.deepEqual(
    [judged({ ...question, turn: asked }, expected)].map(({ verdict, executions }) => [
      verdict,
      executions,
    ]),
    [["right", 1]],
  );
  assert.equal(
    judged({ ...question, turn: { ...asked, steps: [shown, step] } }, expected).verdict,
    "wrong",
  );
  assert.equal(
    judged({ ...question, turn: { ...asked, steps: [], choices: ["West"] } }, expected).verdict,
    "asked",
  );
  assert.equal(judged({ ...question, turn: null, fault: "no reply" }, expected).verdict, "error");
});
