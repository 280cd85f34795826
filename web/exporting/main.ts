// Runs the export module apart from the page: in a worker of a sealed frame like the kernel's, so
// that a large session does not block the page. The page's policy allows no worker, that of the
// frame does.

import { openFrame } from "../runtime/frame.ts";
import { collector, PIECE, replaced } from "./parts.ts";
import type { Exports } from "../types/page.ts";

/**
 * Starts the worker. `close` ends it.
 *
 * @param script the address of its script
 * @param wasm the address of the module
 * @throws {Error} with a sentence for the user
 */
export async function openExports(script: string, wasm: string): Promise<Exports> {
  const [[source, module], frame] = await Promise.all([
    Promise.all([script, wasm].map(content)),
    openFrame(document),
  ]);
  const waiting = new Map<
    number,
    { resolve: (done: any) => void; reject: (error: Error) => void }
  >();
  let jobs = 0;
  let ended: Error | undefined;
  const end = (why: string) => {
    ended ??= new Error(why);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    frame.element.remove();
  };
  frame.control.onmessage = ({ data }) => {
    const { type, message } = JSON.parse(data.message);
    if (type === "died")
      end(
        `The export was ended by the browser: ${message} Load the page again, or try it in another browser.`,
      );
  };
  const pieces: ReturnType<typeof collector<Blob>> = collector();
  frame.worker.onmessage = ({ data: { id, piece, done, failed } }) => {
    if (piece) return pieces.add(id, new Blob([piece]));
    const job = waiting.get(id);
    waiting.delete(id);
    if (failed !== undefined) return job?.reject(new Error(failed));
    const whole = replaced(done, (part) => {
      const found = pieces.take(id, part);
      return found && new Blob(found);
    });
    job?.resolve(whole.finally(() => pieces.forget(id)));
  };
  /** Sends bytes ahead of the message that refers to them. */
  const send = async (id: number, blob: Blob) => {
    let count = 0;
    for (let at = 0; at < blob.size; at += PIECE) {
      const piece = await blob
        .slice(at, at + PIECE)
        .arrayBuffer()
        .catch(() => {
          throw new Error(
            "The file cannot be read. It may have been moved or deleted; choose it again.",
          );
        });
      frame.worker.postMessage({ id, piece }, [piece]);
      count += 1;
    }
    return { pieces: count };
  };
  const run = async (name: string, ...given: any[]): Promise<any> => {
    jobs += 1;
    const id = jobs;
    const sent = await replaced(given, (part) =>
      part instanceof Blob ? send(id, part) : undefined,
    );
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.set(id, { resolve, reject });
      frame.worker.postMessage({ id, name, given: sent });
    });
  };
  frame.control.postMessage({ message: JSON.stringify({ type: "start" }), attachments: [source] }, [
    source,
  ]);
  await run("load", module);
  return {
    needs: (...given) => run("needs", ...given),
    exportAs: (...given) => run("exportAs", ...given),
    packFile: (...given) => run("packFile", ...given),
    unpackFile: (...given) => run("unpackFile", ...given),
    inspectWheel: (...given) => run("inspectWheel", ...given),
    close: () => end("The export has ended."),
  };
}

async function content(address: string) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok)
    throw new Error("The exports could not be loaded. Check the connection, and try again.");
  return response.arrayBuffer();
}
