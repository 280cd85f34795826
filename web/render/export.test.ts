// Saved pages are complete, and nothing in them ends one of their
// parts early.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inScript, inText, standAlone } from "./export.ts";

test("markup in data ends neither a script nor an attribute", () => {
  assert.equal(inScript('{"a":"</script><!--\u2028"}'), '{"a":"\\u003c/script>\\u003c!--\\u2028"}');
  assert.equal(JSON.parse(inScript('"</script>"')), "</script>");
  assert.equal(inText(`<a b="c">&`), "&lt;a b=&quot;c&quot;&gt;&amp;");
});

test("a figure is saved with its renderer, under a policy without network", async () => {
  const script = new Blob(['insituRender = "</script>"; // <!-- x']);
  const saved = await standAlone({
    kind: "plotly",
    content: '{"data":[],"x":"</script>"}',
    title: "<A>",
    script,
  });
  const html = await saved.text();
  assert.equal(saved.type, "text/html");
  assert.match(
    html,
    /^<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
  );
  assert.match(html, /<title>&lt;A&gt;<\/title>/);
  assert.match(html, /insituRender = "\\x3c\/script>"; \/\/ \\x3c!-- x/);
  assert.equal(html.match(/<\/script>/g)?.length, 3, "job, renderer and start");
});

test("markup is saved in a frame without permissions", async () => {
  const html = await (
    await standAlone({
      kind: "html",
      content: '"></iframe><script>x</script>',
      title: "t",
      script: null,
    })
  ).text();
  assert.match(
    html,
    /<iframe sandbox title="t" srcdoc="&quot;&gt;&lt;\/iframe&gt;&lt;script&gt;x&lt;\/script&gt;"><\/iframe>$/,
  );
  assert.match(html, /frame-src 'none'/);
  assert.doesNotMatch(html, /<script/);
});

test("content that cannot be a page is rejected with a sentence", async () => {
  await assert.rejects(
    standAlone({ kind: "pdf", content: new ArrayBuffer(1), title: "", script: null }),
    /as it is/,
  );
});
