// The page as a frame of another site's page, loaded only there: takes files and questions from
// that page, and hands it complete turns, as long as the session has no file but that page's own.
// What is handed out is in the ledger, and a notice says who receives it.

import { element } from "../elements/element.js";
import { VERSION } from "./protocol.js";

/** Why turns are withheld. @param {string} site @param {string} name */
const WITHHELD = (site, name) =>
  `${name} is not from ${site}, so ${site} receives nothing of this session from now on. It can load the frame again, which begins a session without that file.`;

/** What the page around this one learns where something is not stored. */
const NOT_STORED =
  "What happened in the frame is not stored, and is lost with the tab. The frame says why.";

/**
 * Answers the page around this one, if it is of one of these origins.
 *
 * @param {string[]} origins
 */
export function listen(origins) {
  /** @type {MessagePort | undefined} */
  let connected;
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || !origins.includes(origin) || data?.insitu !== "embed" || connected)
      return;
    const { port1, port2 } = new MessageChannel();
    connected = port1;
    parent.postMessage({ insitu: "embedded", version: VERSION }, origin, [port2]);
    if (data.version === VERSION) serve(port1, origin);
  });
}

/**
 * Does what the site asks for.
 *
 * @param {MessagePort} port
 * @param {string} site the origin of the page around this one
 */
function serve(port, site) {
  const session = begin(port, site);
  port.onmessage = async ({ data }) => {
    const { id, ...call } = /** @type {import("./protocol.js").Call} */ (data);
    const answer = await session
      .then((session) => act(session, call))
      .then(
        (value) => ({ id, value }),
        (error) => ({ id, error: String(error?.message ?? error) }),
      );
    port.postMessage(answer);
  };
}

/**
 * Begins a session for the site.
 *
 * @param {MessagePort} port
 * @param {string} site
 */
async function begin(port, site) {
  await window.insitu.ready;
  /** Files that the site has handed in. @type {WeakSet<File>} */
  const handedIn = new WeakSet();
  let withheld = "";
  let handedOut = 0;
  /** @type {HTMLElement[]} */
  let sentences = [];
  const begun = globalThis.insituPage.beginEmbedded({
    to: () => (withheld ? null : `the page around this one, ${site}`),
    send(turn) {
      handedOut += 1;
      port.postMessage({ turn });
    },
    async fileAdded(file, name) {
      if (withheld || handedIn.has(file)) return;
      withheld = WITHHELD(site, name);
      for (const sentence of sentences) sentence.remove();
      port.postMessage({ withheld });
      (await begun).notify(withheld);
    },
  });
  const { insitu, notify } = await begun;
  if (!withheld)
    sentences = sayInMenus(
      `${site}, the page around this one, receives the questions and answers of the session that began with it.`,
    );
  notify(
    `This page is part of ${site}, which hands in files and receives the questions and answers of this session. What it received is listed under “sent”.`,
    true,
  );
  return { insitu, handedIn, withheld: () => withheld, handedOut: () => handedOut };
}

/**
 * Adds a sentence to the menus that say what leaves the browser: for the model that is right, for
 * the whole page it is not.
 *
 * @param {string} sentence
 */
function sayInMenus(sentence) {
  const menus = Array.from(document.querySelectorAll("#model-menu, #disclosure-menu"));
  return menus.map((menu) => {
    const said = element("p", { class: "menu-text", "data-testid": "handed-out" }, sentence);
    menu.prepend(said);
    return said;
  });
}

/**
 * @param {Awaited<ReturnType<typeof begin>>} session
 * @param {any} call
 */
async function act({ insitu, handedIn, withheld, handedOut }, { call, file, question }) {
  switch (call) {
    case "ready":
      return insitu.ready;
    case "addFile":
      if (file instanceof File) handedIn.add(file);
      return insitu.addFile(file);
    case "ask": {
      if (withheld()) throw new Error(withheld());
      const before = handedOut();
      const { message } = await insitu.ask(question);
      // The turn has gone out before, unless it was withheld, or not begun.
      if (handedOut() === before)
        throw new Error(withheld() || message || "The question was not asked.");
      return undefined;
    }
    case "interrupt":
      return insitu.interrupt();
    case "settled":
    case "idle":
      // Why not is for the user of the frame, who is notified.
      return (call === "idle" ? insitu.idle() : insitu.settled()).catch(() => {
        throw new Error(NOT_STORED);
      });
    default:
      throw new Error(`There is no call “${call}”.`);
  }
}
