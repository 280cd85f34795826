// Starts the real server binary on a free port and stops it. Knows nothing of what it serves.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { devNull } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder that the server serves. */
export const site = path.resolve(root, process.env.INSITU_SITE ?? "target/site");

/** The program. */
export const binary = path.resolve(root, process.env.INSITU_BINARY ?? "target/debug/insitu");

/** The program with the site in it. */
export const standalone = path.resolve(
  root,
  process.env.INSITU_STANDALONE ?? "target/standalone/insitu",
);

/**
 * A server that runs, see `startServer`.
 *
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 */

/**
 * Runs the server until `stop()`. `model` connects it to an upstream: `{ url, key, name }`. Rejects
 * when the process ends, or ten seconds pass, before it prints its address. A variable that is
 * undefined in `env` is not set.
 *
 * @param {{
 *   model?: { url: string, key: string, name: string },
 *   env?: Record<string, string | undefined>,
 *   program?: string,
 *   folder?: string,
 * }} [options] `folder` is the one that the program is started in
 */
export async function startServer({ model, env = {}, program = binary, folder = root } = {}) {
  const relay = model
    ? { INSITU_BASE_URL: model.url, INSITU_API_KEY: model.key, INSITU_MODEL: model.name }
    : {};
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("INSITU_")),
  );
  const child = spawn(program, ["serve"], {
    cwd: folder,
    // Neither a configuration of the developer's nor the models that run or are on their machine.
    env: {
      ...inherited,
      INSITU_CONFIG: devNull,
      INSITU_MODEL_FOLDER: path.join(root, "target/models"),
      INSITU_DISCOVERY: "false",
      INSITU_ADDR: "127.0.0.1:0",
      INSITU_SITE: site,
      ...relay,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.once("error", (error) => (log += error.message));
  const url = await /** @type {Promise<string>} */ (
    new Promise((resolve, reject) => {
      const silent = setTimeout(
        () => reject(new Error(`${program} did not say where it is: ${log}`)),
        10_000,
      );
      createInterface({ input: child.stdout }).on("line", (line) => {
        log += `${line}\n`;
        const found = /Insitu is at (http:\/\/\S+)/.exec(line);
        if (found) {
          clearTimeout(silent);
          resolve(found[1].replace(/\/$/, ""));
        }
      });
      ended.then((code) => {
        clearTimeout(silent);
        reject(new Error(`${program} ended with ${code}: ${log}`));
      });
    })
  );
  return {
    url,
    pid: child.pid,
    /** Returns everything that the server has written so far. */
    log: () => log,
    /** Has the server read its configuration again. */
    reload: () => child.kill("SIGHUP"),
    stop: async () => {
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await ended;
      clearTimeout(patience);
    },
  };
}
