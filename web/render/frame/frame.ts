// Draws the one result that the page hands over, and reports its height. Knows what all kinds have
// in common; the renderers, which arrive as blobs, know the rest. Content is only data here: it
// goes to a renderer or into a frame without permissions.

import { still } from "./static_html.ts";
import { applyTheme } from "./styles.ts";
import type { Draw, Notice, PictureRequest, ThemeChange } from "../protocol.ts";
import type { Theme } from "../theme.ts";

/** What a renderer draws. The content of a PDF is its bytes; of every other kind it is a text. */
export interface Job {
  kind: string;
  content: string | ArrayBuffer;
  title: string;
  /** In CSS pixels. */
  height?: number;
  theme: Theme;
  helpers: Blob[];
  /** Gets a script from the page and runs it. */
  need: (name: string) => Promise<void>;
}

export type TextJob = Omit<Job, "content"> & { content: string };

/** A result that is drawn: `restyle` draws it in another theme, `picture` returns it as a PNG. */
export type Drawing = {
  restyle(theme: Theme): void | Promise<void>;
  picture?(): Promise<Blob>;
};

/** A script of ../renderers. As a method, since each draws its own kinds of content. */
export type Renderer = { draw(place: HTMLElement, job: Job): Promise<Drawing> };

/**
 * The script of formulas, which returns the markup of one and has the styles that the markup needs.
 */
export type FormulaRenderer = { markup: (content: string) => string; style: string };

/** A script that was requested: the promise is settled once it has run. */
type Requested = {
  promise: Promise<void>;
  resolve: (script: Blob) => void;
  reject: (problem: Error) => void;
};

/**
 * Answers the page's messages.
 *
 * @param port to the page
 */
export function serve(port: MessagePort) {
  // This element has no name: the page names the frame itself.
  const place = document.createElement("main");
  document.body.append(place);
  const post = (message: Notice) => port.postMessage(message);
  let drawing: Drawing | null = null;
  // Tasks run one at a time, in the order of their messages.
  let queue = Promise.resolve();

  const measure = () => {
    const { height } = place.getBoundingClientRect();
    if (drawing && height > 0) post({ type: "height", height });
  };

  // Scripts that a renderer requests while its task runs: each is requested once, and run.
  const requested = new Map<string, Requested>();
  const need = (name: string): Promise<void> => {
    if (!requested.has(name)) {
      const given = {} as Requested;
      given.promise = (
        new Promise((resolve, reject) => Object.assign(given, { resolve, reject })) as Promise<Blob>
      ).then(run);
      requested.set(name, given);
      post({ type: "need", name });
    }
    return (requested.get(name) as Requested).promise;
  };

  const tasks = {
    async draw({ kind, content, title, height, theme, script, helpers }: Draw) {
      if (drawing) return;
      applyTheme(theme);
      const job = { kind, content, title, height, theme, helpers, need };
      if (script) await run(script);
      drawing = await (script && kind !== "latex"
        ? (self.insituRender as Renderer).draw
        : (still as Renderer["draw"]))(place, job);
      post({ type: "drawn", height: place.getBoundingClientRect().height });
      new ResizeObserver(measure).observe(place);
    },
    async theme({ theme }: ThemeChange) {
      applyTheme(theme);
      await drawing?.restyle(theme);
    },
    async picture({ id }: PictureRequest) {
      if (!drawing?.picture)
        return post({ type: "picture", id, message: "This cannot be saved as a picture." });
      try {
        post({ type: "picture", id, picture: await drawing.picture() });
      } catch (error) {
        post({ type: "picture", id, message: messageOf(error) });
      }
    },
  };

  port.onmessage = ({ data }) => {
    if (data?.type === "given")
      return data.script
        ? requested.get(data.name)?.resolve(data.script)
        : requested.get(data.name)?.reject(new Error(data.message));
    const task = Object.hasOwn(tasks, data?.type) ? tasks[data.type as keyof typeof tasks] : null;
    if (task)
      queue = queue
        .then(() => task(data))
        .catch((error) => post({ type: "failed", message: messageOf(error) }));
  };
  // Links are disabled: following one would replace the result with an error page of the browser.
  for (const kind of ["click", "auxclick"]) {
    addEventListener(
      kind,
      (event) =>
        event.composedPath().some((one) => one instanceof Element && one.localName === "a") &&
        event.preventDefault(),
      true,
    );
  }
  post({ type: "ready" });
}

/** Runs a renderer. */
function run(script: Blob): Promise<void> {
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

function messageOf(error: unknown) {
  return String(
    (error as { message?: unknown } | null | undefined)?.message ||
      error ||
      "It could not be drawn.",
  );
}
