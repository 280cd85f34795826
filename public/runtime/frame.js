// Opens the sealed frame and hands its ports over.

const ADDRESS = "/kernel/frame";
const ATTRIBUTES = {
  sandbox: "allow-scripts", allow: "cross-origin-isolated", title: "Python", "aria-hidden": "true", tabindex: "-1", hidden: "", src: ADDRESS,
};

/**
 * Puts a frame on the page, waits until it is loaded and gives it its ports.
 *
 * @param {Document} document
 * @returns {Promise<{ element: HTMLIFrameElement, control: MessagePort, worker: MessagePort }>} the page's ends of both channels; messages wait in
 *   them until somebody listens
 */
export async function openFrame(document) {
  const element = document.createElement("iframe");
  for (const [name, value] of Object.entries(ATTRIBUTES)) element.setAttribute(name, value);
  const loaded = new Promise((resolve) => element.addEventListener("load", resolve, { once: true }));
  // This may be before there is a body, and outside it nothing that the page's program renders is in the way.
  document.documentElement.append(element);
  await loaded;
  if (!element.contentWindow) throw new Error("The sealed frame was taken from the page.");
  const [control, worker] = [new MessageChannel(), new MessageChannel()];
  // The frame's origin is opaque, so no narrower target can be named; what is sent is two ports and no data.
  element.contentWindow.postMessage({ insitu: "ports" }, "*", [control.port2, worker.port2]);
  return { element, control: control.port1, worker: worker.port1 };
}
