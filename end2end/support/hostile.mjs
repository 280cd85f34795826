// The tables of hostile code, and the checks of the page while it runs: it responds to clicks,
// shows no active content, and reveals none of its secrets. Knows nothing of single cases.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { within } from "./browser.mjs";
import { id } from "./user.mjs";
import { FULL, sample } from "./sample.mjs";
import { root } from "./server.mjs";

const folder = path.join(root, "end2end/kernel");

// Pyodide's JavaScript as an attacker reaches it when `pyodide_js` is not available: through any
// JavaScript object that Python holds.
const PYODIDE = `import gc
from pyodide.ffi import JsProxy
class Reached:
    def __getattr__(self, name):
        try:
            import pyodide_js
            return getattr(pyodide_js, name)
        except (ImportError, AttributeError):
            pass
        for holder in gc.get_objects():
            for thing in gc.get_referents(holder):
                if isinstance(thing, JsProxy) and not hasattr(type(thing), name):
                    try:
                        return getattr(thing, name)
                    except BaseException:
                        pass
        raise AttributeError(name)
pyodide_js = Reached()`;

/**
 * Code and its expectations, see `hostileCases`.
 *
 * @typedef {object} Expectations
 * @property {string} code
 * @property {string | string[]} [status]
 * @property {string | (string | null)[]} [error]
 * @property {string} [value]
 * @property {string} [stdout]
 * @property {string} [stderr]
 * @property {string} [stdoutIs]
 * @property {string} [result]
 * @property {number} [resultsAtMost]
 * @property {number} [picturesAtMost]
 * @property {string[] | "any"} [filesIs]
 * @property {number} [most]
 * @property {string} [shows]
 * @property {string} [hides]
 */

/**
 * A case, see `hostileCases`.
 *
 * @typedef {object} CaseOptions
 * @property {string} group
 * @property {string} name
 * @property {boolean} [turn]
 * @property {number} [timeout]
 * @property {number} [stop]
 * @property {"terminate" | "remove"} [outside]
 * @property {"terminate" | "remove"} [idle]
 * @property {number} [within]
 * @property {boolean | "maybe"} [restarted]
 * @property {boolean} [asks]
 * @property {Expectations} [after]
 *
 * @typedef {Expectations & CaseOptions} Case
 */

/**
 * Returns all cases, in the order of their files' names, with `{canary}`, `{host}`, `{port}` and
 * `{pyodide}` filled in. A case is code and its expectations:
 *
 * - `group`, `name`, `code`: the code is run by `window.insitu.run`, or as a step of a model's turn
 *   if `turn` is true
 * - `status`, `error`: of the outcome; a list if several are accepted
 * - `value`, `stdout`, `stderr`: patterns in the error's message and the streams; `stdoutIs` is the
 *   complete stdout
 * - `result`: the text of the last expression's value
 * - `resultsAtMost`, `picturesAtMost`, `filesIs`, `most`: limits of results and images, the new
 *   files, the limit of the outcome's size in bytes
 * - `shows`, `hides`: patterns that the page's text of the turn contains, and does not contain
 * - `timeout`, `stop`: the time limit, and the time of a stop, in milliseconds after the call
 * - `outside`, `idle`: what is done to the kernel while the code runs, or after it: "terminate" the
 *   worker, "remove" the frame
 * - `within`: how long it takes at most on an idle machine, in milliseconds, 20,000 by default; what
 *   takes ten times as long hangs
 * - `restarted`: whether the kernel is restarted: false, true or "maybe"; the page always reports a
 *   restart
 * - `asks`: whether the page asks the user meanwhile, in a dialog
 * - `after`: code that is run afterwards, with the same expectations
 *
 * @param {{ host: string, port: number }} canary
 * @returns {Case[]}
 */
export function hostileCases({ host, port }) {
  const fill = (/** @type {string} */ text) =>
    text
      .replaceAll("{canary}", `http://${host}:${port}`)
      .replaceAll("{host}", host)
      .replaceAll("{port}", String(port))
      .replaceAll("{pyodide}", PYODIDE);
  return (
    readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      // Cases that end the interpreter come last, since each costs a start.
      .sort(
        (a, b) =>
          Number(a.startsWith("deaths")) - Number(b.startsWith("deaths")) || a.localeCompare(b),
      )
      .flatMap((name) =>
        readFileSync(path.join(folder, name), "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) =>
            JSON.parse(line, (_, value) => (typeof value === "string" ? fill(value) : value)),
          ),
      )
  );
}

/**
 * The tables that run whole in each engine: what could reach the network, the host or stored data.
 */
const REACHING = new Set(["network", "host reach", "storage"]);

/** Cases that end the interpreter and run in each gate, one for each way of its end. */
const ENDS = new Set([
  "code that swallows the interrupt is killed",
  "a worker that is ended from outside while it computes is noticed within two seconds",
  "a frame that is taken away while it runs is noticed",
  "every object of the kernel is looked for and spoilt",
]);

/**
 * Returns the cases of the gate in Chromium: without most of those that end the interpreter, each
 * of which costs a start.
 *
 * @param {Case[]} cases
 */
