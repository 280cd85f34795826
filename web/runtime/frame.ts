// Opens the sealed frame and sends it its ports.

import { frameAttributes } from "./address.ts";

const ATTRIBUTES = {
  allow: "cross-origin-isolated",
  title: "Python",
  "aria-hidden": "true",
  tabindex: "-1",
  hidden: "",
};

/**
 * A frame, and the page's ends of both channels; messages are queued in them until somebody
 * listens.
 */
export type Frame = { element: HTMLIFrameElement; control: MessagePort; worker: MessagePort };

/** Adds a frame to the page, waits until it is loaded and sends it its ports. */
export async function openFrame(document: Document): Promise<Frame> {
  const element = document.createElement("iframe");
  for (const [name, value] of Object.entries({
    ...frameAttributes(document, "kernel"),
    ...ATTRIBUTES,
  }))
    element.setAttribute(name, value);
  const loaded = new Promise((resolve) =>
    element.addEventListener("load", resolve, { once: true }),
  );
  // There may be no body yet, and outside the body the page's program does not interfere.
  document.documentElement.append(element);
  await loaded;
  if (!element.contentWindow) throw new Error("The isolated frame was taken from the page.");
  const [control, worker] = [new MessageChannel(), new MessageChannel()];
  // The frame's origin is opaque, so no narrower target can be named; what is sent is two ports and
  // no data.
  element.contentWindow.postMessage({ insitu: "ports" }, "*", [control.port2, worker.port2]);
  return { element, control: control.port1, worker: worker.port1 };
}
