import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { withFigures } from "./report_figures.ts";

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const report = (body: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n</head>\n<body>\n${body}</body>\n</html>\n`;
const figure = (kind: string, specification: unknown) =>
  `<figure class="drawing" data-kind="${kind}" data-figure="${Buffer.from(JSON.stringify(specification)).toString("base64")}">\n<p class="note">A figure</p>\n</figure>\n`;
const BARS = { data: [{ type: "bar", x: ["ü</script>"], y: [1] }] };

/** The renderers that were asked for. */
let asked: string[] = [];
const get = async (name: string) => {
  asked.push(name);
  return new Blob([`self.insituRender = "${name} </script><script> $&";`]);
};

test("a report without interactive figures stays as it is, without scripts", async () => {
  const plain = report("<p>None.</p>\n");
  assert.equal(await withFigures(plain, get), plain);
});

test("each renderer is added once, and the policy admits the scripts of the report and no others", async () => {
  asked = [];
  const done = await withFigures(
    report(figure("plotly", BARS) + figure("plotly", BARS) + figure("vegalite", { mark: "bar" })),
    get,
  );
  assert.deepEqual(asked, ["plotly", "vega"]);
  const scripts = [
    ...done.matchAll(/<script(?: type="text\/plain" data-renderer="\w+")?>([^]*?)<\/script>/g),
  ].map(([, text]) => text);
  assert.equal(scripts.length, 4);
  const admitted = [
    ...(/script-src ([^;]*);/.exec(done)?.[1] ?? "").matchAll(/'sha256-([^']+)'/g),
  ].map(([, hash]) => hash);
  const hashes = scripts.map((text) => createHash("sha256").update(text).digest("base64"));
  assert.deepEqual(new Set(admitted), new Set(hashes));
  assert.ok(
    done.includes("default-src 'none'; script-src 'sha256-") && done.includes("form-action 'none'"),
  );
  assert.ok(!done.includes("unsafe-eval") && !done.includes("'self'"));
  // What a renderer contains ends no element.
  assert.equal(done.match(/<script/g)?.length, 4);
  assert.ok(done.includes("$&"));
});

test("a figure that nothing can draw here keeps its description", async () => {
  const map = report(
    figure("plotly", { data: [{ type: "choropleth" }] }) +
      figure("vega", BARS).replace(/data-figure="[^"]*"/, 'data-figure="AAAA"'),
  );
  assert.equal(await withFigures(map, get), map);
});
