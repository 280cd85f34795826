// Reads files for the worker, whose thread is busy or, in some browsers, not allowed to read them;
// and passes on its orders for the SQL engine.

import type { makeEngines } from "./engine.ts";

/**
 * Serves the worker's requests.
 *
 * @param port the worker's end is that of `openFiles`. `{ id, file }` is answered with the whole
 *   content, or the reason why it cannot be read; `{ ticket, file }` is sent through the pipe; `{
 *   more }` requests the pipe's next piece
 * @param sender see `makeSender`; null if memory cannot be shared
 * @param engines starts and ends the SQL engine, at `{ engine }` and `{ endEngine }`
 */
export function serveFiles(
  port: MessagePort,
  sender: { send(ticket: number, file: Blob): void; next(): void } | null,
  engines?: ReturnType<typeof makeEngines>,
) {
  port.onmessage = async ({ data: { id, ticket, file, more, engine, endEngine }, ports }) => {
    if (engine) return engines?.start(engine, ports[0]);
    if (endEngine) return engines?.end();
    if (more) return sender?.next();
    if (ticket !== undefined) return sender?.send(ticket, file);
    try {
      const bytes = await file.arrayBuffer();
      port.postMessage({ id, bytes }, [bytes]);
    } catch (error) {
      port.postMessage({
        id,
        failed: `${(error as Error).name}: ${(error as Error).message}`,
      });
    }
  };
}
