// Runs the scripts of this folder with the Python that has the libraries.

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../support/server.mjs";

/**
 * Returns what a script prints, as JSON line by line.
 *
 * @param {string} script
 * @param {Record<string, string>} env
 */
export async function python(script, env) {
  const library = process.env.INSITU_PYTHONPATH ?? path.join(root, "target/python");
  const program = process.env.PYTHON ?? "python3";
  const variables = {
    ...process.env,
    PYTHONPATH: library,
    PYTHONDONTWRITEBYTECODE: "1",
    NO_PROXY: "127.0.0.1",
    ...env,
  };
  const { stdout } = await promisify(execFile)(program, [path.join(root, "end2end/sdk", script)], {
    env: variables,
    timeout: 60_000,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