export function hostileInChromium(cases) {
  if (FULL) return cases;
  const reaching = (/** @type {Case} */ { group }) =>
    REACHING.has(group) || group === "forged messages";
  return cases.filter((one) => reaching(one) || !mayEnd(one) || ENDS.has(one.name));
}

/**
 * Returns the cases of the gate elsewhere, where the frames' documents are those of Chromium's: all
 * that could reach something, and every fifth of the others.
 *
 * @param {Case[]} cases
 */
export function hostileElsewhere(cases) {
  const others = new Set(
    sample(
      hostileInChromium(cases).filter(({ group }) => !REACHING.has(group)),
      5,
    ),
  );
  return cases.filter((one) => FULL || REACHING.has(one.group) || others.has(one));
}

/**
 * Returns the cases of the gate at a static host, whose frames' documents and policies are those of
 * the server and whose self-test tries every exit: every third that could reach something, and
 * every fifteenth of the others.
 *
 * @param {Case[]} cases
 */
export function hostileAtStaticHost(cases) {
  return sample(hostileElsewhere(cases), 3);
}

/**
 * Returns whether a case may end the interpreter.
 *
 * @param {Case} one
 */
function mayEnd({ restarted, outside, idle, status }) {
  return Boolean(restarted || outside || idle || [status].flat().includes("killed"));
}

/**
 * Checks the outcome of a case, and the text that the page shows of it, against the case's
 * expectations; see `hostileCases`.
 *
 * @param {import("../../web/generated/kernel").Outcome} outcome
 * @param {Expectations} wanted
 * @param {string} [text]
 */
export function expectOutcome(outcome, wanted, text) {
  const shown = JSON.stringify(outcome).slice(0, 3000);
  /**
   * @type {(value: unknown, list: string | (string | null)[] | undefined, what: string) => void}
   */
  const one = (value, list, what) =>
    list !== undefined &&
    assert.ok(
      /** @type {unknown[]} */ ([list].flat()).includes(value),
      `${what} is ${value}, not ${list}: ${shown}`,
    );
  /** @type {(text: string | undefined, source: string | undefined, what: string) => void} */
  const pattern = (text, source, what) =>
    source !== undefined &&
    assert.match(/** @type {string} */ (text), new RegExp(source, "s"), what);
  one(outcome.status, wanted.status ?? "ok", "the status");
  one(outcome.error?.name ?? null, wanted.error, "the error");
  pattern(outcome.error?.value ?? "", wanted.value, "the error's message");
  pattern(outcome.stdout, wanted.stdout, "stdout");
  pattern(outcome.stderr, wanted.stderr, "stderr");
  pattern(text, wanted.shows, "what the page shows");
  if (wanted.hides) assert.doesNotMatch(/** @type {string} */ (text), new RegExp(wanted.hides));
  one(outcome.stdout, wanted.stdoutIs, "stdout");
  one(outcome.results.find(({ main }) => main)?.text, wanted.result, "the value");
  if (wanted.filesIs && wanted.filesIs !== "any")
    assert.deepEqual(
      outcome.files.map(({ path }) => path),
      wanted.filesIs,
    );
  /** @type {(found: number, limit: number | undefined, what: string) => void} */
  const most = (found, limit, what) =>
    limit !== undefined && assert.ok(found <= limit, `${what}: ${found}, at most ${limit}`);
  most(outcome.results.length, wanted.resultsAtMost, "results");
  most(
    outcome.results.filter(({ mime }) => mime["image/png"]).length,
    wanted.picturesAtMost,
    "pictures",
  );
  most(Buffer.byteLength(JSON.stringify(outcome)), wanted.most, "bytes of the outcome");
}

/**
 * Plants secrets that no code may ever see, and returns the pattern that all of them match.
 *
 * @param {import("playwright-core").Page} page
 */
export async function plantSecrets(page) {
  await page
    .context()
    .addCookies([{ name: "session", value: "SECRET-cookie-104729", url: page.url() }]);
  await page.evaluate(() => {
    localStorage.setItem("key", "SECRET-local-611953");
    sessionStorage.setItem("key", "SECRET-session-746773");
    window.secret = "SECRET-window-350377";
  });
  return /SECRET-(cookie|local|session|window|other)-\d{6}/;
}

/**
 * Cases of code that ends by itself, but floods the page for so long that a click comes meanwhile.
 */
export const FLOODS = new Set([
  "a hundred thousand lines are bounded",
  "errors are bounded as output is",
  "text without an end of line is bounded",
  "output past Python's own streams is bounded",
  "a progress bar of a hundred thousand steps is bounded",
]);

/**
 * Returns whether the page has to respond to a click before the code ends: the code would not end
 * by itself, or it floods the page.
 *
 * @param {Case} one
 */
export function outlastsClicks({ name, stop, status }) {
  // What is refused at once ends before the first click, although it would be stopped later.
  return (stop !== undefined && status !== "error") || status === "timeout" || FLOODS.has(name);
}

