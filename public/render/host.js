// Shows what code rendered: one frame of opaque origin per result, made when it comes into view. Owns the frame's life and its
// height; what is drawn in it, and how, is the frame's. Believes nothing that comes out of it beyond `notice`.

import { asset } from "./assets.js";
import { standAlone } from "./export.js";
import { prepare } from "./kinds.js";
import { notice } from "./protocol.js";
import { themeOf, watchTheme } from "./theme.js";

/** How far outside the view a frame is made, so that it is there when somebody scrolls to it. */
const AHEAD = "600px";

/** How often one frame may load, for having been moved about, before it is taken to do so by itself. */
const LOADS = 50;

/** How long drawing may take, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Draws a result in a frame at the end of `place`, which has to be in the document sooner or later.
 *
 * `drawn` tells when it is there, or rejects with an Error whose message is a sentence: then the frame is gone, and the caller shows
 * another form. `height` is the height wanted, in CSS pixels: of a figure that says none itself, or the most of html, svg and pdf, which
 * scroll beyond it.
 *
 * @param {HTMLElement} place
 * @param {{ kind: string, content: unknown, title: string, height?: number }} result `kind` and `content` as in kinds.js; `title` names
 *   the frame for those who cannot see it
 * @returns {{ drawn: Promise<void>, toPng(): Promise<Blob>, toHtml(): Promise<Blob>, update(content: unknown): Promise<void>, remove(): void }}
 */
export function render(place, { kind, content, title, height }) {
  let prepared = null;
  let frame = null;
  let port = null;
  let loads = 0;
  let pictures = 0;
  let patience = null;
  let over = null;
  const waiting = new Map();
  const drawn = deferred();
  // Whoever does not ask need not be told.
  drawn.promise.catch(() => {});

  const fail = (message) => remove(new Error(message));

  const settleAll = (problem) => {
    for (const one of waiting.values()) one.settle(undefined, problem);
    waiting.clear();
  };

  const tell = (message) => port?.postMessage(message);

  const draw = async () => {
    const to = port;
    try {
      const [script, ...helpers] = await Promise.all([prepared.script && asset(prepared.script), ...prepared.helpers.map(asset)]);
      if (to === port) tell({ type: "draw", kind, content: prepared.content, title, height, theme: themeOf(place), script, helpers });
    } catch (error) {
      fail(error.message);
    }
  };

  // A frame has no network, and gets no more than what its kind is known to need.
  const give = async (name) => {
    const to = port;
    const given = prepared.later.includes(name)
      ? await asset(name).then((script) => ({ script }), ({ message }) => ({ message }))
      : { message: "There is nothing of that name." };
    if (to === port) tell({ type: "given", name, ...given });
  };

  const hear = ({ data }) => {
    const said = notice(data);
    if (said?.type === "ready") draw();
    else if (said?.type === "failed") fail(said.message);
    else if (said?.type === "need") give(said.name);
    else if (said?.type === "picture") {
      waiting.get(said.id)?.settle(said.picture, said.message);
      waiting.delete(said.id);
    } else if (said) {
      frame.style.height = `${said.height}px`;
      if (said.type === "drawn") {
        clearTimeout(patience);
        drawn.settle();
      }
    }
  };

  // Every document that loads in the frame is greeted anew: one that was moved in the page starts from the beginning.
  const greet = () => {
    loads += 1;
    if (loads > LOADS) return fail("It keeps loading itself again.");
    port?.close();
    settleAll("It was moved meanwhile. Try again.");
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = hear;
    // To whatever origin, since the frame's is opaque; the page's policy lets nothing else into it.
    frame.contentWindow.postMessage({ insitu: "render" }, "*", [channel.port2]);
  };

  const open = () => {
    sight.disconnect();
    if (frame || over) return;
    frame = document.createElement("iframe");
    for (const [name, value] of Object.entries({ sandbox: "allow-scripts", src: "/render/frame", title, class: "rendered", "data-testid": "rendered" })) {
      frame.setAttribute(name, value);
    }
    Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: place.style.minHeight });
    frame.addEventListener("load", greet);
    patience = setTimeout(() => fail("Drawing it takes too long."), PATIENCE);
    place.append(frame);
    place.style.minHeight = "";
  };

  const remove = (reason = new Error("It is not shown any more.")) => {
    if (over) return;
    over = reason;
    clearTimeout(patience);
    sight.disconnect();
    unwatch();
    port?.close();
    port = null;
    frame?.remove();
    place.style.minHeight = "";
    drawn.settle(undefined, reason.message);
    settleAll(reason.message);
  };

  const sight = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && open(), { rootMargin: AHEAD });
  const unwatch = watchTheme(place, () => tell({ type: "theme", theme: themeOf(place) }));
  try {
    prepared = prepare(kind, content);
    place.style.minHeight = `${kind === "latex" || kind === "mathml" ? 40 : Math.min(height ?? 320, 320)}px`;
    sight.observe(place);
  } catch (error) {
    fail(error.message);
  }

  return {
    drawn: drawn.promise,
    async toPng() {
      open();
      await drawn.promise;
      if (over) throw over;
      const answer = deferred();
      pictures += 1;
      waiting.set(pictures, answer);
      tell({ type: "picture", id: pictures });
      return answer.promise;
    },
    async toHtml() {
      if (!prepared) throw over;
      return standAlone({ kind, content: prepared.content, title, height, script: prepared.script && (await asset(prepared.script)) });
    },
    async update(next) {
      if (over) throw over;
      const before = prepared.script;
      prepared = prepare(kind, next);
      if (!port) return;
      // A figure that needs another script starts afresh; the others keep what the user did to them.
      if (before === prepared.script) tell({ type: "update", content: prepared.content });
      else frame.src = frame.src;
    },
    remove: () => remove(),
  };
}

/** A promise with what settles it: a value, or a sentence that says why there is none. */
function deferred() {
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = (value, problem) => (problem === undefined ? resolve(value) : reject(new Error(problem)));
  });
  return { promise, settle };
}
