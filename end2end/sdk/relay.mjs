// A real relay process with a scripted provider behind it, which it knows by each of its three
// formats. Needs no built page: it serves the site of the server's own tests.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import site from "../../server/tests/http/site.json" with { type: "json" };
import { startServer } from "../support/server.mjs";
import { KEY, MODEL, startUpstream } from "../support/upstream.mjs";

/** The models of the relay, by the format of their provider. */
export const WIRES = ["chat-completions", "responses", "anthropic"];

/** Starts both. */
export async function startRelay() {
  const upstream = await startUpstream();
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-sdk-"));
  for (const [name, content] of Object.entries(site)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const providers = WIRES.map(
    (wire) => `
[[provider]]
id = "${wire}-provider"
kind = "${wire}"
base_url = "${upstream.model.url}"
key = { env = "SCRIPTED_KEY" }
[[model]]
id = "${wire}"
provider = "${wire}-provider"
name = "${MODEL}"
vision = true
reasoning = true
default = ${wire === "chat-completions"}
`,
  );
  const config = path.join(folder, "insitu.toml");
  writeFileSync(
    config,
    `[discovery]\nlocal = false\n[upstream]\nretries = 1\n${providers.join("")}`,
  );
  const server = await startServer({
    env: { INSITU_CONFIG: config, INSITU_SITE: folder, SCRIPTED_KEY: KEY },
  });
  const stop = async () => {
    await server.stop();
    await upstream.stop();
    rmSync(folder, { recursive: true });
  };
  return { upstream, server, base: `${server.url}/v1`, stop };
}

/**
 * Returns a call of a tool as a model writes it.
 *
 * @param {string} id
 * @param {object} value
 */
export const call = (id, value) => ({ id, name: "weather", arguments: JSON.stringify(value) });

/** Two calls in one answer. */
export const CALLS = [call("call_a", { city: "Köln 🙂" }), call("call_b", { city: "Rome" })];
