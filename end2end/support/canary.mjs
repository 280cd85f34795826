// Listens on the loopback for connections that must never arrive. Counts all connections, and those
// that sent data: even a TCP handshake without data reveals something. On the same port it listens
// for datagrams, which STUN and name lookups use.

import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts to listen. */
export async function startCanary() {
  let touched = 0;
  let heard = 0;
  const server = createServer((socket) => {
    touched += 1;
    socket.on("error", () => {});
    socket.once("data", () => (heard += 1));
    socket.end("HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 2\r\n\r\nhi");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const datagrams = createSocket("udp4");
  datagrams.on("message", () => {
    touched += 1;
    heard += 1;
  });
  datagrams.bind(port, "127.0.0.1");
  // A file of tests that fails before it could stop the canary has to end.
  server.unref();
  datagrams.unref();
  await once(datagrams, "listening");
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    touched: () => touched,
    heard: () => heard,
    /**
     * Waits until so many connections and datagrams have sent data, for at most a second.
     *
     * @param {number} count
     */
    hears: async (count) => {
      for (let left = 100; heard < count && left > 0; left -= 1) await sleep(10);
    },
  };
}

/**
 * Sends the canary a datagram, as a peer connection would.
 *
 * @param {number} port
 */
export async function sendDatagram(port) {
  const socket = createSocket("udp4");
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) =>
      socket.send("x", port, "127.0.0.1", (error) => (error ? reject(error) : resolve())),
    )
  );
  socket.close();
}
