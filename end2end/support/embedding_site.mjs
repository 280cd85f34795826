// Sites of others with the example page of docs/embedding.md, which embeds Insitu, and the server
// that it embeds.

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

import { root, startServer } from "./server.mjs";

const EXAMPLE = readFileSync(path.join(root, "docs/examples/embedding.html"), "utf8");

/** @typedef {Awaited<ReturnType<typeof startSite>>} Site */

/** Starts a site. `isolated` sends the headers of a page that is cross-origin isolated. */
export async function startSite({ isolated = false } = {}) {
  let insitu = "";
  const server = createServer((_, response) => {
    if (isolated)
      response
        .setHeader("cross-origin-opener-policy", "same-origin")
        .setHeader("cross-origin-embedder-policy", "require-corp");
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(EXAMPLE.replace("https://insitu.example.org", insitu));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    embed: (/** @type {string} */ url) => (insitu = url),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Starts the server that these sites may embed, under a name that is another site than theirs.
 *
 * @param {Site[]} sites
 */
export async function startEmbedded(sites) {
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-embedding-"));
  const config = path.join(folder, "insitu.toml");
  writeFileSync(
    config,
    `[server]\nembed_in = ${JSON.stringify(sites.map(({ origin }) => origin))}\n`,
  );
  const server = await startServer({ env: { INSITU_CONFIG: config } });
  const url = server.url.replace("127.0.0.1", "localhost");
  for (const site of sites) site.embed(url);
  return {
    url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
