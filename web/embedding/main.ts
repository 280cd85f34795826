// The page as a frame of another site's page, loaded only there: takes files and questions from
// that page, and hands it complete turns, as long as the session has no file but that page's own.
// What is handed out is in the ledger, and a notice says who receives it.

import { element } from "../elements/element.ts";
import { VERSION } from "./protocol.ts";
import type { Call } from "./protocol.ts";

/** Why turns are withheld. */
const WITHHELD = (site: string, name: string) =>
  `${name} is not from ${site}, so ${site} receives nothing of this session from now on. It can load the frame again, which begins a session without that file.`;

/** What the page around this one learns if something is not stored. */
const NOT_STORED =
  "What happened in the frame is not stored, and is lost with the tab. The frame says why.";

/** Answers the page around this one, if it is of one of these origins. */
export function listen(origins: string[]) {
  let connected: MessagePort | undefined;
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
 * @param site the origin of the page around this one
 */
function serve(port: MessagePort, site: string) {
  const session = begin(port, site);
  port.onmessage = async ({ data }) => {
    const { id, ...call } = data as Call;
    const answer = await session
      .then((session) => act(session, call))
      .then(
        (value) => ({ id, value }),
        (error) => ({ id, error: String(error?.message ?? error) }),
      );
    port.postMessage(answer);
  };
}

/** Begins a session for the site. */
async function begin(port: MessagePort, site: string) {
  await window.insitu.ready;
  /** Files that the site has handed in. */
  const handedIn = new WeakSet<File>();
  let withheld = "";
  let handedOut = 0;
  let sentences: HTMLElement[] = [];
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
    `This page is part of ${site}, which hands in files and receives the questions and answers of this session. What it received is listed under “What was sent”.`,
    true,
  );
  return { insitu, handedIn, withheld: () => withheld, handedOut: () => handedOut };
}

/**
 * Adds a sentence to the menus that say what leaves the browser: for the model that is right, for
 * the whole page it is not.
 */
function sayInMenus(sentence: string) {
  const menus = Array.from(document.querySelectorAll("#model-menu, #disclosure-choice"));
  return menus.map((menu) => {
    const said = element("p", { class: "menu-text", "data-testid": "handed-out" }, sentence);
    menu.prepend(said);
    return said;
  });
}

async function act(
  { insitu, handedIn, withheld, handedOut }: Awaited<ReturnType<typeof begin>>,
  { call, file, question }: { call: Call["call"]; file?: File; question?: string },
) {
  switch (call) {
    case "ready":
      return insitu.ready;
    case "addFile":
      if (file instanceof File) handedIn.add(file);
      return insitu.addFile(file as File);
    case "ask": {
      if (withheld()) throw new Error(withheld());
      const before = handedOut();
      const { message } = await insitu.ask(question as string);
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
