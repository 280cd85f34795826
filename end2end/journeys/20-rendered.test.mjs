// Hostile rendered results in their frame: content from the tables in end2end/rendered reaches no
// address, runs nothing and sees nothing.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { neverBreached } from "../support/breach.mjs";
import { elsewhere, within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { journey } from "../support/fixture.mjs";
import { plantSecrets } from "../support/hostile.mjs";
import { frames, renderedCases, saved, show } from "../support/rendered.mjs";

const canary = await startCanary();
const wanted = process.env.INSITU_RENDERED ? new RegExp(process.env.INSITU_RENDERED) : /(?:)/;
const CASES = renderedCases(canary.url).filter(({ kind, name }) => wanted.test(`${kind}: ${name}`));

/**
 * How long to wait for requests that must not happen, in milliseconds. One that arrives even later
 * fails the next case.
 */
const PAUSE = 100;

/** What the canary has received once it has been tried: one connection, with one request. */
const TRIED = 1;

const { page, server } = await journey({ boot: false });
/** @type {RegExp} */
let secret;

before(async () => {
  secret = await plantSecrets(page);
});

test("the listener counts connections", async () => {
  await fetch(canary.url);
  await canary.hears(TRIED);
  neverBreached(() => assert.deepEqual([canary.touched(), canary.heard()], [TRIED, TRIED]));
  assert.ok(renderedCases(canary.url).length >= 80, "the tables are there");
});

for (const { kind, name, content, drawn = true } of CASES) {
  test(`${kind}: ${name}`, { timeout: 90_000 }, async () => {
    const problem = await within(60_000, "drawing it", show(page, { kind, content }));
    if (drawn !== "either") assert.equal(problem === null, drawn, `drawn: ${problem}`);
    if (problem === null) await poke();
    else assert.match(problem, /^[A-Z].{8,}/, "a failure is a sentence");
    await page.waitForTimeout(PAUSE);
    neverBreached(() => assert.equal(canary.touched(), TRIED, "nothing arrives"));
    const marks = await page.evaluate(
      () => `${window.pwned} ${/** @type {{ pwned?: unknown }} */ ({}).pwned}`,
    );
    neverBreached(() => assert.equal(marks, "undefined undefined", "nothing runs in the page"));
    const ran = await marked();
    neverBreached(() => assert.deepEqual(ran, [], "nothing runs in a frame"));
    assert.equal(page.url(), `${server.url}/`);
    assert.equal(page.context().pages().length, 1, "no window is opened");
    if (problem !== null) return;
    const { outer } = await frames(page);
    assert.equal(new URL(outer.url()).pathname, "/render/frame", "the frame is where it was");
    // The policy would hold alone; so would each of these.
    const inner = await outer.evaluate(() => {
      const frame = document.querySelector("iframe");
      const elements = frame
        ? Array.from(
            new DOMParser().parseFromString(frame.srcdoc, "text/html").querySelectorAll("*"),
          )
        : [];
      const handlers = elements.flatMap((one) =>
        one.getAttributeNames().filter((name) => name.startsWith("on")),
      );
      return frame && { sandbox: frame.getAttribute("sandbox"), handlers };
    });
    if (inner) neverBreached(() => assert.deepEqual(inner, { sandbox: "", handlers: [] }));
  });
}

/**
 * Returns the frames in which content ran. A frame whose address was refused never gets a document,
 * and does not answer.
 */
async function marked() {
  const silent = () => new Promise((resolve) => setTimeout(resolve, 1000, null));
  const found = await Promise.all(
    page
      .frames()
      .map((frame) =>
        Promise.race([frame.evaluate(() => self.pwned ?? null).catch(() => null), silent()]),
      ),
  );
  return found.filter((mark) => mark !== null);
}

/** Moves the pointer over the rendering, and clicks everything that could navigate. */
async function poke() {
  const { outer, inner } = await frames(page);
  const box = /** @type {DOMRect} */ (
    await /** @type {import("playwright-core").ElementHandle} */ (
      await page.$("#shown iframe")
    ).boundingBox()
  );
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 300));
  for (const frame of /** @type {import("playwright-core").Frame[]} */ (
    [outer, inner].filter(Boolean)
  )) {
    for (const one of (await frame.$$("a, button, area, input[type=submit], summary")).slice(
      0,
      6,
    )) {
      await one.click({ timeout: 400, noWaitAfter: true, force: true }).catch(() => {});
      await one.dispatchEvent("click").catch(() => {});
    }
  }
  await page.mouse.click(box.x + box.width / 2, box.y + Math.min(box.height / 2, 300));
}

/**
 * Waits for what is done in a document, or for the end of that document by a navigation that was
 * refused.
 *
 * @param {Promise<unknown>} acting
 */
async function untilRefused(acting) {
  await acting.catch((error) => {
    if (!/Execution context was destroyed/.test(String(error))) throw error;
  });
}

