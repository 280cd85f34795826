// Draws what the page hands over, one result for the document's life, and tells its height. Knows what all kinds have in common;
// the renderers, which come as blobs, know the rest. Content is data here: it goes to a renderer or into a frame without any right.

import { still } from "./static_html.js";
import { dress } from "./style.js";

/** @param {MessagePort} port to the page */
export function serve(port) {
  // The frame itself is named by the page, so that nothing in it is named the same once more.
  const place = document.createElement("main");
  document.body.append(place);
  const tell = (message) => port.postMessage(message);
  let drawing = null;
  // One thing at a time, in the order in which it was asked for.
  let queue = Promise.resolve();

  const measure = () => {
    const { height } = place.getBoundingClientRect();
    if (drawing && height > 0) tell({ type: "height", height });
  };

  // What a renderer finds that it needs, while others wait in the queue: each is asked for once, and run.
  const wanted = new Map();
  const need = (name) => {
    if (!wanted.has(name)) {
      const given = {};
      given.promise = new Promise((resolve, reject) => Object.assign(given, { resolve, reject })).then(run);
      wanted.set(name, given);
      tell({ type: "need", name });
    }
    return wanted.get(name).promise;
  };

  const tasks = {
    async draw({ kind, content, title, height, theme, script, helpers }) {
      if (drawing) return;
      dress(theme);
      const job = { kind, content, title, height, theme, helpers, need };
      if (script) await run(script);
      drawing = await (script && kind !== "latex" ? self.insituRender.draw : still)(place, job);
      tell({ type: "drawn", height: place.getBoundingClientRect().height });
      new ResizeObserver(measure).observe(place);
    },
    async theme({ theme }) {
      dress(theme);
      await drawing?.restyle(theme);
    },
    async update({ content }) {
      await drawing?.update(content);
    },
    async picture({ id }) {
      if (!drawing?.picture) return tell({ type: "picture", id, message: "This cannot be saved as a picture." });
      try {
        tell({ type: "picture", id, picture: await drawing.picture() });
      } catch (error) {
        tell({ type: "picture", id, message: words(error) });
      }
    },
  };

  port.onmessage = ({ data }) => {
    if (data?.type === "given") return data.script ? wanted.get(data.name)?.resolve(data.script) : wanted.get(data.name)?.reject(new Error(data.message));
    const task = Object.hasOwn(tasks, data?.type) ? tasks[data.type] : null;
    if (task) queue = queue.then(() => task(data)).catch((error) => tell({ type: "failed", message: words(error) }));
  };
  // Links lead nowhere from here: following one would leave a page of the browser's in place of the result.
  for (const kind of ["click", "auxclick"]) {
    addEventListener(kind, (event) => event.composedPath().some((one) => one instanceof Element && one.localName === "a") && event.preventDefault(), true);
  }
  tell({ type: "ready" });
}

/** Runs a renderer. */
function run(script) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = URL.createObjectURL(script);
    element.onload = () => {
      URL.revokeObjectURL(element.src);
      element.remove();
      resolve();
    };
    element.onerror = () => reject(new Error("What draws this did not start."));
    document.head.append(element);
  });
}

function words(error) {
  return String(error?.message || error || "It could not be drawn.");
}
