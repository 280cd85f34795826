// The worker that exports: a classic script behind the export module's own (see
// `xtask/src/build/page.rs`), started by a frame as the kernel's worker is. It is sealed like that
// one: it gets bytes from the page, and reaches nothing else.

import { jobsOf } from "./jobs.ts";
import { collector, joined, PIECE, replaced } from "./parts.ts";
import type { ExportJobs } from "../types/page.ts";
import type { Part } from "./parts.ts";

type Job = { id: number; name: string; given: any[] };

let jobs: ExportJobs | undefined;

self.onmessage = ({ data, ports: [port] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const pieces: ReturnType<typeof collector<ArrayBuffer>> = collector();
  port.onmessage = async ({ data: { id, piece, name, given } }) => {
    if (piece) return pieces.add(id, piece);
    try {
      const whole = await replaced(given, (part) => {
        const found = pieces.take(id, part);
        return found && joined(found);
      });
      pieces.forget(id);
      const done = await replaced(await run({ id, name, given: whole }), (part) =>
        part instanceof Uint8Array ? send(port, id, part) : undefined,
      );
      port.postMessage({ id, done });
    } catch (error) {
      port.postMessage({
        id,
        failed: (error as Partial<Error>)?.message ?? String(error),
      });
    }
  };
};
self.postMessage("started");

/** Sends bytes ahead of the message that refers to them. */
function send(port: MessagePort, id: number, bytes: Uint8Array): Part {
  let pieces = 0;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const { buffer } = bytes.slice(at, at + PIECE);
    port.postMessage({ id, piece: buffer }, [buffer]);
    pieces += 1;
  }
  return { pieces };
}

async function run({ name, given }: Job) {
  if (name === "load") {
    await insituExportModule({ module_or_path: given[0] });
    jobs = jobsOf(insituExportModule);
    return;
  }
  const job = (jobs as unknown as Record<string, (...given: any[]) => unknown>)[name];
  return job(...given);
}
