// Measures what a long answer costs the page: from the question to the complete answer, in seconds,
// and how long the main thread is busy, at a time and in all, in processor time. The answer has
// headings, paragraphs, lists, a table and numbers, some of which the execution before it has
// printed.
//
//   npx tsx bench/long_answer.mjs [--bytes 246000] [--runs 1]
//
// Prints a Markdown table. Needs what the journeys need (CHROMIUM, INSITU_BINARY, INSITU_SITE).

import { parseArgs } from "node:util";

import { openPage, ready, startBrowser } from "../end2end/support/browser.mjs";
import { mainThreadTasks } from "../end2end/support/main-thread.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { MODEL, python, startUpstream } from "../end2end/support/upstream.mjs";
import { ask, choose } from "../end2end/support/user.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { table } from "./support/statistics.mjs";

const { values: options } = parseArgs({
  options: { bytes: { type: "string", default: "246000" }, runs: { type: "string", default: "1" } },
});

/** Prints 40 numbers, which the answers state. */
const CODE = "for region in range(40): print(f'region {region}: {region * 317 + 1000}')";

/** Returns one section of an answer. @param {number} at */
function section(at) {
  const region = at % 40;
  const rows = Array.from(
    { length: 8 },
    (_, row) => `| product ${row} | ${1000 + 317 * ((region + row) % 40)} | ${row + 1} |`,
  );
  return [
    `## Region ${region}, part ${at}`,
    `Region ${region} has **${1000 + 317 * region}** orders. That is what the code printed for it, and the sentences that follow only make this paragraph as long as those that models write.`,
    Array.from(
      { length: 5 },
      (_, item) => `- item ${item} of region ${region}: \`value_${item}\``,
    ).join("\n"),
    ["| product | orders | rank |", "|---|--:|--:|", ...rows].join("\n"),
  ].join("\n\n");
}

const sections = [];
for (let bytes = 0, at = 0; bytes < Number(options.bytes); at += 1) {
  sections.push(section(at));
  bytes += (sections.at(-1)?.length ?? 0) + 2;
}
const answer = sections.join("\n\n");

await benchmark(async () => {
  const upstream = await startUpstream();
  atEnd(upstream.stop);
  const server = await startServer({ model: upstream.model });
  atEnd(server.stop);
  const browser = await startBrowser();
  atEnd(() => browser.close());
  const rows = [];
  for (let run = 0; run < Number(options.runs); run += 1) {
    const page = await openPage(browser, server.url);
    await choose(page, MODEL);
    await ready(page);
    upstream.script({ calls: [python(CODE)] }, { text: answer });
    const began = performance.now();
    const tasks = await mainThreadTasks(browser, page, () =>
      ask(page, "How many orders has each region?", 580_000),
    );
    const seconds = (performance.now() - began) / 1000;
    const busy = tasks.map(({ duration }) => duration);
    const all = busy.reduce((sum, one) => sum + one, 0) / 1000;
    rows.push([
      String(answer.length),
      seconds.toFixed(1),
      String(Math.round(Math.max(...busy))),
      all.toFixed(1),
    ]);
    await page.close();
  }
  console.log(
    table(
      ["bytes of the answer", "complete after, s", "longest task, ms", "main thread busy, s"],
      rows,
    ),
  );
});
