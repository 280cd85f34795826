// Draws the one result that the page hands over, and reports its height. Knows what all kinds have in common; the renderers, which
// arrive as blobs, know the rest. Content is only data here: it goes to a renderer or into a frame without permissions.

import { still } from "./static_html.js";
import { applyTheme } from "./style.js";

/** Answers the page's messages. @param {MessagePort} port to the page */
export function serve(port) {
  // This element has no name: the page names the frame itself.
  const place = document.createElement("main");
  document.body.append(place);
  const post = (message) => port.postMessage(message);
  let drawing = null;
  // Tasks run one at a time, in the order of their messages.
  let queue = Promise.resolve();

  const measure = () => {
    const { height } = place.getBoundingClientRect();
    if (drawing && height > 0) post({ type: "height", height });
  };

  // Scripts that a renderer requests while its task runs: each is requested once, and run.
  const requested = new Map();
  const need = (name) => {
    if (!requested.has(name)) {
      const given = {};
      given.promise = new Promise((resolve, reject) => Object.assign(given, { resolve, reject })).then(run);
      requested.set(name, given);
      post({ type: "need", name });
    }
    return requested.get(name).promise;
  };

  const tasks = {
    async draw({ kind, content, title, height, theme, script, helpers }) {
      if (drawing) return;
      applyTheme(theme);
      const job = { kind, content, title, height, theme, helpers, need };
      if (script) await run(script);
      drawing = await (script && kind !== "latex" ? self.insituRender.draw : still)(place, job);
      post({ type: "drawn", height: place.getBoundingClientRect().height });
      new ResizeObserver(measure).observe(place);
    },
    async theme({ theme }) {
      applyTheme(theme);
      await drawing?.restyle(theme);
    },
    async update({ content }) {
      await drawing?.update(content);
    },
    async picture({ id }) {
      if (!drawing?.picture) return post({ type: "picture", id, message: "This cannot be saved as a picture." });
      try {
        post({ type: "picture", id, picture: await drawing.picture() });
      } catch (error) {
        post({ type: "picture", id, message: messageOf(error) });
      }
    },
  };

  port.onmessage = ({ data }) => {
    if (data?.type === "given") return data.script ? requested.get(data.name)?.resolve(data.script) : requested.get(data.name)?.reject(new Error(data.message));
    const task = Object.hasOwn(tasks, data?.type) ? tasks[data.type] : null;
    if (task) queue = queue.then(() => task(data)).catch((error) => post({ type: "failed", message: messageOf(error) }));
  };
  // Links are disabled: following one would replace the result with an error page of the browser.
  for (const kind of ["click", "auxclick"]) {
    addEventListener(kind, (event) => event.composedPath().some((one) => one instanceof Element && one.localName === "a") && event.preventDefault(), true);
  }
  post({ type: "ready" });
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

function messageOf(error) {
  return String(error?.message || error || "It could not be drawn.");
}