// The same markup unchanged, with the active content that the frame removes to measure it: the
// frame's sandbox and policy must be sufficient alone. A refused navigation may open a connection
// ahead of time; it must not send anything on it.
for (const { name, content } of CASES.filter(({ kind }) => kind === "html")) {
  test(`unchanged html: ${name}`, { timeout: 60_000 }, async () => {
    await show(page, { kind: "html", content: "<p>before</p>" });
    const { outer } = await frames(page);
    await outer.evaluate(async (content) => {
      const inner = document.createElement("iframe");
      inner.setAttribute("sandbox", "");
      inner.srcdoc = content;
      const loaded = new Promise((resolve) => (inner.onload = resolve));
      /** @type {Element} */ (document.querySelector("main")).replaceChildren(inner);
      const slow = new Promise((resolve) => setTimeout(resolve, 5000));
      await Promise.race([loaded, slow]);
    }, content);
    // And, although content never gets there, in the document that runs our own script. If it
    // navigates that document, the refusal ends it at any moment from here on.
    await untilRefused(
      outer.evaluate((content) => {
        const beside = document.createElement("div");
        document.body.append(beside);
        beside.innerHTML = content;
      }, content),
    );
    await page.waitForTimeout(PAUSE);
    await untilRefused(
      outer.$$("a, button").then(async (found) => {
        for (const one of found.slice(0, 4))
          await one
            .evaluate((element) => /** @type {HTMLElement} */ (element).click())
            .catch(() => {});
      }),
    );
    await page.waitForTimeout(PAUSE);
    neverBreached(() => assert.equal(canary.heard(), TRIED, "nothing is said to anybody"));
    const pwned = await page.evaluate(() => window.pwned);
    neverBreached(() => assert.equal(pwned, undefined));
    const ran = await marked();
    neverBreached(() => assert.deepEqual(ran, [], "nothing runs in a frame"));
    assert.equal(page.url(), `${server.url}/`);
  });
}

/** @type {Record<string, (url: string) => unknown>} */
const WAYS_OUT = {
  "a fetch": (url) => fetch(url),
  "a script from elsewhere": (url) =>
    new Promise((resolve, reject) =>
      document.head.append(
        Object.assign(document.createElement("script"), {
          src: `${url}/x.js`,
          onload: resolve,
          onerror: reject,
        }),
      ),
    ),
  "a module": (url) => import(`${url}/x.mjs`),
  "a script written inline": () =>
    new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
      document.addEventListener("securitypolicyviolation", reject, { once: true });
      document.head.append(
        Object.assign(document.createElement("script"), { textContent: "self.pwned = 1" }),
      );
      if (self.pwned) resolve();
    }),
  "text as a script": () => (0, eval)("1"),
  "an image": (url) =>
    new Promise((resolve, reject) =>
      Object.assign(new Image(), { onload: resolve, onerror: reject, src: `${url}/i.png` }),
    ),
  "a socket": (url) =>
    new Promise((resolve, reject) =>
      Object.assign(new WebSocket(url.replace("http", "ws")), { onopen: resolve, onerror: reject }),
    ),
  "the page": () => parent.document.title,
  "the page's address": () => parent.location.href,
  cookies: () => document.cookie,
  storage: () => localStorage.length,
  "a window": (url) => open(url) ?? Promise.reject(new Error("refused")),
};

test("our own script in the frame could not reach anything either, not even the page", async () => {
  await show(page, { kind: "html", content: "<p>x</p>" });
  const { outer } = await frames(page);
  assert.equal(await outer.evaluate(() => self.origin), "null");
  const touched = canary.touched();
  for (const [name, attempt] of Object.entries(WAYS_OUT)) {
    // The policy does not apply to Playwright's own evaluation, so each is an element or a call to
    // which it applies.
    const how = await outer.evaluate(attempt, canary.url).then(
      (value) => `open: ${value}`,
      () => "refused",
    );
    neverBreached(() => {
      if (name !== "text as a script") assert.equal(how, "refused", name);
      assert.doesNotMatch(how, secret);
    });
  }
  neverBreached(() => assert.equal(canary.touched(), touched));
});

test("the frame ignores messages that imitate the page, and the page ignores messages that imitate the frame", async () => {
  await show(page, { kind: "html", content: "<p>here</p>" });
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("#shown iframe"));
    /** @type {Window} */ (frame.contentWindow).postMessage({ insitu: "render" }, "*", [port2]);
    globalThis.answered = 0;
    port1.onmessage = () => (globalThis.answered += 1);
  });
  const { outer } = await frames(page);
  await outer.evaluate(() => parent.postMessage({ type: "height", height: 5 }, "*"));
  await page.waitForTimeout(PAUSE);
  assert.equal(await page.evaluate(() => globalThis.answered), 0, "the frame serves one port");
  assert.notEqual(
    await page.evaluate(
      () => /** @type {HTMLElement} */ (document.querySelector("#shown iframe")).style.height,
    ),
    "5px",
  );
});

test("a saved page of hostile markup reaches no address either", async () => {
  const touched = canary.touched();
  await show(page, {
    kind: "html",
    content: `<img src="${canary.url}/i"><meta http-equiv=refresh content="0;url=${canary.url}/r"><script>fetch("${canary.url}")</script><p>text</p>"></iframe><img src=${canary.url}/out>`,
  });
  const html = await saved(page, "toHtml");
  const other = await page.context().newPage();
  await other.setContent(html.bytes.toString("utf8"));
  await other.waitForTimeout(PAUSE * 2);
  assert.match(await other.frames()[1].evaluate(() => document.body.innerText), /text/);
  neverBreached(() => assert.equal(canary.touched(), touched));
  await other.close();
});

test("the page requested only this server's files", () => {
  // Requests to the canary are listed here even if they were refused; each case has checked the
  // canary itself.
  assert.deepEqual(
    elsewhere(page, server.url).filter((url) => !url.startsWith(canary.url)),
    [],
  );
});
