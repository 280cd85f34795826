// Listens on the loopback for anything that should never arrive. Counts connections as well as those that said something: a
// bare TCP handshake tells that somebody is there.

import { createServer } from "node:net";
import { once } from "node:events";

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
  const { port } = server.address();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    touched: () => touched,
    heard: () => heard,
    stop: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
