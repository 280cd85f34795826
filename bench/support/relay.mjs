// A relay between the browser and a server: counts transferred bytes and requests and, on request,
// slows the network down.
//
// Chromium's own emulation (Network.emulateNetworkConditions) applies to each target separately.
// Here the requests of pages, of frames in other processes and of workers share one line, as a
// user's do.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * How much time a connection that was idle may make up for, in milliseconds: timers are late by a
 * millisecond or two.
 */
const CREDIT = 20;

/**
 * A relay that runs, see `startRelay`.
 *
 * @typedef {Awaited<ReturnType<typeof startRelay>>} Relay
 */

/**
 * Relays connections to `url`. `megabits` is the limit per second of all connections to the browser
 * together; `latency` is the delay of each request, in milliseconds.
 *
 * @param {string} url
 * @param {{ megabits?: number, latency?: number }} [options]
 */
export async function startRelay(url, { megabits = Number.POSITIVE_INFINITY, latency = 0 } = {}) {
  const { hostname, port } = new URL(url);
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  let counted = { bytes: 0, requests: 0 };
  let free = 0;
  let active = performance.now();
  /**
   * Returns the milliseconds from now until the line has transferred `bytes`.
   *
   * @param {number} bytes
   */
  const carried = (bytes) => {
    const now = performance.now();
    free = Math.max(free, now - CREDIT) + (bytes * 8) / (megabits * 1000);
    return Math.max(0, free - now);
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    const drop = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", drop);
      socket.on("close", () => {
        sockets.delete(socket);
        drop();
      });
    }
    client.on("data", (chunk) => {
      active = performance.now();
      counted.requests += chunk.toString("latin1").split(" HTTP/1.1\r\n").length - 1;
      after(latency, () => upstream.write(chunk));
    });
    upstream.on("data", (chunk) => {
      active = performance.now();
      counted.bytes += chunk.length;
      upstream.pause();
      after(carried(chunk.length), () => {
        if (client.destroyed) return;
        if (client.write(chunk)) upstream.resume();
        else client.once("drain", () => upstream.resume());
      });
    });
    upstream.on("end", () => after(carried(0), () => client.end()));
    client.on("end", () => upstream.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    /**
     * Returns the bytes sent to the browser, headers included, and the requests, since the last
     * call.
     */
    take() {
      const taken = counted;
      counted = { bytes: 0, requests: 0 };
      return taken;
    },
    /**
     * Resolves when nothing was transferred for this many milliseconds.
     *
     * @param {number} milliseconds
     */
    async silent(milliseconds) {
      const until = () => Math.max(active, called) + milliseconds - performance.now();
      const called = performance.now();
      while (until() > 0) await sleep(until());
    },
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * @param {number} milliseconds
 * @param {() => void} act
 */
function after(milliseconds, act) {
  if (milliseconds > 0) setTimeout(act, milliseconds);
  else act();
}
