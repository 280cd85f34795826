// Shows what code rendered: one frame of opaque origin per result, created when it comes into view.
// Owns the frame's lifecycle and height; the frame owns what is drawn in it and how. Trusts nothing
// from the frame beyond `notice`.

import { frameAttributes } from "../runtime/address.ts";
import { asset } from "./assets.ts";
import { standAlone } from "./export.ts";
import { prepare } from "./kinds.ts";
import { notice } from "./protocol.ts";
import { themeOf, watchTheme } from "./theme.ts";
import type { Prepared } from "./kinds.ts";
import type { ToFrame } from "./protocol.ts";

/** A promise and the function that settles it. */
type Deferred<T> = { promise: Promise<T>; settle: (value?: T, problem?: string) => void };

type Timer = ReturnType<typeof setTimeout>;

/**
 * How far outside the viewport a frame is created, so that it is ready when the user scrolls to it.
 */
const AHEAD = "600px";

/**
 * How often a frame may load, as it does when it is moved in the page, before it is assumed to
 * reload itself.
 */
const LOADS = 50;

/** Numbers the drawings of the page, for what is reported of them. */
let drawings = 0;

/** The height of what is not drawn yet, in CSS pixels, of kinds whose usual height is known. */
const RESERVED: Partial<Record<string, number>> = { latex: 40, mathml: 40, chart: 400 };

/** How long drawing may take, in milliseconds. */
const DRAWING_TIME = 120_000;

/**
 * Draws a result in a frame at the end of `place`, which must be in the document at some time.
 *
 * `drawn` resolves when the result is drawn, or rejects with an Error whose message is a sentence:
 * then the frame is removed, and the caller shows another form. `height` is in CSS pixels: the
 * height of a figure that sets none itself, or the maximum height of html, svg and pdf, which
 * scroll beyond it.
 *
 * @param result `kind` and `content` as in kinds.ts; `title` names the frame for screen readers
 */
