// Listens on the loopback for anything that should never arrive. Counts connections, not requests: a bare TCP
// handshake would be a leak already.

import { createServer } from "node:net";
import { once } from "node:events";

export async function startCanary() {
  let touched = 0;
  const server = createServer((socket) => {
    touched += 1;
    socket.on("error", () => {});
    socket.end("HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 2\r\n\r\nhi");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    touched: () => touched,
    stop: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
