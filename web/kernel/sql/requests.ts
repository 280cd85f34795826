// Answers Python's requests to the SQL engine: checks each message, and answers it through shared
// memory. Does not know DuckDB.

import { Stopped } from "./engine.ts";
import type { makeByteSender } from "../worker/pipe.ts";
import type { Engine } from "./engine.ts";

/** The answer to a request that was stopped. */
export const STOPPED = "stopped";

/**
 * Returns a function that takes messages: `{ more }` asks for the next piece of an answer, and
 * every other one is a request, answered exactly once if it has a ticket.
 *
 * @param sender answers: bytes, or the reason why there are none
 */
export function makeRequests(
  engine: Engine,
  sender: ReturnType<typeof makeByteSender>,
): (message: unknown) => void {
  return (message) => {
    const { more, ticket, ...request } = (message ?? {}) as Record<string, unknown>;
    if (more === true) return sender.next();
    if (!Number.isInteger(ticket)) return;
    try {
      sender.send(ticket as number, answer(engine, request));
    } catch (error) {
      sender.send(
        ticket as number,
        error instanceof Stopped ? STOPPED : String((error as Partial<Error>)?.message ?? error),
      );
    }
  };
}

function answer(engine: Engine, request: Record<string, unknown>): Uint8Array {
  const { action, file } = request;
  if (action === "connect") return new TextEncoder().encode(String(engine.connect()));
  if (action === "refer" && file instanceof Blob && Number.isSafeInteger(file.size))
    return new TextEncoder().encode(engine.refer(file));
  if (action === "forget" && typeof request.table === "string") {
    engine.forget(request.table);
    return new Uint8Array();
  }
  const connection = request.connection;
  if (typeof connection !== "number" || !Number.isInteger(connection)) throw malformed();
  if (action === "run" && typeof request.sql === "string")
    return engine.run(connection, request.sql);
  if (action === "whole" && typeof request.sql === "string")
    return engine.runWhole(connection, request.sql);
  if (action === "close") {
    engine.close(connection);
    return new Uint8Array();
  }
  if (
    action === "insert" &&
    typeof request.table === "string" &&
    request.bytes instanceof Uint8Array
  ) {
    engine.insert(connection, request.table, request.bytes);
    return new Uint8Array();
  }
  throw malformed();
}

const malformed = () => new Error("Invalid Input Error: The engine does not know this request.");