export function render(
  place: HTMLElement,
  {
    kind,
    content,
    title,
    height,
  }: { kind: string; content: unknown; title: string; height?: number },
): {
  drawn: Promise<void>;
  toPng(): Promise<Blob>;
  toHtml(): Promise<Blob>;
  remove(): void;
} {
  // Set below. If that fails, it stays null, and no frame is created.
  let prepared = null as unknown as Prepared;
  let frame: HTMLIFrameElement | null = null;
  let port: MessagePort | null = null;
  let loads = 0;
  let pictures = 0;
  /** The number of the drawing that is under way; 0 if none is. */
  let drawing = 0;
  let timeout: Timer | null = null;
  let ended: Error | null = null;
  const waiting = new Map<number, Deferred<Blob>>();
  const drawn: Deferred<void> = deferred();
  // A caller may ignore the promise: the rejection is handled here.
  drawn.promise.catch(() => {});

  // Scripts wait until no frame is busy, see `frontend/src/idle.rs`.
  const begin = () => {
    if (drawing > 0) return;
    drawing = drawings += 1;
    frame?.setAttribute("aria-busy", "true");
    globalThis.insituPage?.happened?.("render-began", drawing, kind);
  };
  const end = (how: "drawn" | "failed" | "removed") => {
    if (drawing === 0) return;
    frame?.removeAttribute("aria-busy");
    globalThis.insituPage?.happened?.("render-ended", drawing, how);
    drawing = 0;
  };

  const fail = (message: string) => {
    end("failed");
    remove(new Error(message));
  };

  const settleAll = (problem: string) => {
    for (const one of waiting.values()) one.settle(undefined, problem);
    waiting.clear();
  };

  const post = (message: ToFrame) => port?.postMessage(message);

  const draw = async () => {
    const to = port;
    try {
      const [script, ...helpers] = await Promise.all([
        prepared.script && asset(prepared.script),
        ...prepared.helpers.map(asset),
      ] as [Promise<Blob> | null, ...Promise<Blob>[]]);
      if (to === port)
        post({
          type: "draw",
          kind,
          content: prepared.content,
          title,
          height,
          theme: themeOf(place),
          script,
          helpers,
        });
    } catch (error) {
      fail((error as Error).message);
    }
  };

  // A frame has no network, and gets only what its kind is known to need.
  const provide = async (name: string) => {
    const to = port;
    const given = prepared.later.includes(name)
      ? await asset(name).then(
          (script) => ({ script }),
          ({ message }) => ({ message }),
        )
      : { message: "There is nothing of that name." };
    if (to === port) post({ type: "given", name, ...given });
  };

  const receive = ({ data }: MessageEvent) => {
    const received = notice(data);
    if (received?.type === "ready") draw();
    else if (received?.type === "failed") fail(received.message);
    else if (received?.type === "need") provide(received.name);
    else if (received?.type === "picture") {
      waiting.get(received.id)?.settle(received.picture, received.message);
      waiting.delete(received.id);
    } else if (received) {
      (frame as HTMLIFrameElement).style.height = `${received.height}px`;
      if (received.type === "drawn") {
        clearTimeout(timeout as Timer);
        drawn.settle();
        end("drawn");
      }
    }
  };

  // Every document that loads in the frame gets a new port: a frame that was moved in the page
  // starts again.
  const connect = () => {
    loads += 1;
    if (loads > LOADS) return fail("It keeps loading itself again.");
    begin();
    port?.close();
    settleAll("It was moved meanwhile. Try again.");
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = receive;
    // To any origin, since the frame's is opaque; the page's policy allows no other document in it.
    ((frame as HTMLIFrameElement).contentWindow as Window).postMessage({ insitu: "render" }, "*", [
      channel.port2,
    ]);
  };

  const open = () => {
    visibility.disconnect();
    if (frame || ended) return;
    frame = document.createElement("iframe");
    for (const [name, value] of Object.entries({
      ...frameAttributes(document, "render"),
      title,
      class: "rendered",
      "data-testid": "rendered",
    })) {
      frame.setAttribute(name, value);
    }
    Object.assign(frame.style, {
      display: "block",
      width: "100%",
      border: "0",
      height: place.style.minHeight,
    });
    frame.addEventListener("load", connect);
    timeout = setTimeout(() => fail("Drawing it takes too long."), DRAWING_TIME);
    begin();
    place.append(frame);
    place.style.minHeight = "";
  };

  const remove = (reason = new Error("It is not shown any more.")) => {
    if (ended) return;
    ended = reason;
    end("removed");
    clearTimeout(timeout as Timer);
    visibility.disconnect();
    unwatch();
    port?.close();
    port = null;
    frame?.remove();
    place.style.minHeight = "";
    drawn.settle(undefined, reason.message);
    settleAll(reason.message);
  };

  const visibility = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && open(),
    { rootMargin: AHEAD },
  );
  const unwatch = watchTheme(place, () => post({ type: "theme", theme: themeOf(place) }));
  try {
    prepared = prepare(kind, content);
    place.style.minHeight = `${Math.min(height ?? Infinity, RESERVED[kind] ?? 320)}px`;
    visibility.observe(place);
  } catch (error) {
    fail((error as Error).message);
  }

  return {
    drawn: drawn.promise,
    async toPng() {
      open();
      await drawn.promise;
      if (ended) throw ended;
      const answer: Deferred<Blob> = deferred();
      pictures += 1;
      waiting.set(pictures, answer);
      post({ type: "picture", id: pictures });
      return answer.promise;
    },
    async toHtml() {
      if (!prepared) throw ended;
      return standAlone({
        kind,
        content: prepared.content,
        title,
        height,
        script: (prepared.script && (await asset(prepared.script))) as Blob | null,
      });
    },
    remove: () => remove(),
  };
}

/**
 * Returns a promise and the function that settles it, with a value or with a sentence that says why
 * there is none.
 */
function deferred<T>(): Deferred<T> {
  // The executor assigns it at once.
  let settle!: Deferred<T>["settle"];
  const promise = new Promise<T>((resolve, reject) => {
    settle = (value?: T, problem?: string) =>
      problem === undefined ? resolve(value as T) : reject(new Error(problem));
  });
  return { promise, settle };
}