/**
 * Has the page count its responses to clicks; see `clickUntil`.
 *
 * @param {import("playwright-core").Page} page
 */
export async function countAnswers(page) {
  await page.evaluate(() => {
    window.answers = { asked: 0, answered: 0, after: [] };
    document.addEventListener(
      "click",
      (event) => {
        if (/** @type {Element} */ (event.target).closest("#privacy label"))
          window.answers.asked += event.detail > 0 ? 1 : 0;
      },
      true,
    );
    // A response is a change that the page makes, once it is painted.
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        window.answers.answered = window.answers.asked;
        window.answers.after.push(window.insitu.events().at(-1)?.n ?? 0);
      }),
    ).observe(/** @type {Element} */ (document.querySelector('[data-testid="privacy-open"]')), {
      attributeFilter: ["title"],
    });
  });
}

/**
 * Clicks a control of the page repeatedly until `running` has settled, and waits until the page has
 * responded to each click. Returns how many there were, and how many the page has responded to
 * before the first execution ended that began after the event `since`.
 *
 * @param {import("playwright-core").Page} page
 * @param {Promise<unknown>} running
 * @param {number} since
 */
export async function clickUntil(page, running, since) {
  const places = await page.evaluate(() => {
    const menu = /** @type {HTMLElement} */ (document.querySelector("#privacy"));
    if (!menu.matches(":popover-open")) menu.showPopover();
    Object.assign(window.answers, { asked: 0, answered: 0, after: [] });
    return ["Everything printed", "Column info only"].map((name) => {
      const label = /** @type {HTMLElement} */ (
        Array.from(menu.querySelectorAll("label")).find((label) => label.textContent.includes(name))
      );
      const { x, y, width, height } = label.getBoundingClientRect();
      return {
        x: x + width / 2,
        y: y + height / 2,
        chosen: /** @type {HTMLInputElement} */ (label.querySelector("input")).checked,
      };
    });
  });
  let next = places.findIndex(({ chosen }) => !chosen);
  let going = true;
  const over = running.finally(() => (going = false)).catch(() => {});
  do {
    await page.mouse.click(places[next].x, places[next].y);
    next = 1 - next;
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 150))]);
  } while (going);
  const responding = page.evaluate(async (since) => {
    const { answers } = window;
    while (answers.answered < answers.asked) await new Promise(requestAnimationFrame);
    const ended =
      window.insitu.events(since).find(({ type }) => type === "execution-ended")?.n ?? Infinity;
    return { clicks: answers.asked, early: answers.after.filter((n) => n < ended).length };
  }, since);
  return within(60_000, "the page's response to a click", responding);
}

/**
 * Runs in the page: expands everything in the last element that matches the selector, and returns
 * its text and its active content, that is elements and attributes that text never creates.
 *
 * @param {string} part
 * @returns {{ text: string, acting: string[] }}
 */
export function shownOf(part) {
  const element = /** @type {Element} */ (Array.from(document.querySelectorAll(part)).at(-1));
  element.querySelectorAll("details").forEach((details) => (details.open = true));
  const selector =
    "script, iframe, frame, object, embed, form, base, meta, link, style, svg image, svg script, foreignObject, video, audio, math, [srcset], [style*='url(']";
  // The frame in which markup is shown, which has a journey of its own.
  const ours = (/** @type {Element} */ one) =>
    one.matches('iframe[src="/render/frame"][sandbox="allow-scripts"]');
  const acting = Array.from(element.querySelectorAll(selector))
    .filter((one) => !ours(one))
    .map((one) => one.outerHTML.slice(0, 200));
  for (const one of element.querySelectorAll("*")) {
    if (ours(one)) continue;
    for (const { name, value } of one.attributes) {
      const leads =
        (name === "src" || name === "href" || name.endsWith(":href")) &&
        !/^(data:image\/(png|jpeg);base64,|blob:|#)/.test(value);
      if (name.startsWith("on") || leads)
        acting.push(`${one.localName} ${name}=${value.slice(0, 100)}`);
    }
  }
  return { text: element.textContent, acting };
}

/**
 * Runs in every document first, see `openPage`: keeps a reference to the frame's worker, so that
 * `terminateWorker` can end it.
 */
export function keepWorker() {
  const Native = self.Worker;
  self.Worker = class extends Native {
    /** @param {ConstructorParameters<typeof Worker>} parts */
    constructor(...parts) {
      super(...parts);
      if (parts[1]?.name === "insitu-kernel") self.lastWorker = this;
    }
  };
}

/**
 * Terminates the kernel's worker without the page, as the browser does when memory is short.
 *
 * @param {import("playwright-core").Page} page
 */
export async function terminateWorker(page) {
  const frame = /** @type {import("playwright-core").Frame} */ (
    page.frames().find((frame) => frame.url().endsWith("/kernel/frame"))
  );
  await frame.evaluate(() => self.lastWorker.terminate());
}

/** The selectors of the page's notices and of the badge with the kernel's state. */
export const NOTICE = id("notice");
export const BADGE = id("kernel-badge");
